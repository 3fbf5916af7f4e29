/// Byte lanes of a beat as a strobe.
#pragma once

#include <cstdint>
#include <string>

namespace sgdma::observe {

/// Strobe of `bytes` bytes at `address` on a bus of `bus_width` bytes: bit i stands for byte lane
/// i. "0x" and lower-case hexadecimal digits, without leading zeros.
std::string strobe_text(std::uint64_t address, std::uint32_t bytes, std::uint32_t bus_width);

}  // namespace sgdma::observe
