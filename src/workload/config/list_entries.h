/// Entries of a scenario's lists as they are written, before names and repetitions are resolved.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "platform/platform_config.h"
#include "platform/region.h"
#include "platform/work_item.h"
#include "types/control.h"
#include "workload/generate/generator_config.h"

namespace sgdma::workload {

/// Order of the pages that a `base` makes.
enum class PageLayout : std::uint8_t { kRising, kShuffled };

/// `[[region]]`: its pages are a list or, with `base`, adjacent from there on.
struct RegionEntry {
  platform::Region region;
  std::optional<std::uint64_t> base;
  PageLayout layout = PageLayout::kRising;
};

/// `[[qp]]`: `count` queue pairs with consecutive numbers.
struct QueuePairEntry {
  platform::QueuePair queue_pair;
  std::uint32_t count = 1;
};

/// `[[generator]]`: an open loop has an interval or, to be made one, a load.
struct GeneratorEntry {
  GeneratorConfig config;
  std::uint64_t load = 0;  ///< bits a second
};

/// What `[[wqe]]` and `[[packet]]` have in common.
struct Arrival {
  QpNumber qp{};
  platform::Picoseconds at = 0;
  std::uint64_t count = 1;
  platform::Picoseconds every = 0;
  std::uint64_t stride = 0;
  std::uint64_t wrap = 0;
  platform::Picoseconds gap = 0;  ///< to the arrival before; in bulk stimulus
};

struct WqeEntry {
  Arrival arrival;
  platform::WorkQueueElement wqe;
};

struct PacketEntry {
  Arrival arrival;
  platform::IncomingPacket packet;
};

/// A region as a value names it: by its name, or by its key alone.
struct NamedRegion {
  RegionKey key{};
  std::string name;  ///< may be empty
};

/// `[[event]]`: at a time, or after a beat.
struct EventEntry {
  ControlKind kind{};
  std::optional<QpNumber> qp;
  std::optional<NamedRegion> region;
  platform::Picoseconds at = 0;
  std::string after;  ///< tag of a transfer; empty: `at` counts
  std::uint64_t beat = 0;
};

}  // namespace sgdma::workload
