/// Each check of the oracle catches a stream that is wrong in one place, and says where.
#include <functional>

#include <gtest/gtest.h>

#include "oracle_stream.h"

namespace sgdma::oracle_test {
namespace {

using platform::PacketOpcode;
using platform::WqeOpcode;

constexpr RegionKey kKey{1};

/// A gather of 100 bytes in slot 2 for QP 7, then a SEND of 100 bytes into a receive in slot 1 for
/// QP 9; both with their CQEs. Beats of 16 bytes: the gather from 0x40100, the scatter from
/// 0x90100.
Stream gather_and_scatter() {
  Stream stream;
  stream.item(7, wqe(WqeOpcode::kSend, {{0x10000, 100, kKey}}));
  stream.run(2, transfer(tag(7, Side::kSendQueue, 0), Direction::kGather, {{0x40100, 100}}));
  stream.cqe(7, Side::kSendQueue, 0, WqeOpcode::kSend, 100);
  stream.item(9, wqe(WqeOpcode::kReceive, {{0x11000, 100, kKey}}));
  stream.item(9, packet(PacketOpcode::kSend, 100));
  stream.run(1, transfer(tag(9, Side::kReceiveQueue, 0), Direction::kScatter, {{0x90100, 100}}));
  stream.cqe(9, Side::kReceiveQueue, 0, WqeOpcode::kReceive, 100);
  return stream;
}

const CompletionTag kGather = tag(7, Side::kSendQueue, 0);
const CompletionTag kScatter = tag(9, Side::kReceiveQueue, 0);

/// Beats served: 7 of the gather, then 7 of the scatter.
constexpr std::size_t kFirstWrite = 7;

struct Wrong {
  const char* name;
  const char* check;
  CompletionTag tag;
  std::function<void(Stream&)> make;
};

void PrintTo(const Wrong& wrong, std::ostream* out) { *out << wrong.name; }

class OracleViolation : public testing::TestWithParam<Wrong> {};

TEST_P(OracleViolation, IsCaughtAndNamesItsPlace) {
  ASSERT_EQ(gather_and_scatter().play()->broken(), 0U);
  Stream stream = gather_and_scatter();
  GetParam().make(stream);
  const auto board = stream.play();
  EXPECT_FALSE(board->verified());
  const oracle::Violation* violation = find(*board, GetParam().check);
  ASSERT_NE(violation, nullptr) << text_of(*board);
  ASSERT_TRUE(violation->place.tag.has_value());
  EXPECT_EQ(*violation->place.tag, GetParam().tag) << text_of(*board);
  EXPECT_EQ(violation->place.qp, GetParam().tag.qp);
  EXPECT_GE(violation->cycle, 10U);
  EXPECT_FALSE(violation->text.empty());
}

TEST(OracleViolation, PageListsAreReadWhereTheyAre) {
  Stream good = gather_and_scatter();
  good.engine.key_cache.fetch_over_bus = true;
  good.engine.key_cache.table = 0x900000;
  good.repeat<ServedEvent>(0);
  good.nth<ServedEvent>(0).beat.page_list = true;
  good.nth<ServedEvent>(0).beat.address = 0x900040;
  EXPECT_EQ(good.play()->broken(), 0U);
  for (const bool allowed : {true, false}) {
    Stream bad = good;
    if (allowed) {
      bad.nth<ServedEvent>(0).beat.address = 0x8FFFC0;
    } else {
      bad.engine.key_cache.fetch_over_bus = false;
    }
    const auto board = bad.play();
    EXPECT_NE(find(*board, "page_list_stray"), nullptr);
  }
}

const std::vector<Wrong> kBytes = {
    {"BeatAtAWrongAddress", "beat_address", kGather,
     [](Stream& s) { s.nth<ServedEvent>(1).beat.address = 0x50110; }},
    {"ReadServedTwice", "beat_twice", kGather, [](Stream& s) { s.repeat<ServedEvent>(1); }},
    {"ByteWrittenTwice", "beat_twice", kScatter,
     [](Stream& s) { s.repeat<ServedEvent>(kFirstWrite + 1); }},
    {"BeatSkipped", "beat_skipped", kScatter,
     [](Stream& s) { s.erase<ServedEvent>(kFirstWrite + 1); }},
    {"LastByteMissing", "bytes_missing", kScatter,
     [](Stream& s) { s.erase<ServedEvent>(kFirstWrite + 6); }},
    {"ReadGoesPastTheBytesAskedFor", "beat_over", kGather,
     [](Stream& s) { s.nth<ServedEvent>(6).beat.bytes = 5; }},
    {"BeatLeavesItsWord", "beat_word", kGather,
     [](Stream& s) { s.nth<ServedEvent>(1).beat.bytes = 17; }},
    {"ReadDataWrong", "read_data", kGather, [](Stream& s) { s.nth<ServedEvent>(2).data[3] ^= 1; }},
    {"WriteDataWrong", "write_data", kScatter,
     [](Stream& s) { s.nth<ServedEvent>(kFirstWrite + 2).data[15] ^= 0x80; }},
    {"PayloadDataWrong", "payload_data", kGather,
     [](Stream& s) { s.nth<MovedBeat>(4).data[0] ^= 1; }},
    {"BeatOfANobody", "beat_stray", tag(7, Side::kSendQueue, 5),
     [](Stream& s) { s.nth<ServedEvent>(0).beat.owner.number = 5; }},
    {"MovedOutOfOrder", "beat_skipped", kGather,
     [](Stream& s) { std::swap(s.nth<MovedBeat>(1), s.nth<MovedBeat>(2)); }},
    {"MovedTwice", "beat_twice", kGather, [](Stream& s) { s.repeat<MovedBeat>(1); }},
    {"MovedBeforeItWasServed", "beat_unserved", kScatter,
     [](Stream& s) {
       std::swap(s.events[s.position<ServedEvent>(kFirstWrite + 6)],
                 s.events[s.position<MovedBeat>(13)]);
     }},
    {"RemainingGrows", "remaining", kGather,
     [](Stream& s) { s.nth<MovedBeat>(3).event.remaining += 16; }},
    {"MovedAtAWrongAddress", "beat_address", kScatter,
     [](Stream& s) { s.nth<MovedBeat>(9).event.range.address ^= 0x1000; }},
    {"BeatNumberWrong", "beat_frame", kGather,
     [](Stream& s) { s.nth<MovedBeat>(1).event.beat = 2; }},
    {"TwoBeatsAtOneEdge", "beat_rate", kGather,
     [](Stream& s) {
       s.events[s.position<MovedBeat>(1)].cycle = s.events[s.position<MovedBeat>(0)].cycle;
     }},
};

const std::vector<Wrong> kBursts = {
    {"BurstOver4KiB", "burst_4k", kGather,
     [](Stream& s) { s.nth<BurstEvent>(0).burst.address = 0x40FE0; }},
    {"BurstTooLong", "burst_length", kGather,
     [](Stream& s) {
       s.nth<BurstEvent>(0).burst = {0x40100, 80, 5};
     }},
    {"BurstBeatsWrong", "burst_beats", kGather,
     [](Stream& s) { s.nth<BurstEvent>(0).burst.beats = 5; }},
    {"BurstTooShort", "burst_split", kGather,
     [](Stream& s) {
       s.nth<BurstEvent>(0).burst = {0x40100, 48, 3};
     }},
    {"BurstElsewhere", "burst_address", kScatter,
     [](Stream& s) { s.nth<BurstEvent>(3).burst.address += 32; }},
    {"BurstSegmentWrong", "burst_segment", kGather,
     [](Stream& s) { s.nth<BurstEvent>(1).segment = 1; }},
    {"BurstOfAFreeSlot", "burst_stray", kGather,
     [](Stream& s) { s.nth<BurstEvent>(0).slot = SlotIndex{3}; }},
    {"TagUsedTwice", "tag_reuse", kGather, [](Stream& s) { s.repeat<BurstEvent>(0); }},
    {"TagOutOfRange", "tag_range", kGather,
     [](Stream& s) { s.nth<BurstEvent>(0).bus_tag = BusTag{8}; }},
    {"ResponseUnknown", "tag_unknown", kGather, [](Stream& s) { s.repeat<ResponseEvent>(0); }},
    {"ResponseBeforeTheLastBeat", "response_early", kGather,
     [](Stream& s) {
       std::swap(s.events[s.position<ResponseEvent>(0)], s.events[s.position<MovedBeat>(3)]);
     }},
};

const std::vector<Wrong> kLives = {
    {"CompletionMissing", "completion_missing", kGather, [](Stream& s) { s.erase<Completion>(0); }},
    {"CompletionTwice", "transfer_unexpected", kGather, [](Stream& s) { s.repeat<Completion>(0); }},
    {"CompletionBytesWrong", "completion", kGather,
     [](Stream& s) { s.nth<Completion>(0).bytes = 99; }},
    {"StatusWithoutAFault", "status", kGather,
     [](Stream& s) { s.nth<Completion>(0).status = CompletionStatus::kGeneralErr; }},
    {"FaultLost", "beat_after_fault", kGather,
     [](Stream& s) { s.nth<ServedEvent>(3).beat.status = BusStatus::kDecodeError; }},
    {"FaultEndsInSuccess", "status", kGather,
     [](Stream& s) { s.nth<ServedEvent>(3).beat.status = BusStatus::kDecodeError; }},
    {"GrantOfAnotherDirection", "entry", kGather,
     [](Stream& s) { s.nth<GrantEvent>(0).entry.direction = Direction::kScatter; }},
    {"GrantLengthWrong", "remaining", kGather,
     [](Stream& s) { s.nth<GrantEvent>(0).entry.remaining = 101; }},
    {"GrantAddressWrong", "entry_address", kGather,
     [](Stream& s) { s.nth<GrantEvent>(0).entry.address += 1; }},
    {"GrantWithoutPost", "grant_unposted", kGather, [](Stream& s) { s.erase<TransferRequest>(0); }},
    {"SlotGrantedWhileBusy", "slot_busy", kScatter,
     [](Stream& s) {
       s.erase<FreeEvent>(0);
       s.nth<GrantEvent>(1).slot = SlotIndex{2};
     }},
    {"SlotFreedTwice", "slot_free", kGather, [](Stream& s) { s.repeat<FreeEvent>(0); }},
    {"SlotNeverFreed", "slot_leak", kGather,
     [](Stream& s) {
       s.erase<FreeEvent>(0);
       s.erase<Completion>(0);
     }},
    {"WrongSegmentsSelected", "request_segment", kScatter,
     [](Stream& s) { s.nth<TransferRequest>(1).segments[0].address = 0x40100; }},
    {"WrongLengthSelected", "request", kGather,
     [](Stream& s) { s.nth<TransferRequest>(0).bytes = 96; }},
    {"TransferNeverTaken", "transfer_missing", kGather,
     [](Stream& s) {
       s.events.erase(
           s.events.begin() + 1,
           s.events.begin() + static_cast<std::ptrdiff_t>(s.position<Completion>(0)) + 1);
       s.erase<platform::CompletionQueueEntry>(0);
     }},
};

const std::vector<Wrong> kCqes = {
    {"CqeMissing", "cqe_missing", kGather,
     [](Stream& s) { s.erase<platform::CompletionQueueEntry>(0); }},
    {"CqeTwice", "cqe_unexpected", kScatter,
     [](Stream& s) { s.repeat<platform::CompletionQueueEntry>(1); }},
    {"CqeBeforeItsTransferEnds", "cqe_early", kScatter,
     [](Stream& s) {
       std::swap(s.events[s.position<platform::CompletionQueueEntry>(1)],
                 s.events[s.position<Completion>(1)]);
     }},
    {"CqeLengthWrong", "cqe_bytes", kScatter,
     [](Stream& s) { s.nth<platform::CompletionQueueEntry>(1).bytes = 64; }},
    {"CqeStatusWrong", "cqe_status", kScatter,
     [](Stream& s) {
       s.nth<platform::CompletionQueueEntry>(1).status = CompletionStatus::kLocLenErr;
     }},
    {"CqeOpcodeWrong", "cqe_opcode", kGather,
     [](Stream& s) { s.nth<platform::CompletionQueueEntry>(0).opcode = WqeOpcode::kWrite; }},
    {"CqeOfNobody", "cqe_unexpected", tag(7, Side::kSendQueue, 3),
     [](Stream& s) { s.nth<platform::CompletionQueueEntry>(0).number = 3; }},
    {"SoundWorkRejected", "reject_wrong", kGather,
     [](Stream& s) {
       s.events.insert(s.events.begin() + 1,
                       Event{10, RejectEvent{kGather, CompletionStatus::kLocProtErr}});
     }},
};

std::string name_of_case(const testing::TestParamInfo<Wrong>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(Bytes, OracleViolation, testing::ValuesIn(kBytes), name_of_case);
INSTANTIATE_TEST_SUITE_P(Bursts, OracleViolation, testing::ValuesIn(kBursts), name_of_case);
INSTANTIATE_TEST_SUITE_P(Lives, OracleViolation, testing::ValuesIn(kLives), name_of_case);
INSTANTIATE_TEST_SUITE_P(Cqes, OracleViolation, testing::ValuesIn(kCqes), name_of_case);

/// Two SENDs of 100 bytes of QP 7 and a failed one between them; where there is a peer, they are
/// done with their acknowledges.
Stream acknowledged_sends() {
  Stream stream;
  stream.target.acknowledged = true;
  const auto send = wqe(WqeOpcode::kSend, {{0x10000, 100, kKey}});
  stream.item(7, send);
  stream.item(7, wqe(WqeOpcode::kSend, {{0x10000, 100, RegionKey{99}}}));
  stream.reject(tag(7, Side::kSendQueue, 1), CompletionStatus::kLocProtErr);
  stream.item(7, send);
  stream.run(2, transfer(tag(7, Side::kSendQueue, 0), Direction::kGather, {{0x40100, 100}}));
  stream.item(7, packet(PacketOpcode::kAcknowledge, 0));
  stream.cqe(7, Side::kSendQueue, 0, WqeOpcode::kSend, 100);
  stream.cqe(7, Side::kSendQueue, 1, WqeOpcode::kSend, 0, CompletionStatus::kLocProtErr);
  stream.run(2, transfer(tag(7, Side::kSendQueue, 2), Direction::kGather, {{0x40100, 100}}));
  stream.item(7, packet(PacketOpcode::kAcknowledge, 0));
  stream.cqe(7, Side::kSendQueue, 2, WqeOpcode::kSend, 100);
  return stream;
}

/// Position of acknowledge `n`: the stream's items are three WQEs and then these.
std::size_t acknowledge(const Stream& stream, std::size_t n) {
  return stream.position<platform::WorkItem>(3 + n);
}

class OracleAcknowledge : public OracleViolation {};

TEST_P(OracleAcknowledge, OutOfPlaceIsCaught) {
  Stream stream = acknowledged_sends();
  ASSERT_EQ(stream.play()->broken(), 0U) << text_of(*stream.play());
  GetParam().make(stream);
  const auto board = stream.play();
  EXPECT_FALSE(board->verified());
  const oracle::Violation* violation = find(*board, GetParam().check);
  ASSERT_NE(violation, nullptr) << text_of(*board);
  ASSERT_TRUE(violation->place.tag.has_value());
  EXPECT_EQ(*violation->place.tag, GetParam().tag) << text_of(*board);
}

const std::vector<Wrong> kAcknowledges = {
    {"BeforeTheMessageIsGathered", "acknowledge_early", kGather,
     [](Stream& s) {
       std::swap(s.events[acknowledge(s, 0)], s.events[s.position<Completion>(0)]);
     }},
    {"OfTheNextMessageAtOnce", "acknowledge_early", tag(7, Side::kSendQueue, 2),
     [](Stream& s) { s.repeat<platform::WorkItem>(3); }},
    {"OfNobody", "acknowledge_unexpected", tag(7, Side::kSendQueue, 3),
     [](Stream& s) { s.repeat<platform::WorkItem>(4); }},
    {"BehindTheCqe", "cqe_early", kGather,
     [](Stream& s) {
       std::swap(s.events[acknowledge(s, 0)],
                 s.events[s.position<platform::CompletionQueueEntry>(0)]);
     }},
    {"Missing", "cqe_early", tag(7, Side::kSendQueue, 2),
     [](Stream& s) { s.erase<platform::WorkItem>(4); }},
};
INSTANTIATE_TEST_SUITE_P(Acknowledges, OracleAcknowledge, testing::ValuesIn(kAcknowledges),
                         name_of_case);

TEST(OracleViolationText, NamesSlotQueuePairTagAndCycle) {
  Stream stream = gather_and_scatter();
  ServedEvent& third = stream.nth<ServedEvent>(2);
  third.data[3] ^= 1;
  const Cycle cycle = stream.events[stream.position<ServedEvent>(2)].cycle;
  const auto board = stream.play();
  ASSERT_EQ(board->violations().size(), 1U) << text_of(*board);
  EXPECT_EQ(board->violations()[0].place.slot, SlotIndex{2});
  EXPECT_EQ(board->violations()[0].cycle, cycle);
  const std::string text = oracle::to_string(board->violations()[0]);
  EXPECT_NE(
      text.find("cycle " + std::to_string(cycle) + ", slot 2, QP 7, tag 7.sq.0.0@0: read_data"),
      std::string::npos)
      << text;
}

TEST(OracleViolationText, KeepsTheFirstHundredAndCountsAll) {
  Stream stream = gather_and_scatter();
  for (int again = 0; again < 300; ++again) {
    stream.repeat<ServedEvent>(1);
  }
  const auto board = stream.play();
  EXPECT_EQ(board->violations().size(), 100U);
  EXPECT_EQ(board->broken(), 300U);
}

}  // namespace
}  // namespace sgdma::oracle_test
