/// Every byte that moves: where it lies, how often it moves, and what it is.
///
/// Memory serves the beats of a transfer in order of offset, whatever the order of their responses;
/// so one count per transfer says which bytes were served. What memory had to serve for a read
/// burst is kept by bus tag until the payload end has seen it. The beat path does not allocate, but
/// for a tag's first use and for a page of shadow memory that is written for the first time.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "oracle/bus_events.h"
#include "oracle/limits.h"
#include "oracle/right_line.h"
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
        served_reads_(limits.tags[0]) {}

  void on_served(const platform::ServedBeat& beat) {
    log_.count(kServedChecks);
    RunningTransfer* transfer =
        beat.framed && !beat.page_list ? slots_.running(beat.slot, beat.owner) : nullptr;
    const std::uint64_t in_word = beat.address & (bus_width_ - 1);
    if (transfer == nullptr || transfer->work == nullptr ||
        beat.write != (transfer->direction == Direction::kScatter) || beat.cut ||
        beat.address != transfer->served.address() || beat.bytes > transfer->served.left() ||
        beat.bytes == 0 || in_word + beat.bytes > bus_width_) {
      serve_otherwise(beat);
      return;
    }
    if (beat.status != BusStatus::kOkay) {
      note_fault(beat, *transfer);
    } else if (beat.write) {
      serve_write(beat, *transfer);
    } else {
      serve_read(beat, *transfer);
    }
    transfer->served.step(transfer->work->map, beat.bytes);
  }
  /// A beat of `transfer` that is in its place.
  void on_beat(const BeatEvent& beat, const RunningTransfer& transfer) {
    log_.count(kMovedChecks);
    const std::uint32_t end = beat.offset + beat.range.bytes;
    const bool served = end <= transfer.served.bytes() && end >= beat.offset;
    if (!served || (beat.direction == Direction::kGather && !moved_is_right(beat, end, transfer))) {
      report_moved(beat, transfer);
    }
  }

 private:
  // Checks that a beat of memory goes through: owner, word, place, length, data, and the frame of
  // its burst.
  static constexpr std::uint64_t kServedChecks = 6;
  // Served before, no fault before, data.
  static constexpr std::uint64_t kMovedChecks = 3;

  /// What memory ought to have served for the read burst of a tag.
  struct ServedRead {
    std::uint32_t begin = 0;  ///< offset of the burst in its transfer
    std::uint32_t beats = 0;  ///< served
    std::vector<std::uint8_t> bytes;
  };

  [[gnu::cold, gnu::noinline]] void served_cut(const platform::ServedBeat& beat,
                                               const RunningTransfer& transfer);
  /// Whether a read beat up to offset `end` brings what memory has served for it, without a fault
  /// before.
  bool moved_is_right(const BeatEvent& beat, std::uint32_t end,
                      const RunningTransfer& transfer) const {
    if ((transfer.fault && end > transfer.fault->offset) ||
        raw(beat.bus_tag) >= served_reads_.size()) {
      return false;
    }
    const ServedRead& read = served_reads_[raw(beat.bus_tag)];
    return beat.offset >= read.begin && end - read.begin <= read.bytes.size() &&
           same_bytes(read.bytes.data() + (beat.offset - read.begin), beat.data, beat.range.bytes);
  }
  /// What is wrong with a beat that moved.
  [[gnu::cold, gnu::noinline]] void report_moved(const BeatEvent& beat,
                                                 const RunningTransfer& transfer);
  [[gnu::cold, gnu::noinline]] void stray(const platform::ServedBeat& beat);
  /// A line of a page list, which is of no transfer.
  [[gnu::cold, gnu::noinline]] void served_page_list(const platform::ServedBeat& beat);
  [[gnu::cold, gnu::noinline]] void misplaced(const platform::ServedBeat& beat,
                                              RunningTransfer& transfer);
  /// A beat in its place: it brings what is in memory, which is kept.
  void serve_read(const platform::ServedBeat& beat, RunningTransfer& transfer) {
    const std::uint32_t offset = transfer.served.bytes();
    std::uint8_t* kept = beat.beat == 0 ? make_room_for(beat, offset) : room_for(beat, offset);
    if (kept == nullptr) {
      report_room(beat);
      return;
    }
    if (beat.bytes != kPatternLine || beat.address % 8 != 0 ||
        !memory_.knows(transfer.page, beat.address)) {
      serve_other_read(beat, transfer, kept);
      return;
    }
    RightLine line(kept, beat.data);
    const bool right =
        transfer.page.data == nullptr
            ? line.is_pattern(kMemoryPattern, beat.address / 8)
            : line.is_copy(transfer.page.data + beat.address % ShadowMemory::kPageBytes);
    if (!right) {
      report_data("read_data", beat, offset, kept);
    }
  }
  /// As above: it brings the payload, which memory holds from now on.
  void serve_write(const platform::ServedBeat& beat, RunningTransfer& transfer) {
    const std::uint32_t offset = transfer.served.bytes();
    if (beat.bytes != kPatternLine || offset % 8 != 0) {  // an atomic has 8 bytes
      serve_other_write(beat, transfer);
      return;
    }
    std::uint8_t* kept = memory_.writable(transfer.page, beat.address);
    if (!RightLine(kept, beat.data).is_pattern(transfer.payload_seed, offset / 8)) {
      report_data("write_data", beat, offset, kept);
    }
  }
  /// Those of another length or place, and those of another page than before.
  [[gnu::noinline]] void serve_other_read(const platform::ServedBeat& beat,
                                          RunningTransfer& transfer, std::uint8_t* kept);
  [[gnu::noinline]] void serve_other_write(const platform::ServedBeat& beat,
                                           RunningTransfer& transfer);
  /// A beat that is not as it must be: of no transfer, cut, or out of its place.
  [[gnu::cold, gnu::noinline]] void serve_otherwise(const platform::ServedBeat& beat);
  /// A beat in its place brings other bytes than the right ones.
  [[gnu::cold, gnu::noinline]] void report_data(std::string_view check,
                                                const platform::ServedBeat& beat,
                                                std::uint32_t offset, const std::uint8_t* right);
  [[gnu::cold, gnu::noinline]] void note_fault(const platform::ServedBeat& beat,
                                               RunningTransfer& transfer);
  /// Where the bytes of a read beat are kept, or nullptr where the beat is not the next of its
  /// burst; `offset`: in its transfer.
  std::uint8_t* room_for(const platform::ServedBeat& beat, std::uint32_t offset) {
    if (raw(beat.bus_tag) >= served_reads_.size()) {
      return nullptr;
    }
    ServedRead& read = served_reads_[raw(beat.bus_tag)];
    const std::uint32_t at = offset - read.begin;
    if (beat.beat != read.beats || std::uint64_t{at} + beat.bytes > read.bytes.size()) {
      return nullptr;
    }
    ++read.beats;
    return read.bytes.data() + at;
  }
  /// As above, for the first beat of a burst too, which makes the room.
  [[gnu::noinline]] std::uint8_t* make_room_for(const platform::ServedBeat& beat,
                                                std::uint32_t offset);
  [[gnu::cold, gnu::noinline]] void report_room(const platform::ServedBeat& beat);
  [[gnu::cold, gnu::noinline]] void report_data(std::string_view check, const Place& place,
                                                std::uint32_t offset, const std::uint8_t* seen,
                                                const std::uint8_t* right, std::uint32_t bytes);

  const Limits& limits_;
  std::uint32_t bus_width_;  ///< of the limits
  SlotTable& slots_;
  ViolationLog& log_;
  ShadowMemory memory_;
  std::vector<ServedRead> served_reads_;  ///< by read tag
};

}  // namespace sgdma::oracle
