#include "platform/random_stream.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <boost/random/exponential_distribution.hpp>
#include <boost/random/seed_seq.hpp>
#include <boost/random/uniform_int_distribution.hpp>

#include "core/ensure.h"

namespace sgdma::platform {
namespace {

constexpr double kLongest = 4.611686018427388e18;  // 2^62

/// Fowler, Noll and Vo's hash, variant 1a, of 64 bits: a name as a number.
std::uint64_t hash_of(std::string_view name) {
  std::uint64_t hash = 0xCBF29CE484222325ULL;
  for (const char c : name) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
  }
  return hash;
}

boost::random::mt19937_64 seeded(std::uint64_t seed, std::uint64_t name) {
  const std::array<std::uint32_t, 4> words = {
      static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32U),
      static_cast<std::uint32_t>(name), static_cast<std::uint32_t>(name >> 32U)};
  boost::random::seed_seq sequence(words.begin(), words.end());
  return boost::random::mt19937_64(sequence);
}

}  // namespace

RandomStream::RandomStream(std::uint64_t seed, std::string_view consumer)
    : engine_(seeded(seed, hash_of(consumer))) {}

std::uint64_t RandomStream::below(std::uint64_t bound) {
  core::ensure(bound > 0, "a random number below 0");
  return boost::random::uniform_int_distribution<std::uint64_t>(0, bound - 1)(engine_);
}

std::uint64_t RandomStream::exponential(double mean) {
  if (mean <= 0) {
    return 0;
  }
  const double drawn = boost::random::exponential_distribution<double>(1.0)(engine_) * mean;
  return static_cast<std::uint64_t>(std::llround(std::min(drawn, kLongest)));
}

}  // namespace sgdma::platform
