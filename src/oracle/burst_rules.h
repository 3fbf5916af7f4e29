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
    const Course& course = courses_[index_of(beat.direction)];
    return course.goes_on(beat) ? step(course, 1) : check_beat(beat);
  }
  /// `beats` beats, as `Observer::on_row` has them: the same for all of them, where they go on as
  /// the one before. Else nothing is done, and nullptr is returned.
  RunningTransfer* on_row(const BeatEvent& beat, std::uint32_t beats) {
    const Course& course = courses_[index_of(beat.direction)];
    return course.goes_on(beat) && beats <= course.last_beat - beat.beat ? step(course, beats)
                                                                         : nullptr;
  }
  /// The transfer of the slot that has the write burst `tag`, or nullptr.
  const RunningTransfer* transfer_of(BusTag tag) const {
    const Tags& all = tags_[index_of(Direction::kScatter)];
    return raw(tag) < all.count && all.bursts[raw(tag)].busy ? &slots_.at(all.bursts[raw(tag)].slot)
                                                             : nullptr;
  }
  /// Something has happened that may have changed what holds for transfers that run.
  void look_anew() {
    courses_[0].last_beat = 0;
    courses_[1].last_beat = 0;
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

  /// A burst whose beats go on as the one before, which was checked in full, or as the burst
  /// begins: up to its last, each a whole word, of a transfer that nothing has stopped. Another
  /// event than a beat, the begin of a burst or a response ends it.
  struct Course {
    std::uint32_t last_beat = 0;  ///< number of the burst's last; 0: there is no course
    SlotIndex slot{};
    BusTag bus_tag{};
    std::uint32_t word = 0;     ///< bytes
    std::uint64_t address = 0;  ///< of the burst
    std::uint32_t rest = 0;     ///< bytes of the transfer, without a word
    CompletionTag tag;
    OpenBurst* open = nullptr;
    RunningTransfer* transfer = nullptr;

    /// Whether the beat is as `check_beat` asks for.
    bool goes_on(const BeatEvent& beat) const {
      return beat.beat < last_beat && beat.bus_tag == bus_tag && beat.slot == slot &&
             beat.tag == tag && beat.beat == open->next_beat && beat.range.bytes == word &&
             beat.range.offset == open->moved && beat.range.address == address + open->moved &&
             beat.offset == transfer->moved && beat.remaining == rest - beat.offset && !beat.last;
    }
  };

  RunningTransfer* step(const Course& course, std::uint32_t beats) {
    log_.count(beats * kBeatChecks);
    course.transfer->moved += beats * course.word;
    course.open->moved += beats * course.word;
    course.open->next_beat += beats;
    return course.transfer;
  }
  [[gnu::noinline]] RunningTransfer* check_beat(const BeatEvent& beat);
  /// The next beats of the burst go on as the last one did, if they do.
  void set_course(const BusOwner& owner, RunningTransfer& transfer, OpenBurst& open);
  /// The tag begins or ends a burst.
  void end_course(Direction direction, const OpenBurst& open) {
    Course& course = courses_[index_of(direction)];
    if (course.open == &open) {
      course.last_beat = 0;
    }
  }
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
  std::array<Course, kDirections> courses_;
  std::array<std::uint32_t, kDirections> busy_{};
  std::array<std::uint32_t, kDirections> away_{};
  std::uint64_t read_bytes_ = 0;
};

}  // namespace sgdma::oracle
