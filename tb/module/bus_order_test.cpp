// Failures of real engines (cases.md A, C, E) that need a memory of their own: the engine's modules
// on a TLM-2.0 target that answers late, in other orders, and works at the last moment.

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/systemc/case_bench.h"
#include "types/byte_pattern.h"

namespace sgdma::test {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

using Bytes = std::vector<std::uint8_t>;

CaseBenchConfig wide_config(std::uint32_t burst_beats) {
  CaseBenchConfig config;
  config.engine.bus_width = 64;
  config.engine.max_read_burst = 64 * burst_beats;
  config.engine.max_write_burst = 64 * burst_beats;
  config.engine.slots = 4;
  config.engine.read_bursts = 64;
  config.engine.posted_writes = false;
  config.target.latency = [](const TargetBeat&) -> Cycle { return 20; };
  return config;
}

/// What stands in memory that nobody has written.
Bytes untouched(std::uint64_t address, std::uint32_t bytes) {
  Bytes data(bytes);
  fill_pattern(kMemoryPattern, address, data.data(), bytes);
  return data;
}

/// Bytes `from` to `from + bytes - 1` of the payload that the packet with this tag brings.
Bytes payload_of(const CompletionTag& tag, std::uint32_t from, std::uint32_t bytes) {
  Bytes data(bytes);
  fill_pattern(payload_pattern(tag), from, data.data(), bytes);
  return data;
}

/// The receive number 0 of queue pair 0, filled by one packet.
CompletionTag first_receive() {
  CompletionTag tag;
  tag.side = Side::kReceiveQueue;
  return tag;
}

Bytes operator+(Bytes left, const Bytes& right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

// Requests at 3 to 18; the answer to request n is valid at 4 + n + 60 - 2n.
TEST(BusOrder, C07_SixteenReadsAnsweredInReverse) {
  CaseBenchConfig config = wide_config(1);
  config.engine.read_bursts = 16;
  config.engine.response_order = ResponseOrder::kAny;
  config.target.in_order = false;
  config.target.latency = [](const TargetBeat& beat) -> Cycle { return 60 - 2 * beat.number; };
  CaseBench bench("bench", config);
  bench.gather(1, 0, {{0x10000, 1024}});
  run_benches();
  EXPECT_TRUE(bench.done());
  EXPECT_EQ(bench.leaks(), "");
  const std::vector<TraceEvent> moves = bench.events(TraceKind::kMove);
  ASSERT_THAT(moves, SizeIs(16));
  for (std::uint32_t at = 0; at < 16; ++at) {
    EXPECT_EQ(moves[at].address, 0x10000U + 64 * at);
    // The first word comes last, valid at 64; the others have waited for it.
    EXPECT_EQ(moves[at].edge, 65U + at);
  }
  EXPECT_EQ(bench.payload().gathered().at("0.sq.0.0@0"), untouched(0x10000, 1024));
}

class BusOrderE01 : public testing::TestWithParam<ResponseOrder> {};

TEST_P(BusOrderE01, E01_CqeComesAfterTheLastSge) {
  CaseBenchConfig config = wide_config(8);
  config.engine.response_order = GetParam();
  config.target.in_order = GetParam() == ResponseOrder::kSlot;
  config.target.latency = [](const TargetBeat& beat) -> Cycle {
    return beat.address >= 0x20000 && beat.address < 0x30000 ? 200 : 20;
  };
  CaseBench bench("bench", config);
  bench.gather(1, 0, {{0x10000, 512}, {0x20000, 512}, {0x30000, 512}});
  run_benches();
  EXPECT_TRUE(bench.done());
  EXPECT_EQ(bench.leaks(), "");
  // The second request is driven at 4 and its first beat seen at 206; 16 beats move from there on.
  const std::vector<Cycle> moves = bench.edges(TraceKind::kMove);
  ASSERT_THAT(moves, SizeIs(24));
  EXPECT_EQ(moves[8], 206U);
  EXPECT_EQ(moves.back(), 221U);
  EXPECT_THAT(bench.edges(TraceKind::kCompletion), ElementsAre(221));
  ASSERT_THAT(bench.cqes(), SizeIs(1));
  EXPECT_EQ(bench.cqes()[0].first, 222U);
  EXPECT_EQ(bench.cqes()[0].second.bytes, 1536U);
}

INSTANTIATE_TEST_SUITE_P(Orders, BusOrderE01,
                         testing::Values(ResponseOrder::kSlot, ResponseOrder::kAny));

// Software writes over its buffer as soon as the engine lets go of it. The target reads memory at
// the last moment, when it answers.
TEST(BusOrder, E02_SourceMayChangeOnceTheEntryIsGone) {
  CaseBench bench("bench", wide_config(8));
  bench.gather(1, 0, {{0x10000, 4096}});
  int freed = 0;
  bench.when_freed = [&] {
    ++freed;
    const Bytes other(4096, 0xEE);
    bench.target.contents().write(0x10000, other.data(), 4096);
  };
  run_benches();
  EXPECT_TRUE(bench.done());
  EXPECT_EQ(freed, 1);
  EXPECT_EQ(bench.payload().gathered().at("0.sq.0.0@0"), untouched(0x10000, 4096));
  EXPECT_EQ(bench.memory(0x10000, 4096), Bytes(4096, 0xEE));
}

// As above, with the CQE as the sign.
TEST(BusOrder, E02_SourceMayChangeOnceTheCqeIsThere) {
  CaseBench bench("bench", wide_config(8));
  bench.gather(1, 0, {{0x10000, 3000}, {0x20001, 1096}});
  bench.when_cqe = [&] {
    const Bytes other(4096, 0xEE);
    bench.target.contents().write(0x10000, other.data(), 3000);
    bench.target.contents().write(0x20001, other.data(), 1096);
  };
  run_benches();
  EXPECT_THAT(bench.cqes(), SizeIs(1));
  EXPECT_EQ(bench.payload().gathered().at("0.sq.0.0@0"),
            untouched(0x10000, 3000) + untouched(0x20001, 1096));
}

// The target writes when it answers, 300 cycles after it has taken the beat.
TEST(BusOrder, E05_BytesAreInMemoryWhenTheCqeIsWritten) {
  CaseBenchConfig config = wide_config(8);
  config.target.latency = [](const TargetBeat&) -> Cycle { return 300; };
  CaseBench bench("bench", config);
  bench.scatter(1, 0, {{0x10001, 1000}});
  Bytes seen;
  bench.when_cqe = [&] { seen = bench.memory(0x10001, 1000); };
  run_benches();
  EXPECT_TRUE(bench.done());
  EXPECT_EQ(bench.leaks(), "");
  ASSERT_THAT(bench.cqes(), SizeIs(1));
  EXPECT_EQ(seen, payload_of(first_receive(), 0, 1000));
  // The last beat moves at its handshake; 300 cycles later its answer is valid, and seen an edge
  // later.
  const std::vector<Cycle> moves = bench.edges(TraceKind::kMove);
  ASSERT_THAT(moves, SizeIs(16));
  EXPECT_THAT(bench.edges(TraceKind::kCompletion), ElementsAre(moves.back() + 301));
  EXPECT_EQ(bench.memory(0x10000, 1), untouched(0x10000, 1));
  EXPECT_EQ(bench.memory(0x103E9, 1), untouched(0x103E9, 1));
}

// Segments are written in their order, so the second SGE's bytes stand in the overlap.
TEST(BusOrder, A22_OverlappingSgesReadBothAndKeepTheLaterBytes) {
  CaseBench bench("bench", wide_config(4));
  bench.gather(1, 0, {{0x1000, 256}, {0x1080, 256}});
  bench.scatter(200, 0, {{0x1000, 256}, {0x1080, 256}});
  run_benches();
  EXPECT_TRUE(bench.done());
  EXPECT_EQ(bench.leaks(), "");
  EXPECT_EQ(bench.payload().gathered().at("0.sq.0.0@0"),
            untouched(0x1000, 256) + untouched(0x1080, 256));
  EXPECT_EQ(bench.memory(0x1000, 512), payload_of(first_receive(), 0, 128) +
                                           payload_of(first_receive(), 256, 256) +
                                           untouched(0x1180, 128));
  EXPECT_THAT(bench.cqes(), SizeIs(2));
}

}  // namespace
}  // namespace sgdma::test
