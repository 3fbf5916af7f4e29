#include "platform/qp_control.h"

#include <string>

#include <fmt/format.h>
#include <systemc>

#include "core/mutation.h"

namespace sgdma::platform {

void QpControl::tell(Cycle now, QpIndex qp, QpState state) const {
  if (observer_ != nullptr) {
    observer_->on_state(now, queue_pairs_.number_of(qp), state);
  }
}

void QpControl::on_begin(Cycle now, const ControlRequest& request) {
  switch (request.kind) {
    case ControlKind::kEngineReset:
      intake_.close();
      intake_.for_all_used([&](QpIndex qp) { reset(now, qp); });
      break;
    case ControlKind::kQueuePairReset: reset(now, request.qp); break;
    case ControlKind::kQueuePairError: fail(now, request.qp); break;
    case ControlKind::kDeregister:
      if (!core::mutated(core::Fault::kRegionKeyKept)) {
        regions_.deregister(request.region);
      }
      break;
    case ControlKind::kRegister: enter(now, request); break;
  }
}

void QpControl::on_answer(Cycle now, const ControlRequest& request) {
  switch (request.kind) {
    case ControlKind::kEngineReset:
      intake_.open();
      intake_.for_all_used([&](QpIndex qp) { begin_anew(now, qp); });
      break;
    case ControlKind::kQueuePairReset: begin_anew(now, request.qp); break;
    case ControlKind::kQueuePairError:
    case ControlKind::kDeregister:
    case ControlKind::kRegister: break;
  }
}

std::optional<RegionHandle> QpControl::registration_of(RegionKey key) const {
  const RegisteredRegion* region = regions_.find(key);
  return region != nullptr ? std::optional(region->handle) : std::nullopt;
}

void QpControl::enter(Cycle now, const ControlRequest& request) {
  const std::optional<RegionHandle> handle = regions_.enter(request.registration);
  if (!handle) {
    const std::string text =
        fmt::format("a region is registered under the key {:#x}, which is that of another one",
                    raw(request.region));
    SC_REPORT_ERROR(kKeyInUse, text.c_str());
  } else if (observer_ != nullptr) {
    observer_->on_registered(now, *handle, request.registration);
  }
}

void QpControl::reset(Cycle now, QpIndex qp) {
  if (intake_.reset(qp)) {
    tell(now, qp, QpState::kResetting);
    cqes_.reset(now, qp);
  }
}

void QpControl::begin_anew(Cycle now, QpIndex qp) {
  if (intake_.begin_anew(qp)) {
    tell(now, qp, QpState::kReady);
    cqes_.begin_anew(now, qp);
  }
}

void QpControl::fail(Cycle now, QpIndex qp) {
  if (intake_.abandon(qp)) {
    tell(now, qp, QpState::kError);
    cqes_.flush(now, qp);
  }
}

void QpControl::on_failure(Cycle now, QpIndex qp) {
  if (policy_.error_on_failure) {
    bring_down(now, qp);
  }
}

void QpControl::on_region_gone(Cycle now, QpIndex qp) {
  if (policy_.error_on_failure || policy_.deregistration == Deregistration::kForceError) {
    bring_down(now, qp);
  }
}

void QpControl::bring_down(Cycle now, QpIndex qp) {
  if (intake_.state(qp) != QpState::kReady) {
    return;
  }
  fail(now, qp);
  door_.ask_after(now, {ControlKind::kQueuePairError, qp, queue_pairs_.number_of(qp), {}});
}

}  // namespace sgdma::platform
