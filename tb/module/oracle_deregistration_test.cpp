/// Deregistrations before the oracle: right streams, and each made wrong in one place.
///
/// Region 1 is the stream's; region 2 stands elsewhere, and the third of the list has key 1, for
/// when the first is gone. Gathers are of region 1 unless they say otherwise: 128 bytes from
/// 0x40100, in bursts of 64.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "module/oracle_stream.h"

namespace sgdma::oracle_test {
namespace {

using oracle::Scoreboard;
using platform::PacketOpcode;
using platform::PacketPosition;
using platform::WqeOpcode;

constexpr CompletionStatus kLocProt = CompletionStatus::kLocProtErr;
constexpr CompletionStatus kRemAccess = CompletionStatus::kRemAccessErr;

class OracleDeregistration : public ::testing::Test {
 protected:
  OracleDeregistration() {
    platform::Region other;
    other.key = RegionKey{2};
    other.iova = 0x10000;
    other.bytes = 0x1000;
    other.pages = {0x70000};
    other.access = 15;
    stream.regions.push_back(other);
    platform::Region later = other;
    later.key = RegionKey{1};
    later.pages = {0x80000};
    later.registered = false;
    stream.regions.push_back(later);
  }

  void policy(Deregistration deregistration, Translation translation = Translation::kCaptured) {
    stream.engine.deregistration = deregistration;
    stream.engine.translation = translation;
  }
  void ask() { stream.control(ControlKind::kDeregister, 1, false); }
  void answer() { stream.control(ControlKind::kDeregister, 1, true); }
  static ControlEvent asked() { return {ControlKind::kDeregister, false, {}, RegionKey{1}}; }
  static ControlEvent answered() { return {ControlKind::kDeregister, true, {}, RegionKey{1}}; }

  /// A SEND of 128 bytes of region `key` is posted.
  TransferRequest send(std::uint32_t number = 0, std::uint32_t key = 1) {
    stream.item(7, wqe(WqeOpcode::kSend, {{0x10000, 128, RegionKey{key}}}));
    const Segment segment =
        key == 1 ? Segment{0x40100, 128, RegionHandle{0}} : Segment{0x70000, 128, RegionHandle{1}};
    TransferRequest request =
        transfer(tag(7, Side::kSendQueue, number), Direction::kGather, {segment});
    stream.post(request);
    return request;
  }
  void cqe(std::uint32_t number, std::uint32_t bytes,
           CompletionStatus status = CompletionStatus::kSuccess) {
    stream.cqe(7, Side::kSendQueue, number, WqeOpcode::kSend, bytes, status);
  }
  /// As `send`; it runs in slot 0 to its end.
  TransferRequest run_send() {
    TransferRequest request = send();
    stream.grant(0, request);
    stream.move(0, request);
    return request;
  }
  /// The first burst has moved when the transfer ends: freed, and completed with `status`.
  void end_after_first_burst(const TransferRequest& request, CompletionStatus status) {
    stream.add(FreeEvent{SlotIndex{0}, Stream::entry(request, 64)});
    stream.add(Completion{request.tag, request.direction, status, 64, {}});
  }
  void tear_down(const TransferRequest& request, TeardownPolicy policy) {
    stream.add(
        TeardownOf{SlotIndex{0}, Stream::entry(request, 64), {TeardownCause::kDeregister, policy}});
  }

  void expect_right() {
    const std::unique_ptr<Scoreboard> board = stream.play();
    EXPECT_TRUE(board->verified()) << text_of(*board);
  }
  void expect_wrong(std::string_view check) {
    const std::unique_ptr<Scoreboard> board = stream.play();
    EXPECT_NE(find(*board, check), nullptr) << "no " << check << " in:\n" << text_of(*board);
  }

  Stream stream;
};

// ---- what is taken in

TEST_F(OracleDeregistration, FromTheRequestOnTheKeyIsUnknown) {
  ask();
  stream.item(7, wqe(WqeOpcode::kSend, {{0x10000, 128, RegionKey{1}}}));
  stream.reject(tag(7, Side::kSendQueue, 0), kLocProt);
  cqe(0, 0, kLocProt);
  answer();
  expect_right();
}

TEST_F(OracleDeregistration, WorkOfARegionThatIsClosingHasToBeRejected) {
  ask();
  run_send();
  expect_wrong("reject_missing");
}

TEST_F(OracleDeregistration, TheNextPacketOfAWriteIsRejected) {
  stream.item(7, reth(packet(PacketOpcode::kWrite, 4096, PacketPosition::kFirst), 0x10000, 8192));
  const TransferRequest first = transfer(tag(7, Side::kResponder, 0, 0, false), Direction::kScatter,
                                         {{0x40100, 0xF00}, {0x90000, 0x100}});
  stream.run(0, first);
  ask();
  answer();
  stream.item(7, packet(PacketOpcode::kWrite, 4096, PacketPosition::kLast));
  stream.reject(tag(7, Side::kResponder, 0, 1), kRemAccess);
  expect_right();
  stream.erase<RejectEvent>(0);
  expect_wrong("reject_missing");
}

TEST_F(OracleDeregistration, F05_AKeyLeadsToThePagesOfItsLastRegistration) {
  ask();
  answer();
  stream.control(ControlKind::kRegister, 1, false);
  stream.add(Registered{RegionHandle{2}, 2});
  stream.control(ControlKind::kRegister, 1, true);
  stream.item(7, wqe(WqeOpcode::kSend, {{0x10000, 128, RegionKey{1}}}));
  const TransferRequest request =
      transfer(tag(7, Side::kSendQueue, 0), Direction::kGather, {{0x80000, 128, RegionHandle{2}}});
  stream.run(0, request);
  cqe(0, 128);
  expect_right();
  stream.nth<TransferRequest>(0).segments[0].region = RegionHandle{0};
  expect_wrong("request_segment");
}

TEST_F(OracleDeregistration, StalePagesAreWrong) {
  ask();
  answer();
  stream.control(ControlKind::kRegister, 1, false);
  stream.add(Registered{RegionHandle{2}, 2});
  run_send();
  expect_wrong("request_segment");
}

TEST_F(OracleDeregistration, ARegistrationWaitsForTheAnswerOfItsKey) {
  ask();
  stream.control(ControlKind::kRegister, 1, false);
  expect_wrong("register_early");
}

TEST_F(OracleDeregistration, RegistrationsAreAskedForAndCounted) {
  ask();
  answer();
  stream.control(ControlKind::kRegister, 1, false);
  stream.add(Registered{RegionHandle{3}, 2});
  expect_wrong("registration");
  stream.nth<Registered>(0).handle = RegionHandle{2};
  expect_right();
  stream.erase<ControlEvent>(2);
  expect_wrong("registration");
}

// ---- what waits for a slot

TEST_F(OracleDeregistration, WhatWaitsFailsInItsTurn) {
  const TransferRequest request = send();
  ask();
  answer();
  ++stream.now;
  stream.add(Completion{request.tag, request.direction, kLocProt, 0, {}});
  cqe(0, 0, kLocProt);
  expect_right();
  stream.nth<Completion>(0).status = kRemAccess;
  expect_wrong("completion");
  stream.nth<Completion>(0).status = CompletionStatus::kSuccess;
  expect_wrong("completion");
}

TEST_F(OracleDeregistration, WhatWaitsGetsNoSlot) {
  const TransferRequest request = send();
  ask();
  stream.grant(0, request);
  expect_wrong("grant_after_deregistration");
}

TEST_F(OracleDeregistration, OthersDoNotFailWithIt) {
  const TransferRequest request = send(0, 2);
  ask();
  answer();
  ++stream.now;
  stream.add(Completion{request.tag, request.direction, kLocProt, 0, {}});
  expect_wrong("completion_unexpected");
}

// ---- wait

TEST_F(OracleDeregistration, WaitLetsThemGoOnAndIsAnsweredBehindThem) {
  policy(Deregistration::kWait, Translation::kBurst);
  run_send();
  stream.insert_before<BurstEvent>(1, asked());
  answer();
  cqe(0, 128);
  expect_right();
}

TEST_F(OracleDeregistration, WaitIsNotAnsweredWhileOneRuns) {
  policy(Deregistration::kWait);
  run_send();
  cqe(0, 128);
  stream.insert_before<BurstEvent>(1, asked());
  stream.insert_before<FreeEvent>(0, answered());
  expect_wrong("answer_early");
}

TEST_F(OracleDeregistration, NoBeatAfterTheAnswer) {
  policy(Deregistration::kWait);
  run_send();
  cqe(0, 128);
  stream.insert_before<BurstEvent>(1, asked());
  stream.insert_before<BurstEvent>(1, answered());
  expect_wrong("region_beat_after_answer");
}

TEST_F(OracleDeregistration, UnderWaitNoneFails) {
  policy(Deregistration::kWait, Translation::kBurst);
  const TransferRequest request = run_send();
  stream.insert_before<BurstEvent>(1, asked());
  stream.cut<BurstEvent>(1);
  end_after_first_burst(request, kLocProt);
  answer();
  cqe(0, 0, kLocProt);
  expect_wrong("status");
}

// ---- fence

TEST_F(OracleDeregistration, AFenceTakesTheNextUnit) {
  policy(Deregistration::kFence, Translation::kBurst);
  const TransferRequest request = run_send();
  stream.insert_before<BurstEvent>(1, asked());
  stream.cut<BurstEvent>(1);
  tear_down(request, TeardownPolicy::kFinishBurst);
  end_after_first_burst(request, kLocProt);
  answer();
  cqe(0, 0, kLocProt);
  expect_right();
  stream.nth<Completion>(0).status = kRemAccess;
  expect_wrong("status");
  stream.nth<Completion>(0).status = kLocProt;
  stream.nth<TeardownOf>(0).event.policy = TeardownPolicy::kFinishBeat;
  expect_wrong("teardown_unfounded");
}

TEST_F(OracleDeregistration, NoBurstOfTheNextUnitBegins) {
  policy(Deregistration::kFence, Translation::kBurst);
  run_send();
  cqe(0, 128);
  stream.insert_before<BurstEvent>(1, asked());
  expect_wrong("burst_after_deregistration");
}

// A segment is in hand in full once a burst of it has begun.
TEST_F(OracleDeregistration, TheUnitInHandGoesOn) {
  policy(Deregistration::kFence, Translation::kSegment);
  run_send();
  stream.insert_before<BurstEvent>(1, asked());
  answer();
  cqe(0, 128);
  expect_right();
  stream.erase<ControlEvent>(1);
  stream.insert_before<FreeEvent>(0, answered());
  expect_right();  // all of it has moved
}

TEST_F(OracleDeregistration, AFenceWaitsForTheUnitInHand) {
  policy(Deregistration::kFence, Translation::kSegment);
  run_send();
  cqe(0, 128);
  stream.insert_before<BurstEvent>(1, asked());
  stream.insert_before<BurstEvent>(1, answered());
  expect_wrong("answer_early");
}

// What is in hand of region 2 counts as well.
TEST_F(OracleDeregistration, AFenceWaitsForUnitsOfWhateverRegion) {
  policy(Deregistration::kFence);
  const TransferRequest request = send(0, 2);
  stream.grant(0, request);
  stream.move(0, request);
  cqe(0, 128);
  stream.insert_before<BurstEvent>(1, asked());
  stream.insert_before<FreeEvent>(0, answered());
  expect_wrong("answer_early");
}

TEST_F(OracleDeregistration, CapturedTransfersDoNotFailUnderAFence) {
  policy(Deregistration::kFence);
  const TransferRequest request = run_send();
  stream.insert_before<BurstEvent>(1, asked());
  stream.cut<BurstEvent>(1);
  tear_down(request, TeardownPolicy::kFinishBurst);
  end_after_first_burst(request, kLocProt);
  answer();
  cqe(0, 0, kLocProt);
  expect_wrong("teardown_unfounded");
  stream.erase<TeardownOf>(0);
  expect_wrong("status");
}

// Pages of 4 KiB: a page ends at 0x41000, behind 0xF00 bytes.
TEST_F(OracleDeregistration, APageIsInHandUpToItsEnd) {
  policy(Deregistration::kFence, Translation::kPage);
  stream.item(7, wqe(WqeOpcode::kSend, {{0x10000, 0x1100, RegionKey{1}}}));
  const TransferRequest request = transfer(tag(7, Side::kSendQueue, 0), Direction::kGather,
                                           {{0x40100, 0xF00}, {0x90000, 0x200}});
  stream.run(0, request);
  cqe(0, 0x1100);
  stream.insert_before<BurstEvent>(1, asked());
  const std::unique_ptr<Scoreboard> board = stream.play();
  const oracle::Violation* violation = find(*board, "burst_after_deregistration");
  ASSERT_NE(violation, nullptr) << text_of(*board);
  EXPECT_THAT(violation->text, ::testing::HasSubstr("begins at offset 3840, from 3840 on"));
}

// ---- force_error

TEST_F(OracleDeregistration, ForceErrorTearsDownAndBringsItsQueuePairDown) {
  policy(Deregistration::kForceError);
  const TransferRequest request = run_send();
  stream.insert_before<BurstEvent>(1, asked());
  stream.cut<BurstEvent>(1);
  tear_down(request, TeardownPolicy::kFinishBurst);
  end_after_first_burst(request, kLocProt);
  answer();
  stream.add(StateEvent{QpNumber{7}, platform::QpState::kError});
  cqe(0, 0, kLocProt);
  stream.final_state.drained = true;
  expect_right();
  stream.erase<StateEvent>(0);
  expect_wrong("error_missing");
}

TEST_F(OracleDeregistration, UnderForceErrorNoBurstBegins) {
  policy(Deregistration::kForceError);
  run_send();
  cqe(0, 128);
  stream.insert_before<BurstEvent>(1, asked());
  expect_wrong("burst_after_stop");
}

TEST_F(OracleDeregistration, UnderForceErrorWhatIsNotTornDownDoesNotFail) {
  policy(Deregistration::kForceError);
  const TransferRequest request = run_send();
  stream.cut<BurstEvent>(1);
  end_after_first_burst(request, kLocProt);
  cqe(0, 0, kLocProt);
  expect_wrong("status");
}

// ---- immediate

TEST_F(OracleDeregistration, WhatImmediateExposesIsCounted) {
  policy(Deregistration::kImmediate);
  run_send();
  stream.insert_before<BurstEvent>(1, asked());
  stream.insert_before<BurstEvent>(1, answered());
  cqe(0, 128);
  const std::unique_ptr<Scoreboard> board = stream.play();
  EXPECT_TRUE(board->verified()) << text_of(*board);
  EXPECT_EQ(board->exposed_bytes(), 64U);
}

TEST_F(OracleDeregistration, ImmediateIsAnsweredAtOnce) {
  policy(Deregistration::kImmediate);
  ask();
  ++stream.now;
  answer();
  expect_wrong("answer_late");
}

TEST_F(OracleDeregistration, OnlyWhatWasAskedForIsAnswered) {
  answer();
  expect_wrong("answer_stray");
}

}  // namespace
}  // namespace sgdma::oracle_test
