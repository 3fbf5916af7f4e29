// The list of queue pairs, and the table of their states.

#include "platform/queue_pair_list.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <random>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "platform/qp_table.h"

namespace sgdma::platform {
namespace {

constexpr std::uint32_t kMany = 1U << 20U;

QueuePair queue_pair(std::uint32_t number, std::uint32_t weight = 1,
                     std::uint32_t path_mtu = 4096) {
  return {QpNumber{number}, {weight, 0}, path_mtu};
}

TEST(QueuePairList, AgreesWithAPlainList) {
  std::mt19937_64 random(11);
  for (int round = 0; round < 200; ++round) {
    QueuePairList list;
    std::vector<QueuePair> plain;
    std::uint32_t number = 0;
    for (int block = 0; block < 6; ++block) {
      number += static_cast<std::uint32_t>(random() % 3);
      const QueuePair first = queue_pair(number, static_cast<std::uint32_t>(1 + random() % 2),
                                         random() % 2 == 0 ? 256 : 512);
      const auto count = static_cast<std::uint32_t>(random() % 4);
      list.push_back(first, count);
      for (std::uint32_t at = 0; at < count; ++at) {
        plain.push_back(first);
        plain.back().number = QpNumber{number++};
      }
    }
    ASSERT_EQ(list.size(), plain.size());
    ASSERT_EQ(list.empty(), plain.empty());
    std::map<std::uint32_t, std::uint32_t> index;
    const RunList<QueuePairConfig> arbitration = list.arbitration();
    std::uint32_t at = 0;
    for (const QueuePair listed : list) {
      ASSERT_EQ(raw(listed.number), raw(plain[at].number));
      ASSERT_EQ(listed.arbitration, plain[at].arbitration);
      ASSERT_EQ(listed.path_mtu, plain[at].path_mtu);
      ASSERT_EQ(arbitration[at], plain[at].arbitration);
      ASSERT_EQ(list.number_of(QpIndex{at}), plain[at].number);
      std::uint32_t alike = 1;
      while (at + alike < plain.size() &&
             raw(plain[at + alike].number) == raw(plain[at].number) + alike &&
             plain[at + alike].arbitration == plain[at].arbitration &&
             plain[at + alike].path_mtu == plain[at].path_mtu) {
        ++alike;
      }
      ASSERT_EQ(list.alike_from(QpIndex{at}), alike);
      index[raw(listed.number)] = at++;
    }
    ASSERT_EQ(at, plain.size());
    for (std::uint32_t wanted = 0; wanted < number + 2; ++wanted) {
      const auto known = index.find(wanted);
      const std::optional<QpIndex> found = list.find(QpNumber{wanted});
      ASSERT_EQ(found.has_value(), known != index.end()) << wanted;
      if (found) {
        ASSERT_EQ(raw(*found), known->second);
        ASSERT_EQ(list.index_of(QpNumber{wanted}), *found);
      } else {
        ASSERT_THROW(list.index_of(QpNumber{wanted}), std::logic_error);
      }
      const std::uint64_t last = wanted + random() % 4;
      const auto between = std::distance(index.lower_bound(wanted),
                                         index.upper_bound(static_cast<std::uint32_t>(last)));
      ASSERT_EQ(list.count(wanted, last), static_cast<std::size_t>(between));
    }
  }
}

TEST(QueuePairList, StoresAMillionAlikeAsOne) {
  QueuePairList list;
  list.push_back(queue_pair(1), kMany / 2);
  list.push_back(queue_pair(1 + kMany / 2), kMany / 2);
  EXPECT_EQ(list.size(), kMany);
  EXPECT_EQ(list.blocks(), 1U);
  EXPECT_EQ(list.arbitration().runs(), 1U);
  list.push_back(queue_pair(kMany + 2));  // its number leaves one out
  list.push_back(queue_pair(kMany + 3, 2));
  EXPECT_EQ(list.blocks(), 3U);
}

TEST(QueuePairList, RefusesNumbersThatDoNotRise) {
  QueuePairList list;
  list.push_back(queue_pair(5), 3);
  EXPECT_THROW(list.push_back(queue_pair(7)), std::logic_error);
}

struct CountingState {
  struct Memory {
    std::uint32_t total = 0;
  };
  bool rests() const { return under_way == 0; }
  Memory memory() const { return {total}; }
  void recall(const Memory& memory) { total = memory.total; }

  std::uint32_t total = 0;
  std::uint32_t under_way = 0;
};

TEST(QpTable, KeepsTheMemoryOfWhatRests) {
  QpTable<CountingState> table(kMany);
  std::mt19937_64 random(13);
  std::map<std::uint32_t, CountingState> reference;
  std::map<std::uint32_t, bool> is_awake;
  std::size_t awake = 0;
  for (int step = 0; step < 20000; ++step) {
    const auto qp = static_cast<std::uint32_t>(random() % 400 * 2503);
    ASSERT_EQ(table.memory(QpIndex{qp}).total, reference.count(qp) ? reference[qp].total : 0U);
    CountingState& state = table[QpIndex{qp}];
    CountingState& expected = reference[qp];
    ASSERT_EQ(state.total, expected.total);
    ASSERT_EQ(state.under_way, expected.under_way);
    const bool begins = expected.under_way == 0 || random() % 2 == 0;
    for (CountingState* each : {&state, &expected}) {
      each->total += begins ? 1 : 0;
      each->under_way += begins ? 1 : -1U;
    }
    table.settle(QpIndex{qp});
    awake -= is_awake[qp] ? 1 : 0;
    // Of those that rest, a few may stay as they are.
    is_awake[qp] = table.awake(QpIndex{qp}) != nullptr;
    awake += is_awake[qp] ? 1 : 0;
    ASSERT_TRUE(is_awake[qp] || expected.under_way == 0);
    ASSERT_TRUE(!is_awake[qp] || expected.under_way > 0 || awake <= table.kFew);
    ASSERT_EQ(table.memory(QpIndex{qp}).total, expected.total);
  }
  std::vector<std::uint32_t> used;
  table.for_each([&](QpIndex qp) { used.push_back(raw(qp)); });
  ASSERT_EQ(used.size(), reference.size());
  EXPECT_TRUE(std::is_sorted(used.begin(), used.end()));
}

TEST(QpTable, ServesTheNextWithAStateThatRests) {
  QpTable<CountingState> table(kMany);
  for (std::uint32_t qp = 0; qp < table.kFew; ++qp) {
    table[QpIndex{qp}].under_way = 1;
  }
  CountingState* more = &table[QpIndex{500}];
  table.settle(QpIndex{500});
  EXPECT_EQ(&table[QpIndex{kMany - 1}], more);
}

}  // namespace
}  // namespace sgdma::platform
