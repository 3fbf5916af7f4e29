#include "model/edge_stepper.h"

#include <algorithm>
#include <map>

namespace sgdma::model {

std::shared_ptr<EdgeStepper> EdgeStepper::join(SteppedEngine& engine, bool& leads) {
  static std::map<sc_core::sc_simcontext*, std::weak_ptr<EdgeStepper>> steppers;
  std::weak_ptr<EdgeStepper>& known = steppers[sc_core::sc_get_curr_simcontext()];
  std::shared_ptr<EdgeStepper> stepper = known.lock();
  leads = stepper == nullptr;
  if (leads) {
    stepper.reset(new EdgeStepper);
    known = stepper;
  }
  stepper->engines_.push_back(&engine);
  return stepper;
}

void EdgeStepper::leave(SteppedEngine& engine) {
  engines_.erase(std::remove(engines_.begin(), engines_.end(), &engine), engines_.end());
}

void EdgeStepper::wake_at(Ticks time) { wake_.notify(until(time)); }

void EdgeStepper::run() {
  if (sc_core::sc_pending_activity_at_current_time()) {
    wake_.notify(sc_core::SC_ZERO_TIME);
    return;
  }
  const Ticks now = now_ticks();
  Ticks next = kNoEdge;
  for (SteppedEngine* engine : engines_) {
    if (engine->next_edge_time() == now) {
      engine->step_edge();
    }
    next = std::min(next, engine->next_edge_time());
  }
  if (next != kNoEdge) {
    wake_at(next);
  }
}

}  // namespace sgdma::model
