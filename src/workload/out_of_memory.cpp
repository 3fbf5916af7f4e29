#include "workload/out_of_memory.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace sgdma::workload {
namespace {

/// Parts that a model has a number of, with the key behind it.
struct Part {
  std::uint64_t count;
  std::string_view what;
  std::string_view key;
};

std::vector<Part> parts_of(const Scenario& scenario) {
  std::uint64_t pages = 0;
  for (const platform::Region& region : scenario.regions) pages += region.pages.size();
  return {{scenario.queue_pairs.size(), "queue pairs", "qp.count"},
          {pages, "pages of regions", "region.size"},
          {scenario.work.size(), "WQEs and packets", "the workload"},
          {scenario.engine.slots, "slots", "engine.slots"},
          {scenario.engine.read_bursts, "read tags", "bus.read_bursts"},
          {scenario.engine.write_bursts, "write bursts", "bus.write_bursts"}};
}

}  // namespace

ConfigError too_large_a_model(const Scenario& scenario, const std::string& source) {
  std::vector<Part> parts = parts_of(scenario);
  std::stable_sort(parts.begin(), parts.end(),
                   [](const Part& a, const Part& b) { return a.count > b.count; });
  constexpr std::size_t kNamed = 3;
  std::string list;
  for (std::size_t at = 0; at < kNamed; ++at) {
    list += fmt::format("{}{} {} ({})", at == 0 ? "" : ", ", parts[at].count, parts[at].what,
                        parts[at].key);
  }
  return ConfigError(source, "the model does not fit into memory: it has " + list,
                     "make what it has most of smaller, or let the process have more memory");
}

ConfigError too_large_an_input(const std::string& source) {
  return ConfigError(source, "does not fit into memory",
                     "make it smaller, or let the process have more memory");
}

OutOfMemory::OutOfMemory(Cycle at)
    : std::runtime_error(fmt::format(
          "out of memory at cycle {}\n"
          "hint: work that comes faster than it is done piles up; let it come more slowly, or let "
          "the process have more memory",
          at)) {}

}  // namespace sgdma::workload
