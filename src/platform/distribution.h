/// What a quantity is drawn from: a latency, a message's length, an operation.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "platform/random_stream.h"

namespace sgdma::platform {

/// Invariant: one or more points; what is drawn lies from the smallest value to the largest. Whole
/// numbers throughout, so that every machine draws the same.
class Distribution {
 public:
  enum class Kind : std::uint8_t {
    kConstant,  ///< one value
    kUniform,   ///< every whole number from the first point's value to the second's
    kWeights,   ///< each point's value as often as its share says, against the sum of all
    kTable,     ///< cumulative: linear between the points
  };
  struct Point {
    std::uint64_t value = 0;
    /// kWeights: 1 or more. kTable: of `kWhole`, how often a value is at most this one; the shares
    /// rise, the last is `kWhole`.
    std::uint64_t share = 0;
  };
  /// A share of 100 %.
  static constexpr std::uint64_t kWhole = 1'000'000'000;

  /// The constant 0.
  Distribution() : Distribution(0) {}
  /// A constant.
  explicit Distribution(std::uint64_t value) : points_{{value, 0}} {}
  /// Requires `smallest <= largest`.
  static Distribution uniform(std::uint64_t smallest, std::uint64_t largest);
  /// Requires one point or more, and shares whose sum fits 64 bits.
  static Distribution weights(std::vector<Point> points);
  /// Requires values and shares that rise.
  static Distribution table(std::vector<Point> points);

  Kind kind() const { return kind_; }
  bool is_constant() const { return kind_ == Kind::kConstant; }
  const std::vector<Point>& points() const { return points_; }
  std::uint64_t smallest() const;
  std::uint64_t largest() const;
  double mean() const;

  std::uint64_t draw(RandomStream& stream) const {
    return is_constant() ? points_.front().value : draw_random(stream);
  }

 private:
  Distribution(Kind kind, std::vector<Point> points) : kind_(kind), points_(std::move(points)) {}

  std::uint64_t draw_random(RandomStream& stream) const;
  std::uint64_t draw_weights(RandomStream& stream) const;
  std::uint64_t draw_table(RandomStream& stream) const;

  Kind kind_ = Kind::kConstant;
  std::vector<Point> points_;
  std::uint64_t sum_ = 0;  ///< of the weights
};

}  // namespace sgdma::platform
