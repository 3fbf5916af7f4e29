#include "core/index_set.h"

#include <random>
#include <set>

#include <gtest/gtest.h>

namespace sgdma::core {
namespace {

class IndexSets : public testing::TestWithParam<std::uint32_t> {};

TEST_P(IndexSets, AgreeWithAnOrderedSet) {
  const std::uint32_t capacity = GetParam();
  std::mt19937_64 random(capacity);
  IndexSet set(capacity);
  std::set<std::uint32_t> reference;
  for (int step = 0; step < 20000; ++step) {
    const auto index = static_cast<std::uint32_t>(random() % capacity);
    // Now and then the set runs nearly empty or nearly full.
    if (random() % 8 < (step / 2000 % 2 == 0 ? 3U : 5U)) {
      set.insert(index);
      reference.insert(index);
    } else {
      set.erase(index);
      reference.erase(index);
    }
    const auto from = static_cast<std::uint32_t>(random() % (capacity + 70));
    const auto next = reference.lower_bound(from);
    const std::uint32_t first = next == reference.end() ? IndexSet::kNone : *next;
    ASSERT_EQ(set.first_from(from), first) << "from " << from;
    const std::uint32_t round = first != IndexSet::kNone ? first
                                : reference.empty()      ? IndexSet::kNone
                                                         : *reference.begin();
    ASSERT_EQ(set.first_round(from), round) << "from " << from;
    ASSERT_EQ(set.size(), reference.size());
    ASSERT_EQ(set.contains(index), reference.count(index) == 1);
  }
}

INSTANTIATE_TEST_SUITE_P(, IndexSets,
                         testing::Values(1U, 2U, 63U, 64U, 65U, 128U, 4095U, 4096U, 4097U,
                                         262145U));

TEST(IndexSet, FindsTheLastOfALargeSet) {
  IndexSet set(1U << 20U);
  set.insert((1U << 20U) - 1);
  EXPECT_EQ(set.first_from(0), (1U << 20U) - 1);
  EXPECT_EQ(set.first_from((1U << 20U) - 1), (1U << 20U) - 1);
  set.erase((1U << 20U) - 1);
  EXPECT_EQ(set.first_from(0), IndexSet::kNone);
  EXPECT_TRUE(set.empty());
}

TEST(IndexSet, OfNoCapacityHasNothing) {
  const IndexSet set(0);
  EXPECT_EQ(set.first_from(0), IndexSet::kNone);
  EXPECT_EQ(set.first_round(0), IndexSet::kNone);
}

}  // namespace
}  // namespace sgdma::core
