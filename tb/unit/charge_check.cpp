#include "unit/charge_check.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>

namespace sgdma::test {

namespace {

using core::Charge;
using core::StallCause;

/// A transfer by its edges. One of zero length is granted where it passes.
struct Life {
  QpIndex qp{};
  Direction direction{};
  bool in_slot = false;
  Cycle queued = kNever;
  Cycle granted = kNever;
  Cycle done = kNever;

  bool holds_slot_at(Cycle edge) const { return in_slot && granted < edge && edge <= done; }
  bool waits_at(Cycle edge) const { return queued < edge && edge <= granted; }
};

class OwnerCheck {
 public:
  OwnerCheck(const CoreBench& bench, const ChargeRecorder& recorder)
      : reads_lines_(bench.config().engine.key_cache.fetch_over_bus),
        smooth_(bench.config().control.empty() && bench.config().memory.faults.empty() &&
                bench.config().memory.silences.empty() &&
                bench.config().engine.translation == Translation::kCaptured) {
    for (const TimedRequest& timed : bench.work()) {
      index_of_[raw(timed.request.tag.qp)] = timed.request.qp;
      if (timed.request.atomic_granule) {
        atomics_.insert(to_string(timed.request.tag));
      }
    }
    for (const TraceEvent& event : bench.events()) {
      collect(event);
    }
    for (Cycle edge = 0; edge < recorder.charges().size(); ++edge) {
      for (const Direction direction : {Direction::kGather, Direction::kScatter}) {
        check(edge, direction, recorder.charges()[edge][index_of(direction)]);
      }
    }
  }

  const std::vector<std::string>& wrong() const { return wrong_; }

 private:
  void collect(const TraceEvent& event) {
    if (event.kind == TraceKind::kAsked || event.kind == TraceKind::kAnswered) {
      return;
    }
    if (event.kind == TraceKind::kMove) {
      moved_[index_of(event.direction)][event.edge] = index_of_.at(event.qp);
    }
    if (event.kind == TraceKind::kRequest || event.kind == TraceKind::kBurst) {
      begun_[index_of(event.direction)][event.edge] = index_of_.at(event.qp);
    }
    Life& life = life_of(event.tag, event.direction, event.edge);
    if (event.kind == TraceKind::kGrant) {
      life.in_slot = true;
      life.granted = event.edge;
      by_age_.push_back(places_.at(to_string(event.tag)));
    } else if (event.kind == TraceKind::kDone) {
      life.done = event.edge;
    } else if (event.kind == TraceKind::kCompletion && !life.in_slot) {
      life.granted = event.edge;
    }
    if (event.kind == TraceKind::kDone && atomics_.count(to_string(event.tag)) > 0) {
      // Its scatter is queued, and may be reset before anything is seen of it.
      CompletionTag second = event.tag;
      ++second.part;
      life_of(second, Direction::kScatter, event.edge);
    }
  }

  /// Known from its first event on, and queued then.
  Life& life_of(const CompletionTag& tag, Direction direction, Cycle edge) {
    const auto [place, fresh] = places_.try_emplace(to_string(tag), lives_.size());
    if (fresh) {
      lives_.push_back({index_of_.at(raw(tag.qp)), direction, false, edge, kNever, kNever});
    }
    return lives_[place->second];
  }

  void check(Cycle edge, Direction direction, const Charge& charge) {
    if (!right(edge, direction, charge)) {
      wrong_.push_back("edge " + std::to_string(edge) + ", " + std::string(name_of(direction)) +
                       ": " + std::string(core::name_of(charge.cause)) + " is not " +
                       std::to_string(raw(charge.owner)) + "'s");
    }
  }

  bool right(Cycle edge, Direction direction, const Charge& charge) const {
    const auto moved = moved_[index_of(direction)].find(edge);
    if ((moved != moved_[index_of(direction)].end()) != (charge.cause == StallCause::kMoved)) {
      return false;
    }
    switch (charge.cause) {
      case StallCause::kMoved: return charge.owner == moved->second;
      case StallCause::kBusBackPressure:
        return charge.owner == begun_before(edge, direction) ||
               (reads_lines_ && direction == Direction::kGather && charge.owner == core::kNobody);
      case StallCause::kWaitingForMemory:
        return smooth_ ? charge.owner == oldest_at(edge, direction)
                       : holds_slot(edge, direction, charge.owner);
      case StallCause::kPayloadBackPressure:
      case StallCause::kPayloadStarved:
      case StallCause::kOutstandingLimit: return holds_slot(edge, direction, charge.owner);
      // What is late comes when its transfer has gone.
      case StallCause::kTearingDown: return charge.owner != core::kNobody;
      case StallCause::kKeyMiss:
        return waits(edge, direction, charge.owner) || holds_slot(edge, direction, charge.owner);
      case StallCause::kSlotLimit:
      case StallCause::kNoSlot: return waits(edge, direction, charge.owner);
      case StallCause::kNoWork: return charge.owner == core::kNobody && !oldest_at(edge, direction);
    }
    return false;
  }

  std::optional<QpIndex> begun_before(Cycle edge, Direction direction) const {
    const auto& begun = begun_[index_of(direction)];
    const auto behind = begun.lower_bound(edge);
    return behind == begun.begin() ? std::nullopt : std::optional(std::prev(behind)->second);
  }
  std::optional<QpIndex> oldest_at(Cycle edge, Direction direction) const {
    for (const std::size_t at : by_age_) {
      if (lives_[at].direction == direction && lives_[at].holds_slot_at(edge)) {
        return lives_[at].qp;
      }
    }
    return std::nullopt;
  }
  bool holds_slot(Cycle edge, Direction direction, QpIndex qp) const {
    return std::any_of(lives_.begin(), lives_.end(), [&](const Life& life) {
      return life.qp == qp && life.direction == direction && life.holds_slot_at(edge);
    });
  }
  bool waits(Cycle edge, Direction direction, QpIndex qp) const {
    return std::any_of(lives_.begin(), lives_.end(), [&](const Life& life) {
      return life.qp == qp && life.direction == direction && life.waits_at(edge);
    });
  }

  bool reads_lines_;  ///< of page lists, over the bus
  bool smooth_;
  std::map<std::uint32_t, QpIndex> index_of_;  ///< by number
  std::set<std::string> atomics_;              ///< tags of their gathers
  std::map<std::string, std::size_t> places_;  ///< by tag
  std::vector<Life> lives_;
  std::vector<std::size_t> by_age_;  ///< those that got a slot
  std::array<std::map<Cycle, QpIndex>, kDirections> moved_;
  std::array<std::map<Cycle, QpIndex>, kDirections> begun_;
  std::vector<std::string> wrong_;
};

}  // namespace

void ChargeRecorder::note(Cycle from, Cycle last, const core::EdgeSignals& signals) {
  if (from != charges_.size()) {
    throw std::logic_error("edges are missing");
  }
  charges_.insert(charges_.end(), last + 1 - from, signals.charges);
}

std::vector<std::string> wrong_owners(const CoreBench& bench, const ChargeRecorder& recorder) {
  return OwnerCheck(bench, recorder).wrong();
}

}  // namespace sgdma::test
