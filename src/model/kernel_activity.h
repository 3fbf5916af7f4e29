/// What a target has given the SystemC kernel to do.
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
};

}  // namespace sgdma::model
