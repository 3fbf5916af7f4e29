/// A first look at TOML text, for what toml++ 3.3 does not survive.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace sgdma::workload {

/// Where the text is wrong, as an offset in bytes, and why.
struct TomlScanError {
  std::size_t offset;
  std::string message;
};

/// Dotted keys of more than 16 parts: toml++ limits the nesting of values only, and a deep enough
/// table overflows its stack. `[` or `[[` that is followed by nothing that could begin a key, `}`
/// in an array, and some malformed dates: undefined behaviour in toml++, which takes for granted
/// what it should check. No key holds a date, so all of them are refused. Everything else is left
/// to the parser.
std::optional<TomlScanError> scan_toml(std::string_view text);

}  // namespace sgdma::workload
