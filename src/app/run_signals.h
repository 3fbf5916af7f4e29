/// Ctrl-C and SIGTERM in good order.
#pragma once

#include <atomic>

namespace sgdma::app {

/// While it lives, SIGINT and SIGTERM are noted instead of ending the process; a second one ends
/// it.
class RunSignals {
 public:
  RunSignals();
  ~RunSignals();
  RunSignals(const RunSignals&) = delete;
  RunSignals& operator=(const RunSignals&) = delete;

  /// The signal that came, or 0.
  const std::atomic<int>& caught() const;
};

}  // namespace sgdma::app
