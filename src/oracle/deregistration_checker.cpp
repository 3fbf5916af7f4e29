#include "oracle/deregistration_checker.h"

#include <algorithm>

#include <fmt/format.h>

#include "oracle/region_runs.h"
#include "oracle/stop_rule.h"

namespace sgdma::oracle {

void DeregistrationChecker::on_control(const ControlEvent& event) {
  if (event.kind == ControlKind::kDeregister) {
    if (event.answered) {
      answered(event);
    } else {
      asked(event);
    }
    return;
  }
  if (!event.answered) {
    entered_ = event.region;
    const bool closing = std::any_of(open_.begin(), open_.end(), [&](const Open& open) {
      return open.region && open.key == event.region;
    });
    if (!log_.holds(!closing)) {
      log_.report("register_early", {},
                  fmt::format("the key {:#x} is registered before its deregistration is answered",
                              raw(event.region)));
    }
  }
}

void DeregistrationChecker::on_registered(RegionHandle handle, std::uint32_t listed) {
  const std::optional<RegionHandle> right = targets_.enter(listed);
  const bool asked_for = right && entered_ == targets_.region(*right).key;
  if (!log_.holds(asked_for && right == handle)) {
    log_.report("registration", {},
                fmt::format("region {} of the list is registered as {}{}", listed, raw(handle),
                            asked_for ? "" : ", and nobody asked for it"));
  }
  entered_.reset();
}

bool DeregistrationChecker::touches(const RunningTransfer& transfer, RegionHandle region) const {
  return transfer.busy && transfer.work != nullptr &&
         any_region(transfer.work->map, transfer.begin, transfer.bytes,
                    [region](RegionHandle other) { return other == region; });
}

void DeregistrationChecker::asked(const ControlEvent& event) {
  Open& open = open_.emplace_back();
  open.key = event.region;
  open.region = targets_.deregister(event.region);
  open.asked = log_.now();
  if (!open.region) {
    return;
  }
  lives_.set(*open.region, RegionLife::kClosing);
  for (std::uint32_t at = 0; at < slots_.slots(); ++at) {
    const SlotIndex slot{at};
    RunningTransfer& transfer = slots_.at(slot);
    if (!transfer.busy) {
      continue;
    }
    if (limits_.deregistration == Deregistration::kFence) {
      open.in_hand.push_back({slot, transfer.tag, in_hand_to(transfer)});
    }
    if (touches(transfer, *open.region)) {
      take_away(*open.region, transfer);
    }
  }
}

void DeregistrationChecker::take_away(RegionHandle region, RunningTransfer& transfer) {
  switch (limits_.deregistration) {
    case Deregistration::kWait: break;
    case Deregistration::kForceError:
      transfer.expelled = true;
      stop_transfer(transfer, limits_.teardown.deregister, log_.now());
      break;
    case Deregistration::kImmediate:
    case Deregistration::kFence:
      if (derives()) {
        lose_next_unit(region, transfer);
      }
      break;
  }
}

std::uint32_t DeregistrationChecker::in_hand_to(const RunningTransfer& transfer) const {
  if (!derives()) {
    return transfer.bytes;
  }
  const MapWalk& walk = transfer.issued;
  if (transfer.work == nullptr || walk.bytes() == 0 || walk.left() == 0) {
    return walk.bytes();
  }
  const Run& run = transfer.work->map.runs()[walk.run()];
  if (walk.address() == run.address && walk.run() > transfer.begin.run) {
    return walk.bytes();
  }
  switch (limits_.translation) {
    case Translation::kCaptured:
    case Translation::kSegment: return walk.bytes() + walk.left();
    case Translation::kPage: {
      const std::uint64_t page = targets_.region(run.region).page_bytes;
      const std::uint64_t behind = walk.address() % page;
      return walk.bytes() + (behind == 0 ? 0
                                         : static_cast<std::uint32_t>(std::min<std::uint64_t>(
                                               walk.left(), page - behind)));
    }
    case Translation::kBurst:
    case Translation::kBeat: break;
  }
  return walk.bytes();
}

/// The first byte of the region behind the unit in hand will not be asked for.
void DeregistrationChecker::lose_next_unit(RegionHandle region, RunningTransfer& transfer) {
  const ByteMap& map = transfer.work->map;
  std::uint32_t offset = in_hand_to(transfer);
  MapCursor at = transfer.begin;
  map.advance(at, offset);
  while (offset < transfer.bytes && map.runs()[at.run].region != region) {
    const std::uint32_t step = std::min(transfer.bytes - offset, map.left_in_run(at));
    map.advance(at, step);
    offset += step;
  }
  if (offset < transfer.bytes) {
    transfer.expelled = true;
    transfer.gone_from = std::min(transfer.gone_from.value_or(offset), offset);
  }
}

void DeregistrationChecker::on_teardown(SlotIndex slot, const CompletionTag& tag,
                                        const TeardownEvent& event) {
  RunningTransfer* transfer = slots_.running(slot, tag);
  const Place place = place_of(slot, tag);
  if (!log_.holds(transfer != nullptr)) {
    log_.report("teardown_stray", place, "a transfer is torn down that does not run in this slot");
    return;
  }
  const bool forced = limits_.deregistration == Deregistration::kForceError;
  const TeardownPolicy policy =
      forced ? limits_.teardown.deregister
             : std::min(limits_.teardown.deregister, TeardownPolicy::kFinishBurst);
  const bool lost = transfer->gone_from && transfer->issued.bytes() == *transfer->gone_from;
  if (!log_.holds(event.policy == policy && transfer->expelled && (forced || lost))) {
    log_.report("teardown_unfounded", place,
                fmt::format("torn down by deregister with {} after {} bytes were asked for",
                            name_of(event.policy), transfer->issued.bytes()));
  }
  stop_transfer(*transfer, policy, log_.now());
}

void DeregistrationChecker::answered(const ControlEvent& event) {
  const auto open = std::find_if(open_.begin(), open_.end(),
                                 [&](const Open& other) { return other.key == event.region; });
  if (!log_.holds(open != open_.end())) {
    log_.report("answer_stray", {},
                fmt::format("the deregistration of {:#x} is answered, and nobody asked for it",
                            raw(event.region)));
    return;
  }
  if (open->region) {
    switch (limits_.deregistration) {
      case Deregistration::kImmediate:
        if (!log_.holds(open->asked == log_.now())) {
          log_.report("answer_late", {},
                      fmt::format("the deregistration of {:#x}, asked for at cycle {}, is not "
                                  "answered at once",
                                  raw(event.region), open->asked));
        }
        break;
      case Deregistration::kFence: check_fence(*open); break;
      case Deregistration::kWait:
      case Deregistration::kForceError: check_unused(*open->region); break;
    }
    if (limits_.deregistration != Deregistration::kImmediate) {
      check_quarantine(*open->region);
    }
    lives_.set(*open->region, RegionLife::kGone);
    any_gone_ = true;
  }
  open_.erase(open);
}

bool DeregistrationChecker::done(const InHand& in_hand) {
  const RunningTransfer* transfer = slots_.running(in_hand.slot, in_hand.tag);
  if (transfer == nullptr || in_hand.to == 0) {
    return true;
  }
  if (!derives()) {
    return false;
  }
  const std::uint32_t issued = transfer->issued.bytes();
  if (!transfer->stop && issued < in_hand.to) {
    return false;
  }
  // Bytes that are thrown away never move.
  const bool discards = transfer->stop && transfer->stop->policy == TeardownPolicy::kFinishBeat;
  return discards || transfer->bursts == 0 || transfer->moved >= std::min(issued, in_hand.to);
}

void DeregistrationChecker::check_fence(const Open& open) {
  for (const InHand& in_hand : open.in_hand) {
    if (!log_.holds(done(in_hand))) {
      log_.report("answer_early", place_of(in_hand.slot, in_hand.tag),
                  fmt::format("deregister is answered, and of what was in hand at cycle {}, {} "
                              "bytes, not all is done",
                              open.asked, in_hand.to));
    }
  }
}

void DeregistrationChecker::check_unused(RegionHandle region) {
  for (std::uint32_t at = 0; at < slots_.slots(); ++at) {
    const RunningTransfer& transfer = slots_.at(SlotIndex{at});
    if (!log_.holds(!touches(transfer, region))) {
      log_.report("answer_early", place_of(SlotIndex{at}, transfer.tag),
                  "deregister is answered while a transfer of the region runs");
    }
  }
}

void DeregistrationChecker::check_quarantine(RegionHandle region) {
  const std::optional<Place> held = silence_.in_quarantine(region);
  if (!log_.holds(!held)) {
    log_.report("answer_early", *held,
                "deregister is answered while a burst of the region is in quarantine");
  }
}

void DeregistrationChecker::on_served(const platform::ServedBeat& beat) {
  if (!any_gone_ || !beat.framed || beat.cut) {
    return;
  }
  const RunningTransfer* transfer = slots_.running(beat.slot, beat.owner);
  if (transfer == nullptr || transfer->work == nullptr || transfer->served.left() == 0) {
    return;
  }
  const RegionHandle region = transfer->work->map.runs()[transfer->served.run()].region;
  if (lives_.of(region) != RegionLife::kGone) {
    log_.count(1);
    return;
  }
  if (limits_.deregistration == Deregistration::kImmediate) {
    exposed_ += beat.bytes;
    return;
  }
  log_.count(1);
  log_.report("region_beat_after_answer", place_of(beat.slot, beat.owner),
              fmt::format("memory {} {} bytes at 0x{:x} of a region whose deregistration is "
                          "answered",
                          beat.write ? "took" : "gave", beat.bytes, beat.address));
}

}  // namespace sgdma::oracle
