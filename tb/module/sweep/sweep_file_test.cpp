// Sweep files: which points they make, and what is wrong with them.

#include "explore/sweep/sweep_file.h"

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "explore/sweep/sweep_plan.h"
#include "support/scenario_run.h"
#include "support/scratch.h"
#include "workload/config/config_error.h"

namespace sgdma::test {
namespace {

using explore::Design;
using explore::SweepFile;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

SweepFile sweep(const std::string& text, const std::vector<std::string>& settings = {}) {
  return SweepFile(write_scratch_file("sweep.toml", text), settings);
}

std::vector<std::string> labels(const SweepFile& file, std::size_t axis) {
  std::vector<std::string> all;
  for (const auto& step : file.sweep().axes[axis].steps) all.push_back(step.label);
  return all;
}

std::string problem(const std::string& text) {
  try {
    SweepFile file(write_scratch_file("sweep.toml", text), {});
    for (const Design& design : file.designs()) file.scenario(design, std::nullopt);
  } catch (const workload::ConfigError& error) {
    return error.what();
  }
  return "none";
}

constexpr const char* kSlots = "[[axis]]\nkey = \"engine.slots\"\nvalues = [4, 8]\n";

TEST(SweepFiles, ListsAndRangesAndTuplesAndCasesMakeAxes) {
  const SweepFile file = sweep(R"(
[[axis]]
key = "engine.slots"
values = [4, 16, 8]

[[axis]]
key = "memory.read_latency"
from = "200 ns"
to = "1 us"
step = "400 ns"

[[axis]]
key = "bus.max_read_burst"
from = "256 B"
to = "1 KiB"
factor = 2

[[axis]]
keys = ["bus.width", "clock.period"]
values = [["64 B", "1 ns"], ["32 B", "500 ps"]]

[[axis]]
name = "policy"
[[axis.case]]
name = "fair"
set = { "arbiter.policy" = "round_robin" }
[[axis.case]]
name = "first come"
set = { arbiter.policy = "oldest_first" }
)");
  EXPECT_THAT(labels(file, 0), ElementsAre("4", "16", "8"));
  EXPECT_THAT(labels(file, 1), ElementsAre("200 ns", "600 ns", "1 us"));
  EXPECT_THAT(labels(file, 2), ElementsAre("256 B", "512 B", "1 KiB"));
  EXPECT_THAT(labels(file, 3), ElementsAre("64 B, 1 ns", "32 B, 500 ps"));
  EXPECT_THAT(labels(file, 4), ElementsAre("fair", "first come"));
  EXPECT_EQ(file.sweep().axes[1].unit, "ns");
  EXPECT_EQ(file.sweep().axes[1].steps[2].number, 1000);
  EXPECT_EQ(file.sweep().axes[3].name, "bus.width, clock.period");
  EXPECT_FALSE(file.sweep().axes[3].steps[0].number);
}

TEST(SweepFiles, TheLastAxisCountsFastest) {
  SweepFile file =
      sweep(std::string(kSlots) +
            "[[axis]]\nkey = \"memory.read_latency\"\nvalues = [\"1 us\", \"2 us\"]\n");
  EXPECT_THAT(file.designs(), ElementsAre(Design{0, 0}, Design{0, 1}, Design{1, 0}, Design{1, 1}));
  const workload::Scenario scenario = file.scenario({1, 0}, 77);
  EXPECT_EQ(scenario.engine.slots, 8U);
  EXPECT_EQ(scenario.memory.read_latency.points().front().value, 1'000'000U);
  EXPECT_EQ(scenario.seed, 77U);
}

TEST(SweepFiles, TheBaseHasItsPrecedence) {
  write_scratch_file("base.toml", "[engine]\nslots = 2\nmax_sge = 3\n[bus]\nwidth = \"8 B\"\n");
  SweepFile file = sweep(R"(
scenario = "base.toml"
preset = "rnic-200g"
[set]
engine.max_sge = 5
"bus.width" = "32 B"
[[axis]]
name = "engine"
[[axis.case]]
name = "as it is"
[[axis.case]]
name = "of a preset"
preset = "rnic-400g"
[[axis.case]]
name = "small"
preset = "rnic-400g"
set = { "engine.slots" = 6 }
)",
                         {"bus.width=16 B"});
  const auto scenario = [&](std::uint32_t step) { return file.scenario({step}, std::nullopt); };
  EXPECT_EQ(scenario(0).engine.slots, 2U);
  EXPECT_EQ(scenario(0).target.max_sge, 5U);
  EXPECT_EQ(scenario(0).engine.bus_width, 16U);
  EXPECT_EQ(scenario(1).engine.slots, 128U);
  EXPECT_EQ(scenario(2).engine.slots, 6U);
}

TEST(SweepFiles, TheClocksOtherKeyGivesWay) {
  write_scratch_file("base.toml", "[clock]\nfrequency = \"2 GHz\"\n");
  SweepFile file =
      sweep("scenario = \"base.toml\"\n[[axis]]\nkey = \"clock.period\"\nvalues = [\"800 ps\"]\n");
  EXPECT_EQ(file.scenario({0}, std::nullopt).clock_period, 800U);
}

TEST(SweepFiles, ConstraintsKnowUnitsWordsAndDefaults) {
  const std::string axes = std::string(kSlots) +
                           "[[axis]]\nkey = \"memory.read_latency\"\nfrom = \"100 ns\"\n"
                           "to = \"400 ns\"\nstep = \"100 ns\"\n";
  const auto count = [&](const std::string& where) {
    return sweep("where = " + where + "\n" + axes).designs().size();
  };
  EXPECT_EQ(count(R"("memory.read_latency > 200 ns")"), 4U);
  EXPECT_EQ(count(R"("memory.read_latency <= 0.2us && engine.slots == 8")"), 2U);
  EXPECT_EQ(count(R"(["memory.read_latency != 300ns", "engine.slots < 8"])"), 3U);
  EXPECT_EQ(count(R"("engine.slots * 64 B >= 512 B || memory.read_latency == 100 ns")"), 5U);
  EXPECT_EQ(count(R"("arbiter.policy == round_robin")"), 8U);
  EXPECT_EQ(count(R"("clock.frequency >= 1 GHz && clock.period == 1 ns")"), 8U);
  EXPECT_THAT(problem(R"(where = "arbiter.policy == oldest_first")"
                      "\n" +
                      axes),
              HasSubstr("no point meets the constraints"));
}

TEST(SweepFiles, ASampleIsSpreadAndRepeats) {
  const std::string axes =
      "[[axis]]\nkey = \"engine.slots\"\nfrom = 1\nto = 32\nstep = 1\n"
      "[[axis]]\nkey = \"memory.read_latency\"\nfrom = \"10 ns\"\nto = \"320 ns\"\nstep = \"10 "
      "ns\"\n";
  const auto sample = [&](const std::string& request) {
    return sweep("sample = " + request + "\n" + axes).designs();
  };
  const std::vector<Design> designs = sample("{ points = 32, seed = 5 }");
  EXPECT_EQ(designs, sample("{ points = 32, seed = 5 }"));
  EXPECT_NE(designs, sample("{ points = 32, seed = 6 }"));
  EXPECT_THAT(designs, SizeIs(32));
  EXPECT_EQ(std::set<Design>(designs.begin(), designs.end()).size(), 32U);
  // Spread: every eighth of each axis has its share of four, and every quarter of the plane two.
  std::vector<int> rows(8);
  std::vector<int> columns(8);
  std::vector<int> squares(16);
  for (const Design& design : designs) {
    ++rows[design[0] / 4];
    ++columns[design[1] / 4];
    ++squares[design[0] / 8 * 4 + design[1] / 8];
  }
  EXPECT_THAT(rows, testing::Each(4));
  EXPECT_THAT(columns, testing::Each(4));
  EXPECT_THAT(squares, testing::Each(2));
}

TEST(SweepFiles, ASampleTakesWhatThereIsAndWhatIsAdmitted) {
  EXPECT_THAT(sweep("sample = { points = 50 }\n" + std::string(kSlots)).designs(), SizeIs(2));
  SweepFile file = sweep(
      "sample = { points = 3 }\nwhere = \"engine.slots > 60\"\n"
      "[[axis]]\nkey = \"engine.slots\"\nfrom = 1\nto = 64\nstep = 1\n");
  const std::vector<Design> designs = file.designs();
  EXPECT_THAT(designs, SizeIs(3));
  for (const Design& design : designs) EXPECT_GE(design[0], 60U);
}

TEST(SweepFiles, AGridThatIsTooLargeIsRefused) {
  std::string axes;
  for (const char* key : {"engine.slots", "bus.read_tags", "arbiter.weight_unit"}) {
    axes += std::string("[[axis]]\nkey = \"") + key + "\"\nfrom = 1\nto = 256\nstep = 1\n";
  }
  const std::string text =
      "[[axis]]\nkey = \"engine.slots\"\nfrom = 1\nto = 4000\nstep = 1\n"
      "[[axis]]\nkey = \"memory.read_latency\"\nfrom = \"1 ns\"\n"
      "to = \"1 us\"\nstep = \"1 ns\"\n";
  EXPECT_THAT(problem(text), HasSubstr("more than 1000000 points"));
}

TEST(SweepFiles, SeedsAreListedOrCounted) {
  EXPECT_THAT(sweep("repetitions = 3\n" + std::string(kSlots)).sweep().seeds, ElementsAre(1, 2, 3));
  EXPECT_THAT(sweep("seeds = [9, 4]\n" + std::string(kSlots)).sweep().seeds, ElementsAre(9, 4));
}

TEST(SweepFiles, APlanSurvivesItsFile) {
  SweepFile file = sweep("repetitions = 2\nmax_cycles = 1000\nverify = false\ntimeout = \"5 s\"\n" +
                         std::string(kSlots));
  int kept = 0;
  const auto plan =
      explore::make_plan(file, "1.0", [&](const std::string&, const std::string&) { ++kept; });
  EXPECT_EQ(kept, 4);
  const std::string text = to_json(plan);
  EXPECT_EQ(to_json(explore::read_plan(boost::json::parse(text).as_object())), text);
  EXPECT_THROW(explore::read_plan({}), std::exception);
}

TEST(SweepFiles, APointsKeyIsThatOfWhatCanChangeItsResult) {
  const std::string axis = "[[axis]]\nkey = \"engine.slots\"\nvalues = [4]\n";
  const auto key = [&](const std::string& text, const std::string& version) {
    SweepFile file = sweep(text + axis);
    return explore::make_plan(file, version, [](const auto&, const auto&) {}).points.front().key;
  };
  const std::string usual = key("", "1.0");
  EXPECT_EQ(usual, key("name = \"other\"\ntimeout = \"9 s\"\n", "1.0"));
  EXPECT_NE(usual, key("", "1.1"));
  EXPECT_NE(usual, key("max_cycles = 9\n", "1.0"));
  EXPECT_NE(usual, key("verify = false\n", "1.0"));
  EXPECT_NE(usual, key("seeds = [4]\n", "1.0"));
}

TEST(SweepFiles, TheContentOfTheStimulusCountsAndNotItsPlace) {
  const std::string line = R"({"type":"wqe"})";
  write_scratch_file("a.jsonl", line);
  write_scratch_file("b.jsonl", line);
  write_scratch_file("c.jsonl", line + "\n");
  const auto key = [&](const std::string& name) {
    SweepFile file = sweep("workload = \"" + name + "\"\n" + kSlots);
    return explore::make_plan(file, "1.0", [](const auto&, const auto&) {}).points.front().key;
  };
  EXPECT_EQ(key("a.jsonl"), key("b.jsonl"));
  EXPECT_NE(key("a.jsonl"), key("c.jsonl"));
}

/// The first block of TOML in a page.
std::string toml_of(const std::string& page) {
  const std::string text = file_bytes(source_path(page));
  const std::size_t begin = text.find("```toml\n") + 8;
  return text.substr(begin, text.find("```", begin) - begin);
}

TEST(SweepFiles, TheExampleOfThePageIsRight) {
  write_scratch_file("base.toml", "[engine]\nslots = 2\n");
  write_scratch_file("work.jsonl", "");
  SweepFile file = sweep(toml_of("docs/sweeps.md"));
  EXPECT_THAT(file.sweep().axes, SizeIs(4));
  EXPECT_EQ(file.sweep().seeds.size(), 5U);
  // 60, without the 12 of 2 us, and without the 8 that have 64 slots and bursts of 4 KiB.
  EXPECT_THAT(file.designs(), SizeIs(40));
}

TEST(SweepFiles, ThoseOfTheRepositoryAreRight) {
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(source_path("traces/sweeps"))) {
    if (entry.path().extension() != ".toml") continue;
    SweepFile file(entry.path().string(), {});
    EXPECT_FALSE(file.designs().empty()) << entry.path();
    ++files;
  }
  EXPECT_GT(files, 0);
}

struct Mistake {
  const char* name;
  const char* text;
  const char* message;
};

class SweepMistakes : public testing::TestWithParam<Mistake> {};

TEST_P(SweepMistakes, AreToldWithTheirPlace) {
  EXPECT_THAT(problem(GetParam().text), HasSubstr(GetParam().message));
}

const Mistake kMistakes[] = {
    {"NoAxis", "name = \"x\"\n", "a sweep has at least one axis"},
    {"NoList", "axis = 3\n", "sweep.toml:1:8: error: axis is a list of tables"},
    {"UnknownKey", "[[axis]]\nkey = \"engine.slotz\"\nvalues = [1]\n",
     "did you mean \"engine.slots\"?"},
    {"UnknownWord", "foo = 1\n[[axis]]\nkey = \"engine.slots\"\nvalues = [1]\n",
     "sweep.toml:1:1: error: unknown key: foo"},
    {"Twice", "[[axis]]\nkey = \"engine.slots\"\nvalues = [4, 4]\n",
     "axis engine.slots has \"4\" twice"},
    {"OutOfRange", "[[axis]]\nkey = \"engine.slots\"\nvalues = [4, 5000000]\n",
     "sweep.toml:3:14: error: engine.slots is out of range: 1 to 4096"},
    {"NoUnit", "[[axis]]\nkey = \"bus.width\"\nvalues = [64]\n", "write \"64 B\""},
    {"Backwards", "[[axis]]\nkey = \"engine.slots\"\nfrom = 4\nto = 2\nstep = 1\n",
     "the range ends before it begins"},
    {"NoWay", "[[axis]]\nkey = \"engine.slots\"\nfrom = 4\nto = 8\n",
     "one of step, factor and points"},
    {"RatioFromZero",
     "[[axis]]\nkey = \"memory.read_latency\"\nfrom = \"0 ns\"\nto = \"8 ns\"\n"
     "factor = 2\n",
     "equal ratios cannot begin with 0"},
    {"StepOfNothing", "[[axis]]\nkey = \"engine.slots\"\nfrom = 4\nto = 8\nstep = 0\n",
     "step is 0"},
    {"MixedCycles",
     "[[axis]]\nkey = \"memory.read_latency\"\nfrom = \"1 cycles\"\nto = \"8 ns\"\n"
     "step = \"1 ns\"\n",
     "some of the range is in cycles"},
    {"RangeOfWords", "[[axis]]\nkey = \"arbiter.policy\"\nfrom = \"a\"\nto = \"b\"\npoints = 2\n",
     "arbiter.policy has no ranges"},
    {"RangeOfFrequencies",
     "[[axis]]\nkey = \"clock.frequency\"\nfrom = \"1 GHz\"\n"
     "to = \"2 GHz\"\npoints = 2\n",
     "range over clock.period"},
    {"TupleTooShort", "[[axis]]\nkeys = [\"engine.slots\", \"bus.width\"]\nvalues = [[4]]\n",
     "each entry of values is a list of 2"},
    {"CaseWithoutName", "[[axis]]\nname = \"x\"\n[[axis.case]]\nset = {}\n", "a case has a name"},
    {"CaseWithTypo", "[[axis]]\nname = \"x\"\n[[axis.case]]\nname = \"y\"\npresets = \"z\"\n",
     "did you mean \"preset\"?"},
    {"CasePreset", "[[axis]]\nname = \"x\"\n[[axis.case]]\nname = \"y\"\npreset = \"rnic-40g\"\n",
     "there is no preset \"rnic-40g\""},
    {"TwoAxes",
     "[[axis]]\nkey = \"engine.slots\"\nvalues = [1]\n[[axis]]\n"
     "key = \"engine.slots\"\nvalues = [2]\n",
     "there are two axes engine.slots"},
    {"TwoAxesOfOneKey",
     "[[axis]]\nkey = \"engine.slots\"\nvalues = [1]\n[[axis]]\nname = \"b\"\n"
     "key = \"engine.slots\"\nvalues = [2]\n",
     "engine.slots is set twice"},
    {"ConstraintKey",
     "where = \"engine.slotz > 3\"\n[[axis]]\nkey = \"engine.slots\"\n"
     "values = [1]\n",
     "unknown key in a constraint: engine.slotz"},
    {"ConstraintSyntax",
     "where = \"engine.slots > > 3\"\n[[axis]]\nkey = \"engine.slots\"\n"
     "values = [1]\n",
     "is no constraint"},
    {"ConstraintOfText",
     "where = \"workload.stimulus == 3\"\n[[axis]]\nkey = \"engine.slots\"\n"
     "values = [1]\n",
     "workload.stimulus is no number"},
    {"Seeds", "seeds = [1, 1]\n[[axis]]\nkey = \"engine.slots\"\nvalues = [1]\n",
     "seed 1 is there twice"},
    {"SeedsAndRepetitions",
     "seeds = [1]\nrepetitions = 2\n[[axis]]\nkey = \"engine.slots\"\n"
     "values = [1]\n",
     "seeds and repetitions are both given"},
    {"Confidence", "confidence = 95\n[[axis]]\nkey = \"engine.slots\"\nvalues = [1]\n",
     "confidence is a number between 0 and 1"},
    {"Objective", "objectives = [\"biggest\"]\n[[axis]]\nkey = \"engine.slots\"\nvalues = [1]\n",
     "\"biggest\" is no objective"},
    {"Scenario", "scenario = \"nix.toml\"\n[[axis]]\nkey = \"engine.slots\"\nvalues = [1]\n",
     "nix.toml: error: cannot open"},
    {"Syntax", "[[axis]\n", "sweep.toml:1"},
};

INSTANTIATE_TEST_SUITE_P(All, SweepMistakes, testing::ValuesIn(kMistakes),
                         [](const testing::TestParamInfo<Mistake>& mistake) {
                           return mistake.param.name;
                         });

TEST(SweepFiles, APointThatIsNoScenarioIsNamed) {
  const std::string message = problem(
      "[[axis]]\nkey = \"engine.slots\"\nvalues = [8]\n[[axis]]\nkey = \"arbiter.policy\"\n"
      "values = [\"round_robin\", \"oldest\"]\n");
  EXPECT_THAT(message,
              HasSubstr("the point with engine.slots = 8, arbiter.policy = oldest is no valid"));
  EXPECT_THAT(message, HasSubstr("sweep.toml:6:26: error: arbiter.policy cannot be \"oldest\""));
}

}  // namespace
}  // namespace sgdma::test
