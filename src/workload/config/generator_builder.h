/// Builds generators from the entries of `[[generator]]`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "workload/config/error_list.h"
#include "workload/config/list_entries.h"
#include "workload/config/table_reader.h"
#include "workload/scenario.h"

namespace sgdma::workload {

/// Checks each against the queue pairs, the regions and the work of the scenario, and makes an
/// interval of a load.
class GeneratorBuilder {
 public:
  /// `scenario` has everything but generators.
  GeneratorBuilder(const Scenario& scenario, ErrorList& errors)
      : scenario_(scenario), errors_(errors) {}

  /// `seen` says which keys the entry at `place` had; all of them were good.
  void add(GeneratorEntry entry, const KeysSeen& seen, Place place);
  std::vector<GeneratorConfig> take() { return std::move(generators_); }

 private:
  void check_name(const GeneratorConfig& config, Place place);
  void check_queue_pairs(const GeneratorConfig& config, Place place);
  void check_loop(GeneratorEntry& entry, const KeysSeen& seen, Place place);
  void make_interval(GeneratorEntry& entry, Place place);
  void check_times(const GeneratorConfig& config, const KeysSeen& seen, Place place);
  void check_memory(const GeneratorConfig& config, const KeysSeen& seen, Place place);
  void check_region(const GeneratorConfig& config, const std::optional<RegionKey>& key,
                    const std::string& name, std::uint8_t rights, std::uint64_t most, Place place);
  void check_peer(const GeneratorConfig& config, Place place);

  const Scenario& scenario_;
  ErrorList& errors_;
  std::vector<GeneratorConfig> generators_;
};

}  // namespace sgdma::workload
