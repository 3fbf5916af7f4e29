#include "support/neighbour_options.h"

#include <array>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "support/scenario_random.h"

namespace sgdma::test {

namespace {

using Kind = std::pair<const char*, bool NeighbourOptions::*>;

constexpr std::array<Kind, 7> kKinds = {
    Kind{"wakes", &NeighbourOptions::wakes},     {"deltas", &NeighbourOptions::deltas},
    {"clock", &NeighbourOptions::clock},         {"initiator", &NeighbourOptions::initiator},
    {"decoupled", &NeighbourOptions::decoupled}, {"resets", &NeighbourOptions::resets},
    {"engine", &NeighbourOptions::engine}};

void draw_kinds(NeighbourOptions& options) {
  ScenarioRandom random(options.seed);
  for (const Kind& kind : kKinds) {
    options.*kind.second = random.chance(kind.second == &NeighbourOptions::clock ? 10 : 35);
  }
  options.*random.one_in(kKinds).second = true;
}

void set_kinds(NeighbourOptions& options, const std::string& names) {
  std::istringstream stream(names);
  for (std::string name; std::getline(stream, name, '+');) {
    bool known = false;
    for (const Kind& kind : kKinds) {
      if (name == kind.first) {
        options.*kind.second = known = true;
      }
    }
    if (!known) throw std::invalid_argument("no such neighbour: " + name);
  }
}

}  // namespace

NeighbourOptions neighbours_of(const std::string& text) {
  NeighbourOptions options;
  std::string kinds = "?";
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, ',');) {
    const std::size_t equals = part.find('=');
    const std::string key = part.substr(0, equals);
    const std::string value = equals == std::string::npos ? "" : part.substr(equals + 1);
    if (key == "seed") {
      options.seed = std::stoull(value);
    } else if (key == "kinds") {
      kinds = value;
    } else if (key == "target") {
      options.target = value;
    } else if (key == "log") {
      options.log = value;
    } else {
      throw std::invalid_argument("no such setting of neighbours: " + part);
    }
  }
  if (kinds == "?") {
    draw_kinds(options);
  } else {
    set_kinds(options, kinds);
  }
  return options;
}

}  // namespace sgdma::test
