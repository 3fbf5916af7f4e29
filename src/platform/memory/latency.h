/// A latency that is drawn.
#pragma once

#include <cstdint>
#include <string_view>

#include <systemc>

#include "model/engine_clock.h"
#include "platform/distribution.h"
#include "platform/random_stream.h"
#include "platform/work_item.h"

namespace sgdma::platform {

/// A time in picoseconds, in the simulation's units.
inline model::Ticks ticks(Picoseconds time) {
  return time * sc_core::sc_time(1, sc_core::SC_PS).value();
}

/// Draws from its own stream of random numbers.
class Latency {
 public:
  Latency(const Distribution& distribution, std::uint64_t seed, std::string_view consumer)
      : distribution_(distribution), stream_(seed, consumer) {}

  bool is_constant() const { return distribution_.is_constant(); }
  model::Ticks draw() { return ticks(distribution_.draw(stream_)); }

 private:
  Distribution distribution_;
  RandomStream stream_;
};

}  // namespace sgdma::platform
