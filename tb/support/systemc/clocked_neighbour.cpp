#include "support/systemc/clocked_neighbour.h"

#include <stdexcept>
#include <string>

namespace sgdma::test {

namespace {

/// Stops what drives `clock`. Returns how many processes that are.
std::size_t stop(const sc_core::sc_clock& clock, const std::vector<sc_core::sc_object*>& objects) {
  std::size_t stopped = 0;
  for (sc_core::sc_object* object : objects) {
    const std::string name = object->name();
    if (name.rfind(std::string(clock.name()) + "_", 0) == 0 &&
        name.find("edge_action") != std::string::npos) {
      sc_core::sc_process_handle(object).disable();
      ++stopped;
    }
    stopped += stop(clock, object->get_child_objects());
  }
  return stopped;
}

}  // namespace

ClockedNeighbour::ClockedNeighbour(const sc_core::sc_module_name& name,
                                   const sc_core::sc_time& period, std::uint64_t edges,
                                   const model::SgdmaEngine& engine, NeighbourLog& log)
    : sc_core::sc_module(name),
      engine_(engine),
      log_(log),
      edges_left_(edges),
      clock_("clock", period) {
  using SC_CURRENT_USER_MODULE = ClockedNeighbour;
  SC_METHOD(tick);
  sensitive << clock_.posedge_event();
  dont_initialize();
}

void ClockedNeighbour::tick() {
  log_.add(basename(), look_at(engine_));
  if (--edges_left_ == 0 && stop(clock_, sc_core::sc_get_top_level_objects()) == 0) {
    throw std::logic_error("the clock cannot be stopped");
  }
}

}  // namespace sgdma::test
