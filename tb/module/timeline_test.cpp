// The timeline, told by hand what an engine would tell it.

#include "observe/timeline/timeline.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/scenario_run.h"
#include "support/scratch.h"
#include "support/timeline_reader.h"

namespace sgdma::test {
namespace {

using observe::Timeline;
using observe::TimelineOptions;
using testing::HasSubstr;

/// What happens to a slot, in few words.
class Told {
 public:
  explicit Told(Timeline& timeline) : timeline_(timeline) {}

  void grant(Cycle now, std::uint32_t slot, std::uint32_t qp = 7) {
    entry_.qp = QpNumber{qp};
    entry_.remaining = 64;
    timeline_.on_grant(now, SlotIndex{slot}, entry_, {});
  }
  void burst(Cycle now, std::uint32_t slot, std::uint32_t tag) {
    BurstEvent event;
    event.slot = SlotIndex{slot};
    event.bus_tag = BusTag{tag};
    timeline_.on_burst(now, event);
  }
  void response(Cycle now, std::uint32_t slot, std::uint32_t tag) {
    ResponseEvent event;
    event.slot = SlotIndex{slot};
    event.bus_tag = BusTag{tag};
    timeline_.on_response(now, event);
  }
  void free(Cycle now, std::uint32_t slot) {
    entry_.remaining = 0;
    timeline_.on_free(now, SlotIndex{slot}, entry_);
  }
  void edge(Cycle now, core::StallCause gather, QpIndex owner = core::kNobody) {
    core::EdgeSignals signals;
    signals.charges[0] = {gather, owner};
    timeline_.on_edge(now, signals);
  }

 private:
  Timeline& timeline_;
  InFlightEntry entry_;
};

TimelineOptions options(const std::string& name) {
  TimelineOptions options;
  options.path = scratch_path(name);
  return options;
}

platform::QueuePairList queue_pairs() { return {{QpNumber{7}, {}}, {QpNumber{9}, {}}}; }

std::vector<std::pair<std::uint64_t, std::uint64_t>> times(
    const std::vector<TimelineSlice>& slices) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> times;
  times.reserve(slices.size());
  for (const TimelineSlice& slice : slices) times.emplace_back(slice.from, slice.to);
  return times;
}

TEST(Timeline, I12_BurstsThatOverlapHaveTracksOfTheirOwn) {
  Timeline timeline(options("overlap.json"), "", 4, queue_pairs(), 1000);
  Told told(timeline);
  told.grant(190, 2);
  told.burst(200, 2, 1);
  told.burst(280, 2, 2);
  told.response(300, 2, 1);
  told.burst(310, 2, 1);
  told.response(320, 2, 1);
  told.response(350, 2, 2);
  told.free(351, 2);
  timeline.finish(400);
  const TimelineFile file = read_timeline(scratch_path("overlap.json"));
  EXPECT_EQ(file.problem, "");
  const std::vector<TimelineSlice> bursts = file.named("read burst");
  ASSERT_EQ(bursts.size(), 3U);
  EXPECT_EQ(times(bursts), (std::vector<std::pair<std::uint64_t, std::uint64_t>>{
                               {200'000, 300'000}, {310'000, 320'000}, {280'000, 350'000}}));
  // The first and the third are in the transfer; the second, which overlaps them, is beside it.
  const std::vector<TimelineSlice> transfers = file.named("gather qp 7");
  ASSERT_EQ(transfers.size(), 1U);
  EXPECT_EQ(bursts[0].track, transfers[0].track);
  EXPECT_EQ(bursts[0].depth, 1U);
  EXPECT_EQ(bursts[1].track, transfers[0].track);
  EXPECT_NE(bursts[2].track, transfers[0].track);
  EXPECT_EQ(bursts[2].depth, 0U);
  EXPECT_EQ(file.names.at(transfers[0].track), "slot 2");
  EXPECT_EQ(file.names.at(bursts[2].track), "slot 2, bursts 2");
}

TEST(Timeline, I13_AnyTextIsStrictJson) {
  const std::string title = "a \"quote\", a \\, a tab\t, \x01 and \xc3\xa9";
  Timeline timeline(options("text.json"), title, 1, queue_pairs(), 1000);
  timeline.finish(1);
  const TimelineFile file = read_timeline(scratch_path("text.json"));
  EXPECT_EQ(file.problem, "");
  EXPECT_EQ(file.title, title);
}

TEST(Timeline, I14_LateTimesKeepTheirNanoseconds) {
  Timeline timeline(options("late.json"), "", 1, queue_pairs(), 1000);
  Told told(timeline);
  told.grant(1'000'000'001, 0);
  told.free(1'000'000'002, 0);
  timeline.finish(1'000'000'003);
  EXPECT_THAT(file_bytes(scratch_path("late.json")), HasSubstr("\"ts\":1000000.001,"));
}

TEST(Timeline, I14_WhatIsBackToBackStaysSo) {
  Timeline timeline(options("short.json"), "", 1, queue_pairs(), 300);
  Told told(timeline);
  constexpr Cycle kFirst = 3'333'333'333;  // a second
  for (Cycle now = kFirst; now < kFirst + 1000; ++now) {
    told.edge(now, now % 2 == 0 ? core::StallCause::kMoved : core::StallCause::kNoSlot);
  }
  timeline.finish(kFirst + 1000);
  const TimelineFile file = read_timeline(scratch_path("short.json"));
  EXPECT_EQ(file.problem, "");
  std::vector<TimelineSlice> slices = file.named("moved");
  const std::vector<TimelineSlice> others = file.named("no_slot");
  slices.insert(slices.end(), others.begin(), others.end());
  ASSERT_EQ(slices.size(), 1000U);
  std::sort(slices.begin(), slices.end(),
            [](const auto& a, const auto& b) { return a.from < b.from; });
  for (std::size_t at = 0; at < slices.size(); ++at) {
    EXPECT_EQ(slices[at].from, (kFirst + at) * 300);
    EXPECT_EQ(slices[at].to, slices[at].from + 300);
  }
}

/// A slice for each run of one cause and owner; those of nobody have no queue pair.
TEST(Timeline, SlicesOfAChannelSayWhoseTheyAre) {
  Timeline timeline(options("owners.json"), "", 1, queue_pairs(), 1000);
  Told told(timeline);
  const core::StallCause waits = core::StallCause::kWaitingForMemory;
  told.edge(0, core::StallCause::kNoWork);
  told.edge(1, waits, QpIndex{1});
  told.edge(2, waits, QpIndex{1});
  told.edge(3, waits, QpIndex{0});
  told.edge(4, core::StallCause::kMoved, QpIndex{0});
  timeline.finish(6);
  const TimelineFile file = read_timeline(scratch_path("owners.json"));
  EXPECT_EQ(file.problem, "");
  const std::vector<TimelineSlice> waiting = file.named("waiting_for_memory");
  EXPECT_EQ(times(waiting),
            (std::vector<std::pair<std::uint64_t, std::uint64_t>>{{1000, 3000}, {3000, 4000}}));
  EXPECT_EQ(waiting[0].args.at("qp"), 9);
  EXPECT_EQ(waiting[1].args.at("qp"), 7);
  const std::vector<TimelineSlice> moved = file.named("moved");
  EXPECT_EQ(times(moved), (std::vector<std::pair<std::uint64_t, std::uint64_t>>{{4000, 6000}}));
  EXPECT_EQ(moved[0].args.at("qp"), 7);
  EXPECT_EQ(file.named("no_work")[0].args.count("qp"), 0U);
}

TEST(Timeline, I15_WhatIsOpenAtTheEndIsEndedAndSaysSo) {
  Timeline timeline(options("open.json"), "", 2, queue_pairs(), 1000);
  Told told(timeline);
  told.grant(10, 1);
  for (std::uint32_t tag = 0; tag < 3; ++tag) told.burst(20 + tag, 1, tag);
  timeline.finish(100);
  const TimelineFile file = read_timeline(scratch_path("open.json"));
  EXPECT_EQ(file.problem, "");
  ASSERT_EQ(file.slices.size(), 4U);
  for (const TimelineSlice& slice : file.slices) {
    EXPECT_EQ(slice.to, 100'000U);
    EXPECT_TRUE(slice.args.at("incomplete").as_bool());
  }
}

TEST(Timeline, AWindowBeginsWithWhatIsOpen) {
  TimelineOptions window = options("window.json");
  window.from = 50;
  window.to = 59;
  Timeline timeline(window, "", 2, queue_pairs(), 1000);
  Told told(timeline);
  told.grant(10, 1);
  told.burst(20, 1, 3);
  told.grant(30, 0);
  told.free(40, 0);
  told.response(55, 1, 3);
  told.burst(60, 1, 4);
  told.free(70, 1);
  EXPECT_TRUE(timeline.closed());
  timeline.finish(100);
  const TimelineFile file = read_timeline(scratch_path("window.json"));
  EXPECT_EQ(file.problem, "");
  ASSERT_EQ(file.slices.size(), 2U);
  EXPECT_EQ(file.slices[0].name, "read burst");
  EXPECT_EQ(file.slices[0].from, 50'000U);
  EXPECT_EQ(file.slices[0].to, 55'000U);
  EXPECT_EQ(file.slices[1].name, "gather qp 7");
  EXPECT_EQ(file.slices[1].from, 50'000U);
  EXPECT_EQ(file.slices[1].to, 60'000U);
  EXPECT_TRUE(file.slices[1].args.at("incomplete").as_bool());
  EXPECT_EQ(timeline.report().first, 50U);
  EXPECT_EQ(timeline.report().last, 59U);
}

/// A quiet stretch that goes over both ends of the window.
TEST(Timeline, AWindowInAQuietStretchIsFull) {
  TimelineOptions window = options("quiet.json");
  window.from = 50;
  window.to = 59;
  Timeline timeline(window, "", 1, queue_pairs(), 1000);
  core::EdgeSignals signals;
  signals.charges[0] = {core::StallCause::kWaitingForMemory, QpIndex{0}};
  timeline.on_quiet(0, 99, signals);
  timeline.finish(100);
  const TimelineFile file = read_timeline(scratch_path("quiet.json"));
  EXPECT_EQ(times(file.named("waiting_for_memory")),
            (std::vector<std::pair<std::uint64_t, std::uint64_t>>{{50'000, 60'000}}));
}

TEST(Timeline, BurstsThatNobodyAnswersEndWithTheirTransfer) {
  Timeline timeline(options("silent.json"), "", 1, queue_pairs(), 1000);
  Told told(timeline);
  told.grant(1, 0);
  told.burst(2, 0, 5);
  told.free(10, 0);
  told.grant(11, 0, 8);
  told.response(12, 0, 5);  // the old transfer's
  told.free(20, 0);
  timeline.finish(30);
  const TimelineFile file = read_timeline(scratch_path("silent.json"));
  EXPECT_EQ(file.problem, "");
  const std::vector<TimelineSlice> bursts = file.named("read burst");
  EXPECT_EQ(times(bursts), (std::vector<std::pair<std::uint64_t, std::uint64_t>>{{2'000, 10'000}}));
  EXPECT_TRUE(bursts[0].args.at("unanswered").as_bool());
  EXPECT_EQ(times(file.named("gather qp 8")),
            (std::vector<std::pair<std::uint64_t, std::uint64_t>>{{11'000, 20'000}}));
}

TEST(Timeline, I16_ItEndsWhereItsLimitIs) {
  TimelineOptions small = options("small.json");
  small.limit = 10'000;
  Timeline timeline(small, "", 1, queue_pairs(), 1000);
  Told told(timeline);
  Cycle now = 0;
  for (; !timeline.closed() && now < 1'000'000; now += 10) {
    told.grant(now, 0);
    told.burst(now + 1, 0, 1);
    told.response(now + 8, 0, 1);
    told.free(now + 9, 0);
  }
  EXPECT_TRUE(timeline.report().full);
  EXPECT_LT(timeline.report().bytes, 11'000U);
  const std::uint64_t bytes = file_bytes(small.path).size();
  told.grant(now, 0);
  timeline.finish(now + 1);
  EXPECT_EQ(file_bytes(small.path).size(), bytes);
  EXPECT_EQ(read_timeline(small.path).problem, "");
}

}  // namespace
}  // namespace sgdma::test
