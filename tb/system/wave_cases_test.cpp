/// Failures that happened to others' waveforms, at the command line: cases I08 to I11.
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/case_run.h"
#include "support/command_run.h"
#include "support/scenario_run.h"
#include "support/scratch.h"
#include "support/vcd_reader.h"
#include "support/wave_replay.h"

namespace sgdma::test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

const char* const kOld = "an older waveform\n";

TEST(WaveCases, I09AMistakeLeavesAnOlderFileAsItIs) {
  const std::string wave = write_scratch_file("old.vcd", kOld);
  const std::string bad = write_scratch_file("bad.toml", "[engine]\nslotz = 4\n");
  const CommandResult run = run_command({"run", bad, "--wave", wave});
  EXPECT_EQ(run.exit_code, 2) << run.err;
  EXPECT_EQ(file_bytes(wave), kOld);
}

TEST(WaveCases, I09ARunThatNeverComesToItsWindowLeavesAnOlderFileAsItIs) {
  const std::string wave = write_scratch_file("old.vcd", kOld);
  const std::string scenario = source_path("traces/stimulus/gather_three_segments.toml");
  const CommandResult late = run_command({"run", scenario, "--wave", wave, "--wave-from", "9999"});
  EXPECT_EQ(late.exit_code, 0) << late.err;
  EXPECT_THAT(late.err, HasSubstr("is not written: the run ended before cycle 9999"));
  EXPECT_EQ(file_bytes(wave), kOld);
  const CommandResult calm =
      run_command({"run", scenario, "--wave", wave, "--wave-around", "fault"});
  EXPECT_EQ(calm.exit_code, 0) << calm.err;
  EXPECT_THAT(calm.err,
              HasSubstr("is not written: nothing in the run was what --wave-around fault"));
  EXPECT_EQ(file_bytes(wave), kOld);
}

TEST(WaveCases, I09AMistakeInAPipeLeavesNoFile) {
  const std::string wave = scratch_path("piped.vcd");
  fs::remove(wave);
  const std::string pipe = scratch_path("pipe");
  fs::remove(pipe);
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const std::string scenario =
      write_scratch_file("piped.toml", case_bus(64, 4) + kWholeMemory + case_queue_pairs(1));
  std::thread writer([&pipe] {
    std::ofstream(pipe) << R"({"wqe": {"at": "5 ns", "qp": 0, "op": "write", "sge": [)"
                        << R"({"addr": "0x1000", "len": "64 B", "key": "all"}]}})"
                        << "\nnonsense\n";
  });
  const CommandResult run = run_command({"run", scenario, "--workload", pipe, "--wave", wave});
  writer.join();
  EXPECT_EQ(run.exit_code, 2) << run.err;
  EXPECT_FALSE(fs::exists(wave)) << run.err;
  EXPECT_FALSE(fs::exists(fs::path(wave).replace_extension(".gtkw")));
}

/// Runs until the event log says that it is under way, and sends a signal. Returns the exit code.
int interrupted_run(const std::string& wave, const std::string& events, int signal) {
  const std::string scenario = write_scratch_file("endless.toml", endless_scenario());
  fs::remove(events);
  const pid_t child = fork();
  if (child == 0) {
    std::freopen("/dev/null", "w", stderr);
    execl(SGDMA_BINARY, SGDMA_BINARY, "run", scenario.c_str(), "--wave", wave.c_str(), "--events",
          events.c_str(), "--no-verify", nullptr);
    _exit(127);
  }
  std::error_code error;
  while (fs::file_size(events, error) < 100'000 || error) {
    if (waitpid(child, nullptr, WNOHANG) != 0) return -1;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  kill(child, signal);
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

class InterruptedWave : public testing::TestWithParam<int> {
 protected:
  /// The dump is whole, and every thousand cycles a grant is in it, to its end.
  static void expect_whole(const VcdDump& dump) {
    WaveReplay wave(dump);
    std::uint64_t grants = 0;
    std::uint64_t last = 0;
    wave.run([&](std::uint64_t cycle) {
      grants += wave.number("platform.engine.slot_arbiter.grant_gather.valid");
      last = cycle;
    });
    EXPECT_GT(last, 50'000U);
    // Item k arrives at 1000 k and is granted two edges later.
    EXPECT_EQ(grants, (last + 998) / 1000);
  }

  std::string events_ = scratch_path("events.jsonl");
};

TEST_P(InterruptedWave, I10AVcdFileIsWhole) {
  const std::string wave = scratch_path("interrupted.vcd");
  EXPECT_EQ(interrupted_run(wave, events_, GetParam()), 128 + GetParam());
  expect_whole(read_vcd(wave));
  EXPECT_TRUE(fs::exists(fs::path(wave).replace_extension(".gtkw")));
}

TEST_P(InterruptedWave, I10AnFstFileIsWhole) {
  const std::string wave = scratch_path("interrupted.fst");
  EXPECT_EQ(interrupted_run(wave, events_, GetParam()), 128 + GetParam());
  const std::string vcd = scratch_path("converted.vcd");
  const CommandResult converted = run_program({"fst2vcd", "-f", wave, "-o", vcd});
  ASSERT_EQ(converted.exit_code, 0) << converted.err;
  VcdDump dump = read_vcd(vcd);
  dump.comment = "clock period 1000 ps";  // fst2vcd drops it
  expect_whole(dump);
}

INSTANTIATE_TEST_SUITE_P(, InterruptedWave, testing::Values(SIGINT, SIGTERM),
                         [](const auto& instance) {
                           return instance.param == SIGINT ? "Interrupt" : "Terminate";
                         });

TEST(WaveCases, I11AFileStaysWithinItsLimitAndABlock) {
  constexpr std::uint64_t kLimit = 1'000'000;
  constexpr std::uint64_t kBlock = 1U << 18U;
  const std::string wave = scratch_path("limited.vcd");
  const CommandResult run =
      run_command({"run", "--no-verify", "--wave", wave, "--wave-limit", "1 MB"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("since it has grown to --wave-limit 1 MB"));
  EXPECT_GE(fs::file_size(wave), kLimit);
  EXPECT_LE(fs::file_size(wave), kLimit + kBlock);
  EXPECT_GT(read_vcd(wave).times.size(), 1000U);
}

TEST(WaveCases, I11AnFstFileStaysWithinItsLimitAndABlock) {
  constexpr std::uint64_t kLimit = 1'000'000;
  constexpr std::uint64_t kBlock = 1U << 18U;  // four megabytes of changes, packed
  const std::string wave = scratch_path("limited.fst");
  const CommandResult run =
      run_command({"run", "--no-verify", "--wave", wave, "--wave-limit", "1 MB"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("since it has grown to --wave-limit 1 MB"));
  EXPECT_GE(fs::file_size(wave), kLimit);
  EXPECT_LE(fs::file_size(wave), kLimit + kBlock);
}

}  // namespace
}  // namespace sgdma::test
