// Each arbitration policy against one that looks at all heads, with few and with very many queue
// pairs, heads of zero length among them, and grants that a filter brings out of turn.

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include <gtest/gtest.h>

#include "core/arbitration/arbitration_policy.h"

namespace sgdma::core {
namespace {

constexpr std::uint32_t kNone = ArbitrationPolicy::kNone;
constexpr std::uint32_t kQuantum = 700;

/// Heads that are shown, in the order of their queue pairs, and what a policy makes of them.
class Reference {
 public:
  Reference(ArbitrationKind kind, std::uint32_t queue_pairs, const QueuePairConfigs& configs)
      : kind_(kind), queue_pairs_(queue_pairs), configs_(configs) {}

  void add(std::uint32_t qp, const Head& head) {
    shown_[qp] = head;
    if (kind_ != ArbitrationKind::kDeficitRoundRobin) {
      return;
    }
    // Walks the visits of the queue pair until one leaves it a deficit that is positive.
    std::uint64_t round = round_;
    std::int64_t deficit = deficits_[qp];
    if (deficit > 0) {
      round += qp >= first_left_ ? 0 : 1;
    } else {
      round += qp >= first_left_ + (granted_ ? 1 : 0) ? 0 : 1;
      for (deficit += quantum(qp); deficit <= 0; deficit += quantum(qp)) {
        ++round;
      }
    }
    visits_[qp] = {round, deficit};
  }

  void remove(std::uint32_t qp) { shown_.erase(qp); }

  std::uint32_t pick(HeadFilter filter) const {
    std::uint32_t best = kNone;
    Key best_key{};
    for (const auto& [qp, head] : shown_) {
      const bool admitted =
          filter == HeadFilter::kAny || (head.bytes == 0) == (filter == HeadFilter::kOnlyEmpty);
      if (admitted && (best == kNone || key(qp, head) < best_key)) {
        best = qp;
        best_key = key(qp, head);
      }
    }
    return best;
  }

  void grant(std::uint32_t qp) {
    const Head head = shown_.at(qp);
    shown_.erase(qp);
    if (kind_ == ArbitrationKind::kWeightedRoundRobin) {
      if (turns_left(qp) == 0) {
        used_.clear();
      }
      ++used_[qp];
    }
    if (kind_ == ArbitrationKind::kDeficitRoundRobin) {
      const auto& [round, deficit] = visits_.at(qp);
      if (round > round_ || (round == round_ && qp >= first_left_)) {
        round_ = round;
        first_left_ = qp;
        granted_ = true;
      }
      deficits_[qp] = deficit - std::max<std::uint32_t>(head.bytes, 1);
      return;
    }
    pointer_ = (qp + 1) % queue_pairs_;
  }

 private:
  using Key = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>;

  std::int64_t quantum(std::uint32_t qp) const {
    return std::int64_t{kQuantum} * configs_[qp].weight;
  }
  std::uint32_t turns_left(std::uint32_t qp) const {
    const auto used = used_.find(qp);
    return configs_[qp].weight - (used == used_.end() ? 0 : used->second);
  }
  /// Steps round the ring from the pointer.
  std::uint64_t distance(std::uint32_t qp) const {
    return (std::uint64_t{qp} + queue_pairs_ - pointer_) % queue_pairs_;
  }
  /// The least goes first.
  Key key(std::uint32_t qp, const Head& head) const {
    switch (kind_) {
      case ArbitrationKind::kRoundRobin: return {0, 0, distance(qp)};
      case ArbitrationKind::kWeightedRoundRobin:
        return {turns_left(qp) > 0 ? 0 : 1, 0, distance(qp)};
      case ArbitrationKind::kDeficitRoundRobin: return {visits_.at(qp).first, 0, qp};
      case ArbitrationKind::kStrictPriority: return {~configs_[qp].priority, head.age, qp};
      case ArbitrationKind::kOldestFirst: return {0, head.age, qp};
    }
    return {};
  }

  ArbitrationKind kind_;
  std::uint32_t queue_pairs_;
  QueuePairConfigs configs_;
  std::map<std::uint32_t, Head> shown_;
  std::uint32_t pointer_ = 0;
  std::unordered_map<std::uint32_t, std::uint32_t> used_;  ///< turns of this round
  // Deficit round robin: where the ring stands, and what each has.
  std::uint64_t round_ = 0;
  std::uint32_t first_left_ = 0;  ///< queue pair of the last grant
  bool granted_ = false;
  std::unordered_map<std::uint32_t, std::int64_t> deficits_;
  std::unordered_map<std::uint32_t, std::pair<std::uint64_t, std::int64_t>> visits_;
};

struct Case {
  ArbitrationKind kind;
  std::uint32_t queue_pairs;
};

std::string name_of(const testing::TestParamInfo<Case>& info) {
  static constexpr std::array<const char*, 5> kNames = {
      "RoundRobin", "WeightedRoundRobin", "DeficitRoundRobin", "StrictPriority", "OldestFirst"};
  return kNames.at(static_cast<std::size_t>(info.param.kind)) +
         std::to_string(info.param.queue_pairs);
}

/// Alternating runs of up to 1000 queue pairs with equal weight and priority.
QueuePairConfigs random_configs(std::uint32_t queue_pairs, std::mt19937_64& random) {
  QueuePairConfigs configs;
  while (configs.size() < queue_pairs) {
    const auto weight = static_cast<std::uint32_t>(1 + random() % 4);
    const auto priority = static_cast<std::uint32_t>(random() % 3);
    const auto run = static_cast<std::uint32_t>(1 + random() % 1000);
    configs.push_back({weight, priority}, std::min(run, queue_pairs - configs.size()));
  }
  return configs;
}

class ArbitrationReference : public testing::TestWithParam<Case> {};

TEST_P(ArbitrationReference, GrantsTheSame) {
  const auto [kind, queue_pairs] = GetParam();
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    EngineConfig config;
    config.arbitration = kind;
    config.queue_pairs = queue_pairs;
    config.quantum = kQuantum;
    const QueuePairConfigs configs = random_configs(queue_pairs, random);
    const auto policy = make_arbitration_policy(config, configs);
    Reference reference(kind, queue_pairs, configs);
    // Some of very many, near each other and far apart; so many that rounds turn.
    std::vector<std::uint32_t> used;
    for (std::uint32_t at = 0; at < std::min(queue_pairs, 150U); ++at) {
      used.push_back(static_cast<std::uint32_t>(at % 2 == 0 ? random() % queue_pairs
                                                            : (used.back() + 1) % queue_pairs));
    }
    std::map<std::uint32_t, Head> shown;
    for (Cycle step = 0; step < 6000; ++step) {
      const std::uint32_t qp = used[random() % used.size()];
      const auto known = shown.find(qp);
      if (known == shown.end() && random() % 4 != 0) {
        const bool empty = random() % 4 == 0;
        const Head head{step / 8, empty ? 0 : static_cast<std::uint32_t>(1 + random() % 3000)};
        policy->add(QpIndex{qp}, head);
        reference.add(qp, head);
        shown[qp] = head;
      } else if (known != shown.end() && random() % 8 == 0) {
        policy->remove(QpIndex{qp});
        reference.remove(qp);
        shown.erase(qp);
      }
      ASSERT_EQ(policy->size(), shown.size());
      for (const HeadFilter filter :
           {HeadFilter::kAny, HeadFilter::kOnlyEmpty, HeadFilter::kOnlyWithBytes}) {
        ASSERT_EQ(policy->pick(filter), reference.pick(filter)) << "step " << step;
      }
      const auto filter = static_cast<HeadFilter>(random() % 8 < 6 ? 0 : 1 + random() % 2);
      const std::uint32_t winner = reference.pick(filter);
      if (winner != kNone && random() % 2 == 0) {
        ASSERT_EQ(policy->is_empty_head(QpIndex{winner}), shown.at(winner).bytes == 0);
        policy->grant(QpIndex{winner});
        reference.grant(winner);
        shown.erase(winner);
      }
    }
  }
}

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const ArbitrationKind kind :
       {ArbitrationKind::kRoundRobin, ArbitrationKind::kWeightedRoundRobin,
        ArbitrationKind::kDeficitRoundRobin, ArbitrationKind::kStrictPriority,
        ArbitrationKind::kOldestFirst}) {
    for (const std::uint32_t queue_pairs : {1U, 3U, 64U, 5000U, 1U << 20U}) {
      cases.push_back({kind, queue_pairs});
    }
  }
  return cases;
}

INSTANTIATE_TEST_SUITE_P(All, ArbitrationReference, testing::ValuesIn(all_cases()), name_of);

}  // namespace
}  // namespace sgdma::core
