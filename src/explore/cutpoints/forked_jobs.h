/// Processes that are forked off, a few at a time, and what they say before they end.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace sgdma::explore {

/// How a process ended.
struct JobEnd {
  std::size_t number = 0;  ///< as `start` was given it
  std::string said;        ///< what its work returned; empty where it did not come to that
  std::string failure;     ///< why, then: a signal, a timeout, an exception; empty where it did
};

/// A job has a copy of this process as it was when it started, with one thread. Whatever becomes of
/// it, this process goes on: a crash, a hang or running out of memory is told as its failure.
///
/// What a job has written to standard output or error is its own affair; buffers that stood there
/// when it started are written out before.
class ForkedJobs {
 public:
  using Work = std::function<std::string()>;
  using Ended = std::function<void(const JobEnd&)>;

  /// At most `jobs` at a time, 1 or more. A job that takes longer than `timeout` is killed. `ended`
  /// is told of each, in the order in which they end.
  ForkedJobs(unsigned jobs, std::chrono::seconds timeout, Ended ended);
  /// Kills those that run.
  ~ForkedJobs();
  ForkedJobs(const ForkedJobs&) = delete;
  ForkedJobs& operator=(const ForkedJobs&) = delete;

  /// Runs `work` in a process of its own, as soon as there is room. Throws `std::system_error`
  /// where no process can be made.
  void start(std::size_t number, const Work& work);
  /// Waits for all.
  void wait();

 private:
  struct Job {
    pid_t process = 0;
    int pipe = -1;
    std::size_t number = 0;
    std::string said;
  };

  [[noreturn]] void run(const Work& work, int pipe) const;
  void wait_for_one();
  void end(std::vector<Job>::iterator job, int status);

  unsigned jobs_;
  std::chrono::seconds timeout_;
  Ended ended_;
  std::vector<Job> running_;
};

}  // namespace sgdma::explore
