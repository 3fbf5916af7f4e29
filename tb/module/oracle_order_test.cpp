/// Order that the oracle demands: of work, of CQEs, of atomics; and what a run has to give back.
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "oracle_stream.h"

namespace sgdma::oracle_test {
namespace {

using platform::PacketOpcode;
using platform::WqeOpcode;

constexpr RegionKey kKey{1};

void expect_caught(const Stream& stream, std::string_view check, const CompletionTag& where,
                   std::optional<SlotIndex> slot = std::nullopt) {
  const auto board = stream.play();
  const oracle::Violation* violation = find(*board, check);
  ASSERT_NE(violation, nullptr) << check << " is not among\n" << text_of(*board);
  EXPECT_EQ(violation->place.tag, where) << text_of(*board);
  EXPECT_EQ(violation->place.qp, where.qp);
  if (slot) {
    EXPECT_EQ(violation->place.slot, slot);
  }
}

void expect_caught_somewhere(const Stream& stream, std::string_view check) {
  const auto board = stream.play();
  EXPECT_NE(find(*board, check), nullptr) << text_of(*board);
}

TransferRequest gather(std::uint32_t number, std::uint64_t address) {
  return transfer(tag(7, Side::kSendQueue, number), Direction::kGather, {{address, 16}});
}

Stream two_sends() {
  Stream stream;
  stream.item(7, wqe(WqeOpcode::kSend, {{0x10000, 16, kKey}}));
  stream.item(7, wqe(WqeOpcode::kSend, {{0x10100, 16, kKey}}));
  stream.post(gather(0, 0x40100));
  stream.post(gather(1, 0x40200));
  return stream;
}

TEST(OracleOrder, LaterWorkMayEndFirstButNotBeginFirst) {
  Stream right = two_sends();
  right.grant(0, gather(0, 0x40100));
  right.grant(1, gather(1, 0x40200));
  right.move(1, gather(1, 0x40200));
  right.move(0, gather(0, 0x40100));
  right.cqe(7, Side::kSendQueue, 0, WqeOpcode::kSend, 16);
  right.cqe(7, Side::kSendQueue, 1, WqeOpcode::kSend, 16);
  EXPECT_TRUE(right.play()->verified()) << text_of(*right.play());

  Stream wrong = two_sends();
  wrong.grant(1, gather(1, 0x40200));
  wrong.grant(0, gather(0, 0x40100));
  expect_caught(wrong, "work_order", tag(7, Side::kSendQueue, 1));
}

TEST(OracleOrder, CqesComeInTheOrderOfTheirQueue) {
  Stream stream = two_sends();
  stream.grant(0, gather(0, 0x40100));
  stream.move(0, gather(0, 0x40100));
  stream.grant(1, gather(1, 0x40200));
  stream.move(1, gather(1, 0x40200));
  stream.cqe(7, Side::kSendQueue, 1, WqeOpcode::kSend, 16);
  stream.cqe(7, Side::kSendQueue, 0, WqeOpcode::kSend, 16);
  expect_caught(stream, "cqe_order", tag(7, Side::kSendQueue, 1));
}

/// A WRITE, which has no CQE, then a SEND; the SEND's scatter ends first.
Stream write_and_send(bool write_ends_before_cqe) {
  Stream stream;
  const TransferRequest write =
      transfer(tag(7, Side::kResponder, 0), Direction::kScatter, {{0x40100, 16}});
  const TransferRequest send =
      transfer(tag(7, Side::kReceiveQueue, 0), Direction::kScatter, {{0x90100, 16}});
  stream.item(7, wqe(WqeOpcode::kReceive, {{0x11000, 64, kKey}}));
  stream.item(7, reth(packet(PacketOpcode::kWrite, 16), 0x10000, 16));
  stream.item(7, packet(PacketOpcode::kSend, 16));
  stream.post(write);
  stream.post(send);
  stream.grant(0, write);
  stream.grant(1, send);
  stream.move(1, send);
  if (write_ends_before_cqe) {
    stream.move(0, write);
  }
  stream.cqe(7, Side::kReceiveQueue, 0, WqeOpcode::kReceive, 16);
  if (!write_ends_before_cqe) {
    stream.move(0, write);
  }
  return stream;
}

TEST(OracleOrder, ReceiveCqeWaitsForEarlierScattersWithoutACqe) {
  EXPECT_TRUE(write_and_send(true).play()->verified());
  expect_caught(write_and_send(false), "cqe_before_scatter", tag(7, Side::kReceiveQueue, 0));
}

TEST(OracleOrder, ResponderGatherWaitsForEarlierScatters) {
  Stream stream;
  const TransferRequest write =
      transfer(tag(7, Side::kResponder, 0), Direction::kScatter, {{0x40100, 16}});
  const TransferRequest read =
      transfer(tag(7, Side::kResponder, 1), Direction::kGather, {{0x40100, 16}});
  stream.item(7, reth(packet(PacketOpcode::kWrite, 16), 0x10000, 16));
  stream.item(7, reth(packet(PacketOpcode::kReadRequest, 0), 0x10000, 16));
  stream.post(write);
  stream.post(read);
  stream.grant(0, write);
  stream.grant(3, read);
  stream.move(0, write);
  stream.move(3, read);
  expect_caught(stream, "grant_before_scatter", tag(7, Side::kResponder, 1), SlotIndex{3});
}

TransferRequest atomic_part(std::uint32_t qp, std::uint32_t part) {
  TransferRequest request =
      transfer(tag(qp, Side::kResponder, 0, part, part == 1),
               part == 0 ? Direction::kGather : Direction::kScatter, {{0x40108, 8}});
  request.atomic_granule = 0x40108;
  return request;
}

Stream two_atomics(bool locked) {
  Stream stream;
  for (const std::uint32_t qp : {7U, 9U}) {
    platform::IncomingPacket add = reth(packet(PacketOpcode::kFetchAdd, 0), 0x10008, 8);
    add.swap_or_add = 1;
    stream.item(qp, add);
    stream.post(atomic_part(qp, 0));
  }
  for (const std::uint32_t step : locked ? std::vector<std::uint32_t>{70, 71, 90, 91}
                                         : std::vector<std::uint32_t>{70, 90, 71, 91}) {
    stream.grant(0, atomic_part(step / 10, step % 10));
    stream.move(0, atomic_part(step / 10, step % 10));
  }
  return stream;
}

TEST(OracleOrder, AtomicsOnOneGranuleExcludeEachOther) {
  EXPECT_TRUE(two_atomics(true).play()->verified()) << text_of(*two_atomics(true).play());
  expect_caught(two_atomics(false), "atomic_lock", tag(9, Side::kResponder, 0, 0, false),
                SlotIndex{0});
}

TEST(OracleOrder, AtomicThatWritesSomethingElseIsCaught) {
  Stream stream = two_atomics(true);
  stream.nth<ServedEvent>(1).data[0] ^= 3;
  expect_caught(stream, "write_data", tag(7, Side::kResponder, 0, 1));
}

TEST(OracleOrder, CompareSwapThatFailsWritesTheOldValueBack) {
  Stream stream = two_atomics(true);
  auto& first = std::get<platform::IncomingPacket>(stream.nth<platform::WorkItem>(0).work);
  first.opcode = PacketOpcode::kCompareSwap;
  first.compare = 1;
  first.swap_or_add = 2;
  stream.nth<ServedEvent>(1).data = stream.nth<ServedEvent>(0).data;
  const auto& old = stream.nth<ServedEvent>(0);
  stream.nth<ServedEvent>(2).data = old.data;
  stream.nth<MovedBeat>(2).data = old.data;
  std::vector<std::uint8_t> next = old.data;
  for (std::size_t at = 0; at < 8 && ++next[at] == 0; ++at) {
  }
  stream.nth<ServedEvent>(3).data = next;
  EXPECT_TRUE(stream.play()->verified()) << text_of(*stream.play());
}

TEST(OracleOrder, WhatABrokenWriteLeftIsNoExcuseForALaterRead) {
  Stream stream;
  const TransferRequest write =
      transfer(tag(7, Side::kResponder, 0), Direction::kScatter, {{0x40100, 16}});
  const TransferRequest read =
      transfer(tag(7, Side::kResponder, 1), Direction::kGather, {{0x40100, 16}});
  stream.item(7, reth(packet(PacketOpcode::kWrite, 16), 0x10000, 16));
  stream.item(7, reth(packet(PacketOpcode::kReadRequest, 0), 0x10000, 16));
  stream.run(0, write);
  stream.run(0, read);
  stream.nth<ServedEvent>(0).data[5] ^= 1;
  stream.nth<ServedEvent>(1).data[5] ^= 1;
  stream.nth<MovedBeat>(1).data[5] ^= 1;
  expect_caught(stream, "write_data", write.tag, SlotIndex{0});
  expect_caught(stream, "read_data", read.tag, SlotIndex{0});
  expect_caught(stream, "payload_data", read.tag, SlotIndex{0});
}

TEST(OracleOrder, RejectedWorkThatMovesIsCaught) {
  Stream stream;
  stream.item(7, wqe(WqeOpcode::kSend, {{0x12FF8, 16, kKey}}));
  stream.run(0, gather(0, 0x200F8));
  expect_caught(stream, "transfer_unexpected", tag(7, Side::kSendQueue, 0));
  expect_caught(stream, "beat_stray", tag(7, Side::kSendQueue, 0), SlotIndex{0});
  expect_caught(stream, "reject_missing", tag(7, Side::kSendQueue, 0));
}

TEST(OracleOrder, RejectionWithAnotherStatusIsCaught) {
  Stream stream;
  stream.item(7, wqe(WqeOpcode::kSend, {{0x12FF8, 16, kKey}}));
  stream.reject(tag(7, Side::kSendQueue, 0), CompletionStatus::kLocLenErr);
  expect_caught(stream, "reject_status", tag(7, Side::kSendQueue, 0));
}

TEST(OracleOrder, UnsignaledSuccessWithACqeIsCaught) {
  Stream stream = two_sends();
  std::get<platform::WorkQueueElement>(stream.nth<platform::WorkItem>(0).work).signaled = false;
  stream.grant(0, gather(0, 0x40100));
  stream.move(0, gather(0, 0x40100));
  stream.cqe(7, Side::kSendQueue, 0, WqeOpcode::kSend, 16);
  expect_caught(stream, "cqe_unexpected", tag(7, Side::kSendQueue, 0));
}

TEST(OracleOrder, ZeroLengthMayNotOvertake) {
  Stream stream;
  stream.item(7, wqe(WqeOpcode::kSend, {{0x10000, 16, kKey}}));
  stream.item(7, wqe(WqeOpcode::kSend, {}));
  stream.post(gather(0, 0x40100));
  stream.grant(0, gather(0, 0x40100));
  stream.pass(transfer(tag(7, Side::kSendQueue, 1), Direction::kGather, {}));
  stream.move(0, gather(0, 0x40100));
  expect_caught(stream, "completion_order", tag(7, Side::kSendQueue, 1));
}

TEST(OracleOrder, SlotServesAgainOnlyAtTheNextEdge) {
  Stream stream = two_sends();
  stream.grant(0, gather(0, 0x40100));
  stream.move(0, gather(0, 0x40100));
  stream.now -= 2;  // The edge that frees; `grant` steps to the next.
  stream.grant(0, gather(1, 0x40200));
  expect_caught(stream, "slot_busy", tag(7, Side::kSendQueue, 1), SlotIndex{0});
}

TEST(OracleOrder, LimitsAreKept) {
  Stream stream = two_sends();
  stream.engine.slots_per_qp = 1;
  stream.grant(0, gather(0, 0x40100));
  stream.grant(1, gather(1, 0x40200));
  expect_caught(stream, "limit_slots_per_qp", tag(7, Side::kSendQueue, 1), SlotIndex{1});
}

TEST(OracleOrder, CountsAtTheEndMustAgree) {
  Stream stream = two_sends();
  stream.final_state.drained = false;
  stream.final_state.cycles = 50;
  stream.final_state.charged = {std::vector<Cycle>{0, 50}, std::vector<Cycle>{0, 50}};
  EXPECT_TRUE(stream.play()->verified()) << text_of(*stream.play());
  stream.final_state.charged[1][1] = 49;
  expect_caught_somewhere(stream, "stall_account");
  stream.final_state.charged[1] = {1, 49};
  expect_caught_somewhere(stream, "stall_account");
  stream.final_state.charged[1] = {0, 50};
  stream.final_state.free_slots = 3;
  expect_caught_somewhere(stream, "slot_leak");
  stream.final_state.free_slots.reset();
  stream.final_state.free_write_tags = 7;
  expect_caught_somewhere(stream, "tag_leak");
  stream.final_state.free_write_tags.reset();
  stream.final_state.read_bytes_outstanding = 64;
  expect_caught_somewhere(stream, "credit_leak");
}

TEST(OracleIndependence, OnlyTheScoreboardKnowsTheEnginesEvents) {
  const std::filesystem::path folder = std::filesystem::path(SGDMA_SOURCE_DIR) / "src" / "oracle";
  std::size_t files = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    ++files;
    std::ifstream in(file.path());
    for (std::string line; std::getline(in, line);) {
      const bool core = line.find("#include \"core/") != std::string::npos;
      const bool vocabulary = line.find("types/observer.h") != std::string::npos ||
                              line.find("types/engine_config.h") != std::string::npos;
      const bool adapter = file.path().filename() == "scoreboard.h";
      EXPECT_TRUE(!core || (adapter && vocabulary)) << file.path() << ": " << line;
      EXPECT_EQ(line.find("#include \"model/"), std::string::npos) << file.path() << ": " << line;
    }
  }
  EXPECT_GT(files, 0U);
}

}  // namespace
}  // namespace sgdma::oracle_test
