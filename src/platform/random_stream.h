/// Random numbers for one consumer.
#pragma once

#include <cstdint>
#include <string_view>

#include <boost/random/mersenne_twister.hpp>

namespace sgdma::platform {

/// A stream of its own for each consumer, so that what one of them draws does not change what the
/// others get. The numbers depend on the seed and the consumer's name alone, and are the same on
/// every machine.
class RandomStream {
 public:
  /// `consumer` names what the numbers are for, for example "memory.read_latency".
  RandomStream(std::uint64_t seed, std::string_view consumer);

  /// A number from 0 to `bound` less one, all alike. Requires a bound of 1 or more.
  std::uint64_t below(std::uint64_t bound);
  /// A time from an exponential distribution, rounded to the nearest whole number; at most 2^62.
  std::uint64_t exponential(double mean);

 private:
  boost::random::mt19937_64 engine_;
};

}  // namespace sgdma::platform
