/// The command line itself: options, exit codes, and what `config` prints.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <boost/json.hpp>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/command_run.h"
#include "support/scenario_run.h"
#include "support/scratch.h"

namespace sgdma::test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

TEST(CliUsage, HelpIsNoError) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"--help"}, {"run", "--help"}, {"config", "explain", "-h"}}) {
    const CommandResult result = run_command(arguments);
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_THAT(result.out, HasSubstr("Usage: sgdma"));
    EXPECT_THAT(result.err, IsEmpty());
  }
}

TEST(CliUsage, VersionIsOneLine) {
  const CommandResult result = run_command({"version"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, StartsWith("sgdma "));
  EXPECT_EQ(result.out.find('\n'), result.out.size() - 1);
  const CommandResult option = run_command({"--version"});
  EXPECT_EQ(option.exit_code, 0);
  EXPECT_EQ(option.out, result.out);
}

TEST(CliUsage, SecondScenarioIsAnError) {
  for (const char* command : {"run", "validate"}) {
    const CommandResult result = run_command({command, "a.toml", "b.toml"});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.err, std::string("sgdma ") + command +
                              ": error: there can be one scenario, and b.toml is one more\n"
                              "hint: see `sgdma " +
                              command + " --help`\n");
  }
}

TEST(CliUsage, FlagsStandInTheHelpAsTheyAreWritten) {
  const CommandResult result = run_command({"run", "--help"});
  EXPECT_THAT(result.out, HasSubstr("  --no-verify   "));
  EXPECT_THAT(result.out, HasSubstr("  --no-progress   "));
  const CommandResult run = run_command({"run", "--no-verify", "--max-cycles", "9"});
  EXPECT_THAT(run.err, HasSubstr("verified   no: the oracle was off"));
}

TEST(CliUsage, NothingToDoIsAnError) {
  const CommandResult result = run_command({});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("A subcommand is required"));
  EXPECT_THAT(result.out, IsEmpty());
}

TEST(CliUsage, UnknownCommandGetsTheNearestOne) {
  const CommandResult result = run_command({"validat"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("unknown command or option: validat"));
  EXPECT_THAT(result.err, HasSubstr("hint: did you mean \"validate\"?"));
}

TEST(CliUsage, UnknownOptionGetsTheNearestOne) {
  const CommandResult result = run_command({"run", "--max-cycle=3"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("sgdma run: error: unknown command or option: --max-cycle=3"));
  EXPECT_THAT(result.err, HasSubstr("hint: did you mean \"--max-cycles\"?"));
}

TEST(CliUsage, SideNeedsACapture) {
  const CommandResult result = run_command({"run", "--side", "10.0.0.1"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("--side requires --pcap"));
}

TEST(CliUsage, TimeScaleNeedsACapture) {
  const CommandResult result = run_command({"run", "--time-scale", "2"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("--time-scale requires --pcap"));
}

// Whatever comes next is not taken for the value: the run would do something else than asked for.
TEST(CliUsage, EmptyValueIsAnErrorAndTakesNoOtherArgument) {
  const std::string path = write_scratch_file("good.toml", "[[qp]]\nnumber = 1\n");
  const std::vector<std::string> loading = {"--preset", "--set", "--seed"};
  std::vector<std::string> running = loading;
  for (const char* option :
       {"--pcap", "--side", "--time-scale", "--out", "--events", "--resolved", "--max-cycles"}) {
    running.emplace_back(option);
  }
  for (const auto& [command, options] :
       {std::pair<std::string, std::vector<std::string>>{"run", running}, {"validate", loading}}) {
    for (const std::string& option : options) {
      const std::string message =
          fmt::format("sgdma {}: error: {}: its value is empty\n", command, option);
      for (const std::vector<std::string>& arguments :
           {std::vector<std::string>{command, option + "=", path},
            {command, path, option + "="},
            {command, option, "", path},
            {command, path, option + "=", "--seed=1"}}) {
        const CommandResult result = run_command(arguments);
        EXPECT_EQ(result.exit_code, 2) << option;
        EXPECT_THAT(result.err, StartsWith(message));
        EXPECT_THAT(result.out, IsEmpty());
      }
    }
  }
  EXPECT_THAT(run_command({"run", ""}).err, HasSubstr("SCENARIO: its value is empty"));
}

TEST(CliUsage, OptionIsNotTakenForTheValueBeforeIt) {
  const CommandResult result = run_command({"run", "--out", "--json"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("error: --out: its value is missing: --json is an option\n"));
  EXPECT_THAT(run_command({"run", "--", "--out="}).err,
              HasSubstr("--out=: error: cannot open: No such file"));
}

TEST(CliUsage, UnknownPresetGetsTheNearestOne) {
  const CommandResult result = run_command({"validate", "--preset", "rnic-400"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.err,
            "--preset rnic-400: error: there is no preset \"rnic-400\"\n"
            "hint: did you mean \"rnic-400g\"?\n");
}

TEST(CliUsage, SettingsAreChecked) {
  for (const auto& [setting, message] :
       {std::pair<std::string, std::string>{"engine.slots", "is not key=value"},
        {"engine..slots=1", "\"engine..slots\" is no key"},
        {"bus.width=65", "bus.width has no unit"},
        {"bus.width=65 B", "bus.width is no power of two"},
        {"bus.widht=64 B", "unknown key: bus.widht"}}) {
    const CommandResult result = run_command({"validate", "--set", setting});
    EXPECT_EQ(result.exit_code, 2) << setting;
    EXPECT_THAT(result.err, StartsWith(fmt::format("--set {}: error: {}", setting, message)));
  }
}

TEST(CliUsage, SettingTwiceIsAnError) {
  const CommandResult result =
      run_command({"validate", "--set", "engine.slots=1", "--set", "engine.slots=2"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.err, "--set engine.slots=2: error: engine.slots is set twice\n");
}

TEST(CliUsage, ExplainsKeys) {
  const CommandResult result = run_command({"config", "explain", "bus.width"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, HasSubstr("value: 4 B to 256 B, a power of two\n  default: \"64 B\"\n"));
  const CommandResult unknown = run_command({"config", "explain", "bus.widht"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("did you mean \"bus.width\"?"));
}

TEST(CliUsage, PresetsAreListedAndPrinted) {
  const CommandResult list = run_command({"config", "presets"});
  EXPECT_THAT(list.out, HasSubstr("rnic-400g"));
  EXPECT_THAT(list.out, HasSubstr("rnic-200g"));
  const CommandResult one = run_command({"config", "presets", "rnic-200g"});
  EXPECT_EQ(one.exit_code, 0);
  const std::string path = write_scratch_file("preset.toml", one.out);
  EXPECT_EQ(run_command({"validate", path}).exit_code, 0);
}

TEST(CliUsage, DefaultsAreAScenario) {
  const CommandResult defaults = run_command({"config", "defaults"});
  EXPECT_EQ(defaults.exit_code, 0);
  const std::string path = write_scratch_file("defaults.toml", defaults.out);
  const CommandResult result = run_command({"validate", path});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("16 queue pairs"));
}

TEST(CliUsage, SchemaIsJsonWithEveryKey) {
  const CommandResult result = run_command({"config", "schema"});
  EXPECT_EQ(result.exit_code, 0);
  const boost::json::value schema = boost::json::parse(result.out);
  const boost::json::value& width = schema.at_pointer("/properties/bus/properties/width");
  EXPECT_EQ(width.at("default").as_string(), "64 B");
  const boost::json::value& slots = schema.at_pointer("/properties/engine/properties/slots");
  EXPECT_EQ(slots.at("maximum").to_number<int>(), 4096);
}

TEST(CliUsage, DocsAreTheCommittedPage) {
  std::ifstream file(SGDMA_SOURCE_DIR "/docs/scenario.md", std::ios::binary);
  const std::string committed{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(run_command({"config", "docs"}).out, committed);
}

TEST(CliUsage, FullDiskIsNoSuccess) {
  if (!std::ifstream("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  const std::string command = std::string(SGDMA_BINARY) + " config schema >/dev/full 2>&1";
  EXPECT_NE(std::system(command.c_str()), 0);
}

TEST(CliUsage, J01_NegativeNumbersNameOptionAndValue) {
  const CommandResult cycles = run_command({"run", "--max-cycles", "-12"});
  EXPECT_EQ(cycles.exit_code, 2);
  EXPECT_EQ(cycles.err, "--max-cycles -12: error: is negative\n");
  const CommandResult slots = run_command({"run", "--set", "engine.slots=-1"});
  EXPECT_EQ(slots.exit_code, 2);
  EXPECT_THAT(slots.err, HasSubstr("--set engine.slots=-1: error: engine.slots is negative"));
  const CommandResult seed = run_command({"run", "--seed", "-1"});
  EXPECT_EQ(seed.exit_code, 2);
  EXPECT_THAT(seed.err, HasSubstr("--seed -1: error: workload.seed is negative"));
}

TEST(CliUsage, J02_OverflowIsNotClamped) {
  const std::string huge = "11111111111111111111111";
  const CommandResult cycles = run_command({"run", "--max-cycles", huge});
  EXPECT_EQ(cycles.exit_code, 2);
  EXPECT_EQ(cycles.err, "--max-cycles " + huge + ": error: does not fit 64 bits\n");
  const CommandResult slots = run_command({"run", "--set", "engine.slots=" + huge});
  EXPECT_EQ(slots.exit_code, 2);
  EXPECT_THAT(slots.err, HasSubstr("is too large, and should be 1 to 4096"));
  EXPECT_EQ(run_command({"run", "--seed", huge}).exit_code, 2);
}

TEST(CliUsage, J03_ExponentsAndFractionsAreNotRounded) {
  for (const char* text : {"1e3", "1.5", "1e1000", "inf", "nan"}) {
    EXPECT_EQ(run_command({"run", "--max-cycles", text}).exit_code, 2) << text;
    EXPECT_EQ(run_command({"run", "--seed", text}).exit_code, 2) << text;
    EXPECT_EQ(run_command({"run", "--set", std::string("engine.slots=") + text}).exit_code, 2)
        << text;
  }
}

TEST(Files, NoOutputGoesOverAnotherOrOverAnInput) {
  const std::string scenario =
      write_scratch_file("kept.toml", file_bytes(source_path("traces/stimulus/single_slot.toml")));
  const std::string before = file_bytes(scenario);
  const std::string twice = scratch_path("twice.vcd");
  const std::string folder = fs::path(scenario).parent_path().string();
  const auto expect_refused = [&](const std::vector<std::string>& options, const char* other) {
    std::vector<std::string> arguments = {"run", scenario};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const CommandResult result = run_command(arguments);
    EXPECT_EQ(result.exit_code, 2) << result.err;
    EXPECT_THAT(result.err, HasSubstr(std::string("is the same file as ") + other));
    EXPECT_EQ(file_bytes(scenario), before);
    EXPECT_FALSE(fs::exists(twice));
  };
  expect_refused({"--events", twice, "--wave", twice}, "--events");
  expect_refused({"--events", folder + "/./twice.vcd", "--wave", twice}, "--events");
  expect_refused({"--events", scenario}, "the scenario");
  expect_refused(
      {"--resolved", folder + "/../" + fs::path(folder).filename().string() + "/kept.toml"},
      "the scenario");
  fs::create_symlink(scenario, folder + "/link.toml");
  expect_refused({"--resolved", folder + "/link.toml"}, "the scenario");
  fs::create_hard_link(scenario, folder + "/hard_link.toml");
  expect_refused({"--events", folder + "/hard_link.toml"}, "the scenario");
  // A device can take everything.
  EXPECT_EQ(run_command({"run", scenario, "--events", "/dev/null"}).exit_code, 0);
}

}  // namespace
}  // namespace sgdma::test
