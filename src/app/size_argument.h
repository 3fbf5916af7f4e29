/// Sizes on the command line.
#pragma once

#include <cstdint>
#include <string>

namespace sgdma::app {

/// Bytes, as a scenario has them: "100 MB", "4 KiB". Throws workload::ConfigError for what is none,
/// and for 0.
std::uint64_t size_argument(const std::string& option, const std::string& text);

}  // namespace sgdma::app
