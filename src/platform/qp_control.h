/// What becomes of queue pairs and regions, as software knows them, when the engine is asked for a
/// reset, an error, a deregistration or a registration.
#pragma once

#include <optional>

#include "core/control.h"
#include "platform/cqe_generator.h"
#include "platform/region_table.h"
#include "platform/work_intake.h"
#include "types/control.h"
#include "types/translation.h"

namespace sgdma::platform {

/// Where control requests go.
class ControlDoor {
 public:
  ControlDoor() = default;
  ControlDoor(const ControlDoor&) = delete;
  ControlDoor& operator=(const ControlDoor&) = delete;
  virtual ~ControlDoor() = default;

  /// To take effect at the edge after `now`.
  virtual void ask_after(Cycle now, const ControlRequest& request) = 0;
};

/// Id of the report of a registration whose key is that of another one: a mistake of whoever asked.
inline constexpr const char* kKeyInUse = "/sgdma/platform/key_in_use";

/// What brings a queue pair into ERR by itself.
struct FailurePolicy {
  bool error_on_failure = false;  ///< the failure of any work
  /// With `kForceError` the failure of a transfer because its region was deregistered.
  Deregistration deregistration = Deregistration::kWait;
};

/// A RESET discards the WQEs of its queue pair without CQEs, drops CQEs that nobody has read, and
/// begins the next epoch; the queue pair works again from the answer on. ERR flushes WQEs, each
/// once and in order, and lasts until a RESET. An engine reset is a RESET of all. A deregistration
/// makes the key of its region unknown; a registration brings a region of the list under its key,
/// and is reported as an error, `kKeyInUse`, where the key is that of another one.
///
/// Timing: queue pairs and keys change at the edge at which the request takes effect. A failure,
/// where it is to bring its queue pair into ERR, does so at once, and the engine follows at the
/// next edge.
class QpControl : public core::ControlClient, public FailureListener {
 public:
  /// What it works on. All of it outlives the control.
  struct Parts {
    const QueuePairList& queue_pairs;
    RegionTable& regions;
    WorkIntake& intake;
    CqeGenerator& cqes;
    ControlDoor& door;  ///< where a failure asks for ERR
  };

  /// `observer` may be nullptr.
  QpControl(const Parts& parts, const FailurePolicy& policy, WorkObserver* observer)
      : queue_pairs_(parts.queue_pairs),
        regions_(parts.regions),
        intake_(parts.intake),
        cqes_(parts.cqes),
        door_(parts.door),
        policy_(policy),
        observer_(observer) {}

  void on_begin(Cycle now, const ControlRequest& request) override;
  void on_answer(Cycle now, const ControlRequest& request) override;
  void on_failure(Cycle now, QpIndex qp) override;
  void on_region_gone(Cycle now, QpIndex qp) override;
  std::optional<RegionHandle> registration_of(RegionKey key) const override;

 private:
  void reset(Cycle now, QpIndex qp);
  void begin_anew(Cycle now, QpIndex qp);
  void fail(Cycle now, QpIndex qp);
  void bring_down(Cycle now, QpIndex qp);
  void enter(Cycle now, const ControlRequest& request);
  void tell(Cycle now, QpIndex qp, QpState state) const;

  const QueuePairList& queue_pairs_;
  RegionTable& regions_;
  WorkIntake& intake_;
  CqeGenerator& cqes_;
  ControlDoor& door_;
  FailurePolicy policy_;
  WorkObserver* observer_;
};

}  // namespace sgdma::platform
