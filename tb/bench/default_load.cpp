#include "bench/default_load.h"

#include "workload/config/load_scenario.h"

namespace sgdma::bench {

workload::Scenario default_load(std::uint64_t times, std::uint64_t percent) {
  workload::Scenario scenario = workload::load_scenario({});
  for (workload::RepeatedItem& item : scenario.work) {
    item.wrap = item.count;
    item.count *= times;
    item.every = item.every * percent / 100;
    item.item.at = item.item.at * percent / 100;
  }
  return scenario;
}

}  // namespace sgdma::bench
