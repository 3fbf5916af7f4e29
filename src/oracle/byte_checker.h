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
#include "oracle/shadow_memory.h"
#include "oracle/slot_table.h"
#include "oracle/violation_log.h"
#include "platform/memory/memory_monitor.h"

namespace sgdma::oracle {

class ByteChecker {
 public:
  ByteChecker(const Limits& limits, SlotTable& slots, ViolationLog& log)
      : limits_(limits), slots_(slots), log_(log), served_reads_(limits.tags[0]) {}

  void on_served(const platform::ServedBeat& beat);
  /// A beat of `transfer` that is in its place.
  void on_beat(const SeenBeat& beat, const RunningTransfer& transfer);

 private:
  /// What memory ought to have served for the read burst of a tag.
  struct ServedRead {
    std::uint32_t begin = 0;  ///< offset of the burst in its transfer
    std::uint32_t beats = 0;  ///< served
    std::vector<std::uint8_t> bytes;
  };

  void served_cut(const platform::ServedBeat& beat, const RunningTransfer& transfer);
  /// A line of a page list, which is of no transfer.
  void served_page_list(const platform::ServedBeat& beat);
  void misplaced(const platform::ServedBeat& beat, RunningTransfer& transfer);
  void serve_read(const platform::ServedBeat& beat, RunningTransfer& transfer);
  void serve_write(const platform::ServedBeat& beat, RunningTransfer& transfer);
  void note_fault(const platform::ServedBeat& beat, RunningTransfer& transfer);
  /// Where the bytes of a read beat are kept, or nullptr where the beat is not the next of its
  /// burst.
  std::uint8_t* room_for(const platform::ServedBeat& beat, const RunningTransfer& transfer);
  void expected_write(const RunningTransfer& transfer, std::uint8_t* out,
                      std::uint32_t bytes) const;
  void report_data(std::string_view check, const Place& place, std::uint32_t offset,
                   const std::uint8_t* seen, const std::uint8_t* right, std::uint32_t bytes);

  const Limits& limits_;
  SlotTable& slots_;
  ViolationLog& log_;
  ShadowMemory memory_;
  std::vector<ServedRead> served_reads_;  ///< by read tag
};

}  // namespace sgdma::oracle
