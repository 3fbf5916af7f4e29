/// The values of an axis that is given by its ends.
#pragma once

#include <cstdint>
#include <vector>

namespace sgdma::explore {

/// An axis has no more steps than this.
inline constexpr std::uint64_t kMostSteps = 10'000;

/// `from`, from + step, ... up to `to`, which is in only where a step meets it. Requires
/// from <= to, step >= 1 and no more than kMostSteps values.
std::vector<std::uint64_t> stepped_range(std::uint64_t from, std::uint64_t to, std::uint64_t step);

/// `from`, from * factor, ... up to `to`, each rounded to a whole number, none twice. Requires
/// 1 <= from <= to and factor > 1.
std::vector<std::uint64_t> multiplied_range(std::uint64_t from, std::uint64_t to, double factor);

/// `points` values from `from` to `to`, both of them in, at equal distances or at equal ratios,
/// each rounded to a whole number and, of equal ratios, those between the ends to three digits;
/// none twice. Requires from <= to, points from 2 to kMostSteps, and from >= 1 for equal ratios.
std::vector<std::uint64_t> spread_range(std::uint64_t from, std::uint64_t to, std::uint64_t points,
                                        bool equal_ratios);

}  // namespace sgdma::explore
