#include "model/edge_stepper.h"

#include <algorithm>
#include <map>

#include "core/mutation.h"

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

void EdgeStepper::join(SteppedEngine& engine, Ticks period) {
  places_.push_back({&engine, {}});
  run_ahead_.expect(period);
}

void EdgeStepper::leave(SteppedEngine& engine) {
  places_.erase(std::remove_if(places_.begin(), places_.end(),
                               [&](const Place& place) { return place.engine == &engine; }),
                places_.end());
}

void EdgeStepper::wake_at(SteppedEngine& engine, Ticks time) {
  for (Place& place : places_) {
    const bool sooner = time < place.next.time || (time == place.next.time &&
                                                   !core::mutated(core::Fault::kKnownEdgesNotHeld));
    if (place.engine == &engine && sooner) {
      place.next = {time, true};
      others_ = std::min(others_, time);
      if (!stepping_) {
        wake_.notify(until(time));
      }
    }
  }
}

inline EdgeStepper::Place& EdgeStepper::earliest() {
  Place* first = &places_.front();
  others_ = kNoEdge;
  for (std::size_t at = 1; at < places_.size(); ++at) {
    Place& place = places_[at];
    if (place.next.time < first->next.time) {
      others_ = first->next.time;
      first = &place;
    } else {
      others_ = std::min(others_, place.next.time);
    }
  }
  return *first;
}

inline bool EdgeStepper::may_lead(const NextEdge& next) {
  return !next.own_time || core::mutated(core::Fault::kPartsCalledAhead);
}

bool EdgeStepper::step_edges(Ticks now) {
  bool hurries = core::mutated(core::Fault::kEdgeNotLast);
  for (Place& place : places_) {
    if (place.next.time != now) {
      continue;
    }
    // Also what an engine before this one has set off at this instant comes first.
    if (!hurries && sc_core::sc_pending_activity_at_current_time()) {
      return false;
    }
    stepping_ = true;
    // What the backward path brings while the edge is stepped belongs to a later one.
    place.next = {};
    place.join(place.engine->step_edge(now));
    stepping_ = false;
    hurries = hurries || core::mutated(core::Fault::kNextEngineNotLast);
  }
  return true;
}

void EdgeStepper::run() {
  const Ticks now = now_ticks();
  if (!step_edges(now)) {
    wake_.notify(sc_core::SC_ZERO_TIME);
    return;
  }
  stepping_ = true;
  run_ahead_.begin(now);
  Place* first = &earliest();
  while (run_ahead_.reaches(first->next.time) && may_lead(first->next)) {
    const Ticks time = first->next.time;
    first->next = {};
    first->join(first->engine->go_ahead(time, others_, run_ahead_));
    first = &earliest();
  }
  stepping_ = false;
  const Ticks last = run_ahead_.end();
  if (first->next.time != kNoEdge) {
    wake_.notify(interval_.of(first->next.time - now));
  } else if (last != now) {
    wake_.notify(interval_.of(last - now));
  }
}

}  // namespace sgdma::model
