/// A Slurm cluster of two nodes on this machine's loopback, for one test.
#pragma once

#include <map>
#include <string>
#include <sys/types.h>
#include <vector>

namespace sgdma::test {

/// Two nodes of two processors, `n1` and `n2`, without authentication, on ports that nobody uses.
/// Commands of Slurm that this process starts find it. It is gone with the object, and with
/// this process if that is killed.
class SlurmCluster {
 public:
  /// Whether its programs are installed.
  static bool is_installed();

  /// `most_array` is MaxArraySize. Throws std::runtime_error where the nodes do not come up.
  explicit SlurmCluster(unsigned most_array);
  ~SlurmCluster();
  SlurmCluster(const SlurmCluster&) = delete;
  SlurmCluster& operator=(const SlurmCluster&) = delete;

  /// Processes of jobs that run on a node.
  std::vector<int> jobs_of(const std::string& node) const;
  /// As if its power had gone: daemon, steps and jobs are killed at once.
  void lose(const std::string& node);

 private:
  void configure(unsigned most_array) const;
  std::string path(const std::string& name) const;
  void end(const std::string& daemon);

  std::string folder_;
  std::map<std::string, pid_t> daemons_;  ///< those that run, by node, and the controller
};

}  // namespace sgdma::test
