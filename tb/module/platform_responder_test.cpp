#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "module/platform_bench.h"

namespace sgdma::platform::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const auto kOnly = PacketPosition::kOnly;
const auto kFirst = PacketPosition::kFirst;
const auto kMiddle = PacketPosition::kMiddle;
const auto kLast = PacketPosition::kLast;

IncomingPacket send_packet(PacketPosition position, std::uint32_t bytes) {
  return packet(PacketOpcode::kSend, position, bytes);
}

IncomingPacket write_packet(PacketPosition position, std::uint32_t bytes) {
  return packet(PacketOpcode::kWrite, position, bytes);
}

TEST(PlatformResponder, ASendOfSeveralPacketsCrossesTheEntriesOfItsReceive) {
  PlatformBench bench;
  bench.give(wqe(WqeOpcode::kReceive,
                 {{0x100000, 100, kKey}, {0, 0, kUnknownKey}, {0x0FF0, 0x1000, kScatteredKey}}));
  const TransferRequest first = bench.give_one(send_packet(kFirst, 64));
  EXPECT_EQ(text_of(first), "scatter 7.rq.0.0@0 64: 0x40000+64");
  const TransferRequest middle = bench.give_one(send_packet(kMiddle, 64));
  EXPECT_EQ(text_of(middle), "scatter 7.rq.0.1@0 64: 0x40040+36 0x7ff0+16 0x3000+12");
  const TransferRequest last = bench.give_one(with_immediate(send_packet(kLast, 5)));
  EXPECT_EQ(text_of(last), "scatter 7.rq.0.2@0 5 last: 0x300c+5");
  bench.finish(first);
  bench.finish(last);
  EXPECT_THAT(bench.new_cqes(), IsEmpty());
  bench.finish(middle);
  EXPECT_THAT(bench.new_cqes(), ElementsAre("7.rq.0 SUCCESS 133 imm"));
}

TEST(PlatformResponder, MessagesTakeReceivesInOrder) {
  PlatformBench bench;
  bench.give(wqe(WqeOpcode::kReceive, {{0x100000, 64, kKey}}));
  bench.give(wqe(WqeOpcode::kReceive, {{0x101000, 64, kKey}}));
  const TransferRequest first = bench.give_one(send_packet(kOnly, 10));
  const TransferRequest second = bench.give_one(send_packet(kOnly, 0));
  EXPECT_EQ(text_of(second), "scatter 7.rq.1.0@0 0 last:");
  bench.finish(second);
  EXPECT_THAT(bench.new_cqes(), IsEmpty());
  bench.finish(first);
  EXPECT_THAT(bench.new_cqes(), ElementsAre("7.rq.0 SUCCESS 10", "7.rq.1 SUCCESS 0"));
}

TEST(PlatformResponder, Rule5_AMessageLongerThanItsReceive) {
  PlatformBench bench;
  bench.give(wqe(WqeOpcode::kReceive, {{0x100000, 100, kKey}}));
  bench.give(wqe(WqeOpcode::kReceive, {{0x101000, 100, kKey}}));
  const TransferRequest first = bench.give_one(send_packet(kFirst, 64));
  EXPECT_THAT(bench.give(send_packet(kMiddle, 64)), IsEmpty());
  EXPECT_THAT(bench.give(send_packet(kLast, 1)), IsEmpty());
  EXPECT_THAT(bench.recorder.rejects,
              ElementsAre("4 7.rq.0.1@0 LOC_LEN_ERR", "5 7.rq.0.2@0 LOC_LEN_ERR"));
  EXPECT_THAT(bench.new_cqes(), IsEmpty());
  bench.finish(first);
  EXPECT_THAT(bench.new_cqes(), ElementsAre("7.rq.0 LOC_LEN_ERR 0"));
  const TransferRequest fits = bench.give_one(send_packet(kOnly, 100));
  EXPECT_EQ(text_of(fits), "scatter 7.rq.1.0@0 100 last: 0x41000+100");
  bench.finish(fits);
  EXPECT_THAT(bench.new_cqes(), ElementsAre("7.rq.1 SUCCESS 100"));
}

TEST(PlatformResponder, AReceiveWhoseEntryIsBadFailsWithTheFirstPacketThatGoesToIt) {
  PlatformBench bench;
  bench.give(wqe(WqeOpcode::kReceive, {{0x100000, 64, kKey}, {0x200000, 64, kReadOnlyKey}}));
  bench.give(wqe(WqeOpcode::kReceive, {{0x100000, 64, kKey}, {0x200000, 64, kReadOnlyKey}}));
  bench.finish(bench.give_one(send_packet(kOnly, 64)));
  bench.finish(bench.give_one(send_packet(kFirst, 60)));
  EXPECT_THAT(bench.give(send_packet(kLast, 5)), IsEmpty());
  EXPECT_THAT(bench.new_cqes(), ElementsAre("7.rq.0 SUCCESS 64", "7.rq.1 LOC_PROT_ERR 0"));
}

TEST(PlatformResponder, NoReceivePosted) {
  PlatformBench bench;
  EXPECT_THAT(bench.give(send_packet(kFirst, 64)), IsEmpty());
  bench.give(wqe(WqeOpcode::kReceive, {{0x100000, 100, kKey}}));
  EXPECT_THAT(bench.give(send_packet(kLast, 1)), IsEmpty());
  EXPECT_THAT(bench.recorder.rejects,
              ElementsAre("1 7.responder.0.0@0 REM_OP_ERR", "3 7.responder.0.1@0 REM_OP_ERR"));
  EXPECT_EQ(bench.intake.counters().receiver_not_ready, 1U);
  EXPECT_EQ(text_of(bench.give_one(send_packet(kOnly, 3))), "scatter 7.rq.0.0@0 3 last: 0x40000+3");
}

TEST(PlatformResponder, AReceiveWithTooManyEntriesKeepsItsPlaceInTheOrder) {
  BenchConfig config;
  config.target.max_sge = 1;
  PlatformBench bench(config);
  const ScatterGatherEntry good{0x100000, 8, kKey};
  bench.give(wqe(WqeOpcode::kReceive, {good}));
  bench.give(wqe(WqeOpcode::kReceive, {good, good}));
  bench.give(wqe(WqeOpcode::kReceive, {good}));
  EXPECT_THAT(bench.new_cqes(), IsEmpty());
  bench.finish(bench.give_one(send_packet(kOnly, 8)));
  EXPECT_THAT(bench.new_cqes(), ElementsAre("7.rq.0 SUCCESS 8", "7.rq.1 LOC_QP_OP_ERR 0"));
  const TransferRequest next = bench.give_one(send_packet(kOnly, 8));
  EXPECT_EQ(to_string(next.tag), "7.rq.2.0@0");
  bench.finish(next);
  EXPECT_THAT(bench.new_cqes(), ElementsAre("7.rq.2 SUCCESS 8"));
}

TEST(PlatformResponder, AWriteGoesOnFromItsRemoteAddress) {
  PlatformBench bench;
  const TransferRequest first =
      bench.give_one(remote(write_packet(kFirst, 0x1000), 0x0800, kScatteredKey, 0x1010));
  EXPECT_EQ(text_of(first), "scatter 7.responder.0.0@0 4096: 0x7800+2048 0x3000+2048");
  const TransferRequest last = bench.give_one(write_packet(kLast, 0x10));
  EXPECT_EQ(text_of(last), "scatter 7.responder.0.1@0 16 last: 0x3800+16");
  const TransferRequest next = bench.give_one(remote(write_packet(kOnly, 1), 0x100000, kKey, 1));
  EXPECT_EQ(to_string(next.tag), "7.responder.1.0@0");
  bench.finish(next);
  bench.finish(last);
  bench.finish(first);
  EXPECT_THAT(bench.new_cqes(), IsEmpty());
}

TEST(PlatformResponder, AWriteWithImmediateConsumesAReceive) {
  PlatformBench bench;
  bench.give(wqe(WqeOpcode::kReceive, {{0, 1, kUnknownKey}}));
  const TransferRequest first =
      bench.give_one(remote(write_packet(kFirst, 64), 0x100000, kKey, 100));
  const TransferRequest last = bench.give_one(with_immediate(write_packet(kLast, 36)));
  EXPECT_EQ(text_of(last), "scatter 7.responder.0.1@0 36 last: 0x40040+36");
  bench.finish(last);
  EXPECT_THAT(bench.new_cqes(), IsEmpty());
  bench.finish(first);
  EXPECT_THAT(bench.new_cqes(), ElementsAre("7.rq.0 SUCCESS 100 imm"));
}

TEST(PlatformResponder, AFailedWriteFailsTheReceiveThatItsImmediateConsumes) {
  PlatformBench bench;
  for (int i = 0; i < 2; ++i) {
    bench.give(wqe(WqeOpcode::kReceive, {}));
  }
  // The failure before the immediate, and after it.
  bench.finish(bench.give_one(remote(write_packet(kFirst, 64), 0x100000, kKey, 100)),
               CompletionStatus::kGeneralErr);
  bench.finish(bench.give_one(with_immediate(write_packet(kLast, 36))));
  EXPECT_THAT(bench.new_cqes(), ElementsAre("7.rq.0 GENERAL_ERR 0 imm"));
  const TransferRequest first =
      bench.give_one(remote(write_packet(kFirst, 64), 0x100000, kKey, 100));
  bench.finish(bench.give_one(with_immediate(write_packet(kLast, 36))));
  bench.finish(first, CompletionStatus::kGeneralErr);
  EXPECT_THAT(bench.new_cqes(), ElementsAre("7.rq.1 GENERAL_ERR 0 imm"));
}

TEST(PlatformResponder, AWriteWithImmediateNeedsAReceive) {
  PlatformBench bench;
  bench.finish(bench.give_one(remote(write_packet(kFirst, 64), 0x100000, kKey, 100)));
  EXPECT_THAT(bench.give(with_immediate(write_packet(kLast, 36))), IsEmpty());
  EXPECT_THAT(bench.recorder.rejects, ElementsAre("3 7.responder.0.1@0 REM_OP_ERR"));
}

class EarlierScatters : public testing::TestWithParam<std::size_t> {};

TEST_P(EarlierScatters, AReceiveWaitsForEachOfThem) {
  PlatformBench bench;
  bench.give(wqe(WqeOpcode::kReceive, {{0x100000, 8, kKey}}));
  bench.give(wqe(WqeOpcode::kRead, {{0x100000, 64, kKey}}));
  std::vector<TransferRequest> earlier;
  earlier.push_back(bench.give_one(remote(write_packet(kOnly, 8), 0x100000, kKey, 8)));
  earlier.push_back(bench.give_one(packet(PacketOpcode::kReadResponse, kFirst, 32)));
  const TransferRequest atomic =
      bench.give_one(remote(packet(PacketOpcode::kFetchAdd, kOnly, 0), 0x100008, kKey, 0));
  earlier.push_back(PlatformBench::scatter_of(atomic));
  const TransferRequest send = bench.give_one(send_packet(kOnly, 8));
  const TransferRequest later = bench.give_one(packet(PacketOpcode::kReadResponse, kLast, 32));
  bench.finish(send);
  bench.finish(atomic);
  for (std::size_t i = 0; i < earlier.size(); ++i) {
    if (i != GetParam()) {
      bench.finish(earlier[i]);
    }
  }
  EXPECT_THAT(bench.new_cqes(), IsEmpty());
  bench.finish(earlier[GetParam()]);
  EXPECT_THAT(bench.new_cqes(), ElementsAre("7.rq.0 SUCCESS 8"));
  bench.finish(later);
  EXPECT_THAT(bench.new_cqes(), ElementsAre("7.sq.0 SUCCESS 64"));
}

INSTANTIATE_TEST_SUITE_P(LastIs, EarlierScatters, testing::Values(0U, 1U, 2U));

TEST(PlatformResponder, AFaultInOnePacketMakesOneErrorCqe) {
  PlatformBench bench;
  bench.give(wqe(WqeOpcode::kReceive, {{0x100000, 192, kKey}}));
  const TransferRequest first = bench.give_one(send_packet(kFirst, 64));
  const TransferRequest middle = bench.give_one(send_packet(kMiddle, 64));
  bench.finish(middle, CompletionStatus::kRemOpErr);
  bench.finish(first, CompletionStatus::kGeneralErr);
  bench.finish(bench.give_one(send_packet(kLast, 64)));
  EXPECT_THAT(bench.new_cqes(), ElementsAre("7.rq.0 GENERAL_ERR 0"));
}

TEST(PlatformResponder, AReadRequestGathersInPartsBehindEarlierScatters) {
  BenchConfig config;
  config.target.max_transfer = 4096;
  PlatformBench bench(config);
  const std::vector<TransferRequest> parts = bench.give(
      remote(packet(PacketOpcode::kReadRequest, kOnly, 0), 0x0800, kScatteredKey, 0x1001));
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(text_of(parts[0]), "gather 7.responder.0.0@0 4096: 0x7800+2048 0x3000+2048");
  EXPECT_EQ(text_of(parts[1]), "gather 7.responder.0.1@0 1 last: 0x3800+1");
  EXPECT_TRUE(parts[0].after_scatters && parts[1].after_scatters);
  bench.finish(parts[1]);
  bench.finish(parts[0], CompletionStatus::kGeneralErr);
  EXPECT_THAT(bench.new_cqes(), IsEmpty());
  const TransferRequest empty =
      bench.give_one(remote(packet(PacketOpcode::kReadRequest, kOnly, 0), 0xBAD, kUnknownKey, 0));
  EXPECT_EQ(text_of(empty), "gather 7.responder.1.0@0 0 last:");
}

TEST(PlatformResponder, RemoteRangesThatFail) {
  PlatformBench bench;
  const IncomingPacket read = packet(PacketOpcode::kReadRequest, kOnly, 0);
  const IncomingPacket add = packet(PacketOpcode::kFetchAdd, kOnly, 0);
  const IncomingPacket write = write_packet(kOnly, 8);
  const std::vector<IncomingPacket> bad = {
      remote(write, 0x100000, kUnknownKey, 8),  remote(write, 0x10FFF9, kKey, 8),
      remote(write, 0x200000, kReadOnlyKey, 8), remote(read, 0x200000, kReadOnlyKey, 8),
      remote(add, 0x200000, kReadOnlyKey, 0),   remote(add, 0x100004, kKey, 0),
      remote(read, 0, kKey, 0x80000001U),       remote(write, 0x100000, kKey, 9),
  };
  for (const IncomingPacket& item : bad) {
    EXPECT_THAT(bench.give(item), IsEmpty());
  }
  EXPECT_THAT(
      bench.recorder.rejects,
      ElementsAre("1 7.responder.0.0@0 REM_ACCESS_ERR", "2 7.responder.1.0@0 REM_ACCESS_ERR",
                  "3 7.responder.2.0@0 REM_ACCESS_ERR", "4 7.responder.3.0@0 REM_ACCESS_ERR",
                  "5 7.responder.4.0@0 REM_ACCESS_ERR", "6 7.responder.5.0@0 REM_INV_REQ_ERR",
                  "7 7.responder.6.0@0 REM_INV_REQ_ERR", "8 7.responder.7.0@0 REM_INV_REQ_ERR"));
  EXPECT_THAT(bench.recorder.rejected_bytes, ElementsAre(8, 8, 8, 8, 8, 8, 0x80000001U, 9));
  EXPECT_THAT(bench.new_cqes(), IsEmpty());
  EXPECT_TRUE(bench.atomics.empty());
  // A range of zero length is not looked at.
  EXPECT_EQ(text_of(bench.give_one(remote(write_packet(kOnly, 0), 0xBAD, kUnknownKey, 0))),
            "scatter 7.responder.8.0@0 0 last:");
}

TEST(PlatformResponder, ARejectedWriteDropsTheRestOfItsMessage) {
  PlatformBench bench;
  EXPECT_THAT(bench.give(remote(write_packet(kFirst, 64), 0x10FFFF, kKey, 128)), IsEmpty());
  EXPECT_THAT(bench.give(write_packet(kMiddle, 32)), IsEmpty());
  EXPECT_THAT(bench.give(write_packet(kLast, 32)), IsEmpty());
  EXPECT_THAT(bench.recorder.rejects, ElementsAre("1 7.responder.0.0@0 REM_ACCESS_ERR",
                                                  "2 7.responder.0.1@0 REM_ACCESS_ERR",
                                                  "3 7.responder.0.2@0 REM_ACCESS_ERR"));
  EXPECT_THAT(bench.recorder.rejected_bytes, ElementsAre(128, 32, 32));
}

TEST(PlatformResponder, PacketsOutOfContext) {
  PlatformBench bench;
  bench.give(wqe(WqeOpcode::kReceive, {{0x100000, 64, kKey}}));
  bench.give(wqe(WqeOpcode::kReceive, {{0x101000, 64, kKey}}));
  EXPECT_THAT(bench.give(send_packet(kMiddle, 8)), IsEmpty());
  const TransferRequest cut = bench.give_one(send_packet(kFirst, 8));
  EXPECT_THAT(bench.give(write_packet(kLast, 8)), IsEmpty());
  const TransferRequest next = bench.give_one(send_packet(kOnly, 8));
  EXPECT_EQ(text_of(next), "scatter 7.rq.1.0@0 8 last: 0x41000+8");
  EXPECT_THAT(bench.give(send_packet(kLast, 8)), IsEmpty());
  EXPECT_EQ(bench.intake.counters().out_of_context, 4U);
  EXPECT_THAT(bench.recorder.rejects, ElementsAre("3 7.responder.0.0@0 REM_INV_REQ_ERR",
                                                  "5 7.responder.1.0@0 REM_INV_REQ_ERR",
                                                  "7 7.responder.2.0@0 REM_INV_REQ_ERR"));
  bench.finish(next);
  bench.finish(cut);
  EXPECT_THAT(bench.new_cqes(), ElementsAre("7.rq.0 REM_INV_REQ_ERR 0", "7.rq.1 SUCCESS 8"));
}

TEST(PlatformResponder, SinglePacketRequestsInSeveralPackets) {
  PlatformBench bench;
  EXPECT_THAT(bench.give(remote(packet(PacketOpcode::kReadRequest, kFirst, 0), 0x100000, kKey, 8)),
              IsEmpty());
  EXPECT_THAT(bench.give(packet(PacketOpcode::kReadRequest, kLast, 0)), IsEmpty());
  EXPECT_THAT(bench.recorder.rejects, ElementsAre("1 7.responder.0.0@0 REM_INV_REQ_ERR",
                                                  "2 7.responder.1.0@0 REM_INV_REQ_ERR"));
}

TEST(PlatformResponder, AnAtomicWriteScattersEightBytes) {
  PlatformBench bench;
  const TransferRequest scatter =
      bench.give_one(remote(packet(PacketOpcode::kAtomicWrite, kOnly, 8), 0x100FF8, kKey, 0));
  EXPECT_EQ(text_of(scatter), "scatter 7.responder.0.0@0 8 last: 0x40ff8+8");
  EXPECT_FALSE(scatter.atomic_granule.has_value());
  bench.finish(scatter);
  EXPECT_THAT(bench.give(remote(packet(PacketOpcode::kAtomicWrite, kOnly, 8), 0x100FFC, kKey, 0)),
              IsEmpty());
}

TEST(PlatformResponder, AnAtomicWhoseGranuleIsNotAlignedInMemoryIsRefused) {
  BenchConfig config;
  config.more_regions.push_back({"crooked", RegionKey{1}, 0x4, 0x100, 4096, 0, {0x8000}, 15});
  PlatformBench bench(config);
  EXPECT_THAT(bench.give(remote(packet(PacketOpcode::kFetchAdd, kOnly, 0), 0x8, RegionKey{1}, 0)),
              IsEmpty());
  EXPECT_THAT(bench.recorder.rejects, ElementsAre("1 7.responder.0.0@0 REM_INV_REQ_ERR"));
}

TEST(PlatformResponder, AnAcknowledgeMovesNothing) {
  PlatformBench bench;
  EXPECT_THAT(bench.give(packet(PacketOpcode::kAcknowledge, kOnly, 0)), IsEmpty());
  EXPECT_EQ(bench.intake.counters().acknowledges, 1U);
  EXPECT_THAT(bench.recorder.rejects, IsEmpty());
}

}  // namespace
}  // namespace sgdma::platform::test
