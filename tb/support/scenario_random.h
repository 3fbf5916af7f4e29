/// A source of random choices that gives the same numbers on every platform. A statement draws
/// once: the order of two draws within an expression is the compiler's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <utility>

#include <boost/random/mersenne_twister.hpp>
#include <boost/random/uniform_int_distribution.hpp>

namespace sgdma::test {

class ScenarioRandom {
 public:
  explicit ScenarioRandom(std::uint64_t seed) : engine_(seed) {}

  /// A number from `low` to `high`, both included.
  std::uint64_t between(std::uint64_t low, std::uint64_t high) {
    return boost::random::uniform_int_distribution<std::uint64_t>(low, high)(engine_);
  }

  /// The product of a number from `low` to `high` and one of the units, drawn in this order.
  std::uint64_t multiple(std::uint64_t low, std::uint64_t high,
                         std::initializer_list<std::uint64_t> units) {
    const std::uint64_t count = between(low, high);
    return count * one_of(units);
  }

  /// True in `percent` of a hundred cases.
  bool chance(unsigned percent) { return between(1, 100) <= percent; }

  /// A power of two from 2^low to 2^high.
  std::uint64_t power(unsigned low, unsigned high) {
    return std::uint64_t{1} << between(low, high);
  }

  template <class T>
  T one_of(std::initializer_list<T> choices) {
    return *(choices.begin() + static_cast<std::ptrdiff_t>(between(0, choices.size() - 1)));
  }

  template <class Container>
  const typename Container::value_type& one_in(const Container& choices) {
    return choices[static_cast<std::size_t>(between(0, std::size(choices) - 1))];
  }

  template <class Container>
  void shuffle(Container& elements) {
    for (std::size_t left = elements.size(); left > 1; --left) {
      std::swap(elements[left - 1], elements[static_cast<std::size_t>(between(0, left - 1))]);
    }
  }

 private:
  boost::random::mt19937_64 engine_;
};

}  // namespace sgdma::test
