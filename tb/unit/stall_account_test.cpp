// Where each cycle goes, counted by hand. Edge 0 is the first, and the edge that takes the last
// completion is the last.

#include "core/stall_account.h"

#include <array>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "core/stall_ledger.h"
#include "support/charges.h"
#include "support/core_bench.h"
#include "support/region_stimulus.h"
#include "support/trace_setting.h"
#include "support/trace_stimulus.h"
#include "unit/allocations.h"

namespace sgdma::test {
namespace {

using core::Charge;
using core::StallCause;

struct AccountCase {
  const char* name;
  std::vector<std::string> settings;
  const char* stimulus;
  Direction direction;
  Charged account;
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
       {{"no_work", 4}, {"waiting_for_memory 0", 5}, {"moved 0", 1}}},
      // The other direction has nothing all the while.
      {"Idle", {}, "1 0 g 0x1000 8", kS, {{"no_work", 10}}},
      // The only slot is a scatter's from 2 to 25. The gather, shown from 3 on, is granted at 26.
      {"NoSlot",
       {"slots=1", "posted_writes=0", "write_latency=20"},
       "1 0 s 0x1000 8\n2 1 g 0x2000 8",
       kG,
       {{"no_work", 5}, {"no_slot 1", 23}, {"waiting_for_memory 1", 5}, {"moved 1", 1}}},
      // The same with one completion entry, which comes back one edge later than the slot.
      {"SlotLimit",
       {"completion_depth=1", "posted_writes=0", "write_latency=20"},
       "1 0 s 0x1000 8\n2 1 g 0x2000 8",
       kG,
       {{"no_work", 5}, {"slot_limit 1", 24}, {"waiting_for_memory 1", 5}, {"moved 1", 1}}},
      // Beats at 8, 10 and 12; at 9 and 11 one is there and has no room.
      {"PayloadBackPressure",
       {"gather_rate=4", "gather_depth=8"},
       "1 0 g 0x1000 24",
       kG,
       {{"no_work", 4},
        {"waiting_for_memory 0", 5},
        {"payload_back_pressure 0", 2},
        {"moved 0", 3}}},
      // 16 bytes are there after 5. Nothing to write at 3, 4 and 5; the burst begins at 6.
      {"PayloadStarved",
       {"scatter_rate=4", "scatter_depth=64"},
       "1 0 s 0x1000 16",
       kS,
       {{"no_work", 4}, {"payload_starved 0", 3}, {"waiting_for_memory 0", 1}, {"moved 0", 2}}},
      // Driven at 3 and 6, accepted at 6 and 9.
      {"BusBackPressure",
       {"write_accept_delay=2"},
       "1 0 s 0x1000 16",
       kS,
       {{"no_work", 4}, {"waiting_for_memory 0", 1}, {"bus_back_pressure 0", 4}, {"moved 0", 2}}},
      // One tag, out from 3 to 11: the second request could go from 4 on. Requests at 3 and 12.
      {"OutstandingLimit",
       {"read_bursts=1"},
       "1 0 g 0x1000 64",
       kG,
       {{"no_work", 4}, {"outstanding_limit 0", 4}, {"waiting_for_memory 0", 6}, {"moved 0", 8}}},
      // The second of three beats fails at 9, the third is discarded at 10.
      {"TearingDown",
       {"fault=0x1008:8"},
       "1 0 g 0x1000 24",
       kG,
       {{"no_work", 4}, {"waiting_for_memory 0", 5}, {"moved 0", 1}, {"tearing_down 0", 2}}},
  };
}

// Two queue pairs or more: whose each cycle is.
std::vector<AccountCase> owner_cases() {
  return {
      // 2 asks at 3, 1 at 4; beats at 8 and 9. The older grant waits, whatever its number.
      {"WaitingIsTheOldestGrants",
       {},
       "1 2 g 0x1000 8\n2 1 g 0x2000 8",
       kG,
       {{"no_work", 4}, {"waiting_for_memory 2", 5}, {"moved 2", 1}, {"moved 1", 1}}},
      // 1 is granted before 2, and has one beat, at 8; 2 has 9 and 10.
      {"MovedIsTheBeats",
       {},
       "1 2 g 0x1000 16\n1 1 g 0x2000 8",
       kG,
       {{"no_work", 4}, {"waiting_for_memory 1", 5}, {"moved 1", 1}, {"moved 2", 2}}},
      // Driven at 3 and 6, accepted at 6 and 9.
      {"BusBackPressureIsTheDrivenBeats",
       {"write_accept_delay=2"},
       "1 2 s 0x1000 8\n1 1 s 0x2000 8",
       kS,
       {{"no_work", 4},
        {"waiting_for_memory 1", 1},
        {"bus_back_pressure 1", 2},
        {"moved 1", 1},
        {"bus_back_pressure 2", 2},
        {"moved 2", 1}}},
      // Requests at 3 and 6, accepted at 6 and 9, four edges before their beats at 10 and 13. At 3,
      // 6 and 9 none stands on the bus, and 1 is the older grant; at 11 and 12 only 2 is left.
      {"BusBackPressureIsTheDrivenRequests",
       {"read_accept_delay=2"},
       "1 2 g 0x1000 8\n1 1 g 0x2000 8",
       kG,
       {{"no_work", 4},
        {"waiting_for_memory 1", 3},
        {"bus_back_pressure 1", 2},
        {"bus_back_pressure 2", 2},
        {"moved 1", 1},
        {"waiting_for_memory 2", 2},
        {"moved 2", 1}}},
      // 1's beat at 8 fills the buffer; 2's is there at 9 and moves at 10.
      {"PayloadBackPressureIsTheHeldBeats",
       {"gather_rate=4", "gather_depth=8"},
       "1 2 g 0x1000 8\n1 1 g 0x2000 8",
       kG,
       {{"no_work", 4},
        {"waiting_for_memory 1", 5},
        {"moved 1", 1},
        {"payload_back_pressure 2", 1},
        {"moved 2", 1}}},
      // 8 bytes for 1 after 3: begun at 4, moved at 5. 16 for 2 after 7: begun at 8, moved at 9 and
      // 10.
      {"PayloadStarvedIsTheNextScatters",
       {"scatter_rate=4", "scatter_depth=64"},
       "1 2 s 0x1000 16\n1 1 s 0x2000 8",
       kS,
       {{"no_work", 4},
        {"payload_starved 1", 1},
        {"waiting_for_memory 1", 1},
        {"moved 1", 1},
        {"payload_starved 2", 2},
        {"waiting_for_memory 2", 1},
        {"moved 2", 2}}},
      // 1 has the only tag from 3 to 8. 2 could ask from 4 on, and asks at 9.
      {"OutstandingLimitIsTheNextBursts",
       {"read_bursts=1"},
       "1 2 g 0x1000 8\n1 1 g 0x2000 8",
       kG,
       {{"no_work", 4},
        {"waiting_for_memory 1", 1},
        {"outstanding_limit 2", 4},
        {"moved 1", 1},
        {"waiting_for_memory 2", 5},
        {"moved 2", 1}}},
      // A burst for each slot at a time. 1 asks at 3, 2 at 4; from 5 to 7 both could go on, and the
      // channel would serve 1 next. Beats at 8 to 11 and 12 to 15, so 1 asks for its last beat at
      // 12
      // and 2 at 16, where 1 is the older grant still. Those move at 17 and 21.
      {"OutstandingLimitPerSlotIsTheNextBursts",
       {"read_bursts_per_slot=1"},
       "1 2 g 0x1000 40\n1 1 g 0x2000 40",
       kG,
       {{"no_work", 4},
        {"waiting_for_memory 1", 3},
        {"outstanding_limit 1", 3},
        {"moved 1", 4 + 1},
        {"waiting_for_memory 2", 3},
        {"moved 2", 4 + 1}}},
      // 1 ends at 8. The first beat of 2 fails at 9, the second is discarded at 10.
      {"TearingDownIsTheDiscardedBeats",
       {"fault=0x1008:8"},
       "1 2 g 0x1008 16\n1 1 g 0x2000 8",
       kG,
       {{"no_work", 4}, {"waiting_for_memory 1", 5}, {"moved 1", 1}, {"tearing_down 2", 2}}},
      // 1 fails at 8, and its beats are discarded up to 10: 2 waits for its own meanwhile, which
      // fails at 11 and goes on to 13.
      {"WaitingGoesBeforeTearingDown",
       {"fault=0x1000:8", "fault=0x2000:8"},
       "1 2 g 0x1000 24\n1 1 g 0x2000 24",
       kG,
       {{"no_work", 4},
        {"waiting_for_memory 1", 5},
        {"waiting_for_memory 2", 3},
        {"tearing_down 2", 3}}},
      // 2 and 1 have a scatter each in a slot, up to 25 and 26, and may not have more. Of the
      // gathers that wait intake took that of 2 first. It is granted at 26, that of 1 at 27.
      {"SlotLimitIsTheOldestHeads",
       {"slots_per_qp=1", "posted_writes=0", "write_latency=20"},
       "1 2 s 0x1000 8\n1 2 g 0x2000 8\n2 1 s 0x3000 8\n2 1 g 0x4000 8",
       kG,
       {{"no_work", 4},
        {"slot_limit 2", 23},
        {"slot_limit 1", 1},
        {"waiting_for_memory 2", 5},
        {"moved 2", 1},
        {"moved 1", 1}}},
      // 3 is shown at 3, 2 at 4, where the ring comes to it first. 2 is granted at 26 and moves at
      // 32, 3 is granted at 33 and moves at 39.
      {"NoSlotIsTheArbitersNext",
       {"slots=1", "posted_writes=0", "write_latency=20"},
       "1 0 s 0x1000 8\n2 3 g 0x2000 8\n3 2 g 0x3000 8",
       kG,
       {{"no_work", 6},
        {"no_slot 3", 1},
        {"no_slot 2", 22},
        {"waiting_for_memory 2", 5},
        {"moved 2", 1},
        {"waiting_for_memory 3", 5},
        {"moved 3", 1}}},
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
    EXPECT_EQ(charged(bench.pipeline(), GetParam().direction), GetParam().account);
    EXPECT_EQ(unbalanced(bench.pipeline()), "");
  }
}

std::string name_of_case(const testing::TestParamInfo<AccountCase>& instance) {
  return instance.param.name;
}

INSTANTIATE_TEST_SUITE_P(, StallAccounts, testing::ValuesIn(cases()), name_of_case);
INSTANTIATE_TEST_SUITE_P(Owners, StallAccounts, testing::ValuesIn(owner_cases()), name_of_case);

// A lookup takes 20 edges: of the head of 2 from 1 to 21, of that of 1 from 5 to 25.
TEST(StallOwners, OfAHeadsLookupIsTheOldest) {
  CoreBenchConfig config = contract_config(3, 2, true);
  config.engine.key_cache.hit_latency = 20;
  for (const RunMode mode : {RunMode::kEveryEdge, RunMode::kEventsOnly}) {
    CoreBench bench(config, parse_region_stimulus("1 2 g 0x100000 8\n5 1 g 0x200000 8"));
    bench.run(mode);
    // 2 is granted at 22 and moves at 28, 1 is granted at 26 and moves at 32. At 22 the only lookup
    // is that of 1.
    EXPECT_EQ(charged(bench.pipeline(), kG), (Charged{{"no_work", 3},
                                                      {"key_miss 2", 20},
                                                      {"key_miss 1", 1},
                                                      {"waiting_for_memory 2", 5},
                                                      {"moved 2", 1},
                                                      {"waiting_for_memory 1", 3},
                                                      {"moved 1", 1}}));
    EXPECT_EQ(unbalanced(bench.pipeline()), "");
  }
}

// Each beat is looked up by itself, for 20 edges, from the edge behind the one that asks for the
// beat before it.
TEST(StallOwners, OfASlotsLookupIsTheOldestGrants) {
  CoreBenchConfig config = contract_config(3, 2, true);
  config.engine.translation = Translation::kBeat;
  config.engine.key_cache.hit_latency = 20;
  for (const RunMode mode : {RunMode::kEveryEdge, RunMode::kEventsOnly}) {
    CoreBench bench(config, parse_region_stimulus("1 2 g 0x100000 16\n5 1 g 0x200000 16"));
    bench.run(mode);
    // 2: granted at 22, beats asked for at 23 and 44, moved at 28 and 49. 1: granted at 26, asked
    // for at 27 and 48, moved at 32 and 53. At 22 the lookup of 1 is of a head. At 23 to 27 memory
    // is waited for by 2, at 29 to 31 by 1, which alone has something outstanding; from 33 to 43 by
    // nobody: both look up. At 44 to 48 and 50 to 52 again.
    EXPECT_EQ(charged(bench.pipeline(), kG), (Charged{{"no_work", 3},
                                                      {"key_miss 2", 20 + 11},
                                                      {"key_miss 1", 1},
                                                      {"waiting_for_memory 2", 5 + 5},
                                                      {"moved 2", 2},
                                                      {"waiting_for_memory 1", 3 + 3},
                                                      {"moved 1", 2}}));
    EXPECT_EQ(unbalanced(bench.pipeline()), "");
  }
}

// A line of a page list is read for whoever looks it up: its request is nobody's.
TEST(StallOwners, OfALinesRequestIsNobody) {
  CoreBenchConfig config = contract_config(3, 2, true);
  config.engine.key_cache.capacity = 8;
  config.engine.key_cache.pages_per_line = 4;
  config.engine.key_cache.fetch_over_bus = true;
  set_from_text(config, "read_accept_delay=4");
  for (const RunMode mode : {RunMode::kEveryEdge, RunMode::kEventsOnly}) {
    CoreBench bench(config, parse_region_stimulus("1 3 g 0x100000 8"));
    bench.run(mode);
    // Missed at 1, asked for at 2 (before the causes are looked for), accepted at 7, its four beats
    // taken from 11 to 14. Granted at 15, asked for at 16, accepted at 21, moved at 25, taken
    // at 26.
    EXPECT_EQ(charged(bench.pipeline(), kG), (Charged{{"no_work", 4},
                                                      {"key_miss 3", 8},
                                                      {"bus_back_pressure", 5},
                                                      {"waiting_for_memory 3", 5},
                                                      {"bus_back_pressure 3", 4},
                                                      {"moved 3", 1}}));
    EXPECT_EQ(unbalanced(bench.pipeline()), "");
  }
}

TEST(StallCharge, CycleWithoutACauseIsABugOfTheModel) {
  EXPECT_THROW(core::found(std::nullopt), std::logic_error);
  EXPECT_EQ(core::found(Charge{StallCause::kNoSlot, QpIndex{4}}),
            (Charge{StallCause::kNoSlot, QpIndex{4}}));
}

TEST(StallLedger, KeepsAChargeUpToTheNext) {
  core::StallLedger ledger(8);
  const QpIndex three{3};
  ledger.charge(kG, 0, {StallCause::kNoWork, core::kNobody});
  ledger.charge(kG, 4, {StallCause::kMoved, three});
  ledger.charge(kG, 5, {StallCause::kMoved, three});
  ledger.charge(kG, 9, {StallCause::kWaitingForMemory, three});
  ledger.charge(kG, 20, {StallCause::kWaitingForMemory, QpIndex{5}});
  ledger.charge(kS, 0, {StallCause::kMoved, three});
  // Asked at any edge, also where the last charge goes on.
  EXPECT_EQ(ledger.of(kG, 30).total(), 30U);
  EXPECT_EQ(ledger.of_nobody(kG, 30).total(), 4U);
  EXPECT_EQ(ledger.of(three, kG, 30).cycles(StallCause::kMoved), 5U);
  EXPECT_EQ(ledger.of(three, kG, 30).cycles(StallCause::kWaitingForMemory), 11U);
  EXPECT_EQ(ledger.of(QpIndex{5}, kG, 30).total(), 10U);
  EXPECT_EQ(ledger.of(QpIndex{5}, kG, 31).total(), 11U);
  EXPECT_EQ(ledger.of(QpIndex{4}, kG, 30).total(), 0U);
  EXPECT_EQ(ledger.of(three, kS, 30).total(), 30U);
  std::vector<std::pair<QpIndex, Direction>> owners;
  ledger.for_each([&](QpIndex qp, Direction direction) { owners.emplace_back(qp, direction); });
  EXPECT_EQ(owners, (std::vector<std::pair<QpIndex, Direction>>{
                        {three, kG}, {three, kS}, {QpIndex{5}, kG}}));
}

TEST(StallLedger, CountsBeyond32Bits) {
  core::StallLedger ledger(8);
  const Charge waits{StallCause::kWaitingForMemory, QpIndex{3}};
  const Charge moved{StallCause::kMoved, QpIndex{3}};
  const Cycle many = (Cycle{5} << 32U) - 2;
  ledger.charge(kS, 0, waits);
  ledger.charge(kS, many, moved);
  ledger.charge(kS, many + 1, waits);
  ledger.charge(kS, many + 4, moved);
  const core::StallAccount account = ledger.of(QpIndex{3}, kS, many + 10);
  EXPECT_EQ(account.cycles(StallCause::kWaitingForMemory), many + 3);
  EXPECT_EQ(account.cycles(StallCause::kMoved), 7U);
  EXPECT_EQ(account.total(), many + 10);
  EXPECT_EQ(ledger.of(kS, many + 10).total(), many + 10);
}

TEST(StallLedger, NoQueuePairOwnsACycleWithoutWork) {
  core::StallLedger ledger(8);
  EXPECT_THROW(ledger.charge(kG, 0, {StallCause::kNoWork, QpIndex{3}}), std::logic_error);
}

TEST(StallLedger, AllocatesForAQueuePairOnceAtMost) {
  core::StallLedger ledger(1U << 20U);
  Cycle now = 0;
  const auto charge_all = [&] {
    for (const std::uint32_t qp : {7U, 70'000U, 1'000'000U}) {
      for (std::size_t cause = 0; cause + 1 < core::kStallCauses; ++cause) {
        ledger.charge(kG, now++, {static_cast<StallCause>(cause), QpIndex{qp}});
      }
    }
  };
  charge_all();
  const std::uint64_t before = allocations();
  for (int round = 0; round < 100; ++round) {
    charge_all();
  }
  EXPECT_EQ(allocations(), before);
}

}  // namespace
}  // namespace sgdma::test
