/// When the messages of an open loop come.
#pragma once

#include <cstdint>
#include <string>

#include "platform/random_stream.h"
#include "workload/generate/generator_config.h"

namespace sgdma::workload {

/// The first message comes at the start (fixed) or one drawn interval after it.
class ArrivalClock {
 public:
  /// `config` outlives the clock.
  ArrivalClock(const GeneratorConfig& config, std::uint64_t seed);

  platform::Picoseconds next() const { return next_; }
  void advance();

 private:
  /// An exponentially distributed time with this mean.
  platform::Picoseconds draw(platform::Picoseconds mean);
  void advance_while_on();

  const GeneratorConfig& config_;
  platform::RandomStream stream_;
  platform::Picoseconds next_;
  platform::Picoseconds off_from_ = 0;  ///< with kOnOff: end of the time that is on
};

}  // namespace sgdma::workload
