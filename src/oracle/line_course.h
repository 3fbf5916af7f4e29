/// A burst whose lines memory serves one after the other.
#pragma once

#include <cstdint>

#include "oracle/running_transfer.h"
#include "oracle/shadow_memory.h"
#include "types/burst_frame.h"
#include "types/byte_pattern.h"

namespace sgdma::oracle {

/// What holds for its next beat, as long as nothing but such beats, beats that move, begins of
/// bursts and responses happens.
///
/// Invariant: before its end, the next line is the next of the burst and of its transfer, which
/// runs, and is in the page of the one before it.
struct LineCourse {
  std::uint32_t beat = 0;  ///< of the next line
  std::uint32_t end = 0;   ///< first beat behind those that may follow; 0: there is no course
  SlotIndex slot{};
  BusTag tag{};
  CompletionTag owner;
  std::uint64_t from = 0;               ///< pattern of the next line; of a read, without a page
  std::uint8_t* kept = nullptr;         ///< where it is to be kept, of a read
  std::uint32_t* kept_beats = nullptr;  ///< how many are, of the burst
  ShadowPage* page = nullptr;
  RunningTransfer* transfer = nullptr;

  /// Whether `bytes` bytes at `at` are the next line.
  bool goes_on(const BurstFrame& frame, std::uint64_t at, std::uint32_t bytes) const {
    return frame.beat < end && frame.beat == beat && frame.tag == tag && frame.slot == slot &&
           frame.owner == owner && at == transfer->served.address() && bytes == kPatternLine &&
           !frame.cut && !frame.page_list;
  }
  void step() {
    ++beat;
    from += kLineStep;
    transfer->served.step(transfer->work->map, kPatternLine);
  }
};

}  // namespace sgdma::oracle
