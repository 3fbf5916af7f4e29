/// Every byte that moves: where it lies, how often it moves, and what it is.
///
/// Memory serves the beats of a transfer in order of offset, whatever the order of their responses;
/// so one count per transfer says which bytes were served. What memory had to serve for a read
/// burst is kept by bus tag until the payload end has seen it. The beat path does not allocate, but
/// for a tag's first use and for a page of shadow memory that is written for the first time.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string_view>

#include "oracle/bus_events.h"
#include "oracle/limits.h"
#include "oracle/line_course.h"
#include "oracle/right_line.h"
#include "oracle/row_ahead.h"
#include "oracle/shadow_memory.h"
#include "oracle/slot_table.h"
#include "oracle/violation_log.h"
#include "platform/memory/memory_monitor.h"
#include "types/observer.h"
#include "types/same_bytes.h"

namespace sgdma::oracle {

class ByteChecker {
 public:
  ByteChecker(const Limits& limits, SlotTable& slots, ViolationLog& log)
      : limits_(limits),
        bus_width_(limits.bus_width),
        slots_(slots),
        log_(log),
        read_tags_(limits.tags[0]),
        served_reads_(std::make_unique<ServedRead[]>(limits.tags[0])) {}

  /// Any beat.
  void on_served(const platform::ServedBeat& beat);
  /// The same of one that was read with OKAY, where it is usual: a whole line that its burst goes
  /// on with. False where it is not, or is not as it must be; then nothing is done.
  bool on_read(const BurstFrame& frame, std::uint64_t address, const std::uint8_t* data,
               std::uint32_t bytes) {
    LineCourse& course = courses_[0];
    return course.goes_on(frame, address, bytes) && give_line(course, address, data);
  }
  /// As above, of one that was written.
  bool on_write(const BurstFrame& frame, std::uint64_t address, const std::uint8_t* data,
                std::uint32_t bytes) {
    LineCourse& course = courses_[1];
    return course.goes_on(frame, address, bytes) && take_line(course, address, data);
  }
  /// The same where the burst begins, or goes on after something else.
  bool begin_read(const BurstFrame& frame, std::uint64_t address, const std::uint8_t* data,
                  std::uint32_t bytes) {
    return begin_course(frame, address, bytes, Direction::kGather) &&
           give_line(courses_[0], address, data);
  }
  bool begin_write(const BurstFrame& frame, std::uint64_t address, const std::uint8_t* data,
                   std::uint32_t bytes) {
    return begin_course(frame, address, bytes, Direction::kScatter) &&
           take_line(courses_[1], address, data);
  }
  /// Something has happened that may have changed what holds for transfers that run.
  void look_anew() {
    courses_[0].end = 0;
    courses_[1].end = 0;
  }
  /// A beat of `transfer` that is in its place.
  void on_beat(const BeatEvent& beat, const RunningTransfer& transfer) {
    check_beat(beat, transfer, transfer.served.bytes());
  }
  /// `beats` beats of `transfer` that are in their places, as `Observer::on_row` has them.
  void on_row(const BeatEvent& beat, std::uint32_t beats, const RunningTransfer& transfer) {
    const std::uint32_t bytes = beats * beat.range.bytes;
    const std::uint32_t end = beat.offset + bytes;
    const bool served = end <= transfer.served.bytes() && end >= beat.offset;
    if (!served ||
        (beat.direction == Direction::kGather && !bytes_are_right(beat, bytes, transfer))) {
      check_one_by_one(beat, beats, transfer, nullptr);
      return;
    }
    log_.count(beats * kMovedChecks);
  }
  /// As `on_row`, where a beat may not be as it must be; `ahead`: where memory served them
  /// otherwise than one an edge.
  [[gnu::cold, gnu::noinline]] void check_one_by_one(const BeatEvent& beat, std::uint32_t beats,
                                                     const RunningTransfer& transfer,
                                                     const RowAhead* ahead);

 private:
  // Checks that a beat of memory goes through: owner, word, place, length, data, and the frame of
  // its burst.
  static constexpr std::uint64_t kServedChecks = 6;
  // Served before, no fault before, data.
  static constexpr std::uint64_t kMovedChecks = 3;

  /// What memory ought to have served for the read burst of a tag.
  struct alignas(32) ServedRead {
    std::uint32_t begin = 0;  ///< offset of the burst in its transfer
    std::uint32_t beats = 0;  ///< served
    std::uint32_t room = 0;   ///< bytes of the longest burst
    std::unique_ptr<std::uint8_t[]> bytes;
  };

  [[gnu::cold, gnu::noinline]] void served_cut(const platform::ServedBeat& beat,
                                               const RunningTransfer& transfer);
  /// What memory has served for `bytes` bytes of a read burst that move from `beat` on, without a
  /// fault before; nullptr where it has not.
  const std::uint8_t* served_for(const BeatEvent& beat, std::uint32_t bytes,
                                 const RunningTransfer& transfer) const {
    const std::uint32_t end = beat.offset + bytes;
    if ((transfer.fault && end > transfer.fault->offset) || raw(beat.bus_tag) >= read_tags_) {
      return nullptr;
    }
    const ServedRead& read = served_reads_[raw(beat.bus_tag)];
    return beat.offset >= read.begin && end - read.begin <= read.room
               ? read.bytes.get() + (beat.offset - read.begin)
               : nullptr;
  }
  /// Whether a read beat brings what memory has served for it.
  bool moved_is_right(const BeatEvent& beat, const RunningTransfer& transfer) const {
    const std::uint8_t* right = served_for(beat, beat.range.bytes, transfer);
    return right != nullptr && same_bytes(right, beat.data, beat.range.bytes);
  }
  bool bytes_are_right(const BeatEvent& beat, std::uint32_t bytes,
                       const RunningTransfer& transfer) const {
    const std::uint8_t* right = served_for(beat, bytes, transfer);
    return right != nullptr && std::memcmp(right, beat.data, bytes) == 0;
  }
  /// `served`: bytes that memory had served.
  void check_beat(const BeatEvent& beat, const RunningTransfer& transfer, std::uint32_t served) {
    log_.count(kMovedChecks);
    const std::uint32_t end = beat.offset + beat.range.bytes;
    const bool was_served = end <= served && end >= beat.offset;
    if (!was_served || (beat.direction == Direction::kGather && !moved_is_right(beat, transfer))) {
      report_moved(beat, transfer, served);
    }
  }
  /// What is wrong with a beat that moved.
  [[gnu::cold, gnu::noinline]] void report_moved(const BeatEvent& beat,
                                                 const RunningTransfer& transfer,
                                                 std::uint32_t served);
  [[gnu::cold, gnu::noinline]] void stray(const platform::ServedBeat& beat);
  /// A line of a page list, which is of no transfer.
  [[gnu::cold, gnu::noinline]] void served_page_list(const platform::ServedBeat& beat);
  [[gnu::cold, gnu::noinline]] void misplaced(const platform::ServedBeat& beat,
                                              RunningTransfer& transfer);
  /// The course goes on with a beat, if that is usual.
  [[gnu::noinline]] bool begin_course(const BurstFrame& frame, std::uint64_t address,
                                      std::uint32_t bytes, Direction direction);
  /// The transfer of a beat that is a whole line, the next of it; nullptr where it is not.
  RunningTransfer* of_line(Direction direction, const BurstFrame& frame, std::uint64_t address,
                           std::uint32_t bytes);
  /// What is kept of the burst of a line that is the next of it; else nullptr.
  ServedRead* read_of(const BurstFrame& frame, std::uint32_t offset);
  /// Lines from `address` on up to the end of the page, or of what `transfer` has there.
  static std::uint32_t room_of(std::uint64_t address, const RunningTransfer& transfer) {
    const std::uint64_t to_page_end = ShadowPage::kBytes - address % ShadowPage::kBytes;
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(transfer.served.left(), to_page_end) /
                                      kPatternLine);
  }
  /// The next line of a read brings what is in memory, which is kept. False if it does not.
  bool give_line(LineCourse& course, std::uint64_t address, const std::uint8_t* data) {
    if (course.page != nullptr) {
      if (!course.page->is_pattern(address)) {
        return false;
      }
      course.from = course.page->pattern(address);
    }
    if (!is_line(data, course.from, course.kept)) {
      return false;
    }
    log_.count(kServedChecks);
    course.step();
    course.kept += kPatternLine;
    *course.kept_beats = course.beat;
    return true;
  }
  /// That of a write brings the payload, which memory holds from now on.
  bool take_line(LineCourse& course, std::uint64_t address, const std::uint8_t* data) {
    if (!is_line(data, course.from)) {
      return false;
    }
    log_.count(kServedChecks);
    course.page->set_pattern(address, course.from);
    course.step();
    return true;
  }
  void serve_read(const platform::ServedBeat& beat, RunningTransfer& transfer);
  void serve_write(const platform::ServedBeat& beat, RunningTransfer& transfer);
  void serve_line(const platform::ServedBeat& beat, RunningTransfer& transfer, std::uint64_t from);
  /// A beat that is not as it must be: of no transfer, cut, or out of its place.
  [[gnu::cold, gnu::noinline]] void serve_otherwise(const platform::ServedBeat& beat);
  /// A beat in its place brings other bytes than the right ones.
  [[gnu::cold, gnu::noinline]] void report_data(std::string_view check,
                                                const platform::ServedBeat& beat,
                                                std::uint32_t offset, const std::uint8_t* right);
  [[gnu::cold, gnu::noinline]] void note_fault(const platform::ServedBeat& beat,
                                               RunningTransfer& transfer);
  /// Where the `bytes` bytes of a read beat are kept, or nullptr where the beat is not the next of
  /// its burst; `offset`: in its transfer.
  std::uint8_t* room_for(BusTag tag, std::uint32_t beat, std::uint32_t bytes,
                         std::uint32_t offset) {
    if (raw(tag) >= read_tags_) {
      return nullptr;
    }
    const ServedRead& read = served_reads_[raw(tag)];
    const std::uint64_t at = offset - read.begin;
    return beat == read.beats && at + bytes <= read.room ? read.bytes.get() + at : nullptr;
  }
  /// The same for the first beat of a burst, which makes the room, and for others. Counts the beat.
  std::uint8_t* make_room_for(const platform::ServedBeat& beat, std::uint32_t offset);
  [[gnu::cold, gnu::noinline]] void report_room(const platform::ServedBeat& beat);
  [[gnu::cold, gnu::noinline]] void report_data(std::string_view check, const Place& place,
                                                std::uint32_t offset, const std::uint8_t* seen,
                                                const std::uint8_t* right, std::uint32_t bytes);

  const Limits& limits_;
  std::uint32_t bus_width_;  ///< of the limits
  SlotTable& slots_;
  ViolationLog& log_;
  ShadowMemory memory_;
  std::uint32_t read_tags_;
  std::unique_ptr<ServedRead[]> served_reads_;  ///< by read tag
  std::array<LineCourse, kDirections> courses_;
};

}  // namespace sgdma::oracle
