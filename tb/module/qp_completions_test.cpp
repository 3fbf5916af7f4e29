/// What leaves a queue pair, what a peer acknowledges, and what is done at the responder.
#include "platform/qp_completions.h"

#include <optional>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sgdma::platform {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Queue pair 1, where a peer acknowledges.
class QpCompletionsTest : public testing::Test {
 protected:
  static CompletionTag tag(Side side, std::uint32_t number, std::uint32_t part, bool last) {
    CompletionTag tag;
    tag.qp = QpNumber{1};
    tag.side = side;
    tag.number = number;
    tag.part = part;
    tag.last_part = last;
    return tag;
  }

  /// A WRITE of one or more parts; a READ has none until its response comes.
  void post(WqeOpcode opcode = WqeOpcode::kWrite, std::uint32_t parts = 1) {
    const bool answered = waits_for_response(opcode);
    order_.post_send(opcode, true, 0, 8, !answered);
    for (std::uint32_t part = 0; part < parts && !answered; ++part) {
      order_.hand_over(tag(Side::kSendQueue, posted_, part, part + 1 == parts), Direction::kGather,
                       false);
    }
    ++posted_;
  }

  void gathered(std::uint32_t number, std::uint32_t part = 0,
                CompletionStatus status = CompletionStatus::kSuccess) {
    order_.complete({tag(Side::kSendQueue, number, part, true), Direction::kGather, status, 8, {}});
  }

  std::vector<std::uint32_t> sent() {
    std::vector<std::uint32_t> numbers;
    while (const std::optional<SentWqe> next = order_.next_sent()) numbers.push_back(next->number);
    return numbers;
  }

  std::vector<std::uint32_t> finished() {
    std::vector<std::uint32_t> numbers;
    while (const std::optional<FinishedWqe> next = order_.next_finished()) {
      numbers.push_back(next->number);
    }
    return numbers;
  }

  /// A message at the responder whose only packet becomes one transfer.
  void message(std::uint32_t number, Direction direction) {
    order_.begin_message(false);
    order_.hand_over(tag(Side::kResponder, number, 0, true), direction, false);
    order_.end_message(number);
  }

  void done(std::uint32_t number, Direction direction) {
    order_.complete(
        {tag(Side::kResponder, number, 0, true), direction, CompletionStatus::kSuccess, 8, {}});
  }

  QpCompletions order_;
  std::uint32_t posted_ = 0;
};

TEST_F(QpCompletionsTest, MessagesLeaveInPostedOrderAndOnce) {
  for (int wqe = 0; wqe < 4; ++wqe) post();
  gathered(1);
  gathered(2);
  EXPECT_THAT(sent(), IsEmpty());
  gathered(0);
  EXPECT_THAT(sent(), ElementsAre(0, 1, 2));
  EXPECT_THAT(sent(), IsEmpty());
  gathered(3);
  EXPECT_THAT(sent(), ElementsAre(3));
}

TEST_F(QpCompletionsTest, AMessageLeavesWithTheLastOfItsParts) {
  post(WqeOpcode::kSend, 3);
  gathered(0, 2);
  gathered(0, 0);
  EXPECT_THAT(sent(), IsEmpty());
  gathered(0, 1);
  EXPECT_THAT(sent(), ElementsAre(0));
}

TEST_F(QpCompletionsTest, ARequestLeavesBehindWhatWasPostedBefore) {
  post();
  post(WqeOpcode::kRead);
  post(WqeOpcode::kFetchAdd);
  EXPECT_THAT(sent(), IsEmpty());
  gathered(0);
  EXPECT_THAT(sent(), ElementsAre(0, 1, 2));
  post(WqeOpcode::kRead);
  const std::optional<SentWqe> read = order_.next_sent();
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->opcode, WqeOpcode::kRead);
  EXPECT_EQ(read->number, 3U);
  EXPECT_EQ(read->bytes, 8U);
}

TEST_F(QpCompletionsTest, WhatFailsDoesNotLeave) {
  post();
  post();
  post();
  gathered(1, 0, CompletionStatus::kGeneralErr);
  gathered(2);
  EXPECT_THAT(sent(), IsEmpty());
  gathered(0);
  EXPECT_THAT(sent(), ElementsAre(0, 2));
}

TEST_F(QpCompletionsTest, WhatFailedAndIsForgottenHoldsUpNothing) {
  post();
  post();
  gathered(0, 0, CompletionStatus::kGeneralErr);
  EXPECT_THAT(finished(), ElementsAre(0));  // before anybody asks what has left
  EXPECT_THAT(sent(), IsEmpty());
  gathered(1);
  EXPECT_THAT(sent(), ElementsAre(1));
}

TEST_F(QpCompletionsTest, AcknowledgesCompleteMessagesInOrder) {
  post();
  post(WqeOpcode::kSend);
  gathered(0);
  gathered(1);
  EXPECT_THAT(finished(), IsEmpty());
  EXPECT_TRUE(order_.acknowledge());
  EXPECT_THAT(finished(), ElementsAre(0));
  EXPECT_TRUE(order_.acknowledge());
  EXPECT_THAT(finished(), ElementsAre(1));
  EXPECT_FALSE(order_.acknowledge());
}

TEST_F(QpCompletionsTest, AcknowledgesPassReadsAndWhatFailed) {
  post();
  post(WqeOpcode::kRead);
  post();
  post();
  gathered(0);
  gathered(2, 0, CompletionStatus::kGeneralErr);
  gathered(3);
  EXPECT_TRUE(order_.acknowledge());
  EXPECT_TRUE(order_.acknowledge());
  EXPECT_FALSE(order_.acknowledge());
  EXPECT_THAT(finished(), ElementsAre(0));  // the READ still waits
  order_.fail_send(1, 0, CompletionStatus::kLocLenErr);
  EXPECT_THAT(finished(), ElementsAre(1, 2, 3));
}

TEST_F(QpCompletionsTest, WhatFailsWaitsForNoAcknowledge) {
  post(WqeOpcode::kSend, 2);
  gathered(0, 0, CompletionStatus::kGeneralErr);
  EXPECT_THAT(finished(), IsEmpty()) << "its other part is still under way";
  gathered(0, 1);
  EXPECT_THAT(finished(), ElementsAre(0));
}

TEST_F(QpCompletionsTest, MessagesAreDoneInOrder) {
  message(0, Direction::kScatter);
  message(1, Direction::kScatter);
  message(2, Direction::kGather);
  done(1, Direction::kScatter);
  EXPECT_EQ(order_.take_messages_done(), 0U);
  done(0, Direction::kScatter);
  EXPECT_EQ(order_.take_messages_done(), 2U);
  EXPECT_EQ(order_.take_messages_done(), 0U);
  done(2, Direction::kGather);
  EXPECT_EQ(order_.take_messages_done(), 1U);
}

TEST_F(QpCompletionsTest, TheCqeOfItsReceiveTellsThatASendIsDone) {
  order_.post_receive();
  order_.begin_message(true);
  order_.end_message(0);
  message(1, Direction::kScatter);
  EXPECT_EQ(order_.take_messages_done(), 0U);
  done(1, Direction::kScatter);
  EXPECT_EQ(order_.take_messages_done(), 1U);
}

TEST_F(QpCompletionsTest, RestsWhenNothingIsUnderWayAndAllIsTold) {
  EXPECT_TRUE(order_.rests());
  post();
  EXPECT_FALSE(order_.rests());
  gathered(0);
  EXPECT_FALSE(order_.rests());
  EXPECT_TRUE(order_.acknowledge());
  EXPECT_FALSE(order_.rests());
  EXPECT_THAT(finished(), ElementsAre(0));
  EXPECT_TRUE(order_.rests());
  order_.post_receive();
  EXPECT_FALSE(order_.rests());
  order_.end_receive(0, 0, false);
  EXPECT_THAT(finished(), ElementsAre(0));
  EXPECT_TRUE(order_.rests());
  message(0, Direction::kScatter);
  EXPECT_FALSE(order_.rests());
  done(0, Direction::kScatter);
  EXPECT_FALSE(order_.rests());
  EXPECT_EQ(order_.take_messages_done(), 1U);
  EXPECT_TRUE(order_.rests());
}

TEST_F(QpCompletionsTest, ItsMemoryIsAllThatTheNextStateNeeds) {
  post();
  gathered(0, 0, CompletionStatus::kLocProtErr);
  message(0, Direction::kScatter);
  done(0, Direction::kScatter);
  order_.take_messages_done();
  order_.flush();
  EXPECT_THAT(finished(), ElementsAre(0));
  ASSERT_TRUE(order_.rests());
  const QpCompletions::Memory memory = order_.memory();
  // The state of another queue pair that rests: some of its scatters were done, none of its failed.
  order_ = QpCompletions{};
  for (std::uint32_t number = 0; number < 5; ++number) {
    message(number, Direction::kScatter);
    done(number, Direction::kScatter);
  }
  order_.take_messages_done();
  ASSERT_TRUE(order_.rests());
  order_.recall(memory);
  EXPECT_TRUE(order_.rests());
  message(1, Direction::kScatter);
  done(1, Direction::kScatter);
  EXPECT_EQ(order_.take_messages_done(), 1U);
  post();
  gathered(1);
  EXPECT_THAT(sent(), ElementsAre(1));
  EXPECT_TRUE(order_.acknowledge());
  const std::optional<FinishedWqe> next = order_.next_finished();
  ASSERT_TRUE(next);
  EXPECT_EQ(next->number, 1U);
  EXPECT_EQ(next->status, CompletionStatus::kWrFlushErr);  // behind a failure, in ERR
}

}  // namespace
}  // namespace sgdma::platform
