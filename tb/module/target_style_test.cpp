// The same work on targets of all styles: the same bytes, and the cycles that docs/timing.md gives.

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/scenario_random.h"
#include "support/systemc/case_bench.h"
#include "support/systemc/engine_bench.h"
#include "support/systemc/target_words.h"
#include "support/trace_diagram.h"
#include "support/trace_stimulus.h"
#include "types/byte_pattern.h"

namespace sgdma::test {
namespace {

using ::testing::IsEmpty;
using ::testing::Not;

constexpr std::uint64_t kSeed = 4711;
constexpr std::uint32_t kQueuePairs = 4;
constexpr std::uint32_t kTransfers = 40;
constexpr std::uint64_t kArea = 0x10000;  ///< bytes of memory that an SGE has for itself

struct MixedTransfer {
  Cycle at = 0;
  bool scatter = false;
  std::uint32_t qp = 0;
  std::uint32_t number = 0;  ///< of its direction on its queue pair
  CaseSges sges;
};

/// Gathers and scatters of 1 to 3 SGEs with any length and alignment, each in an area of its own.
std::vector<MixedTransfer> mixed_work() {
  ScenarioRandom random(kSeed);
  std::vector<MixedTransfer> work;
  std::array<std::array<std::uint32_t, kQueuePairs>, kDirections> numbers{};
  std::uint64_t area = 0;
  Cycle at = 1;
  while (work.size() < kTransfers) {
    MixedTransfer transfer;
    at += random.between(0, 19);
    transfer.at = at;
    transfer.scatter = random.chance(50);
    transfer.qp = static_cast<std::uint32_t>(random.between(0, kQueuePairs - 1));
    transfer.number = numbers[transfer.scatter ? 1 : 0][transfer.qp]++;
    for (std::uint64_t sges = random.between(1, 3); sges > 0; --sges) {
      area += kArea;
      const std::uint64_t in_area = random.between(0, 4095);
      const auto bytes = static_cast<std::uint32_t>(random.between(1, 1300));
      transfer.sges.emplace_back(area + in_area, bytes);
    }
    work.push_back(transfer);
  }
  return work;
}

/// Bytes that the transfer must deliver or write, in order.
std::vector<std::uint8_t> right_bytes(const MixedTransfer& transfer) {
  std::vector<std::uint8_t> bytes;
  CompletionTag tag;
  tag.qp = QpNumber{transfer.qp};
  tag.side = Side::kReceiveQueue;
  tag.number = transfer.number;
  for (const auto& [address, count] : transfer.sges) {
    const std::size_t offset = bytes.size();
    bytes.resize(offset + count);
    if (transfer.scatter) {
      fill_pattern(payload_pattern(tag), static_cast<std::uint32_t>(offset), &bytes[offset], count);
    } else {
      fill_pattern(kMemoryPattern, address, &bytes[offset], count);
    }
  }
  return bytes;
}

std::vector<std::uint8_t> moved_bytes(CaseBench& bench, const MixedTransfer& transfer) {
  if (!transfer.scatter) {
    return bench.payload().gathered().at(std::to_string(transfer.qp) + ".sq." +
                                         std::to_string(transfer.number) + ".0@0");
  }
  std::vector<std::uint8_t> bytes;
  for (const auto& [address, count] : transfer.sges) {
    const std::vector<std::uint8_t> part = bench.memory(address, count);
    bytes.insert(bytes.end(), part.begin(), part.end());
  }
  return bytes;
}

/// A segment's latency is its own.
Cycle latency_of_area(const TargetBeat& beat) { return 3 + beat.address / kArea * 7 % 11; }

struct MixedRun {
  std::string target;  ///< as docs/timing.md writes it
  bool posted = false;
  ResponseOrder order{};
};

CaseBenchConfig mixed_config(const MixedRun& run, const std::string& target) {
  const TargetWords words = read_targets(target).front();
  CaseBenchConfig config;
  config.queue_pairs = kQueuePairs;
  config.engine.bus_width = 16;
  config.engine.max_read_burst = 128;
  config.engine.max_write_burst = 64;
  config.engine.slots = 6;
  config.engine.read_bursts = 8;
  config.engine.write_bursts = 4;
  config.engine.posted_writes = run.posted;
  config.engine.response_order = run.order;
  config.target = words.script;
  config.target.in_order = run.order == ResponseOrder::kSlot;
  config.target.latency = latency_of_area;
  config.make_target = [style = words.style](const sc_core::sc_module_name& name,
                                             const TargetScript& script) {
    return make_target(style, name, script);
  };
  return config;
}

void add_work(CaseBench& bench, const std::vector<MixedTransfer>& work) {
  for (const MixedTransfer& transfer : work) {
    if (transfer.scatter) {
      bench.scatter(transfer.at, transfer.qp, transfer.sges);
    } else {
      bench.gather(transfer.at, transfer.qp, transfer.sges);
    }
  }
}

void expect_right(CaseBench& bench, const std::vector<MixedTransfer>& work) {
  EXPECT_TRUE(bench.done());
  EXPECT_EQ(bench.leaks(), "");
  EXPECT_EQ(bench.cqes().size(), work.size());
  for (const MixedTransfer& transfer : work) {
    EXPECT_EQ(moved_bytes(bench, transfer), right_bytes(transfer))
        << (transfer.scatter ? "scatter " : "gather ") << transfer.number << " of queue pair "
        << transfer.qp;
  }
}

std::string name_of_run(const testing::TestParamInfo<MixedRun>& instance) {
  return test_name(instance.param.target + (instance.param.posted ? " posted" : " answered") +
                   (instance.param.order == ResponseOrder::kAny ? " any order" : " in order"));
}

/// `any`: with answers in any order too; `slot`: with answers in order too.
std::vector<MixedRun> runs_of(const std::vector<std::string>& targets, bool any, bool slot) {
  std::vector<MixedRun> runs;
  for (const std::string& target : targets) {
    for (const bool posted : {true, false}) {
      if (any) {
        runs.push_back({target, posted, ResponseOrder::kAny});
      }
      if (slot) {
        runs.push_back({target, posted, ResponseOrder::kSlot});
      }
    }
  }
  return runs;
}

void PrintTo(const MixedRun& run, std::ostream* out) { *out << run.target; }

class SameBytes : public testing::TestWithParam<MixedRun> {};

TEST_P(SameBytes, MoveOnEveryStyle) {
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  const std::vector<MixedTransfer> work = mixed_work();
  CaseBench bench("bench", mixed_config(GetParam(), GetParam().target));
  add_work(bench, work);
  run_benches();
  expect_right(bench, work);
}

std::vector<std::string> completions(const CaseBench& bench) {
  std::vector<std::string> lines;
  for (const auto& [edge, cqe] : bench.cqes()) {
    lines.push_back(std::to_string(edge) + " " + std::to_string(raw(cqe.qp)) + " " +
                    std::to_string(cqe.bytes));
  }
  return lines;
}

/// Beats that nobody watches take a shorter way.
TEST_P(SameBytes, MoveUnseenAsSeen) {
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  const std::vector<MixedTransfer> work = mixed_work();
  CaseBench seen("seen", mixed_config(GetParam(), GetParam().target));
  CaseBench bench("bench", mixed_config(GetParam(), GetParam().target));
  bench.engine.watch().beats = nullptr;
  add_work(seen, work);
  add_work(bench, work);
  run_benches();
  expect_right(bench, work);
  EXPECT_EQ(completions(bench), completions(seen));
  const core::Pipeline& pipeline = bench.engine.pipeline();
  const core::Pipeline& other = seen.engine.pipeline();
  EXPECT_EQ(pipeline.slots_in_use().sum, other.slots_in_use().sum);
  EXPECT_EQ(pipeline.reads_outstanding().sum, other.reads_outstanding().sum);
  EXPECT_EQ(pipeline.writes_outstanding().sum, other.writes_outstanding().sum);
  for (const Direction direction : {Direction::kGather, Direction::kScatter}) {
    EXPECT_EQ(pipeline.account(direction).cycles(core::StallCause::kMoved),
              other.account(direction).cycles(core::StallCause::kMoved));
  }
}

INSTANTIATE_TEST_SUITE_P(, SameBytes,
                         testing::ValuesIn(runs_of({"early", "four_phase accept_delay=3",
                                                    "four_phase end_req_by_call=1", "return_path",
                                                    "return_path accept_delay=1", "blocking"},
                                                   true, true)),
                         name_of_run);
INSTANTIATE_TEST_SUITE_P(Reordering, SameBytes,
                         testing::ValuesIn(runs_of({"reordering", "reordering hold=50"}, true,
                                                   false)),
                         name_of_run);

/// Targets that end a request with its call cannot be told from one that completes early.
class SameLog : public testing::TestWithParam<MixedRun> {};

TEST_P(SameLog, AsOnATargetThatCompletesEarly) {
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  const std::vector<MixedTransfer> work = mixed_work();
  CaseBench early("early", mixed_config(GetParam(), "early"));
  CaseBench bench("bench", mixed_config(GetParam(), GetParam().target));
  add_work(early, work);
  add_work(bench, work);
  run_benches();
  expect_right(bench, work);
  EXPECT_THAT(early.log(), Not(IsEmpty()));
  EXPECT_EQ(bench.log(), early.log());
  EXPECT_EQ(bench.cqes().back().first, early.cqes().back().first);
}

INSTANTIATE_TEST_SUITE_P(
    , SameLog,
    testing::ValuesIn(runs_of({"early hold=50", "four_phase", "four_phase hold=50"}, true, true)),
    name_of_run);
// An answer that is said in advance keeps others from overtaking it.
INSTANTIATE_TEST_SUITE_P(ReturnPath, SameLog,
                         testing::ValuesIn(runs_of({"return_path", "return_path hold=50"}, false,
                                                   true)),
                         name_of_run);

/// A target that refuses all but whole aligned words, beside one that takes beats as they are.
class FullWord : public testing::TestWithParam<MixedRun> {};

TEST_P(FullWord, DoesTheSame) {
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  const std::vector<MixedTransfer> work = mixed_work();
  CaseBenchConfig words = mixed_config(GetParam(), GetParam().target);
  words.engine.beats = BeatForm::kFullWord;
  words.target.word = words.engine.bus_width;
  CaseBench exact("exact", mixed_config(GetParam(), GetParam().target));
  CaseBench bench("bench", words);
  add_work(exact, work);
  add_work(bench, work);
  run_benches();
  expect_right(bench, work);
  EXPECT_EQ(bench.log(), exact.log());
}

INSTANTIATE_TEST_SUITE_P(, FullWord,
                         testing::ValuesIn(runs_of({"early", "early hold=50", "four_phase",
                                                    "four_phase accept_delay=2"},
                                                   true, true)),
                         name_of_run);

TEST(FullWordTarget, RefusesPartsOfAWord) {
  CaseBenchConfig config = mixed_config({"early", true, ResponseOrder::kSlot}, "early");
  config.target.word = config.engine.bus_width;
  CaseBench bench("bench", config);
  bench.gather(1, 0, {{0x1000, 17}});
  run_benches();
  ASSERT_EQ(bench.cqes().size(), 1U);
  EXPECT_EQ(bench.cqes()[0].second.status, CompletionStatus::kGeneralErr);
}

/// Edges from a beat's drive to the next one's, and to its own move, by docs/timing.md.
struct BeatCost {
  std::string target;
  Cycle read_step, read_move;
  Cycle write_step, write_move;
};

constexpr Cycle kReadLatency = 9;
constexpr Cycle kWriteLatency = 4;

void PrintTo(const BeatCost& cost, std::ostream* out) { *out << cost.target; }

class StyleCost : public testing::TestWithParam<BeatCost> {};

// 20 beats each, the first and the last partial; requests never wait for a tag.
TEST_P(StyleCost, IsAsDocumented) {
  CoreBenchConfig config = contract_config(kReadLatency, kWriteLatency, true);
  config.engine.read_bursts = 16;
  const TargetWords target = read_targets(GetParam().target).front();
  EngineBench bench("bench", config, parse_stimulus("1 0 g 0x1005 150\n1 1 s 0x2003 151\n"),
                    target.style, target.script);
  sc_core::sc_start(sc_core::sc_time(10, sc_core::SC_US), sc_core::SC_EXIT_ON_STARVATION);
  EXPECT_EQ(bench.leaks(), "");
  std::vector<Cycle> reads;
  std::vector<Cycle> writes;
  for (const TraceEvent& event : bench.events()) {
    if (event.kind == TraceKind::kMove) {
      (event.direction == Direction::kGather ? reads : writes).push_back(event.edge);
    }
  }
  ASSERT_EQ(reads.size(), 20U);
  ASSERT_EQ(writes.size(), 20U);
  for (std::size_t beat = 0; beat < reads.size(); ++beat) {
    EXPECT_EQ(reads[beat], 3 + beat * GetParam().read_step + GetParam().read_move) << beat;
    EXPECT_EQ(writes[beat], 3 + beat * GetParam().write_step + GetParam().write_move) << beat;
  }
}

constexpr Cycle kAnswer = kReadLatency + 2;

INSTANTIATE_TEST_SUITE_P(
    , StyleCost,
    testing::Values(BeatCost{"early", 1, kAnswer, 1, 1}, BeatCost{"return_path", 1, kAnswer, 1, 1},
                    BeatCost{"four_phase", 1, kAnswer, 1, 1},
                    BeatCost{"four_phase end_req_by_call=1", 1, kAnswer, 1, 1},
                    BeatCost{"four_phase accept_delay=1", 2, 1 + kAnswer, 2, 2},
                    BeatCost{"return_path accept_delay=1", 2, 1 + kAnswer, 2, 2},
                    BeatCost{"four_phase accept_delay=4", 5, 4 + kAnswer, 5, 5},
                    BeatCost{"blocking", kAnswer, kAnswer, kWriteLatency + 2, kWriteLatency + 2}),
    [](const testing::TestParamInfo<BeatCost>& instance) {
      return test_name(instance.param.target);
    });

}  // namespace
}  // namespace sgdma::test
