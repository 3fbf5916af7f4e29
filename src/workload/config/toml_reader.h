/// TOML text to a tree of values. The only place that knows toml++.
#pragma once

#include <optional>
#include <string_view>

#include "workload/config/config_node.h"
#include "workload/config/error_list.h"

namespace sgdma::workload {

/// Parses the text of source `source` of `errors`. CRLF and a byte order mark are accepted. A
/// syntax error (duplicate keys, bad UTF-8, too deep nesting and numbers out of range among them)
/// is reported to `errors` with its place, and the result is empty.
std::optional<ConfigNode> read_toml(std::uint32_t source, ErrorList& errors);

/// A single value as it would stand behind `key = `, at the start of source `source`; empty if the
/// text is no TOML value.
std::optional<ConfigNode> read_toml_value(std::string_view text, std::uint32_t source);

}  // namespace sgdma::workload
