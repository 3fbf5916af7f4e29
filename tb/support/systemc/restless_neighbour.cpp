#include "support/systemc/restless_neighbour.h"

#include <algorithm>

namespace sgdma::test {

sc_core::sc_time random_gap(ScenarioRandom& random, const model::EngineClock& clock,
                            std::uint64_t periods, const sc_core::sc_time& from) {
  const std::uint64_t edges = random.between(1, periods);
  if (random.chance(60)) {
    const model::Ticks on_edge = clock.time_of(clock.edge_at(from.value()) + edges);
    return sc_core::sc_time::from_value(on_edge - from.value());
  }
  return sc_core::sc_time::from_value(random.between(1, edges * clock.period()));
}

RestlessNeighbour::RestlessNeighbour(const sc_core::sc_module_name& name, std::uint64_t seed,
                                     const Habits& habits, model::SgdmaEngine& engine,
                                     NeighbourLog& log)
    : sc_core::sc_module(name),
      random_(seed),
      habits_(habits),
      engine_(engine),
      log_(log),
      wakes_left_(random_.between(5, 100)),
      widest_gap_(random_.one_of<std::uint64_t>({2, 10, 40, 200})),
      turn_(habits.rank) {
  using SC_CURRENT_USER_MODULE = RestlessNeighbour;
  SC_METHOD(wake);
  sensitive << wake_event_;
  dont_initialize();
  SC_METHOD(follow);
  sensitive << follow_event_;
  dont_initialize();
  SC_METHOD(interject);
  sensitive << interject_event_;
  dont_initialize();
}

void RestlessNeighbour::wake() {
  if (!turn_.has_come()) {
    return;
  }
  log_.add(basename(), look_at(engine_));
  if (habits_.resets && random_.chance(8)) {
    engine_.request({ControlKind::kEngineReset});
  }
  if (habits_.deltas && random_.chance(60)) {
    chain_left_ = random_.between(1, kRanks - 2);
    follow_event_.notify(sc_core::SC_ZERO_TIME);
  }
  go_on();
}

void RestlessNeighbour::follow() {
  log_.add(basename(), "follows: " + look_at(engine_));
  if (--chain_left_ == 0) {
    return;
  }
  if (random_.chance(40)) {
    interject_event_.notify();
  } else {
    follow_event_.notify(sc_core::SC_ZERO_TIME);
  }
}

void RestlessNeighbour::interject() {
  log_.add(basename(), "interjects: " + look_at(engine_));
  if (habits_.resets && random_.chance(8)) {
    engine_.request({ControlKind::kEngineReset});
  }
  follow_event_.notify(sc_core::SC_ZERO_TIME);
}

void RestlessNeighbour::go_on() {
  if (wakes_left_ > 0) {
    --wakes_left_;
    wake_event_.notify(random_gap(random_, engine_.clock(), widest_gap_));
  }
}

}  // namespace sgdma::test
