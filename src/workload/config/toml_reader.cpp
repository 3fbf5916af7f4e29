#include "workload/config/toml_reader.h"

#include <algorithm>
#include <string>

#include <toml++/toml.h>

#include "workload/config/byte_order_mark.h"
#include "workload/config/toml_scan.h"

namespace sgdma::workload {
namespace {

Place place_of(const toml::source_position& position, std::uint32_t source) {
  return {source, static_cast<std::uint32_t>(position.line),
          static_cast<std::uint32_t>(position.column)};
}

ConfigNode to_node(const toml::node& from, std::uint32_t source);

void add_entries(const toml::table& from, std::uint32_t source, ConfigNode& node) {
  for (const auto& [key, value] : from) {
    ConfigEntry entry;
    entry.key = std::string(key.str());
    entry.key_place = place_of(key.source().begin, source);
    entry.value = to_node(value, source);
    node.entries.push_back(std::move(entry));
  }
  std::sort(node.entries.begin(), node.entries.end(),
            [](const ConfigEntry& a, const ConfigEntry& b) { return a.key_place < b.key_place; });
}

/// Recursion is bounded by toml++'s limit on nesting (256).
ConfigNode to_node(const toml::node& from, std::uint32_t source) {
  ConfigNode node;
  node.place = place_of(from.source().begin, source);
  if (const toml::table* table = from.as_table()) {
    node.kind = ConfigNode::Kind::kTable;
    add_entries(*table, source, node);
  } else if (const toml::array* array = from.as_array()) {
    node.kind = ConfigNode::Kind::kArray;
    for (const toml::node& item : *array) node.items.push_back(to_node(item, source));
  } else if (const auto* text = from.as_string()) {
    node.kind = ConfigNode::Kind::kText;
    node.text = text->get();
  } else if (const auto* integer = from.as_integer()) {
    node.kind = ConfigNode::Kind::kInteger;
    node.integer = integer->get();
  } else if (const auto* boolean = from.as_boolean()) {
    node.kind = ConfigNode::Kind::kBoolean;
    node.boolean = boolean->get();
  } else {
    node.kind = ConfigNode::Kind::kFloat;  // dates do not come through the scan
    node.number = from.value<double>().value_or(0);
  }
  return node;
}

/// Line and column of a byte. As with toml++, a byte order mark takes no column.
Place place_of_byte(std::string_view text, std::size_t offset, std::uint32_t source) {
  Place place{source, 1, 1};
  const std::size_t mark = text.size() - without_byte_order_mark(text).size();
  for (const char c : text.substr(mark, offset - mark)) {
    if (c == '\n') {
      ++place.line;
      place.column = 1;
    } else if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U) {
      ++place.column;
    }
  }
  return place;
}

}  // namespace

std::optional<ConfigNode> read_toml(std::uint32_t source, ErrorList& errors) {
  const std::string_view text = errors.text(source);
  if (const std::optional<TomlScanError> error = scan_toml(text)) {
    errors.report(place_of_byte(text, error->offset, source), error->message);
    return std::nullopt;
  }
  try {
    return to_node(toml::parse(text), source);
  } catch (const toml::parse_error& error) {
    errors.report(place_of(error.source().begin, source), std::string(error.description()));
    return std::nullopt;
  }
}

std::optional<ConfigNode> read_toml_value(std::string_view text, std::uint32_t source) {
  const std::string line = "value = " + std::string(text);
  if (scan_toml(line)) return std::nullopt;
  try {
    const toml::table table = toml::parse(line);
    if (table.size() != 1 || !table.contains("value")) return std::nullopt;
    return to_node(*table.get("value"), source);
  } catch (const toml::parse_error&) {
    return std::nullopt;
  }
}

}  // namespace sgdma::workload
