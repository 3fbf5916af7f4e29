#include "workload/config/table_reader.h"

#include "workload/config/nearest_name.h"

namespace sgdma::workload {

void report_unknown_key(ErrorList& errors, const ConfigEntry& entry, std::string_view section,
                        const std::vector<std::string>& names, std::string otherwise) {
  std::string full_name(section);
  if (!full_name.empty()) full_name += '.';
  errors.report(entry.key_place, "unknown key: " + full_name + entry.key,
                did_you_mean(entry.key, names, std::move(otherwise)));
}

}  // namespace sgdma::workload
