#include "platform/memory/write_timing.h"

#include <algorithm>

#include "platform/platform_config.h"

namespace sgdma::platform {
namespace {

std::uint32_t data_credits(std::uint32_t bytes) {
  return (bytes + kDataCreditBytes - 1) / kDataCreditBytes;
}

}  // namespace

void WriteTiming::begin(Time ready, const BeatFrame& frame) {
  ready = header_credits_.take(ready, 1);
  ready = data_credits_.take(ready, data_credits(frame.burst_bytes));
  path_.hold(ready, costs_.overhead);
  begins_ = path_.pass_burst(ready, costs_.header, frame.burst_bytes, frame.burst_beats);
  bytes_ = 0;
  beats_ = 0;
}

WriteTiming::Time WriteTiming::take(Time ready, std::uint32_t bytes, const BeatFrame& frame) {
  if (frame.first) {
    begin(ready, frame);
  }
  const Time taken = std::max(ready, begins_ + path_.span(bytes_, beats_));
  bytes_ += bytes;
  ++beats_;
  if (frame.last) {
    const Time back = taken + path_.span(bytes, 1) + costs_.credit_latency;
    header_credits_.give_back(back, 1);
    data_credits_.give_back(back, data_credits(frame.burst_bytes));
  }
  return taken;
}

}  // namespace sgdma::platform
