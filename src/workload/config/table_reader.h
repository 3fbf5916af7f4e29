/// Reads a table of a scenario through a key table.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <boost/container/small_vector.hpp>

#include "workload/config/config_node.h"
#include "workload/config/error_list.h"
#include "workload/config/key.h"
#include "workload/config/value_reader.h"

namespace sgdma::workload {

/// Which keys of tables were there: where their values stand, and which of them had errors. Keys
/// are asked for by their full names ("bus.width").
class KeysSeen {
 public:
  /// Specifications outlive this.
  void add(const KeySpec& spec, Place place) { keys_.push_back({&spec, place, true, false}); }
  void add_bad(const KeySpec& spec) {
    keys_.push_back({&spec, {}, false, true});
    all_good_ = false;
  }

  bool has(std::string_view name) const { return find(name, true) != nullptr; }
  bool is_bad(std::string_view name) const { return find(name, false) != nullptr; }
  bool all_good() const { return all_good_; }

  /// Where the value stands; `otherwise` if it is not there.
  Place place(std::string_view name, Place otherwise) const {
    const Seen* found = find(name, true);
    return found == nullptr ? otherwise : found->place;
  }

 private:
  struct Seen {
    const KeySpec* spec;
    Place place;
    bool given;
    bool bad;
  };

  const Seen* find(std::string_view name, bool given) const {
    const std::size_t dot = name.rfind('.');
    const auto found = std::find_if(keys_.begin(), keys_.end(), [&](const Seen& seen) {
      return (given ? seen.given : seen.bad) && seen.spec->name == name.substr(dot + 1) &&
             seen.spec->section == name.substr(0, dot);
    });
    return found == keys_.end() ? nullptr : &*found;
  }

  boost::container::small_vector<Seen, 12> keys_;
  bool all_good_ = true;
};

/// Reports a key that no key table knows, with the nearest of `names` or, failing that,
/// `otherwise`.
void report_unknown_key(ErrorList& errors, const ConfigEntry& entry, std::string_view section,
                        const std::vector<std::string>& names, std::string otherwise);

/// For tables whose unknown keys need no more than the nearest name.
inline std::string no_hint(std::string_view) { return {}; }

/// Names of a section's keys.
template <class Root>
std::vector<std::string> names_in(const KeyTable<Root>& keys, std::string_view section) {
  std::vector<std::string> names;
  for (const Key<Root>& key : keys) {
    if (key.spec.section == section) names.emplace_back(key.spec.name);
  }
  return names;
}

/// Puts the values of `table` into `root`. Keys of kind kEntries are only noted in `seen`. Unknown
/// and missing keys and wrong values are reported; `hint_for(name)` is the hint for an unknown key
/// that resembles none.
template <class Root, class HintFor>
void read_table(const ConfigNode& table, std::string_view section, const KeyTable<Root>& keys,
                const ValueReader& values, ErrorList& errors, Root& root, KeysSeen& seen,
                HintFor hint_for) {
  for (const Key<Root>& key : keys) {
    if (key.spec.section != section || !key.spec.required) continue;
    if (table.find(key.spec.name) == nullptr) {
      errors.report(table.place, key.spec.full_name() + " is missing",
                    "it is " + range_text(key.spec));
      seen.add_bad(key.spec);
    }
  }
  for (const ConfigEntry& entry : table.entries) {
    const auto key = std::find_if(keys.begin(), keys.end(), [&](const Key<Root>& known) {
      return known.spec.section == section && known.spec.name == entry.key;
    });
    if (key == keys.end()) {
      report_unknown_key(errors, entry, section, names_in(keys, section), hint_for(entry.key));
      continue;
    }
    seen.add(key->spec, entry.value.place);
    if (key->spec.kind == KeyKind::kEntries) continue;
    const std::optional<KeyValue> value = values.read(key->spec, entry.value);
    if (value)
      key->binding.set(root, *value);
    else
      seen.add_bad(key->spec);
  }
}

}  // namespace sgdma::workload
