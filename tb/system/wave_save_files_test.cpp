/// The save file beside a waveform, held against the waveform itself.
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/command_run.h"
#include "support/save_file.h"
#include "support/scenario_run.h"
#include "support/scratch.h"

namespace sgdma::test {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

/// A run of a scenario of traces/stimulus with a waveform of this name, in a folder of its own.
class WaveRun {
 public:
  explicit WaveRun(const std::string& scenario, const std::string& name = "x.vcd",
                   const std::vector<std::string>& more = {}) {
    const std::string wave = path(name);
    std::vector<std::string> arguments = {
        "run", source_path("traces/stimulus/" + scenario + ".toml"), "--wave", wave};
    arguments.insert(arguments.end(), more.begin(), more.end());
    command_ = run_command(arguments);
    if (fs::exists(path("x.gtkw"))) save_ = parse_save_file(file_bytes(path("x.gtkw")));
  }

  /// A file in the folder of the run.
  static std::string path(const std::string& name) {
    return (fs::path(write_scratch_file("here", "")).parent_path() / name).string();
  }
  const CommandResult& command() const { return command_; }
  const SaveFile& save() const { return save_; }

 private:
  CommandResult command_;
  SaveFile save_;
};

std::set<std::string> names_in(const SaveFile& save) {
  std::set<std::string> names;
  for (const SavedTrace& trace : save.traces) names.insert(trace.name);
  return names;
}

/// All of `some` that are not in `all`.
std::vector<std::string> missing(const std::set<std::string>& some,
                                 const std::set<std::string>& all) {
  std::vector<std::string> missing;
  for (const std::string& name : some) {
    if (all.count(name) == 0) missing.push_back(name);
  }
  return missing;
}

TEST(WaveSaveFiles, EveryNameIsInTheWaveform) {
  for (const char* scenario : {"bus_error", "mixed_64_queue_pairs", "rejected_work"}) {
    const WaveRun run(scenario);
    EXPECT_EQ(run.command().exit_code, 0) << run.command().err;
    EXPECT_EQ(run.save().wave_file, "x.vcd");
    const std::set<std::string> names = names_in_vcd(file_bytes(WaveRun::path("x.vcd")));
    EXPECT_GT(names.size(), 200U);
    EXPECT_THAT(missing(names_in(run.save()), names), IsEmpty()) << scenario;
  }
}

TEST(WaveSaveFiles, EveryTranslationFileIsThere) {
  const WaveRun run("bus_error");
  std::set<std::string> files;
  for (const SavedTrace& trace : run.save().traces) {
    if (!trace.words.empty()) files.insert(trace.words);
  }
  EXPECT_THAT(files, ElementsAre("x.words/bus_status.txt", "x.words/completion_status.txt",
                                 "x.words/control.txt", "x.words/direction.txt", "x.words/side.txt",
                                 "x.words/slot_state.txt", "x.words/stall_cause.txt"));
  for (const std::string& file : files) EXPECT_TRUE(fs::exists(WaveRun::path(file))) << file;
  EXPECT_EQ(file_bytes(WaveRun::path("x.words/direction.txt")), "0 gather\n1 scatter\n");
}

TEST(WaveSaveFiles, GroupsFollowTheReader) {
  const SaveFile save = WaveRun("bus_error").save();
  std::vector<std::string> top;
  for (const std::string& group : save.groups) {
    if (group.find('/') == std::string::npos) top.push_back(group);
  }
  EXPECT_THAT(top, ElementsAre("overview", "arbiter", "slots in use", "bus", "payload",
                               "completions", "faults", "control"));
  // The transfers were in the slots 0 to 2 of four.
  EXPECT_THAT(save.groups,
              AllOf(Contains("slots in use/slot_2"), Not(Contains("slots in use/slot_3"))));
  EXPECT_THAT(save.groups, AllOf(Contains("arbiter/qp_1"), Contains("arbiter/qp_2")));
  EXPECT_THAT(save.closed_groups,
              AllOf(Contains("bus/read_request"), Contains("bus/write_response"),
                    Not(Contains("bus/read_data"))));
  EXPECT_EQ(save.trace("slots in use/slot_0", "state").flags, "2024");
  EXPECT_EQ(save.trace("slots in use/slot_0", "current_address").flags, "22");
  EXPECT_EQ(save.trace("slots in use/slot_0", "remaining_length").flags, "24");
  EXPECT_EQ(save.trace("overview", "read data").name, "platform.engine.memory_bus.read_data.valid");
  EXPECT_THAT(save.traces.front().name, "platform.clk");
}

/// traces/golden/bus_error.md: faults at 9 and 10; a cycle is 1000 ps.
TEST(WaveSaveFiles, MarkersStandAtFaults) {
  EXPECT_THAT(WaveRun("bus_error").save().markers,
              ElementsAre("A 9000 fault 2.rq.0.0@0", "B 10000 fault 1.sq.0.0@0"));
  const SaveFile before = WaveRun("bus_error", "x.vcd", {"--wave-to", "9"}).save();
  EXPECT_THAT(before.markers, ElementsAre("A 9000 fault 2.rq.0.0@0"));
  const SaveFile behind = WaveRun("bus_error", "x.vcd", {"--wave-from", "10"}).save();
  EXPECT_THAT(behind.markers, ElementsAre("A 10000 fault 1.sq.0.0@0"));
  EXPECT_EQ(behind.start, "10000");
  const SaveFile around =
      WaveRun("bus_error", "x.vcd", {"--wave-around", "fault", "--wave-margin", "0"}).save();
  EXPECT_THAT(around.markers, ElementsAre("A 9000 fault 2.rq.0.0@0"));
  EXPECT_EQ(around.start, "9000");
}

TEST(WaveSaveFiles, TwoRunsGiveTheSameBytes) {
  const WaveRun first("bus_error");
  const std::string save = file_bytes(WaveRun::path("x.gtkw"));
  const std::string words = file_bytes(WaveRun::path("x.words/stall_cause.txt"));
  const WaveRun second("bus_error");
  EXPECT_EQ(file_bytes(WaveRun::path("x.gtkw")), save);
  EXPECT_EQ(file_bytes(WaveRun::path("x.words/stall_cause.txt")), words);
  EXPECT_THAT(save, Not(HasSubstr(WaveRun::path(""))));
}

TEST(WaveSaveFiles, OneThatGtkwaveHasWrittenStays) {
  const std::string arranged = "[*]\n[*] GTKWave Analyzer v3.3.118 (w)1999-2023 BSI\n";
  std::ofstream(WaveRun::path("x.gtkw")) << arranged;
  const WaveRun run("bus_error");
  EXPECT_EQ(run.command().exit_code, 0);
  EXPECT_EQ(file_bytes(WaveRun::path("x.gtkw")), arranged);
  EXPECT_THAT(
      run.command().err,
      HasSubstr("wave: the save file beside it is one that GTKWave has written, and stays"));
}

TEST(WaveSaveFiles, ThereIsNoneWithoutAWaveform) {
  const WaveRun run("bus_error", "x.vcd", {"--wave-from", "1000"});
  EXPECT_EQ(run.command().exit_code, 0);
  EXPECT_FALSE(fs::exists(WaveRun::path("x.gtkw")));
}

TEST(WaveSaveFiles, OneThatCannotBeWrittenIsSaidBeforeTheRun) {
  fs::create_directories(WaveRun::path("y.gtkw"));
  const WaveRun run("bus_error", "y.vcd");
  EXPECT_EQ(run.command().exit_code, 2);
  EXPECT_THAT(run.command().err, HasSubstr("y.gtkw: error: cannot be written: it is a directory"));
  EXPECT_FALSE(fs::exists(WaveRun::path("y.vcd")));
}

}  // namespace
}  // namespace sgdma::test
