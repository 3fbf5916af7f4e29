#include "explore/sweep/cluster_engine.h"

#include <algorithm>
#include <cmath>
#include <thread>
#include <utility>

#include <boost/algorithm/string/replace.hpp>
#include <boost/algorithm/string/trim.hpp>
#include <boost/json.hpp>
#include <fmt/format.h>

#include "explore/sweep/shell_command.h"
#include "explore/sweep/sweep_work.h"
#include "observe/whole_file.h"
#include "workload/config/config_error.h"

namespace sgdma::explore {
namespace {

namespace fs = std::filesystem;

constexpr int kRounds = 3;
constexpr std::uint64_t kUsualChunk = 16;
constexpr double kSecondsOfAChunk = 30;
/// So many answers in a row may fail to come before the scheduler is given up.
constexpr int kMostSilence = 60;
/// Slurm's own default.
constexpr std::uint64_t kUsualArray = 1001;

constexpr const char* kSbatch =
    "sbatch --parsable --requeue --array={first}-{last} --job-name={name} "
    "--output={log}/task-%a.log {arguments} {script}";

/// The index of a task under the names that schedulers give it: Slurm, PBS, Grid Engine, LSF.
constexpr const char* kScript = R"(#!/bin/sh
# A task of a sweep: the points of one chunk, one after the other.
index="${{SLURM_ARRAY_TASK_ID:-${{PBS_ARRAY_INDEX:-${{PBS_ARRAYID:-${{SGE_TASK_ID:-$LSB_JOBINDEX}}}}}}}}"
exec {} sweep work {} --chunk {}/chunk-"$index"
)";

std::set<std::string> names_in(const fs::path& folder) {
  std::set<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    names.insert(entry.path().filename().string());
  }
  return names;
}

/// Seconds that a point takes on average, of those that are done.
std::optional<double> seconds_of_a_point(const SweepDirectory& directory) {
  constexpr int kEnough = 100;
  double seconds = 0;
  int points = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory.root() / "points")) {
    const fs::path status = entry.path() / "status.json";
    if (points == kEnough || !fs::exists(status)) continue;
    seconds += read_point_file(status).at("wall_s").to_number<double>();
    ++points;
  }
  if (points == 0) return std::nullopt;
  return seconds / points;
}

}  // namespace

ClusterEngine::ClusterEngine(const SweepDirectory& directory, EngineOptions options,
                             ClusterOptions cluster)
    : directory_(fs::absolute(directory.root())),
      options_(std::move(options)),
      cluster_(std::move(cluster)) {}

std::uint64_t ClusterEngine::most_tasks() const {
  if (cluster_.submit) return kUsualArray - 1;
  const ShellResult config = run_shell("scontrol show config");
  const std::string name = "MaxArraySize";
  const std::size_t at = config.out.find(name);
  const std::size_t equals = config.out.find('=', at);
  if (config.exit_code != 0 || at == std::string::npos || equals == std::string::npos) {
    throw workload::ConfigError("scontrol", boost::trim_copy(config.err), "is Slurm running?");
  }
  const std::uint64_t size = std::strtoull(config.out.c_str() + equals + 1, nullptr, 10);
  return size > 1 ? size - 1 : 1;
}

std::uint64_t ClusterEngine::chunk_size(std::size_t points) const {
  std::uint64_t chunk = cluster_.chunk;
  if (chunk == 0) {
    const std::optional<double> seconds = seconds_of_a_point(directory_);
    chunk = seconds ? static_cast<std::uint64_t>(std::ceil(kSecondsOfAChunk / (*seconds + 1e-3)))
                    : kUsualChunk;
  }
  const std::uint64_t tasks = most_tasks();
  return std::max<std::uint64_t>(chunk, (points + tasks - 1) / tasks);
}

/// Chunks and script, in a folder that no other job has had.
fs::path ClusterEngine::write_job(const std::vector<std::string>& keys, std::uint64_t chunk) const {
  std::uint64_t number = 1;
  while (fs::exists(directory_.jobs() / std::to_string(number))) ++number;
  fs::path job = directory_.jobs() / std::to_string(number);
  fs::create_directories(job);
  std::string text;
  for (std::size_t at = 0; at < keys.size(); ++at) {
    text += keys[at] + "\n";
    if ((at + 1) % chunk != 0 && at + 1 != keys.size()) continue;
    observe::write_whole_file(job / fmt::format("chunk-{}", at / chunk + 1), text);
    text.clear();
  }
  observe::write_whole_file(job / "task.sh", fmt::format(kScript, shell_word(options_.program),
                                                         shell_word(directory_.root().string()),
                                                         shell_word(job.string())));
  fs::permissions(job / "task.sh", fs::perms::owner_exec, fs::perm_options::add);
  return job;
}

std::string ClusterEngine::submit(const std::string& name, const fs::path& job,
                                  std::uint64_t tasks) const {
  std::string command = cluster_.submit.value_or(kSbatch);
  boost::replace_all(command, "{first}", "1");
  boost::replace_all(command, "{last}", std::to_string(tasks));
  boost::replace_all(command, "{name}", shell_word("sgdma-" + name));
  boost::replace_all(command, "{log}", shell_word(job.string()));
  boost::replace_all(command, "{script}", shell_word((job / "task.sh").string()));
  boost::replace_all(command, "{arguments}", cluster_.arguments);
  const ShellResult result = run_shell(command);
  if (result.exit_code != 0) {
    throw workload::ConfigError("submit", boost::trim_copy(result.err + result.out),
                                "the command was: " + command);
  }
  // Of several clusters, sbatch says "ID;CLUSTER".
  const std::string id = boost::trim_copy(result.out);
  return id.substr(0, id.find(';'));
}

bool ClusterEngine::is_queued(const std::string& id) {
  if (cluster_.submit) return true;
  const ShellResult queue = run_shell("squeue --noheader --format=%T --jobs=" + shell_word(id));
  if (queue.exit_code == 0) {
    silent_ = 0;
    return !boost::trim_copy(queue.out).empty();
  }
  if (queue.err.find("Invalid job id") != std::string::npos) return false;
  if (++silent_ >= kMostSilence) {
    throw workload::ConfigError("squeue", boost::trim_copy(queue.err),
                                "is Slurm running? `sgdma sweep resume` goes on later");
  }
  return true;
}

std::size_t ClusterEngine::ended(const std::set<std::string>& keys) const {
  // Listed and not asked for one by one: that is true behind caches of network file systems, too.
  const std::set<std::string> done = names_in(directory_.root() / "points");
  const std::set<std::string> failed = names_in(directory_.root() / "failed");
  return static_cast<std::size_t>(std::count_if(
      keys.begin(), keys.end(),
      [&](const std::string& key) { return done.count(key) != 0 || failed.count(key) != 0; }));
}

/// Until all points have ended or the array is gone; false if it was stopped.
bool ClusterEngine::wait(const std::string& id, const std::set<std::string>& keys) {
  while (!stopped()) {
    const bool queued = is_queued(id);
    const std::size_t now = ended(keys);
    if (options_.progress) options_.progress(before_ + now, all_);
    if (now == keys.size() || !queued) return true;
    std::this_thread::sleep_for(cluster_.poll);
  }
  if (!cluster_.submit) run_shell("scancel " + shell_word(id));
  return false;
}

bool ClusterEngine::run(const std::string& name, const std::vector<std::string>& keys) {
  all_ = keys.size();
  // What failed once counts as not yet ended.
  for (const std::string& key : keys) fs::remove_all(directory_.failed(key));
  std::vector<std::string> missing = keys;
  for (int round = 0; round < kRounds && !missing.empty(); ++round) {
    const std::uint64_t chunk = chunk_size(missing.size());
    const fs::path job = write_job(missing, chunk);
    const std::string id = submit(name, job, (missing.size() + chunk - 1) / chunk);
    if (!wait(id, {missing.begin(), missing.end()})) return false;
    const auto has_ended = [&](const std::string& key) { return ended({key}) == 1; };
    missing.erase(std::remove_if(missing.begin(), missing.end(), has_ended), missing.end());
    before_ = all_ - missing.size();
  }
  return true;
}

}  // namespace sgdma::explore
