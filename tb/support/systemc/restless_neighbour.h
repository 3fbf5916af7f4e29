/// Processes that have nothing to do with the engine, and look at it.
#pragma once

#include <cstdint>

#include <systemc>

#include "model/sgdma_engine.h"
#include "support/scenario_random.h"
#include "support/systemc/neighbour_log.h"
#include "support/systemc/turn.h"

namespace sgdma::test {

/// Wakes at random times, on edges of the engine and between them, and writes down what it sees of
/// it. At some of its wakes it begins a chain of delta and immediate notifications, at others it
/// resets the engine, as it is told. Ends after some wakes.
class RestlessNeighbour : public sc_core::sc_module {
 public:
  static constexpr std::uint32_t kRanks = 8;

  struct Habits {
    std::uint32_t rank = 0;  ///< and the `kRanks` - 1 behind it
    bool deltas = false;
    bool resets = false;
  };

  RestlessNeighbour(const sc_core::sc_module_name& name, std::uint64_t seed, const Habits& habits,
                    model::SgdmaEngine& engine, NeighbourLog& log);

 private:
  void start_of_simulation() override { go_on(); }
  void wake();
  void follow();
  void interject();
  void go_on();

  ScenarioRandom random_;
  Habits habits_;
  model::SgdmaEngine& engine_;
  NeighbourLog& log_;
  std::uint64_t wakes_left_;
  std::uint64_t widest_gap_;  ///< in periods
  std::uint64_t chain_left_ = 0;
  Turn turn_;
  sc_core::sc_event wake_event_;
  sc_core::sc_event follow_event_;
  sc_core::sc_event interject_event_;
};

/// How long from `from` to a later time on an edge of the engine or between two, within `periods`
/// of its clock.
sc_core::sc_time random_gap(ScenarioRandom& random, const model::EngineClock& clock,
                            std::uint64_t periods,
                            const sc_core::sc_time& from = sc_core::sc_time_stamp());

}  // namespace sgdma::test
