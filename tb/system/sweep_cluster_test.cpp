// `sgdma sweep --engine slurm`: on a cluster of two nodes that the test starts, one of which it
// loses on the way; and on a scheduler of three lines.

#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/command_run.h"
#include "support/command_start.h"
#include "support/scenario_run.h"
#include "support/scratch.h"
#include "support/slurm_cluster.h"

namespace sgdma::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// 40 points, each of a small scenario: with sanitizers they take a while.
std::string forty() {
  return write_scratch_file(
      "forty.toml",
      "scenario = \"" + source_path("traces/stimulus/mixed_64_queue_pairs.toml") + "\"" + R"(
seeds = [1, 2]
[[axis]]
key = "engine.slots"
values = [4, 8, 16, 32]
[[axis]]
key = "memory.read_latency"
from = "200 ns"
to = "1 us"
step = "200 ns"
)");
}

/// 4 points.
constexpr const char* kFour = R"(
[[axis]]
key = "engine.slots"
from = 1
to = 4
step = 1
)";

std::vector<std::string> results(const std::string& out) {
  std::vector<std::string> files;
  for (const char* name : {"result.json", "table.csv", "result.sqlite"}) {
    files.push_back(file_bytes(scratch_path(out + "/" + name)));
    EXPECT_NE(files.back(), "") << name;
  }
  return files;
}

/// Waits until a task runs on a node; false where the sweep has ended before.
bool wait_for_task(const SlurmCluster& cluster, const std::string& node, pid_t sweep) {
  while (cluster.jobs_of(node).empty()) {
    if (waitpid(sweep, nullptr, WNOHANG) != 0) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

TEST(SweepsOnSlurm, FinishAlthoughANodeIsLost) {
  if (!SlurmCluster::is_installed()) GTEST_SKIP() << "slurm-wlm is not installed";
  const std::string file = forty();
  ASSERT_EQ(run_command({"sweep", file, "--out", scratch_path("local")}).exit_code, 0);

  // Ten tasks at the most, so chunks of four although one is asked for.
  SlurmCluster cluster(11);
  const pid_t sweep =
      start_command({"sweep", file, "--out", scratch_path("slurm-sweep"), "--engine", "slurm",
                     "--chunk", "1", "--sbatch-args", "--comment='two words'"});
  ASSERT_GT(sweep, 0);
  ASSERT_TRUE(wait_for_task(cluster, "n2", sweep));
  cluster.lose("n2");
  EXPECT_EQ(wait_for(sweep), 0);
  EXPECT_EQ(results("slurm-sweep"), results("local"));
  EXPECT_TRUE(fs::exists(scratch_path("slurm-sweep/jobs/1/chunk-10")));
  EXPECT_FALSE(fs::exists(scratch_path("slurm-sweep/jobs/1/chunk-11")));
  // Slurm has requeued what was lost: there was one array.
  EXPECT_FALSE(fs::exists(scratch_path("slurm-sweep/jobs/2")));
  EXPECT_THAT(file_bytes(scratch_path("slurm-sweep/provenance.csv")), HasSubstr(",done,n1,"));
}

// Without Slurm's help: what the array has not done when it is gone is submitted again.
TEST(LongSweepsOnSlurm, SubmitAgainWhatALostNodeHasTakenWithIt) {
  if (!SlurmCluster::is_installed()) GTEST_SKIP() << "slurm-wlm is not installed";
  const std::string file = forty();
  ASSERT_EQ(run_command({"sweep", file, "--out", scratch_path("local")}).exit_code, 0);
  SlurmCluster cluster(1001);
  const pid_t sweep =
      start_command({"sweep", file, "--out", scratch_path("slurm-sweep"), "--engine", "slurm",
                     "--chunk", "4", "--sbatch-args", "--no-requeue"});
  ASSERT_TRUE(wait_for_task(cluster, "n2", sweep));
  cluster.lose("n2");
  EXPECT_EQ(wait_for(sweep), 0);
  EXPECT_EQ(results("slurm-sweep"), results("local"));
  EXPECT_TRUE(fs::exists(scratch_path("slurm-sweep/jobs/2/chunk-1")));
  EXPECT_FALSE(fs::exists(scratch_path("slurm-sweep/jobs/3")));
}

TEST(SweepsOnSlurm, CancelTheirArrayWhenInterrupted) {
  if (!SlurmCluster::is_installed()) GTEST_SKIP() << "slurm-wlm is not installed";
  const std::string file = forty();
  const SlurmCluster cluster(1001);
  const std::string out = scratch_path("cancelled");
  const pid_t sweep =
      start_command({"sweep", file, "--out", out, "--engine", "slurm", "--chunk", "10"});
  ASSERT_TRUE(wait_for_task(cluster, "n1", sweep));
  kill(sweep, SIGINT);
  EXPECT_EQ(wait_for(sweep), 130);
  const auto jobs = [] { return run_program({"squeue", "--noheader"}).out; };
  for (int wait = 0; wait < 200 && !jobs().empty(); ++wait) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  EXPECT_EQ(jobs(), "");
  // The rest is run elsewhere.
  EXPECT_EQ(run_command({"sweep", "resume", out}).exit_code, 0);
}

TEST(SweepsOnSlurm, SayWhatTheSchedulerSaysWhereItRefuses) {
  if (!SlurmCluster::is_installed()) GTEST_SKIP() << "slurm-wlm is not installed";
  const SlurmCluster cluster(1001);
  const CommandResult refused =
      run_command({"sweep", write_scratch_file("four.toml", kFour), "--out", scratch_path("no"),
                   "--engine", "slurm", "--sbatch-args", "--partition=moon"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err,
              HasSubstr("submit: error: sbatch: error: invalid partition specified: moon"));
}

// Any command that starts {script} for each index is a scheduler.
TEST(SweepsOnOtherSchedulers, AreSubmittedByTheirTemplate) {
  const std::string file = write_scratch_file("four.toml", kFour);
  ASSERT_EQ(run_command({"sweep", file, "--out", scratch_path("here")}).exit_code, 0);
  const std::string command =
      "for i in $(seq {first} {last}); do PBS_ARRAY_INDEX=$i {script} >{log}/$i.log 2>&1 & done";
  const CommandResult other =
      run_command({"sweep", file, "--out", scratch_path("it's there"), "--engine", "slurm",
                   "--submit", command, "--chunk", "2"});
  EXPECT_EQ(other.exit_code, 0) << other.err;
  EXPECT_EQ(results("it's there"), results("here"));
  EXPECT_TRUE(fs::exists(scratch_path("it's there/jobs/1/chunk-2")));
}

TEST(SweepsOnOtherSchedulers, SayWhatTheirCommandSaysWhereItFails) {
  const CommandResult failed =
      run_command({"sweep", write_scratch_file("four.toml", kFour), "--out", scratch_path("f"),
                   "--engine", "slurm", "--submit", "echo no quota >&2; exit 7"});
  EXPECT_EQ(failed.exit_code, 2);
  EXPECT_THAT(failed.err, HasSubstr("no quota"));
}

TEST(SweepsOnOtherSchedulers, EnginesAndTheirOptionsGoTogether) {
  const std::string file = write_scratch_file("four.toml", kFour);
  const CommandResult unknown = run_command({"sweep", file, "--engine", "slurn"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("did you mean \"slurm\"?"));
  EXPECT_EQ(run_command({"sweep", file, "--chunk", "4"}).exit_code, 2);
}

}  // namespace
}  // namespace sgdma::test
