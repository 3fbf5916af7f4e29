/// What becomes of the queue pairs' own state when the engine is told to reset or to fail them.
#pragma once

#include <optional>

#include "core/control.h"
#include "platform/cqe_generator.h"
#include "platform/work_intake.h"
#include "types/control.h"

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

/// A RESET discards the WQEs of its queue pair without CQEs, drops CQEs that nobody has read, and
/// begins the next epoch; the queue pair works again from the answer on. ERR flushes WQEs, each
/// once and in order, and lasts until a RESET. An engine reset is a RESET of all.
///
/// Timing: queue pairs change at the edge at which the request takes effect. A failure, where it is
/// to bring its queue pair into ERR, does so at once, and the engine follows at the next edge.
class QpControl : public core::ControlClient, public FailureListener {
 public:
  /// `door`: where a failure asks for ERR; nullptr: failures do not stop their queue pair.
  QpControl(const QpDirectory& queue_pairs, WorkIntake& intake, CqeGenerator& cqes,
            ControlDoor* door, WorkObserver* observer)
      : queue_pairs_(queue_pairs), intake_(intake), cqes_(cqes), door_(door), observer_(observer) {}

  void on_begin(Cycle now, const ControlRequest& request) override;
  void on_answer(Cycle now, const ControlRequest& request) override;
  void on_failure(Cycle now, QpIndex qp) override;
  std::optional<RegionHandle> registration_of(RegionKey) const override { return std::nullopt; }

 private:
  void reset(Cycle now, QpIndex qp);
  void begin_anew(Cycle now, QpIndex qp);
  void fail(Cycle now, QpIndex qp);
  void tell(Cycle now, QpIndex qp, QpState state) const;
  template <class Each>
  void for_all_used(Each each);

  const QpDirectory& queue_pairs_;
  WorkIntake& intake_;
  CqeGenerator& cqes_;
  ControlDoor* door_;
  WorkObserver* observer_;
};

}  // namespace sgdma::platform
