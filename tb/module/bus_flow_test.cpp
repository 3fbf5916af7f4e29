// Failures of real engines (cases.md G) that need a memory of their own: the engine's modules on a
// TLM-2.0 target that takes requests late.

#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/systemc/case_bench.h"
#include "types/byte_pattern.h"

namespace sgdma::test {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

/// 8-byte words and bursts of one beat.
CaseBenchConfig narrow_config() {
  CaseBenchConfig config;
  config.engine.bus_width = 8;
  config.engine.max_read_burst = 8;
  config.engine.max_write_burst = 8;
  config.engine.slots = 4;
  config.engine.read_bursts = 16;
  config.engine.posted_writes = false;
  return config;
}

Cycle last_move_of(const CaseBench& bench, std::uint32_t qp) {
  Cycle last = 0;
  for (const TraceEvent& event : bench.events(TraceKind::kMove)) {
    last = event.qp == qp ? event.edge : last;
  }
  return last;
}

void add_busy_queue_pair(CaseBench& bench) {
  for (std::uint32_t at = 0; at < 100; ++at) {
    bench.gather(1, 1, {{0x10000 + at * 0x1000, 512}});
  }
}

// Memory does not answer queue pair 0 for 1000 cycles. Two engines side by side, one without it.
TEST(BusFlow, G06_SlowTargetOfOneQueuePairDoesNotHoldAnother) {
  CaseBenchConfig config;
  config.queue_pairs = 2;
  config.engine.bus_width = 64;
  config.engine.max_read_burst = 512;
  config.engine.slots = 8;
  config.engine.slots_per_qp = 4;
  config.engine.read_bursts = 16;
  config.engine.response_order = ResponseOrder::kAny;
  config.target.in_order = false;
  config.target.latency = [](const TargetBeat& beat) -> Cycle {
    return beat.address >= 0x1000000 ? 1000 : 20;
  };
  CaseBench alone("alone", config);
  CaseBench beside("beside", config);
  beside.gather(1, 0, {{0x1000000, 512}});
  add_busy_queue_pair(alone);
  add_busy_queue_pair(beside);
  run_benches();
  EXPECT_TRUE(alone.done() && beside.done());
  EXPECT_EQ(alone.leaks() + beside.leaks(), "");
  EXPECT_LT(last_move_of(alone, 1), 1000U);
  EXPECT_LE(10 * last_move_of(beside, 1), 11 * last_move_of(alone, 1));
  EXPECT_EQ(last_move_of(beside, 0), 1012U);
}

// With one memory port for both directions, and room for one burst each.
TEST(BusFlow, G07_CopyInsideASinglePortMemoryFinishes) {
  CaseBenchConfig config = narrow_config();
  config.queue_pairs = 2;
  config.engine.max_read_burst = 256;
  config.engine.max_write_burst = 256;
  config.engine.read_bytes = 256;
  config.engine.gather_rate = {4, 1};
  config.engine.gather_depth = 256;
  config.engine.scatter_rate = {4, 1};
  config.engine.scatter_depth = 256;
  config.engine.slots = 1;
  config.target.single_port = true;
  CaseBench bench("bench", config);
  bench.gather(1, 0, {{0x10000, 1024}});
  bench.scatter(1, 1, {{0x20003, 1024}});
  bench.gather(2, 1, {{0x30001, 1024}});
  bench.scatter(2, 0, {{0x40000, 1024}});
  run_benches(5000);
  EXPECT_TRUE(bench.done());
  EXPECT_EQ(bench.leaks(), "");
  std::vector<std::uint8_t> expected(1024);
  fill_pattern(kMemoryPattern, 0x10000, expected.data(), 1024);
  EXPECT_EQ(bench.payload().gathered().at("0.sq.0.0@0"), expected);
  fill_pattern(kMemoryPattern, 0x30001, expected.data(), 1024);
  EXPECT_EQ(bench.payload().gathered().at("1.sq.0.0@0"), expected);
  CompletionTag tag;
  tag.side = Side::kReceiveQueue;
  for (const auto& [qp, address] : {std::pair(0U, 0x40000U), std::pair(1U, 0x20003U)}) {
    tag.qp = QpNumber{qp};
    fill_pattern(payload_pattern(tag), 0, expected.data(), 1024);
    EXPECT_EQ(bench.memory(address, 1024), expected);
  }
}

// Each write beat waits 3 cycles for its END_REQ. A burst keeps its credit for 4 cycles, 5 of
// latency, one to be seen and one to serve again: 11, so that three credits keep the bus busy.
TEST(BusFlow, G10_CreditsCountHandshakesNotCycles) {
  CaseBenchConfig config = narrow_config();
  config.engine.write_bursts = 3;
  config.target.accept_delay = [](const TargetBeat&) -> Cycle { return 3; };
  config.target.latency = [](const TargetBeat&) -> Cycle { return 5; };
  CaseBench bench("bench", config);
  bench.scatter(1, 0, {{0x10000, 800}});
  run_benches();
  EXPECT_TRUE(bench.done());
  EXPECT_EQ(bench.leaks(), "");
  const core::ScatterChannel& channel = bench.engine.scatter_channel.channel();
  EXPECT_EQ(channel.counters().bursts, 100U);
  EXPECT_EQ(channel.counters().max_outstanding, 3U);
  EXPECT_EQ(channel.free_ids(), 3U);
  EXPECT_THAT(bench.events(TraceKind::kResponse), SizeIs(100));
  const std::vector<Cycle> driven = bench.edges(TraceKind::kBurst);
  const std::vector<Cycle> moved = bench.edges(TraceKind::kMove);
  ASSERT_THAT(moved, SizeIs(100));
  for (std::size_t beat = 0; beat < moved.size(); ++beat) {
    EXPECT_EQ(driven[beat], 3 + 4 * beat);
    EXPECT_EQ(moved[beat], 7 + 4 * beat);
  }
  EXPECT_THAT(bench.edges(TraceKind::kDone), ElementsAre(moved.back() + 6));
}

// A target that takes nothing the first time it is offered. A burst has the tag for 1 + 1 + 3 + 1
// edges, and it serves again at the next: 20 of them from 3 on.
TEST(BusFlow, G12_TwoQueuePairsWithOneTagAndRetriesFinish) {
  CaseBenchConfig config = narrow_config();
  config.queue_pairs = 2;
  config.engine.read_bursts = 1;
  config.target.accept_delay = [](const TargetBeat&) -> Cycle { return 1; };
  CaseBench bench("bench", config);
  bench.gather(1, 0, {{0x1000, 80}});
  bench.gather(1, 1, {{0x2000, 80}});
  run_benches(1000);
  EXPECT_TRUE(bench.done());
  EXPECT_EQ(bench.leaks(), "");
  const std::vector<Cycle> moves = bench.edges(TraceKind::kMove);
  ASSERT_THAT(moves, SizeIs(20));
  EXPECT_EQ(moves.back(), 3U + 20 * 7 - 1);
  const std::vector<TraceEvent> requests = bench.events(TraceKind::kRequest);
  ASSERT_THAT(requests, SizeIs(20));
  for (std::size_t at = 0; at < requests.size(); ++at) {
    EXPECT_EQ(requests[at].qp, at % 2) << "request " << at;
  }
}

TEST(BusFlow, G13_RequestsFollowOneThatIsTakenLate) {
  CaseBenchConfig config = narrow_config();
  config.target.accept_delay = [](const TargetBeat& beat) -> Cycle {
    return beat.number == 1 ? 100 : 0;
  };
  CaseBench bench("bench", config);
  bench.gather(1, 0, {{0x1000, 64}});
  run_benches();
  EXPECT_TRUE(bench.done());
  EXPECT_EQ(bench.leaks(), "");
  EXPECT_THAT(bench.edges(TraceKind::kRequest), ElementsAre(3, 4, 105, 106, 107, 108, 109, 110));
  // Valid 1 + 3 cycles after they are driven (the second one 101 + 3), and seen at the next edge.
  EXPECT_THAT(bench.edges(TraceKind::kMove), ElementsAre(8, 109, 110, 111, 112, 113, 114, 115));
}

}  // namespace
}  // namespace sgdma::test
