// Read beats on their way: by effective time, then by the order of the calls, in runs or not.

#include "model/read_runs.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/scenario_random.h"

namespace sgdma::model {
namespace {

using ::testing::ElementsAre;

constexpr Ticks kPeriod = 10;
constexpr std::uint32_t kWord = 8;

/// Beats `first` to `first + beats - 1` of burst `tag`, one a period from `valid_at` on.
ReadRun run_of(std::uint32_t tag, Ticks valid_at, std::uint32_t beats, std::uint32_t first = 0) {
  static std::array<std::uint8_t, 4096> bytes{};
  ReadRun run;
  run.valid_at = valid_at;
  run.beat = {BusTag{tag}, first, BusStatus::kOkay,
              bytes.data() + std::size_t{64 * tag + first} * kWord, tag};
  run.beats = beats;
  return run;
}

/// All beats in their order, each as "time tag.beat"; they must stand where `run_of` put them.
std::vector<std::string> drain(ReadRuns& runs) {
  std::vector<std::string> beats;
  for (; !runs.empty(); runs.pop()) {
    const core::ReadBeat& beat = runs.front();
    EXPECT_EQ(beat.data, run_of(raw(beat.tag), 0, 1, beat.beat).beat.data);
    beats.push_back(std::to_string(runs.next_valid()) + " " + std::to_string(raw(beat.tag)) + "." +
                    std::to_string(beat.beat));
  }
  return beats;
}

TEST(ReadRuns, ARunIsItsBeatsOneAPeriod) {
  ReadRuns runs(kPeriod, kWord);
  runs.put(run_of(0, 100, 3));
  EXPECT_TRUE(runs.left() > 1);
  EXPECT_THAT(drain(runs), ElementsAre("100 0.0", "110 0.1", "120 0.2"));
}

TEST(ReadRuns, GoesOnWithTheNextWordOnePeriodLaterAndNothingElse) {
  const ReadRuns runs(kPeriod, kWord);
  const ReadRun run = run_of(0, 100, 3);
  const std::uint8_t* next = run.beat.data + 3 * kWord;
  EXPECT_TRUE(runs.continues(run, 130, next, BusStatus::kOkay));
  EXPECT_FALSE(runs.continues(run, 131, next, BusStatus::kOkay));
  EXPECT_FALSE(runs.continues(run, 120, next, BusStatus::kOkay));
  EXPECT_FALSE(runs.continues(run, 130, next + 1, BusStatus::kOkay));
  EXPECT_FALSE(runs.continues(run, 130, next, BusStatus::kSlaveError));
  EXPECT_FALSE(runs.continues(ReadRun{}, 0, nullptr, BusStatus::kOkay));
}

TEST(ReadRuns, WhatIsValidAtTheSameTimeComesInTheOrderOfTheCalls) {
  ReadRuns runs(kPeriod, kWord);
  runs.put(run_of(0, 100, 2));
  runs.put(run_of(1, 110, 1));
  runs.put(run_of(2, 100, 1));
  EXPECT_THAT(drain(runs), ElementsAre("100 0.0", "100 2.0", "110 0.1", "110 1.0"));
}

TEST(ReadRuns, AnEarlierBeatSplitsTheRunThatItFallsInto) {
  ReadRuns runs(kPeriod, kWord);
  runs.put(run_of(0, 100, 4));
  runs.put(run_of(1, 115, 1));
  EXPECT_THAT(drain(runs), ElementsAre("100 0.0", "110 0.1", "115 1.0", "120 0.2", "130 0.3"));
}

TEST(ReadRuns, AnEarlierBeatMayComeFirst) {
  ReadRuns runs(kPeriod, kWord);
  runs.put(run_of(0, 100, 1));
  runs.put(run_of(1, 50, 2));
  EXPECT_THAT(drain(runs), ElementsAre("50 1.0", "60 1.1", "100 0.0"));
}

struct Put {
  Ticks valid_at = 0;
  std::string text;
};

// Against a list that is sorted, with beats taken in between.
TEST(ReadRuns, AreAsASortedListOfBeats) {
  constexpr std::uint64_t kSeed = 99;
  test::ScenarioRandom random(kSeed);
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  ReadRuns runs(kPeriod, kWord);
  std::vector<Put> expected;
  Ticks now = 0;
  for (std::uint32_t round = 0; round < 2000; ++round) {
    if (random.chance(50) || runs.empty()) {
      const auto tag = static_cast<std::uint32_t>(random.between(0, 7));
      const auto beats = static_cast<std::uint32_t>(random.between(1, 6));
      const Ticks from = now + random.between(0, 80);
      runs.put(run_of(tag, from, beats));
      for (std::uint32_t beat = 0; beat < beats; ++beat) {
        const Ticks valid = from + beat * kPeriod;
        const auto behind =
            std::upper_bound(expected.begin(), expected.end(), valid,
                             [](Ticks time, const Put& put) { return time < put.valid_at; });
        expected.insert(behind, {valid, std::to_string(tag) + "." + std::to_string(beat)});
      }
    } else {
      const core::ReadBeat& beat = runs.front();
      ASSERT_EQ(std::to_string(raw(beat.tag)) + "." + std::to_string(beat.beat),
                expected.front().text);
      now = runs.next_valid();
      ASSERT_EQ(now, expected.front().valid_at);
      runs.pop();
      expected.erase(expected.begin());
    }
  }
}

TEST(RisingEdges, AreThoseOfTheClock) {
  constexpr std::uint64_t kSeed = 7;
  test::ScenarioRandom random(kSeed);
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  const EngineClock clock(sc_core::sc_time::from_value(kPeriod));
  RisingEdges edges(clock);
  Ticks time = 0;
  for (std::uint32_t round = 0; round < 5000; ++round) {
    time = random.chance(5) ? random.between(0, 100'000) : time + random.between(0, 25);
    ASSERT_EQ(edges.after(time), clock.edge_after(time)) << time;
  }
}

}  // namespace
}  // namespace sgdma::model
