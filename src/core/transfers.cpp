#include "core/transfers.h"

#include "core/mutation.h"

namespace sgdma::core {

void TransferState::withhold(TeardownPolicy policy) {
  if (policy == TeardownPolicy::kFinishTransfer || bytes_to_issue == 0 ||
      mutated(Fault::kIssuesOn)) {
    return;
  }
  const bool segment_begun = issue_left < request().segments[issue_segment].bytes;
  const std::uint32_t keep =
      policy == TeardownPolicy::kFinishSegment && segment_begun ? issue_left : 0;
  withheld += bytes_to_issue - keep;
  bytes_to_issue = keep;
}

Transfers::Transfers(const EngineConfig& config, InFlightTable& table)
    : table_(table),
      entries_(table.entries()),
      in_place_(table.in_place()),
      states_(config.slots),
      free_(config.slots),
      running_{SlotsByAge(config.slots), SlotsByAge(config.slots)},
      stopped_{SlotsByAge(config.slots), SlotsByAge(config.slots)} {
  for (std::uint32_t slot = 0; slot < config.slots; ++slot) {
    free_.insert(slot);
  }
  freed_.reserve(kDirections);
}

void Transfers::begin(SlotIndex slot, QueuedRequest& queued) {
  const TransferRequest& request = queued.request;
  free_.erase(raw(slot));
  TransferState& state = states_[raw(slot)];
  state = TransferState{};
  state.queued = &queued;
  state.qp = request.qp;
  state.direction = request.direction;
  state.grant_number = grants_++;
  state.bytes = request.bytes;
  state.bytes_to_issue = request.bytes;
  const Segment& first = request.segments.front();
  state.issue_address = first.address;
  state.issue_left = first.bytes;
  state.segment_left = first.bytes;
  table_.allocate(
      slot, {request.tag.qp, request.direction, first.address, request.bytes, 0, request.tag});
  ++busy_[index_of(request.direction)];
  running_[index_of(request.direction)].insert(raw(slot), state.grant_number);
}

void Transfers::begin_segment(SlotIndex slot, std::uint32_t remaining) {
  TransferState& state = states_[raw(slot)];
  const std::uint32_t cursor = entries_[raw(slot)].cursor + 1;
  const Segment& segment = state.request().segments[cursor];
  state.segment_left = segment.bytes;
  table_.advance(slot, segment.address, remaining, cursor);
}

void Transfers::stop(SlotIndex slot) {
  TransferState& state = states_[raw(slot)];
  if (!state.stopped) {
    state.stopped = true;
    running_[direction_of(slot)].erase(raw(slot));
    stopped_[direction_of(slot)].insert(raw(slot), state.grant_number);
  }
}

void Transfers::take_back(SlotIndex slot) {
  SlotsByAge& running = running_[direction_of(slot)];
  if (!state(slot).stopped && !running.contains(raw(slot))) {
    running.insert(raw(slot), state(slot).grant_number);
  }
}

void Transfers::end(SlotIndex slot) {
  --busy_[direction_of(slot)];
  table_.release(slot);
  freed_.push_back(slot);
}

void Transfers::settle_freed() {
  for (const SlotIndex slot : freed_) {
    free_.insert(raw(slot));
    running_[direction_of(slot)].erase(raw(slot));
    stopped_[direction_of(slot)].erase(raw(slot));
  }
  freed_.clear();
}

}  // namespace sgdma::core
