/// What GTKWave itself shows of our waveforms, save files and views, without a screen. The values
/// are those of the derivations by hand in traces/golden.
#include <cstdlib>
#include <filesystem>
#include <map>
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
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

/// Prints every trace with its value at each time of TIMES, and the named markers. A trace without
/// a value at a time is a group's beginning or end.
constexpr const char* kScript = R"tcl(
for {set at 0} {$at < 26} {incr at} {
  if {[gtkwave::getNamedMarker $at] >= 0} { puts "marker|$at|[gtkwave::getNamedMarker $at]" }
}
set traces [gtkwave::getTotalNumTraces]
puts "traces|$traces"
foreach time $env(TIMES) {
  gtkwave::setMarker $time
  for {set at 0} {$at < $traces} {incr at} {
    catch {
      set value [gtkwave::getTraceValueAtMarkerFromIndex $at]
      puts "value|$time|[gtkwave::getTraceNameFromIndex $at]|$value"
    }
  }
}
exit
)tcl";

/// What GTKWave prints of a waveform with a save file.
class Shown {
 public:
  Shown(const std::string& wave, const std::string& save, const std::string& times) {
    const std::string script = write_scratch_file("show.tcl", kScript);
    const std::string out = write_scratch_file("shown", "");
    const std::string command = "TIMES='" + times +
                                "' xvfb-run -a -s '-screen 0 1600x1200x24' gtkwave '" + wave +
                                "' '" + save + "' -S '" + script + "' >'" + out + "' 2>&1";
    static_cast<void>(std::system(command.c_str()));
    text_ = file_bytes(out);
    for (const std::string& line : lines_of(text_)) take(line);
    EXPECT_THAT(text_, Not(HasSubstr("ould not")));
    EXPECT_GT(traces_, 0) << text_;
  }

  const std::string& text() const { return text_; }
  int traces() const { return traces_; }
  const std::vector<std::string>& markers() const { return markers_; }
  /// Of the trace with this label, or of the n-th one.
  std::string at(int time, const std::string& label, std::size_t nth = 0) const {
    const auto found = values_.find(std::to_string(time) + "|" + label);
    return found == values_.end() || nth >= found->second.size() ? "nothing" : found->second[nth];
  }

 private:
  void take(const std::string& line) {
    if (line.rfind("traces|", 0) == 0) traces_ = std::stoi(line.substr(7));
    if (line.rfind("marker|", 0) == 0) markers_.push_back(line.substr(7));
    if (line.rfind("value|", 0) == 0) {
      const std::size_t end = line.rfind('|');
      values_[line.substr(6, end - 6)].push_back(line.substr(end + 1));
    }
  }

  std::string text_;
  int traces_ = 0;
  std::vector<std::string> markers_;
  std::map<std::string, std::vector<std::string>> values_;
};

/// The path of a scenario's waveform.
std::string wave_of(const std::string& scenario, const std::string& extension) {
  std::string wave = write_scratch_file(scenario + extension, "");
  const CommandResult run =
      run_command({"run", source_path("traces/stimulus/" + scenario + ".toml"), "--wave", wave});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  return wave;
}

std::string view(const std::string& name) { return source_path("traces/views/" + name + ".gtkw"); }

class Gtkwave : public ::testing::TestWithParam<const char*> {};

INSTANTIATE_TEST_SUITE_P(Formats, Gtkwave, ::testing::Values(".vcd", ".fst"),
                         [](const auto& format) { return std::string(format.param + 1); });

TEST_P(Gtkwave, LoadsTheSaveFileOfARun) {
  const std::string wave = wave_of("bus_error", GetParam());
  const std::string save = fs::path(wave).replace_extension(".gtkw").string();
  const SaveFile saved = parse_save_file(file_bytes(save));
  const Shown shown(wave, save, "5000 8000 9000 10000 11000");
  // A line for each signal, and two for each group.
  EXPECT_EQ(shown.traces(), static_cast<int>(saved.traces.size() + 2 * saved.groups.size()))
      << shown.text();
  EXPECT_THAT(shown.markers(), ElementsAre("0|9000", "1|10000"));
  // traces/golden/bus_error.md. The gather in slot 0 moves 8 of its 24 bytes at 8 and at 9, and
  // fails at 10; the scatter in slot 1 fails at 9, with all of its 16 bytes moved at 6.
  EXPECT_EQ(shown.at(5000, "state", 0), "requested");
  EXPECT_EQ(shown.at(5000, "state", 1), "moving");
  EXPECT_EQ(shown.at(5000, "state", 2), "answering");
  EXPECT_EQ(shown.at(8000, "state", 0), "moving");
  EXPECT_EQ(shown.at(8000, "state", 1), "answering");
  EXPECT_EQ(shown.at(8000, "remaining_length", 0), "16");
  EXPECT_EQ(shown.at(8000, "current_address", 0), "7FF8");
  EXPECT_EQ(shown.at(10000, "state", 0), "free");
  EXPECT_EQ(shown.at(10000, "gather fault"), "1");
  EXPECT_EQ(shown.at(11000, "CQE status"), "GENERAL_ERR");
  EXPECT_EQ(shown.at(11000, "CQEs so far"), "3");
}

TEST_P(Gtkwave, ShowsAGatherOfThreeSegments) {
  const Shown shown(wave_of("gather_three_segments", GetParam()), view("gather_three_segments"),
                    "2000 8000 9000 10000 14000 15000");
  // traces/golden/gather_three_segments.md: granted at 2, first beat at 8, third one at 10, of
  // segment 1; the last one ends the transfer at 14.
  EXPECT_EQ(shown.at(2000, "state"), "granted");
  EXPECT_EQ(shown.at(2000, "direction"), "gather");
  EXPECT_EQ(shown.at(2000, "remaining_length"), "39");
  EXPECT_EQ(shown.at(8000, "state"), "moving");
  EXPECT_EQ(shown.at(8000, "gather cycle"), "moved");
  EXPECT_EQ(shown.at(8000, "remaining_length"), "36");
  EXPECT_EQ(shown.at(8000, "sg_cursor"), "0");
  EXPECT_EQ(shown.at(9000, "current_address"), "3000");
  EXPECT_EQ(shown.at(9000, "sg_cursor"), "1");
  EXPECT_EQ(shown.at(10000, "remaining_length"), "20");
  EXPECT_EQ(shown.at(14000, "state"), "free");
  EXPECT_EQ(shown.at(14000, "status"), "SUCCESS");
  EXPECT_EQ(shown.at(14000, "bytes moved"), "39");
  EXPECT_EQ(shown.at(15000, "CQE status"), "SUCCESS");
}

TEST_P(Gtkwave, ShowsAnArbitrationConflict) {
  const Shown shown(wave_of("arbitration_conflict", GetParam()), view("arbitration_conflict"),
                    "2000 3000 8000 10000 14000 16000");
  // traces/golden/arbitration_conflict.md has the six grants.
  std::vector<std::string> grants;
  for (const int time : {2000, 3000, 8000, 10000, 14000, 16000}) {
    grants.push_back(shown.at(time, "queue pair") + " in " + shown.at(time, "slot"));
  }
  EXPECT_THAT(grants, ElementsAre("1 in 0", "2 in 1", "3 in 0", "4 in 1", "1 in 0", "1 in 1"));
  // At 8 queue pair 4 still waits, and queue pair 1 has two transfers left.
  EXPECT_EQ(shown.at(8000, "request", 3), "1");
  EXPECT_EQ(shown.at(8000, "queued", 0), "2");
  EXPECT_EQ(shown.at(8000, "state", 1), "moving");
}

TEST_P(Gtkwave, ShowsAFault) {
  const Shown shown(wave_of("bus_error", GetParam()), view("fault"), "9000 10000");
  EXPECT_EQ(shown.at(9000, "scatter fault"), "1");
  EXPECT_EQ(shown.at(9000, "response", 1), "DECERR");
  EXPECT_EQ(shown.at(9000, "scatter completion"), "GENERAL_ERR");
  EXPECT_EQ(shown.at(10000, "gather address"), "8000");
  EXPECT_EQ(shown.at(10000, "gather bytes moved"), "16");
}

TEST_P(Gtkwave, ShowsAWholeRun) {
  const std::string wave = wave_of("mixed_64_queue_pairs", GetParam());
  const Shown shown(wave, view("overview"), "12464000");
  // Three CQEs of SENDs, READs and receives for each of 64 queue pairs.
  EXPECT_EQ(shown.at(12464000, "CQEs so far"), "576");
  EXPECT_EQ(shown.at(12464000, "slots in use"), "0");
}

}  // namespace
}  // namespace sgdma::test
