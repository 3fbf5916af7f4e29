/// GTKWave's converters as readers: fst2vcd of our FST files, vcd2fst of our VCD files.
#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "module/wave_stream.h"
#include "observe/wave/fst_file.h"
#include "observe/wave/vcd_file.h"
#include "support/command_run.h"
#include "support/scratch.h"

namespace sgdma::wave_test {
namespace {

using observe::FstFile;
using observe::SignalChange;
using observe::SignalId;
using observe::SignalTable;
using observe::SignalValue;
using observe::VcdFile;
using observe::WaveScale;
using test::VcdDump;

constexpr WaveScale kCycle{-11, 250};

VcdDump read_fst(const std::string& path) {
  const std::string vcd = test::scratch_path("converted.vcd");
  const test::CommandResult result = test::run_program({"fst2vcd", "-f", path, "-o", vcd});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  return test::read_vcd(vcd);
}

/// Signals by name: the converters declare them in an order of their own.
std::map<std::string, std::uint32_t> widths_of(const VcdDump& dump) {
  std::map<std::string, std::uint32_t> widths;
  for (const test::VcdSignal& signal : dump.signals) {
    widths.emplace(signal.path, signal.width);
  }
  return widths;
}

std::map<std::string, std::uint32_t> widths_of(const SignalTable& table) {
  std::map<std::string, std::uint32_t> widths;
  for (std::size_t at = 0; at < table.size(); ++at) {
    const SignalId id{static_cast<std::uint32_t>(at)};
    widths.emplace(table.path_of(id), table.signal(id).width);
  }
  return widths;
}

void expect_same(const VcdDump& dump, const WaveStream& stream) {
  EXPECT_EQ(dump.timescale, "10ps");
  EXPECT_EQ(widths_of(dump), widths_of(stream.table()));
  EXPECT_EQ(history_of(dump), stream.history());
  EXPECT_EQ(dump.times.back(), stream.end());
}

class ConvertedWaves : public testing::TestWithParam<std::uint64_t> {
 protected:
  ConvertedWaves() : trace_(__FILE__, __LINE__, "seed " + std::to_string(GetParam())) {}

  std::string vcd_ = test::scratch_path("wave.vcd");
  std::string fst_ = test::scratch_path("wave.fst");

 private:
  testing::ScopedTrace trace_;
};

TEST_P(ConvertedWaves, FstHoldsTheChangesThatItWasGiven) {
  const WaveStream stream(GetParam(), 300, 4000);
  FstFile file(fst_, stream.table(), kCycle, "random");
  stream.play(file);
  const VcdDump dump = read_fst(fst_);
  expect_same(dump, stream);
  EXPECT_EQ(dump.version, "sgdma 0.1.0");
}

TEST_P(ConvertedWaves, GtkwaveReadsOurVcd) {
  const WaveStream stream(GetParam(), 300, 4000);
  VcdFile file(vcd_, stream.table(), kCycle, "random");
  stream.play(file);
  const test::CommandResult result = test::run_program({"vcd2fst", vcd_, fst_});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  expect_same(read_fst(fst_), stream);
}

INSTANTIATE_TEST_SUITE_P(All, ConvertedWaves, testing::Values(11U, 12U, 13U));

/// 64-bit changes of some 14 MB: three full blocks of 4 MiB, and a rest.
TEST(ConvertedWave, FstGoesOnFromBlockToBlock) {
  constexpr std::uint64_t kChanges = 200'000;
  SignalTable table;
  const observe::ScopeId top = table.add_scope(std::nullopt, "top");
  const SignalId word = table.add(top, "word", 64);
  table.add(top, "still", 3);
  const std::string path = test::scratch_path("blocks.fst");
  FstFile file(path, table, kCycle, "");
  file.begin(0, {{0, true}, {5, true}});
  for (std::uint64_t time = 1; time <= kChanges; ++time) {
    const SignalChange change{word, {time, true}};
    file.write(time, &change, 1);
  }
  file.close(kChanges);
  const test::VcdValues values = read_fst(path).values_of("top.word");
  ASSERT_EQ(values.size(), kChanges + 1);
  for (std::uint64_t time = 0; time <= kChanges; ++time) {
    ASSERT_EQ(values[time].first, time);
    ASSERT_EQ(std::stoull(values[time].second, nullptr, 2), time);
  }
}

/// The first block holds the changes up to 59,918: 70 bytes each, 4 MiB.
TEST(ConvertedWave, I10AKilledRunLeavesItsWholeBlocks) {
  const std::string path = test::scratch_path("killed.fst");
  const pid_t child = fork();
  if (child == 0) {
    SignalTable table;
    const SignalId word = table.add(table.add_scope(std::nullopt, "top"), "word", 64);
    FstFile file(path, table, kCycle, "");
    file.begin(0, {{0, true}});
    for (std::uint64_t time = 1; time <= 100'000; ++time) {
      const SignalChange change{word, {time, true}};
      file.write(time, &change, 1);
    }
    std::raise(SIGKILL);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  const test::VcdValues values = read_fst(path).values_of("top.word");
  ASSERT_EQ(values.size(), 59'919U);
  for (std::uint64_t time = 0; time < values.size(); ++time) {
    ASSERT_EQ(values[time].first, time);
    ASSERT_EQ(std::stoull(values[time].second, nullptr, 2), time);
  }
}

class ConvertedCounts : public testing::TestWithParam<std::uint32_t> {};

TEST_P(ConvertedCounts, I07EverySignalHasACodeOfItsOwn) {
  SignalTable table;
  const observe::ScopeId top = table.add_scope(std::nullopt, "top");
  std::vector<SignalValue> values;
  for (std::uint32_t at = 0; at < GetParam(); ++at) {
    table.add(top, "s" + std::to_string(at), 20);
    values.push_back({at, true});
  }
  const std::string vcd = test::scratch_path("codes.vcd");
  const std::string fst = test::scratch_path("codes.fst");
  VcdFile file(vcd, table, kCycle, "");
  file.begin(0, values);
  file.close(1);
  ASSERT_EQ(test::run_program({"vcd2fst", vcd, fst}).exit_code, 0);
  const VcdDump dump = read_fst(fst);
  ASSERT_EQ(dump.signals.size(), GetParam());
  ASSERT_EQ(dump.changes.size(), GetParam());
  for (const test::VcdChange& each : dump.changes) {
    EXPECT_EQ(dump.signals[each.signal].path,
              "top.s" + std::to_string(std::stoul(each.value, nullptr, 2)));
  }
}

INSTANTIATE_TEST_SUITE_P(All, ConvertedCounts, testing::Values(200U, 20'000U));

TEST(ConvertedWave, WordsAndCommentStandInTheFstFile) {
  const observe::WordTable words{"state", {"idle", "read ahead", "done"}};
  SignalTable table;
  const observe::ScopeId top = table.add_scope(std::nullopt, "top");
  table.add(top, "first", 2, &words);
  table.add(top, "second", 2, &words);
  table.add(top, "narrow", 1, &words);
  const std::string path = test::scratch_path("words.fst");
  FstFile file(path, table, kCycle, "by hand");
  file.begin(0, {{0, true}, {1, true}, {1, true}});
  file.close(1);
  const std::string text = test::run_program({"fst2vcd", "-e", "-f", path}).out;
  EXPECT_EQ(text.find("$date\n\t\n$end\n"), 0U) << text;
  EXPECT_NE(text.find("$comment\n\tby hand\n$end\n"), std::string::npos) << text;
  // The attribute 07 of "misc": a table with its number, and, before a signal, that number alone.
  // One table for each width; a blank is octal 40; what a signal cannot hold is left out.
  EXPECT_NE(text.find("$attrbegin misc 07 state 3 idle read\\040ahead done 00 01 10 1 $end\n"
                      "$attrbegin misc 07 \"\" 1 $end\n"
                      "$var wire 2 ! first [1:0] $end\n"
                      "$attrbegin misc 07 \"\" 1 $end\n"
                      "$var wire 2 \" second [1:0] $end\n"
                      "$attrbegin misc 07 state 2 idle read\\040ahead 0 1 2 $end\n"
                      "$attrbegin misc 07 \"\" 2 $end\n"
                      "$var wire 1 # narrow $end\n"),
            std::string::npos)
      << text;
}

/// A run, twice: as VCD, and as FST that fst2vcd has read back.
class ConvertedRuns : public testing::TestWithParam<const char*> {};

TEST_P(ConvertedRuns, HoldTheSameChangesInBothFormats) {
  const std::string scenario =
      std::string(SGDMA_SOURCE_DIR) + "/traces/stimulus/" + GetParam() + ".toml";
  const std::string vcd = test::scratch_path("run.vcd");
  const std::string fst = test::scratch_path("run.fst");
  for (const std::string& path : {vcd, fst}) {
    const test::CommandResult run = test::run_command({"run", scenario, "--wave", path});
    ASSERT_EQ(run.exit_code, 0) << run.err;
  }
  const VcdDump ours = test::read_vcd(vcd);
  const VcdDump theirs = read_fst(fst);
  EXPECT_GT(ours.changes.size(), 300U);
  EXPECT_EQ(theirs.timescale, ours.timescale);
  EXPECT_EQ(widths_of(theirs), widths_of(ours));
  EXPECT_EQ(theirs.times.back(), ours.times.back());
  EXPECT_TRUE(history_of(theirs) == history_of(ours));
}

INSTANTIATE_TEST_SUITE_P(, ConvertedRuns,
                         testing::Values("gather_three_segments", "bus_error",
                                         "mixed_64_queue_pairs"),
                         [](const auto& instance) { return std::string(instance.param); });

}  // namespace
}  // namespace sgdma::wave_test
