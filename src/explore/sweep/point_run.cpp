#include "explore/sweep/point_run.h"

#include <cstdlib>
#include <ctime>
#include <system_error>
#include <unistd.h>
#include <utility>

#include <boost/json.hpp>
#include <fmt/chrono.h>
#include <fmt/format.h>

#include "explore/sweep/host_name.h"
#include "observe/whole_file.h"

namespace sgdma::explore {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

/// What a scheduler calls the job that this process belongs to, and its node.
std::string in_environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

PointRun::PointRun(const SweepDirectory& directory, std::string key)
    : directory_(directory),
      key_(std::move(key)),
      folder_(directory.root() / "points" / fmt::format(".{}.{}.{}", key_, host_name(), getpid())),
      started_at_(fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)))) {
  fs::create_directories(folder_);
}

PointRun::~PointRun() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

std::vector<std::string> PointRun::arguments(const PointOptions& options) const {
  std::vector<std::string> arguments = {
      "run",        directory_.scenario(key_).string(),   "--json",
      "--resolved", (folder_ / "scenario.toml").string(), "--no-progress"};
  if (options.max_cycles) {
    arguments.insert(arguments.end(), {"--max-cycles", std::to_string(*options.max_cycles)});
  }
  if (!options.verify) arguments.emplace_back("--no-verify");
  return arguments;
}

void PointRun::keep(const PointEnd& end) const {
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - started_;
  const std::string node = in_environment("SLURMD_NODENAME");
  const std::string job = in_environment("SLURM_ARRAY_JOB_ID");
  const std::string task = in_environment("SLURM_ARRAY_TASK_ID");
  observe::write_whole_file(
      folder_ / "status.json",
      json::serialize(json::object{{"exit_code", end.exit_code},
                                   {"signal", end.signal},
                                   {"timed_out", end.timed_out},
                                   {"host", node.empty() ? host_name() : node},
                                   {"job", job.empty() ? "" : job + "_" + task},
                                   {"started", started_at_},
                                   {"wall_s", wall.count()}}) +
          "\n");
  if (!end.has_result()) {
    const fs::path failed = directory_.failed(key_);
    fs::remove_all(failed);
    fs::rename(folder_, failed);
    return;
  }
  std::error_code error;
  fs::rename(folder_, directory_.point(key_), error);
  if (error && !directory_.is_done(key_)) {
    throw std::system_error(error, directory_.point(key_).string());
  }
  fs::remove_all(directory_.failed(key_));
}

}  // namespace sgdma::explore
