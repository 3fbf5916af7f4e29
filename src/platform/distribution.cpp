#include "platform/distribution.h"

#include <algorithm>
#include <limits>

#include "core/ensure.h"
#include "core/wide.h"

namespace sgdma::platform {
namespace {

bool lower_value(const Distribution::Point& a, const Distribution::Point& b) {
  return a.value < b.value;
}

}  // namespace

Distribution Distribution::uniform(std::uint64_t smallest, std::uint64_t largest) {
  core::ensure(smallest <= largest, "a uniform distribution whose bounds are the wrong way round");
  return {Kind::kUniform, {{smallest, 0}, {largest, 0}}};
}

Distribution Distribution::weights(std::vector<Point> points) {
  core::ensure(!points.empty(), "a distribution without a value");
  Distribution result(Kind::kWeights, std::move(points));
  for (const Point& point : result.points_) {
    core::ensure(point.share > 0, "a value that is never drawn");
    result.sum_ += point.share;
  }
  return result;
}

Distribution Distribution::table(std::vector<Point> points) {
  core::ensure(!points.empty() && points.back().share == kWhole,
               "a table that does not reach 100 %");
  for (std::size_t at = 1; at < points.size(); ++at) {
    core::ensure(
        points[at - 1].value < points[at].value && points[at - 1].share <= points[at].share,
        "a table that does not rise");
  }
  return {Kind::kTable, std::move(points)};
}

std::uint64_t Distribution::smallest() const {
  return std::min_element(points_.begin(), points_.end(), lower_value)->value;
}

std::uint64_t Distribution::largest() const {
  return std::max_element(points_.begin(), points_.end(), lower_value)->value;
}

double Distribution::mean() const {
  const auto value = [this](std::size_t at) { return static_cast<double>(points_[at].value); };
  const auto share = [this](std::size_t at) { return static_cast<double>(points_[at].share); };
  switch (kind_) {
    case Kind::kConstant: return value(0);
    case Kind::kUniform: return (value(0) + value(1)) / 2;
    case Kind::kWeights: {
      double sum = 0;
      for (std::size_t at = 0; at < points_.size(); ++at) {
        sum += value(at) * share(at);
      }
      return sum / static_cast<double>(sum_);
    }
    case Kind::kTable: {
      double sum = value(0) * share(0);
      for (std::size_t at = 1; at < points_.size(); ++at) {
        // Whole numbers from one above the point below, each alike.
        sum += (value(at - 1) + 1 + value(at)) / 2 * (share(at) - share(at - 1));
      }
      return sum / static_cast<double>(kWhole);
    }
  }
  return 0;
}

std::uint64_t Distribution::draw_random(RandomStream& stream) const {
  if (kind_ == Kind::kWeights) {
    return draw_weights(stream);
  }
  if (kind_ == Kind::kTable) {
    return draw_table(stream);
  }
  const std::uint64_t span = points_.back().value - points_.front().value;
  core::ensure(span < std::numeric_limits<std::uint64_t>::max(), "a distribution over everything");
  return points_.front().value + stream.below(span + 1);
}

std::uint64_t Distribution::draw_weights(RandomStream& stream) const {
  std::uint64_t left = stream.below(sum_);
  for (const Point& point : points_) {
    if (left < point.share) {
      return point.value;
    }
    left -= point.share;
  }
  return points_.back().value;
}

/// A share between two points gives a value above the lower one, up to the upper one.
std::uint64_t Distribution::draw_table(RandomStream& stream) const {
  const std::uint64_t share = stream.below(kWhole);
  const auto upper =
      std::upper_bound(points_.begin(), points_.end(), share,
                       [](std::uint64_t drawn, const Point& point) { return drawn < point.share; });
  if (upper == points_.begin()) {
    return upper->value;
  }
  const Point& lower = *(upper - 1);
  const std::uint64_t width = upper->share - lower.share;
  const core::WideUnsigned part =
      core::WideUnsigned{share - lower.share + 1} * (upper->value - lower.value);
  return lower.value + static_cast<std::uint64_t>((part + width - 1) / width);
}

}  // namespace sgdma::platform
