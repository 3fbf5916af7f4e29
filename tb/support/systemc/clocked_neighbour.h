/// An `sc_clock` beside the engine.
#pragma once

#include <cstdint>

#include <systemc>

#include "model/sgdma_engine.h"
#include "support/systemc/neighbour_log.h"

namespace sgdma::test {

/// A process at each of its rising edges looks at the engine. After some edges the clock stops,
/// since a run ends where nothing is left to happen.
class ClockedNeighbour : public sc_core::sc_module {
 public:
  ClockedNeighbour(const sc_core::sc_module_name& name, const sc_core::sc_time& period,
                   std::uint64_t edges, const model::SgdmaEngine& engine, NeighbourLog& log);

 private:
  void tick();

  const model::SgdmaEngine& engine_;
  NeighbourLog& log_;
  std::uint64_t edges_left_;
  sc_core::sc_clock clock_;
};

}  // namespace sgdma::test
