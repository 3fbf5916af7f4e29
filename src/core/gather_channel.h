/// The read side: requests ahead of the data, beats in order to the payload end.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/burst_scheduler.h"
#include "core/channel_counters.h"
#include "core/index_heap.h"
#include "core/index_set.h"
#include "core/level_account.h"
#include "core/memory_bus.h"
#include "core/payload_egress.h"
#include "core/quarantine.h"
#include "core/retirement.h"
#include "core/stall_account.h"
#include "core/transfers.h"
#include "core/translation/line_reader.h"
#include "core/translation/slot_units.h"
#include "core/waiting_line.h"
#include "core/watch.h"
#include "types/engine_config.h"

namespace sgdma::core {

/// A byte moves at the edge that takes its read beat and drives it to the payload end, in order
/// within its transfer. Where responses may come in any order, beats that came early wait in a
/// reorder buffer, and among the beats that are there and next in their slot the oldest grant's
/// moves. The buffer's room was reserved with the request: it holds `read_bytes` at most, and
/// without that limit what all tags can ask for, `read_bursts` x `max_read_burst`.
///
/// Timing: granted at n, first request at n + 1; a request is accepted one edge after it is driven
/// at the earliest, and an acceptance frees the channel at its own edge; a tag given back at n
/// serves again at n + 1; the last beat's edge ends the transfer.
///
/// Where whoever watches takes rows, and nothing holds the payload end, the beats in the middle of
/// a burst take a short way (`stream`) that comes to the same.
///
/// A burst that was driven at n, and of which beats are missing at n + `bus_timeout`, is a fault at
/// the first of them, as soon as that is the next of its transfer. Edges at which a beat stands on
/// the bus and waits for room at the payload end do not count. The transfer ends at once; all of
/// its bursts that are not answered go into quarantine.
class GatherChannel {
 public:
  GatherChannel(const EngineConfig& config, Transfers& transfers, SlotUnits& units, KeyPort& keys,
                ReadBus& bus, PayloadEgress& egress, Retirement& retirement, const Watch& watch);

  /// A gather was granted at this edge.
  void begin(SlotIndex slot);
  /// The slot waited for the address of its next unit, and has it.
  void key_came(SlotIndex slot);
  /// Stage "responses and acceptances".
  void respond(Cycle now) {
    if (driving_ && bus_.read_accepted(now)) {
      driving_ = false;
    }
    if (config_.response_order == ResponseOrder::kSlot) {
      take_in_order(now);
    } else {
      take_any_order(now);
    }
  }
  /// How many beats from edge `now` on are in the middle of the burst whose beats move, and move as
  /// they all do, one an edge: a whole word, with room at the payload end. Requires that whoever
  /// watches takes rows.
  std::uint32_t streaming(Cycle now) const {
    const ReadBeat* valid = bus_.peek_read(now);
    if (valid == nullptr || !streams(*valid)) {
      return 0;
    }
    const std::uint32_t row = egress_.takes_rows() ? bus_.read_row() : 1U;
    return std::min(row, stream_.read->burst.beats - 1 - valid->beat);
  }
  /// Moves `beats` of them, the first at edge `now`, and tells of them in a row.
  void stream(Cycle now, std::uint32_t beats) { stream(now, beats, true); }
  /// Whether the channel asks for something at the next edge, or waits for an answer to that.
  bool asks() const { return driving_ || can_begin_burst(); }
  /// Stage "faults": a beat with an error, taken at this edge, or beats that are missing for too
  /// long fail their transfer, unless control has stopped that first.
  void settle_faults(Cycle now) {
    if (faulty_) {
      take_fault(now);
    }
    if (!unanswered_.empty()) {
      settle_timeouts(now);
    }
  }
  /// The transfer of the slot stops as the policy says; it ends when nothing of it is outstanding.
  void curtail(Cycle now, SlotIndex slot, TeardownPolicy policy);
  /// Whether a beat of the slot is there and the payload end has no room for it, though it has
  /// taken none at this edge.
  bool payload_stands_still(Cycle now, SlotIndex slot) const;
  /// Stage "issue", before gathers: a line of a page list, where one waits.
  void issue_line(Cycle now) {
    if (!driving_ && lines_.waits(now) && !limited(lines_.bytes())) {
      begin_line(now);
    }
  }
  /// Stage "issue".
  void issue(Cycle now) {
    if (can_begin_burst()) {
      begin_burst(now);
    }
  }
  /// End of the edge: what was given back serves from the next on.
  void settle() {
    if (!freed_tags_.empty()) {
      settle_freed();
    }
  }

  /// What the channel's own causes charge an edge to at which no beat moved, nothing if none holds:
  /// this edge between `respond` and `issue`, or an edge without events after `settle`.
  std::optional<Charge> stall(Cycle now) const;
  /// Whether a beat moved at edge `now`.
  bool moved(Cycle now) const { return moved_at_ == now; }
  /// Whose beat moved last.
  QpIndex mover() const { return mover_; }
  /// First edge after `now` at which a line that waits may be asked for, `kNever` if none does.
  Cycle next_line_edge(Cycle now) {
    return driving_ || limited(lines_.bytes()) ? kNever : lines_.next_edge(now);
  }
  LineReader& lines() { return lines_; }
  const LineReader& lines() const { return lines_; }
  /// First edge after `now` at which the channel may have something to do.
  Cycle next_edge(Cycle now) const { return can_begin_burst() ? now + 1 : next_arrival(now); }
  /// First edge after `now` at which a burst may have waited too long, or `kNever`.
  Cycle next_timeout(Cycle now) const;

  const ChannelCounters& counters() const { return counters_; }
  /// Bursts that hold a tag: those in quarantine too.
  std::uint32_t outstanding() const { return outstanding_; }
  const Quarantine& quarantine() const { return quarantine_; }
  /// Bytes asked for that have not moved.
  std::uint64_t outstanding_bytes() const { return outstanding_bytes_; }
  /// Whether a request is out and not accepted.
  bool driving() const { return driving_; }
  /// The request driven last; a line has no owner. Requires `driving()`.
  BusBurst driven_burst() const;
  /// Whether it asks for a line of a page list. Requires `driving()`.
  bool drives_line() const { return reads_[raw(driven_tag_)].arrived == kLine; }
  /// Bytes in the reorder buffer.
  std::uint32_t buffered_bytes() const { return buffered_bytes_; }
  std::uint32_t free_tags() const { return free_tags_.size(); }
  /// Whether `is_asked(slot, offset)` holds for a burst that is outstanding; `offset`: of its first
  /// byte in its transfer. Looks at all tags.
  template <class Asked>
  bool any_outstanding(Asked is_asked) const {
    return std::any_of(reads_.begin(), reads_.end(), [&](const ReadBurst& read) {
      return read.live && is_asked(read.slot, read.offset);
    });
  }
  /// Bytes that came early and wait in the reorder buffer, over the edges before `cycles`.
  Occupancy reordered(Cycle cycles) const { return reordered_.until(cycles); }

 private:
  /// For `ReadBurst::arrived`, of a line of a page list: no beat has this number.
  static constexpr std::uint32_t kLine = 0xFFFFFFFFU;
  static constexpr std::uint32_t kNoTag = 0xFFFFFFFFU;
  /// The same, of a burst in quarantine.
  static constexpr std::uint32_t kInQuarantine = 0xFFFFFFFEU;

  struct ReadBurst {
    SlotIndex slot{};
    std::uint32_t segment = 0;
    std::uint32_t offset = 0;  ///< of the burst's first byte in its transfer
    bool live = false;
    QpIndex qp = kNobody;
    Burst burst;
    std::uint32_t arrived = 0;  ///< beats; or `kLine` or `kInQuarantine`
    std::uint32_t moved = 0;    ///< beats, discarded ones too
    BusStatus worst = BusStatus::kOkay;
    Cycle driven = 0;
    std::uint32_t next = 0;  ///< tag of the slot's next burst in issue order
    std::uint32_t first_buffered = 0;
    std::uint32_t last_buffered = 0;
  };
  /// What the beats in the middle of a burst need, found with its first.
  struct Stream {
    std::uint32_t tag = kNoTag;
    ReadBurst* read = nullptr;
    TransferState* state = nullptr;
    InFlightEntry* entry = nullptr;
  };
  struct BufferedBeat {
    ReadBeat beat;
    std::uint32_t next = 0;
  };

  /// Whether a burst of at most `bytes` has to wait for a tag or for room.
  bool limited(std::uint32_t bytes) const {
    return free_tags_.empty() ||
           (config_.read_bytes != kUnlimited && outstanding_bytes_ + bytes > config_.read_bytes);
  }
  bool limited() const { return limited(max_burst_); }
  bool can_begin_burst() const { return !driving_ && !scheduler_.empty() && !limited(); }
  void begin_burst(Cycle now);
  /// Drives the request of a gather's burst or of a line, which holds a tag and its bytes.
  [[gnu::always_inline]] void ask(Cycle now, const BusBurst& burst);
  bool at_cap(const TransferState& state) const {
    return config_.read_bursts_per_slot != kUnlimited &&
           state.outstanding >= config_.read_bursts_per_slot;
  }
  [[gnu::cold, gnu::noinline]] void begin_line(Cycle now);
  [[gnu::cold, gnu::noinline]] void take_line(Cycle now, const ReadBeat& beat);
  void settle_freed();
  void take_in_order(Cycle now) {
    const ReadBeat* valid = bus_.peek_read(now);
    if (valid == nullptr) {
      return;
    }
    if (streams(*valid) && watch_.takes_rows()) {
      stream(now, 1, false);
    } else {
      take_in_order(now, *valid);
    }
  }
  void take_in_order(Cycle now, const ReadBeat& beat);
  void stream(Cycle now, std::uint32_t beats, bool in_row);
  bool streams(const ReadBeat& beat) const {
    return raw(beat.tag) == stream_.tag && beat.beat == stream_.read->arrived &&
           beat.beat + 1 < stream_.read->burst.beats && beat.status == BusStatus::kOkay &&
           !stream_.state->stopped;
  }
  void take_any_order(Cycle now);
  /// Into the reorder buffer.
  void take_early(Cycle now);
  /// Out of the reorder buffer. Requires a slot whose next beat is there.
  void deliver(Cycle now);
  /// Whether the beat that `deliver` would take reports an error, and so needs no room.
  bool next_is_faulty() const;
  /// The beat's bytes go to the payload end. The caller releases the beat; the same with `discard`.
  void move(Cycle now, ReadBurst& read, const ReadBeat& beat);
  [[gnu::cold, gnu::noinline]] void report_beat(Cycle now, const ReadBurst& read,
                                                const ReadBeat& beat, std::uint32_t remaining);
  /// Of a beat that moves as those of `stream` do at edge `now`, from `offset` in its transfer on.
  BeatEvent streamed_beat(Cycle now, std::uint32_t offset) const;
  void discard(Cycle now, ReadBurst& read, const ReadBeat& beat);
  [[gnu::cold, gnu::noinline]] void report_waste(Cycle now, const ReadBurst& read,
                                                 const ReadBeat& beat) const;
  void fail(Cycle now, const ReadBurst& read, const ReadBeat& beat);
  [[gnu::cold, gnu::noinline]] void hold_fault(const ReadBeat& beat);
  void take_fault(Cycle now);
  void discard_faulty(Cycle now);
  void stop(Cycle now, SlotIndex slot);
  [[gnu::cold, gnu::noinline]] void settle_timeouts(Cycle now);
  Cycle due(std::uint32_t tag) const { return unanswered_.since(tag) + timeout_ + held_; }
  /// Whether the first beat that is missing is the next that its transfer waits for.
  bool missing_is_next(const ReadBurst& read) const;
  void time_out(Cycle now, std::uint32_t tag);
  /// Puts what the slot's transfer has not had answered into quarantine, and ends it.
  void abandon(Cycle now, SlotIndex slot);
  /// A beat of no transfer: of a line, or of a burst in quarantine.
  [[gnu::cold, gnu::noinline]] void take_apart(Cycle now, const ReadBeat& beat);
  [[gnu::cold, gnu::noinline]] void take_late(Cycle now, const ReadBeat& beat);
  void report_late(Cycle now, const QuarantinedBurst& read, const ReadBeat& beat) const;
  /// All beats have moved or been discarded.
  void finish_burst(Cycle now, ReadBurst& read, const ReadBeat& beat);
  void buffer(ReadBurst& read, const ReadBeat& beat);
  std::uint32_t bytes_of(const ReadBurst& read, const ReadBeat& beat) const {
    return beat_range(read.burst, beat.beat, config_.bus_width).bytes;
  }
  ReadBeat unbuffer(ReadBurst& read);
  void flush_buffered(Cycle now, SlotIndex slot);
  void refresh_deliverable(SlotIndex slot);
  [[gnu::cold, gnu::noinline]] void report_taken(Cycle now, const ReadBurst& read,
                                                 const ReadBeat& beat);
  /// Whose beat is there and moves next, if it can.
  std::optional<QpIndex> next_to_move(Cycle now) const;
  /// As `next_edge`, where no burst could begin.
  Cycle next_arrival(Cycle now) const;

  const EngineConfig& config_;
  std::uint32_t max_burst_;  ///< bytes
  Transfers& transfers_;
  SlotUnits& units_;
  LineReader lines_;
  ReadBus& bus_;
  PayloadEgress& egress_;
  Retirement& retirement_;
  const Watch& watch_;

  BurstScheduler scheduler_;      ///< slots that could begin a burst now
  ScheduledSlots capped_;         ///< slots held only by `read_bursts_per_slot`
  std::vector<ReadBurst> reads_;  ///< by tag
  IndexSet free_tags_;
  std::vector<std::uint32_t> freed_tags_;  ///< at this edge
  WaitingLine unanswered_;                 ///< tags by the edge that drove them, less `held_`
  Cycle timeout_;                          ///< 0: none
  Cycle held_ = 0;                         ///< edges at which a beat waited for the payload end
  Quarantine quarantine_;
  BusTag driven_tag_{};   ///< of the request driven last
  bool driving_ = false;  ///< a request is out and not accepted
  Stream stream_;
  Cycle moved_at_ = kNever;         ///< edge at which a beat moved last
  QpIndex mover_ = kNobody;         ///< whose it was
  Cycle discarded_at_ = kNever;     ///< edge at which a beat was thrown away last
  QpIndex discarder_ = kNobody;     ///< whose it was
  std::optional<ReadBeat> faulty_;  ///< beat of this edge that came with an error
  std::uint32_t outstanding_ = 0;
  std::uint64_t outstanding_bytes_ = 0;
  std::uint64_t freed_bytes_ = 0;  ///< at this edge

  // Reorder buffer, for responses in any order.
  std::vector<BufferedBeat> beats_;
  std::vector<std::uint32_t> free_beats_;
  IndexHeap<std::uint64_t> deliverable_;  ///< slots whose next beat is there, by age
  std::uint32_t buffered_bytes_ = 0;
  LevelAccount reordered_;  ///< what stays in the buffer at the end of an edge

  ChannelCounters counters_;
};

}  // namespace sgdma::core
