#include "app/sweep_command.h"

#include <cstdio>
#include <filesystem>
#include <sstream>
#include <system_error>
#include <thread>
#include <utility>

#include <boost/json.hpp>
#include <fmt/format.h>

#include "app/exit_codes.h"
#include "app/missing_program.h"
#include "app/output_file.h"
#include "app/program_version.h"
#include "app/progress_bar.h"
#include "app/report_command.h"
#include "app/run_signals.h"
#include "explore/sweep/best_points.h"
#include "explore/sweep/local_engine.h"
#include "explore/sweep/shell_command.h"
#include "explore/sweep/sweep_file.h"
#include "explore/sweep/sweep_files.h"
#include "explore/sweep/sweep_work.h"
#include "observe/whole_file.h"
#include "workload/config/config_error.h"
#include "workload/config/nearest_name.h"
#include "workload/config/text_file.h"
#include "workload/grouped.h"

namespace sgdma::app {
namespace {

namespace fs = std::filesystem;
using explore::SweepDirectory;
using explore::SweepPlan;
using explore::SweepResult;
using workload::ConfigError;
using workload::grouped;

constexpr std::size_t kBestRows = 10;
constexpr std::size_t kNamedFailures = 5;

std::string described(const SweepPlan& plan) {
  const std::size_t designs = plan.points.size() / plan.seeds_each();
  std::string text = fmt::format("{}: {} points", plan.name, grouped(plan.points.size()));
  if (plan.seeds_each() > 1) {
    text += fmt::format(" ({} designs, {} seeds)", grouped(designs), plan.seeds_each());
  }
  return text;
}

/// Nothing is lost where somebody names the wrong directory.
void require_free(const SweepDirectory& directory, bool resume) {
  const fs::path& root = directory.root();
  if (!fs::exists(root) || (fs::is_directory(root) && fs::is_empty(root))) return;
  if (!directory.has_plan()) {
    throw ConfigError(root.string(), "is there already, and is no directory of a sweep",
                      "choose another --out");
  }
  if (!resume) {
    throw ConfigError(root.string(), "is there already",
                      "--resume goes on with what is missing; or choose another --out");
  }
}

void list_points(const SweepPlan& plan) {
  for (const explore::PlannedPoint& point : plan.points) {
    std::string line = point.key;
    for (std::size_t axis = 0; axis < plan.axes.size(); ++axis) {
      line += fmt::format("  {}={}", plan.axes[axis].name,
                          plan.axes[axis].steps[point.design[axis]].label);
    }
    if (point.seed) line += fmt::format("  seed={}", *point.seed);
    std::puts(line.c_str());
  }
}

void name_failures(const SweepDirectory& directory, const SweepResult& result) {
  std::size_t named = 0;
  for (std::size_t at = 0; at < result.points.size() && named < kNamedFailures; ++at) {
    const explore::PointResult& point = result.points[at];
    if (point.good() || point.status == "missing") continue;
    const std::string& key = result.plan.points[at].key;
    const fs::path folder = directory.is_done(key) ? directory.point(key) : directory.failed(key);
    std::fprintf(stderr, "  %s%s%s: %s\n", point.status.c_str(), point.reason.empty() ? "" : ", ",
                 point.reason.c_str(), (folder / "log").c_str());
    ++named;
  }
}

/// Writes the results, and says what there is. Returns the exit code.
int gather(const SweepDirectory& directory, const SweepPlan& plan, const SweepOptions& options) {
  const SweepResult result = explore::read_results(directory, plan);
  explore::write_results(directory, result);
  const std::uint64_t missing = result.count("missing");
  std::string summary = fmt::format("{}: {} done", described(plan), grouped(result.count("done")));
  if (result.failed() > 0) summary += fmt::format(", {} failed", grouped(result.failed()));
  if (missing > 0) summary += fmt::format(", {} missing", grouped(missing));
  std::fprintf(stderr, "%s\n", summary.c_str());
  name_failures(directory, result);
  if (options.json) {
    std::fputs(explore::to_json(result).c_str(), stdout);
  } else {
    std::fputs(explore::best_points(result, kBestRows).c_str(), stdout);
  }
  std::fprintf(stderr, "results are in %s, %s and %s\n", directory.result().c_str(),
               directory.table().filename().c_str(), directory.database().filename().c_str());
  if (options.report) {
    ReportOptions page;
    page.input = directory.root().string();
    page.out = options.report;
    report(page);
  }
  return result.failed() > 0 ? kExitSomePointsFailed : kExitDone;
}

bool is_cluster(const SweepOptions& options) {
  if (options.engine == "slurm" || options.engine == "local") return options.engine == "slurm";
  throw ConfigError(
      "--engine " + options.engine, "there is no such engine",
      workload::did_you_mean(options.engine, {"local", "slurm"}, "it is local or slurm"));
}

/// Before anything is written.
void require_engine(const SweepOptions& options) {
  if (options.report) {
    require_reports();
    require_writable(*options.report);
  }
  const bool cluster = is_cluster(options);
  if (cluster && !options.cluster.submit &&
      explore::run_shell("command -v sbatch").exit_code != 0) {
    throw MissingProgram(
        "sbatch", "there is no Slurm here",
        "--engine local runs here; --submit names the command of another scheduler");
  }
  const explore::ClusterOptions& asked = options.cluster;
  if (!cluster && (asked.chunk != 0 || asked.submit || !asked.arguments.empty())) {
    throw ConfigError("--engine local", "has no chunks and no arguments of a scheduler",
                      "add --engine slurm");
  }
}

/// Returns false if it was stopped.
bool run_missing(const SweepDirectory& directory, const SweepPlan& plan,
                 const SweepOptions& options, const explore::EngineOptions& engine) {
  const std::vector<std::string> missing = explore::missing_points(directory, plan);
  const std::string what = fmt::format("{}, {} to run", described(plan), grouped(missing.size()));
  if (is_cluster(options)) {
    std::fprintf(stderr, "%s on the cluster\n", what.c_str());
    return explore::ClusterEngine(directory, engine, options.cluster).run(plan.name, missing);
  }
  const unsigned jobs =
      options.jobs > 0 ? options.jobs : std::max(1U, std::thread::hardware_concurrency());
  std::fprintf(stderr, "%s, %u at a time\n", what.c_str(), jobs);
  return explore::LocalEngine(directory, engine, jobs).run(missing);
}

/// Runs what is missing, and gathers.
int run_points(const SweepDirectory& directory, const SweepPlan& plan,
               const SweepOptions& options) {
  explore::remove_leftovers(directory);
  const RunSignals signals;
  ProgressBar progress(options.progress, 0);
  explore::EngineOptions engine;
  engine.program = program_path();
  engine.run = plan.run;
  engine.stop = &signals.caught();
  engine.progress = [&](std::uint64_t done, std::uint64_t all) {
    progress.update_points(done, all);
  };
  const bool whole = run_missing(directory, plan, options, engine);
  progress.clear();
  if (!whole) {
    std::fprintf(stderr, "interrupted; `sgdma sweep resume %s` goes on\n",
                 directory.root().c_str());
    return 128 + signals.caught().load();
  }
  explore::remove_leftovers(directory);
  return gather(directory, plan, options);
}

void require_version(const std::string& path, const SweepPlan& plan) {
  if (plan.version == program_version()) return;
  throw ConfigError(path,
                    "was planned for sgdma " + plan.version + ", and this is " + program_version(),
                    "run `sgdma sweep` with its file and --resume: all points are new");
}

/// Failures of the file system are the user's to mend.
template <class Command>
int with_files(const Command& command) {
  try {
    return command();
  } catch (const fs::filesystem_error& error) {
    throw ConfigError(error.path1().string(), error.code().message());
  } catch (const std::system_error& error) {
    throw ConfigError(error.what(), "cannot be written", "is the disk full?");
  }
}

}  // namespace

int sweep(const SweepOptions& options) {
  require_engine(options);
  explore::SweepFile file(options.sweep, options.settings);
  std::vector<std::pair<std::string, std::string>> scenarios;
  const SweepPlan plan =
      explore::make_plan(file, program_version(), [&](const std::string& key, std::string toml) {
        scenarios.emplace_back(key, std::move(toml));
      });
  if (options.dry_run) {
    list_points(plan);
    std::fprintf(stderr, "%s\n", described(plan).c_str());
    return kExitDone;
  }
  const SweepDirectory directory(
      options.out.value_or(fs::path(options.sweep).stem().string() + ".sweep"));
  return with_files([&] {
    require_free(directory, options.resume);
    directory.create();
    const explore::SweepLock lock(directory);
    for (const auto& [key, toml] : scenarios) {
      observe::write_whole_file(directory.scenario(key), toml);
    }
    observe::write_whole_file(directory.plan(), to_json(plan) + "\n");
    return run_points(directory, plan, options);
  });
}

int sweep_resume(const std::string& path, const SweepOptions& options) {
  const SweepDirectory directory(path);
  const SweepPlan plan = directory.read_plan();
  require_version(path, plan);
  return with_files([&] {
    const explore::SweepLock lock(directory);
    return run_points(directory, plan, options);
  });
}

int sweep_status(const std::string& path, bool json) {
  const SweepDirectory directory(path);
  const SweepPlan plan = directory.read_plan();
  std::uint64_t done = 0;
  std::uint64_t failed = 0;
  for (const explore::PlannedPoint& point : plan.points) {
    const std::string state = explore::state_of(directory, point.key);
    done += state == "done" ? 1 : 0;
    failed += state == "failed" ? 1 : 0;
  }
  const std::uint64_t missing = plan.points.size() - done - failed;
  const bool running = explore::SweepLock::is_held(directory);
  if (json) {
    const boost::json::object object = {{"name", plan.name},  {"points", plan.points.size()},
                                        {"done", done},       {"failed", failed},
                                        {"missing", missing}, {"running", running}};
    std::puts(boost::json::serialize(object).c_str());
  } else {
    std::printf("%s: %s done, %s failed, %s missing%s\n", described(plan).c_str(),
                grouped(done).c_str(), grouped(failed).c_str(), grouped(missing).c_str(),
                running ? "; it is running" : "");
  }
  return kExitDone;
}

int sweep_work(const std::string& path, const std::string& chunk) {
  constexpr std::uint64_t kMostBytes = 256ULL << 20U;
  const SweepDirectory directory(path);
  const SweepPlan plan = directory.read_plan();
  require_version(path, plan);
  std::vector<std::string> keys;
  std::istringstream lines(workload::read_text_file(chunk, kMostBytes));
  for (std::string key; std::getline(lines, key);) {
    if (!directory.is_done(key)) keys.push_back(key);
  }
  return with_files([&] {
    const RunSignals signals;
    explore::EngineOptions engine;
    engine.program = program_path();
    engine.run = plan.run;
    engine.stop = &signals.caught();
    if (explore::LocalEngine(directory, engine, 1).run(keys)) return kExitDone;
    return 128 + signals.caught().load();
  });
}

int sweep_gather(const std::string& path, const SweepOptions& options) {
  const SweepDirectory directory(path);
  const SweepPlan plan = directory.read_plan();
  return with_files([&] { return gather(directory, plan, options); });
}

}  // namespace sgdma::app
