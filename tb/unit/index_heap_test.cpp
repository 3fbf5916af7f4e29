#include "core/index_heap.h"

#include <map>
#include <random>
#include <set>
#include <stdexcept>
#include <utility>

#include <gtest/gtest.h>

namespace sgdma::core {
namespace {

TEST(IndexHeap, AgreesWithAnOrderedSet) {
  constexpr std::uint32_t kCapacity = 200;
  std::mt19937_64 random(7);
  IndexHeap<std::uint64_t> heap(kCapacity);
  std::set<std::pair<std::uint64_t, std::uint32_t>> reference;
  std::map<std::uint32_t, std::uint64_t> keys;
  for (int step = 0; step < 50000; ++step) {
    const auto index = static_cast<std::uint32_t>(random() % kCapacity);
    const auto known = keys.find(index);
    if (known == keys.end() && random() % 4 != 0) {
      const std::uint64_t key = random() % 16;  // many equal keys: ties go by index
      heap.insert(index, key);
      reference.insert({key, index});
      keys[index] = key;
    } else if (known != keys.end()) {
      ASSERT_EQ(heap.key(index), known->second);
      heap.erase(index);
      reference.erase({known->second, index});
      keys.erase(known);
    }
    ASSERT_EQ(heap.size(), reference.size());
    if (!heap.empty()) {
      ASSERT_EQ(heap.least(), reference.begin()->second);
    }
  }
}

TEST(IndexHeap, RefusesAnIndexTwiceAndForgivesErasingNothing) {
  IndexHeap<int> heap(4);
  heap.erase(2);
  heap.insert(2, 5);
  EXPECT_THROW(heap.insert(2, 6), std::logic_error);
  EXPECT_TRUE(heap.contains(2));
  EXPECT_FALSE(heap.contains(3));
}

}  // namespace
}  // namespace sgdma::core
