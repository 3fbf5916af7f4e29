// The order and the share that each arbitration policy promises.

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/arbitration/arbitration_policy.h"

namespace sgdma::core {
namespace {

constexpr std::uint32_t kNone = ArbitrationPolicy::kNone;

std::unique_ptr<ArbitrationPolicy> policy_of(ArbitrationKind kind,
                                             const std::vector<QueuePairConfig>& queue_pairs,
                                             std::uint32_t quantum = 4096) {
  EngineConfig config;
  config.arbitration = kind;
  config.queue_pairs = static_cast<std::uint32_t>(queue_pairs.size());
  config.quantum = quantum;
  return make_arbitration_policy(config, queue_pairs);
}

std::vector<QueuePairConfig> weights(const std::vector<std::uint32_t>& of_queue_pairs) {
  std::vector<QueuePairConfig> queue_pairs;
  queue_pairs.reserve(of_queue_pairs.size());
  for (const std::uint32_t weight : of_queue_pairs) {
    queue_pairs.push_back({weight, 0});
  }
  return queue_pairs;
}

// Grants the pick; the queue pair shows its next head at once where `backlogged`.
std::uint32_t grant_one(ArbitrationPolicy& policy, const std::vector<std::uint32_t>& head_bytes,
                        bool backlogged = true) {
  const std::uint32_t qp = policy.pick(HeadFilter::kAny);
  policy.grant(QpIndex{qp});
  if (backlogged) {
    policy.add(QpIndex{qp}, {0, head_bytes[qp]});
  }
  return qp;
}

std::vector<std::uint32_t> grants(ArbitrationPolicy& policy, std::size_t count,
                                  const std::vector<std::uint32_t>& head_bytes) {
  std::vector<std::uint32_t> order;
  for (std::size_t at = 0; at < count; ++at) {
    order.push_back(grant_one(policy, head_bytes));
  }
  return order;
}

void show_all(ArbitrationPolicy& policy, const std::vector<std::uint32_t>& head_bytes) {
  for (std::uint32_t qp = 0; qp < head_bytes.size(); ++qp) {
    policy.add(QpIndex{qp}, {0, head_bytes[qp]});
  }
}

TEST(RoundRobin, G01_FourQueuePairsShareEquallyAtAnyTime) {
  const auto policy = policy_of(ArbitrationKind::kRoundRobin, weights({1, 1, 1, 1}));
  const std::vector<std::uint32_t> bytes(4, 256);
  show_all(*policy, bytes);
  std::vector<int> count(4, 0);
  for (int n = 1; n <= 64; ++n) {
    for (int of_four = 0; of_four < 4; ++of_four) {
      ++count[grant_one(*policy, bytes)];
    }
    EXPECT_EQ(count, std::vector<int>(4, n));
  }
}

TEST(RoundRobin, G02_EachOnceInEveryWindowFromAnyStart) {
  for (const std::uint32_t queue_pairs : {1U, 2U, 3U, 63U, 64U, 65U, 130U}) {
    const auto policy = policy_of(ArbitrationKind::kRoundRobin,
                                  weights(std::vector<std::uint32_t>(queue_pairs, 1)));
    const std::vector<std::uint32_t> bytes(queue_pairs, 64);
    show_all(*policy, bytes);
    const std::vector<std::uint32_t> order = grants(*policy, 3 * bytes.size(), bytes);
    for (std::size_t start = 0; start + queue_pairs <= order.size(); ++start) {
      std::vector<std::uint32_t> window(
          order.begin() + static_cast<std::ptrdiff_t>(start),
          order.begin() + static_cast<std::ptrdiff_t>(start + queue_pairs));
      std::sort(window.begin(), window.end());
      EXPECT_EQ(std::unique(window.begin(), window.end()), window.end());
    }
  }
}

TEST(RoundRobin, BlockedQueuePairIsSkippedAndKeepsItsPlace) {
  const auto policy = policy_of(ArbitrationKind::kRoundRobin, weights({1, 1, 1, 1}));
  const std::vector<std::uint32_t> bytes(4, 64);
  show_all(*policy, bytes);
  EXPECT_EQ(grant_one(*policy, bytes), 0U);
  policy->remove(QpIndex{1});
  EXPECT_EQ(grant_one(*policy, bytes), 2U);
  policy->add(QpIndex{1}, {0, 64});
  EXPECT_EQ(grants(*policy, 4, bytes), (std::vector<std::uint32_t>{3, 0, 1, 2}));
}

TEST(WeightedRoundRobin, GrantsAsOftenARoundAsTheWeightSaysAndTakesTurns) {
  const auto policy = policy_of(ArbitrationKind::kWeightedRoundRobin, weights({1, 2, 5}));
  const std::vector<std::uint32_t> bytes(3, 64);
  show_all(*policy, bytes);
  for (int round = 0; round < 10; ++round) {
    EXPECT_EQ(grants(*policy, 8, bytes), (std::vector<std::uint32_t>{0, 1, 2, 1, 2, 2, 2, 2}));
  }
}

TEST(WeightedRoundRobin, RoundEndsWhenNobodyWithTurnsShowsAHead) {
  const auto policy = policy_of(ArbitrationKind::kWeightedRoundRobin, weights({1, 3}));
  const std::vector<std::uint32_t> bytes(2, 64);
  show_all(*policy, bytes);
  EXPECT_EQ(grants(*policy, 2, bytes), (std::vector<std::uint32_t>{0, 1}));
  policy->remove(QpIndex{1});
  // Queue pair 1 has two turns left and shows nothing: the channel does not wait for it.
  EXPECT_EQ(grants(*policy, 2, bytes), (std::vector<std::uint32_t>{0, 0}));
  policy->add(QpIndex{1}, {0, 64});
  EXPECT_EQ(grants(*policy, 4, bytes), (std::vector<std::uint32_t>{1, 1, 1, 0}));
}

TEST(WeightedRoundRobin, G05_AMillionToOneNeitherLoopsNorOverflows) {
  const auto policy = policy_of(ArbitrationKind::kWeightedRoundRobin, weights({1, 1000000}));
  const std::vector<std::uint32_t> bytes(2, 64);
  show_all(*policy, bytes);
  std::uint64_t of_first = 0;
  for (int at = 0; at < 2000002; ++at) {
    of_first += grant_one(*policy, bytes) == 0 ? 1U : 0U;
  }
  EXPECT_EQ(of_first, 2U);
}

// Deficit round robin as a loop that walks the ring and adds a quantum at each visit.
class NaiveDeficitRoundRobin {
 public:
  NaiveDeficitRoundRobin(const std::vector<QueuePairConfig>& queue_pairs, std::uint32_t quantum)
      : deficit_(queue_pairs.size(), 0), head_(queue_pairs.size(), -1) {
    for (const QueuePairConfig& qp : queue_pairs) {
      quantum_.push_back(std::int64_t{quantum} * qp.weight);
    }
  }
  void add(std::size_t qp, std::uint32_t bytes) { head_[qp] = bytes; }
  std::uint32_t grant() {
    std::size_t at = position_;
    bool visit_goes_on = started_;
    for (;;) {
      if (head_[at] >= 0) {
        if (deficit_[at] <= 0 && !visit_goes_on) {
          deficit_[at] += quantum_[at];
        }
        if (deficit_[at] > 0) {
          break;
        }
      }
      at = (at + 1) % head_.size();
      visit_goes_on = false;
    }
    deficit_[at] -= std::max<std::int64_t>(head_[at], 1);
    head_[at] = -1;
    position_ = at;
    started_ = true;
    return static_cast<std::uint32_t>(at);
  }

 private:
  std::vector<std::int64_t> deficit_;
  std::vector<std::int64_t> quantum_;
  std::vector<std::int64_t> head_;
  std::size_t position_ = 0;
  bool started_ = false;
};

TEST(DeficitRoundRobin, ClosedFormIsTheWalkRoundTheRing) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    std::mt19937_64 random(seed);
    std::vector<QueuePairConfig> queue_pairs(1 + random() % 9);
    for (QueuePairConfig& qp : queue_pairs) {
      qp.weight = static_cast<std::uint32_t>(1 + random() % 4);
    }
    const auto quantum = static_cast<std::uint32_t>(1 + random() % 300);
    const auto policy = policy_of(ArbitrationKind::kDeficitRoundRobin, queue_pairs, quantum);
    NaiveDeficitRoundRobin naive(queue_pairs, quantum);
    std::vector<bool> shown(queue_pairs.size(), false);
    for (int step = 0; step < 400; ++step) {
      const std::size_t qp = random() % queue_pairs.size();
      if (!shown[qp]) {
        const std::uint64_t most = random() % 10 == 0 ? 5000 : 400;
        const auto bytes = static_cast<std::uint32_t>(random() % 4 == 0 ? 0 : random() % most);
        policy->add(QpIndex{static_cast<std::uint32_t>(qp)}, {0, bytes});
        naive.add(qp, bytes);
        shown[qp] = true;
      }
      if (random() % 3 == 0) {
        continue;
      }
      const std::uint32_t winner = policy->pick(HeadFilter::kAny);
      if (winner == kNone) {
        continue;
      }
      ASSERT_EQ(winner, naive.grant()) << "seed " << seed << " step " << step;
      policy->grant(QpIndex{winner});
      shown[winner] = false;
    }
  }
}

TEST(DeficitRoundRobin, SharesBytesByWeightWhateverTheMessageSize) {
  const auto queue_pairs = weights({1, 2, 4});
  const auto policy = policy_of(ArbitrationKind::kDeficitRoundRobin, queue_pairs, 1500);
  const std::vector<std::uint32_t> bytes = {100, 9000, 1000};
  show_all(*policy, bytes);
  std::vector<double> moved(3, 0);
  for (int at = 0; at < 100000; ++at) {
    const std::uint32_t qp = grant_one(*policy, bytes);
    moved[qp] += bytes[qp];
  }
  // Off by less than one message and one quantum each.
  const double unit = (moved[0] + moved[1] + moved[2]) / 7;
  for (std::size_t qp = 0; qp < 3; ++qp) {
    EXPECT_NEAR(moved[qp], unit * queue_pairs[qp].weight, 9000 + 4 * 1500);
  }
}

TEST(DeficitRoundRobin, QueuePairThatShowsNothingKeepsItsDebt) {
  const auto policy = policy_of(ArbitrationKind::kDeficitRoundRobin, weights({1, 1}), 100);
  policy->add(QpIndex{0}, {0, 10000});
  policy->add(QpIndex{1}, {0, 100});
  EXPECT_EQ(grant_one(*policy, {10000, 100}, false), 0U);
  for (int at = 0; at < 5; ++at) {
    EXPECT_EQ(grant_one(*policy, {10000, 100}), 1U);
  }
  // Debt 9900: the hundredth visit brings the account above zero; queue pair 1 goes 99 times
  // before.
  policy->add(QpIndex{0}, {0, 100});
  int before = 0;
  while (grant_one(*policy, {100, 100}) == 1) {
    ++before;
  }
  EXPECT_EQ(before, 99);
}

TEST(DeficitRoundRobin, HeadsOfZeroLengthCostOneByteEach) {
  const auto policy = policy_of(ArbitrationKind::kDeficitRoundRobin, weights({1, 1, 2}), 3);
  const std::vector<std::uint32_t> bytes = {0, 3, 0};
  show_all(*policy, bytes);
  const std::vector<std::uint32_t> round = {0, 0, 0, 1, 2, 2, 2, 2, 2, 2};
  EXPECT_EQ(grants(*policy, 10, bytes), round);
  EXPECT_EQ(grants(*policy, 10, bytes), round);
}

TEST(DeficitRoundRobin, G05_ExtremeQuantaNeitherLoopNorOverflow) {
  const auto small = policy_of(ArbitrationKind::kDeficitRoundRobin, weights({1, 1}), 1);
  const std::vector<std::uint32_t> huge(2, 0x80000000U);
  show_all(*small, huge);
  EXPECT_EQ(grants(*small, 6, huge), (std::vector<std::uint32_t>{0, 1, 0, 1, 0, 1}));
  const auto large =
      policy_of(ArbitrationKind::kDeficitRoundRobin, weights({1, 1000000}), 0x80000000U);
  show_all(*large, huge);
  std::uint64_t of_first = 0;
  for (int at = 0; at < 1000001; ++at) {
    of_first += grant_one(*large, huge) == 0 ? 1U : 0U;
  }
  EXPECT_EQ(of_first, 1U);
}

TEST(StrictPriority, HighestFirstThenOldestThenLowestNumber) {
  const auto policy = policy_of(ArbitrationKind::kStrictPriority, {{1, 0}, {1, 7}, {1, 7}, {1, 7}});
  policy->add(QpIndex{0}, {1, 8});
  policy->add(QpIndex{3}, {5, 8});
  policy->add(QpIndex{2}, {5, 8});
  policy->add(QpIndex{1}, {6, 8});
  std::vector<std::uint32_t> order;
  order.reserve(4);
  for (int at = 0; at < 4; ++at) {
    order.push_back(grant_one(*policy, {}, false));
  }
  EXPECT_EQ(order, (std::vector<std::uint32_t>{2, 3, 1, 0}));
}

TEST(OldestFirst, OldestThenLowestNumber) {
  const auto policy = policy_of(ArbitrationKind::kOldestFirst, weights({1, 1, 1, 1}));
  policy->add(QpIndex{0}, {9, 8});
  policy->add(QpIndex{1}, {3, 8});
  policy->add(QpIndex{3}, {2, 8});
  policy->add(QpIndex{2}, {2, 8});
  std::vector<std::uint32_t> order;
  order.reserve(4);
  for (int at = 0; at < 4; ++at) {
    order.push_back(grant_one(*policy, {}, false));
  }
  EXPECT_EQ(order, (std::vector<std::uint32_t>{2, 3, 1, 0}));
}

class EveryPolicy : public testing::TestWithParam<ArbitrationKind> {};

TEST_P(EveryPolicy, FiltersHeadsOfZeroLength) {
  const auto policy = policy_of(GetParam(), weights({1, 1, 1}));
  policy->add(QpIndex{0}, {0, 100});
  policy->add(QpIndex{1}, {0, 0});
  policy->add(QpIndex{2}, {0, 8});
  EXPECT_EQ(policy->pick(HeadFilter::kOnlyEmpty), 1U);
  EXPECT_EQ(policy->pick(HeadFilter::kOnlyWithBytes), 0U);
  policy->grant(QpIndex{0});
  EXPECT_EQ(policy->pick(HeadFilter::kOnlyWithBytes), 2U);
  EXPECT_TRUE(policy->is_empty_head(QpIndex{1}));
  policy->grant(QpIndex{1});
  EXPECT_EQ(policy->pick(HeadFilter::kOnlyEmpty), kNone);
  EXPECT_EQ(policy->pick(HeadFilter::kAny), 2U);
  policy->remove(QpIndex{2});
  EXPECT_EQ(policy->pick(HeadFilter::kAny), kNone);
  EXPECT_EQ(policy->pick(HeadFilter::kOnlyWithBytes), kNone);
  EXPECT_EQ(policy->size(), 0U);
}

// Every head that is shown is granted in the end, and looking changes nothing.
TEST_P(EveryPolicy, GrantsEveryHeadAndPicksWithoutATrace) {
  std::mt19937_64 random(3);
  const auto policy = policy_of(GetParam(), weights(std::vector<std::uint32_t>(70, 3)), 50);
  const auto untouched = policy_of(GetParam(), weights(std::vector<std::uint32_t>(70, 3)), 50);
  for (std::uint32_t qp = 0; qp < 70; ++qp) {
    const Head head{random() % 4, static_cast<std::uint32_t>(random() % 3 * 100)};
    policy->add(QpIndex{qp}, head);
    untouched->add(QpIndex{qp}, head);
  }
  std::vector<bool> granted(70, false);
  for (int at = 0; at < 70; ++at) {
    policy->pick(HeadFilter::kOnlyEmpty);
    policy->pick(HeadFilter::kOnlyWithBytes);
    const std::uint32_t winner = policy->pick(HeadFilter::kAny);
    ASSERT_EQ(winner, untouched->pick(HeadFilter::kAny));
    ASSERT_FALSE(granted[winner]);
    granted[winner] = true;
    policy->grant(QpIndex{winner});
    untouched->grant(QpIndex{winner});
  }
  EXPECT_EQ(policy->size(), 0U);
}

INSTANTIATE_TEST_SUITE_P(, EveryPolicy,
                         testing::Values(ArbitrationKind::kRoundRobin,
                                         ArbitrationKind::kWeightedRoundRobin,
                                         ArbitrationKind::kDeficitRoundRobin,
                                         ArbitrationKind::kStrictPriority,
                                         ArbitrationKind::kOldestFirst));

}  // namespace
}  // namespace sgdma::core
