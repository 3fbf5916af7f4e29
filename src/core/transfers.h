/// The running transfers: the in-flight table, and the micro-architectural state beside it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "core/burst.h"
#include "core/ensure.h"
#include "core/in_flight_table.h"
#include "core/index_heap.h"
#include "core/index_set.h"
#include "core/request_pool.h"
#include "types/completion.h"
#include "types/cycle.h"
#include "types/engine_config.h"
#include "types/ids.h"

namespace sgdma::core {

/// What the engine needs of a transfer besides its six architected fields. What every beat and
/// burst asks for stands in the first cache line.
struct alignas(64) TransferState {
  QueuedRequest* queued = nullptr;  ///< owns the segments
  std::uint64_t grant_number = 0;   ///< counts grants: the transfer's age in its slot

  // The issue pointer runs ahead of the data.
  std::uint64_t issue_address = 0;  ///< of the burst that begins next
  std::uint32_t issue_left = 0;     ///< bytes of its segment for which no burst has begun
  std::uint32_t issue_segment = 0;
  std::uint32_t bytes_to_issue = 0;
  std::uint32_t outstanding = 0;  ///< bursts begun and not finished
  std::uint32_t withheld = 0;     ///< bytes for which no burst will begin

  std::uint32_t bytes = 0;          ///< of the transfer
  std::uint32_t segment_left = 0;   ///< bytes of the active segment that have not moved
  std::uint32_t payload_bytes = 0;  ///< scatter: payload that has come, from the transfer's start
  // Gather: the outstanding bursts in issue order, by tag.
  std::uint32_t first_read = 0;
  std::uint32_t last_read = 0;

  QpIndex qp{};
  Direction direction{};
  /// No new burst; reads that come are thrown away, and what is left of a write burst may be cut.
  /// Set by `Transfers::stop`.
  bool stopped = false;
  bool silent = false;                                   ///< ends without a completion
  CompletionStatus status = CompletionStatus::kSuccess;  ///< of a fault
  CompletionStatus torn = CompletionStatus::kSuccess;    ///< if it ends before its last byte
  FaultRecord fault;
  std::uint32_t fault_offset = 0;  ///< of the fault's byte in the transfer

  const TransferRequest& request() const { return queued->request; }
  RegionHandle region_of(std::uint32_t segment) const { return request().segments[segment].region; }
  /// The burst that begins next, of at most `max_burst` bytes. Requires `bytes_to_issue > 0`.
  Burst upcoming_burst(std::uint32_t max_burst, std::uint32_t bus_width) const {
    return next_burst(issue_address, issue_left, max_burst, bus_width);
  }
  /// Bytes of the transfer whose bursts have begun.
  std::uint32_t issued() const { return bytes - withheld - bytes_to_issue; }
  /// Bytes of payload that a scatter can use.
  std::uint32_t usable_payload() const { return bytes - withheld; }
  /// That burst has begun: the issue pointer moves past it.
  void issue(const Burst& burst) {
    ++outstanding;
    bytes_to_issue -= burst.bytes;
    issue_address += burst.bytes;
    issue_left -= burst.bytes;
    if (issue_left == 0 && bytes_to_issue > 0) {
      const Segment& segment = request().segments[++issue_segment];
      issue_address = segment.address;
      issue_left = segment.bytes;
    }
  }
  /// No burst begins any more but what the policy still allows.
  void withhold(TeardownPolicy policy);
  /// Whether all of it is asked for and answered.
  bool drained() const { return outstanding == 0 && bytes_to_issue == 0; }
};

/// Invariant: a slot is free, or occupied in the table and described by its state. A slot that is
/// freed at an edge serves again at the next: `settle` makes it so.
class Transfers {
 public:
  Transfers(const EngineConfig& config, InFlightTable& table);

  /// Slots that were free at the start of the edge.
  const IndexSet& free_slots() const { return free_; }
  std::uint32_t slots() const { return static_cast<std::uint32_t>(states_.size()); }
  std::uint32_t busy() const { return busy_[0] + busy_[1]; }

  /// Requires the slot to be free. Fills the entry's six fields and resets the state.
  void begin(SlotIndex slot, QueuedRequest& queued);
  /// `bytes` of the active segment moved. Returns the bytes that remain.
  std::uint32_t move(SlotIndex slot, std::uint32_t bytes) {
    const InFlightEntry& entry = entries_[raw(slot)];
    TransferState& state = states_[raw(slot)];
    const std::uint32_t remaining = entry.remaining - bytes;
    ensure(bytes <= state.segment_left, "a beat moves past its segment");
    state.segment_left -= bytes;
    if (state.segment_left == 0 && remaining > 0) {
      begin_segment(slot, remaining);
    } else if (in_place_ != nullptr) {
      in_place_[raw(slot)].address += bytes;
      in_place_[raw(slot)].remaining = remaining;
    } else {
      table_.advance(slot, entry.address + bytes, remaining, entry.cursor);
    }
    return remaining;
  }
  /// The same, with bytes of the segment left behind these.
  void move_on(SlotIndex slot, std::uint32_t bytes) {
    if (in_place_ == nullptr) {
      move(slot, bytes);
      return;
    }
    states_[raw(slot)].segment_left -= bytes;
    in_place_[raw(slot)].address += bytes;
    in_place_[raw(slot)].remaining -= bytes;
  }
  /// The entry is gone; the state stays readable up to `settle`.
  void end(SlotIndex slot);
  void settle() {
    if (!freed_.empty()) {
      settle_freed();
    }
    busy_at_start_ = busy_;
  }

  TransferState& state(SlotIndex slot) { return states_[raw(slot)]; }
  const TransferState& state(SlotIndex slot) const { return states_[raw(slot)]; }
  /// The transfer of the slot is stopped, if it is not yet.
  void stop(SlotIndex slot);
  /// Slots by age of their grants. Those count that were busy at the start of the edge: also where
  /// the transfer has ended at it, and not where it was granted at it.
  using SlotsByAge = IndexHeap<std::uint64_t>;
  /// Of the direction's transfers that have stopped.
  const SlotsByAge& stopped(Direction direction) const { return stopped_[index_of(direction)]; }
  /// Of the others, but for those that are set aside.
  const SlotsByAge& running(Direction direction) const { return running_[index_of(direction)]; }
  /// The transfer waits for nothing but an address. Changes nothing once it has stopped.
  void set_aside(SlotIndex slot) { running_[direction_of(slot)].erase(raw(slot)); }
  /// It does not any more.
  void take_back(SlotIndex slot);
  /// Requires the slot to be occupied.
  const InFlightEntry& entry(SlotIndex slot) const { return entries_[raw(slot)]; }
  /// The same, to be advanced in its place; nullptr where only `move` may.
  InFlightEntry* entry_in_place(SlotIndex slot) {
    return in_place_ == nullptr ? nullptr : &in_place_[raw(slot)];
  }
  bool occupied(SlotIndex slot) const { return table_.occupied(slot); }
  /// Calls `each(slot)` for each slot that is occupied, the lowest first. `each` may end transfers.
  template <class Each>
  void for_each_running(Each each) const {
    for (std::uint32_t slot = 0; slot < slots(); ++slot) {
      if (occupied(SlotIndex{slot})) {
        each(SlotIndex{slot});
      }
    }
  }
  /// Bytes that have moved so far.
  std::uint32_t moved(SlotIndex slot) const { return state(slot).bytes - entry(slot).remaining; }

  /// Something out of the ordinary (a request to control, a fault, an end that waits) is to be
  /// looked at before issue.
  void call_attention() { attention_from_ = 0; }
  /// The same from edge `edge` on.
  void call_attention_at(Cycle edge) { attention_from_ = std::min(attention_from_, edge); }
  void take_attention() { attention_from_ = kNever; }
  /// First edge at which there may be something to look at.
  Cycle attention_from() const { return attention_from_; }
  bool attention(Cycle now) const { return attention_from_ <= now; }

  /// Busy slots of the direction as they stood at the start of the edge.
  std::uint32_t busy_at_start(Direction direction) const {
    return busy_at_start_[index_of(direction)];
  }

 private:
  std::size_t direction_of(SlotIndex slot) const { return index_of(state(slot).direction); }
  void settle_freed();
  /// The active segment has moved in full: address and cursor step to the next.
  void begin_segment(SlotIndex slot, std::uint32_t remaining);

  InFlightTable& table_;
  const InFlightEntry* entries_;
  InFlightEntry* in_place_;  ///< or nullptr
  std::vector<TransferState> states_;
  IndexSet free_;
  std::vector<SlotIndex> freed_;  ///< at this edge
  std::array<std::uint32_t, kDirections> busy_{};
  std::array<std::uint32_t, kDirections> busy_at_start_{};
  std::array<SlotsByAge, kDirections> running_;
  std::array<SlotsByAge, kDirections> stopped_;
  std::uint64_t grants_ = 0;
  Cycle attention_from_ = kNever;
};

}  // namespace sgdma::core
