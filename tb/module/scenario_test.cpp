/// Scenarios: what is read, what is written back, what is refused.
#include <fstream>
#include <iterator>
#include <string>
#include <variant>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "workload/config/load_scenario.h"
#include "workload/config/presets.h"
#include "workload/config/scenario_page.h"
#include "workload/config/scenario_writer.h"

namespace sgdma::workload {
namespace {

using ::testing::HasSubstr;

Scenario parse(const std::string& text) { return parse_scenario(text, "t.toml"); }

std::vector<Diagnostic> errors_of(const std::string& text) {
  try {
    parse(text);
  } catch (const ConfigError& error) {
    return error.diagnostics();
  }
  return {};
}

/// The only error of a text, as "line:column message".
std::string error_of(const std::string& text) {
  const std::vector<Diagnostic> errors = errors_of(text);
  if (errors.size() != 1) return std::to_string(errors.size()) + " errors";
  return std::to_string(errors[0].line) + ":" + std::to_string(errors[0].column) + " " +
         errors[0].message;
}

const platform::WorkQueueElement& wqe(const Scenario& scenario, std::size_t index) {
  return std::get<platform::WorkQueueElement>(scenario.work.at(index).item.work);
}

const platform::IncomingPacket& packet(const Scenario& scenario, std::size_t index) {
  return std::get<platform::IncomingPacket>(scenario.work.at(index).item.work);
}

constexpr const char* kRegion = R"([[qp]]
number = 7
[[region]]
name = "r"
key = 0x100
size = "8 KiB"
pages = ["0x3000", "0x1000"]
)";

TEST(Scenario, EveryKeyReachesItsPlace) {
  const Scenario s = parse(R"(
[clock]
period = "2500 ps"
[bus]
width = "32 B"
max_read_burst = "256 B"
max_write_burst = "128 B"
posted_writes = false
response_order = "any"
read_bursts = 11
read_bursts_per_slot = 3
read_bytes = "1 KiB"
write_bursts = 12
write_bursts_per_slot = 4
[engine]
slots = 64
max_transfer = "1 MiB"
max_sge = 5
max_inline = "100 B"
merge_runs = false
[arbiter]
policy = "strict_priority"
quantum = "1 KiB"
slots_per_qp = 6
reserve_gather = 7
reserve_scatter = 8
burst_scheduling = "run_to_completion"
[payload]
gather_rate = "400 Gbit/s"
gather_depth = "2 KiB"
scatter_rate = "200 Gbit/s"
scatter_depth = "1 KiB"
cut_through = true
[completion]
depth = 9
queue_depth = 10
polled = false
poll_start = "10 cycles"
poll_interval = "3 ns"
[memory]
read_latency = "500 ns"
write_latency = "1 ns"
read_bandwidth = "1 Gbit/s"
write_bandwidth = "2 Gbit/s"
read_burst_overhead = "4 ns"
write_burst_overhead = "5 ns"
request_header = "24 B"
write_header = "23 B"
completion_header = "20 B"
read_completion_size = "128 B"
reorder_window = 6
posted_header_credits = 30
posted_data_credits = 31
non_posted_credits = 32
credit_latency = "7 ns"
size = "1 TiB"
[workload]
name = "n"
seed = 77
[measure]
warm_up = "1 us"
window = "2 us"
)");
  EXPECT_EQ(s.clock_period, 2500U);
  EXPECT_EQ(s.engine.bus_width, 32U);
  EXPECT_EQ(s.engine.max_read_burst, 256U);
  EXPECT_EQ(s.engine.max_write_burst, 128U);
  EXPECT_FALSE(s.engine.posted_writes);
  EXPECT_EQ(s.engine.response_order, ResponseOrder::kAny);
  EXPECT_EQ(s.engine.read_bursts, 11U);
  EXPECT_EQ(s.engine.read_bursts_per_slot, 3U);
  EXPECT_EQ(s.engine.read_bytes, 1024U);
  EXPECT_EQ(s.engine.write_bursts, 12U);
  EXPECT_EQ(s.engine.write_bursts_per_slot, 4U);
  EXPECT_EQ(s.engine.slots, 64U);
  EXPECT_EQ(s.target.max_transfer, 1U << 20U);
  EXPECT_EQ(s.target.max_sge, 5U);
  EXPECT_EQ(s.target.max_inline, 100U);
  EXPECT_FALSE(s.target.merge_runs);
  EXPECT_EQ(s.engine.arbitration, ArbitrationKind::kStrictPriority);
  EXPECT_EQ(s.engine.quantum, 1024U);
  EXPECT_EQ(s.engine.slots_per_qp, 6U);
  EXPECT_EQ(s.engine.reserve_gather, 7U);
  EXPECT_EQ(s.engine.reserve_scatter, 8U);
  EXPECT_EQ(s.engine.burst_scheduling, BurstScheduling::kRunToCompletion);
  EXPECT_EQ(s.engine.gather_rate.numerator, 125U);
  EXPECT_EQ(s.engine.gather_rate.denominator, 1U);
  EXPECT_EQ(s.engine.gather_depth, 2048U);
  EXPECT_EQ(s.engine.scatter_rate.numerator, 125U);
  EXPECT_EQ(s.engine.scatter_rate.denominator, 2U);
  EXPECT_EQ(s.engine.scatter_depth, 1024U);
  EXPECT_TRUE(s.engine.cut_through);
  EXPECT_EQ(s.engine.completion_depth, 9U);
  EXPECT_EQ(s.completion_queue.depth, 10U);
  EXPECT_FALSE(s.completion_queue.polled);
  EXPECT_EQ(s.completion_queue.poll_start, 25'000U);
  EXPECT_EQ(s.completion_queue.poll_interval, 3'000U);
  EXPECT_EQ(s.memory.read_latency.largest(), 500'000U);
  EXPECT_EQ(s.memory.write_latency.largest(), 1'000U);
  EXPECT_EQ(s.memory.read_bandwidth, 1'000'000'000U);
  EXPECT_EQ(s.memory.write_bandwidth, 2'000'000'000U);
  EXPECT_EQ(s.memory.read_burst_overhead, 4'000U);
  EXPECT_EQ(s.memory.write_burst_overhead, 5'000U);
  EXPECT_FALSE(s.memory.shared_data_path);
  EXPECT_EQ(s.memory.request_header, 24U);
  EXPECT_EQ(s.memory.write_header, 23U);
  EXPECT_EQ(s.memory.completion_header, 20U);
  EXPECT_EQ(s.memory.read_completion_size, 128U);
  EXPECT_EQ(s.memory.reorder_window, 6U);
  EXPECT_EQ(s.memory.posted_header_credits, 30U);
  EXPECT_EQ(s.memory.posted_data_credits, 31U);
  EXPECT_EQ(s.memory.non_posted_credits, 32U);
  EXPECT_EQ(s.memory.credit_latency, 7'000U);
  EXPECT_EQ(s.memory.bytes, 1ULL << 40U);
  EXPECT_EQ(s.name, "n");
  EXPECT_EQ(s.seed, 77U);
  EXPECT_EQ(s.measure.warm_up, 1'000'000U);
  EXPECT_EQ(s.measure.window, 2'000'000U);
}

TEST(Scenario, UnlimitedIsAWord) {
  const Scenario s =
      parse("[bus]\nread_bytes = \"unlimited\"\n[payload]\ngather_rate = \"unlimited\"");
  EXPECT_EQ(s.engine.read_bytes, kUnlimited);
  EXPECT_TRUE(s.engine.gather_rate.unlimited());
}

TEST(Scenario, QueuePairsAreSortedAndExpanded) {
  const Scenario s = parse(
      "[[qp]]\nnumber = 9\nweight = 3\npriority = 4\npath_mtu = \"1 KiB\"\n"
      "[[qp]]\nnumber = 2\ncount = 3\n");
  ASSERT_EQ(s.queue_pairs.size(), 4U);
  EXPECT_EQ(s.engine.queue_pairs, 4U);
  EXPECT_EQ(raw(s.queue_pairs[0].number), 2U);
  EXPECT_EQ(raw(s.queue_pairs[2].number), 4U);
  EXPECT_EQ(s.queue_pairs[2].path_mtu, 4096U);
  EXPECT_EQ(raw(s.queue_pairs[3].number), 9U);
  EXPECT_EQ(s.queue_pairs[3].arbitration.weight, 3U);
  EXPECT_EQ(s.queue_pairs[3].arbitration.priority, 4U);
  EXPECT_EQ(s.queue_pairs[3].path_mtu, 1024U);
}

TEST(Scenario, ContiguousRegionGetsItsPages) {
  const Scenario s = parse(
      "[[region]]\nname = \"r\"\nkey = 1\nsize = \"8 KiB\"\nbase = 0x10000\n"
      "first_byte_offset = \"1 B\"\naccess = [\"remote_read\", \"local_write\"]");
  ASSERT_EQ(s.regions.size(), 1U);
  EXPECT_EQ(s.regions[0].pages, (std::vector<std::uint64_t>{0x10000, 0x11000, 0x12000}));
  EXPECT_EQ(s.regions[0].access, platform::access::kRemoteRead | platform::access::kLocalWrite);
}

TEST(Scenario, WqesAndPacketsKeepTheOrderOfTheFile) {
  const Scenario s = parse(std::string(kRegion) + R"(
[[packet]]
qp = 7
op = "write_first"
bytes = "4 KiB"
va = 0x10
rkey = "r"
length = "5 KiB"
[[wqe]]
qp = 7
op = "read"
at = "3 cycles"
signaled = false
sge = [{ addr = 0x20, len = "3 B", key = "r" }, { addr = "0x30", len = "0 B", key = 9 }]
count = 4
every = "1 us"
stride = "64 B"
[[packet]]
qp = 7
op = "compare_swap"
va = 0x18
rkey = 0x100
compare = "0xffffffffffffffff"
swap_add = 5
[[wqe]]
qp = 7
op = "send_inv"
inline = "0 B"
)");
  ASSERT_EQ(s.work.size(), 4U);
  EXPECT_EQ(packet(s, 0).opcode, platform::PacketOpcode::kWrite);
  EXPECT_EQ(packet(s, 0).position, platform::PacketPosition::kFirst);
  EXPECT_EQ(packet(s, 0).length, 5120U);
  EXPECT_EQ(raw(packet(s, 0).key), 0x100U);
  EXPECT_EQ(wqe(s, 1).opcode, platform::WqeOpcode::kRead);
  EXPECT_FALSE(wqe(s, 1).signaled);
  ASSERT_EQ(wqe(s, 1).sges.size(), 2U);
  EXPECT_EQ(wqe(s, 1).sges[0].address, 0x20U);
  EXPECT_EQ(raw(wqe(s, 1).sges[1].key), 9U);
  EXPECT_EQ(s.work[1].item.at, 3000U);
  EXPECT_EQ(s.work[1].count, 4U);
  EXPECT_EQ(s.work[1].every, 1'000'000U);
  EXPECT_EQ(s.work[1].stride, 64U);
  EXPECT_EQ(packet(s, 2).compare, ~std::uint64_t{0});
  EXPECT_EQ(packet(s, 2).swap_or_add, 5U);
  EXPECT_TRUE(wqe(s, 3).inlined);
  EXPECT_FALSE(wqe(s, 1).inlined);
}

TEST(Scenario, LengthOfAWholeWriteIsItsPayload) {
  const Scenario s = parse(std::string(kRegion) +
                           "[[packet]]\nqp = 7\nop = \"write_only_imm\"\n"
                           "bytes = \"100 B\"\nva = 0\nrkey = \"r\"\n");
  EXPECT_EQ(packet(s, 0).length, 100U);
  EXPECT_TRUE(packet(s, 0).immediate);
}

TEST(Scenario, EveryKeyOfAFaultReachesItsPlace) {
  const Scenario s = parse(std::string(kRegion) + R"([[fault]]
direction = "scatter"
qp = 7
side = "rq"
number = 5
part = 4294967295
address = "0xfffffffffffff000"
size = "4 KiB"
burst = 3
beat = 2
per_million = 250
limit = 9
answer = "silent"
late = "3 cycles"
[[fault]]
answer = "decode_error"
)");
  ASSERT_EQ(s.memory.faults.size(), 2U);
  const platform::FaultRule& all = s.memory.faults[0];
  EXPECT_EQ(all.direction, Direction::kScatter);
  EXPECT_EQ(all.qp, QpNumber{7});
  EXPECT_EQ(all.side, Side::kReceiveQueue);
  EXPECT_EQ(all.number, 5U);
  EXPECT_EQ(all.part, 4294967295U);
  EXPECT_EQ(all.address, 0xFFFFFFFFFFFFF000U);
  EXPECT_EQ(all.bytes, 4096U);
  EXPECT_EQ(all.burst, 3U);
  EXPECT_EQ(all.beat, 2U);
  EXPECT_EQ(all.per_million, 250U);
  EXPECT_EQ(all.limit, 9U);
  EXPECT_EQ(all.answer, platform::FaultAnswer::kSilent);
  EXPECT_EQ(all.late, 3000U);
  const platform::FaultRule& least = s.memory.faults[1];
  EXPECT_FALSE(least.direction || least.qp || least.side || least.number || least.part ||
               least.burst || least.beat);
  EXPECT_EQ(least.bytes, 0U);
  EXPECT_EQ(least.per_million, 1'000'000U);
  EXPECT_EQ(least.limit, 0U);
  EXPECT_EQ(least.answer, platform::FaultAnswer::kDecodeError);
}

TEST(Scenario, FaultsAreWrittenBackAndReadAgain) {
  const std::string all =
      "\n[[fault]]\ndirection = \"gather\"\nqp = 7\nside = \"responder\"\nnumber = 0\npart = 1\n"
      "address = \"0x0\"\nsize = \"1 B\"\nburst = 0\nbeat = 1\nper_million = 1\nlimit = 1\n"
      "answer = \"silent\"\nlate = \"1 ps\"\n";
  const std::string least =
      "\n[[fault]]\ndirection = \"either\"\nper_million = 1000000\nlimit = \"unlimited\"\n";
  const std::string error = least + "answer = \"slave_error\"\n";
  const std::string never = least + "answer = \"silent\"\nlate = \"never\"\n";
  const std::string text = to_toml(parse(kRegion + all + error + never));
  EXPECT_THAT(text, HasSubstr(all + error + never));
  EXPECT_EQ(to_toml(parse(text)), text);
}

TEST(Scenario, IsWrittenBackAndReadAgain) {
  for (const Preset& preset : presets()) {
    LoadOptions options;
    options.presets = {std::string(preset.name)};
    options.settings = {"payload.gather_rate=123456789123 bit/s", "workload.name=a \"b\" \\ c",
                        "memory.size=1 TiB", "bus.response_order=any"};
    const Scenario once = load_scenario(options);
    const std::string text = to_toml(once);
    const Scenario twice = parse(text);
    EXPECT_EQ(to_toml(twice), text);
    EXPECT_EQ(twice.name, "a \"b\" \\ c");
    EXPECT_EQ(twice.engine.gather_rate.numerator, once.engine.gather_rate.numerator);
    EXPECT_EQ(twice.engine.gather_rate.denominator, once.engine.gather_rate.denominator);
    EXPECT_EQ(twice.engine.queue_pairs, 16U);
    ASSERT_EQ(twice.regions.size(), once.regions.size());
    EXPECT_EQ(twice.regions[2].pages, once.regions[2].pages);
    ASSERT_EQ(twice.work.size(), once.work.size());
    for (std::size_t i = 0; i < once.work.size(); ++i) {
      EXPECT_EQ(twice.work[i].item.at, once.work[i].item.at);
      EXPECT_EQ(twice.work[i].item.work.index(), once.work[i].item.work.index());
      EXPECT_EQ(twice.work[i].count, once.work[i].count);
    }
  }
}

/// More pages than the region needs are kept, although they are contiguous.
TEST(Scenario, SparePagesSurviveTheRoundTrip) {
  const Scenario s = parse(
      "[[region]]\nname = \"r\"\nkey = 1\nsize = \"1 B\"\n"
      "pages = [0x1000, 0x2000, 0x3000]");
  EXPECT_EQ(parse(to_toml(s)).regions[0].pages.size(), 3U);
}

TEST(Scenario, PresetsAreWhatTheirNamesSay) {
  LoadOptions options;
  options.presets = {"rnic-400g"};
  const Scenario large = load_scenario(options);
  EXPECT_EQ(large.clock_period, 1000U);
  EXPECT_EQ(large.engine.bus_width, 64U);
  EXPECT_EQ(large.engine.slots, 128U);
  EXPECT_EQ(large.engine.read_bursts, 768U);
  EXPECT_EQ(large.engine.max_write_burst, 512U);
  EXPECT_EQ(large.engine.max_read_burst, 4096U);
  EXPECT_TRUE(large.engine.posted_writes);
  EXPECT_EQ(large.memory.read_latency.largest(), 547'000U);
  options.presets = {"rnic-200g"};
  const Scenario small = load_scenario(options);
  EXPECT_EQ(small.clock_period, 2500U);
  EXPECT_EQ(small.engine.slots, 64U);
  EXPECT_EQ(small.engine.read_bursts, 256U);
  EXPECT_EQ(small.engine.max_write_burst, 256U);
  EXPECT_EQ(small.engine.max_read_burst, 512U);
}

/// What a link says goes over what the engine's preset said, and leaves the rest.
TEST(Scenario, MemoryPresetsLieOverEngines) {
  LoadOptions options;
  options.presets = {"rnic-200g", "pcie-gen4-x16"};
  const Scenario scenario = load_scenario(options);
  EXPECT_EQ(scenario.clock_period, 2500U);
  EXPECT_EQ(scenario.engine.slots, 64U);
  EXPECT_EQ(scenario.engine.response_order, ResponseOrder::kAny);
  EXPECT_EQ(scenario.memory.read_latency.smallest(), 520'000U);
  EXPECT_EQ(scenario.memory.read_latency.largest(), 947'000U);
  EXPECT_EQ(scenario.memory.completion_header, 20U);
  // A distribution is one value: the last layer's.
  options.settings = {R"(memory.read_latency={ uniform = ["1 ns", "2 ns"] })"};
  EXPECT_EQ(load_scenario(options).memory.read_latency.largest(), 2'000U);
}

TEST(Scenario, DefaultWorkIsTakenOnlyWhereAskedFor) {
  EXPECT_EQ(load_scenario({}).queue_pairs.size(), 16U);
  LoadOptions options;
  options.default_work = false;
  EXPECT_TRUE(load_scenario(options).work.empty());
}

TEST(Scenario, SettingsGoOverPresets) {
  LoadOptions options;
  options.presets = {"rnic-200g"};
  options.settings = {"engine.slots = 7", "clock.frequency=500 MHz",
                      "qp=[{ number = 1, count = 20 }]"};
  options.seed = "0x10";
  const Scenario s = load_scenario(options);
  EXPECT_EQ(s.engine.slots, 7U);
  EXPECT_EQ(s.clock_period, 2000U);
  EXPECT_EQ(s.queue_pairs.size(), 20U);
  EXPECT_EQ(s.seed, 16U);
}

TEST(Scenario, ErrorsOfMeaningComeInOneGoSortedByLine) {
  const std::vector<Diagnostic> errors =
      errors_of("[engine]\nslots = 0\n[bus]\nwdth = 3\n[[qp]]\nnumber = -1\n[clock]\nperiod = 3\n");
  ASSERT_EQ(errors.size(), 4U);
  EXPECT_EQ(errors[0].line, 2U);
  EXPECT_EQ(errors[1].line, 4U);
  EXPECT_EQ(errors[2].line, 6U);
  EXPECT_EQ(errors[3].line, 8U);
  EXPECT_EQ(errors[1].hint, "did you mean \"width\"?");
  EXPECT_EQ(to_string(errors[3]),
            "t.toml:8:10: error: clock.period has no unit\n"
            "    period = 3\n"
            "             ^\n"
            "hint: write \"3 ns\" or \"3 cycles\"");
}

/// Brackets, dots and dates in texts and comments are no business of the first look.
TEST(Scenario, FirstLookKnowsTextsAndComments) {
  const Scenario s = parse(
      "# [[[ ................... 12:30\n[workload]\nname = \"\"\"\n[[[ 12:30\n}"
      "....................\"\"\"\n");
  EXPECT_EQ(s.name, "[[[ 12:30\n}....................");
}

TEST(Scenario, FullReservationsOfBothDirectionsAreLegal) {
  EXPECT_EQ(parse("[engine]\nslots = 2\n[arbiter]\nreserve_gather = 1\nreserve_scatter = 1")
                .engine.reserve_scatter,
            1U);
}

/// A check between keys says nothing where one of them is wrong by itself.
TEST(Scenario, OneMistakeIsOneError) {
  EXPECT_THAT(error_of("[bus]\nwidth = \"257 B\"\nmax_read_burst = \"100 B\""),
              HasSubstr("2:9 bus.width is out of range"));
}

TEST(Scenario, A11_LargestLengthOfAnSgeIsKept) {
  const std::string before = std::string(kRegion) + "[[wqe]]\nqp = 7\nop = \"send\"\n";
  const Scenario s = parse(before +
                           "sge = [{ addr = 0, len = \"2 GiB\", key = \"r\" }, "
                           "{ addr = 0, len = \"4294967295 B\", key = \"r\" }]");
  EXPECT_EQ(wqe(s, 0).sges[0].bytes, 0x80000000U);
  EXPECT_EQ(wqe(s, 0).sges[1].bytes, 0xFFFFFFFFU);
  EXPECT_THAT(error_of(before + "sge = [{ addr = 0, len = \"4 GiB\", key = \"r\" }]"),
              HasSubstr("wqe.sge.len is out of range"));
}

TEST(Scenario, A13_SumOfSgesBeyond32BitsIsWorkThatFails) {
  std::string list;
  for (int i = 0; i < 4; ++i) list += "{ addr = 0, len = \"1 GiB\", key = 1 },";
  const Scenario s =
      parse(std::string(kRegion) + "[[wqe]]\nqp = 7\nop = \"send\"\nsge = [" + list + "]");
  std::uint64_t sum = 0;
  for (const platform::ScatterGatherEntry& sge : wqe(s, 0).sges) sum += sge.bytes;
  EXPECT_EQ(sum, 4294967296U);
}

TEST(Scenario, J04_ByteOrderMarkAndJ05_CrLfChangeNothing) {
  const std::string text = "[engine]\nslots = 5\n[[qp]]\nnumber = 3";
  std::string dos = "\xEF\xBB\xBF";
  for (const char c : text) dos += c == '\n' ? std::string("\r\n") : std::string(1, c);
  EXPECT_EQ(to_toml(parse(dos)), to_toml(parse(text)));
  EXPECT_EQ(parse(dos).engine.slots, 5U);
}

TEST(Scenario, ErrorsShowTheirLineInAnyEncoding) {
  const std::vector<Diagnostic> errors = errors_of("[workload]\r\nname = \"\xC3\xA4\" # \xFF\r\n");
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors[0].line, 2U);
  EXPECT_THAT(to_string(errors[0]), HasSubstr("\n    name = \"\xC3\xA4\" # ?\n"));
}

TEST(Scenario, LongLinesAreShownInPart) {
  const std::string text = to_string({"f", 1, 5000, std::string(10000, 'x'), "m", ""});
  EXPECT_LT(text.size(), 400U);
  EXPECT_THAT(text, HasSubstr("..."));
}

TEST(Scenario, PageIsTheCommittedOne) {
  std::ifstream file(SGDMA_SOURCE_DIR "/docs/scenario.md", std::ios::binary);
  const std::string committed{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(committed, scenario_page()) << "write it again: sgdma config docs > docs/scenario.md";
}

/// The page's example is a scenario.
TEST(Scenario, ExampleOfThePageIsValid) {
  const std::string page = scenario_page();
  const std::size_t begin = page.find("```toml\n") + 8;
  const Scenario s = parse(page.substr(begin, page.find("```", begin) - begin));
  EXPECT_EQ(s.work.size(), 2U);
}

}  // namespace
}  // namespace sgdma::workload
