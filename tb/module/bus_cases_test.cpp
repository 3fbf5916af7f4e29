// Failures of real engines (cases.md C and K) that need a target of their own: tags, payloads and
// their references.

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/systemc/case_bench.h"
#include "support/systemc/early_target.h"
#include "support/systemc/return_path_target.h"
#include "support/systemc/target_words.h"
#include "support/trace_diagram.h"
#include "types/byte_pattern.h"

namespace sgdma::test {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

using Bytes = std::vector<std::uint8_t>;

/// 8-byte words, answered writes, a target as docs/timing.md writes it.
CaseBenchConfig narrow_config(const std::string& target, std::uint32_t burst_beats) {
  const TargetWords words = read_targets(target).front();
  CaseBenchConfig config;
  config.engine.bus_width = 8;
  config.engine.max_read_burst = 8 * burst_beats;
  config.engine.max_write_burst = 8 * burst_beats;
  config.engine.slots = 4;
  config.engine.posted_writes = false;
  config.target = words.script;
  config.make_target = [style = words.style](const sc_core::sc_module_name& name,
                                             const TargetScript& script) {
    return make_target(style, name, script);
  };
  return config;
}

/// What stands in memory that nobody has written.
Bytes untouched(std::uint64_t address, std::uint32_t bytes) {
  Bytes data(bytes);
  fill_pattern(kMemoryPattern, address, data.data(), bytes);
  return data;
}

/// What the first receive of a queue pair brings.
Bytes first_payload(std::uint32_t qp, std::uint32_t bytes) {
  CompletionTag tag;
  tag.qp = QpNumber{qp};
  tag.side = Side::kReceiveQueue;
  Bytes data(bytes);
  fill_pattern(payload_pattern(tag), 0, data.data(), bytes);
  return data;
}

std::vector<std::string> cqes_of(const CaseBench& bench) {
  std::vector<std::string> texts;
  for (const auto& [edge, cqe] : bench.cqes()) {
    texts.push_back(std::to_string(edge) + ' ' + std::to_string(raw(cqe.qp)) + ' ' +
                    std::string(name_of(cqe.status)));
  }
  return texts;
}

// Requests at 3 and 4. The target collects until 15 and says T1, T0, T1, T0, ...: taken at 16
// to 23.
TEST(BusCases, C01_InterleavedReadsInAnyOrder) {
  CaseBenchConfig config = narrow_config("reordering", 4);
  config.queue_pairs = 2;
  config.engine.response_order = ResponseOrder::kAny;
  CaseBench bench("bench", config);
  bench.gather(1, 0, {{0x1000, 32}});
  bench.gather(1, 1, {{0x2000, 32}});
  run_benches();
  EXPECT_TRUE(bench.done());
  EXPECT_EQ(bench.leaks(), "");
  const std::vector<TraceEvent> moves = bench.events(TraceKind::kMove);
  ASSERT_THAT(moves, SizeIs(8));
  for (std::uint32_t at = 0; at < 8; ++at) {
    EXPECT_EQ(moves[at].edge, 16 + at);
    EXPECT_EQ(moves[at].qp, at % 2 == 0 ? 1U : 0U);
    EXPECT_EQ(moves[at].offset, at / 2 * 8);
  }
  EXPECT_THAT(cqes_of(bench), ElementsAre("23 1 SUCCESS", "24 0 SUCCESS"));
  EXPECT_EQ(bench.payload().gathered().at("0.sq.0.0@0"), untouched(0x1000, 32));
  EXPECT_EQ(bench.payload().gathered().at("1.sq.0.0@0"), untouched(0x2000, 32));
}

// One queue pair: its second WQE ends first, and its CQE waits for that of the first.
TEST(BusCases, C01_CqesOfAQueuePairAreInOrder) {
  CaseBenchConfig config = narrow_config("reordering", 4);
  config.engine.response_order = ResponseOrder::kAny;
  CaseBench bench("bench", config);
  bench.gather(1, 0, {{0x1000, 32}});
  bench.gather(1, 0, {{0x2000, 32}});
  run_benches();
  EXPECT_THAT(bench.edges(TraceKind::kDone), ElementsAre(22, 23));
  ASSERT_THAT(bench.cqes(), SizeIs(2));
  EXPECT_EQ(bench.cqes()[0].second.number, 0U);
  EXPECT_EQ(bench.cqes()[1].second.number, 1U);
  EXPECT_EQ(bench.cqes()[0].first, 24U);
}

// Two tags. Queue pair 0's second word is there at once and waits in the reorder buffer for the
// first, valid at 404; the payload end takes a word every 300 cycles. Nobody gets the tag of a word
// that has not left the buffer.
TEST(BusCases, C03_TagServesAgainOnceItsDataHaveLeftTheBuffer) {
  CaseBenchConfig config = narrow_config("four_phase", 1);
  config.queue_pairs = 2;
  config.engine.response_order = ResponseOrder::kAny;
  config.engine.read_bursts = 2;
  config.engine.gather_rate = {8, 300};
  config.engine.gather_depth = 8;
  config.target.in_order = false;
  config.target.latency = [](const TargetBeat& beat) -> Cycle {
    return beat.address == 0x100000 ? 400 : 20;
  };
  CaseBench bench("bench", config);
  bench.gather(1, 0, {{0x100000, 8}, {0x1000, 8}});
  for (std::uint32_t read = 0; read < 20; ++read) {
    bench.gather(10, 1, {{0x2000 + 64 * read, 8}});
  }
  run_benches();
  EXPECT_TRUE(bench.done());
  EXPECT_EQ(bench.leaks(), "");
  std::map<std::uint32_t, Cycle> moved;  // last word of a tag
  std::size_t reissued = 0;
  for (const TraceEvent& event : bench.events()) {
    if (event.kind == TraceKind::kMove) {
      moved[event.bus_tag] = event.edge;
    } else if (event.kind == TraceKind::kRequest && reissued++ >= 2) {
      ASSERT_EQ(moved.count(event.bus_tag), 1U) << "request at " << event.edge;
      EXPECT_LT(moved[event.bus_tag], event.edge);
      moved.erase(event.bus_tag);
    }
  }
  EXPECT_EQ(reissued, 22U);
  // Valid at 404: from then on a word moves whenever the payload end has room.
  const std::vector<Cycle> moves = bench.edges(TraceKind::kMove);
  ASSERT_THAT(moves, SizeIs(22));
  for (std::size_t at = 0; at < moves.size(); ++at) {
    EXPECT_EQ(moves[at], 405 + 300 * at);
  }
}

/// Says an address that is aligned down to 64 bytes in its answers.
template <class Style>
class AligningTarget : public Style {
 public:
  using Style::Style;

 private:
  void serve(tlm::tlm_generic_payload& payload) override {
    Style::serve(payload);
    payload.set_address(payload.get_address() & ~std::uint64_t{63});
  }
};

template <class Style>
class BusCasesC08 : public testing::Test {
 protected:
  static CaseBenchConfig config(ResponseOrder order) {
    CaseBenchConfig config = narrow_config("four_phase", 4);
    config.queue_pairs = 2;
    config.engine.response_order = order;
    config.make_target = [](const sc_core::sc_module_name& name, const TargetScript& script) {
      return std::make_unique<AligningTarget<Style>>(name, script);
    };
    return config;
  }
};
using AllStyles = testing::Types<EarlyTarget, ReturnPathTarget, FourPhaseTarget>;

struct StyleName {
  template <class Style>
  static std::string GetName(int) {  // NOLINT(readability-identifier-naming): as GoogleTest has it
    if (std::is_same_v<Style, EarlyTarget>) return "early";
    return std::is_same_v<Style, ReturnPathTarget> ? "return_path" : "four_phase";
  }
};
TYPED_TEST_SUITE(BusCasesC08, AllStyles, StyleName);

TYPED_TEST(BusCasesC08, C08_AnswersWithAnotherAddressFindTheirBeat) {
  CaseBench slot("slot", this->config(ResponseOrder::kSlot));
  CaseBench any("any", this->config(ResponseOrder::kAny));
  for (CaseBench* bench : {&slot, &any}) {
    bench->gather(1, 0, {{0x1025, 100}});
    bench->scatter(1, 1, {{0x2039, 100}});
  }
  run_benches();
  for (CaseBench* bench : {&slot, &any}) {
    EXPECT_TRUE(bench->done());
    EXPECT_EQ(bench->leaks(), "");
    EXPECT_EQ(bench->payload().gathered().at("0.sq.0.0@0"), untouched(0x1025, 100));
    EXPECT_EQ(bench->memory(0x2039, 100), first_payload(1, 100));
  }
}

/// Targets as docs/timing.md writes them.
class BusCasesOfStyles : public testing::TestWithParam<const char*> {};

// One payload in all, that has carried an error.
TEST_P(BusCasesOfStyles, K04_PayloadIsFreshAfterAnError) {
  CaseBenchConfig config = narrow_config(GetParam(), 1);
  config.engine.slots = 1;
  config.target.faults = {{0x1000, 8}, {0x3000, 8}};
  CaseBench bench("bench", config);
  bench.gather(1, 0, {{0x1000, 8}});
  bench.gather(100, 0, {{0x2000, 8}});
  bench.scatter(200, 0, {{0x3000, 8}});
  bench.scatter(300, 0, {{0x4000, 8}});
  run_benches();
  EXPECT_EQ(bench.leaks(), "");
  std::vector<CompletionStatus> statuses;
  for (const auto& [edge, cqe] : bench.cqes()) {
    statuses.push_back(cqe.status);
  }
  EXPECT_THAT(statuses, ElementsAre(CompletionStatus::kGeneralErr, CompletionStatus::kSuccess,
                                    CompletionStatus::kGeneralErr, CompletionStatus::kSuccess));
  EXPECT_EQ(bench.engine.memory_bus.read_path().pool().size(), 1U);
  EXPECT_EQ(bench.engine.memory_bus.write_path().pool().size(), 1U);
}

TEST_P(BusCasesOfStyles, K05_PoolIsNoLargerThanWhatIsOutstanding) {
  constexpr std::uint32_t kOutstanding = 8;
  constexpr std::uint32_t kBeats = 50000;
  CaseBenchConfig config = narrow_config(GetParam(), 1);
  config.queue_pairs = 2;
  config.path_mtu = 8 * kBeats;
  config.engine.read_bursts = kOutstanding;
  config.engine.write_bursts = kOutstanding;
  CaseBench bench("bench", config);
  bench.gather(1, 0, {{0x1000000, 8 * kBeats}});
  bench.scatter(1, 1, {{0x2000000, 8 * kBeats}});
  run_benches();
  EXPECT_TRUE(bench.done());
  EXPECT_EQ(bench.leaks(), "");
  EXPECT_EQ(bench.read_rules.ended() + bench.write_rules.ended(), 2U * kBeats);
  EXPECT_LE(bench.engine.memory_bus.read_path().pool().size(), kOutstanding);
  EXPECT_LE(bench.engine.memory_bus.write_path().pool().size(), kOutstanding);
}

INSTANTIATE_TEST_SUITE_P(, BusCasesOfStyles,
                         testing::Values("early", "return_path", "four_phase",
                                         "four_phase end_req_by_call=1"),
                         [](const testing::TestParamInfo<const char*>& instance) {
                           return test_name(instance.param);
                         });

class BusCasesK06 : public testing::TestWithParam<const char*> {};

// The transfers end long before: writes are posted.
TEST_P(BusCasesK06, K06_PayloadLivesUntilItsAnswer) {
  CaseBenchConfig config = narrow_config(GetParam(), 4);
  config.queue_pairs = 2;
  config.engine.posted_writes = true;
  config.target.latency = [](const TargetBeat& beat) -> Cycle { return beat.write ? 500 : 20; };
  CaseBench bench("bench", config);
  bench.scatter(1, 0, {{0x1003, 100}});
  bench.gather(1, 1, {{0x2000, 100}});
  run_benches();
  EXPECT_TRUE(bench.done());
  EXPECT_EQ(bench.leaks(), "");
  EXPECT_THAT(bench.cqes(), SizeIs(2));
  EXPECT_LT(bench.cqes().back().first, 100U);
  EXPECT_GT(sc_core::sc_time_stamp(), sc_core::sc_time(500, sc_core::SC_NS));
  EXPECT_EQ(bench.memory(0x1003, 100), first_payload(0, 100));
  EXPECT_EQ(bench.payload().gathered().at("1.sq.0.0@0"), untouched(0x2000, 100));
}

INSTANTIATE_TEST_SUITE_P(
    , BusCasesK06, testing::Values("return_path", "four_phase", "four_phase end_req_by_call=1"),
    [](const testing::TestParamInfo<const char*>& instance) { return test_name(instance.param); });

// Beats are answered early, and the target reads them 500 cycles later.
TEST(BusCases, K06_PayloadLivesUntilItsTargetLetsGo) {
  CaseBench bench("bench", narrow_config("early hold=500", 4));
  bench.scatter(1, 0, {{0x1003, 100}});
  run_benches();
  EXPECT_EQ(bench.leaks(), "");
  ASSERT_THAT(bench.cqes(), SizeIs(1));
  EXPECT_LT(bench.cqes()[0].first, 100U);
  EXPECT_EQ(bench.memory(0x1003, 100), first_payload(0, 100));
}

}  // namespace
}  // namespace sgdma::test
