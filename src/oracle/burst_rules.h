/// Bursts and bus tags: the greedy rule, the limits, and no tag used twice or lost.
///
/// Invariant: a tag is busy from the edge that drives its burst to the edge at which it is given
/// back, and serves again at the next edge.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>

#include "oracle/bus_events.h"
#include "oracle/final_state.h"
#include "oracle/limits.h"
#include "oracle/slot_table.h"
#include "oracle/violation_log.h"
#include "types/observer.h"

namespace sgdma::oracle {

class BurstRules {
 public:
  BurstRules(const Limits& limits, SlotTable& slots, ViolationLog& log);

  void on_burst(const SeenBurst& burst);
  /// A beat moved: its place in its burst and in its transfer. Gives back the tag of a posted write
  /// with its last beat. Returns the transfer, or nullptr where the beat is out of place.
  RunningTransfer* on_beat(const BeatEvent& beat) {
    log_.count(kBeatChecks);
    RunningTransfer* transfer = slots_.running(beat.slot, beat.tag);
    Tags& tags = tags_[index_of(beat.direction)];
    const std::uint32_t tag = raw(beat.bus_tag);
    if (transfer == nullptr || transfer->direction != beat.direction || tag >= tags.count ||
        !tags.bursts[tag].moves_for(beat.slot)) {
      refuse(beat);
      return nullptr;
    }
    OpenBurst& open = tags.bursts[tag];
    const std::uint64_t address = open.address + open.moved;
    const std::uint32_t to_word_end =
        bus_width_ - (static_cast<std::uint32_t>(address) & (bus_width_ - 1));
    const std::uint32_t bytes = std::min(to_word_end, open.bytes - open.moved);
    const std::uint32_t after = transfer->moved + beat.range.bytes;
    const bool in_place = beat.offset == transfer->moved && beat.beat == open.next_beat &&
                          beat.range.address == address && beat.range.bytes == bytes &&
                          beat.range.offset == open.moved &&
                          beat.last == (open.next_beat + 1 == open.beats) &&
                          beat.remaining == transfer->bytes - after;
    if (!in_place && !report_beat(beat, *transfer, open, bytes)) {
      return nullptr;
    }
    if (transfer->stop || open.wasted > 0) {
      check_stopped_beat(beat, *transfer, open);
    }
    transfer->moved = after;
    ++open.next_beat;
    open.moved += beat.range.bytes;
    if (beat.last && beat.direction == Direction::kScatter && limits_.posted_writes) {
      give_back({beat.slot, beat.direction, beat.tag, beat.bus_tag}, open);
    }
    return transfer;
  }
  /// A beat passed the bus and moved nothing.
  void on_waste(const SeenBeat& beat);
  void on_response(const SeenResponse& response);
  /// A burst is left without its transfer; or (`over`) its tag has just been given back.
  void on_quarantine(const BusOwner& owner, bool over);
  void finish(const FinalState& state);

 private:
  // Checks of a beat: owner, tag, order, number, address, length, offset, last, remaining.
  static constexpr std::uint64_t kBeatChecks = 9;

  struct alignas(64) OpenBurst {
    bool busy = false;
    bool away = false;  ///< in quarantine: of no transfer any more
    SlotIndex slot{};
    std::uint64_t address = 0;
    std::uint32_t bytes = 0;
    std::uint32_t beats = 0;
    std::uint32_t next_beat = 0;
    std::uint32_t moved = 0;   ///< bytes
    std::uint32_t wasted = 0;  ///< beats
    Cycle given_back = 0;
    bool was_used = false;

    /// Whether beats of the slot's transfer may move under this tag.
    bool moves_for(SlotIndex owner) const { return busy && !away && slot == owner; }
  };
  /// Bursts by bus tag.
  struct Tags {
    explicit Tags(std::uint32_t tags) : count(tags), bursts(std::make_unique<OpenBurst[]>(tags)) {}

    std::uint32_t count;
    std::unique_ptr<OpenBurst[]> bursts;
  };

  OpenBurst* open_burst(const BusOwner& owner, const Place& place);
  void check_shape(const SeenBurst& burst, const Place& place);
  void check_place(const SeenBurst& burst, RunningTransfer& transfer, const Place& place);
  /// A beat of no transfer that runs, or of no burst of it.
  [[gnu::cold, gnu::noinline]] void refuse(const BeatEvent& beat);
  /// A beat that is not as it must be. Whether it is the next of its transfer for all that.
  [[gnu::cold, gnu::noinline]] bool report_beat(const BeatEvent& beat,
                                                const RunningTransfer& transfer,
                                                const OpenBurst& open, std::uint32_t bytes);
  void check_stop(const SeenBurst& burst, const RunningTransfer& transfer, const Place& place);
  [[gnu::cold, gnu::noinline]] void check_stopped_beat(const BeatEvent& beat,
                                                       const RunningTransfer& transfer,
                                                       const OpenBurst& open);
  void check_limits(const SeenBurst& burst, RunningTransfer& transfer, const Place& place);
  void take_tag(const SeenBurst& burst, const Place& place);
  [[gnu::noinline]] void give_back(const BusOwner& owner, OpenBurst& open);
  void finish_tags(Direction direction, const std::optional<std::uint32_t>& free,
                   const FinalState& state);

  const Limits& limits_;
  std::uint32_t bus_width_;  ///< of the limits
  SlotTable& slots_;
  ViolationLog& log_;
  std::array<Tags, kDirections> tags_;
  std::array<std::uint32_t, kDirections> busy_{};
  std::array<std::uint32_t, kDirections> away_{};
  std::uint64_t read_bytes_ = 0;
};

}  // namespace sgdma::oracle
