// Payload ends: exact rates, depths, and nothing lost or saved up in between.

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/core_bench.h"
#include "support/trace_stimulus.h"

namespace sgdma::test {
namespace {

std::uint64_t ceil_div(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

std::vector<Cycle> edges_of(const CoreBench& bench, TraceKind kind) {
  std::vector<Cycle> edges;
  for (const TraceEvent& event : bench.events()) {
    if (event.kind == kind) {
      edges.push_back(event.edge);
    }
  }
  return edges;
}

struct Rate {
  const char* name;
  PayloadRate rate;
};

class PayloadRates : public testing::TestWithParam<Rate> {};

// Gather: with the buffer never empty, beat k moves at the first edge at which 8k bytes less what
// has left since the first beat leave room for a word.
TEST_P(PayloadRates, GatherBeatsMoveAtTheExactRate) {
  const PayloadRate rate = GetParam().rate;
  for (const std::uint32_t depth : {16U, 20U, 64U}) {
    CoreBenchConfig config = contract_config(3, 2, true);
    config.engine.gather_rate = rate;
    config.engine.gather_depth = depth;
    config.engine.read_bursts = 16;
    CoreBench bench(config, parse_stimulus("1 0 g 0x1000 1600"));
    bench.run(RunMode::kEventsOnly);
    const std::vector<Cycle> moves = edges_of(bench, TraceKind::kMove);
    ASSERT_EQ(moves.size(), 200U);
    for (std::uint64_t beat = 0; beat < moves.size(); ++beat) {
      const std::uint64_t over = 8 * beat > depth - 8 ? 8 * beat - (depth - 8) : 0;
      const Cycle expected =
          8 + std::max<Cycle>(beat, ceil_div(over * rate.denominator, rate.numerator));
      ASSERT_EQ(moves[beat], expected) << "beat " << beat << " depth " << depth;
    }
    EXPECT_LE(bench.egress().max_level(), depth);
  }
}

// Where only one word fits, it must have left before the next beat: a fraction of an edge is lost.
TEST_P(PayloadRates, ABufferOfOneWordIsEmptiedBetweenBeats) {
  const PayloadRate rate = GetParam().rate;
  CoreBenchConfig config = contract_config(3, 2, true);
  config.engine.gather_rate = rate;
  config.engine.gather_depth = 8;
  CoreBench bench(config, parse_stimulus("1 0 g 0x1000 160"));
  bench.run(RunMode::kEventsOnly);
  const std::vector<Cycle> moves = edges_of(bench, TraceKind::kMove);
  for (std::uint64_t beat = 0; beat < moves.size(); ++beat) {
    ASSERT_EQ(moves[beat], 8 + beat * ceil_div(8 * rate.denominator, rate.numerator));
  }
}

// Scatter: granted at 2, so that after edge e rate x (e - 1) bytes have come. Burst k begins at the
// first edge before which 32 (k + 1) bytes were there.
TEST_P(PayloadRates, WriteBurstsBeginAtTheExactRate) {
  const PayloadRate rate = GetParam().rate;
  CoreBenchConfig config = contract_config(3, 2, true);
  config.engine.scatter_rate = rate;
  config.engine.scatter_depth = 128;
  CoreBench bench(config, parse_stimulus("1 0 s 0x1000 1600"));
  bench.run(RunMode::kEventsOnly);
  const std::vector<Cycle> bursts = edges_of(bench, TraceKind::kBurst);
  ASSERT_EQ(bursts.size(), 50U);
  for (std::uint64_t burst = 0; burst < bursts.size(); ++burst) {
    const Cycle there = 2 + ceil_div(32 * (burst + 1) * rate.denominator, rate.numerator);
    ASSERT_EQ(bursts[burst], there) << "burst " << burst;
  }
  EXPECT_LE(bench.ingress().max_level(), 128U);
}

INSTANTIATE_TEST_SUITE_P(, PayloadRates,
                         testing::Values(Rate{"OneByte", {1, 1}}, Rate{"FiveHalves", {5, 2}},
                                         Rate{"SevenThirds", {7, 3}}, Rate{"OneThird", {1, 3}},
                                         Rate{"OneWord", {8, 1}},
                                         Rate{"JustBelowAWord", {7999999, 1000000}}),
                         [](const testing::TestParamInfo<Rate>& instance) {
                           return std::string(instance.param.name);
                         });

// The link saves nothing up while its buffer is full, whether or not anybody looks at those edges.
TEST(PayloadIngress, FractionsAreNotSavedUpWhileTheBufferIsFull) {
  for (const PayloadRate rate : {PayloadRate{1, 3}, PayloadRate{5, 2}}) {
    CoreBenchConfig config = contract_config(3, 2, false);
    config.engine.scatter_rate = rate;
    config.engine.scatter_depth = 32;
    config.memory.write_accept_delay = [](std::uint64_t beat) -> Cycle {
      return beat % 3 == 0 ? 60 : 0;
    };
    const auto work = parse_stimulus("1 0 s 0x1000 400\n1 1 s 0x3001 200");
    CoreBench every_edge(config, work);
    CoreBench events_only(config, work);
    every_edge.run(RunMode::kEveryEdge);
    events_only.run(RunMode::kEventsOnly);
    EXPECT_EQ(edges_of(every_edge, TraceKind::kMove), edges_of(events_only, TraceKind::kMove));
    EXPECT_EQ(edges_of(every_edge, TraceKind::kBurst), edges_of(events_only, TraceKind::kBurst));
  }
}

// Queue pair 0's payload fills the buffer but for 4 bytes. Were queue pair 1's burst to begin with
// its first byte, it would hold the channel for ever: its next 8 bytes could not come, nor queue
// pair 0's be written.
TEST(CutThrough, DoesNotBeginWhatItMightNotFinish) {
  CoreBenchConfig config = contract_config(3, 40, false);
  config.engine.cut_through = true;
  config.engine.scatter_rate = {4, 1};
  config.engine.scatter_depth = 36;
  config.engine.write_bursts_per_slot = 1;
  CoreBench bench(config, parse_stimulus("1 0 s 0x1000 64\n1 1 s 0x2007 64"));
  ASSERT_NO_THROW(bench.run(RunMode::kEveryEdge, 2000));
  EXPECT_EQ(bench.leaks(), "");
}

// The whole word must fit, whatever the beat's own length.
TEST(PayloadEgress, PartialBeatWaitsForRoomForAWord) {
  CoreBenchConfig config = contract_config(3, 2, true);
  config.engine.gather_rate = {1, 1};
  config.engine.gather_depth = 10;
  CoreBench bench(config, parse_stimulus("1 0 g 0x1000 8 0x2000 1"));
  bench.run(RunMode::kEveryEdge);
  // Level 8 after the beat at 8; 2 at 14, when a word fits again.
  EXPECT_EQ(edges_of(bench, TraceKind::kMove), (std::vector<Cycle>{8, 14}));
}

}  // namespace
}  // namespace sgdma::test
