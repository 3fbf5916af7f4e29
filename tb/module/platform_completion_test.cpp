#include <algorithm>
#include <optional>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "module/platform_bench.h"
#include "platform/completion_queue.h"
#include "platform/random_stream.h"
#include "platform/scatter_window.h"
#include "types/byte_pattern.h"

namespace sgdma::platform::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

WorkQueueElement short_send() { return wqe(WqeOpcode::kSend, {{0x100000, 64, kKey}}); }

std::vector<Cycle> edges(const PlatformBench& bench) {
  std::vector<Cycle> result;
  for (const Recorder::Cqe& cqe : bench.recorder.cqes) {
    result.push_back(cqe.at);
  }
  return result;
}

// Edge n is at n x 1000 ps. Room that a poll at time t makes is there at t / 1000 + 1.
TEST(PlatformCompletionQueue, PollsMakeRoomForTheNextEdge) {
  CompletionQueue queue({1, 5500, 2000, true}, kPeriod);
  ASSERT_TRUE(queue.room(3));
  queue.write(3, QpIndex{0});
  EXPECT_FALSE(queue.room(3));
  EXPECT_EQ(queue.next_room(3), 6U);
  EXPECT_FALSE(queue.room(5));
  ASSERT_TRUE(queue.room(6));
  queue.write(6, QpIndex{0});
  EXPECT_EQ(queue.next_room(6), 8U);  // the poll at 7500
  EXPECT_FALSE(queue.room(7));
  EXPECT_TRUE(queue.room(8));
  // Polls that find nothing are not made up for: 9500, 11500 find none.
  ASSERT_TRUE(queue.room(12));
  queue.write(12, QpIndex{0});
  EXPECT_EQ(queue.next_room(12), 14U);
}

TEST(PlatformCompletionQueue, APollAtTheEdgeOfTheWriteSeesIt) {
  CompletionQueue queue({1, 3000, 2000, true}, kPeriod);
  ASSERT_TRUE(queue.room(3));
  queue.write(3, QpIndex{0});
  EXPECT_FALSE(queue.room(3));
  EXPECT_EQ(queue.next_room(3), 4U);
  EXPECT_TRUE(queue.room(4));
}

TEST(PlatformCompletionQueue, WithoutAnIntervalAllAreTakenAtOnceFromTheStartOn) {
  CompletionQueue queue({2, 9999, 0, true}, kPeriod);
  queue.write(1, QpIndex{0});
  queue.write(1, QpIndex{0});
  EXPECT_FALSE(queue.room(9));
  EXPECT_EQ(queue.next_room(9), 10U);
  ASSERT_TRUE(queue.room(10));
  queue.write(10, QpIndex{0});
  queue.write(10, QpIndex{0});
  EXPECT_FALSE(queue.room(10));
  EXPECT_EQ(queue.next_room(10), 11U);
  EXPECT_EQ(queue.max_entries(), 2U);
}

TEST(PlatformCompletionQueue, SoftwareThatNeverPolls) {
  CompletionQueue queue({1, 0, 1, false}, kPeriod);
  queue.write(1, QpIndex{0});
  EXPECT_EQ(queue.next_room(1), kNever);
  EXPECT_FALSE(queue.room(1000000000));
}

TEST(PlatformCompletionQueue, ManyPollsInOneStep) {
  CompletionQueue queue({3, 0, 1, true}, kPeriod);
  queue.write(1, QpIndex{0});
  queue.write(1, QpIndex{0});
  queue.write(1, QpIndex{0});
  EXPECT_TRUE(queue.room(1000000000000));
}

/// Software as the interface describes it: poll by poll, each of which takes the oldest CQE that is
/// there. Times in picoseconds, of writes in order.
std::vector<Picoseconds> taken_by_polls(const std::vector<Picoseconds>& writes, Picoseconds start,
                                        Picoseconds interval) {
  std::vector<Picoseconds> taken;
  for (Picoseconds poll = start; taken.size() < writes.size(); poll += interval) {
    if (writes[taken.size()] <= poll) taken.push_back(poll);
  }
  return taken;
}

TEST(PlatformCompletionQueue, CqesAreTakenByTheFirstPollsThatAreFree) {
  RandomStream random(1, "polls");
  for (int round = 0; round < 300; ++round) {
    const Picoseconds start = random.below(9000);
    const Picoseconds interval = 1 + random.below(round % 2 == 0 ? 700 : 5000);
    const std::uint64_t most = 1 + random.below(6);
    CompletionQueue queue({0, start, interval, true}, kPeriod);
    std::vector<Picoseconds> writes;
    std::vector<Picoseconds> taken;
    Cycle now = 0;
    for (int cqe = 0; cqe < 60; ++cqe) {
      now += random.below(most);
      queue.write(now, QpIndex{0});
      writes.push_back(now * kPeriod);
      taken.push_back(queue.taken_at(now).value());
    }
    ASSERT_EQ(taken, taken_by_polls(writes, start, interval))
        << "round " << round << ", start " << start << ", interval " << interval;
  }
}

// A queue of three: there is room at an edge where fewer than three have been written and not taken
// strictly before it.
TEST(PlatformCompletionQueue, RoomIsThereAfterWhatWasTaken) {
  RandomStream random(1, "room");
  for (int round = 0; round < 300; ++round) {
    const Picoseconds start = random.below(9000);
    const Picoseconds interval = random.below(3) * random.below(2500);
    CompletionQueue queue({3, start, interval, true}, kPeriod);
    std::vector<Picoseconds> taken;
    Cycle now = 0;
    for (int step = 0; step < 80; ++step) {
      now += random.below(3);
      const auto here = std::count_if(taken.begin(), taken.end(),
                                      [now](Picoseconds at) { return at >= now * kPeriod; });
      ASSERT_EQ(queue.room(now), here < 3) << "round " << round << ", edge " << now;
      if (here < 3) {
        queue.write(now, QpIndex{0});
        taken.push_back(queue.taken_at(now).value());
      }
    }
  }
}

TEST(PlatformCompletionQueue, WithoutAnIntervalACqeIsTakenAsItIsWritten) {
  CompletionQueue queue({0, 5500, 0, true}, kPeriod);
  EXPECT_EQ(queue.taken_at(2), Picoseconds{5500});
  EXPECT_EQ(queue.taken_at(5), Picoseconds{5500});
  EXPECT_EQ(queue.taken_at(6), Picoseconds{6000});
  EXPECT_EQ(queue.taken_at(6), Picoseconds{6000});
  CompletionQueue unpolled({0, 0, 1, false}, kPeriod);
  EXPECT_EQ(unpolled.taken_at(2), std::nullopt);
}

TEST(PlatformCqeGenerator, E07_AFullQueueStallsAndLosesNothing) {
  BenchConfig config;
  config.queue = {4, 0, 0, false};
  PlatformBench bench(config);
  std::vector<TransferRequest> gathers;
  gathers.reserve(6);
  for (int i = 0; i < 6; ++i) {
    gathers.push_back(bench.give_one(short_send()));
  }
  for (int i = 0; i < 4; ++i) {
    bench.finish(gathers[static_cast<std::size_t>(i)]);
  }
  EXPECT_FALSE(bench.cqes.ready(bench.now + 1));
  EXPECT_EQ(bench.cqes.next_ready(bench.now + 1), kNever);
  EXPECT_EQ(bench.recorder.cqes.size(), 4U);
  EXPECT_EQ(bench.cqes.unfinished(QpIndex{0}, Side::kSendQueue), 2U);
}

TEST(PlatformCqeGenerator, ACqeIsWrittenAtTheEdgeThatTakesItsCompletion) {
  PlatformBench bench;
  const TransferRequest gather = bench.give_one(short_send());
  bench.cqes.take(17, {gather.tag, gather.direction, CompletionStatus::kSuccess, 64, {}});
  EXPECT_THAT(edges(bench), ElementsAre(17));
}

// Depth 2, polls at 10000, 13000, 16000. The first send's completion releases four CQEs at edge 8.
TEST(PlatformCqeGenerator, CqesThatFindNoRoomAreWrittenAtTheFirstEdgesThatHaveIt) {
  BenchConfig config;
  config.queue = {2, 10000, 3000, true};
  PlatformBench bench(config);
  const TransferRequest first = bench.give_one(short_send());
  for (int i = 0; i < 3; ++i) {
    bench.give(wqe(WqeOpcode::kSend, {{0, 1, kUnknownKey}}));
  }
  const TransferRequest last = bench.give_one(short_send());
  ASSERT_TRUE(bench.cqes.ready(8));
  bench.cqes.take(8, {first.tag, first.direction, CompletionStatus::kSuccess, 64, {}});
  EXPECT_EQ(bench.cqes.waiting(), 2U);
  EXPECT_FALSE(bench.cqes.ready(8));
  EXPECT_EQ(bench.cqes.next_ready(8), 11U);
  EXPECT_EQ(bench.intake.next_edge(), 11U);
  // Intake writes one at 11, though no completion is there to be taken.
  TransferRequest none;
  EXPECT_FALSE(bench.intake.pull(11, none));
  EXPECT_EQ(bench.intake.next_edge(), 14U);
  // At 14 the reader is asked first.
  EXPECT_FALSE(bench.cqes.ready(14));
  EXPECT_EQ(bench.intake.next_edge(), kNever);
  EXPECT_EQ(bench.cqes.next_ready(14), 17U);
  ASSERT_TRUE(bench.cqes.ready(17));
  bench.cqes.take(17, {last.tag, last.direction, CompletionStatus::kSuccess, 64, {}});
  EXPECT_THAT(bench.new_cqes(),
              ElementsAre("7.sq.0 SUCCESS 64", "7.sq.1 LOC_PROT_ERR 0", "7.sq.2 LOC_PROT_ERR 0",
                          "7.sq.3 LOC_PROT_ERR 0", "7.sq.4 SUCCESS 64"));
  EXPECT_THAT(edges(bench), ElementsAre(8, 8, 11, 14, 17));
  EXPECT_EQ(bench.cqes.counters().cqes_held_back, 2U);
}

TEST(PlatformCqeGenerator, ATagThatIsNotUnderWayIsAModelError) {
  PlatformBench bench;
  const TransferRequest gather = bench.give_one(short_send());
  bench.finish(gather);
  EXPECT_THROW(
      bench.cqes.take(9, {gather.tag, gather.direction, CompletionStatus::kSuccess, 64, {}}),
      std::logic_error);
  CompletionTag unknown = gather.tag;
  unknown.qp = QpNumber{8};
  EXPECT_THROW(bench.cqes.take(9, {unknown, gather.direction, CompletionStatus::kSuccess, 64, {}}),
               std::logic_error);
}

TEST(PlatformIntake, WorkIsThereAtTheFirstEdgeStrictlyAfterItArrives) {
  PlatformBench bench;
  for (const Picoseconds at : {0U, 999U, 1000U, 1001U, 5000U}) {
    bench.stream.add({at, QpIndex{0}, short_send()});
  }
  std::vector<Cycle> seen;
  while (bench.intake.next_edge() != kNever) {
    seen.push_back(bench.intake.next_edge());
    TransferRequest request;
    EXPECT_TRUE(bench.intake.pull(seen.back(), request));
  }
  EXPECT_THAT(seen, ElementsAre(1, 1, 2, 2, 6));
  EXPECT_THAT(bench.recorder.items, ElementsAre(1, 1, 2, 2, 6));
  EXPECT_TRUE(bench.intake.exhausted());
  // A stream that goes on is noticed.
  bench.stream.add({7000, QpIndex{0}, short_send()});
  EXPECT_EQ(bench.intake.next_edge(), 8U);
}

TEST(PlatformScatterWindow, TheFrontierPassesWhatIsDone) {
  ScatterWindow window;
  for (std::uint64_t scatter = 0; scatter < 1000; ++scatter) {
    EXPECT_EQ(window.open(), scatter);
  }
  for (std::uint64_t scatter = 999; scatter > 0; --scatter) {
    window.close(scatter);
    ASSERT_EQ(window.frontier(), 0U);
  }
  window.close(0);
  EXPECT_EQ(window.frontier(), 1000U);
  EXPECT_THROW(window.close(5), std::logic_error);
  EXPECT_THROW(window.close(1000), std::logic_error);
}

TEST(PlatformScatterWindow, SlidesOverAWrappingRing) {
  ScatterWindow window;
  for (std::uint64_t scatter = 0; scatter < 10000; ++scatter) {
    window.open();
    if (scatter >= 100) {
      window.close(scatter - 100);
      ASSERT_EQ(window.frontier(), scatter - 99);
    }
  }
}

std::uint64_t new_value(PlatformBench& bench, const IncomingPacket& atomic, std::uint64_t old) {
  const TransferRequest gather = bench.give_one(remote(atomic, 0x100008, kKey, 0));
  EXPECT_EQ(gather.direction, Direction::kGather);
  EXPECT_TRUE(gather.after_scatters);
  EXPECT_EQ(gather.atomic_granule, 0x40008U);
  EXPECT_FALSE(gather.tag.last_part);
  std::uint8_t bytes[8];
  for (std::uint32_t i = 0; i < 8; ++i) {
    bytes[i] = static_cast<std::uint8_t>(old >> (8 * i));
  }
  bench.payload.put(1, gather.tag, 0, bytes, 4);
  bench.payload.put(2, gather.tag, 4, bytes + 4, 4);
  bench.finish(gather);
  const TransferRequest scatter = PlatformBench::scatter_of(gather);
  std::uint8_t out[8];
  bench.payload.get(scatter.tag, 0, out, 3);
  bench.payload.get(scatter.tag, 3, out + 3, 5);
  bench.finish(scatter);
  std::uint64_t value = 0;
  for (std::uint32_t i = 0; i < 8; ++i) {
    value |= std::uint64_t{out[i]} << (8 * i);
  }
  return value;
}

TEST(PlatformPayload, AtomicsWriteTheValueOfTheirOperation) {
  PlatformBench bench;
  IncomingPacket add = packet(PacketOpcode::kFetchAdd, PacketPosition::kOnly, 0);
  add.swap_or_add = 3;
  EXPECT_EQ(new_value(bench, add, 0xFFFFFFFFFFFFFFFE), 1U);
  IncomingPacket swap = packet(PacketOpcode::kCompareSwap, PacketPosition::kOnly, 0);
  swap.compare = 0x0102030405060708;
  swap.swap_or_add = 0x1111222233334444;
  EXPECT_EQ(new_value(bench, swap, 0x0102030405060708), 0x1111222233334444U);
  EXPECT_EQ(new_value(bench, swap, 0x0102030405060709), 0x0102030405060709U);
  EXPECT_TRUE(bench.atomics.empty());
  EXPECT_EQ(bench.payload.bytes_out(), 24U);
  EXPECT_EQ(bench.payload.bytes_in(), 24U);
}

TEST(PlatformPayload, AnAtomicWhoseGatherFailsIsForgotten) {
  PlatformBench bench;
  bench.give(wqe(WqeOpcode::kReceive, {{0x100000, 8, kKey}}));
  const TransferRequest gather = bench.give_one(
      remote(packet(PacketOpcode::kFetchAdd, PacketPosition::kOnly, 0), 0x100008, kKey, 0));
  const TransferRequest send =
      bench.give_one(packet(PacketOpcode::kSend, PacketPosition::kOnly, 8));
  bench.finish(send);
  EXPECT_THAT(bench.new_cqes(), IsEmpty());
  bench.finish(gather, CompletionStatus::kGeneralErr);
  EXPECT_TRUE(bench.atomics.empty());
  EXPECT_THAT(bench.new_cqes(), ElementsAre("7.rq.0 SUCCESS 8"));
}

TEST(PlatformPayload, OrdinaryPayloadIsThePatternOfItsTag) {
  PlatformBench bench;
  const CompletionTag tag{QpNumber{7}, 3, 2, 0, Side::kReceiveQueue, true};
  std::uint8_t bytes[20];
  bench.payload.get(tag, 5, bytes, 20);
  for (std::uint32_t i = 0; i < 20; ++i) {
    EXPECT_EQ(bytes[i], pattern_byte(payload_pattern(tag), 5 + i)) << i;
  }
}

}  // namespace
}  // namespace sgdma::platform::test
