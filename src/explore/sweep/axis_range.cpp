#include "explore/sweep/axis_range.h"

#include <cmath>

namespace sgdma::explore {
namespace {

void add_once(std::vector<std::uint64_t>& values, std::uint64_t value) {
  if (values.empty() || values.back() != value) values.push_back(value);
}

std::uint64_t rounded(long double exact) { return static_cast<std::uint64_t>(std::roundl(exact)); }

/// 356 for 355.656, and 356000 for 355656: what stands between two ends by their ratio is a round
/// number.
std::uint64_t three_digits(long double exact) {
  std::uint64_t unit = 1;
  while (exact / static_cast<long double>(unit) >= 999.5L) unit *= 10;
  return rounded(exact / static_cast<long double>(unit)) * unit;
}

}  // namespace

std::vector<std::uint64_t> stepped_range(std::uint64_t from, std::uint64_t to, std::uint64_t step) {
  std::vector<std::uint64_t> values{from};
  while (to - values.back() >= step) values.push_back(values.back() + step);
  return values;
}

std::vector<std::uint64_t> multiplied_range(std::uint64_t from, std::uint64_t to, double factor) {
  std::vector<std::uint64_t> values;
  long double exact = from;
  // A power that should meet `to` may have been rounded to just above it.
  const long double end = static_cast<long double>(to) + 0.5L;
  for (; exact < end && values.size() < kMostSteps; exact *= factor) {
    add_once(values, rounded(exact));
  }
  return values;
}

std::vector<std::uint64_t> spread_range(std::uint64_t from, std::uint64_t to, std::uint64_t points,
                                        bool equal_ratios) {
  std::vector<std::uint64_t> values;
  const long double first = from;
  const long double last = to;
  for (std::uint64_t at = 0; at + 1 < points; ++at) {
    const long double share = static_cast<long double>(at) / static_cast<long double>(points - 1);
    if (at == 0) {
      add_once(values, from);
    } else if (equal_ratios) {
      add_once(values, three_digits(first * std::pow(last / first, share)));
    } else {
      add_once(values, rounded(first + (last - first) * share));
    }
  }
  add_once(values, to);
  return values;
}

}  // namespace sgdma::explore
