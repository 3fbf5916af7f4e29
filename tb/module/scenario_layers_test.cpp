// Settings that reach into the lists of a scenario.

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/scratch.h"
#include "workload/config/load_scenario.h"

namespace sgdma::test {
namespace {

using testing::HasSubstr;
using workload::load_scenario;

constexpr const char* kScenario = R"(
[[region]]
name = "buffers"
key = 1
size = "64 KiB"
base = "0x10000"
access = ["local_write"]

[[qp]]
number = 1
count = 2

[[generator]]
name = "small"
qp = 1
op = "write"
region = "buffers"
size = { uniform = ["8 B", "64 B"] }
messages = 3
interval = "100 ns"

[[generator]]
name = "large"
qp = 2
op = "write"
region = "buffers"
size = "4 KiB"
messages = 3
interval = "100 ns"
)";

workload::LoadOptions with(const std::vector<std::string>& settings) {
  workload::LoadOptions options;
  options.path = write_scratch_file("lists.toml", kScenario);
  options.settings = settings;
  return options;
}

TEST(ScenarioLayers, SettingsReachEntriesByNameAndByPosition) {
  const workload::Scenario scenario = load_scenario(
      with({"generator.small.size=\"512 B\"", "generator[1].messages=7", "region.buffers.key=5",
            "generator.large.start=\"3 ns\"", "engine.slots=4"}));
  ASSERT_EQ(scenario.generators.size(), 2U);
  EXPECT_EQ(scenario.generators[0].size.smallest(), 512U);
  EXPECT_EQ(scenario.generators[0].size.largest(), 512U);
  EXPECT_EQ(scenario.generators[0].messages, 3U);
  EXPECT_EQ(scenario.generators[1].messages, 7U);
  EXPECT_EQ(scenario.generators[1].start, 3000U);
  EXPECT_EQ(scenario.regions.at(0).key, RegionKey{5});
  EXPECT_EQ(scenario.engine.slots, 4U);
}

struct Refusal {
  const char* setting;
  const char* message;
};

class ScenarioLayersRefusals : public testing::TestWithParam<Refusal> {};

TEST_P(ScenarioLayersRefusals, NameTheSetting) {
  try {
    load_scenario(with({GetParam().setting}));
    FAIL() << GetParam().setting << " was taken";
  } catch (const workload::ConfigError& error) {
    EXPECT_THAT(error.what(), HasSubstr(std::string("--set ") + GetParam().setting +
                                        ": error: " + GetParam().message));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Settings, ScenarioLayersRefusals,
    testing::Values(Refusal{"generator.smal.messages=1",
                            "there is no generator named \"smal\"\nhint: did you mean \"small\"?"},
                    Refusal{"generator[2].messages=1",
                            "there is no generator[2]\nhint: the list has 2 entries, from [0] on"},
                    Refusal{"generator[-1].messages=1", "there is no generator[-1]"},
                    Refusal{"generator[].messages=1", "there is no generator[]"},
                    Refusal{"generator[.messages=1", "there is no generator["},
                    Refusal{"generator[99999999999999999999].messages=1",
                            "there is no generator[9"},
                    Refusal{"generator=1", "generator should be a list of tables"},
                    Refusal{"generator[0]=1",
                            "\"generator\" is a list\nhint: name the entry and its key: "
                            "generator.NAME.KEY, or generator[0].KEY"},
                    Refusal{"generator.small=1", "\"generator\" is a list"},
                    Refusal{"generator.small.size.uniform=1", "\"generator\" is a list"},
                    Refusal{"packet[0].qp=1", "there is no [[packet]]"},
                    Refusal{"generator.small.mesages=1",
                            "unknown key: generator.mesages\nhint: did you mean \"messages\"?"},
                    Refusal{"generator.small.messages=\"x\"", "generator.messages"}));

}  // namespace
}  // namespace sgdma::test
