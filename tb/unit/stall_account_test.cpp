// Where each cycle goes, counted by hand. Edge 0 is the first, and the edge that takes the last
// completion is the last.

#include "core/stall_account.h"

#include <map>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include "support/core_bench.h"
#include "support/trace_setting.h"
#include "support/trace_stimulus.h"

namespace sgdma::test {
namespace {

using core::StallCause;
using Account = std::map<std::string, Cycle>;

struct AccountCase {
  const char* name;
  std::vector<std::string> settings;
  const char* stimulus;
  Direction direction;
  Account account;
};

const Direction kG = Direction::kGather;
const Direction kS = Direction::kScatter;

std::vector<AccountCase> cases() {
  return {
      // Granted at 2, request 3, beat 8, completion taken at 9.
      {"OneGather",
       {},
       "1 0 g 0x1000 8",
       kG,
       {{"no_work", 4}, {"waiting_for_memory", 5}, {"moved", 1}}},
      // The other direction has nothing all the while.
      {"Idle", {}, "1 0 g 0x1000 8", kS, {{"no_work", 10}}},
      // The only slot is a scatter's from 2 to 25. The gather, shown from 3 on, is granted at 26.
      {"NoSlot",
       {"slots=1", "posted_writes=0", "write_latency=20"},
       "1 0 s 0x1000 8\n2 1 g 0x2000 8",
       kG,
       {{"no_work", 5}, {"no_slot", 23}, {"waiting_for_memory", 5}, {"moved", 1}}},
      // The same with one completion entry, which comes back one edge later than the slot.
      {"SlotLimit",
       {"completion_depth=1", "posted_writes=0", "write_latency=20"},
       "1 0 s 0x1000 8\n2 1 g 0x2000 8",
       kG,
       {{"no_work", 5}, {"slot_limit", 24}, {"waiting_for_memory", 5}, {"moved", 1}}},
      // Beats at 8, 10 and 12; at 9 and 11 one is there and has no room.
      {"PayloadBackPressure",
       {"gather_rate=4", "gather_depth=8"},
       "1 0 g 0x1000 24",
       kG,
       {{"no_work", 4}, {"waiting_for_memory", 5}, {"payload_back_pressure", 2}, {"moved", 3}}},
      // 16 bytes are there after 5. Nothing to write at 3, 4 and 5; the burst begins at 6.
      {"PayloadStarved",
       {"scatter_rate=4", "scatter_depth=64"},
       "1 0 s 0x1000 16",
       kS,
       {{"no_work", 4}, {"payload_starved", 3}, {"waiting_for_memory", 1}, {"moved", 2}}},
      // Driven at 3 and 6, accepted at 6 and 9.
      {"BusBackPressure",
       {"write_accept_delay=2"},
       "1 0 s 0x1000 16",
       kS,
       {{"no_work", 4}, {"waiting_for_memory", 1}, {"bus_back_pressure", 4}, {"moved", 2}}},
      // One tag, out from 3 to 11: the second request could go from 4 on. Requests at 3 and 12.
      {"OutstandingLimit",
       {"read_bursts=1"},
       "1 0 g 0x1000 64",
       kG,
       {{"no_work", 4}, {"outstanding_limit", 4}, {"waiting_for_memory", 6}, {"moved", 8}}},
      // The second of three beats fails at 9, the third is discarded at 10.
      {"TearingDown",
       {"fault=0x1008:8"},
       "1 0 g 0x1000 24",
       kG,
       {{"no_work", 4}, {"waiting_for_memory", 5}, {"moved", 1}, {"tearing_down", 2}}},
  };
}

void PrintTo(const AccountCase& account, std::ostream* out) { *out << account.name; }

class StallAccounts : public testing::TestWithParam<AccountCase> {};

TEST_P(StallAccounts, ChargeTheseCauses) {
  for (const RunMode mode : {RunMode::kEveryEdge, RunMode::kEventsOnly}) {
    CoreBenchConfig config = contract_config(3, 2, true);
    for (const std::string& setting : GetParam().settings) {
      set_from_text(config, setting);
    }
    CoreBench bench(config, parse_stimulus(GetParam().stimulus));
    bench.run(mode);
    Account account;
    Cycle total = 0;
    const core::StallAccount& charged = bench.pipeline().account(GetParam().direction);
    for (std::size_t cause = 0; cause < core::kStallCauses; ++cause) {
      const Cycle cycles = charged.cycles(static_cast<StallCause>(cause));
      total += cycles;
      if (cycles > 0) {
        account[std::string(name_of(static_cast<StallCause>(cause)))] = cycles;
      }
    }
    EXPECT_EQ(account, GetParam().account);
    EXPECT_EQ(total, bench.pipeline().cycles());
  }
}

INSTANTIATE_TEST_SUITE_P(, StallAccounts, testing::ValuesIn(cases()),
                         [](const testing::TestParamInfo<AccountCase>& instance) {
                           return std::string(instance.param.name);
                         });

TEST(StallSignals, CycleWithoutACauseIsABugOfTheModel) {
  core::StallSignals signals;
  EXPECT_THROW(signals.first(), std::logic_error);
  signals.no_work = true;
  EXPECT_EQ(signals.first(), StallCause::kNoWork);
  signals.payload_starved = true;
  EXPECT_EQ(signals.first(), StallCause::kPayloadStarved);
}

}  // namespace
}  // namespace sgdma::test
