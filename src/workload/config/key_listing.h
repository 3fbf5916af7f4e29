/// All keys of all key tables, for the schema, the page and explanations.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "workload/config/key_spec.h"

namespace sgdma::workload {

struct ListedKey {
  KeySpec spec;
  std::string default_value;  ///< as TOML; empty: there is none
};

/// A section or a list, with its keys in order.
struct ListedTable {
  std::string_view name;  ///< "bus", "wqe", "wqe.sge"
  bool is_list = false;   ///< `[[name]]`, or an array of tables
  std::string_view summary;
  std::vector<ListedKey> keys;
};

/// In the order of the key tables: sections first.
const std::vector<ListedTable>& listed_tables();

/// The key that `--set` can name so: "engine.slots", "generator.small.size", "generator[0].size".
/// nullptr where there is none.
const ListedKey* find_key(std::string_view key);

/// "bus.width", ... of all keys but those of lists within lists.
std::vector<std::string> key_names();

}  // namespace sgdma::workload
