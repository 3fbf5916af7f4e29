/// Right streams pass the oracle: one for each row of opcodes that moves data, and for rejections.
#include <gtest/gtest.h>

#include "oracle_stream.h"

namespace sgdma::oracle_test {
namespace {

using platform::PacketOpcode;
using platform::PacketPosition;
using platform::WqeOpcode;

constexpr RegionKey kKey{1};
constexpr RegionKey kUnknownKey{77};

void expect_right(const Stream& stream) {
  const auto board = stream.play();
  EXPECT_EQ(board->broken(), 0U) << text_of(*board);
  EXPECT_TRUE(board->verified());
  EXPECT_GT(board->checked(), 0U);
}

// IOVA 0x10000 + i stands at 0x40100 + i up to 0x40FFF, then at 0x90000, 0x91000, 0x20000.

TEST(OracleRight, SendGathersItsSgesAcrossPages) {
  Stream stream;
  stream.item(7, wqe(WqeOpcode::kSend,
                     {{0x10EF0, 0x20, kKey}, {0x1, 0, kUnknownKey}, {0x10003, 100, kKey}}));
  stream.run(2, transfer(tag(7, Side::kSendQueue, 0), Direction::kGather,
                         {{0x40FF0, 16}, {0x90000, 16}, {0x40103, 100}}));
  stream.cqe(7, Side::kSendQueue, 0, WqeOpcode::kSend, 132);
  expect_right(stream);
}

TEST(OracleRight, MergedRunsAreOneSegmentAndUnmergedPagesAreTwo) {
  for (const bool merge : {true, false}) {
    Stream stream;
    stream.target.merge_runs = merge;
    stream.item(7, wqe(WqeOpcode::kWrite, {{0x11EF8, 16, kKey}}));
    const std::vector<Segment> segments = merge ? std::vector<Segment>{{0x90FF8, 16}}
                                                : std::vector<Segment>{{0x90FF8, 8}, {0x91000, 8}};
    stream.run(0, transfer(tag(7, Side::kSendQueue, 0), Direction::kGather, segments));
    stream.cqe(7, Side::kSendQueue, 0, WqeOpcode::kWrite, 16);
    expect_right(stream);
  }
}

TEST(OracleRight, WqeIsCutIntoPartsOfMaxTransfer) {
  Stream stream;
  stream.target.max_transfer = 24;
  stream.item(7, wqe(WqeOpcode::kSend, {{0x10000, 30, kKey}, {0x10100, 30, kKey}}));
  stream.run(0,
             transfer(tag(7, Side::kSendQueue, 0, 0, false), Direction::kGather, {{0x40100, 24}}));
  stream.run(1, transfer(tag(7, Side::kSendQueue, 0, 1, false), Direction::kGather,
                         {{0x40118, 6}, {0x40200, 18}}));
  stream.run(0, transfer(tag(7, Side::kSendQueue, 0, 2), Direction::kGather, {{0x40212, 12}}));
  stream.cqe(7, Side::kSendQueue, 0, WqeOpcode::kSend, 60);
  expect_right(stream);
}

TEST(OracleRight, ZeroLengthAndInlineWorkPassWithoutASlot) {
  Stream stream;
  stream.item(7, wqe(WqeOpcode::kSend, {{0x10000, 0, kUnknownKey}}));
  platform::WorkQueueElement inlined = wqe(WqeOpcode::kSend, {});
  inlined.inlined = true;
  inlined.inline_bytes = 40;
  stream.pass(transfer(tag(7, Side::kSendQueue, 0), Direction::kGather, {}));
  stream.item(7, inlined);
  stream.pass(transfer(tag(7, Side::kSendQueue, 1), Direction::kGather, {}));
  stream.cqe(7, Side::kSendQueue, 0, WqeOpcode::kSend, 0);
  stream.cqe(7, Side::kSendQueue, 1, WqeOpcode::kSend, 40);
  expect_right(stream);
}

TEST(OracleRight, UnsignaledSuccessWritesNoCqe) {
  Stream stream;
  platform::WorkQueueElement quiet = wqe(WqeOpcode::kSend, {{0x10000, 8, kKey}});
  quiet.signaled = false;
  stream.item(7, quiet);
  stream.run(0, transfer(tag(7, Side::kSendQueue, 0), Direction::kGather, {{0x40100, 8}}));
  expect_right(stream);
}

// An unsignaled WQE whose transfer succeeds in ERR, behind one that has failed: it is flushed.
TEST(OracleRight, UnsignaledSuccessBehindAFailureInErrorIsFlushed) {
  Stream stream;
  platform::WorkQueueElement quiet = wqe(WqeOpcode::kSend, {{0x10000, 8, kKey}});
  quiet.signaled = false;
  const TransferRequest first =
      transfer(tag(7, Side::kSendQueue, 0), Direction::kGather, {{0x40100, 8}});
  const TransferRequest second =
      transfer(tag(7, Side::kSendQueue, 1), Direction::kGather, {{0x40100, 8}});
  stream.item(7, wqe(WqeOpcode::kSend, {{0x10000, 8, kKey}}));
  stream.run(0, first, 0);
  stream.cqe(7, Side::kSendQueue, 0, WqeOpcode::kSend, 0, CompletionStatus::kGeneralErr);
  stream.item(7, quiet);
  stream.post(second);
  stream.grant(1, second);
  stream.add(StateEvent{QpNumber{7}, platform::QpState::kError});
  stream.move(1, second);
  stream.cqe(7, Side::kSendQueue, 1, WqeOpcode::kSend, 0, CompletionStatus::kWrFlushErr);
  stream.final_state.drained = true;
  stream.final_state.cqes_written = true;
  expect_right(stream);
  stream.erase<platform::CompletionQueueEntry>(1);
  EXPECT_NE(find(*stream.play(), "cqe_missing"), nullptr) << text_of(*stream.play());
}

TEST(OracleRight, MessageOfSeveralPacketsGoesOnWhereThePacketBeforeEnded) {
  Stream stream;
  stream.queue_pairs[0].path_mtu = 256;
  stream.item(7, wqe(WqeOpcode::kReceive, {{0x10000, 300, kKey}, {0x11000, 300, kKey}}));
  stream.item(7, packet(PacketOpcode::kSend, 256, PacketPosition::kFirst));
  stream.run(
      0, transfer(tag(7, Side::kReceiveQueue, 0, 0, false), Direction::kScatter, {{0x40100, 256}}));
  platform::IncomingPacket last = packet(PacketOpcode::kSend, 100, PacketPosition::kLast);
  last.immediate = true;
  stream.item(7, last);
  stream.run(1, transfer(tag(7, Side::kReceiveQueue, 0, 1), Direction::kScatter,
                         {{0x40200, 44}, {0x90100, 56}}));
  stream.cqe(7, Side::kReceiveQueue, 0, WqeOpcode::kReceive, 356);
  stream.nth<platform::CompletionQueueEntry>(0).immediate = true;
  expect_right(stream);
}

TEST(OracleRight, WriteWithImmediateConsumesAReceiveWithItsLastPacket) {
  Stream stream;
  stream.queue_pairs[0].path_mtu = 256;
  stream.item(7, wqe(WqeOpcode::kReceive, {}));
  stream.item(7, reth(packet(PacketOpcode::kWrite, 256, PacketPosition::kFirst), 0x10000, 300));
  platform::IncomingPacket last = packet(PacketOpcode::kWrite, 44, PacketPosition::kLast);
  last.immediate = true;
  stream.item(7, last);
  stream.run(
      0, transfer(tag(7, Side::kResponder, 0, 0, false), Direction::kScatter, {{0x40100, 256}}));
  stream.run(0, transfer(tag(7, Side::kResponder, 0, 1), Direction::kScatter, {{0x40200, 44}}));
  stream.cqe(7, Side::kReceiveQueue, 0, WqeOpcode::kReceive, 300);
  stream.nth<platform::CompletionQueueEntry>(0).immediate = true;
  expect_right(stream);
}

TEST(OracleRight, ReadResponsesLandInTheRequestersSges) {
  Stream stream;
  stream.queue_pairs[0].path_mtu = 256;
  stream.item(7, wqe(WqeOpcode::kRead, {{0x10000, 200, kKey}, {0x10400, 100, kKey}}));
  stream.item(7, packet(PacketOpcode::kReadResponse, 256, PacketPosition::kFirst));
  stream.item(7, packet(PacketOpcode::kReadResponse, 44, PacketPosition::kLast));
  stream.run(0, transfer(tag(7, Side::kSendQueue, 0, 0, false), Direction::kScatter,
                         {{0x40100, 200}, {0x40500, 56}}));
  stream.run(1, transfer(tag(7, Side::kSendQueue, 0, 1), Direction::kScatter, {{0x40538, 44}}));
  stream.cqe(7, Side::kSendQueue, 0, WqeOpcode::kRead, 300);
  expect_right(stream);
}

TEST(OracleRight, ReadAtTheResponderSeesWhatAnEarlierWriteLeft) {
  Stream stream;
  stream.item(7, reth(packet(PacketOpcode::kWrite, 64), 0x10010, 64));
  stream.item(7, reth(packet(PacketOpcode::kReadRequest, 0), 0x10000, 96));
  stream.run(3, transfer(tag(7, Side::kResponder, 0), Direction::kScatter, {{0x40110, 64}}));
  stream.run(3, transfer(tag(7, Side::kResponder, 1), Direction::kGather, {{0x40100, 96}}));
  expect_right(stream);
}

TransferRequest atomic_part(std::uint32_t part) {
  TransferRequest request =
      transfer(tag(7, Side::kResponder, 0, part, part == 1),
               part == 0 ? Direction::kGather : Direction::kScatter, {{0x40108, 8}});
  request.atomic_granule = 0x40108;
  return request;
}

TEST(OracleRight, AtomicWritesBackWhatItComputes) {
  Stream stream;
  platform::IncomingPacket add = reth(packet(PacketOpcode::kFetchAdd, 0), 0x10008, 8);
  add.swap_or_add = 1;
  stream.item(7, add);
  stream.run(0, atomic_part(0));
  stream.grant(0, atomic_part(1));
  stream.move(0, atomic_part(1));
  expect_right(stream);
}

TEST(OracleRight, AtomicResponseAndAtomicWriteMoveEightBytes) {
  Stream stream;
  stream.item(7, wqe(WqeOpcode::kCompareSwap, {{0x10000, 8, kKey}}));
  stream.item(7, packet(PacketOpcode::kAtomicResponse, 8));
  stream.run(0, transfer(tag(7, Side::kSendQueue, 0), Direction::kScatter, {{0x40100, 8}}));
  stream.cqe(7, Side::kSendQueue, 0, WqeOpcode::kCompareSwap, 8);
  stream.item(7, reth(packet(PacketOpcode::kAtomicWrite, 8), 0x10010, 8));
  stream.run(0, transfer(tag(7, Side::kResponder, 0), Direction::kScatter, {{0x40110, 8}}));
  expect_right(stream);
}

TEST(OracleRight, RejectedWorkCompletesWithItsStatus) {
  Stream stream;
  stream.item(7, wqe(WqeOpcode::kSend, {{0x10000, 8, kUnknownKey}}));
  stream.reject(tag(7, Side::kSendQueue, 0), CompletionStatus::kLocProtErr);
  stream.cqe(7, Side::kSendQueue, 0, WqeOpcode::kSend, 0, CompletionStatus::kLocProtErr);
  stream.item(7, reth(packet(PacketOpcode::kWrite, 64), 0x12FF0, 64));
  stream.reject(tag(7, Side::kResponder, 0), CompletionStatus::kRemAccessErr);
  stream.item(7, wqe(WqeOpcode::kReceive, {{0x10000, 32, kKey}}));
  stream.item(7, packet(PacketOpcode::kSend, 33));
  stream.reject(tag(7, Side::kReceiveQueue, 0), CompletionStatus::kLocLenErr);
  stream.cqe(7, Side::kReceiveQueue, 0, WqeOpcode::kReceive, 0, CompletionStatus::kLocLenErr);
  stream.item(7, reth(packet(PacketOpcode::kCompareSwap, 0), 0x10004, 8));
  stream.reject(tag(7, Side::kResponder, 2), CompletionStatus::kRemInvReqErr);
  expect_right(stream);
}

TEST(OracleRight, SgeThatWrapsPast2To64IsRejected) {
  Stream stream;
  stream.item(7, wqe(WqeOpcode::kSend, {{0xFFFFFFFFFFFFFFC0, 96, kKey}}));
  stream.reject(tag(7, Side::kSendQueue, 0), CompletionStatus::kLocProtErr);
  stream.cqe(7, Side::kSendQueue, 0, WqeOpcode::kSend, 0, CompletionStatus::kLocProtErr);
  expect_right(stream);
}

TEST(OracleRight, MessageAbove2To31IsRejected) {
  Stream stream;
  const platform::ScatterGatherEntry quarter{0x10000, 0x40000000, kKey};
  stream.item(7, wqe(WqeOpcode::kSend, {quarter, quarter, quarter, quarter}));
  stream.reject(tag(7, Side::kSendQueue, 0), CompletionStatus::kLocLenErr);
  stream.cqe(7, Side::kSendQueue, 0, WqeOpcode::kSend, 0, CompletionStatus::kLocLenErr);
  expect_right(stream);
}

TEST(OracleRight, PacketWithoutAReceiveIsDropped) {
  Stream stream;
  stream.item(7, packet(PacketOpcode::kSend, 64));
  expect_right(stream);
}

TEST(OracleRight, BusErrorBecomesGeneralError) {
  for (const Direction direction : {Direction::kGather, Direction::kScatter}) {
    Stream stream;
    stream.engine.posted_writes = false;
    const bool gather = direction == Direction::kGather;
    const Side side = gather ? Side::kSendQueue : Side::kReceiveQueue;
    if (gather) {
      stream.item(7, wqe(WqeOpcode::kSend, {{0x10000, 100, kKey}}));
    } else {
      stream.item(7, wqe(WqeOpcode::kReceive, {{0x10000, 100, kKey}}));
      stream.item(7, packet(PacketOpcode::kSend, 100));
    }
    stream.run(0, transfer(tag(7, side, 0), direction, {{0x40100, 100}}), 16);
    stream.cqe(7, side, 0, gather ? WqeOpcode::kSend : WqeOpcode::kReceive, 0,
               CompletionStatus::kGeneralErr);
    expect_right(stream);
  }
}

// Beats of 16 bytes: the second of four is bad, and memory serves the two behind it.
TEST(OracleRight, MemoryServesWhatIsBehindABadBeatOfItsBurst) {
  Stream stream;
  stream.item(7, wqe(WqeOpcode::kSend, {{0x10000, 64, kKey}}));
  stream.run(0, transfer(tag(7, Side::kSendQueue, 0), Direction::kGather, {{0x40100, 64}}), 16);
  for (const std::size_t behind : {2U, 3U}) {
    ASSERT_EQ(stream.nth<ServedEvent>(behind).beat.beat, behind);
    stream.nth<ServedEvent>(behind).beat.status = BusStatus::kOkay;
  }
  stream.cqe(7, Side::kSendQueue, 0, WqeOpcode::kSend, 0, CompletionStatus::kGeneralErr);
  expect_right(stream);
}

TEST(OracleRight, CountsAtTheEndAreRight) {
  Stream stream;
  stream.item(7, wqe(WqeOpcode::kSend, {{0x10000, 32, kKey}}));
  stream.run(0, transfer(tag(7, Side::kSendQueue, 0), Direction::kGather, {{0x40100, 32}}));
  stream.cqe(7, Side::kSendQueue, 0, WqeOpcode::kSend, 32);
  stream.final_state.cycles = 100;
  stream.final_state.free_slots = 4;
  stream.final_state.free_read_tags = 8;
  stream.final_state.free_write_tags = 8;
  stream.final_state.read_bytes_outstanding = 0;
  stream.final_state.completion_entries_reserved = 0;
  stream.final_state.granules_locked = 0;
  stream.final_state.charged = {std::vector<Cycle>{2, 90, 8}, std::vector<Cycle>{0, 0, 100}};
  expect_right(stream);
}

}  // namespace
}  // namespace sgdma::oracle_test
