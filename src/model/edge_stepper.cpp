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

void EdgeStepper::join(SteppedEngine& engine) { places_.push_back({&engine, {}}); }

void EdgeStepper::leave(SteppedEngine& engine) {
  places_.erase(std::remove_if(places_.begin(), places_.end(),
                               [&](const Place& place) { return place.engine == &engine; }),
                places_.end());
}

void EdgeStepper::wake_at(SteppedEngine& engine, Ticks time) {
  for (Place& place : places_) {
    if (place.engine == &engine && time < place.next.time) {
      place.next = {time, true};
      if (!stepping_) {
        wake_.notify(until(time));
      }
    }
  }
}

inline NextEdge EdgeStepper::step(Ticks now) {
  NextEdge next;
  for (Place& place : places_) {
    if (place.next.time == now) {
      // What the backward path brings while the edge is stepped belongs to a later one.
      place.next = {};
      const NextEdge known = place.engine->step_edge(now);
      if (known.time <= place.next.time) {
        place.next = known;
      }
    }
    if (place.next.time < next.time) {
      next = place.next;
    } else if (place.next.time == next.time) {
      next.own_time = next.own_time || place.next.own_time;
    }
  }
  return next;
}

void EdgeStepper::run() {
  if (sc_core::sc_pending_activity_at_current_time()) {
    wake_.notify(sc_core::SC_ZERO_TIME);
    return;
  }
  const Ticks now = now_ticks();
  stepping_ = true;
  NextEdge next = step(now);
  Ticks last = now;
  run_ahead_.begin(now);
  while (run_ahead_.reaches(next.time) && !next.own_time) {
    last = next.time;
    run_ahead_.lead_to(last);
    next = step(last);
  }
  run_ahead_.end();
  stepping_ = false;
  if (next.time != kNoEdge) {
    wake_.notify(interval_.of(next.time - now));
  } else if (last != now) {
    wake_.notify(interval_.of(last - now));
  }
}

}  // namespace sgdma::model
