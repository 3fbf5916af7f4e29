/// Host memory's timing, edge by edge, from whole runs.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/case_run.h"
#include "support/scenario_generator.h"

namespace sgdma::test {
namespace {

using testing::ElementsAre;

using Edges = std::vector<std::uint64_t>;

/// Bus words of 8 bytes at 1 ns, bursts of at most 32 bytes, 20 ns to the first beat. Work that is
/// there at the beginning is taken in at 1, granted at 2 and driven at 3, and what memory has to
/// wait for nothing takes at 4.
std::string small_bus(const std::string& memory) {
  return "[bus]\nwidth = \"8 B\"\nmax_read_burst = \"32 B\"\nmax_write_burst = \"32 B\"\n"
         "response_order = \"any\"\n[memory]\nread_latency = \"20 ns\"\n" +
         memory + kWholeMemory + case_queue_pairs(2);
}

/// A path on which a bus word takes one cycle.
constexpr const char* kWordACycle =
    "read_bandwidth = \"64 Gbit/s\"\nwrite_bandwidth = \"64 Gbit/s\"\n";

std::string sge(const std::string& addr, const std::string& len) {
  return "{ addr = \"" + addr + "\", len = \"" + len + "\", key = \"all\" }";
}
std::string gather(const std::string& sges) {
  return "[[wqe]]\nqp = 0\nop = \"write\"\nsge = [" + sges + "]\n";
}
std::string scatter(const std::string& at, const std::string& bytes) {
  return "[[packet]]\nqp = 1\nop = \"write_only\"\nat = \"" + at + "\"\nbytes = \"" + bytes +
         "\"\nva = \"0x8000\"\nrkey = \"all\"\n";
}

Edges requests(const CaseRun& run) { return run.numbers("burst", "cycle", "dir=gather"); }
Edges reads(const CaseRun& run) { return run.numbers("beat", "cycle", "dir=gather"); }
Edges writes(const CaseRun& run) { return run.numbers("beat", "cycle", "dir=scatter"); }

// 16 bytes of request take 2 cycles: taken at 6, there at 26. The burst from 0x1008 is answered in
// completions of 8, 16 and 8 bytes, each behind a cycle of header: beats pass at 27, 29, 30 and 32.
// The second request is driven at 6, taken at 9, and its completion's header passes from 33 on.
TEST(MemoryTiming, HeadersOfRequestsAndCompletionsTakeTheirTime) {
  const CaseRun run(small_bus(std::string(kWordACycle) +
                              "request_header = \"16 B\"\ncompletion_header = \"8 B\"\n"
                              "read_completion_size = \"16 B\"\n") +
                    gather(sge("0x1008", "32 B") + ", " + sge("0x2000", "8 B")));
  ASSERT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(requests(run), ElementsAre(3, 6));
  EXPECT_THAT(reads(run), ElementsAre(28, 30, 31, 33, 35));
}

// 16 bytes of header take 2 cycles before each burst; the second one's first beat is driven at 9.
TEST(MemoryTiming, HeaderOfAWriteBurstPassesBeforeItsData) {
  const CaseRun run(small_bus(std::string(kWordACycle) + "write_header = \"16 B\"\n") +
                    scatter("0 ns", "48 B"));
  ASSERT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(writes(run), ElementsAre(6, 7, 8, 9, 12, 13));
}

// Both drive at 3, the gather first: its request passes from 4 to 6, the write burst's header from
// 6 to 8 and its four words from 8 to 12. The request driven at 6 passes from 12 to 14; the header
// of the write burst driven at 11 from 14 to 16, its two words to 18.
TEST(MemoryTiming, RequestsAndWriteBurstsShareTheLink) {
  const CaseRun run(
      small_bus(std::string(kWordACycle) + "request_header = \"16 B\"\nwrite_header = \"16 B\"\n") +
      gather(sge("0x1000", "8 B") + ", " + sge("0x2000", "8 B") + ", " + sge("0x3000", "8 B")) +
      scatter("0 ns", "48 B"));
  ASSERT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(requests(run), ElementsAre(3, 6, 14));
  EXPECT_THAT(writes(run), ElementsAre(8, 9, 10, 11, 16, 17));
}

// Two data credits are 32 bytes, one burst. Its last beat is taken at 7 and has passed at 8, so the
// credits are back at 18.
TEST(MemoryTiming, WriteBurstWaitsForItsCredits) {
  for (const char* credits : {"posted_data_credits = 2\n", "posted_header_credits = 1\n"}) {
    const CaseRun run(small_bus(std::string(credits) + "credit_latency = \"10 ns\"\n") +
                      scatter("0 ns", "64 B"));
    ASSERT_TRUE(run.sound()) << run.err();
    EXPECT_THAT(writes(run), ElementsAre(4, 5, 6, 7, 18, 19, 20, 21)) << credits;
  }
}

// Requests of one cycle. The first is taken at 5, its data are there at 25, its credit at 30; the
// second is taken at 31 and the third at 57. The write that comes in between waits for neither.
TEST(MemoryTiming, RequestThatWaitsForItsCreditLetsWritesPass) {
  const CaseRun run(
      small_bus(std::string(kWordACycle) +
                "request_header = \"8 B\"\nnon_posted_credits = 1\ncredit_latency = \"5 ns\"\n") +
      gather(sge("0x1000", "8 B") + ", " + sge("0x2000", "8 B") + ", " + sge("0x3000", "8 B")) +
      scatter("10 ns", "8 B"));
  ASSERT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(requests(run), ElementsAre(3, 5, 31));
  EXPECT_THAT(reads(run), ElementsAre(26, 52, 78));
  EXPECT_THAT(writes(run), ElementsAre(14));
}

// Data there at 24 and 25; completions of a word take turns, so the bus brings A, B, A, B at 25 to
// 28. B's first word waits for A's second until 28, and B's second until 29.
TEST(MemoryTiming, BurstsOfTheWindowTakeTurns) {
  const std::string work = gather(sge("0x1000", "16 B") + ", " + sge("0x2000", "16 B"));
  const CaseRun run(small_bus("read_completion_size = \"8 B\"\nreorder_window = 2\n") + work);
  ASSERT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(reads(run), ElementsAre(25, 27, 28, 29));
  // A word from 26 to 28 and another from 28 to 29.
  const double cycles = std::stod(run.result("/cycles"));
  EXPECT_EQ(run.result("/occupancy/reorder_buffer/max"), "8");
  EXPECT_NEAR(std::stod(run.result("/occupancy/reorder_buffer/mean")), 8 * 3 / cycles, 1e-9);
  const CaseRun in_order(small_bus("read_completion_size = \"8 B\"\nnon_posted_credits = 9\n") +
                         work);
  ASSERT_TRUE(in_order.sound()) << in_order.err();
  EXPECT_THAT(reads(in_order), ElementsAre(25, 26, 27, 28));
  EXPECT_EQ(in_order.result("/occupancy/reorder_buffer/max"), "0");
}

// The four words read pass from 24 to 28. A write burst ready at 25 waits for them; one that is
// ready at 23 is not interrupted, and the words read wait until 27.
TEST(MemoryTiming, ReadsAndWritesShareADataPath) {
  const std::string memory = small_bus("shared_data_path = true\n");
  const std::string read = gather(sge("0x1000", "32 B"));
  const CaseRun reads_first(memory + read + scatter("21 ns", "32 B"));
  ASSERT_TRUE(reads_first.sound()) << reads_first.err();
  EXPECT_THAT(reads(reads_first), ElementsAre(25, 26, 27, 28));
  EXPECT_THAT(writes(reads_first), ElementsAre(28, 29, 30, 31));
  const CaseRun writes_first(memory + read + scatter("19 ns", "32 B"));
  ASSERT_TRUE(writes_first.sound()) << writes_first.err();
  EXPECT_THAT(writes(writes_first), ElementsAre(23, 24, 25, 26));
  EXPECT_THAT(reads(writes_first), ElementsAre(28, 29, 30, 31));
}

// Three bursts of 32 bytes is what either limit lets out.
TEST(MemoryTiming, ReorderBufferIsBounded) {
  const std::string memory = small_bus("reorder_window = 1024\n") +
                             gather("{ addr = \"0x1000\", len = \"64 KiB\", key = \"all\" }");
  for (const char* limit : {"bus.read_bytes=96 B", "bus.read_bursts=3"}) {
    const CaseRun run(memory, {"--set", limit, "--set",
                               R"(memory.read_latency={ uniform = ["10 ns", "900 ns"] })"});
    ASSERT_TRUE(run.sound()) << run.err();
    // Two bursts of 32 bytes wait for the first one's last word, but never the three of them.
    const std::uint64_t most = std::stoull(run.result("/occupancy/reorder_buffer/max"));
    EXPECT_GE(most, 64U) << limit;
    EXPECT_LT(most, 96U) << limit;
    EXPECT_EQ(run.result("/storage_bits/read_buffer"), "768") << limit;
  }
}

/// Latencies of 400 reads, one after the other, in cycles.
Edges latencies(const std::string& distribution, const std::string& seed) {
  const CaseRun run(small_bus("") + "[[wqe]]\nqp = 0\nop = \"write\"\ncount = 400\nsge = [" +
                        sge("0x1000", "8 B") + "]\n",
                    {"--set", "memory.read_latency=" + distribution, "--set", "bus.read_bursts=1",
                     "--seed", seed});
  EXPECT_TRUE(run.sound()) << run.err();
  const Edges moved = reads(run);
  const Edges driven = run.numbers("beat", "driven");
  Edges latencies;
  for (std::size_t at = 0; at < moved.size(); ++at) {
    latencies.push_back(moved[at] - driven[at] - 2);
  }
  return latencies;
}

TEST(MemoryTiming, ReadLatencyIsDrawnForEachBurst) {
  const std::string table = R"({ table = [["520 ns", 0], ["547 ns", 50], ["947 ns", 100]] })";
  const Edges drawn = latencies(table, "7");
  ASSERT_EQ(drawn.size(), 400U);
  EXPECT_THAT(drawn, testing::Each(testing::AllOf(testing::Ge(520U), testing::Le(947U))));
  // 5 standard deviations of the number of 400 that are not above the median.
  const auto below = static_cast<double>(
      std::count_if(drawn.begin(), drawn.end(), [](auto cycles) { return cycles <= 547; }));
  EXPECT_NEAR(below, 200, 50);
  EXPECT_GT(*std::max_element(drawn.begin(), drawn.end()), 900U);
  EXPECT_EQ(latencies(table, "7"), drawn);
  EXPECT_NE(latencies(table, "8"), drawn);
}

// A burst that is there early waits for those before it.
TEST(MemoryTiming, ReadsComeInOrderWhateverTheirLatency) {
  const CaseRun run(
      small_bus("") + "[[wqe]]\nqp = 0\nop = \"write\"\nsge = [" + sge("0x1000", "8 KiB") + "]\n",
      {"--set", R"(memory.read_latency={ uniform = ["10 ns", "900 ns"] })", "--set",
       "bus.response_order=slot"});
  ASSERT_TRUE(run.sound()) << run.err();
  EXPECT_EQ(run.count("beat"), 1024U);
}

TEST(MemoryTiming, WriteLatencyIsDrawnForEachBurst) {
  const CaseRun run(small_bus("") + scatter("0 ns", "4 KiB"),
                    {"--set", R"(memory.write_latency={ uniform = ["10 ns", "90 ns"] })", "--set",
                     "bus.posted_writes=false", "--set", "bus.write_bursts=1"});
  ASSERT_TRUE(run.sound()) << run.err();
  const Edges answered = run.numbers("response", "cycle");
  Edges last_moved;
  for (const std::string& cycle : run.list("beat", "cycle", "last=true")) {
    last_moved.push_back(std::stoull(cycle));
  }
  ASSERT_EQ(answered.size(), 128U);
  ASSERT_EQ(last_moved.size(), answered.size());
  Edges drawn;
  for (std::size_t at = 0; at < answered.size(); ++at) {
    drawn.push_back(answered[at] - last_moved[at] - 1);
  }
  EXPECT_THAT(drawn, testing::Each(testing::AllOf(testing::Ge(10U), testing::Le(90U))));
  EXPECT_LT(*std::min_element(drawn.begin(), drawn.end()), 20U);
  EXPECT_GT(*std::max_element(drawn.begin(), drawn.end()), 80U);
}

/// Neither way of answering reads (with the request, or by the completer) may move an edge where
/// nothing is asked of the completer: credits that never run out change nothing. Late answers are
/// left out: two that are due at the same time go in the one order or the other.
TEST(MemoryTiming, CompleterAnswersReadsAsTheRequestWould) {
  for (std::uint64_t seed = 1; seed <= 70 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const std::string scenario = random_scenario(seed);
    if (scenario.find("\"silent\"") != std::string::npos) {
      continue;
    }
    const std::vector<std::string> plain = {
        "--set", "memory.reorder_window=1",      "--set", "memory.request_header=0 B",
        "--set", "memory.completion_header=0 B", "--set", "memory.non_posted_credits=unlimited",
        "--set", "memory.shared_data_path=false"};
    std::vector<std::string> completer = plain;
    completer[7] = "memory.non_posted_credits=65535";
    const CaseRun with_request(scenario, plain);
    const CaseRun by_completer(scenario, completer);
    ASSERT_TRUE(with_request.sound()) << with_request.err();
    ASSERT_TRUE(by_completer.sound()) << by_completer.err();
    EXPECT_EQ(with_request.log(), by_completer.log());
  }
}

}  // namespace
}  // namespace sgdma::test
