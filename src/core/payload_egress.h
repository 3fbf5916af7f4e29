/// The payload end of the gathers: a buffer in front of the sink, emptied at a rate.
#pragma once

#include <cstdint>

#include "core/payload.h"
#include "core/wide.h"
#include "types/engine_config.h"

namespace sgdma::core {

/// A beat that moves at edge n stands in the buffer from n and leaves from n + 1 on, at `rate`
/// bytes a cycle. A beat may move while a whole bus word fits, as the buffer stood at the start of
/// the edge. The port adds no edge of its own. Without a rate there is always room.
class PayloadEgress {
 public:
  PayloadEgress(const EngineConfig& config, PayloadSink& sink);

  bool unlimited() const { return rate_.unlimited(); }
  /// Whether `put` may bring beats of several edges.
  bool takes_rows() const { return takes_rows_; }
  bool ready(Cycle now) const { return rate_.unlimited() || level(now) + word_ <= depth_; }
  /// First edge after `now` at which there is room, if no beat moves meanwhile.
  Cycle next_ready(Cycle now) const;
  /// Requires `ready(now)`.
  void put(Cycle now, const CompletionTag& tag, std::uint32_t offset, const std::uint8_t* data,
           std::uint32_t bytes) {
    if (!rate_.unlimited()) {
      fill(now, bytes);
    }
    sink_.put(now, tag, offset, data, bytes);
  }
  /// Fill at the end of edge `now`, in bytes, rounded up; 0 without a rate.
  std::uint64_t level_bytes(Cycle now) const {
    return static_cast<std::uint64_t>((level(now) + rate_.denominator - 1) / rate_.denominator);
  }
  /// Highest fill so far, in bytes, rounded up.
  std::uint64_t max_level() const {
    return static_cast<std::uint64_t>((max_level_ + rate_.denominator - 1) / rate_.denominator);
  }

 private:
  WideUnsigned level(Cycle now) const;
  void fill(Cycle now, std::uint32_t bytes);

  PayloadRate rate_;
  WideUnsigned word_;  ///< bus word; this and the following in bytes x denominator
  WideUnsigned depth_;
  WideUnsigned level_ = 0;
  WideUnsigned max_level_ = 0;
  Cycle level_at_ = 0;
  PayloadSink& sink_;
  bool takes_rows_;
};

}  // namespace sgdma::core
