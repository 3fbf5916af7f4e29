#include "app/validate_command.h"

#include <cstdint>
#include <iostream>

#include "app/exit_codes.h"

namespace sgdma::app {

int validate(const workload::LoadOptions& options) {
  const workload::Scenario scenario = workload::load_scenario(options);
  std::uint64_t arrivals = 0;
  for (const workload::RepeatedItem& item : scenario.work) arrivals += item.count;
  std::cerr << options.path.value_or("built-in scenario") << ": valid, with "
            << scenario.queue_pairs.size() << " queue pairs, " << scenario.regions.size()
            << " regions, and work that arrives " << arrivals << " times\n";
  return kExitDone;
}

}  // namespace sgdma::app
