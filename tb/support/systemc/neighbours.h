/// A simulation that the engine shares with others.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <systemc>

#include "platform/bus_binding.h"
#include "support/neighbour_options.h"
#include "support/scenario_random.h"
#include "support/systemc/memory_hub.h"
#include "support/systemc/neighbour_log.h"
#include "support/systemc/test_target.h"

namespace sgdma::test {

class EngineNeighbour;
class IdleInitiator;

/// Hand `binding()` to a simulation that this outlives. What the neighbours do depends on the
/// options alone, and on what they see.
class Neighbours {
 public:
  explicit Neighbours(NeighbourOptions options);
  ~Neighbours();

  platform::BusBinding binding();
  /// Edges that were stepped ahead of the kernel's time. Requires that the simulation is over.
  std::uint64_t stepped_ahead() const { return stepped_ahead_; }

 private:
  void build(model::SgdmaEngine& engine, platform::HostMemory& memory);
  void add_restless(model::SgdmaEngine& engine);
  void add_clock(const model::SgdmaEngine& engine);
  void add_sharing(const model::SgdmaEngine& engine, bool blocking);
  void add_engine(const model::SgdmaEngine& engine);
  std::uint64_t next_seed() { return random_.between(0, ~std::uint64_t{0}); }
  /// The first of `count` of them.
  std::uint32_t next_rank(std::uint32_t count) { return (ranks_ += count) - count; }
  TargetScript random_script(const model::EngineClock& clock);
  /// The engine is about to go.
  void finish(const model::SgdmaEngine& engine);

  NeighbourOptions options_;
  ScenarioRandom random_;
  NeighbourLog log_;
  std::unique_ptr<TestTarget> target_;
  std::unique_ptr<IdleInitiator> idle_;
  std::unique_ptr<MemoryHub> read_hub_;
  std::unique_ptr<MemoryHub> write_hub_;
  std::vector<std::unique_ptr<sc_core::sc_module>> modules_;
  std::unique_ptr<EngineNeighbour> engine_;
  std::uint32_t ranks_ = 1;
  std::uint64_t stepped_ahead_ = 0;
};

}  // namespace sgdma::test
