// When transfers have their addresses, edge by edge. The engine is the contract's: words of 8
// bytes, bursts of 32, reads answered after 3 cycles: taken in at n, granted at n + 1, asked for at
// n + 2.

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/core_bench.h"
#include "support/region_stimulus.h"

namespace sgdma::test {
namespace {

using Edges = std::vector<Cycle>;

CoreBenchConfig derived(Translation translation, std::uint32_t hit_latency) {
  CoreBenchConfig config = contract_config(3, 2, true);
  config.engine.translation = translation;
  config.engine.key_cache.hit_latency = hit_latency;
  return config;
}

Edges edges_of(const CoreBench& bench, TraceKind kind, std::uint32_t qp = 0) {
  Edges edges;
  for (const TraceEvent& event : bench.events()) {
    if (event.kind == kind && event.qp == qp) {
      edges.push_back(event.edge);
    }
  }
  return edges;
}

// Both ways of stepping give the same events.
std::unique_ptr<const CoreBench> run(const CoreBenchConfig& config, const std::string& stimulus) {
  CoreBench every(config, parse_region_stimulus(stimulus));
  every.run(RunMode::kEveryEdge);
  auto bench = std::make_unique<CoreBench>(config, parse_region_stimulus(stimulus));
  bench->run(RunMode::kEventsOnly);
  EXPECT_EQ(contract_lines(bench->events()), contract_lines(every.events()));
  EXPECT_EQ(bench->leaks(), "");
  return bench;
}

std::vector<std::string> all_lines(const CoreBench& bench) {
  std::vector<std::string> lines;
  for (const TraceEvent& event : bench.events()) {
    lines.push_back(std::to_string(event.edge) + " " + text_of(event));
  }
  return lines;
}

TEST(Translation, ALookupStartsAtIntake) {
  const auto bench = run(derived(Translation::kCaptured, 3), "1 0 g 0x100000 64");
  EXPECT_EQ(edges_of(*bench, TraceKind::kGrant), (Edges{5}));
  EXPECT_EQ(edges_of(*bench, TraceKind::kRequest), (Edges{6, 7}));
}

TEST(Translation, AMissHoldsItsQueuePairAndNoSlot) {
  CoreBenchConfig config = derived(Translation::kCaptured, 3);
  config.engine.slots = 1;
  config.engine.key_cache.capacity = 4;
  config.engine.key_cache.miss_latency = 10;
  // Known at 4, filled at 14. The second of queue pair 0 is behind it; queue pair 1 needs no key.
  std::vector<TimedRequest> work =
      parse_region_stimulus("1 0 g 0x100000 8\n1 0 g 0x100008 8\n1 1 g 0x200000 8");
  work[2].request.segments[0].region = kNoRegion;
  CoreBench bench(config, work);
  bench.run(RunMode::kEventsOnly);
  EXPECT_EQ(edges_of(bench, TraceKind::kGrant, 1), (Edges{2}));
  const Edges grants = edges_of(bench, TraceKind::kGrant, 0);
  ASSERT_EQ(grants.size(), 2U);
  EXPECT_EQ(grants[0], 15U);
  EXPECT_EQ(bench.keys().cache().counters().misses, 1U);
  EXPECT_EQ(bench.keys().cache().counters().joined, 1U);
}

TEST(Translation, PortsServeInOrder) {
  CoreBenchConfig config = derived(Translation::kCaptured, 0);
  config.engine.key_cache.ports = 1;
  // Three lines for queue pair 0 (pages 7, 8 to 15, 16), then one each.
  const auto bench =
      run(config, "1 0 g 0x107ff8 36880\n1 1 g 0x100000 8\n1 2 s 0x100000 8\n9 3 g 0x100000 8");
  EXPECT_EQ(edges_of(*bench, TraceKind::kGrant, 0), (Edges{4}));
  EXPECT_EQ(edges_of(*bench, TraceKind::kGrant, 1), (Edges{5}));
  EXPECT_EQ(edges_of(*bench, TraceKind::kGrant, 2), (Edges{6}));
  EXPECT_EQ(edges_of(*bench, TraceKind::kGrant, 3), (Edges{10}));
}

TEST(Translation, NoMissSlotHoldsUpThoseBehind) {
  CoreBenchConfig config = derived(Translation::kCaptured, 0);
  config.engine.key_cache.capacity = 8;
  config.engine.key_cache.miss_latency = 10;
  config.engine.key_cache.outstanding_misses = 1;
  // 0 misses: filled at 11. 1 would miss: the slot is back at 12, filled at 22. 2 joins 1, behind
  // it.
  const auto bench = run(config, "1 0 g 0x100000 8\n1 1 g 0x200000 8\n2 2 g 0x200008 8");
  EXPECT_EQ(edges_of(*bench, TraceKind::kGrant, 0), (Edges{12}));
  EXPECT_EQ(edges_of(*bench, TraceKind::kGrant, 1), (Edges{23}));
  EXPECT_EQ(edges_of(*bench, TraceKind::kGrant, 2), (Edges{23 + 1}));
}

TEST(Translation, BurstsArePrefetchedOneAhead) {
  // First lookup at 1, at hand at 6, granted at 7. A burst at n asks for the next, at hand at n
  // + 5.
  const auto bench = run(derived(Translation::kBurst, 5), "1 0 g 0x100000 128");
  EXPECT_EQ(edges_of(*bench, TraceKind::kGrant), (Edges{7}));
  EXPECT_EQ(edges_of(*bench, TraceKind::kRequest), (Edges{8, 13, 18, 23}));
}

TEST(Translation, APrefetchHidesALookupBehindLongerBursts) {
  // Scatter bursts of four beats take the channel for four edges; a lookup takes four.
  const auto bench = run(derived(Translation::kBurst, 4), "1 0 s 0x100000 128");
  EXPECT_EQ(edges_of(*bench, TraceKind::kGrant), (Edges{6}));
  const Edges beats = edges_of(*bench, TraceKind::kBeat);
  ASSERT_EQ(beats.size(), 16U);
  for (std::size_t beat = 0; beat < beats.size(); ++beat) {
    EXPECT_EQ(beats[beat], 7U + beat);
  }
}

TEST(Translation, ALookupLongerThanABurstIsABubble) {
  const auto bench = run(derived(Translation::kBurst, 6), "1 0 s 0x100000 64");
  // At hand at 7, granted at 8, driven from 9; the second burst at 9 + 6.
  EXPECT_EQ(edges_of(*bench, TraceKind::kBeat), (Edges{9, 10, 11, 12, 15, 16, 17, 18}));
}

TEST(Translation, BeatsAreNotPrefetched) {
  const auto quick = run(derived(Translation::kBeat, 0), "1 0 g 0x100000 32");
  EXPECT_EQ(edges_of(*quick, TraceKind::kRequest), (Edges{3, 4, 5, 6}));
  // At hand at 3, granted at 4, asked for at 5. The next is looked up at 6, at hand at 8.
  const auto slow = run(derived(Translation::kBeat, 2), "1 0 g 0x100000 32");
  EXPECT_EQ(edges_of(*slow, TraceKind::kRequest), (Edges{5, 8, 11, 14}));
}

TEST(Translation, BubblesOfBeatsAreKeyMisses) {
  const auto bench = run(derived(Translation::kBeat, 20), "1 0 g 0x100000 24");
  // Edges 0 to 1: no work. Looked up from 1: 2 to 21. Granted at 22 (a slot), asked for at 23,
  // moved at 28 (23 + 2 + 3). The next: looked up at 24, at hand at 44, moved at 49; 65 and 70.
  EXPECT_EQ(edges_of(*bench, TraceKind::kRequest), (Edges{23, 44, 65}));
  EXPECT_EQ(edges_of(*bench, TraceKind::kMove), (Edges{28, 49, 70}));
  const core::StallAccount account = bench->pipeline().account(Direction::kGather);
  // 2 to 21, of a head; 29 to 43 and 50 to 64, of a slot with nothing outstanding.
  EXPECT_EQ(account.cycles(core::StallCause::kKeyMiss), 20U + 15U + 15U);
}

TEST(Translation, PagesAndSegmentsAreUnits) {
  // 64 bytes to the end of a page, 64 in the next: one segment, two pages. Bursts at 12 and 13; the
  // second page was asked for at 12.
  const auto pages = run(derived(Translation::kPage, 9), "1 0 g 0x100fc0 128");
  EXPECT_EQ(edges_of(*pages, TraceKind::kRequest), (Edges{12, 13, 21, 22}));
  const auto segment = run(derived(Translation::kSegment, 9), "1 0 g 0x100fc0 128");
  EXPECT_EQ(edges_of(*segment, TraceKind::kRequest), (Edges{12, 13, 14, 15}));
  const auto segments = run(derived(Translation::kSegment, 9), "1 0 g 0x100fc0 64 0x200000 64");
  EXPECT_EQ(edges_of(*segments, TraceKind::kRequest), (Edges{12, 13, 21, 22}));
}

TEST(Translation, OneSlotsMissDoesNotHoldUpOthers) {
  CoreBenchConfig config = derived(Translation::kBurst, 0);
  config.engine.key_cache.capacity = 8;
  config.engine.key_cache.pages_per_line = 1;
  config.engine.key_cache.miss_latency = 40;
  // Queue pair 0 misses at 1 and, in its slot, for its second page; 1 fetches its only page at 2.
  const auto bench = run(config, "1 0 g 0x100fe0 64\n2 1 g 0x200000 96");
  // Filled at 41, granted at 42, asked for at 43; the next page then is there at 83.
  EXPECT_EQ(edges_of(*bench, TraceKind::kRequest, 0), (Edges{43, 83}));
  EXPECT_EQ(edges_of(*bench, TraceKind::kRequest, 1), (Edges{44, 45, 46}));
}

CoreBenchConfig over_the_bus(Translation translation) {
  CoreBenchConfig config = derived(translation, 0);
  config.engine.key_cache.capacity = 8;
  config.engine.key_cache.pages_per_line = 4;
  config.engine.key_cache.fetch_over_bus = true;
  return config;
}

TEST(Translation, LinesAreReadOverTheBus) {
  // Missed at 1, asked for at 2; its four beats are taken from 7 on, the last at 10.
  const auto bench = run(over_the_bus(Translation::kCaptured), "1 0 g 0x100000 64");
  EXPECT_EQ(edges_of(*bench, TraceKind::kGrant), (Edges{11}));
  EXPECT_EQ(edges_of(*bench, TraceKind::kRequest), (Edges{12, 13}));
  EXPECT_EQ(bench->keys().cache().counters().fills, 1U);
}

TEST(Translation, LinesGoBeforeGathersAndTakeTheirTags) {
  CoreBenchConfig config = over_the_bus(Translation::kCaptured);
  config.engine.read_bursts = 2;
  // Queue pair 0 needs no key: it is granted at 2 and asks at 3. Queue pair 1 misses at 2: its line
  // goes at 3, the first burst of 0 at 4, and the second when the line's tag is back, behind its
  // last beat at 11, at 12.
  std::vector<TimedRequest> work = parse_region_stimulus("1 0 g 0x200000 64\n2 1 g 0x100000 8");
  work[0].request.segments[0].region = kNoRegion;
  for (const RunMode mode : {RunMode::kEveryEdge, RunMode::kEventsOnly}) {
    CoreBench bench(config, work);
    bench.run(mode);
    EXPECT_EQ(edges_of(bench, TraceKind::kRequest, 0), (Edges{4, 12}));
    EXPECT_EQ(edges_of(bench, TraceKind::kGrant, 1), (Edges{12}));
    EXPECT_EQ(bench.leaks(), "");
  }
}

TEST(Translation, AMissInASlotReadsItsLine) {
  // Pages 3 and 4 are in different lines. As above, the first burst goes at 12, and asks for the
  // second line, which goes at 13. The words of the burst come from 17 to 20, those of the line
  // behind them, up to 24, when the second burst goes.
  const auto bench = run(over_the_bus(Translation::kBurst), "1 0 g 0x103fe0 64");
  EXPECT_EQ(edges_of(*bench, TraceKind::kRequest), (Edges{12, 24}));
}

TEST(Translation, ALineThatCannotBeReadFailsItsTransfer) {
  CoreBenchConfig config = over_the_bus(Translation::kCaptured);
  config.memory.faults = {{0x4010010, 1, BusStatus::kSlaveError}};
  const auto queued = run(config, "1 0 g 0x100000 8\n1 1 g 0x200000 8");
  const auto of = [](const CoreBench& bench, std::uint32_t qp) {
    const auto found =
        std::find_if(bench.events().begin(), bench.events().end(), [qp](const TraceEvent& event) {
          return event.kind == TraceKind::kCompletion && event.qp == qp;
        });
    return std::make_pair(found->status, found->edge);
  };
  EXPECT_EQ(of(*queued, 0), std::make_pair(CompletionStatus::kGeneralErr, Cycle{11}));
  EXPECT_EQ(of(*queued, 1).first, CompletionStatus::kSuccess);
  // In its slot: the second line fails at 24, and the transfer is torn down at 25.
  config.engine.translation = Translation::kBurst;
  config.memory.faults = {{0x4010030, 1, BusStatus::kSlaveError}};
  const auto running = run(config, "1 0 g 0x103fe0 64");
  EXPECT_EQ(of(*running, 0), std::make_pair(CompletionStatus::kGeneralErr, Cycle{25}));
}

TEST(Translation, ALineThatStaysSilentFailsItsTransfer) {
  CoreBenchConfig config = over_the_bus(Translation::kCaptured);
  config.engine.bus_timeout = 20;
  config.engine.read_bursts = 1;
  for (const Cycle late : {Cycle{100}, kNever}) {
    config.memory.silences = {{0x4010000, 1, late}};
    CoreBench bench(config, parse_region_stimulus("1 0 g 0x100000 8\n30 1 g 0x200000 8"));
    if (late == kNever) {
      // Its tag never comes back, and there is no other for the second line.
      EXPECT_THROW(bench.run(RunMode::kEventsOnly), std::runtime_error);
    } else {
      bench.run(RunMode::kEventsOnly);
      EXPECT_EQ(bench.leaks(), "");
    }
    const auto completion =
        std::find_if(bench.events().begin(), bench.events().end(),
                     [](const TraceEvent& event) { return event.kind == TraceKind::kCompletion; });
    ASSERT_NE(completion, bench.events().end());
    // Asked for at 2, given up at 22; it passes at the edge behind.
    EXPECT_EQ(completion->status, CompletionStatus::kGeneralErr);
    EXPECT_EQ(completion->edge, 23U);
  }
}

// Where a lookup takes no time and nothing misses, nothing changes.
TEST(Translation, CostsNothingWhereKeysAreFree) {
  const std::string stimulus =
      "1 0 g 0x100fc0 300\n1 1 s 0x200ff8 200 0x300000 100\n1 2 g 0x400000 64 0x400100 64\n"
      "4 0 s 0x500000 500\n4 3 g 0x600004 90\n9 1 g 0x100000 33";
  for (const bool posted : {true, false}) {
    CoreBenchConfig config = contract_config(3, 2, posted);
    const std::vector<std::string> captured = all_lines(*run(config, stimulus));
    for (const Translation translation :
         {Translation::kSegment, Translation::kPage, Translation::kBurst}) {
      config.engine.translation = translation;
      EXPECT_EQ(all_lines(*run(config, stimulus)), captured) << name_of(translation);
    }
    config.engine.translation = Translation::kCaptured;
    config.engine.max_read_burst = config.engine.max_write_burst = config.engine.bus_width;
    const std::vector<std::string> one_beat = all_lines(*run(config, stimulus));
    config = contract_config(3, 2, posted);
    config.engine.translation = Translation::kBeat;
    EXPECT_EQ(all_lines(*run(config, stimulus)), one_beat);
  }
}

}  // namespace
}  // namespace sgdma::test
