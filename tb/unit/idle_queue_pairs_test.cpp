// What queue pairs cost that have no work: nothing in the core.

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/sparse_table.h"
#include "support/core_bench.h"
#include "support/trace_stimulus.h"
#include "types/run_list.h"
#include "unit/allocations.h"

namespace sgdma::core {
namespace {

constexpr std::uint32_t kMany = 1U << 20U;

TEST(RunList, StoresEqualNeighboursOnce) {
  std::mt19937_64 random(3);
  RunList<int> list;
  std::vector<int> expected;
  EXPECT_TRUE(list.empty());
  for (int run = 0; run < 50; ++run) {
    const int value = static_cast<int>(random() % 3);
    const auto times = static_cast<std::uint32_t>(random() % 5);  // may be none
    list.push_back(value, times);
    expected.insert(expected.end(), times, value);
  }
  std::size_t runs = 1;
  ASSERT_EQ(list.size(), expected.size());
  for (std::uint32_t at = 0; at < list.size(); ++at) {
    EXPECT_EQ(list[at], expected[at]) << at;
    runs += at > 0 && expected[at] != expected[at - 1] ? 1 : 0;
  }
  EXPECT_EQ(list.runs(), runs);
  RunList<int> alike;
  alike.push_back(7, kMany);
  EXPECT_EQ(alike.size(), kMany);
  EXPECT_EQ(alike.runs(), 1U);
  EXPECT_EQ(alike[kMany - 1], 7);
}

TEST(SparseTable, AgreesWithAMap) {
  constexpr std::uint32_t kIndices = 5000;
  std::mt19937_64 random(5);
  SparseTable<int> table(kIndices);
  std::map<std::uint32_t, int> reference;
  for (int step = 0; step < 20000; ++step) {
    const auto index =
        static_cast<std::uint32_t>(random() % 4 == 0 ? random() % 50 : random() % kIndices);
    if (random() % 2 == 0) {
      table[index] = step;
      reference[index] = step;
    } else if (table.find(index) != nullptr) {
      table[index] = 0;
      table.give_back(index);
      reference.erase(index);
    }
    ASSERT_EQ(table.size(), reference.size());
    const int* element = table.find(index);
    ASSERT_EQ(element != nullptr, reference.count(index) == 1);
    if (element != nullptr) {
      ASSERT_EQ(*element, reference.at(index));
    }
  }
  std::map<std::uint32_t, int> seen;
  std::uint32_t last = 0;
  table.for_each([&](std::uint32_t index, int element) {
    EXPECT_TRUE(seen.empty() || index > last);
    last = index;
    seen[index] = element;
  });
  EXPECT_EQ(seen, reference);
}

TEST(SparseTable, ServesWithWhatIsGivenBack) {
  SparseTable<int> table(kMany);
  table[3] = 0;
  const int* element = table.find(3);
  table.give_back(3);
  EXPECT_EQ(table.find(3), nullptr);
  EXPECT_EQ(&table[kMany - 1], element);
}

test::CoreBenchConfig config_of(ArbitrationKind kind, std::uint32_t queue_pairs) {
  test::CoreBenchConfig config = test::contract_config(4, 2, true);
  config.engine.arbitration = kind;
  config.engine.queue_pairs = queue_pairs;
  return config;
}

std::uint64_t allocations_of(const test::CoreBenchConfig& config) {
  const std::uint64_t before = test::allocations();
  const test::CoreBench bench(config, {});
  return test::allocations() - before;
}

class IdleQueuePairs : public testing::TestWithParam<ArbitrationKind> {};

TEST_P(IdleQueuePairs, AreNotAllocatedFor) {
  const std::uint64_t few = allocations_of(config_of(GetParam(), 16));
  // Bitmaps have further levels, and their lists grow.
  EXPECT_LE(allocations_of(config_of(GetParam(), kMany)), few + 50);
}

TEST_P(IdleQueuePairs, HaveNoStateWhenTheirWorkIsDone) {
  std::string stimulus;
  for (std::uint32_t at = 0; at < 300; ++at) {
    const std::uint32_t qp = at * 3491U % kMany;
    stimulus += std::to_string(1 + 3 * at) + ' ' + std::to_string(qp) + (at % 3 == 0 ? " s" : " g");
    if (at % 7 != 0) {
      stimulus += ' ' + std::to_string(0x1000 + 64 * at) + ' ' + std::to_string(8 + at % 20);
    }
    stimulus += '\n';
  }
  test::CoreBench bench(config_of(GetParam(), kMany), test::parse_stimulus(stimulus));
  bench.run(test::RunMode::kEventsOnly);
  EXPECT_LE(bench.queues().busy(), SparseTable<int>::kFew);
  EXPECT_EQ(bench.leaks(), "");
}

INSTANTIATE_TEST_SUITE_P(All, IdleQueuePairs,
                         testing::Values(ArbitrationKind::kRoundRobin,
                                         ArbitrationKind::kWeightedRoundRobin,
                                         ArbitrationKind::kDeficitRoundRobin,
                                         ArbitrationKind::kStrictPriority,
                                         ArbitrationKind::kOldestFirst));

}  // namespace
}  // namespace sgdma::core
