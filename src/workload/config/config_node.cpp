#include "workload/config/config_node.h"

#include <algorithm>
#include <utility>

namespace sgdma::workload {

const ConfigEntry* ConfigNode::find(std::string_view key) const {
  const auto found = std::find_if(entries.begin(), entries.end(),
                                  [&](const ConfigEntry& entry) { return entry.key == key; });
  return found == entries.end() ? nullptr : &*found;
}

ConfigEntry* ConfigNode::find(std::string_view key) {
  return const_cast<ConfigEntry*>(std::as_const(*this).find(key));
}

std::string_view name_of(ConfigNode::Kind kind) {
  switch (kind) {
    case ConfigNode::Kind::kText: return "a text";
    case ConfigNode::Kind::kInteger: return "an integer";
    case ConfigNode::Kind::kFloat: return "a floating-point number";
    case ConfigNode::Kind::kBoolean: return "a boolean";
    case ConfigNode::Kind::kArray: return "an array";
    case ConfigNode::Kind::kTable: return "a table";
  }
  return "?";
}

namespace {

/// A key of the layer takes the place of the base's, whatever it holds.
void replace_entries(ConfigNode& base, ConfigNode layer) {
  for (ConfigEntry& entry : layer.entries) {
    if (ConfigEntry* old = base.find(entry.key)) {
      *old = std::move(entry);
    } else {
      base.entries.push_back(std::move(entry));
    }
  }
}

}  // namespace

void overlay(ConfigNode& base, ConfigNode layer) {
  for (ConfigEntry& entry : layer.entries) {
    ConfigEntry* old = base.find(entry.key);
    if (old == nullptr) {
      base.entries.push_back(std::move(entry));
    } else if (old->value.kind == ConfigNode::Kind::kTable &&
               entry.value.kind == ConfigNode::Kind::kTable) {
      replace_entries(old->value, std::move(entry.value));
    } else {
      *old = std::move(entry);
    }
  }
}

}  // namespace sgdma::workload
