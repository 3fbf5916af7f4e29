#include "observe/signals/arbiter_signals.h"

#include <limits>
#include <string>

#include "observe/signals/widths.h"
#include "observe/signals/words.h"

namespace sgdma::observe {

namespace {
constexpr std::uint32_t kNotShown = std::numeric_limits<std::uint32_t>::max();
}

ArbiterSignals::ArbiterSignals(SignalBoard& board, ScopeId arbiter, std::uint32_t slots,
                               const std::vector<QpNumber>& queue_pairs,
                               const SignalSelection& selection)
    : board_(board),
      numbers_(queue_pairs),
      too_many_(!selection.queue_pairs && queue_pairs.size() > kMostUnnamed),
      shown_(queue_pairs.size(), kNotShown),
      free_slots_(board.add(arbiter, "free_slots", kSlotBits + 1)),
      eligible_(board.add(arbiter, "eligible_heads", kQueuePairBits)) {
  board.set(free_slots_, slots);
  board.set(eligible_, 0);
  for (const Direction direction : {Direction::kGather, Direction::kScatter}) {
    const ScopeId scope =
        board.add_scope(arbiter, std::string("grant_") + std::string(name_of(direction)));
    Grant& grant = grants_[index_of(direction)];
    grant.valid = board.add_bit(scope, "valid");
    grant.qp = board.add(scope, "qp", kQueuePairBits);
    grant.slot = board.add(scope, "slot", kSlotBits);
    grant.bytes = board.add(scope, "bytes", kLengthBits);
    grant.tag.emplace(board, board.add_scope(scope, "tag"));
    grant.bundle = board.add_bundle(grant.valid);
  }
  for (std::size_t at = 0; at < queue_pairs.size() && !too_many_; ++at) {
    if (selection.shows(queue_pairs[at])) {
      shown_[at] = static_cast<std::uint32_t>(queue_pairs_.size());
      add_queue_pair(arbiter, queue_pairs[at]);
    }
  }
}

void ArbiterSignals::add_queue_pair(ScopeId arbiter, QpNumber qp) {
  QueuePair signals;
  signals.scope = board_.add_scope(arbiter, "qp_" + std::to_string(raw(qp)));
  signals.request = board_.add_bit(signals.scope, "request");
  signals.eligible = board_.add_bit(signals.scope, "eligible");
  signals.slot_limited = board_.add_bit(signals.scope, "slot_limited");
  signals.direction = board_.add(signals.scope, "direction", kDirectionBits, &direction_words());
  signals.queued = board_.add(signals.scope, "queued", kLengthBits);
  board_.set(signals.queued, 0);
  signals.granted = board_.add_bundle(board_.add_bit(signals.scope, "granted"));
  queue_pairs_.push_back(signals);
}

void ArbiterSignals::on_queue(QpIndex qp, const core::QueueSignals& signals) {
  const std::uint32_t at = shown_[raw(qp)];
  if (at == kNotShown) {
    return;
  }
  const QueuePair& shown = queue_pairs_[at];
  board_.set(shown.request, signals.depth > 0 ? 1 : 0);
  board_.set(shown.eligible, signals.eligible ? 1 : 0);
  board_.set(shown.slot_limited, signals.slot_limited ? 1 : 0);
  board_.set(shown.queued, signals.depth);
  if (signals.depth > 0) {
    board_.set(shown.direction, index_of(signals.direction));
  } else {
    board_.release(shown.direction);
  }
}

void ArbiterSignals::on_grant(SlotIndex slot, const InFlightEntry& entry) {
  Grant& grant = grants_[index_of(entry.direction)];
  grant.takes_slot = true;
  board_.set(grant.slot, raw(slot));
  board_.set(grant.bytes, entry.remaining);
  grant.tag->set(board_, entry.tag);
}

void ArbiterSignals::on_edge(const core::EdgeSignals& signals, std::uint32_t free_slots,
                             std::uint32_t eligible) {
  board_.set(free_slots_, free_slots);
  board_.set(eligible_, eligible);
  for (std::size_t direction = 0; direction < kDirections; ++direction) {
    const std::optional<QpIndex> winner = signals.winners[direction];
    if (!winner) {
      continue;
    }
    Grant& grant = grants_[direction];
    board_.strobe(grant.bundle);
    board_.set(grant.qp, raw(numbers_[raw(*winner)]));
    if (!grant.takes_slot) {
      board_.release(grant.slot);
      board_.set(grant.bytes, 0);
      grant.tag->release(board_);
    }
    grant.takes_slot = false;
    const std::uint32_t at = shown_[raw(*winner)];
    if (at != kNotShown) {
      board_.strobe(queue_pairs_[at].granted);
    }
  }
}

std::vector<ScopeId> ArbiterSignals::queue_pair_scopes() const {
  std::vector<ScopeId> scopes;
  for (const QueuePair& qp : queue_pairs_) {
    scopes.push_back(qp.scope);
  }
  return scopes;
}

}  // namespace sgdma::observe
