/// Cycles of the data channels: at most one beat an edge, and a stall account that adds up.
#pragma once

#include <array>
#include <cstdint>

#include "oracle/final_state.h"
#include "oracle/violation_log.h"
#include "types/observer.h"

namespace sgdma::oracle {

class ChannelAccount {
 public:
  explicit ChannelAccount(ViolationLog& log) : log_(log) {}

  void on_beat(const BeatEvent& beat) {
    const std::size_t direction = index_of(beat.direction);
    if (last_[direction] == log_.now()) {
      report_rate(beat);
    }
    last_[direction] = log_.now();
    ++beats_[direction];
  }
  /// `beats` beats moved, one an edge from now on, the first of which is `beat`.
  void on_row(const BeatEvent& beat, std::uint32_t beats) {
    on_beat(beat);
    const std::size_t direction = index_of(beat.direction);
    last_[direction] += beats - 1;
    beats_[direction] += beats - 1;
  }
  void finish(const FinalState& state);

 private:
  [[gnu::cold, gnu::noinline]] void report_rate(const BeatEvent& beat);

  ViolationLog& log_;
  std::array<Cycle, kDirections> beats_{};
  std::array<Cycle, kDirections> last_{kNever, kNever};
};

}  // namespace sgdma::oracle
