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

/// Two things are looked for: dotted keys of more than 16 parts (toml++ limits the nesting of values
/// only, and a deep enough table overflows its stack), and `[` or `[[` that is followed by nothing
/// that could begin a key (undefined behaviour in toml++: it takes for granted what it should check).
/// Everything else is left to the parser.
std::optional<TomlScanError> scan_toml(std::string_view text);

}  // namespace sgdma::workload
