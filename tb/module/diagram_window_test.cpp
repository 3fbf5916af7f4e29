// Which edges a diagram keeps, and which transfer it picks.

#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "observe/diagram/chosen_transfer.h"
#include "observe/diagram/column_window.h"

namespace sgdma::test {
namespace {

using observe::ChosenTransfer;
using observe::ColumnWindow;
using observe::LaneKind;
using observe::TransferChoice;

constexpr Cycle kSide = ColumnWindow::kSide;

observe::DiagramEvent event(LaneKind kind) { return {kind, Direction::kScatter, 0, {}, false}; }

TEST(DiagramWindow, KeepsTheFirstAndTheLastEdges) {
  ColumnWindow window{std::nullopt};
  for (Cycle edge = 1; edge <= 1000; ++edge) window.add(edge, event(LaneKind::kMove));
  ASSERT_EQ(window.columns().size(), 2 * kSide);
  EXPECT_EQ(window.columns().begin()->first, 1U);
  EXPECT_EQ(window.columns().rbegin()->first, 1000U);
  EXPECT_EQ(window.columns().count(kSide), 1U);
  EXPECT_EQ(window.columns().count(kSide + 1), 0U);
  EXPECT_EQ(window.columns().count(1000 - kSide), 0U);
  EXPECT_EQ(window.columns().count(1000 - kSide + 1), 1U);
  EXPECT_EQ(window.cut()->last, 1000 - kSide);
  EXPECT_EQ(window.first(), 1U);
  EXPECT_EQ(window.last(), 1000U);
}

TEST(DiagramWindow, KeepsTheEdgesAroundOne) {
  ColumnWindow window{500};
  for (Cycle edge = 1; edge <= 1000; ++edge) window.add(edge, event(LaneKind::kMove));
  EXPECT_EQ(window.columns().begin()->first, 500 - kSide + 1);
  EXPECT_EQ(window.columns().rbegin()->first, 500 + kSide);
  EXPECT_EQ(window.columns().size(), 2 * kSide);
}

// A write beat is told when it moves, with the edge that drove it.
TEST(DiagramWindow, TakesEventsOfEarlierEdges) {
  ColumnWindow window{std::nullopt};
  for (Cycle edge = 3; edge <= 1000; ++edge) {
    window.add(edge - 1, event(LaneKind::kWriteBeat));
    window.add(edge, event(LaneKind::kMove));
  }
  ASSERT_EQ(window.columns().size(), 2 * kSide);
  EXPECT_EQ(window.columns().at(2).events.size(), 1U);
  for (const Cycle edge : {Cycle{3}, kSide + 1, 1000 - kSide + 1, Cycle{999}}) {
    EXPECT_EQ(window.columns().at(edge).events.size(), 2U) << edge;
  }
}

// Edge 50 comes when all others are there: it pushes the last of the first ones out.
TEST(DiagramWindow, TakesAnEdgeAmongTheFirstOnesLate) {
  ColumnWindow window{std::nullopt};
  for (Cycle edge = 1; edge <= 1000; ++edge) {
    if (edge != 50) window.add(edge, event(LaneKind::kMove));
  }
  EXPECT_EQ(window.columns().count(kSide + 1), 1U);
  window.add(50, event(LaneKind::kWriteBeat));
  EXPECT_EQ(window.columns().size(), 2 * kSide);
  EXPECT_EQ(window.columns().count(50), 1U);
  EXPECT_EQ(window.columns().count(kSide), 1U);
  EXPECT_EQ(window.columns().count(kSide + 1), 0U);
  window.add(500, event(LaneKind::kWriteBeat));
  EXPECT_EQ(window.columns().count(500), 0U);
  window.add(1001, event(LaneKind::kMove));
  EXPECT_EQ(window.columns().size(), 2 * kSide);
  EXPECT_EQ(window.columns().count(1001 - kSide), 0U);
  EXPECT_EQ(window.columns().count(1001 - kSide + 1), 1U);
}

TEST(DiagramWindow, KnowsTheEntryBehindForgottenEdges) {
  ColumnWindow window{std::nullopt};
  observe::EntryView view{observe::SlotState::kMoving, {}};
  for (Cycle edge = 1; edge <= 1000; ++edge) {
    view.entry.remaining = static_cast<std::uint32_t>(1000 - edge);
    window.step(edge, {view});
  }
  EXPECT_EQ(window.cut()->step->view->entry.remaining, kSide);
}

TEST(DiagramChoice, NumberIsASlotAndTheRestATag) {
  const auto text_of = [](const char* text) {
    const std::optional<TransferChoice> choice = observe::transfer_choice_of(text);
    if (!choice) return std::string("none");
    const auto* slot = std::get_if<SlotIndex>(&choice->of);
    return slot != nullptr ? "slot " + std::to_string(raw(*slot))
                           : to_string(std::get<CompletionTag>(choice->of));
  };
  EXPECT_EQ(text_of("0"), "slot 0");
  EXPECT_EQ(text_of("4294967295"), "slot 4294967295");
  EXPECT_EQ(text_of("7.sq.3.0@0"), "7.sq.3.0@0");
  EXPECT_EQ(text_of("16777215.responder.12.7@65535"), "16777215.responder.12.7@65535");
  EXPECT_EQ(text_of("1.rq.0.4@2"), "1.rq.0.4@2");
  for (const char* wrong :
       {"", "-1", "+1", " 1", "1 ", "0x1", "4294967296", "7.sq.3.0", "7.sq.3@0", "7.xq.3.0@0",
        "7.sq.3.0@65536", "7.sq..0@0", "sq.3.0@0", "7.sq.3.0@0 ", "7.sq.3.0.1@0", "7.sq.3.0@"}) {
    EXPECT_EQ(text_of(wrong), "none") << wrong;
  }
}

CompletionTag tag_of(std::uint32_t number) {
  CompletionTag tag;
  tag.qp = QpNumber{7};
  tag.number = number;
  return tag;
}

TransferRequest request_of(std::uint32_t number, std::uint32_t bytes) {
  TransferRequest request;
  request.tag = tag_of(number);
  request.bytes = bytes;
  if (bytes > 0) request.segments.push_back({0x1000, bytes});
  return request;
}

/// Transfer `number` occupies slot 0 from one edge to another.
void occupy(ChosenTransfer& chosen, std::uint32_t number, Cycle from, Cycle to) {
  const TransferRequest request = request_of(number, 8);
  const InFlightEntry entry{request.tag.qp, request.direction, 0x1000, 8, 0, request.tag};
  chosen.on_post(from - 1, request);
  chosen.on_grant(from, SlotIndex{0}, entry, request);
  chosen.on_free(to, SlotIndex{0}, entry);
  chosen.on_completion(to, {request.tag, request.direction, {}, 8, {}});
}

/// The number of the transfer that is picked out of 1 (edges 10 to 20), 2 (30 to 40) and 3 (50 to
/// 60).
std::uint32_t picked(const TransferChoice& choice) {
  ChosenTransfer chosen(choice);
  occupy(chosen, 1, 10, 20);
  occupy(chosen, 2, 30, 40);
  occupy(chosen, 3, 50, 60);
  return chosen.transfer() ? chosen.transfer()->tag().number : 0;
}

TEST(DiagramChoice, SlotAloneIsItsFirstTransfer) {
  EXPECT_EQ(picked({SlotIndex{0}, {}}), 1U);
  EXPECT_EQ(picked({SlotIndex{1}, {}}), 0U);
}

TEST(DiagramChoice, AroundAnEdgeIsTheOneThereOrTheNearest) {
  EXPECT_EQ(picked({SlotIndex{0}, 0}), 1U);
  EXPECT_EQ(picked({SlotIndex{0}, 10}), 1U);
  EXPECT_EQ(picked({SlotIndex{0}, 20}), 1U);
  EXPECT_EQ(picked({SlotIndex{0}, 24}), 1U);
  EXPECT_EQ(picked({SlotIndex{0}, 25}), 1U);  // 5 from both: the earlier one
  EXPECT_EQ(picked({SlotIndex{0}, 26}), 2U);
  EXPECT_EQ(picked({SlotIndex{0}, 35}), 2U);
  EXPECT_EQ(picked({SlotIndex{0}, 40}), 2U);
  EXPECT_EQ(picked({SlotIndex{0}, 46}), 3U);
  EXPECT_EQ(picked({SlotIndex{0}, 1000}), 3U);
}

TEST(DiagramChoice, TagIsItsTransfer) {
  EXPECT_EQ(picked({tag_of(2), {}}), 2U);
  EXPECT_EQ(picked({tag_of(2), 1000}), 2U);
  EXPECT_EQ(picked({tag_of(4), {}}), 0U);
}

TEST(DiagramChoice, ZeroLengthHasItsTagAndNoSlot) {
  ChosenTransfer chosen({tag_of(1), {}});
  const TransferRequest request = request_of(1, 0);
  chosen.on_post(5, request);
  chosen.on_completion(6, {request.tag, request.direction, {}, 0, {}});
  ASSERT_TRUE(chosen.transfer());
  EXPECT_FALSE(chosen.transfer()->slot());
  EXPECT_EQ(chosen.transfer()->window().columns().size(), 2U);
}

TEST(DiagramChoice, RejectedWorkIsRemembered) {
  ChosenTransfer chosen({tag_of(1), {}});
  chosen.on_reject(3, tag_of(2), CompletionStatus::kLocLenErr, 8);
  EXPECT_FALSE(chosen.rejection());
  chosen.on_reject(4, tag_of(1), CompletionStatus::kLocProtErr, 8);
  ASSERT_TRUE(chosen.rejection());
  EXPECT_EQ(chosen.rejection()->edge, 4U);
  EXPECT_EQ(chosen.rejection()->status, CompletionStatus::kLocProtErr);
}

// The CQE of a WQE is that of its last part.
TEST(DiagramChoice, CqeBelongsToTheLastPart) {
  for (const bool last_part : {true, false}) {
    TransferRequest request = request_of(1, 8);
    request.tag.last_part = last_part;
    const InFlightEntry entry{request.tag.qp, request.direction, 0x1000, 8, 0, request.tag};
    ChosenTransfer chosen({SlotIndex{0}, {}});
    chosen.on_grant(2, SlotIndex{0}, entry, request);
    platform::CompletionQueueEntry cqe;
    cqe.qp = QpNumber{7};
    cqe.number = 2;
    chosen.on_cqe(30, cqe);
    cqe.number = 1;
    chosen.on_cqe(40, cqe);
    EXPECT_EQ(chosen.transfer()->window().columns().count(40), last_part ? 1U : 0U);
    EXPECT_EQ(chosen.transfer()->window().columns().count(30), 0U);
  }
}

}  // namespace
}  // namespace sgdma::test
