#include "core/completion_port.h"

#include <stdexcept>

#include <gtest/gtest.h>

#include "support/fake_completion_reader.h"

namespace sgdma::core {
namespace {

using test::FakeCompletionReader;

Completion completion_of(Direction direction, std::uint32_t number) {
  Completion completion;
  completion.direction = direction;
  completion.tag.number = number;
  return completion;
}

EngineConfig with_depth(std::uint32_t depth) {
  EngineConfig config;
  config.completion_depth = depth;
  config.slots = 2;
  return config;
}

TEST(CompletionPort, TakesNextEdgeOnePerDirectionInFinishOrder) {
  FakeCompletionReader reader({});
  const EngineConfig config = with_depth(kUnlimited);
  const Watch watch;
  CompletionPort port(config, reader, watch);
  for (const std::uint32_t number : {0U, 1U, 2U}) {
    port.reserve();
    port.present(number, completion_of(Direction::kGather, number));
    port.settle();
  }
  port.reserve();
  port.present(2, completion_of(Direction::kScatter, 3));
  port.settle();
  EXPECT_EQ(port.waiting(), 4U);
  port.take(3);
  port.settle();
  port.take(4);
  port.settle();
  port.take(5);
  port.settle();
  ASSERT_EQ(reader.taken().size(), 4U);
  const std::vector<Cycle> edges = {3, 4, 5, 5};
  for (std::uint32_t at = 0; at < 4; ++at) {
    EXPECT_EQ(reader.taken()[at].second.tag.number, at);
    EXPECT_EQ(reader.taken()[at].first, edges[at]);
  }
  EXPECT_EQ(port.reserved(), 0U);
}

TEST(CompletionPort, DoesNotTakeAtTheEdgeThatPresents) {
  FakeCompletionReader reader({});
  const EngineConfig config = with_depth(4);
  const Watch watch;
  CompletionPort port(config, reader, watch);
  port.reserve();
  port.present(7, completion_of(Direction::kGather, 0));
  port.take(7);
  EXPECT_EQ(port.waiting(), 1U);
  EXPECT_EQ(port.next_edge(7), 8U);
}

TEST(CompletionPort, EntryServesAgainAfterTheEdgeThatTakesIt) {
  FakeCompletionReader reader({});
  const EngineConfig config = with_depth(1);
  const Watch watch;
  CompletionPort port(config, reader, watch);
  port.reserve();
  EXPECT_EQ(port.entries(), 0U);
  port.present(1, completion_of(Direction::kGather, 0));
  port.settle();
  port.take(2);
  EXPECT_EQ(port.entries(), 0U);
  port.settle();
  EXPECT_EQ(port.entries(), 1U);
}

TEST(CompletionPort, SleepsUntilTheReaderIsReady) {
  FakeCompletionReader reader([](Cycle edge) { return edge % 100 == 0; });
  const EngineConfig config = with_depth(2);
  const Watch watch;
  CompletionPort port(config, reader, watch);
  EXPECT_EQ(port.next_edge(0), kNever);
  port.reserve();
  port.present(3, completion_of(Direction::kScatter, 0));
  port.settle();
  // The reader hears of it at the edge after.
  EXPECT_EQ(port.next_edge(3), 4U);
  EXPECT_TRUE(port.take(4));
  EXPECT_EQ(port.next_edge(4), 100U);
}

TEST(CompletionPort, RefusesTwoOfADirectionAtOneEdge) {
  FakeCompletionReader reader({});
  const EngineConfig config = with_depth(4);
  const Watch watch;
  CompletionPort port(config, reader, watch);
  port.present(1, completion_of(Direction::kGather, 0));
  EXPECT_TRUE(port.used(Direction::kGather));
  port.present(1, completion_of(Direction::kScatter, 1));
  EXPECT_THROW(port.present(1, completion_of(Direction::kGather, 2)), std::logic_error);
}

}  // namespace
}  // namespace sgdma::core
