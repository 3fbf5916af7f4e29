/// `sgdma run --diagram`: which transfer it shows, where the picture goes, and what is refused.
/// Edges are those of the derivations in traces/golden.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/command_run.h"
#include "support/scenario_run.h"
#include "support/scratch.h"
#include "support/wave_picture.h"

namespace sgdma::test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

std::string stimulus(const std::string& name) {
  return std::string(SGDMA_SOURCE_DIR) + "/traces/stimulus/" + name + ".toml";
}

CommandResult run_stimulus(const std::string& name, const std::vector<std::string>& options) {
  std::vector<std::string> arguments{"run", stimulus(name)};
  arguments.insert(arguments.end(), options.begin(), options.end());
  return run_command(arguments);
}

std::string contents(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// A folder of programs that are shell scripts, to be the whole PATH.
void use_programs(const std::vector<std::pair<std::string, std::string>>& programs) {
  std::string folder;
  for (const auto& [name, body] : programs) {
    const std::string path = write_scratch_file(name, "#!/bin/sh\n" + body + "\n");
    fs::permissions(path, fs::perms::owner_all);
    folder = fs::path(path).parent_path();
  }
  setenv("PATH", folder.c_str(), 1);
}

/// A path for a picture in a folder of its own, and what is in that folder.
std::string picture_path(const std::string& name) {
  const std::string folder = write_scratch_file("pictures", "") + ".d";
  fs::create_directories(folder);
  return folder + "/" + name;
}

std::vector<std::string> files_beside(const std::string& path) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(fs::path(path).parent_path())) {
    names.push_back(entry.path().filename());
  }
  return names;
}

TEST(Diagram, SlotGoesToStandardOutput) {
  const CommandResult result = run_stimulus("gather_three_segments", {"--diagram", "0"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const WavePicture picture = read_wavedrom(result.out);
  EXPECT_EQ(picture.title, "gather 1.sq.0.0@0, 39 bytes, slot 0");
  EXPECT_EQ(picture.caption, "");
  EXPECT_EQ(picture.begins.at("intake"), (WaveCells{{1, "1"}}));
  EXPECT_EQ(picture.begins.at("grant"), (WaveCells{{2, "0"}}));
  EXPECT_EQ(picture.begins.at("ar"), (WaveCells{{3, "11 B"}, {4, "19 B"}, {5, "9 B"}}));
  EXPECT_EQ(picture.begins.at("move"), (WaveCells{{8, "3 B"},
                                                  {9, "8 B"},
                                                  {10, "8 B"},
                                                  {11, "8 B"},
                                                  {12, "3 B"},
                                                  {13, "4 B"},
                                                  {14, "5 B"}}));
  EXPECT_EQ(picture.begins.at("response"), (WaveCells{{9, "OKAY"}, {12, "OKAY"}, {14, "OKAY"}}));
  EXPECT_EQ(picture.begins.at("done"), (WaveCells{{14, "0"}}));
  EXPECT_EQ(picture.begins.at("completion"), (WaveCells{{14, "SUCCESS"}}));
  EXPECT_EQ(picture.begins.at("cqe"), (WaveCells{{15, "SUCCESS"}}));
  EXPECT_EQ(picture.begins.at("state"),
            (WaveCells{{2, "granted"}, {3, "requested"}, {8, "moving"}}));
  EXPECT_EQ(picture.begins.at("address"), (WaveCells{{2, "0x9ff5"},
                                                     {8, "0x9ff8"},
                                                     {9, "0x3000"},
                                                     {10, "0x3008"},
                                                     {11, "0x3010"},
                                                     {12, "0x7004"},
                                                     {13, "0x7008"}}));
  EXPECT_EQ(
      picture.begins.at("remaining"),
      (WaveCells{{2, "39"}, {8, "36"}, {9, "28"}, {10, "20"}, {11, "12"}, {12, "9"}, {13, "5"}}));
  EXPECT_EQ(picture.begins.at("cursor"), (WaveCells{{2, "0"}, {9, "1"}, {12, "2"}}));
  EXPECT_EQ(picture.holds.at("cursor").count(14), 0U);
}

TEST(Diagram, TagGivesThePictureOfItsSlot) {
  const CommandResult slot = run_stimulus("gather_three_segments", {"--diagram", "0"});
  const CommandResult tag = run_stimulus("gather_three_segments", {"--diagram", "1.sq.0.0@0"});
  EXPECT_EQ(tag.exit_code, 0) << tag.err;
  EXPECT_EQ(tag.out, slot.out);
}

// One slot holds 1.sq from 2 to 7, 2.responder from 8 to 12, 3.sq from 13 to 18 and 4.responder
// from 19 to 23.
TEST(Diagram, AroundPicksTheTransferThatRunsThere) {
  const auto title_around = [](const std::string& edge) {
    const CommandResult result = run_stimulus("single_slot", {"--diagram", "0", "--around", edge});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return read_wavedrom(result.out).title;
  };
  EXPECT_THAT(title_around("0"), StartsWith("gather 1.sq.0.0@0,"));
  EXPECT_THAT(title_around("7"), StartsWith("gather 1.sq.0.0@0,"));
  EXPECT_THAT(title_around("8"), StartsWith("scatter 2.responder.0.0@0,"));
  EXPECT_THAT(title_around("13"), StartsWith("gather 3.sq.0.0@0,"));
  EXPECT_THAT(title_around("1000"), StartsWith("scatter 4.responder.0.0@0,"));
  const CommandResult first = run_stimulus("single_slot", {"--diagram", "0"});
  EXPECT_THAT(read_wavedrom(first.out).title, StartsWith("gather 1.sq.0.0@0,"));
}

// A write beat that moves at 10 was driven at 9.
TEST(Diagram, WriteBeatsStandAtTheEdgeThatDroveThem) {
  const CommandResult result = run_stimulus("single_slot", {"--diagram", "2.responder.0.0@0"});
  const WavePicture picture = read_wavedrom(result.out);
  EXPECT_EQ(picture.begins.at("w"), (WaveCells{{9, "8 B"}, {10, "8 B"}, {11, "8 B"}}));
  EXPECT_EQ(picture.begins.at("move"), (WaveCells{{10, "8 B"}, {11, "8 B"}, {12, "8 B"}}));
}

TEST(Diagram, ZeroLengthHasNoEntry) {
  const CommandResult result = run_stimulus("no_payload", {"--diagram", "1.sq.0.0@0"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const WavePicture picture = read_wavedrom(result.out);
  EXPECT_EQ(picture.title, "gather 1.sq.0.0@0, 0 bytes");
  EXPECT_EQ(picture.begins.at("intake"), (WaveCells{{1, "1"}}));
  EXPECT_EQ(picture.begins.at("completion"), (WaveCells{{2, "SUCCESS"}}));
  EXPECT_EQ(picture.begins.count("state"), 0U);
}

// 1 MiB in beats of 64 bytes: 16,384 moves.
TEST(Diagram, LongTransferSaysWhichEdgesItShows) {
  const std::string scenario =
      write_scratch_file("long.toml",
                         "[bus]\nwidth = \"64 B\"\n"
                         "[[region]]\nname = \"a\"\nkey = 1\n"
                         "size = \"1 MiB\"\nbase = \"0x0\"\naccess = [\"local_write\"]\n"
                         "[[qp]]\nnumber = 1\n"
                         "[[wqe]]\nqp = 1\nop = \"send\"\n"
                         "sge = [{ addr = 0, len = \"1 MiB\", key = \"a\" }]\n");
  const CommandResult whole = run_command({"run", scenario, "--diagram", "0"});
  ASSERT_EQ(whole.exit_code, 0) << whole.err;
  const WavePicture ends = read_wavedrom(whole.out);
  EXPECT_EQ(ends.columns.size(), 32U);
  EXPECT_THAT(ends.caption, StartsWith("edges 1 to "));
  EXPECT_THAT(ends.caption, HasSubstr("; --around CYCLE shows others"));
  EXPECT_EQ(ends.begins.at("completion").size(), 1U);
  const CommandResult part = run_command({"run", scenario, "--diagram", "0", "--around", "9000"});
  const WavePicture middle = read_wavedrom(part.out);
  EXPECT_EQ(middle.columns.size(), 32U);
  EXPECT_EQ(middle.holds.at("state").at(9000), "moving");
}

TEST(Diagram, JsonFileLeavesStandardOutputToTheResult) {
  const std::string path = picture_path("a.json");
  const CommandResult result =
      run_stimulus("gather_three_segments", {"--json", "--diagram", "0", "--diagram-file", path});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(boost::json::parse(result.out).as_object().contains("cycles"));
  EXPECT_EQ(contents(path), run_stimulus("gather_three_segments", {"--diagram", "0"}).out);
}

TEST(Diagram, WrongOptionsAreRefusedBeforeTheRun) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{"--diagram", "seven"},
       "--diagram seven: error: is neither a slot nor a tag\n"
       "hint: a number is a slot; a tag is written as in the event log: 7.sq.3.0@0\n"},
      {{"--diagram", "1.sq.0.0"},
       "--diagram 1.sq.0.0: error: is neither a slot nor a tag\n"
       "hint: a number is a slot; a tag is written as in the event log: 7.sq.3.0@0\n"},
      {{"--diagram", "1"},
       "--diagram 1: error: there is no such slot\nhint: engine.slots is 1: slots 0 to 0\n"},
      {{"--diagram", "9.sq.0.0@0"}, "--diagram 9.sq.0.0@0: error: there is no queue pair 9\n"},
      {{"--diagram", "0", "--around", "soon"}, "--around soon: error: "},
      {{"--diagram", "0", "--around", "-1"}, "--around -1: error: is negative\n"},
      {{"--around", "1"}, "sgdma run: error: --around requires --diagram\n"},
      {{"--diagram-file", "a.svg"}, "sgdma run: error: --diagram-file requires --diagram\n"},
      {{"--diagram", "0", "--json"},
       "sgdma run: error: --diagram and --json both go to standard output\n"},
      {{"--diagram", "0", "--diagram-file", "a.png"},
       "--diagram-file a.png: error: ends neither with .json nor with .svg\n"},
      {{"--diagram", "0", "--diagram-file", "/nowhere/a.json"}, "/nowhere/a.json: error: "}};
  for (const auto& [options, message] : cases) {
    const CommandResult result = run_stimulus("single_slot", options);
    EXPECT_EQ(result.exit_code, 2) << message;
    EXPECT_THAT(result.err, StartsWith(message));
    EXPECT_THAT(result.err, Not(HasSubstr("verified")));
    EXPECT_THAT(result.out, IsEmpty());
  }
}

TEST(Diagram, TransferThatNeverRanIsAnErrorBehindTheReport) {
  const std::string path = picture_path("none.json");
  const auto expect = [&](const std::string& name, const std::string& asked,
                          const std::string& message) {
    const CommandResult result = run_stimulus(name, {"--diagram", asked, "--diagram-file", path});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.err, HasSubstr("verified   yes"));
    EXPECT_THAT(result.err, HasSubstr("--diagram " + asked + ": error: " + message));
    EXPECT_FALSE(fs::exists(path));
  };
  expect("gather_three_segments", "3", "the slot was never granted in this run\n");
  expect("gather_three_segments", "1.sq.1.0@0", "no such transfer ran\n");
  expect("rejected_work", "1.sq.2.0@0",
         "never ran: its work failed its checks at cycle 1 with LOC_PROT_ERR\n");
}

TEST(Diagram, PicturesOfThePageAreThoseOfTheModel) {
  const std::pair<const char*, const char*> pictures[] = {{"gather_three_segments", "0"},
                                                          {"bus_error", "1"}};
  for (const auto& [scenario, slot] : pictures) {
    const CommandResult result = run_stimulus(scenario, {"--diagram", slot});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(result.out,
              file_bytes(source_path("docs/images/diagrams/" + std::string(scenario) + ".json")))
        << "tb/waves/diagrams.sh makes it anew";
  }
}

TEST(Diagram, MissingWavedromIsFoundBeforeTheRun) {
  const std::string path = picture_path("missing.svg");
  setenv("PATH", "", 1);
  const CommandResult result =
      run_stimulus("single_slot", {"--diagram", "0", "--diagram-file", path});
  EXPECT_EQ(result.exit_code, 4);
  EXPECT_THAT(result.err, StartsWith("wavedrom-cli: error: "));
  EXPECT_THAT(result.err, HasSubstr("\nhint: "));
  EXPECT_THAT(result.err, Not(HasSubstr("verified")));
  EXPECT_THAT(files_beside(path), IsEmpty());
}

TEST(Diagram, WavedromOfThePathMakesTheSvg) {
  use_programs({{"node", "exit 1"},
                {"wavedrom-cli",
                 "[ \"$1\" = --input ] && [ \"$3\" = --svg ] || exit 1\n"
                 "read -r first <\"$2\" && echo \"<svg $first/>\" >\"$4\""}});
  const std::string path = picture_path("made.svg");
  const CommandResult result =
      run_stimulus("single_slot", {"--diagram", "0", "--diagram-file", path});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(contents(path), "<svg {/>\n");
  EXPECT_THAT(files_beside(path), ::testing::ElementsAre("made.svg"));
}

TEST(Diagram, NothingHalfWrittenStaysWhereWavedromFails) {
  use_programs({{"node", "exit 1"}, {"wavedrom-cli", "echo half >\"$4\"; exit 3"}});
  const std::string path = picture_path("failed.svg");
  std::ofstream(path) << "the one before";
  const CommandResult result =
      run_stimulus("single_slot", {"--diagram", "0", "--diagram-file", path});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr("wavedrom-cli failed with exit code 3"));
  EXPECT_EQ(contents(path), "the one before");
  EXPECT_THAT(files_beside(path), ::testing::ElementsAre("failed.svg"));
}

#ifdef SGDMA_WAVEDROM
TEST(Diagram, SvgShowsWhatTheJsonSays) {
  // Beside the executable it stands in one build only.
  const std::string folder = fs::path(SGDMA_WAVEDROM).parent_path().string();
  setenv("PATH", (folder + ":" + std::getenv("PATH")).c_str(), 1);
  const std::string path = picture_path("real.svg");
  const CommandResult result =
      run_stimulus("gather_three_segments", {"--diagram", "0", "--diagram-file", path});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const std::string svg = contents(path);
  EXPECT_THAT(svg, StartsWith("<svg "));
  for (const char* text :
       {"gather 1.sq.0.0@0, 39 bytes, slot 0", ">remaining<", ">0x9ff5<", ">14<"}) {
    EXPECT_THAT(svg, HasSubstr(text));
  }
}
#endif

}  // namespace
}  // namespace sgdma::test
