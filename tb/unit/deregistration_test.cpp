// Regions that are deregistered under running transfers, edge by edge, on the contract's engine: a
// gather that is granted at n asks at n + 1, and its first word moves at n + 6, then one an edge.

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/core_bench.h"
#include "support/region_stimulus.h"

namespace sgdma::test {
namespace {

constexpr std::uint32_t kRegion = 1;

CoreBenchConfig with(Deregistration policy, Translation translation, Cycle edge,
                     std::uint32_t region = kRegion) {
  CoreBenchConfig config = contract_config(3, 2, true);
  config.engine.deregistration = policy;
  config.engine.translation = translation;
  config.engine.teardown.deregister = TeardownPolicy::kFinishBurst;
  ControlRequest request;
  request.kind = ControlKind::kDeregister;
  request.region = RegionKey{region};
  config.control = {{edge, request}};
  return config;
}

struct Outcome {
  Cycle answered = kNever;
  Cycle last_beat = 0;      ///< in the region
  std::uint32_t bytes = 0;  ///< moved there
  std::vector<TraceEvent> completions;
};

Outcome run(const CoreBenchConfig& config, const std::string& stimulus) {
  CoreBench every(config, parse_region_stimulus(stimulus));
  every.run(RunMode::kEveryEdge);
  CoreBench bench(config, parse_region_stimulus(stimulus));
  bench.run(RunMode::kEventsOnly);
  EXPECT_EQ(contract_lines(bench.events()), contract_lines(every.events()));
  EXPECT_EQ(bench.leaks(), "");
  EXPECT_EQ(bench.keys().cache().held_lookups(), 0U);
  Outcome outcome;
  EXPECT_EQ(bench.client().answered().size(), 1U);
  EXPECT_EQ(every.client().answered().size(), 1U);
  outcome.answered = bench.client().answered().front().edge;
  EXPECT_EQ(every.client().answered().front().edge, outcome.answered);
  for (const TraceEvent& event : bench.events()) {
    if (event.kind == TraceKind::kMove && raw(region_of(event.address)) == kRegion) {
      outcome.last_beat = event.edge;
      outcome.bytes += event.bytes;
    } else if (event.kind == TraceKind::kCompletion) {
      outcome.completions.push_back(event);
    }
  }
  return outcome;
}

// Granted at 2; requests at 3, 4, 5, 6 (four tags); words at 8 to 11, 12 to 15, ...; a tag that is
// given back at 11 serves at 12, 15 at 16, ... In all 8 bursts, done at 39.
const std::string kGather = "1 0 g 0x100000 256";

TEST(Deregistration, WaitLetsItFinish) {
  for (const Translation translation : {Translation::kCaptured, Translation::kBurst}) {
    const Outcome outcome = run(with(Deregistration::kWait, translation, 10), kGather);
    EXPECT_EQ(outcome.completions.front().status, CompletionStatus::kSuccess);
    EXPECT_EQ(outcome.bytes, 256U);
    EXPECT_EQ(outcome.last_beat, 39U);
    EXPECT_EQ(outcome.answered, 39U);
  }
}

TEST(Deregistration, FenceWaitsForTheUnitsInHand) {
  const Outcome captured = run(with(Deregistration::kFence, Translation::kCaptured, 10), kGather);
  EXPECT_EQ(captured.completions.front().status, CompletionStatus::kSuccess);
  EXPECT_EQ(captured.answered, 39U);
  // Four bursts have begun, the fifth does not: the last word of the fourth moves at 23.
  const Outcome burst = run(with(Deregistration::kFence, Translation::kBurst, 10), kGather);
  EXPECT_EQ(burst.completions.front().status, CompletionStatus::kLocProtErr);
  EXPECT_EQ(burst.bytes, 128U);
  EXPECT_EQ(burst.last_beat, 23U);
  EXPECT_EQ(burst.answered, 23U);
}

TEST(Deregistration, FenceWaitsForOthersToo) {
  // Queue pair 1 uses another region. Asked for at 3, before any burst of either.
  const std::string stimulus = "1 0 g 0x100000 8\n1 1 s 0x200000 128";
  const Outcome wait = run(with(Deregistration::kWait, Translation::kCaptured, 3), stimulus);
  EXPECT_EQ(wait.answered, 8U);
  const Outcome fence = run(with(Deregistration::kFence, Translation::kCaptured, 3), stimulus);
  EXPECT_EQ(fence.answered, 19U);  // driven from 3 to 18
  EXPECT_EQ(fence.completions.size(), 2U);
}

TEST(Deregistration, ImmediateIsAnsweredAtOnceAndExposes) {
  const Outcome captured =
      run(with(Deregistration::kImmediate, Translation::kCaptured, 10), kGather);
  EXPECT_EQ(captured.answered, 10U);
  EXPECT_EQ(captured.last_beat, 39U);
  EXPECT_EQ(captured.completions.front().status, CompletionStatus::kSuccess);
  const Outcome burst = run(with(Deregistration::kImmediate, Translation::kBurst, 10), kGather);
  EXPECT_EQ(burst.answered, 10U);
  EXPECT_EQ(burst.last_beat, 23U);
  EXPECT_EQ(burst.completions.front().status, CompletionStatus::kLocProtErr);
  EXPECT_EQ(burst.completions.front().bytes, 128U);
}

TEST(Deregistration, ForceErrorTearsDownByPolicy) {
  for (const Translation translation : {Translation::kCaptured, Translation::kBurst}) {
    CoreBenchConfig config = with(Deregistration::kForceError, translation, 10);
    const Outcome burst = run(config, kGather);
    EXPECT_EQ(burst.completions.front().status, CompletionStatus::kLocProtErr);
    EXPECT_EQ(burst.bytes, 128U);
    EXPECT_EQ(burst.answered, 23U);
    // Words at 8, 9, 10 have moved; the rest is thrown away as it comes.
    config.engine.teardown.deregister = TeardownPolicy::kFinishBeat;
    const Outcome beat = run(config, kGather);
    EXPECT_EQ(beat.bytes, 24U);
    EXPECT_EQ(beat.answered, 23U);
    config.engine.teardown.deregister = TeardownPolicy::kFinishTransfer;
    const Outcome drain = run(config, kGather);
    EXPECT_EQ(drain.completions.front().status, CompletionStatus::kSuccess);
    EXPECT_EQ(drain.answered, 39U);
  }
}

TEST(Deregistration, QueuedTransfersFailInTheirTurn) {
  // One slot. The second fails when the first, of another region, is done; the third goes on.
  for (const Deregistration policy : {Deregistration::kImmediate, Deregistration::kWait,
                                      Deregistration::kFence, Deregistration::kForceError}) {
    CoreBenchConfig config = with(policy, Translation::kCaptured, 5);
    config.engine.slots = 1;
    const Outcome outcome =
        run(config, "1 0 g 0x200000 8\n1 0 g 0x100000 8 0x300000 8\n1 0 g 0x300000 8");
    ASSERT_EQ(outcome.completions.size(), 3U);
    EXPECT_EQ(outcome.completions[0].status, CompletionStatus::kSuccess);
    EXPECT_EQ(outcome.completions[0].edge, 8U);
    EXPECT_EQ(outcome.completions[1].status, CompletionStatus::kLocProtErr);
    EXPECT_EQ(outcome.completions[1].edge, 9U);
    EXPECT_EQ(outcome.completions[1].bytes, 0U);
    EXPECT_EQ(outcome.completions[2].status, CompletionStatus::kSuccess);
    EXPECT_EQ(outcome.bytes, 0U);
    EXPECT_EQ(outcome.answered, policy == Deregistration::kFence ? 8U : 5U) << name_of(policy);
  }
}

TEST(Deregistration, AWaitingHeadOfTheRegionNeedsNoKeyAnyMore) {
  CoreBenchConfig config = with(Deregistration::kWait, Translation::kCaptured, 5);
  config.engine.key_cache.capacity = 8;
  config.engine.key_cache.miss_latency = 1000;
  const Outcome outcome = run(config, "1 0 g 0x100000 8");
  EXPECT_EQ(outcome.completions.front().status, CompletionStatus::kLocProtErr);
  EXPECT_EQ(outcome.completions.front().edge, 6U);
}

TEST(Deregistration, WorkThatComesLaterIsRefused) {
  const Outcome outcome = run(with(Deregistration::kWait, Translation::kBurst, 5),
                              "9 0 g 0x100000 8\n9 1 s 0x200000 8");
  ASSERT_EQ(outcome.completions.size(), 2U);
  EXPECT_EQ(outcome.answered, 5U);
  const TraceEvent& failed = outcome.completions[outcome.completions[0].qp == 0 ? 0 : 1];
  EXPECT_EQ(failed.status, CompletionStatus::kLocProtErr);
  EXPECT_EQ(failed.edge, 10U);
}

TEST(Deregistration, ATransferGoesOnUpToTheRegion) {
  // Its first segment is in region 2: four bursts; the next unit is lost when they have begun.
  const Outcome outcome =
      run(with(Deregistration::kFence, Translation::kBurst, 4), "1 0 s 0x200000 128 0x100000 64");
  EXPECT_EQ(outcome.completions.front().status, CompletionStatus::kLocProtErr);
  EXPECT_EQ(outcome.completions.front().bytes, 128U);
  EXPECT_EQ(outcome.bytes, 0U);
  EXPECT_EQ(outcome.answered, 7U);  // the burst in hand, driven from 3 to 6, has moved
}

TEST(Deregistration, ASlotThatWaitsForItsKeyFailsAtOnce) {
  CoreBenchConfig config = with(Deregistration::kFence, Translation::kBurst, 60);
  config.engine.key_cache.capacity = 8;
  config.engine.key_cache.pages_per_line = 1;
  config.engine.key_cache.miss_latency = 40;
  // As in the translation tests: asked for at 43 (at 4 without the first miss), moved from 48 to
  // 51; then it waits up to 83.
  const Outcome outcome = run(config, "1 0 g 0x100fe0 64");
  EXPECT_EQ(outcome.completions.front().status, CompletionStatus::kLocProtErr);
  EXPECT_EQ(outcome.completions.front().edge, 60U);
  EXPECT_EQ(outcome.completions.front().bytes, 32U);
  EXPECT_EQ(outcome.answered, 60U);
}

TEST(Deregistration, ResponderTransfersFailAsTheirPeersFault) {
  CoreBenchConfig config = with(Deregistration::kForceError, Translation::kCaptured, 10);
  std::vector<TimedRequest> work = parse_region_stimulus(kGather);
  work[0].request.tag.side = Side::kResponder;
  CoreBench bench(config, work);
  bench.run(RunMode::kEventsOnly);
  const auto completion =
      std::find_if(bench.events().begin(), bench.events().end(),
                   [](const TraceEvent& event) { return event.kind == TraceKind::kCompletion; });
  EXPECT_EQ(completion->status, CompletionStatus::kRemAccessErr);
}

TEST(Deregistration, ASecondRequestWaitsForTheFirst) {
  CoreBenchConfig config = with(Deregistration::kWait, Translation::kCaptured, 10);
  config.control.push_back({11, config.control[0].request});
  CoreBench bench(config, parse_region_stimulus(kGather));
  bench.run(RunMode::kEventsOnly);
  ASSERT_EQ(bench.client().answered().size(), 2U);
  EXPECT_EQ(bench.client().answered()[0].edge, 39U);
  EXPECT_EQ(bench.client().answered()[1].edge, 40U);
}

TEST(Deregistration, AResetAnswersItToo) {
  CoreBenchConfig config = with(Deregistration::kWait, Translation::kCaptured, 10);
  config.engine.teardown.engine_reset = TeardownPolicy::kFinishBeat;
  ControlRequest reset;
  reset.kind = ControlKind::kEngineReset;
  config.control.push_back({12, reset});
  CoreBench bench(config, parse_region_stimulus(kGather));
  bench.run(RunMode::kEventsOnly);
  // Four bursts are out: the last word comes at 23.
  for (const FakeControlClient::Noted& answer : bench.client().answered()) {
    EXPECT_EQ(answer.edge, 23U);
  }
}

}  // namespace
}  // namespace sgdma::test
