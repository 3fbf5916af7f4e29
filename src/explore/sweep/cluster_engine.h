/// Runs points of a sweep on a cluster.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "explore/sweep/local_engine.h"
#include "explore/sweep/sweep_directory.h"

namespace sgdma::explore {

struct ClusterOptions {
  /// Points of a task; 0: some 30 s of work, judged by the points that are done, else 16.
  std::uint64_t chunk = 0;
  std::string arguments;  ///< of sbatch, as a shell reads them
  /// A shell command that submits an array of tasks, for schedulers other than Slurm: {first} and
  /// {last} are its indices, {script} what each task runs, {name} the sweep, {log} a directory.
  std::optional<std::string> submit;
  std::chrono::milliseconds poll{2000};
};

/// An array of tasks works on chunks of points, so that short points do not drown in scheduling.
/// The directory has to be one that all nodes see; what is there when a point is done, and nothing
/// else, says that it is. Tasks of a lost node are requeued by Slurm; what no task has done when
/// the array is gone is submitted again, three times.
class ClusterEngine {
 public:
  ClusterEngine(const SweepDirectory& directory, EngineOptions options, ClusterOptions cluster);

  /// Runs these points, each of which is done, failed or, where tasks were lost again and again,
  /// missing afterwards. Returns false if it was stopped, which cancels the array; of another
  /// scheduler its user has to. Throws workload::ConfigError with what the scheduler says where it
  /// refuses, and std::system_error.
  bool run(const std::string& name, const std::vector<std::string>& keys);

 private:
  std::uint64_t chunk_size(std::size_t points) const;
  std::uint64_t most_tasks() const;
  std::filesystem::path write_job(const std::vector<std::string>& keys, std::uint64_t chunk) const;
  std::string submit(const std::string& name, const std::filesystem::path& job,
                     std::uint64_t tasks) const;
  bool is_queued(const std::string& id);
  bool wait(const std::string& id, const std::set<std::string>& keys);
  std::size_t ended(const std::set<std::string>& keys) const;
  bool stopped() const { return options_.stop != nullptr && options_.stop->load() != 0; }

  SweepDirectory directory_;
  EngineOptions options_;
  ClusterOptions cluster_;
  std::size_t all_ = 0;
  std::size_t before_ = 0;  ///< ended in earlier rounds
  int silent_ = 0;          ///< times that the scheduler has not answered
};

}  // namespace sgdma::explore
