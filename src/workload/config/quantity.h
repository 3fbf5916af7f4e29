/// Quantities with units: text to whole base units and back. Exact integer arithmetic throughout.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "platform/work_item.h"
#include "types/engine_config.h"

namespace sgdma::workload {

/// What became of a text: `value`, if there is no `problem`.
struct ParsedQuantity {
  std::uint64_t value = 0;
  std::string problem;  ///< for example `has no unit`; the quantity's name is to be put before it
  std::string hint;
};

/// Bytes. "512 B", "16 kB" (1000), "4 KiB" (1024), and so on to TB and TiB. Here and below: a
/// decimal fraction is fine if the result is whole, the space is optional, and there are no signs
/// and no exponents.
ParsedQuantity parse_bytes(std::string_view text);

/// Picoseconds. "250 ps", "547 ns", "1.25 us", "3 ms", "1 s", or "100 cycles" of `period` each.
ParsedQuantity parse_time(std::string_view text, platform::Picoseconds period);

/// Clock period in picoseconds of a frequency: "1 GHz", "390.625 MHz". One whose period is no whole
/// number of picoseconds is a problem, whose hint names the two nearest periods.
ParsedQuantity parse_frequency(std::string_view text);

/// Bits a second. "400 Gbit/s", "50 GB/s".
ParsedQuantity parse_rate(std::string_view text);

/// A 64-bit number: "0x" and hexadecimal digits, or decimal digits.
ParsedQuantity parse_number(std::string_view text);

/// The same quantities in the largest unit in which they are whole; the parsers read them back.
std::string format_bytes(std::uint64_t bytes);
std::string format_time(platform::Picoseconds time);
std::string format_rate(std::uint64_t bits_per_second);
std::string format_address(std::uint64_t address);

/// Bytes a cycle as a reduced fraction; 0 bits a second is unlimited. Requires period >= 1 and
/// bits_per_second * period < 2^64 * 8e12.
PayloadRate payload_rate(std::uint64_t bits_per_second, platform::Picoseconds period);

/// Inverse of `payload_rate`.
std::uint64_t bits_per_second(const PayloadRate& rate, platform::Picoseconds period);

}  // namespace sgdma::workload
