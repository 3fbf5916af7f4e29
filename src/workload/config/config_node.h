/// Configuration as a tree of values that know their place.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "workload/config/place.h"

namespace sgdma::workload {

struct ConfigEntry;

/// A value as it was written. Tables keep their entries in the order of the text.
struct ConfigNode {
  enum class Kind : std::uint8_t { kText, kInteger, kFloat, kBoolean, kArray, kTable };

  Kind kind = Kind::kTable;
  Place place;
  std::string text;                  ///< kText
  std::int64_t integer = 0;          ///< kInteger
  double number = 0;                 ///< kFloat
  bool boolean = false;              ///< kBoolean
  std::vector<ConfigNode> items;     ///< kArray
  std::vector<ConfigEntry> entries;  ///< kTable; no key comes twice

  /// The entry named `key` of a table, or nullptr.
  const ConfigEntry* find(std::string_view key) const;
  ConfigEntry* find(std::string_view key);
};

struct ConfigEntry {
  std::string key;
  Place key_place;
  ConfigNode value;
};

/// "a text", "an integer", ... for messages.
std::string_view name_of(ConfigNode::Kind kind);

/// Puts `layer` over `base`: sections are merged key by key, everything else is replaced, values
/// that are tables too.
void overlay(ConfigNode& base, ConfigNode layer);

}  // namespace sgdma::workload
