/// Every byte that moves: where it lies, how often it moves, and what it is.
///
/// Memory serves the beats of a transfer in order of offset, whatever the order of their responses;
/// so one count per transfer says which bytes were served. What memory had to serve for a read
/// burst is kept by bus tag until the payload end has seen it. The beat path does not allocate, but
/// for a tag's first use and for a page of shadow memory that is written for the first time.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>

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
        read_tags_(limits.tags[0]),
        served_reads_(std::make_unique<ServedRead[]>(limits.tags[0])) {}

  void on_served(const platform::ServedBeat& beat) {
    RunningTransfer* transfer = beat.framed ? slots_.running(beat.slot, beat.owner) : nullptr;
    const bool usual = transfer != nullptr && transfer->work != nullptr &&
                       beat.address == transfer->served.address() && beat.bytes == kPatternLine &&
                       transfer->served.left() >= kPatternLine && bus_width_ == kPatternLine &&
                       beat.address % kPatternLine == 0 && !beat.page_list && !beat.cut &&
                       beat.status == BusStatus::kOkay &&
                       beat.write == (transfer->direction == Direction::kScatter) &&
                       memory_.knows(transfer->page, beat.address);
    if (!usual || !(beat.write ? take_line(beat, *transfer) : give_line(beat, *transfer))) {
      serve(beat);
      return;
    }
    log_.count(kServedChecks);
    transfer->served.step(transfer->work->map, kPatternLine);
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
  struct alignas(32) ServedRead {
    std::uint32_t begin = 0;  ///< offset of the burst in its transfer
    std::uint32_t beats = 0;  ///< served
    std::uint32_t room = 0;   ///< bytes of the longest burst
    std::unique_ptr<std::uint8_t[]> bytes;
  };

  [[gnu::cold, gnu::noinline]] void served_cut(const platform::ServedBeat& beat,
                                               const RunningTransfer& transfer);
  /// Whether a read beat up to offset `end` brings what memory has served for it, without a fault
  /// before.
  bool moved_is_right(const BeatEvent& beat, std::uint32_t end,
                      const RunningTransfer& transfer) const {
    if ((transfer.fault && end > transfer.fault->offset) || raw(beat.bus_tag) >= read_tags_) {
      return false;
    }
    const ServedRead& read = served_reads_[raw(beat.bus_tag)];
    return beat.offset >= read.begin && end - read.begin <= read.room &&
           same_bytes(read.bytes.get() + (beat.offset - read.begin), beat.data, beat.range.bytes);
  }
  /// What is wrong with a beat that moved.
  [[gnu::cold, gnu::noinline]] void report_moved(const BeatEvent& beat,
                                                 const RunningTransfer& transfer);
  [[gnu::cold, gnu::noinline]] void stray(const platform::ServedBeat& beat);
  /// A line of a page list, which is of no transfer.
  [[gnu::cold, gnu::noinline]] void served_page_list(const platform::ServedBeat& beat);
  [[gnu::cold, gnu::noinline]] void misplaced(const platform::ServedBeat& beat,
                                              RunningTransfer& transfer);
  /// A whole line that a read burst goes on with, in the page of the one before: it brings what is
  /// in memory, which is kept. False if it does not, or if the burst does not go on with it.
  bool give_line(const platform::ServedBeat& beat, const RunningTransfer& transfer) {
    std::uint8_t* kept = room_for(beat, transfer.served.bytes());
    if (kept == nullptr) {
      return false;
    }
    RightLine line(kept, beat.data);
    const ShadowPage* page = transfer.page.page;
    const bool right = page == nullptr || !page->holds(beat.address)
                           ? line.is_pattern(kMemoryPattern, beat.address / 8)
                           : line.is_copy(page->at(beat.address));
    served_reads_[raw(beat.bus_tag)].beats += right ? 1U : 0U;
    return right;
  }
  /// As above, of a write: it brings the payload, which memory holds from now on. False too where
  /// the payload's words lie across those of memory.
  bool take_line(const platform::ServedBeat& beat, const RunningTransfer& transfer) {
    const std::uint32_t offset = transfer.served.bytes();
    ShadowPage* page = transfer.page.page;
    return page != nullptr && offset % 8 == 0 &&
           RightLine(page->begin_line(beat.address), beat.data)
               .is_pattern(transfer.payload_seed, offset / 8);
  }
  /// Any beat.
  [[gnu::noinline]] void serve(const platform::ServedBeat& beat);
  void serve_read(const platform::ServedBeat& beat, RunningTransfer& transfer);
  void serve_write(const platform::ServedBeat& beat, RunningTransfer& transfer);
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
    if (raw(beat.bus_tag) >= read_tags_) {
      return nullptr;
    }
    const ServedRead& read = served_reads_[raw(beat.bus_tag)];
    const std::uint64_t at = offset - read.begin;
    return beat.beat == read.beats && at + beat.bytes <= read.room ? read.bytes.get() + at
                                                                   : nullptr;
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
};

}  // namespace sgdma::oracle
