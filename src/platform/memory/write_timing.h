/// When memory takes the beats of write bursts.
#pragma once

#include <cstdint>

#include "platform/memory/beat_frame.h"
#include "platform/memory/credit_pool.h"
#include "platform/memory/data_path.h"

namespace sgdma::platform {

/// A burst passes the path as a whole, behind its overhead and its header: nothing comes between
/// its beats. It takes its credits before: one for its header, and one for each 16 bytes or part of
/// them (PCIe's units). They come back one credit latency after its last byte has passed.
class WriteTiming {
 public:
  using Time = DataPath::Time;

  struct Costs {
    Time overhead = 0;
    std::uint32_t header = 0;          ///< bytes
    std::uint32_t header_credits = 0;  ///< 0: unlimited
    std::uint32_t data_credits = 0;    ///< 0: unlimited
    Time credit_latency = 0;
  };

  WriteTiming(const Costs& costs, DataPath& path)
      : costs_(costs),
        path_(path),
        header_credits_(costs.header_credits),
        data_credits_(costs.data_credits) {}

  /// Time at which a beat of `bytes` bytes that is ready at `ready` is taken. Beats of a burst come
  /// in order, and those of the next burst after its last.
  Time take(Time ready, std::uint32_t bytes, const BeatFrame& frame);

 private:
  void begin(Time ready, const BeatFrame& frame);

  Costs costs_;
  DataPath& path_;
  CreditPool header_credits_;
  CreditPool data_credits_;
  // The burst that passes.
  Time begins_ = 0;  ///< when its first beat does
  std::uint32_t bytes_ = 0;
  std::uint32_t beats_ = 0;
};

}  // namespace sgdma::platform
