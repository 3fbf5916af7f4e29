// Which completion goes next, without an engine.

#include "platform/memory/completion_schedule.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "platform/memory/credit_pool.h"

namespace sgdma::platform {
namespace {

using testing::ElementsAre;

/// Beats of 8 bytes on a path of 8 bytes in 10 units of time.
class CompletionScheduleTest : public ::testing::Test {
 protected:
  /// A burst of `beats` beats from `address`, whose data are there at `ready`.
  void ask(CompletionSchedule& schedule, std::uint64_t address, std::size_t beats,
           std::uint64_t ready) {
    for (std::size_t beat = 0; beat < beats; ++beat) {
      tlm::tlm_generic_payload& payload = payloads_.at(used_++);
      payload.set_address(address + 8 * beat);
      payload.set_data_length(8);
      schedule.add_beat(payload, 0);
    }
    schedule.add_burst(ready);
  }

  /// Completions until nothing is left, as "time: address@time ...".
  static std::vector<std::string> run(CompletionSchedule& schedule) {
    std::vector<std::string> completions;
    while (schedule.next() != CompletionSchedule::kNever) {
      const std::uint64_t now = schedule.next();
      std::string text = std::to_string(now) + ":";
      for (const CompletionSchedule::Passed& beat : schedule.pass_next(now)) {
        text += " " + std::to_string(beat.payload->get_address()) + "@" + std::to_string(beat.at);
      }
      completions.push_back(text);
    }
    return completions;
  }

  DataPath path_{64, 10, 10};

 private:
  std::array<tlm::tlm_generic_payload, 16> payloads_;
  std::size_t used_ = 0;
};

// The third burst is there first, and may not pass before one of the two older ones has.
TEST_F(CompletionScheduleTest, ABurstPassesNoMoreThanItsWindow) {
  CompletionSchedule schedule({0, 0, 0, 2}, path_);
  ask(schedule, 100, 1, 300);
  ask(schedule, 200, 1, 200);
  ask(schedule, 304, 1, 100);
  EXPECT_THAT(run(schedule), ElementsAre("200: 200@200", "210: 304@210", "300: 100@300"));
}

// All there at 50: A, B and C in turns; D comes into the window when A has ended, and its turn is
// behind C's.
TEST_F(CompletionScheduleTest, TurnsGoFromTheYoungestToTheOldest) {
  CompletionSchedule schedule({0, 0, 8, 3}, path_);
  ask(schedule, 800, 2, 50);
  ask(schedule, 1600, 2, 50);
  ask(schedule, 2400, 2, 50);
  ask(schedule, 3200, 2, 50);
  EXPECT_THAT(run(schedule),
              ElementsAre("50: 800@50", "60: 1600@60", "70: 2400@70", "80: 808@80", "90: 1608@90",
                          "100: 2408@100", "110: 3200@110", "120: 3208@120"));
}

// 24 bytes from 8: one completion up to 16, one of two beats; each with 4 bytes of header, 5 units.
TEST_F(CompletionScheduleTest, CompletionsEndAtMultiplesOfTheirSize) {
  CompletionSchedule schedule({0, 4, 16, 1}, path_);
  ask(schedule, 8, 3, 50);
  EXPECT_THAT(run(schedule), ElementsAre("50: 8@55", "65: 16@70 24@80"));
}

// A beat of 8 bytes holds two completions of 4: two headers before it.
TEST_F(CompletionScheduleTest, ABeatMayHoldSeveralCompletions) {
  CompletionSchedule schedule({0, 4, 4, 1}, path_);
  ask(schedule, 8, 2, 50);
  EXPECT_THAT(run(schedule), ElementsAre("50: 8@60", "70: 16@80"));
}

TEST(CreditPool, TakersWaitForTheEarliestReturns) {
  CreditPool pool(3);
  EXPECT_EQ(pool.take(10, 2), 10U);
  pool.give_back(100, 2);
  EXPECT_EQ(pool.take(11, 1), 11U);
  pool.give_back(60, 1);
  EXPECT_EQ(pool.take(12, 1), 60U);
  pool.give_back(70, 1);
  EXPECT_EQ(pool.take(61, 3), 100U);
  pool.give_back(120, 3);
  EXPECT_EQ(pool.take(130, 3), 130U);
  EXPECT_EQ(CreditPool(0).take(5, 1000), 5U);
}

}  // namespace
}  // namespace sgdma::platform
