/// One point of a sweep, as a process.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "explore/sweep/sweep_directory.h"

namespace sgdma::explore {

/// How the process of a point ended.
struct PointEnd {
  int exit_code = 0;
  int signal = 0;  ///< that killed it; 0: it ended by itself
  bool timed_out = false;

  /// Whether it came to a result, good or bad: it would come to the same again.
  bool has_result() const { return signal == 0 && (exit_code == 0 || exit_code == 1); }
};

/// Everything happens in a directory of its own, which is renamed when all is there. It goes with
/// this object, if nobody has kept it before.
class PointRun {
 public:
  /// Throws std::system_error where its directory cannot be made.
  PointRun(const SweepDirectory& directory, std::string key);
  ~PointRun();
  PointRun(const PointRun&) = delete;
  PointRun& operator=(const PointRun&) = delete;

  const std::string& key() const { return key_; }
  /// What follows the program's name.
  std::vector<std::string> arguments(const PointOptions& options) const;
  std::filesystem::path output() const { return folder_ / "result.json"; }
  std::filesystem::path log() const { return folder_ / "log"; }
  std::chrono::steady_clock::time_point started() const { return started_; }

  /// Makes a point, or a failed one, of what the process has left. Where another has been quicker,
  /// its result stays. Throws std::system_error.
  void keep(const PointEnd& end) const;

 private:
  SweepDirectory directory_;
  std::string key_;
  std::filesystem::path folder_;
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
  std::string started_at_;
};

}  // namespace sgdma::explore
