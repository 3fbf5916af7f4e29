// Two arbitrations, one per direction, over one set of slots.

#include "core/slot_arbiter.h"

#include <memory>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace sgdma::core {
namespace {

constexpr std::size_t kGather = index_of(Direction::kGather);
constexpr std::size_t kScatter = index_of(Direction::kScatter);
constexpr std::uint32_t kManyEntries = 1000;

class SlotArbiterTest : public testing::Test {
 protected:
  SlotArbiterTest() { rebuild(); }

  void rebuild() {
    config_.queue_pairs = 6;
    config_.slots = 8;
    arbiter_ = std::make_unique<PolicySlotArbiter>(config_, std::vector<QueuePairConfig>(6));
  }
  void show(Direction direction, std::uint32_t qp, std::uint32_t bytes = 64) {
    arbiter_->show(direction, QpIndex{qp}, {0, bytes});
  }
  static GrantConditions free_slots(std::uint32_t slots) {
    GrantConditions conditions;
    conditions.free_slots = slots;
    conditions.completion_entries = kManyEntries;
    return conditions;
  }

  EngineConfig config_;
  std::unique_ptr<PolicySlotArbiter> arbiter_;
};

TEST_F(SlotArbiterTest, GrantsBothDirectionsAtOneEdge) {
  show(Direction::kGather, 3);
  show(Direction::kScatter, 1);
  const GrantDecision decision = arbiter_->decide(free_slots(2));
  EXPECT_EQ(decision.winner[kGather], QpIndex{3});
  EXPECT_EQ(decision.winner[kScatter], QpIndex{1});
  EXPECT_FALSE(decision.contended);
  // Both heads have left the arbiter.
  const GrantDecision next = arbiter_->preview(free_slots(2));
  EXPECT_FALSE(next.winner[kGather] || next.winner[kScatter]);
}

TEST_F(SlotArbiterTest, SingleSlotGoesInTurnsAndTheLosersPointerStays) {
  for (const std::uint32_t qp : {0U, 1U, 2U}) {
    show(Direction::kGather, qp);
    show(Direction::kScatter, qp + 3);
  }
  const std::vector<std::pair<std::size_t, std::uint32_t>> expected = {
      {kGather, 0}, {kScatter, 3}, {kGather, 1}, {kScatter, 4}, {kGather, 2}};
  for (const auto& [direction, qp] : expected) {
    const GrantDecision decision = arbiter_->decide(free_slots(1));
    EXPECT_TRUE(decision.contended);
    EXPECT_EQ(decision.winner[direction], QpIndex{qp});
    EXPECT_FALSE(decision.winner[1 - direction]);
    EXPECT_TRUE(decision.no_slot[1 - direction]);
    // Who waits is the one that would have had it.
    EXPECT_EQ(decision.waits[1 - direction],
              *arbiter_->preview(free_slots(2)).winner[1 - direction]);
    EXPECT_EQ(decision.waits[direction], kNobody);
  }
}

TEST_F(SlotArbiterTest, TheNextInItsOrderWaits) {
  show(Direction::kGather, 1);
  show(Direction::kGather, 4);
  EXPECT_EQ(arbiter_->preview(free_slots(0)).waits[kGather], QpIndex{1});
  EXPECT_EQ(arbiter_->decide(free_slots(1)).winner[kGather], QpIndex{1});
  show(Direction::kGather, 1);
  // The ring has gone past 1.
  EXPECT_EQ(arbiter_->preview(free_slots(0)).waits[kGather], QpIndex{4});
  GrantConditions full = free_slots(8);
  full.completion_entries = 0;
  EXPECT_EQ(arbiter_->preview(full).waits[kGather], QpIndex{4});
  EXPECT_EQ(arbiter_->preview(full).waits[kScatter], kNobody);
}

TEST_F(SlotArbiterTest, WhereASlotIsMissingOneWithBytesWaits) {
  show(Direction::kGather, 0, 0);
  show(Direction::kGather, 2);
  GrantConditions conditions = free_slots(0);
  conditions.completion_port_used[kGather] = true;
  EXPECT_EQ(arbiter_->preview(conditions).waits[kGather], QpIndex{2});
  // All of them wait for the completion port's entries.
  conditions.completion_entries = 0;
  EXPECT_EQ(arbiter_->preview(conditions).waits[kGather], QpIndex{0});
}

TEST_F(SlotArbiterTest, BehindAReserveTheNextInItsOrderWaits) {
  config_.reserve_scatter = 3;
  rebuild();
  show(Direction::kGather, 3);
  show(Direction::kGather, 2);
  const GrantDecision decision = arbiter_->preview(free_slots(3));
  EXPECT_TRUE(decision.held_back[kGather]);
  EXPECT_EQ(decision.waits[kGather], QpIndex{2});
}

TEST_F(SlotArbiterTest, FlipFlopTurnsOnlyWhereBothWantTheSlot) {
  show(Direction::kGather, 0);
  EXPECT_FALSE(arbiter_->decide(free_slots(1)).contended);
  show(Direction::kGather, 1);
  show(Direction::kScatter, 2);
  // Not turned by the grant above: still the gather.
  EXPECT_EQ(arbiter_->decide(free_slots(1)).winner[kGather], QpIndex{1});
}

TEST_F(SlotArbiterTest, PreviewChangesNothing) {
  show(Direction::kGather, 0);
  show(Direction::kScatter, 1);
  for (int at = 0; at < 3; ++at) {
    EXPECT_EQ(arbiter_->preview(free_slots(1)).winner[kGather], QpIndex{0});
  }
  EXPECT_EQ(arbiter_->decide(free_slots(1)).winner[kGather], QpIndex{0});
}

TEST_F(SlotArbiterTest, ReserveHoldsSlotsForTheOtherDirection) {
  config_.reserve_scatter = 3;
  rebuild();
  show(Direction::kGather, 0);
  GrantConditions conditions = free_slots(3);
  EXPECT_FALSE(arbiter_->preview(conditions).winner[kGather]);
  EXPECT_TRUE(arbiter_->preview(conditions).held_back[kGather]);
  EXPECT_FALSE(arbiter_->preview(conditions).no_slot[kGather]);
  conditions.busy_slots[kScatter] = 1;  // two are unmet, and one stays beyond them
  EXPECT_EQ(arbiter_->preview(conditions).winner[kGather], QpIndex{0});
  conditions.busy_slots[kScatter] = 5;  // more than met
  conditions.free_slots = 1;
  EXPECT_EQ(arbiter_->preview(conditions).winner[kGather], QpIndex{0});
}

TEST_F(SlotArbiterTest, NoFreeSlotIsNotAReserve) {
  show(Direction::kScatter, 0);
  const GrantDecision decision = arbiter_->decide(free_slots(0));
  EXPECT_FALSE(decision.winner[kScatter]);
  EXPECT_TRUE(decision.no_slot[kScatter]);
  EXPECT_FALSE(decision.held_back[kScatter]);
}

TEST_F(SlotArbiterTest, ZeroLengthNeedsNoSlotButTheCompletionPort) {
  show(Direction::kGather, 0, 0);
  show(Direction::kScatter, 1);
  GrantConditions conditions = free_slots(1);
  conditions.completion_port_used[kGather] = true;
  EXPECT_FALSE(arbiter_->preview(conditions).winner[kGather]);
  conditions.completion_port_used[kGather] = false;
  const GrantDecision both = arbiter_->preview(conditions);
  EXPECT_EQ(both.winner[kGather], QpIndex{0});
  EXPECT_EQ(both.winner[kScatter], QpIndex{1});
  EXPECT_FALSE(both.contended);
  EXPECT_EQ(arbiter_->decide(free_slots(0)).winner[kGather], QpIndex{0});
}

TEST_F(SlotArbiterTest, SingleCompletionEntryGoesInTurns) {
  for (const std::uint32_t qp : {0U, 1U}) {
    show(Direction::kGather, qp);
    show(Direction::kScatter, qp + 3);
  }
  GrantConditions conditions = free_slots(8);
  conditions.completion_entries = 1;
  EXPECT_EQ(arbiter_->decide(conditions).winner[kGather], QpIndex{0});
  EXPECT_EQ(arbiter_->decide(conditions).winner[kScatter], QpIndex{3});
  conditions.completion_entries = 0;
  const GrantDecision none = arbiter_->decide(conditions);
  EXPECT_TRUE(none.held_back[kGather] && none.held_back[kScatter]);
  EXPECT_FALSE(none.winner[kGather] || none.winner[kScatter]);
}

}  // namespace
}  // namespace sgdma::core
