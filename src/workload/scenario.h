/// A scenario: everything that a run depends on.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "platform/control_event.h"
#include "platform/platform_config.h"
#include "platform/region.h"
#include "platform/work_item.h"
#include "types/engine_config.h"
#include "workload/generate/generator_config.h"

namespace sgdma::workload {

/// A work item that may come more than once: at `item.at`, `item.at + every`, and so on.
struct RepeatedItem {
  platform::WorkItem item;
  std::uint64_t count = 1;
  platform::Picoseconds every = 0;
  /// Added to each SGE's address (WQE) or to the RETH address (packet) with each repetition.
  std::uint64_t stride = 0;
  /// Repetitions after which the addresses begin again; 0: never.
  std::uint64_t wrap = 0;
};

/// When figures are taken. Transfers that intake takes in [warm_up, warm_up + window) count.
struct MeasureConfig {
  platform::Picoseconds warm_up = 0;
  platform::Picoseconds window = 0;  ///< 0: to the end
};

/// An unsafe policy that is asked for by name, to measure what it exposes.
enum class Baseline : std::uint8_t {
  kNone,
  kImmediate,  ///< deregistrations are answered at once
};

enum class FailureAction : std::uint8_t {
  kGoOn,            ///< its WQE or message fails, and later work goes on
  kQueuePairError,  ///< the queue pair is in ERR from then on
};

/// Validated: every range holds, every reference is known.
struct Scenario {
  std::string name;
  platform::Picoseconds clock_period = 1000;
  EngineConfig engine;
  platform::TargetConfig target;
  std::uint32_t max_backlog = 65536;  ///< transfers under way; 0: unlimited
  platform::HostMemoryConfig memory;
  platform::CompletionQueueConfig completion_queue;
  /// What a failure (of work, checks or the bus) does to its queue pair.
  FailureAction on_failure = FailureAction::kGoOn;
  Baseline baseline = Baseline::kNone;
  MeasureConfig measure;
  std::uint64_t seed = 1;
  std::vector<platform::Region> regions;
  platform::QueuePairList queue_pairs;  ///< sorted by number; the position is the QpIndex
  std::vector<RepeatedItem> work;       ///< in the order of the file
  std::vector<platform::ControlEventConfig> events;
  std::vector<GeneratorConfig> generators;
  platform::Picoseconds peer_delay = 0;  ///< until a peer answers; 0: there is no peer
  std::uint64_t wire_rate = 0;           ///< bits of payload a second; 0: unlimited
  std::string stimulus;                  ///< path of more work, JSON Lines; may be empty
};

}  // namespace sgdma::workload
