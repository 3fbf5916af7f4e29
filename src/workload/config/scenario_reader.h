/// Makes a scenario of a configuration tree.
#pragma once

#include "workload/config/config_node.h"
#include "workload/config/error_list.h"
#include "workload/config/queue_pair_builder.h"
#include "workload/config/region_builder.h"
#include "workload/config/table_reader.h"
#include "workload/config/value_reader.h"
#include "workload/config/work_reader.h"
#include "workload/scenario.h"

namespace sgdma::workload {

/// Used once. All errors of meaning go to the error list; the scenario is valid if there are none.
class ScenarioReader {
 public:
  explicit ScenarioReader(ErrorList& errors);

  Scenario read(const ConfigNode& root);

 private:
  void check_names(const ConfigNode& root);
  void read_clock(const ConfigNode& root);
  void read_section(const ConfigNode& root, std::string_view section);
  void find_stimulus();
  void read_regions(const ConfigNode& root);
  void read_queue_pairs(const ConfigNode& root);
  void read_work(const ConfigNode& root);
  void read_generators(const ConfigNode& root);
  void read_events(const ConfigNode& root);
  void read_faults(const ConfigNode& root);
  void read_wqe(const ConfigNode& table);
  void read_packet(const ConfigNode& table);
  template <class Work>
  void add_work(const Arrival& arrival, Work work, Place place);

  ErrorList& errors_;
  ValueReader values_;
  WorkReader work_;
  RegionBuilder regions_;
  QueuePairBuilder queue_pairs_;
  bool queue_pairs_good_ = true;
  KeysSeen seen_;
  Scenario scenario_;
};

}  // namespace sgdma::workload
