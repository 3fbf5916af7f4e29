#include "support/scenario_generator.h"

#include <algorithm>
#include <array>
#include <iterator>

#include <fmt/format.h>

#include "support/scenario_deregistrations.h"
#include "support/scenario_events.h"
#include "support/scenario_faults.h"
#include "support/scenario_random.h"
#include "support/scenario_regions.h"
#include "support/scenario_settings.h"
#include "support/scenario_work.h"

namespace sgdma::test {
namespace {

std::uint64_t count(const std::string& scenario, const char* table) {
  std::uint64_t tables = 0;
  for (std::size_t at = 0; (at = scenario.find(table, at)) != std::string::npos; ++at) {
    ++tables;
  }
  return tables;
}

}  // namespace

std::string random_scenario(std::uint64_t seed) {
  ScenarioRandom random(seed);
  std::string text = random_settings(random);
  ScenarioRegions regions(random);
  text += regions.text();
  std::string work;
  const std::uint64_t queue_pairs = random.between(1, 6);
  for (std::uint32_t at = 0; at < queue_pairs; ++at) {
    const std::uint32_t qp = at * 3 + 1;
    const auto path_mtu = static_cast<std::uint32_t>(random.power(8, 12));
    const std::uint64_t weight = random.between(1, 4);
    const std::uint64_t priority = random.between(0, 3);
    fmt::format_to(std::back_inserter(text),
                   "[[qp]]\nnumber = {}\nweight = {}\npriority = {}\npath_mtu = \"{} B\"\n", qp,
                   weight, priority, path_mtu);
    work += ScenarioWork(random, regions, qp, path_mtu).write(random.between(1, 14));
  }
  return text + work + random_faults(random, queue_pairs);
}

std::string random_event_scenario(std::uint64_t seed) {
  const std::string scenario = random_scenario(seed);
  // Numbers of its own, so that what the scenario draws does not depend on them.
  ScenarioRandom random(~seed);
  std::string events = random_teardown(random);
  const std::string of_queue_pairs = random_events(random, count(scenario, "[[qp]]"));
  if (random.chance(60)) {
    events += fmt::format(
        "deregister = \"{}\"\n",
        random.one_of({"finish_beat", "finish_burst", "finish_segment", "finish_transfer"}));
    events += random_key_cache(random);
    events += random_deregistrations(random, count(scenario, "[[region]]"));
  }
  return scenario + events + of_queue_pairs;
}

std::string random_stimulus(std::uint64_t seed) {
  constexpr std::array<std::uint32_t, 12> kLengths{1, 7, 8, 9, 16, 31, 32, 33, 40, 64, 100, 4097};
  constexpr std::array<std::uint32_t, 6> kOffsets{0, 1, 4, 0xfe1, 0xff8, 0xffb};
  ScenarioRandom random(seed);
  std::string text;
  std::uint64_t edge = 1;
  std::uint64_t page = 0x1000;
  const std::uint64_t items = random.between(1, 60);
  for (std::uint64_t item = 0; item < items; ++item) {
    if (random.chance(50)) {
      const auto most = random.one_of<std::uint64_t>({2, 12, 40});
      edge += random.between(0, most);
    }
    const std::uint64_t qp = random.between(0, 3);
    const char direction = random.chance(50) ? 'g' : 's';
    fmt::format_to(std::back_inserter(text), "{} {} {}", edge, qp, direction);
    for (std::uint64_t segments = random.between(1, 4); segments > 0; --segments) {
      const std::uint64_t address = page + random.one_in(kOffsets);
      const std::uint32_t length = random.one_in(kLengths);
      fmt::format_to(std::back_inserter(text), " {:#x} {}", address, length);
      page += 0x4000;
    }
    text += '\n';
  }
  return text;
}

}  // namespace sgdma::test
