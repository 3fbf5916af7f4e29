// Failures of real engines (cases.md), as far as they show in the engine's core.

#include <algorithm>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/core_bench.h"
#include "support/trace_stimulus.h"
#include "types/byte_pattern.h"
#include "unit/run_check.h"

namespace sgdma::test {
namespace {

std::vector<TraceEvent> of_kind(const CoreBench& bench, TraceKind kind) {
  std::vector<TraceEvent> events;
  std::copy_if(bench.events().begin(), bench.events().end(), std::back_inserter(events),
               [kind](const TraceEvent& event) { return event.kind == kind; });
  return events;
}

// Everything that must hold of any run holds of this one too.
void expect_sound(const CoreBench& bench) {
  const RunCheck check(bench);
  EXPECT_EQ(check.broken(), std::vector<std::string>{});
}

CoreBenchConfig wide_config() {
  CoreBenchConfig config = contract_config(20, 10, false);
  config.engine.bus_width = 64;
  config.engine.max_read_burst = 512;
  config.engine.max_write_burst = 512;
  config.engine.read_bursts = 64;
  return config;
}

Cycle last_move_of(const CoreBench& bench, std::uint32_t qp) {
  Cycle last = 0;
  for (const TraceEvent& event : of_kind(bench, TraceKind::kMove)) {
    last = event.qp == qp ? event.edge : last;
  }
  return last;
}

TEST(EngineCases, C04_FailedReadsGiveTheirTagsBack) {
  CoreBenchConfig config = contract_config(3, 2, true);
  config.engine.queue_pairs = 6;
  config.memory.faults = {{0x100000, 0x10000, BusStatus::kDecodeError}};
  std::ostringstream stimulus;
  for (int qp = 0; qp < 5; ++qp) {
    stimulus << "1 " << qp << " g " << 0x100000 + qp * 0x1000 << " 100\n";
  }
  stimulus << "1 5 g 0x5000 100\n";
  for (const ResponseOrder order : {ResponseOrder::kSlot, ResponseOrder::kAny}) {
    config.engine.response_order = order;
    CoreBench bench(config, parse_stimulus(stimulus.str()));
    bench.run(RunMode::kEventsOnly);
    std::map<std::uint32_t, TraceEvent> completions;
    for (const TraceEvent& event : of_kind(bench, TraceKind::kCompletion)) {
      completions[event.qp] = event;
    }
    ASSERT_EQ(completions.size(), 6U);
    for (std::uint32_t qp = 0; qp < 5; ++qp) {
      EXPECT_EQ(completions[qp].status, CompletionStatus::kGeneralErr);
      EXPECT_EQ(completions[qp].bytes, 0U);
    }
    EXPECT_EQ(completions[5].status, CompletionStatus::kSuccess);
    EXPECT_EQ(completions[5].bytes, 100U);
    EXPECT_EQ(bench.gather().free_tags(), 4U);
    expect_sound(bench);
  }
}

TEST(EngineCases, C07_SixteenReadsAnsweredInReverse) {
  CoreBenchConfig config = contract_config(20, 2, true);
  config.engine.bus_width = 64;
  config.engine.max_read_burst = 64;
  config.engine.read_bursts = 16;
  config.engine.response_order = ResponseOrder::kAny;
  config.memory.reverse_group = 16;
  CoreBench bench(config, parse_stimulus("1 0 g 0x10000 1024"));
  bench.run(RunMode::kEventsOnly);
  // Requests at 3 to 18, all there at 19; the first word is valid last, at 19 + 20 + 15, and all
  // move behind it without a gap.
  const std::vector<TraceEvent> moves = of_kind(bench, TraceKind::kMove);
  ASSERT_EQ(moves.size(), 16U);
  for (std::uint32_t at = 0; at < 16; ++at) {
    EXPECT_EQ(moves[at].address, 0x10000U + 64 * at);
    EXPECT_EQ(moves[at].edge, 55U + at);
  }
  expect_sound(bench);
}

TEST(EngineCases, E01_CompletionComesAfterTheLastSegment) {
  for (const ResponseOrder order : {ResponseOrder::kSlot, ResponseOrder::kAny}) {
    CoreBenchConfig config = wide_config();
    config.engine.response_order = order;
    config.memory.extra_latency = [](std::uint64_t address) -> Cycle {
      return address >= 0x20000 && address < 0x30000 ? 180 : 0;
    };
    CoreBench bench(config, parse_stimulus("1 0 g 0x10000 512 0x20000 512 0x30000 512"));
    bench.run(RunMode::kEventsOnly);
    const std::vector<TraceEvent> completions = of_kind(bench, TraceKind::kCompletion);
    ASSERT_EQ(completions.size(), 1U);
    EXPECT_EQ(completions[0].bytes, 1536U);
    // Second segment: request at 4, ten times the latency: 4 + 2 + 200, then 8 + 8 beats.
    EXPECT_EQ(completions[0].edge, 221U);
    EXPECT_EQ(completions[0].edge, last_move_of(bench, 0));
    expect_sound(bench);
  }
}

TEST(EngineCases, E02_SourceMayChangeOnceTheTransferIsDone) {
  CoreBench bench(wide_config(), parse_stimulus("1 0 g 0x10000 4096"));
  bench.run(RunMode::kEventsOnly);
  const Cycle last_request = of_kind(bench, TraceKind::kRequest).back().edge;
  const Cycle done = of_kind(bench, TraceKind::kDone).back().edge;
  EXPECT_EQ(done, last_move_of(bench, 0));
  EXPECT_GT(done, last_request + bench.config().memory.read_latency);
  expect_sound(bench);  // among others: the payload is what stood in memory
}

TEST(EngineCases, E05_BytesAreInMemoryWhenTheCompletionIsPresented) {
  CoreBenchConfig config = wide_config();
  config.memory.write_latency = 300;
  CoreBench bench(config, parse_stimulus("1 0 s 0x10001 1000"));
  bench.run(RunMode::kEventsOnly);
  EXPECT_EQ(of_kind(bench, TraceKind::kCompletion).front().edge, last_move_of(bench, 0) + 301);
  expect_sound(bench);
}

TEST(EngineCases, G03_LongMessageDoesNotHoldOthersUp) {
  CoreBench bench(wide_config(), parse_stimulus("1 0 g 0x100000 1048576\n11 1 g 0x4000 64"));
  bench.run(RunMode::kEventsOnly);
  const std::vector<TraceEvent> grants = of_kind(bench, TraceKind::kGrant);
  EXPECT_EQ(grants[1].qp, 1U);
  EXPECT_EQ(grants[1].edge, 12U);
  // Tags are plentiful, so its request goes with the next turn of the channel.
  for (const TraceEvent& request : of_kind(bench, TraceKind::kRequest)) {
    if (request.qp == 1) {
      EXPECT_LE(request.edge, 14U);
    }
  }
}

TEST(EngineCases, G04_WriteBurstsAreNotInterleaved) {
  CoreBenchConfig config = wide_config();
  config.engine.arbitration = ArbitrationKind::kStrictPriority;
  config.queue_pairs = {{1, 0}, {1, 9}};
  config.memory.write_accept_delay = [](std::uint64_t beat) { return beat % 3; };
  CoreBench bench(config, parse_stimulus("1 0 s 0x10000 4096\n8 1 s 0x20000 2048"));
  bench.run(RunMode::kEventsOnly);
  const std::vector<TraceEvent> bursts = of_kind(bench, TraceKind::kBurst);
  std::vector<TraceEvent> beats = of_kind(bench, TraceKind::kBeat);
  std::size_t beat = 0;
  for (const TraceEvent& burst : bursts) {
    for (std::uint32_t at = 0; at < burst.beats; ++at, ++beat) {
      ASSERT_LT(beat, beats.size());
      EXPECT_EQ(beats[beat].slot, burst.slot);
      EXPECT_EQ(beats[beat].address, burst.address + std::uint64_t{64} * at);
      EXPECT_EQ(beats[beat].last, at + 1 == burst.beats);
    }
  }
  EXPECT_EQ(beat, beats.size());
  EXPECT_EQ(bursts[1].qp, 1U);  // the newcomer's turn is the next burst, not the next beat
  expect_sound(bench);
}

TEST(EngineCases, G06_SlowTargetOfOneQueuePairDoesNotHoldAnother) {
  CoreBenchConfig config = wide_config();
  config.engine.slots_per_qp = 2;
  config.memory.extra_latency = [](std::uint64_t address) -> Cycle {
    return address >= 0x1000000 ? 1000 : 0;
  };
  std::string busy;
  for (int at = 0; at < 100; ++at) {
    busy += "1 1 g " + std::to_string(0x10000 + at * 0x1000) + " 512\n";
  }
  CoreBench alone(config, parse_stimulus(busy));
  CoreBench beside(config, parse_stimulus("1 0 g 0x1000000 512\n" + busy));
  alone.run(RunMode::kEventsOnly);
  beside.run(RunMode::kEventsOnly);
  EXPECT_LE(10 * (last_move_of(beside, 1) - 1), 11 * (last_move_of(alone, 1) - 1));
  expect_sound(beside);
}

TEST(EngineCases, G07_GatherAndScatterWithSmallBuffersFinish) {
  for (const bool cut_through : {false, true}) {
    CoreBenchConfig config = contract_config(20, 10, false);
    config.engine.read_bytes = 256;
    config.engine.gather_rate = {4, 1};
    config.engine.gather_depth = 256;
    config.engine.scatter_rate = {4, 1};
    config.engine.scatter_depth = 256;
    config.engine.cut_through = cut_through;
    config.engine.max_write_burst = 256;
    config.engine.slots = 2;
    CoreBench bench(config, parse_stimulus("1 0 g 0x10000 1024\n1 1 s 0x20003 1024\n"
                                           "2 1 g 0x30000 1024\n2 0 s 0x40003 1024"));
    ASSERT_NO_THROW(bench.run(RunMode::kEventsOnly, 5000));
    expect_sound(bench);
  }
}

TEST(EngineCases, G10_CreditsCountHandshakesNotCycles) {
  CoreBenchConfig config = contract_config(3, 5, false);
  config.engine.max_write_burst = 8;
  config.engine.write_bursts = 3;
  config.memory.write_accept_delay = [](std::uint64_t) -> Cycle { return 3; };
  CoreBench bench(config, parse_stimulus("1 0 s 0x10000 800"));
  bench.run(RunMode::kEventsOnly);
  EXPECT_EQ(bench.scatter().counters().bursts, 100U);
  EXPECT_EQ(of_kind(bench, TraceKind::kResponse).size(), 100U);
  EXPECT_LE(bench.scatter().counters().max_outstanding, 3U);
  EXPECT_EQ(bench.scatter().free_ids(), 3U);
  expect_sound(bench);
}

TEST(EngineCases, G12_TwoQueuePairsWithOneTagAndRetriesFinish) {
  CoreBenchConfig config = contract_config(3, 2, true);
  config.engine.read_bursts = 1;
  config.engine.max_read_burst = 8;
  config.memory.read_accept_delay = [](std::uint64_t) -> Cycle { return 1; };
  CoreBench bench(config, parse_stimulus("1 0 g 0x1000 80\n1 1 g 0x2000 80"));
  // A burst takes its tag for 1 + 1 + 3 + 1 edges and one more: twenty of them, from 3 on.
  bench.run(RunMode::kEventsOnly);
  EXPECT_EQ(of_kind(bench, TraceKind::kMove).back().edge, 3U + 20 * 7 - 1);
  std::vector<std::uint32_t> order;
  for (const TraceEvent& request : of_kind(bench, TraceKind::kRequest)) {
    order.push_back(request.qp);
  }
  for (std::size_t at = 0; at < order.size(); ++at) {
    EXPECT_EQ(order[at], at % 2) << "request " << at;
  }
  expect_sound(bench);
}

TEST(EngineCases, G13_RequestsFollowOneThatIsTakenLate) {
  CoreBenchConfig config = contract_config(3, 2, true);
  config.engine.read_bursts = 16;
  config.engine.max_read_burst = 8;
  config.memory.read_accept_delay = [](std::uint64_t request) -> Cycle {
    return request == 1 ? 100 : 0;
  };
  CoreBench bench(config, parse_stimulus("1 0 g 0x1000 64"));
  bench.run(RunMode::kEventsOnly);
  std::vector<Cycle> edges;
  for (const TraceEvent& request : of_kind(bench, TraceKind::kRequest)) {
    edges.push_back(request.edge);
  }
  EXPECT_EQ(edges, (std::vector<Cycle>{3, 4, 105, 106, 107, 108, 109, 110}));
  expect_sound(bench);
}

// Four words of queue pair 0, answered; the reset at 5 cuts two, and is answered with the response,
// at 10. What queue pair 1 then writes to the same buffer stays: nothing of the old write comes.
TEST(EngineCases, F09_ABufferIsQuietBehindTheAnswer) {
  CoreBenchConfig config = contract_config(3, 2, false);
  config.control = {{5, {ControlKind::kQueuePairReset, QpIndex{0}, QpNumber{0}, {}}}};
  CoreBench bench(config, parse_stimulus("1 0 s 0x1000 32\n10 1 s 0x1000 32"));
  bench.run(RunMode::kEveryEdge);
  EXPECT_EQ(of_kind(bench, TraceKind::kAnswered).front().edge, 10U);
  for (const TraceEvent& event : bench.events()) {
    EXPECT_TRUE(event.edge <= 10 || event.qp == 1) << event.edge << ' ' << text_of(event);
  }
  const CompletionTag& owner = bench.work().back().request.tag;
  for (std::uint32_t at = 0; at < 32; ++at) {
    EXPECT_EQ(bench.memory().byte_at(0x1000 + at), pattern_byte(payload_pattern(owner), at)) << at;
  }
  EXPECT_EQ(bench.leaks(), "");
}

TEST(EngineCases, AtomicThatFailsGivesItsLockBack) {
  CoreBenchConfig config = contract_config(3, 2, true);
  config.memory.faults = {{0x1000, 8, BusStatus::kSlaveError}};
  CoreBench bench(config, parse_stimulus("1 0 g 0x1000 8 atomic\n1 1 g 0x1000 8 atomic\n"
                                         "1 0 s 0x2000 8"));
  bench.run(RunMode::kEventsOnly);
  const std::vector<TraceEvent> grants = of_kind(bench, TraceKind::kGrant);
  // Both gathers fail, at 8 and 14, and nothing is scattered to the granule.
  ASSERT_EQ(grants.size(), 3U);
  EXPECT_EQ(text_of(grants[1]) + text_of(grants[2]), "grant 0 1 g 0x1000 8grant 1 0 s 0x2000 8");
  EXPECT_FALSE(bench.memory().written(0x1000));
  expect_sound(bench);
}

// Two failing transfers and one good one, whose beats leave the reorder buffer at the edges at
// which discarded beats end the others: one end of a transfer an edge.
TEST(EngineCases, OneTransferOfADirectionEndsAnEdge) {
  CoreBenchConfig config = contract_config(3, 2, true);
  config.engine.response_order = ResponseOrder::kAny;
  config.engine.read_bursts = 16;
  config.memory.faults = {{0x10000, 0x8000, BusStatus::kSlaveError}};
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    config.memory.jitter = 6;
    config.memory.seed = seed;
    CoreBench bench(config, parse_stimulus("1 0 g 0x10000 64\n1 1 g 0x20000 8\n"
                                           "1 2 g 0x11000 64\n2 3 g 0x21000 16"));
    ASSERT_NO_THROW(bench.run(RunMode::kEveryEdge)) << "seed " << seed;
    expect_sound(bench);
  }
}

}  // namespace
}  // namespace sgdma::test
