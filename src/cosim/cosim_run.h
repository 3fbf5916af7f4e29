/// A scenario in lock step with the RTL pair.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cosim/difference.h"
#include "cosim/lock_step.h"
#include "workload/scenario.h"

namespace sgdma::cosim {

struct CosimOptions {
  std::optional<Cycle> cycles;                ///< stop at this edge
  std::uint32_t bug = 0;                      ///< a deliberate fault of the RTL; 0: none
  std::string wave = "cosim-difference.vcd";  ///< waveform that is written around a difference
  const std::atomic<int>* stop = nullptr;
  std::function<void(Cycle, std::uint64_t)> progress;
};

struct CosimResult {
  RtlShape shape;  ///< of the RTL
  LockStepCount count;
  std::optional<Difference> difference;
  std::vector<std::string> model_events;  ///< of the transfer that differs, the last ones
  std::vector<std::string> rtl_events;
  bool verified = false;  ///< the model's run by itself held its checks
  bool interrupted = false;
};

/// One per process, since SystemC elaborates once. Throws workload::ConfigError where the RTL
/// cannot follow the scenario, `std::system_error` where the waveform cannot be written.
CosimResult run_cosim(const workload::Scenario& scenario, const CosimOptions& options);

}  // namespace sgdma::cosim
