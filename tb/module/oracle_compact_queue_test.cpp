// The oracle's queue against the standard one.

#include <cstddef>
#include <deque>
#include <iterator>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "oracle/compact_queue.h"

namespace sgdma::oracle {
namespace {

TEST(CompactQueue, AgreesWithADeque) {
  for (const int depth : {1, 2, 7, 300}) {
    SCOPED_TRACE(depth);
    std::mt19937_64 random(23);
    CompactQueue<std::string> queue;
    std::deque<std::string> reference;
    for (int step = 0; step < 20'000; ++step) {
      const bool fills = step / 1000 % 2 == 0;
      const bool room = reference.size() < static_cast<std::size_t>(depth);
      if (room && (reference.empty() || random() % 8 < (fills ? 5U : 3U))) {
        queue.push_back(std::to_string(step));
        reference.push_back(std::to_string(step));
      } else if (random() % 8 == 0) {
        queue.pop_back();
        reference.pop_back();
      } else {
        queue.pop_front();
        reference.pop_front();
      }
      if (random() % 2000 == 0) {
        queue.clear();
        reference.clear();
      }
      ASSERT_EQ(queue.size(), reference.size());
      ASSERT_EQ(queue.empty(), reference.empty());
      if (!reference.empty()) {
        ASSERT_EQ(queue.front(), reference.front());
        const std::size_t at = random() % reference.size();
        ASSERT_EQ(queue[at], reference[at]);
      }
      ASSERT_EQ(std::distance(queue.begin(), queue.end()),
                static_cast<std::ptrdiff_t>(reference.size()));
    }
  }
}

}  // namespace
}  // namespace sgdma::oracle
