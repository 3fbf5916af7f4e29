/// A strict reader of value change dumps: what it takes, every viewer takes.
#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sgdma::test {

/// The message begins with the line: "line 12: ...".
class VcdError : public std::runtime_error {
 public:
  VcdError(std::size_t line, const std::string& what)
      : std::runtime_error("line " + std::to_string(line) + ": " + what) {}
};

struct VcdSignal {
  std::string path;  ///< scopes and name, joined by dots; without the range
  std::string code;
  std::uint32_t width = 1;
};

struct VcdChange {
  std::uint64_t time = 0;
  std::size_t signal = 0;
  std::string value;  ///< as many digits as the signal has bits, of `0`, `1`, `x` and `z`
};

/// Time and value.
using VcdValues = std::vector<std::pair<std::uint64_t, std::string>>;

/// A whole file. Aliases, reals and strings are refused, and so is all that clause 18 of IEEE
/// 1364-2005 leaves to the reader's goodwill: a space inside a scalar, digits beyond the width, a
/// scalar as a vector, a range that is not the width, a time that does not rise, a change before
/// the first time, a name that stands twice, a last line that is cut off.
struct VcdDump {
  std::string version;
  std::string comment;
  std::string timescale;  ///< "10ps"
  std::vector<VcdSignal> signals;
  std::vector<VcdChange> changes;  ///< in the order of the file, those of `$dumpvars` first
  std::size_t initial = 0;         ///< changes inside `$dumpvars`
  std::vector<std::uint64_t> times;

  /// Throws `std::out_of_range` where there is no such signal.
  const VcdSignal& signal(std::string_view path) const;
  VcdValues values_of(std::string_view path) const;
  /// FNV-1a, 32 bits, over a line "TIME PATH VALUE" for each change.
  std::uint32_t checksum() const;
};

VcdDump parse_vcd(std::string_view text);
/// Throws `VcdError` for a file that cannot be read, too.
VcdDump read_vcd(const std::string& path);

}  // namespace sgdma::test
