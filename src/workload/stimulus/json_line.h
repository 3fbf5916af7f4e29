/// One line of JSON as configuration.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "workload/config/config_node.h"
#include "workload/config/error_list.h"

namespace sgdma::workload {

/// Reads one JSON object (RFC 8259) that takes the whole of `text`, which is line `line` of a
/// source of the list. Strict: no duplicate keys, no null, no number that is not finite, UTF-8
/// throughout. Integers beyond 64 bits with a sign come as texts, which the readers of counts and
/// addresses understand. Empty if there was an error, which has been reported.
///
/// Columns are those of keys, texts and numbers; what opens with a bracket has that of the text
/// before it.
std::optional<ConfigNode> read_json_line(std::string_view text, std::uint32_t source,
                                         std::uint32_t line, ErrorList& errors);

}  // namespace sgdma::workload
