/// The options of `--wave` at the command line.
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/case_run.h"
#include "support/command_run.h"
#include "support/scenario_run.h"
#include "support/scratch.h"
#include "support/vcd_reader.h"
#include "support/wave_replay.h"

namespace sgdma::test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

const std::string kEngine = "platform.engine.";

std::string stimulus(const char* name) {
  return source_path(std::string("traces/stimulus/") + name + ".toml");
}

struct Refusal {
  std::vector<std::string> options;
  std::string message;
};

class WaveRefusals : public testing::TestWithParam<Refusal> {};

TEST_P(WaveRefusals, AreOneMessageAndExitCodeTwo) {
  std::vector<std::string> arguments = {"run", stimulus("two_directions")};
  arguments.insert(arguments.end(), GetParam().options.begin(), GetParam().options.end());
  const CommandResult run = run_command(arguments);
  EXPECT_EQ(run.exit_code, 2) << run.err;
  EXPECT_THAT(run.err, HasSubstr(GetParam().message));
  EXPECT_EQ(run.out, "");
  EXPECT_FALSE(fs::exists("refused.vcd"));
}

const std::vector<std::string> kWave = {"--wave", "refused.vcd"};

Refusal refusal(std::vector<std::string> options, const std::string& message) {
  options.insert(options.begin(), kWave.begin(), kWave.end());
  return {options, message};
}

INSTANTIATE_TEST_SUITE_P(
    , WaveRefusals,
    testing::Values(
        Refusal{{"--wave", "x.txt"}, "--wave x.txt: error: "},
        Refusal{{"--wave", "x"}, "--wave x: error: "},
        Refusal{{"--wave", "/nowhere/x.vcd"}, "there is no directory /nowhere"},
        Refusal{{"--wave-from", "3"}, "there is no waveform to shape\nhint: add --wave"},
        Refusal{{"--wave-limit", "1 MB"}, "there is no waveform to shape"},
        refusal({"--wave-from", "x"}, "--wave-from x: error: "),
        refusal({"--wave-from", "-1"}, "--wave-from -1: error: is negative"),
        refusal({"--wave-from", "9", "--wave-to", "8"}, "comes after --wave-to 8"),
        refusal({"--wave-slots", "0-9999"}, "is out of range: 0 to "),
        refusal({"--wave-slots", "3-1"}, "--wave-slots 3-1: error: ends before it begins"),
        refusal({"--wave-slots", "0,,1"}, "is no list of numbers"),
        refusal({"--wave-slots", "0-"}, "is no list of numbers"),
        refusal({"--wave-slots", "a"}, "--wave-slots a: error: "),
        refusal({"--wave-qps", "4711"}, "there is no queue pair 4711"),
        refusal({"--wave-qps", "1,500-600"}, "there is no queue pair from 500 to 600"),
        refusal({"--wave-around", "faults"}, "write fault, reset, dereg, or tag=7.sq.3.0@0"),
        refusal({"--wave-around", "tag=7"}, "holds no completion tag"),
        refusal({"--wave-around", "fault", "--wave-from", "3"},
                "leave out --wave-from and --wave-to"),
        refusal({"--wave-margin", "3"}, "there is nothing to keep a margin to"),
        refusal({"--wave-around", "fault", "--wave-margin", "1000001"},
                "is out of range: 0 to 1000000"),
        refusal({"--wave-limit", "1"}, "has no unit"),
        refusal({"--wave-limit", "0 B"}, "is out of range: 1 B or more")));

VcdDump wave_of(const char* scenario, std::vector<std::string> options) {
  const std::string path = scratch_path("wave.vcd");
  options.insert(options.begin(), {"run", stimulus(scenario), "--wave", path});
  const CommandResult run = run_command(options);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("wave: " + path + ": cycles "));
  return read_vcd(path);
}

TEST(WaveOptions, FromAndToCutTheRun) {
  // On the scenario's clock of 1 ns, a cycle is ten units of 100 ps.
  const VcdDump dump = wave_of("gather_three_segments", {"--wave-from", "5", "--wave-to", "9"});
  EXPECT_EQ(dump.timescale, "100ps");
  EXPECT_EQ(dump.times.front(), 50U);
  EXPECT_EQ(dump.times.back(), 100U);
  // The slot was granted at 2; its first beat moves at 8.
  WaveReplay wave(dump);
  std::vector<std::uint64_t> remaining;
  wave.run([&](std::uint64_t) {
    remaining.push_back(wave.number(kEngine + "in_flight_table.slot_0.remaining_length"));
  });
  EXPECT_EQ(remaining, (std::vector<std::uint64_t>{39, 39, 39, 36, 28}));
}

TEST(WaveOptions, APayloadEndEmptiesWhileNothingElseHappens) {
  // Intake at 1, grant at 2, request at 3; with a latency of 20 the beat moves at 3 + 20 + 2. Its
  // 64 bytes leave from the next edge on, 8 a cycle.
  const std::string scenario = write_scratch_file(
      "drain.toml", case_bus(64, 4) + kWholeMemory + case_queue_pairs(1) +
                        "[payload]\ngather_rate = \"64 Gbit/s\"\n[[wqe]]\nqp = 0\nop = \"write\"\n"
                        "count = 2\nevery = \"100 cycles\"\n"
                        "sge = [{ addr = \"0x1000\", len = \"64 B\", key = \"all\" }]\n");
  const std::string path = scratch_path("wave.vcd");
  const CommandResult run = run_command({"run", scenario, "--wave", path});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const VcdDump dump = read_vcd(path);
  WaveReplay wave(dump);
  std::vector<std::uint64_t> levels;
  wave.run([&](std::uint64_t cycle) {
    if (cycle >= 24 && cycle <= 34) levels.push_back(wave.number(kEngine + "payload_out.level"));
  });
  EXPECT_EQ(levels, (std::vector<std::uint64_t>{0, 64, 56, 48, 40, 32, 24, 16, 8, 0, 0}));
}

TEST(WaveOptions, SlotsAreThoseNamed) {
  const VcdDump dump = wave_of("two_directions", {"--wave-slots", "1,3"});
  const WaveReplay wave(dump);
  EXPECT_FALSE(wave.has(kEngine + "in_flight_table.slot_0.state"));
  EXPECT_TRUE(wave.has(kEngine + "in_flight_table.slot_1.state"));
  EXPECT_FALSE(wave.has(kEngine + "in_flight_table.slot_2.state"));
  EXPECT_TRUE(wave.has(kEngine + "in_flight_table.slot_3.state"));
}

TEST(WaveOptions, QueuePairsAreThoseNamed) {
  constexpr std::uint64_t kOther = 6;
  const VcdDump dump = wave_of("two_directions", {"--wave-qps", "2"});
  WaveReplay wave(dump);
  EXPECT_FALSE(wave.has(kEngine + "slot_arbiter.qp_1.request"));
  EXPECT_TRUE(wave.has(kEngine + "slot_arbiter.qp_2.request"));
  std::uint64_t others = 0;
  std::uint64_t own = 0;
  wave.run([&](std::uint64_t) {
    for (const char* slot : {"slot_0.", "slot_1."}) {
      const std::string scope = kEngine + "in_flight_table." + slot;
      const bool other = wave.number(scope + "state") == kOther;
      others += other ? 1 : 0;
      if (wave.value(scope + "owning_qp")) {
        EXPECT_EQ(wave.number(scope + "owning_qp"), 2U);
        ++own;
      }
    }
  });
  EXPECT_GT(others, 0U);
  EXPECT_GT(own, 0U);
}

TEST(WaveOptions, AWindowIsAroundTheFault) {
  // The first fault of the scenario is recorded at edge 9: its derivation says so.
  const VcdDump dump = wave_of("bus_error", {"--wave-around", "fault", "--wave-margin", "2"});
  EXPECT_EQ(dump.times.front(), 70U);
  EXPECT_EQ(dump.times.back(), 120U);
}

TEST(WaveOptions, AWindowIsAroundATag) {
  // Granted at 2, completed at 14.
  const VcdDump dump =
      wave_of("gather_three_segments", {"--wave-around", "tag=1.sq.0.0@0", "--wave-margin", "1"});
  EXPECT_EQ(dump.times.front(), 10U);
  EXPECT_EQ(dump.times.back(), 160U);
}

TEST(WaveOptions, AddressesAreAsWideAsTheRegionsNeed) {
  struct Case {
    const char* base;
    std::uint32_t bits;
  };
  // A page of 4 KiB at each base: the last byte decides, in whole digits, from 16 bits up.
  for (const Case& region :
       {Case{"0x1000", 16}, Case{"0xf000", 16}, Case{"0x10000", 20}, Case{"0xfffff000", 32},
        Case{"0x100000000", 36}, Case{"0xfffffffffffff000", 64}}) {
    const std::string scenario = write_scratch_file(
        "region.toml", std::string("[[region]]\nname = \"all\"\nkey = 1\nsize = \"4 KiB\"\n") +
                           "page_size = \"4 KiB\"\nbase = \"" + region.base + "\"\n" +
                           "access = []\n[[qp]]\nnumber = 0\n" +
                           "[[wqe]]\nqp = 0\nop = \"write\"\n" +
                           "sge = [{ addr = \"0x0\", len = \"64 B\", key = \"all\" }]\n");
    const std::string path = scratch_path("wave.vcd");
    const CommandResult run = run_command({"run", scenario, "--wave", path});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(read_vcd(path).signal(kEngine + "memory_bus.read_data.address").width, region.bits)
        << region.base;
  }
}

TEST(WaveOptions, AWaveformChangesNoEvent) {
  const std::string plain = scratch_path("plain.jsonl");
  const std::string traced = scratch_path("traced.jsonl");
  const std::string scenario = stimulus("mixed_64_queue_pairs");
  const CommandResult without =
      run_command({"run", scenario, "--json", "--events", plain, "--events-beats"});
  const CommandResult with = run_command({"run", scenario, "--json", "--events", traced,
                                          "--events-beats", "--wave", scratch_path("wave.vcd")});
  EXPECT_EQ(with.out, without.out);
  EXPECT_EQ(file_bytes(traced), file_bytes(plain));
}

TEST(WaveOptions, AWaveformThatHasEndedChangesNothingEither) {
  // 294 thousand cycles: the run goes on long after the file is complete.
  const std::string plain = scratch_path("plain.jsonl");
  const std::string traced = scratch_path("traced.jsonl");
  const CommandResult without = run_command({"run", "--json", "--events", plain});
  const CommandResult with = run_command({"run", "--json", "--events", traced, "--wave",
                                          scratch_path("short.vcd"), "--wave-to", "100"});
  EXPECT_EQ(with.out, without.out);
  EXPECT_EQ(file_bytes(traced), file_bytes(plain));
  EXPECT_EQ(read_vcd(scratch_path("short.vcd")).times.back(), 1010U);
}

TEST(WaveOptions, TwoRunsGiveTheSameBytes) {
  const std::string first = scratch_path("a.vcd");
  const std::string second = scratch_path("b.vcd");
  for (const std::string& path : {first, second}) {
    EXPECT_EQ(run_command({"run", stimulus("two_directions"), "--wave", path}).exit_code, 0);
  }
  EXPECT_EQ(file_bytes(first), file_bytes(second));
}

}  // namespace
}  // namespace sgdma::test
