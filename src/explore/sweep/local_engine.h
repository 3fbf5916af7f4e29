/// Runs points of a sweep as processes of this machine.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "explore/sweep/sweep_directory.h"

namespace sgdma::explore {

/// Is told how many points have ended, and how many there are.
using SweepProgress = std::function<void(std::uint64_t, std::uint64_t)>;

/// What an engine needs to know.
struct EngineOptions {
  std::string program;  ///< path of sgdma
  PointOptions run;
  const std::atomic<int>* stop = nullptr;  ///< not 0: to end as soon as can be
  SweepProgress progress;                  ///< may be empty
};

/// At most `jobs` at a time, 1 or more. Processes end with this one, even if it is killed.
class LocalEngine {
 public:
  LocalEngine(const SweepDirectory& directory, EngineOptions options, unsigned jobs);
  ~LocalEngine();
  LocalEngine(const LocalEngine&) = delete;
  LocalEngine& operator=(const LocalEngine&) = delete;

  /// Runs these points, each of which is done or failed afterwards. Returns false if it was
  /// stopped; what ran then has left nothing. Throws std::system_error where no process can be
  /// made, or a point's files cannot be kept.
  bool run(const std::vector<std::string>& keys);

 private:
  class Processes;

  SweepDirectory directory_;
  EngineOptions options_;
  unsigned jobs_;
  std::unique_ptr<Processes> processes_;
};

}  // namespace sgdma::explore
