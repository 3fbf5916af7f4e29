/// Reads a table of a scenario through a key table.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "workload/config/config_node.h"
#include "workload/config/error_list.h"
#include "workload/config/key.h"
#include "workload/config/value_reader.h"

namespace sgdma::workload {

/// Which keys of tables were there: where their values stand, and which of them had errors. Keys
/// are full names ("bus.width").
class KeysSeen {
 public:
  void add(std::string name, Place place) { places_[std::move(name)] = place; }
  void add_bad(std::string name) { bad_.insert(std::move(name)); }

  bool has(const std::string& name) const { return places_.count(name) != 0; }
  bool is_bad(const std::string& name) const { return bad_.count(name) != 0; }
  bool all_good() const { return bad_.empty(); }

  /// Where the value stands; `otherwise` if it is not there.
  Place place(const std::string& name, Place otherwise) const {
    const auto found = places_.find(name);
    return found == places_.end() ? otherwise : found->second;
  }

 private:
  std::map<std::string, Place> places_;
  std::set<std::string> bad_;
};

/// Reports a key that no key table knows, with the nearest of `names` or, failing that,
/// `otherwise`.
void report_unknown_key(ErrorList& errors, const ConfigEntry& entry, std::string_view section,
                        const std::vector<std::string>& names, std::string otherwise);

/// Puts the values of `table` into `root`. Keys of kind kEntries are only noted in `seen`. Unknown
/// and missing keys and wrong values are reported; `hint_for(name)` is the hint for an unknown key
/// that resembles none.
template <class Root, class HintFor>
void read_table(const ConfigNode& table, std::string_view section, const KeyTable<Root>& keys,
                const ValueReader& values, ErrorList& errors, Root& root, KeysSeen& seen,
                HintFor hint_for) {
  std::vector<std::string> names;
  for (const Key<Root>& key : keys) {
    if (key.spec.section != section) continue;
    names.emplace_back(key.spec.name);
    if (key.spec.required && table.find(key.spec.name) == nullptr) {
      errors.report(table.place, key.spec.full_name() + " is missing",
                    "it is " + range_text(key.spec));
      seen.add_bad(key.spec.full_name());
    }
  }
  for (const ConfigEntry& entry : table.entries) {
    const auto key = std::find_if(keys.begin(), keys.end(), [&](const Key<Root>& known) {
      return known.spec.section == section && known.spec.name == entry.key;
    });
    if (key == keys.end()) {
      report_unknown_key(errors, entry, section, names, hint_for(entry.key));
      continue;
    }
    seen.add(key->spec.full_name(), entry.value.place);
    if (key->spec.kind == KeyKind::kEntries) continue;
    const std::optional<KeyValue> value = values.read(key->spec, entry.value);
    if (value)
      key->binding.set(root, *value);
    else
      seen.add_bad(key->spec.full_name());
  }
}

}  // namespace sgdma::workload
