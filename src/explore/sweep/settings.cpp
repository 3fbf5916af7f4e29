#include "explore/sweep/settings.h"

#include <string>

#include "workload/config/key_listing.h"

namespace sgdma::explore {
namespace {

using workload::ConfigEntry;
using workload::ConfigNode;

/// A table is a value where it stands at a key, and else has keys in it.
void collect(const std::string& prefix, const ConfigEntry& entry, std::vector<Setting>& settings) {
  const std::string key = prefix + entry.key;
  const bool is_value = entry.value.kind != ConfigNode::Kind::kTable || entry.value.entries.empty();
  if (is_value || workload::find_key(key) != nullptr) {
    settings.push_back({key, entry.key_place, entry.value});
    return;
  }
  for (const ConfigEntry& inner : entry.value.entries) collect(key + ".", inner, settings);
}

}  // namespace

std::vector<Setting> settings_of(const ConfigNode& table) {
  std::vector<Setting> settings;
  for (const ConfigEntry& entry : table.entries) collect("", entry, settings);
  return settings;
}

}  // namespace sgdma::explore
