/// Reads one value as its key's specification asks for it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/work_item.h"
#include "workload/config/config_node.h"
#include "workload/config/error_list.h"
#include "workload/config/key_spec.h"

namespace sgdma::workload {

/// Converts to base units and checks types and ranges; what is wrong goes to the error list.
class ValueReader {
 public:
  explicit ValueReader(ErrorList& errors) : errors_(errors) {}

  /// What a cycle is, in quantities that come later.
  void set_period(platform::Picoseconds period) { period_ = period; }
  /// A name that values of kind kRegion may use from now on. The first of one name counts.
  void add_region(const std::string& name, std::uint32_t key) { regions_.emplace(name, key); }

  /// Empty if there was an error, which has been reported. Not for kEntries.
  std::optional<KeyValue> read(const KeySpec& spec, const ConfigNode& node) const;

 private:
  std::optional<KeyValue> read_integer(const KeySpec& spec, const ConfigNode& node) const;
  std::optional<KeyValue> read_text(const KeySpec& spec, const ConfigNode& node) const;
  std::nullopt_t read_quoted_count(const KeySpec& spec, const ConfigNode& node) const;
  std::optional<KeyValue> read_quantity(const KeySpec& spec, const ConfigNode& node) const;
  std::optional<KeyValue> read_region(const KeySpec& spec, const ConfigNode& node) const;
  std::optional<KeyValue> read_flags(const KeySpec& spec, const ConfigNode& node) const;
  std::optional<KeyValue> read_addresses(const KeySpec& spec, const ConfigNode& node) const;
  std::optional<std::uint64_t> read_choice(const KeySpec& spec, const ConfigNode& node) const;
  std::optional<KeyValue> in_range(const KeySpec& spec, std::uint64_t number,
                                   const ConfigNode& node) const;
  std::nullopt_t wrong_type(const KeySpec& spec, const ConfigNode& node) const;

  ErrorList& errors_;
  platform::Picoseconds period_ = 1;
  std::map<std::string, std::uint32_t, std::less<>> regions_;
};

}  // namespace sgdma::workload
