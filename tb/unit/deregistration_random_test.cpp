// Random work on regions that are deregistered and reset at random edges, under random key caches.

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/charges.h"
#include "support/core_bench.h"
#include "support/region_stimulus.h"
#include "unit/charge_check.h"

namespace sgdma::test {
namespace {

constexpr std::uint32_t kRegions = 6;

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : engine_(seed) {}
  std::uint64_t below(std::uint64_t end) { return engine_() % end; }
  std::uint64_t from(std::uint64_t low, std::uint64_t high) { return low + below(high - low + 1); }
  bool chance(unsigned percent) { return below(100) < percent; }
  template <class T>
  T one_of(std::initializer_list<T> values) {
    return values.begin()[below(values.size())];
  }

 private:
  std::mt19937_64 engine_;
};

CoreBenchConfig draw_config(Draw& draw) {
  CoreBenchConfig config = contract_config(draw.from(1, 30), draw.from(0, 20), draw.chance(50));
  EngineConfig& engine = config.engine;
  engine.slots = static_cast<std::uint32_t>(draw.from(1, 8));
  engine.read_bursts = static_cast<std::uint32_t>(draw.from(1, 8));
  engine.write_bursts = static_cast<std::uint32_t>(draw.from(1, 8));
  engine.read_bursts_per_slot = draw.one_of({kUnlimited, 1U, 2U});
  engine.response_order = draw.one_of({ResponseOrder::kSlot, ResponseOrder::kAny});
  engine.translation = draw.one_of({Translation::kCaptured, Translation::kSegment,
                                    Translation::kPage, Translation::kBurst, Translation::kBeat});
  engine.deregistration = draw.one_of({Deregistration::kImmediate, Deregistration::kWait,
                                       Deregistration::kFence, Deregistration::kForceError});
  engine.teardown.deregister =
      draw.one_of({TeardownPolicy::kFinishBeat, TeardownPolicy::kFinishBurst,
                   TeardownPolicy::kFinishSegment, TeardownPolicy::kFinishTransfer});
  KeyCacheConfig& keys = engine.key_cache;
  keys.capacity = draw.one_of({kUnlimited, 1U, 4U, 16U});
  keys.pages_per_line = draw.one_of({1U, 4U});
  keys.fetch_over_bus = draw.chance(30);
  keys.hit_latency = static_cast<std::uint32_t>(draw.one_of({0, 0, 1, 7}));
  keys.miss_latency = static_cast<std::uint32_t>(draw.from(1, 60));
  keys.ports = draw.one_of({kUnlimited, 1U, 2U});
  keys.outstanding_misses = draw.one_of({kUnlimited, 1U, 3U});
  config.memory.seed = draw.below(1000000);
  config.memory.jitter = draw.chance(30) ? draw.from(1, 10) : 0;
  return config;
}

std::string draw_work(Draw& draw) {
  std::string text;
  Cycle at = 0;
  for (std::uint64_t left = draw.from(5, 60); left > 0; --left) {
    at += draw.chance(50) ? 0 : draw.from(1, 20);
    text +=
        std::to_string(at) + " " + std::to_string(draw.below(4)) + (draw.chance(50) ? " g" : " s");
    for (std::uint64_t segments = draw.from(1, 3); segments > 0; --segments) {
      const std::uint64_t address =
          (draw.from(1, kRegions) << 20U) + draw.below(8) * 4096 + draw.below(4096);
      text += " " + std::to_string(address) + " " +
              std::to_string(draw.from(1, draw.chance(20) ? 6000 : 200));
    }
    text += "\n";
  }
  return text;
}

void draw_control(Draw& draw, CoreBenchConfig& config) {
  for (std::uint32_t region = 1; region <= kRegions; ++region) {
    ControlRequest request;
    request.kind = ControlKind::kDeregister;
    request.region = RegionKey{region};
    if (draw.chance(60)) {
      config.control.push_back({draw.from(1, 600), request});
    }
  }
  if (draw.chance(30)) {
    ControlRequest request;
    request.kind = draw.one_of(
        {ControlKind::kEngineReset, ControlKind::kQueuePairReset, ControlKind::kQueuePairError});
    request.qp = QpIndex{static_cast<std::uint32_t>(draw.below(4))};
    request.number = QpNumber{raw(request.qp)};
    config.control.push_back({draw.from(1, 600), request});
  }
}

// Edge of the answer, by region.
std::vector<Cycle> answers(const CoreBench& bench) {
  std::vector<Cycle> edges(kRegions + 1, kNever);
  for (const FakeControlClient::Noted& noted : bench.client().answered()) {
    if (noted.request.kind == ControlKind::kDeregister) {
      edges[raw(noted.request.region)] = noted.edge;
    }
  }
  return edges;
}

void check(const CoreBench& bench) {
  EXPECT_EQ(bench.leaks(), "");
  EXPECT_EQ(bench.keys().cache().held_lookups(), 0U);
  EXPECT_FALSE(bench.keys().busy());
  EXPECT_EQ(bench.client().answered().size(), bench.config().control.size());
  EXPECT_EQ(unbalanced(bench.pipeline()), "");
  if (bench.config().engine.deregistration == Deregistration::kImmediate) {
    return;
  }
  const std::vector<Cycle> answered = answers(bench);
  for (const TraceEvent& event : bench.events()) {
    if (event.kind == TraceKind::kMove || event.kind == TraceKind::kRequest ||
        event.kind == TraceKind::kBurst) {
      EXPECT_LE(event.edge, answered[raw(region_of(event.address))]) << text_of(event);
    }
  }
}

class RandomDeregistration : public testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomDeregistration, LeavesNothingBehind) {
  for (std::uint64_t seed = GetParam() * 100; seed < (GetParam() + 1) * 100; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Draw draw(seed);
    CoreBenchConfig config = draw_config(draw);
    const std::string work = draw_work(draw);
    draw_control(draw, config);
    CoreBench events(config, parse_region_stimulus(work));
    events.run(RunMode::kEventsOnly);
    check(events);
    CoreBench edges(config, parse_region_stimulus(work));
    ChargeRecorder charges;
    edges.watch_edges(charges);
    edges.run(RunMode::kEveryEdge);
    EXPECT_EQ(wrong_owners(edges, charges), std::vector<std::string>{});
    for (const Direction direction : {Direction::kGather, Direction::kScatter}) {
      EXPECT_EQ(charged(events.pipeline(), direction), charged(edges.pipeline(), direction));
    }
    ASSERT_EQ(contract_lines(events.events()), contract_lines(edges.events()));
    for (std::size_t at = 0; at < events.client().answered().size(); ++at) {
      ASSERT_EQ(events.client().answered()[at].edge, edges.client().answered()[at].edge);
    }
    if (HasFailure()) {
      return;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomDeregistration, testing::Range<std::uint64_t>(0, 4));

}  // namespace
}  // namespace sgdma::test
