/// Control requests that wait for a beat.
#pragma once

#include <cstdint>
#include <vector>

#include "platform/control_event.h"
#include "platform/qp_control.h"
#include "types/observer.h"

namespace sgdma::platform {

/// Stands for software that acts in the middle of a transfer: it watches beats, and asks at the
/// edge at which one has moved. Each trigger fires once.
class ControlTriggers final : public Observer {
 public:
  /// Of `events` those that have a trigger. `door` outlives this.
  ControlTriggers(const std::vector<ControlEventConfig>& events, ControlDoor& door);

  /// Whether none is left.
  bool empty() const { return waiting_.empty(); }
  void on_beat(Cycle now, const BeatEvent& beat) override;

 private:
  struct Waiting {
    ControlEventConfig event;
    std::uint64_t moved = 0;  ///< beats of its transfer
  };

  std::vector<Waiting> waiting_;
  ControlDoor& door_;
};

}  // namespace sgdma::platform
