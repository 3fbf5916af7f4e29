#include "platform/control_triggers.h"

#include <algorithm>

namespace sgdma::platform {

ControlTriggers::ControlTriggers(const std::vector<ControlEventConfig>& events, ControlDoor& door)
    : door_(door) {
  for (const ControlEventConfig& event : events) {
    if (event.trigger) {
      waiting_.push_back({event, 0});
    }
  }
}

void ControlTriggers::on_beat(Cycle now, const BeatEvent& beat) {
  const auto fires = [&](Waiting& waiting) {
    if (!same_text(waiting.event.trigger->tag, beat.tag)) {
      return false;
    }
    if (waiting.moved++ < waiting.event.trigger->beat) {
      return false;
    }
    door_.ask_after(now, waiting.event.request);
    return true;
  };
  waiting_.erase(std::remove_if(waiting_.begin(), waiting_.end(), fires), waiting_.end());
}

}  // namespace sgdma::platform
