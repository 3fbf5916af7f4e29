#include "core/burst_scheduler.h"

#include <vector>

#include <gtest/gtest.h>

namespace sgdma::core {
namespace {

// Slots 0, 2 and 5, granted in the order 5, 0, 2.
BurstScheduler three_slots(BurstScheduling kind) {
  BurstScheduler scheduler(kind, 8);
  scheduler.insert(SlotIndex{5}, 10);
  scheduler.insert(SlotIndex{0}, 11);
  scheduler.insert(SlotIndex{2}, 12);
  return scheduler;
}

std::vector<std::uint32_t> serve(BurstScheduler& scheduler, int bursts) {
  std::vector<std::uint32_t> order;
  for (int at = 0; at < bursts; ++at) {
    const SlotIndex slot = scheduler.pick();
    scheduler.serve(slot);
    order.push_back(raw(slot));
  }
  return order;
}

using Order = std::vector<std::uint32_t>;

TEST(BurstScheduler, RoundRobinLooksBehindTheSlotServedLast) {
  BurstScheduler scheduler = three_slots(BurstScheduling::kRoundRobin);
  EXPECT_EQ(serve(scheduler, 4), (Order{0, 2, 5, 0}));
  scheduler.erase(SlotIndex{2});
  EXPECT_EQ(serve(scheduler, 2), (Order{5, 0}));
  scheduler.insert(SlotIndex{2}, 12);
  EXPECT_EQ(serve(scheduler, 1), (Order{2}));
}

TEST(BurstScheduler, OldestFirstGoesByGrantNotBySlot) {
  BurstScheduler scheduler = three_slots(BurstScheduling::kOldestFirst);
  EXPECT_EQ(serve(scheduler, 2), (Order{5, 5}));
  scheduler.erase(SlotIndex{5});
  EXPECT_EQ(serve(scheduler, 1), (Order{0}));
  scheduler.erase(SlotIndex{0});
  scheduler.insert(SlotIndex{5}, 13);  // a new transfer in that slot is the youngest
  EXPECT_EQ(serve(scheduler, 1), (Order{2}));
}

// Which of other slots would be next, if they could begin a burst: by the same pointer, or by age.
TEST(BurstScheduler, PicksOfOtherSlotsAsOfItsOwn) {
  for (const BurstScheduling kind : {BurstScheduling::kRoundRobin, BurstScheduling::kOldestFirst,
                                     BurstScheduling::kRunToCompletion}) {
    BurstScheduler scheduler = three_slots(kind);
    scheduler.serve(SlotIndex{2});
    ScheduledSlots others(kind, 8);
    EXPECT_TRUE(others.empty());
    others.insert(SlotIndex{1}, 20);
    others.insert(SlotIndex{2}, 21);
    others.insert(SlotIndex{6}, 22);
    others.insert(SlotIndex{6}, 22);
    const bool by_age = kind == BurstScheduling::kOldestFirst;
    const bool stays = kind == BurstScheduling::kRunToCompletion;
    EXPECT_EQ(scheduler.pick_of(others), SlotIndex{by_age ? 1U : stays ? 2U : 6U});
    others.erase(SlotIndex{6});
    others.erase(SlotIndex{7});
    EXPECT_EQ(scheduler.pick_of(others), SlotIndex{stays ? 2U : 1U});
  }
}

TEST(BurstScheduler, RunToCompletionStaysThenGoesRoundTheRing) {
  BurstScheduler scheduler = three_slots(BurstScheduling::kRunToCompletion);
  EXPECT_EQ(serve(scheduler, 2), (Order{0, 0}));
  scheduler.erase(SlotIndex{0});
  EXPECT_EQ(serve(scheduler, 2), (Order{2, 2}));  // next round the ring, though slot 5 is older
  scheduler.insert(SlotIndex{0}, 13);
  EXPECT_EQ(serve(scheduler, 1), (Order{2}));
  scheduler.erase(SlotIndex{2});
  EXPECT_EQ(serve(scheduler, 1), (Order{5}));
}

TEST(BurstScheduler, InsertingTwiceIsOnceAndErasingNothingIsNothing) {
  for (const BurstScheduling kind : {BurstScheduling::kRoundRobin, BurstScheduling::kOldestFirst,
                                     BurstScheduling::kRunToCompletion}) {
    BurstScheduler scheduler(kind, 4);
    scheduler.erase(SlotIndex{1});
    scheduler.insert(SlotIndex{1}, 1);
    scheduler.insert(SlotIndex{1}, 1);
    scheduler.erase(SlotIndex{1});
    EXPECT_TRUE(scheduler.empty());
  }
}

}  // namespace
}  // namespace sgdma::core
