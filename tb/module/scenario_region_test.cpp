/// Deregistration in scenarios: `[key_cache]`, regions that come later, and their events.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "workload/config/config_error.h"
#include "workload/config/load_scenario.h"
#include "workload/config/scenario_writer.h"

namespace sgdma::workload {
namespace {

using ::testing::HasSubstr;

std::string region(const std::string& name, int key, const std::string& rest = {}) {
  return "[[region]]\nname = \"" + name + "\"\nkey = " + std::to_string(key) +
         "\nsize = \"4 KiB\"\nbase = 0\n" + rest;
}

std::string event(const std::string& kind, const std::string& rest) {
  return "[[event]]\nkind = \"" + kind + "\"\n" + rest + "\n";
}

/// The only error of a text, as "line:column message | hint".
std::string error_of(const std::string& text) {
  try {
    parse_scenario(text, "t.toml");
  } catch (const ConfigError& error) {
    const std::vector<Diagnostic>& errors = error.diagnostics();
    if (errors.size() != 1) return std::string(error.what());
    return std::to_string(errors[0].line) + ":" + std::to_string(errors[0].column) + " " +
           errors[0].message + " | " + errors[0].hint;
  }
  return "no error";
}

TEST(ScenarioKeyCache, EveryKey) {
  const Scenario scenario = parse_scenario(R"([clock]
period = "2 ns"
[key_cache]
translation = "page"
deregistration = "immediate"
baseline = "immediate"
capacity = 96
associativity = 3
pages_per_line = 16
hit_latency = "5 ns"
miss_latency = "100 cycles"
ports = 2
outstanding_misses = 4
fetch_over_bus = true
table = "0x7000"
[teardown]
deregister = "finish_beat"
)",
                                           "t.toml");
  const EngineConfig& engine = scenario.engine;
  EXPECT_EQ(engine.translation, Translation::kPage);
  EXPECT_EQ(engine.deregistration, Deregistration::kImmediate);
  EXPECT_EQ(scenario.baseline, Baseline::kImmediate);
  EXPECT_EQ(engine.key_cache.capacity, 96U);
  EXPECT_EQ(engine.key_cache.associativity, 3U);
  EXPECT_EQ(engine.key_cache.pages_per_line, 16U);
  EXPECT_EQ(engine.key_cache.hit_latency, 3U);  // 2.5 cycles
  EXPECT_EQ(engine.key_cache.miss_latency, 100U);
  EXPECT_EQ(engine.key_cache.ports, 2U);
  EXPECT_EQ(engine.key_cache.outstanding_misses, 4U);
  EXPECT_TRUE(engine.key_cache.fetch_over_bus);
  EXPECT_EQ(engine.key_cache.table, 0x7000U);
  EXPECT_EQ(engine.teardown.deregister, TeardownPolicy::kFinishBeat);
  const std::string written = to_toml(scenario);
  EXPECT_EQ(to_toml(parse_scenario(written, "again.toml")), written);
}

TEST(ScenarioKeyCache, WithoutKeysEverythingIsOnTheChip) {
  const Scenario scenario = parse_scenario("[key_cache]\nmiss_latency = \"1 us\"\n", "t.toml");
  EXPECT_EQ(scenario.engine.key_cache.capacity, kUnlimited);
  EXPECT_EQ(scenario.engine.key_cache.associativity, kFullyAssociative);
  EXPECT_EQ(scenario.engine.translation, Translation::kCaptured);
  EXPECT_EQ(scenario.engine.deregistration, Deregistration::kWait);
}

struct Refused {
  std::string text;
  const char* error;
};

class RegionScenario : public ::testing::TestWithParam<Refused> {};

TEST_P(RegionScenario, IsRefusedWithPlaceReasonAndHint) {
  EXPECT_THAT(error_of(GetParam().text), HasSubstr(GetParam().error)) << GetParam().text;
}

INSTANTIATE_TEST_SUITE_P(
    KeyCache, RegionScenario,
    ::testing::Values(
        Refused{"[key_cache]\ncapacity = 1048577", "2:12 key_cache.capacity is out of range: 1 to"},
        Refused{"[bus]\nmax_read_burst = \"512 B\"\n[key_cache]\npages_per_line = "
                "128\nfetch_over_bus = true",
                "4:18 a line of key_cache.pages_per_line addresses has 1 KiB, more than "
                "bus.max_read_burst (512 B)"},
        Refused{"[key_cache]\ncapacity = 4\nassociativity = 8",
                "3:17 key_cache.associativity (8) is more than key_cache.capacity (4) | a set"},
        Refused{"[key_cache]\nassociativity = 3\ncapacity = 16",
                "3:12 key_cache.associativity (3) does not divide key_cache.capacity (16)"},
        Refused{"[key_cache]\npages_per_line = 12", "2:18 key_cache.pages_per_line is no power"},
        Refused{"[key_cache]\nhit_latency = 4", "2:15 key_cache.hit_latency has no unit"},
        Refused{"[key_cache]\nhit_latency = \"1001 cycles\"",
                "2:15 key_cache.hit_latency is 1001 cycles of the clock | it can be 1000"},
        Refused{"[key_cache]\nmiss_latency = \"1000000001 ps\"",
                "2:16 key_cache.miss_latency is 1000001 cycles of the clock | it can be 1000000"},
        Refused{"[key_cache]\nmiss_latency = \"0 ns\"", "2:16 key_cache.miss_latency is out of"},
        Refused{"[key_cache]\nports = 0", "2:9 key_cache.ports is out of range"},
        Refused{"[key_cache]\noutstanding_misses = 0", "2:22 key_cache.outstanding_misses is out"},
        Refused{"[key_cache]\ntable = \"0x1008\"",
                "2:9 key_cache.table (0x1008) is not a multiple of 4 KiB"},
        Refused{"[key_cache]\ntranslation = \"sge\"", "2:15 key_cache.translation cannot be"},
        Refused{"[key_cache]\nderegistration = \"immediate\"",
                "2:18 key_cache.deregistration = \"immediate\" can touch memory after the answer | "
                "set wait, fence or force_error; to measure it all the same, set "
                "key_cache.baseline"},
        Refused{"[key_cache]\nbaseline = \"immediate\"",
                "2:12 key_cache.baseline = \"immediate\" with key_cache.deregistration = \"wait\" "
                "| set key_cache.deregistration"},
        Refused{"[key_cache]\nbaseline = \"immediate\"\nderegistration = \"fence\"",
                "3:18 key_cache.baseline = \"immediate\" with"},
        Refused{"[teardown]\nderegister = \"now\"", "2:14 teardown.deregister cannot be"}));

INSTANTIATE_TEST_SUITE_P(
    Events, RegionScenario,
    ::testing::Values(
        Refused{event("deregister", "at = \"1 ns\""), "1:1 deregister needs a region"},
        Refused{region("r", 1) + event("deregister", "at = 0\nregion = \"q\""),
                "event.region: there is no region named \"q\""},
        Refused{region("r", 1) + event("deregister", "at = \"1 ns\"\nregion = 2"),
                "9:10 there is no region with the key 0x2 | list it"},
        Refused{region("r", 1) + event("register", "at = \"1 ns\"\nregion = \"r\"\nqp = 1"),
                "10:6 register is about a region"},
        Refused{region("r", 1) + "[[qp]]\nnumber = 1\n" +
                    event("qp_reset", "at = \"1 ns\"\nqp = 1\nregion = \"r\""),
                "12:10 qp_reset is about no region"},
        Refused{region("r", 1) + event("engine_reset", "at = \"1 ns\"\nregion = 1"),
                "9:10 engine_reset is about no region"},
        Refused{region("r", 1) + region("q", 1, "registered = false\n") +
                    event("register", "at = \"1 ns\"\nregion = 1"),
                "15:10 several regions have the key 0x1, \"r\" is one of them | name the one"}));

INSTANTIATE_TEST_SUITE_P(
    Registrations, RegionScenario,
    ::testing::Values(
        Refused{region("r", 1) + event("register", "at = \"1 ns\"\nregion = \"r\""),
                "9:10 region \"r\" is registered under the key 0x1, which is that of region \"r\" "
                "| deregister that one before"},
        Refused{
            region("r", 1) + region("q", 1, "registered = false\n") +
                event("register", "at = \"5 ns\"\nregion = \"q\"") +
                event("deregister", "at = \"6 ns\"\nregion = \"r\""),
            "15:10 region \"q\" is registered under the key 0x1, which is that of region \"r\""},
        Refused{region("r", 1) + region("q", 1),
                "8:7 region \"q\" has the key 0x1 of region \"r\" | with registered = false"}));

class GoodRegistrations : public ::testing::TestWithParam<std::string> {};

TEST_P(GoodRegistrations, AreTaken) { EXPECT_EQ(error_of(GetParam()), "no error"); }

const std::string kOldAndNew = region("old", 1) + region("new", 1, "registered = false\n");

INSTANTIATE_TEST_SUITE_P(
    Scenario, GoodRegistrations,
    ::testing::Values(
        kOldAndNew,
        // At one edge deregistrations come first.
        kOldAndNew + event("register", "at = \"5 ns\"\nregion = \"new\"") +
            event("deregister", "at = \"5500 ps\"\nregion = \"old\""),
        kOldAndNew + event("deregister", "at = \"5 ns\"\nregion = 1") +
            event("register", "at = \"6 ns\"\nregion = \"new\"") +
            event("deregister", "at = \"7 ns\"\nregion = \"new\"") +
            event("register", "at = \"8 ns\"\nregion = \"old\""),
        // What a beat decides is left to the run, and so is what an engine reset holds up.
        kOldAndNew + event("deregister", "after = \"7.sq.0.0@0\"\nregion = \"old\"") +
            event("register", "at = \"6 ns\"\nregion = \"new\""),
        kOldAndNew + event("engine_reset", "at = \"1 ns\"") +
            event("register", "at = \"6 ns\"\nregion = \"new\"")));

TEST(RegionEvents, NameTheirRegionAndStandTheRoundTrip) {
  const Scenario scenario =
      parse_scenario(kOldAndNew + event("deregister", "at = \"5 ns\"\nregion = \"new\"") +
                         event("register", "after = \"7.sq.0.0@0\"\nbeat = 3\nregion = \"new\""),
                     "t.toml");
  ASSERT_EQ(scenario.events.size(), 2U);
  EXPECT_EQ(scenario.events[0].request.kind, ControlKind::kDeregister);
  EXPECT_EQ(scenario.events[0].request.region, RegionKey{1});
  EXPECT_EQ(scenario.events[1].request.kind, ControlKind::kRegister);
  EXPECT_EQ(scenario.events[1].request.region, RegionKey{1});
  EXPECT_EQ(scenario.events[1].request.registration, 1U);
  EXPECT_FALSE(scenario.regions[1].registered);
  const std::string written = to_toml(scenario);
  EXPECT_THAT(written, HasSubstr("region = \"new\""));
  EXPECT_EQ(to_toml(parse_scenario(written, "again.toml")), written);
}

// A generator may work on what is registered only later.
TEST(RegionEvents, WorkMayNameARegionThatComesLater) {
  EXPECT_EQ(error_of(region("later", 1, "registered = false\n") + "[[qp]]\nnumber = 1\n" +
                     event("register", "at = \"1 us\"\nregion = \"later\"") +
                     "[[generator]]\nname = \"g\"\nqp = 1\nop = \"send\"\nsize = \"64 B\"\n"
                     "region = \"later\"\ndepth = 1\nmessages = 4\n"),
            "no error");
}

}  // namespace
}  // namespace sgdma::workload
