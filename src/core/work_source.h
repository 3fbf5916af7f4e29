/// Where the engine's work comes from.
#pragma once

#include "types/cycle.h"
#include "types/transfer_request.h"

namespace sgdma::core {

/// Asked at the engine's edges; has no process of its own.
///
/// Timing: work that arrives at time t is there at the first edge strictly after t.
class WorkSource {
 public:
  WorkSource() = default;
  WorkSource(const WorkSource&) = delete;
  WorkSource& operator=(const WorkSource&) = delete;
  virtual ~WorkSource() = default;

  /// First edge at which `pull` should be called, or `kNever`. The answer may change when `pull` is
  /// called, the reader takes a completion, or control begins or answers; `kNever` may change at
  /// any time, and is asked anew.
  virtual Cycle next_edge() const = 0;
  /// Fills `request` with the next transfer that is there at edge `now`, all fields but `taken_at`.
  /// False where what was there became no transfer (it failed its checks, or moves no bytes by the
  /// engine). Requires `next_edge() <= now`.
  virtual bool pull(Cycle now, TransferRequest& request) = 0;
};

}  // namespace sgdma::core
