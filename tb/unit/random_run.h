/// A random configuration and a random stimulus for it, from a seed.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "support/core_bench.h"

namespace sgdma::test {

/// Same seed, same run, on every platform.
class RandomRun {
 public:
  /// `with_silence`: faults, a timeout, and answers that come late.
  explicit RandomRun(std::uint64_t seed, bool with_faults = false, bool with_silence = false);

  const CoreBenchConfig& config() const { return config_; }
  const std::vector<TimedRequest>& work() const { return work_; }

 private:
  std::uint64_t below(std::uint64_t end) { return random_() % end; }
  std::uint64_t between(std::uint64_t first, std::uint64_t last) {
    return first + below(last - first + 1);
  }
  bool one_in(std::uint64_t n) { return below(n) == 0; }
  /// No limit, or one between `first` and `last`.
  std::uint32_t limit(std::uint32_t first, std::uint32_t last);

  void draw_bus();
  void draw_arbitration();
  void draw_payload_ends();
  void draw_memory(bool with_faults);
  void draw_silence();
  void draw_work();
  TransferRequest draw_transfer();
  Segment draw_segment(Direction direction);

  std::mt19937_64 random_;
  CoreBenchConfig config_;
  std::vector<TimedRequest> work_;
  std::uint64_t next_free_ = 0;  ///< address behind all scatters so far, which do not overlap
};

}  // namespace sgdma::test
