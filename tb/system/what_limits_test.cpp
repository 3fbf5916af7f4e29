/// What the closing line of a run says about its limit: it names what would make the run faster.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/case_run.h"

namespace sgdma::test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

/// The closing line without its name.
std::string limit_of(const std::string& err) {
  const std::string name = "\n  limits     ";
  const std::size_t at = err.find(name);
  return at == std::string::npos ? err : err.substr(at + name.size());
}

std::string limit_of_default(const std::vector<std::string>& settings) {
  std::vector<std::string> arguments = {"run", "--no-verify"};
  for (const std::string& setting : settings) {
    arguments.insert(arguments.end(), {"--set", setting});
  }
  return limit_of(run_command(arguments).err);
}

/// `count` SENDs of `bytes` bytes, one every `every`.
std::string sends(unsigned count, unsigned bytes, const std::string& every) {
  return "[[wqe]]\nqp = 0\nop = \"send\"\ncount = " + std::to_string(count) + "\nevery = \"" +
         every + "\"\nsge = [{ addr = 0x1000, len = \"" + std::to_string(bytes) +
         " B\", key = 1 }]\n";
}

std::string limit_of_case(const std::string& work, const std::vector<std::string>& settings = {}) {
  std::vector<std::string> arguments;
  for (const std::string& setting : settings) {
    arguments.insert(arguments.end(), {"--set", setting});
  }
  const CaseRun run(case_bus(64, 16) + kWholeMemory + case_queue_pairs(1) + work, arguments);
  EXPECT_TRUE(run.sound()) << run.err();
  return limit_of(run.err());
}

constexpr const char* kWork = "the work itself: the engine keeps up with it, and is done ";

// 400 Gbit/s on a bus of 512: the gathers' beats wait for memory, and nothing waits for that.
TEST(WhatLimits, OfferedLoadThatTheEngineKeepsUpWith) {
  EXPECT_EQ(limit_of_default({}),
            std::string(kWork) + "347 cycles after the last arrival (the workload)\n");
  for (const char* enough :
       {"engine.slots=64", "memory.read_bandwidth=410 Gbit/s", "memory.write_bandwidth=410 Gbit/s",
        "payload.gather_rate=405 Gbit/s", "payload.scatter_rate=405 Gbit/s"}) {
    EXPECT_THAT(limit_of_default({enough}), StartsWith(kWork)) << enough;
  }
}

TEST(WhatLimits, WhatTheLoadIsTooMuchFor) {
  EXPECT_THAT(limit_of_default({"engine.slots=1"}), HasSubstr("(engine.slots)"));
  EXPECT_THAT(limit_of_default({"memory.read_bandwidth=380 Gbit/s"}),
              HasSubstr("memory.read_bandwidth"));
  EXPECT_THAT(limit_of_default({"memory.write_bandwidth=380 Gbit/s"}),
              HasSubstr("(memory.write_bandwidth)"));
  EXPECT_THAT(limit_of_default({"memory.read_latency=20 us"}), HasSubstr("memory.read_latency"));
  EXPECT_THAT(limit_of_default({"payload.gather_rate=380 Gbit/s"}),
              HasSubstr("payload.gather_rate"));
  EXPECT_THAT(limit_of_default({"payload.scatter_rate=380 Gbit/s"}),
              HasSubstr("payload.scatter_rate"));
  EXPECT_THAT(limit_of_default({"bus.width=32 B"}), StartsWith("the bus itself"));
}

// The same gathers, one every 100 cycles and all at once, with memory that answers after 20 cycles.
TEST(WhatLimits, PaceAndLatencyAreTold) {
  EXPECT_THAT(limit_of_case(sends(100, 64, "100 ns")), StartsWith(kWork));
  EXPECT_THAT(limit_of_case(sends(100, 64, "1 ns")),
              HasSubstr("of the gather cycles (memory.read_latency, memory.read_bandwidth)"));
  EXPECT_THAT(limit_of_case(sends(100, 64, "1 ns"), {"engine.slots=2"}), HasSubstr("engine.slots"));
  // A single one: no number of slots hides its latency.
  EXPECT_EQ(limit_of_case(sends(1, 64, "1 ns")),
            "transfers wait for the memory's answers in 81.5 % of the gather cycles "
            "(memory.read_latency, memory.read_bandwidth)\n");
}

// One scatter at the beginning, and gathers that wait for memory for the rest of the run.
TEST(WhatLimits, DirectionWithoutWorkLimitsNothing) {
  const std::string scatter =
      "[[packet]]\nqp = 0\nop = \"write_only\"\nbytes = \"64 B\"\nva = 0x9000\nrkey = 1\n";
  EXPECT_THAT(limit_of_case(scatter + sends(20, 4096, "1 ns"), {"bus.read_bursts=1"}),
              HasSubstr("bursts outstanding are at their limit"));
}

}  // namespace
}  // namespace sgdma::test
