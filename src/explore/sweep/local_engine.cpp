#include "explore/sweep/local_engine.h"

#include <chrono>
#include <csignal>
#include <list>
#include <optional>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <utility>

#define BOOST_PROCESS_USE_STD_FS
#include <boost/asio/io_context.hpp>
#include <boost/process.hpp>
#include <boost/process/extend.hpp>

#include "explore/sweep/point_run.h"

namespace sgdma::explore {

namespace bp = boost::process;
using Clock = std::chrono::steady_clock;

/// Those that run. Their ends are seen by `wait`.
class LocalEngine::Processes {
 public:
  Processes(const SweepDirectory& directory, const EngineOptions& options)
      : directory_(directory), options_(options) {}
  ~Processes() { kill(SIGKILL); }
  Processes(const Processes&) = delete;
  Processes& operator=(const Processes&) = delete;

  std::size_t running() const { return running_.size(); }

  void start(const std::string& key) {
    running_.emplace_back(directory_, key);
    Running& job = running_.back();
    const auto end_with_parent = [](auto& /*executor*/) { prctl(PR_SET_PDEATHSIG, SIGKILL); };
    job.process = bp::child(
        options_.program, bp::args = job.point.arguments(options_.run),
        bp::std_in<bp::null, bp::std_out> job.point.output().string(),
        bp::std_err > job.point.log().string(), context_,
        bp::extend::on_exec_setup = end_with_parent,
        bp::on_exit = [&job](int, const std::error_code&) { job.ended = true; });
  }

  bool stopped() const { return options_.stop != nullptr && options_.stop->load() != 0; }

  /// Waits a little; returns how many have ended. Their results are kept, but of those that may
  /// have been stopped.
  std::size_t wait() {
    constexpr auto kMoment = std::chrono::milliseconds(50);
    context_.restart();
    context_.run_one_for(kMoment);
    std::size_t ended = 0;
    for (auto job = running_.begin(); job != running_.end();) {
      if (!job->ended && Clock::now() - job->point.started() > options_.run.timeout) {
        job->timed_out = true;
        ::kill(job->process.id(), SIGKILL);
      }
      if (!job->ended) {
        ++job;
        continue;
      }
      if (!stopped()) job->point.keep(end_of(*job));
      job = running_.erase(job);
      ++ended;
    }
    return ended;
  }

  void kill(int signal) {
    for (Running& job : running_) {
      if (!job.ended) ::kill(job.process.id(), signal);
    }
  }

 private:
  struct Running {
    Running(const SweepDirectory& directory, const std::string& key) : point(directory, key) {}

    PointRun point;
    bp::child process;
    bool ended = false;
    bool timed_out = false;
  };

  static PointEnd end_of(const Running& job) {
    const int status = job.process.native_exit_code();
    if (WIFSIGNALED(status)) return {0, WTERMSIG(status), job.timed_out};
    return {WEXITSTATUS(status), 0, job.timed_out};
  }

  SweepDirectory directory_;
  const EngineOptions& options_;
  boost::asio::io_context context_;
  std::list<Running> running_;
};

LocalEngine::LocalEngine(const SweepDirectory& directory, EngineOptions options, unsigned jobs)
    : directory_(directory),
      options_(std::move(options)),
      jobs_(jobs),
      processes_(std::make_unique<Processes>(directory_, options_)) {}

LocalEngine::~LocalEngine() = default;

bool LocalEngine::run(const std::vector<std::string>& keys) {
  std::size_t next = 0;
  std::size_t ended = 0;
  while (!processes_->stopped() && ended < keys.size()) {
    while (next < keys.size() && processes_->running() < jobs_) processes_->start(keys[next++]);
    ended += processes_->wait();
    if (options_.progress) options_.progress(ended, keys.size());
  }
  if (!processes_->stopped()) return true;
  processes_->kill(SIGTERM);
  while (processes_->running() > 0) processes_->wait();
  return false;
}

}  // namespace sgdma::explore
