// `sgdma cosim` as a user meets it: what it says, what it refuses, and its files.

#include <filesystem>
#include <string>

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/command_run.h"
#include "support/scenario_run.h"
#include "support/scratch.h"

namespace sgdma::test {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string stimulus(const std::string& name) { return source_path("traces/stimulus/" + name); }

TEST(CosimCommand, RunsScenariosOfTheRepository) {
  for (const char* name :
       {"arbitration_conflict.toml", "bus_error.toml", "fault_in_the_middle.toml",
        "gather_three_segments.toml", "mixed_64_queue_pairs.toml", "queue_pair_reset.toml",
        "scatter_page_line.toml", "send_three_packets.toml", "single_slot.toml",
        "two_directions.toml"}) {
    SCOPED_TRACE(name);
    const CommandResult run = run_command({"cosim", stimulus(name)});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(run.out, "");
    EXPECT_THAT(run.err, HasSubstr("no difference"));
  }
}

TEST(CosimCommand, SaysWhatDiffersFirst) {
  const std::string wave = scratch_path("differs.fst");
  const CommandResult run = run_command({"cosim", stimulus("gather_three_segments.toml"),
                                         "--rtl-bug", "1", "--json", "--wave", wave});
  EXPECT_EQ(run.exit_code, 1);
  const boost::json::object result = boost::json::parse(run.out).as_object();
  const boost::json::object& difference = result.at("difference").as_object();
  EXPECT_EQ(difference.at("field").as_string(), "current address");
  EXPECT_EQ(difference.at("slot").to_number<int>(), 0);
  EXPECT_THAT(run.err, HasSubstr("slot 0: current address"));
  EXPECT_THAT(run.err, HasSubstr("granted at"));
  EXPECT_THAT(run.err, HasSubstr("waveform of both: " + wave));
  EXPECT_FALSE(file_bytes(wave).empty());
  EXPECT_THAT(file_bytes(scratch_path("differs.gtkw")),
              HasSubstr("pair.slot_0.rtl.current_address"));
}

/// The model may have gone on when it is stopped.
TEST(CosimCommand, CountsNothingBehindTheDifference) {
  const std::string scenario = stimulus("mixed_64_queue_pairs.toml");
  const auto result = [&scenario](const char* option, const std::string& value) {
    const CommandResult run = run_command(
        {"cosim", scenario, "--json", "--wave", scratch_path("counts.vcd"), option, value});
    return boost::json::parse(run.out).as_object();
  };
  const boost::json::object differs = result("--rtl-bug", "7");
  const auto cycle = differs.at("difference").at("cycle").to_number<std::uint64_t>();
  EXPECT_EQ(differs.at("cycles").to_number<std::uint64_t>(), cycle + 1);
  const boost::json::object same = result("--cycles", std::to_string(cycle + 1));
  EXPECT_LT(same.at("transfers").to_number<int>(), 930);  // those of the whole scenario
  for (const char* count :
       {"cycles", "cycles_with_two_busy_slots", "bursts", "beats", "transfers"}) {
    EXPECT_EQ(differs.at(count), same.at(count)) << count;
  }
}

TEST(CosimCommand, WritesNoWaveformWhereNothingDiffers) {
  const std::string wave = scratch_path("same.vcd");
  EXPECT_EQ(run_command({"cosim", stimulus("bus_error.toml"), "--wave", wave}).exit_code, 0);
  EXPECT_FALSE(std::filesystem::exists(wave));
}

TEST(CosimCommand, RefusesAllThatTheRtlHasNotAtOnce) {
  const CommandResult run =
      run_command({"cosim", stimulus("bus_error.toml"), "--set", "arbiter.policy=oldest_first",
                   "--set", "payload.gather_rate=\"1 Gbit/s\"", "--set", "bus.timeout=\"1 us\"",
                   "--set", "engine.slots=65", "--set", "teardown.qp_reset=finish_transfer"});
  EXPECT_EQ(run.exit_code, 2);
  for (const char* key : {"arbiter.policy", "payload.gather_rate", "bus.timeout", "engine.slots",
                          "teardown.qp_reset"}) {
    EXPECT_THAT(run.err, HasSubstr(std::string(key) + ": error: the RTL engine has")) << key;
  }
}

TEST(CosimCommand, RefusesWorkThatTheRtlCannotDo) {
  const CommandResult atomics = run_command({"cosim", stimulus("read_after_write.toml")});
  EXPECT_EQ(atomics.exit_code, 2);
  EXPECT_THAT(atomics.err, HasSubstr("an atomic"));
  const CommandResult segments = run_command({"cosim", "--set", "engine.slots=64"});
  EXPECT_EQ(segments.exit_code, 2);
  EXPECT_THAT(segments.err, HasSubstr("a transfer of 17 segments"));
}

TEST(CosimCommand, RefusesAWaveformThatItCannotWrite) {
  const CommandResult run =
      run_command({"cosim", stimulus("bus_error.toml"), "--wave", scratch_path("x.txt")});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("unknown waveform format"));
}

TEST(CosimCommand, StopsAfterTheCyclesAskedFor) {
  const CommandResult run =
      run_command({"cosim", stimulus("send_three_packets.toml"), "--cycles", "20", "--json"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(boost::json::parse(run.out).as_object().at("cycles").to_number<int>(), 20);
}

}  // namespace
}  // namespace sgdma::test
