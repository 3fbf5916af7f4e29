/// The write side: bursts whose payload is there, beat by beat, and their responses.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/burst_scheduler.h"
#include "core/channel_counters.h"
#include "core/index_set.h"
#include "core/memory_bus.h"
#include "core/payload.h"
#include "core/payload_ingress.h"
#include "core/quarantine.h"
#include "core/retirement.h"
#include "core/stall_account.h"
#include "core/transfers.h"
#include "core/translation/slot_units.h"
#include "core/waiting_line.h"
#include "core/watch.h"
#include "types/engine_config.h"

namespace sgdma::core {

/// A byte moves at the edge at which the bus takes its write beat. Beats of bursts never
/// interleave. A burst starts when its payload is there in full, or (cut through) that of its first
/// beat while the payload of other transfers leaves room for the rest.
///
/// Timing: granted at n, first beat driven at n + 1, moved at n + 2 at the earliest; an acceptance
/// frees the channel at its own edge. Posted writes end the transfer with their last beat, others
/// with their last response; one response is taken an edge. A burst id given back at n serves again
/// at n + 1.
///
/// A beat that was driven at n and is not accepted at n + `bus_timeout` is a fault; so is a burst
/// whose last beat was driven at n and whose response is not in at that edge. The transfer ends at
/// once; all of its bursts that are not answered go into quarantine, and what is left to drive of
/// one goes out as cut beats.
class ScatterChannel {
 public:
  /// A write beat on the bus.
  struct DrivenBeat {
    SlotIndex slot{};
    CompletionTag owner;
    BusTag bus_tag{};
    std::uint32_t beat = 0;  ///< position in its burst
    bool last = false;       ///< of its burst
    bool cut = false;        ///< it moves nothing
    BeatRange range;
    std::uint32_t offset = 0;  ///< of its first byte in the transfer
    Cycle driven = 0;
  };

  ScatterChannel(const EngineConfig& config, Transfers& transfers, SlotUnits& units, WriteBus& bus,
                 PayloadIngress& ingress, PayloadSource& source, Retirement& retirement,
                 const Watch& watch);

  /// A scatter was granted at this edge.
  void begin(SlotIndex slot);
  /// As `GatherChannel::key_came`.
  void key_came(SlotIndex slot) { classify(slot); }
  /// Stage "responses and acceptances".
  void respond(Cycle now) {
    if (driven_ && (taken_next_ || bus_.write_accepted(now))) {
      accept(now);
    }
    if (!config_.posted_writes) {
      take_response(now);
    }
  }
  /// Whether all that happens at edge `now` is that the beat that is out is taken and the next one
  /// driven, of its burst or of another that begins, and perhaps that a response comes that ends
  /// nothing.
  bool streams(Cycle now) const {
    const bool drives = bursting_ ? !cutting_ : turns();
    return taken_next_ && driven_ && drives && !driven_void_ &&
           (bus_.response_edge() > now || ends_nothing(*bus_.peek_response(now)));
  }
  /// Whether that may be done for several edges at a time.
  bool streams_rows() const { return gives_rows_ && bus_.takes_rows(); }
  /// Does that at edges from `now` on, `most` at most, as long as nothing else happens. Returns at
  /// how many. Requires `streams(now)`, `most` to be 1 or `streams_rows()`, and that whoever
  /// watches takes rows. What is given back has to be settled.
  std::uint32_t stream(Cycle now, std::uint32_t most);
  /// Whether the payload of all transfers is there with their grants.
  bool has_all_payload() const { return !ingress_.limited(); }
  /// Stage "faults": an error response, taken at this edge, or an answer that is missing for too
  /// long fail their transfer, unless control has stopped that first, with bytes left.
  void settle_faults(Cycle now) {
    if (answered_) {
      take_answer(now);
    }
    if (config_.bus_timeout != 0) {
      settle_timeouts(now);
    }
  }
  /// The transfer of the slot stops as the policy says; it ends when nothing of it is outstanding.
  void curtail(Cycle now, SlotIndex slot, TeardownPolicy policy);
  /// Whether the channel is free for the slot, and only payload is lacking.
  bool payload_stands_still(SlotIndex slot) const;
  /// Stage "issue".
  void issue(Cycle now) {
    if (driven_) {
      return;
    }
    if (bursting_ ? cutting_ || beat_payload_there() : start_burst(now)) {
      drive_beat(now);
    }
  }
  /// End of the edge: what was given back, and payload that came, serve from the next on.
  void settle() {
    if (!freed_ids_.empty()) {
      settle_freed();
    }
    if (ingress_.limited()) {
      settle_payload();
    }
  }

  /// As `GatherChannel::stall`.
  std::optional<Charge> stall(Cycle now) const;
  bool moved(Cycle now) const { return moved_at_ == now; }
  /// Whose burst began last. Up to stage "issue" it is the one of the beat that moved at the edge;
  /// `stream` moves all but its first beat for the one that it leaves behind.
  QpIndex writer() const { return writer_; }
  /// First edge after `now` at which the channel may have something to do.
  Cycle next_edge(Cycle now) const;
  /// First edge after `now` at which an answer may be missing for too long, or `kNever`.
  Cycle next_timeout(Cycle now) const;

  const ChannelCounters& counters() const { return counters_; }
  /// Bursts that hold an id: those in quarantine too.
  std::uint32_t outstanding() const { return outstanding_; }
  const Quarantine& quarantine() const { return quarantine_; }
  std::uint32_t free_ids() const { return free_ids_.size(); }
  /// As `GatherChannel::any_outstanding`.
  template <class Asked>
  bool any_outstanding(Asked is_asked) const {
    return std::any_of(writes_.begin(), writes_.end(), [&](const WriteBurst& write) {
      return write.live && is_asked(write.slot, write.offset);
    });
  }
  /// Whether a beat is out and not accepted.
  bool driving() const { return driven_; }
  /// The beat driven last. Requires `driving()`.
  DrivenBeat driven_beat() const;

 private:
  struct WriteBurst {
    SlotIndex slot{};
    std::uint32_t segment = 0;
    std::uint32_t offset = 0;  ///< of the burst's first byte in its transfer
    Burst burst;
    bool live = false;
    bool away = false;  ///< in quarantine
  };

  void settle_freed();
  void settle_payload();
  /// Whether another burst can begin when the last beat of the one on the channel is taken, and
  /// nothing else comes of that.
  bool turns() const {
    return !scheduler_.empty() && !free_ids_.empty() && !units_.derives() &&
           !(config_.posted_writes && ends_transfer(current_));
  }
  /// Whether the transfer ends with that burst, when it is finished.
  bool ends_transfer(BusTag id) const {
    const TransferState& state = transfers_.state(writes_[raw(id)].slot);
    return state.outstanding == 1 && state.bytes_to_issue == 0;
  }
  bool ends_nothing(const WriteResponse& response) const {
    return response.status == BusStatus::kOkay && !writes_[raw(response.tag)].away &&
           !ends_transfer(response.tag);
  }
  void drive_row(Cycle now, std::uint32_t beats);
  void accept(Cycle now);
  [[gnu::cold, gnu::noinline]] void report_beat(Cycle now, std::uint32_t remaining);
  /// Of `beats` beats that are driven from `now` on, of which all but the last have moved: the
  /// first is `range`, and number `beat` of its burst.
  [[gnu::noinline]] void report_row(Cycle now, std::uint32_t beat, const BeatRange& range,
                                    std::uint32_t beats);
  BeatEvent moved_beat(std::uint32_t beat, const BeatRange& range, std::uint32_t remaining,
                       Cycle driven) const;
  [[gnu::cold, gnu::noinline]] void accept_wasted(Cycle now);
  [[gnu::cold, gnu::noinline]] void drive_cut(Cycle now);
  /// The last beat of the burst is out.
  [[gnu::cold, gnu::noinline]] void await_response(Cycle now);
  void report_waste(Cycle now, bool last) const;
  void take_response(Cycle now);
  [[gnu::cold, gnu::noinline]] void take_answer(Cycle now);
  void end_burst(Cycle now, const WriteResponse& response);
  void fail(Cycle now, const WriteBurst& write, const WriteResponse& response);
  [[gnu::cold, gnu::noinline]] void settle_timeouts(Cycle now);
  void time_out(Cycle now, BusTag id, std::uint32_t beat);
  /// Puts what the slot's transfer has not had answered into quarantine, and ends it.
  void abandon(Cycle now, SlotIndex slot);
  void quarantine(Cycle now, BusTag id);
  /// The response of a burst in quarantine.
  [[gnu::cold, gnu::noinline]] void take_late(Cycle now, const WriteResponse& response);
  void end_quarantine(Cycle now, BusTag id);
  void stop(Cycle now, SlotIndex slot);
  bool on_channel(SlotIndex slot) const {
    return bursting_ && writes_[raw(current_)].slot == slot && !writes_[raw(current_)].away;
  }
  const CompletionTag& owner_of(BusTag id) const;
  void finish_burst(Cycle now, BusTag id);
  bool start_burst(Cycle now);
  void drive_beat(Cycle now);
  void drive_payload(Cycle now);
  /// Whether the payload of the burst's next beat is there.
  bool beat_payload_there() const {
    const WriteBurst& write = writes_[raw(current_)];
    return transfers_.state(write.slot).payload_bytes >=
           write.offset + next_range_.offset + next_range_.bytes;
  }
  bool burst_payload_there(SlotIndex slot) const;
  /// Puts the slot into the set that fits: could begin a burst, lacks payload, is capped, or none.
  void classify(SlotIndex slot);

  const EngineConfig& config_;
  std::uint32_t max_burst_;  ///< bytes
  Transfers& transfers_;
  SlotUnits& units_;
  WriteBus& bus_;
  PayloadIngress& ingress_;
  PayloadSource& source_;
  bool gives_rows_;  ///< so the source says
  Retirement& retirement_;
  const Watch& watch_;

  BurstScheduler scheduler_;        ///< slots that could begin a burst now
  ScheduledSlots hungry_;           ///< slots that lack only payload
  ScheduledSlots capped_;           ///< slots held by `write_bursts_per_slot`
  std::vector<WriteBurst> writes_;  ///< by burst id
  IndexSet free_ids_;
  std::vector<std::uint32_t> freed_ids_;  ///< at this edge

  // The burst on the channel.
  bool bursting_ = false;     ///< a burst has begun and has beats to drive
  bool driven_ = false;       ///< a beat is out and not accepted
  bool taken_next_ = false;   ///< and the next edge sees it accepted
  bool cutting_ = false;      ///< the beats that are left are cut
  bool driven_cut_ = false;   ///< the beat that is out is
  bool driven_void_ = false;  ///< it moves nothing: it is cut, or its transfer has gone
  BusTag current_{};
  QpIndex writer_ = kNobody;  ///< of its transfer
  std::uint32_t next_beat_ = 0;
  BeatRange next_range_;    ///< of that beat
  BeatRange driven_range_;  ///< of the beat before it
  Cycle driven_at_ = 0;

  WaitingLine unanswered_;  ///< ids by the edge that drove their last beat
  Quarantine quarantine_;

  Cycle moved_at_ = kNever;                ///< edge at which a beat moved last
  Cycle cut_taken_at_ = kNever;            ///< the same of a cut beat
  std::optional<WriteResponse> answered_;  ///< response of this edge that is an error
  std::uint32_t outstanding_ = 0;
  ChannelCounters counters_;
};

}  // namespace sgdma::core
