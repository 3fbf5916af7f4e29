#include "model/edge_stepper.h"

#include <algorithm>
#include <map>

namespace sgdma::model {

std::shared_ptr<EdgeStepper> EdgeStepper::of_simulation(bool& leads) {
  static std::map<sc_core::sc_simcontext*, std::weak_ptr<EdgeStepper>> steppers;
  std::weak_ptr<EdgeStepper>& known = steppers[sc_core::sc_get_curr_simcontext()];
  std::shared_ptr<EdgeStepper> stepper = known.lock();
  leads = stepper == nullptr;
  if (leads) {
    stepper.reset(new EdgeStepper);
    known = stepper;
  }
  return stepper;
}

void EdgeStepper::join(SteppedEngine& engine) { places_.push_back({&engine, kNoEdge}); }

void EdgeStepper::leave(SteppedEngine& engine) {
  places_.erase(std::remove_if(places_.begin(), places_.end(),
                               [&](const Place& place) { return place.engine == &engine; }),
                places_.end());
}

void EdgeStepper::wake_at(SteppedEngine& engine, Ticks time) {
  for (Place& place : places_) {
    if (place.engine == &engine && time < place.next) {
      place.next = time;
      wake_.notify(until(time));
    }
  }
}

void EdgeStepper::run() {
  if (sc_core::sc_pending_activity_at_current_time()) {
    wake_.notify(sc_core::SC_ZERO_TIME);
    return;
  }
  const Ticks now = now_ticks();
  Ticks next = kNoEdge;
  for (Place& place : places_) {
    if (place.next == now) {
      // What the backward path brings while the edge is stepped belongs to a later one.
      place.next = kNoEdge;
      const Ticks known = place.engine->step_edge(now);
      place.next = std::min(place.next, known);
    }
    next = std::min(next, place.next);
  }
  if (next != kNoEdge) {
    wake_.notify(interval_.of(next - now));
  }
}

}  // namespace sgdma::model
