/// What a target says of itself: what it gives the SystemC kernel to do, and how it answers.
#pragma once

#include <cstdint>

namespace sgdma::model {

/// A target that stands on a socket of the engine and says when it has notified an event, or called
/// somebody who may have: then the kernel need not be asked after each call to it.
class KernelActivity {
 public:
  KernelActivity() = default;
  KernelActivity(const KernelActivity&) = delete;
  KernelActivity& operator=(const KernelActivity&) = delete;
  virtual ~KernelActivity() = default;

  /// Rises with each call that may have made something pending.
  virtual const std::uint64_t& activity() const = 0;
  /// Whether, as things stand, each read is completed by the call that brings it, with success; the
  /// call gives the kernel nothing to do, is no call to anybody else, and leaves nothing with the
  /// payload but its bytes and its status.
  virtual bool completes_reads() const { return false; }
  /// The same of each write that comes one period after one that was completed so. Beats may then
  /// come ahead of what the engine's other parts are called for at the same edges.
  virtual bool completes_writes() const { return false; }
};

}  // namespace sgdma::model
