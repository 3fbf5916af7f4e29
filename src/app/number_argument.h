/// Numbers of the command line.
#pragma once

#include <cstdint>
#include <string>

namespace sgdma::app {

/// The most cycles that an option can name.
inline constexpr std::uint64_t kMostCycles = std::uint64_t{1} << 62U;

/// A number from `least` to `most`. CLI11 hands it on as text, since it clamps in silence. Throws
/// workload::ConfigError that names the option.
std::uint64_t number_argument(const std::string& option, const std::string& text,
                              std::uint64_t least, std::uint64_t most);

}  // namespace sgdma::app
