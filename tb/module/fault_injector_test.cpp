// Which beats the rules strike, without a bus.

#include "platform/memory/fault_injector.h"

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace sgdma::platform {
namespace {

constexpr std::uint32_t kBeatBytes = 8;

/// A transfer of queue pair 7, as memory sees it: bursts of four words from 0x1000 on.
struct Transfer {
  Direction direction = Direction::kGather;
  CompletionTag tag{QpNumber{7}, 3, 0, 0, Side::kSendQueue, true};
  std::uint32_t slot = 0;
  std::uint32_t asked = 0;  ///< beats so far
};

FaultRule rule_for(FaultAnswer answer = FaultAnswer::kSlaveError) {
  FaultRule rule;
  rule.answer = answer;
  return rule;
}

class FaultInjectorTest : public ::testing::Test {
 protected:
  static constexpr std::uint32_t kBurst = 4;  ///< beats

  /// What the rules say to the next `beats` beats, a character each: `.` nothing, `S` SLVERR, `D`
  /// DECERR, `!` never answered, `1` to `9` so many nanoseconds late.
  std::string ask(Transfer& transfer, std::uint32_t beats, bool cut = false) {
    std::string said;
    for (; beats > 0; --beats, ++transfer.asked) {
      model::BurstExtension frame;
      frame.owner = transfer.tag;
      frame.slot = SlotIndex{transfer.slot};
      frame.burst.beats = kBurst;
      frame.beat = transfer.asked % kBurst;
      frame.cut = cut;
      tlm::tlm_generic_payload payload;
      aim(payload, transfer.direction, transfer.asked);
      if (cut) payload.set_command(tlm::TLM_IGNORE_COMMAND);
      payload.set_extension(&frame);
      said += said_to(payload);
      payload.clear_extension(&frame);
    }
    return said;
  }
  /// The same to a beat at `address` that no burst frames.
  std::string ask_unframed(Direction direction, std::uint64_t address) {
    tlm::tlm_generic_payload payload;
    aim(payload, direction, 0);
    payload.set_address(address);
    return said_to(payload);
  }

  FaultInjector faults_{0, 1};

 private:
  static void aim(tlm::tlm_generic_payload& payload, Direction direction, std::uint32_t position) {
    payload.set_command(direction == Direction::kGather ? tlm::TLM_READ_COMMAND
                                                        : tlm::TLM_WRITE_COMMAND);
    payload.set_address(0x1000 + std::uint64_t{position} * kBeatBytes);
    payload.set_data_length(kBeatBytes);
  }

  std::string said_to(const tlm::tlm_generic_payload& payload) {
    const FaultInjector::Verdict verdict = faults_.judge(payload);
    if (verdict.status != BusStatus::kOkay) {
      return verdict.status == BusStatus::kSlaveError ? "S" : "D";
    }
    if (verdict.late == FaultInjector::kNeverAnswered) return "!";
    return verdict.late == 0 ? "." : std::to_string(verdict.late / ticks_a_nanosecond());
  }
  static model::Ticks ticks_a_nanosecond() { return sc_core::sc_time(1, sc_core::SC_NS).value(); }
};

TEST_F(FaultInjectorTest, WithoutRulesThereIsNothingToAsk) {
  EXPECT_TRUE(faults_.idle());
  faults_.arm(rule_for());
  EXPECT_FALSE(faults_.idle());
}

// The sixth beat is the second of the second burst.
TEST_F(FaultInjectorTest, BeatsCountOverTheBurstsOfATransfer) {
  FaultRule rule = rule_for();
  rule.beat = 5;
  faults_.arm(rule);
  Transfer transfer;
  EXPECT_EQ(ask(transfer, 12), ".....S......");
}

// Slots of two engines on one memory have the same numbers.
TEST_F(FaultInjectorTest, TransfersOfTwoInitiatorsInOneSlotCountApart) {
  FaultRule rule = rule_for(FaultAnswer::kSilent);
  rule.qp = QpNumber{7};
  rule.beat = 5;
  faults_.arm(rule);
  Transfer first;
  Transfer second;
  second.tag.qp = QpNumber{8};
  std::string said;
  for (int burst = 0; burst < 3; ++burst) {
    said += ask(first, 4);
    EXPECT_EQ(ask(second, 4), "....");
  }
  EXPECT_EQ(said, ".....!!!!!!!");
}

TEST_F(FaultInjectorTest, ABurstIsStruckInAllItsBeats) {
  FaultRule rule = rule_for(FaultAnswer::kDecodeError);
  rule.burst = 1;
  faults_.arm(rule);
  Transfer transfer;
  EXPECT_EQ(ask(transfer, 12), "....DDDD....");
}

// The third beat of the second burst.
TEST_F(FaultInjectorTest, WithABurstTheBeatCountsInThere) {
  FaultRule rule = rule_for();
  rule.burst = 1;
  rule.beat = 2;
  faults_.arm(rule);
  Transfer transfer;
  EXPECT_EQ(ask(transfer, 12), "......S.....");
}

TEST_F(FaultInjectorTest, StrikesNoMoreThanItsLimit) {
  FaultRule rule = rule_for();
  rule.burst = 1;
  rule.limit = 2;
  const std::size_t number = faults_.arm(rule);
  Transfer transfer;
  EXPECT_EQ(ask(transfer, 12), "....SS......");
  EXPECT_EQ(faults_.strikes(number), 2U);
}

TEST_F(FaultInjectorTest, TransfersInFlightAreCountedEachByItself) {
  FaultRule rule = rule_for();
  rule.beat = 5;
  faults_.arm(rule);
  Transfer first;
  Transfer second;
  second.tag.number = 4;
  second.slot = 9;
  Transfer scatter;
  scatter.direction = Direction::kScatter;
  scatter.tag.side = Side::kResponder;
  scatter.slot = 2;
  EXPECT_EQ(ask(first, 4), "....");
  EXPECT_EQ(ask(second, 5), ".....");
  EXPECT_EQ(ask(scatter, 4), "....");
  EXPECT_EQ(ask(first, 2), ".S");
  EXPECT_EQ(ask(second, 1), "S");
  EXPECT_EQ(ask(scatter, 4), ".S..");
}

TEST_F(FaultInjectorTest, TheNextTransferOfASlotCountsAnew) {
  FaultRule rule = rule_for();
  rule.beat = 1;
  faults_.arm(rule);
  for (std::uint32_t number = 0; number < 3; ++number) {
    Transfer transfer;
    transfer.tag.number = number;
    EXPECT_EQ(ask(transfer, 3), ".S.");
  }
}

// Both of an atomic's transfers carry its tag, and may have the same slot.
TEST_F(FaultInjectorTest, AScatterBehindAGatherOfTheSameTagCountsAnew) {
  FaultRule rule = rule_for();
  rule.beat = 1;
  faults_.arm(rule);
  Transfer transfer;
  EXPECT_EQ(ask(transfer, 2), ".S");
  transfer.direction = Direction::kScatter;
  transfer.asked = 0;
  EXPECT_EQ(ask(transfer, 2), ".S");
}

TEST_F(FaultInjectorTest, TheFirstRuleThatStrikesCounts) {
  FaultRule slave = rule_for();
  slave.limit = 1;
  FaultRule decode = rule_for(FaultAnswer::kDecodeError);
  decode.limit = 2;
  faults_.arm(slave);
  faults_.arm(decode);
  Transfer transfer;
  EXPECT_EQ(ask(transfer, 4), "SDD.");
  EXPECT_EQ(faults_.strikes(0), 1U);
  EXPECT_EQ(faults_.strikes(1), 2U);
}

TEST_F(FaultInjectorTest, CutBeatsCountAndAreNeverStruck) {
  FaultRule rule = rule_for();
  rule.beat = 2;
  faults_.arm(rule);
  Transfer transfer;
  transfer.direction = Direction::kScatter;
  EXPECT_EQ(ask(transfer, 2, true), "..");
  EXPECT_EQ(ask(transfer, 2), "S.");
  Transfer cut;
  cut.direction = Direction::kScatter;
  cut.tag.number = 4;
  EXPECT_EQ(ask(cut, 4, true), "....");
}

/// One condition, which holds for one of the transfers only.
TEST_F(FaultInjectorTest, EachPartOfATagIsACondition) {
  const CompletionTag struck{QpNumber{7}, 3, 2, 0, Side::kReceiveQueue, true};
  std::vector<FaultRule> rules(5, rule_for());
  rules[0].qp = struck.qp;
  rules[1].side = struck.side;
  rules[2].number = struck.number;
  rules[3].part = struck.part;
  rules[4].direction = Direction::kScatter;
  std::vector<Transfer> others(5);
  for (Transfer& other : others) {
    other.direction = Direction::kScatter;
    other.tag = struck;
  }
  others[0].tag.qp = QpNumber{8};
  others[1].tag.side = Side::kSendQueue;
  others[2].tag.number = 4;
  others[3].tag.part = 0;
  others[4].direction = Direction::kGather;
  for (std::size_t at = 0; at < rules.size(); ++at) {
    faults_ = FaultInjector(0, 1);
    faults_.arm(rules[at]);
    Transfer transfer;
    transfer.direction = Direction::kScatter;
    transfer.tag = struck;
    EXPECT_EQ(ask(transfer, 1), "S") << at;
    EXPECT_EQ(ask(others[at], 1), ".") << at;
  }
}

// Beats of 8 bytes from 0x1000 on: the range touches the third and the fourth with one byte each.
TEST_F(FaultInjectorTest, ARangeStrikesTheBeatsThatItTouches) {
  FaultRule rule = rule_for();
  rule.address = 0x1017;
  rule.bytes = 2;
  faults_.arm(rule);
  Transfer transfer;
  EXPECT_EQ(ask(transfer, 8), "..SS....");
}

TEST_F(FaultInjectorTest, ARangeMayReachTheEndOfTheAddressSpace) {
  FaultRule rule = rule_for();
  rule.address = 0xFFFFFFFFFFFFFFF8;
  rule.bytes = 8;
  faults_.arm(rule);
  EXPECT_EQ(ask_unframed(Direction::kGather, 0xFFFFFFFFFFFFFFF8), "S");
  EXPECT_EQ(ask_unframed(Direction::kGather, 0xFFFFFFFFFFFFFFF0), ".");
  EXPECT_EQ(ask_unframed(Direction::kGather, 0), ".");
}

TEST_F(FaultInjectorTest, BeatsOfNoBurstHaveADirectionAndAnAddressOnly) {
  FaultRule placed = rule_for(FaultAnswer::kDecodeError);
  placed.beat = 0;
  FaultRule owned = rule_for(FaultAnswer::kDecodeError);
  owned.qp = QpNumber{0};
  FaultRule reads = rule_for();
  reads.direction = Direction::kGather;
  faults_.arm(placed);
  faults_.arm(owned);
  faults_.arm(reads);
  EXPECT_EQ(ask_unframed(Direction::kGather, 0x1000), "S");
  EXPECT_EQ(ask_unframed(Direction::kScatter, 0x1000), ".");
}

TEST_F(FaultInjectorTest, WhatComesBehindASilentBeatInItsTransferIsSilentToo) {
  FaultRule rule = rule_for(FaultAnswer::kSilent);
  rule.beat = 2;
  rule.limit = 1;
  faults_.arm(rule);
  Transfer silent;
  Transfer other;
  other.tag.number = 4;
  other.slot = 1;
  EXPECT_EQ(ask(silent, 4), "..!!");
  EXPECT_EQ(ask(other, 4), "....");
  EXPECT_EQ(ask(silent, 4), "!!!!");
  Transfer next;
  next.tag.number = 5;
  EXPECT_EQ(ask(next, 4), "....");
}

// 3 ns from the second beat on; 2 ns from the fourth on are less, 7 ns from the sixth on are more.
TEST_F(FaultInjectorTest, ATransferIsAsLateAsItsLatestBeatSoFar) {
  const std::vector<std::pair<std::uint32_t, Picoseconds>> late = {{1, 3000}, {3, 2000}, {5, 7000}};
  for (const auto& [beat, time] : late) {
    FaultRule rule = rule_for(FaultAnswer::kSilent);
    rule.beat = beat;
    rule.late = time;
    faults_.arm(rule);
  }
  Transfer transfer;
  EXPECT_EQ(ask(transfer, 8), ".3333777");
}

TEST_F(FaultInjectorTest, AnErrorBehindASilentBeatStaysAnError) {
  FaultRule silent = rule_for(FaultAnswer::kSilent);
  silent.beat = 0;
  FaultRule error = rule_for();
  error.beat = 1;
  faults_.arm(silent);
  faults_.arm(error);
  Transfer transfer;
  EXPECT_EQ(ask(transfer, 3), "!S!");
}

// Of 100,000 beats a quarter are 25,000, with a standard deviation of 137: four of them are
// allowed.
TEST_F(FaultInjectorTest, AShareIsDrawn) {
  FaultRule rule = rule_for();
  rule.per_million = 250'000;
  faults_.arm(rule);
  Transfer transfer;
  const std::string said = ask(transfer, 100'000);
  EXPECT_NEAR(static_cast<double>(faults_.strikes(0)), 25'000, 548);
  faults_ = FaultInjector(0, 1);
  faults_.arm(rule);
  Transfer again;
  EXPECT_EQ(ask(again, 100'000), said);
  faults_ = FaultInjector(0, 2);
  faults_.arm(rule);
  Transfer other_seed;
  EXPECT_NE(ask(other_seed, 100'000), said);
}

TEST_F(FaultInjectorTest, WhatOneRuleDrawsIsNothingToTheNext) {
  FaultRule scatters = rule_for();
  scatters.direction = Direction::kScatter;
  FaultRule gathers = rule_for();
  gathers.direction = Direction::kGather;
  gathers.per_million = 500'000;
  std::vector<std::string> said;
  for (const std::uint32_t share : {1U, 500'000U}) {
    scatters.per_million = share;
    faults_ = FaultInjector(0, 1);
    faults_.arm(scatters);
    faults_.arm(gathers);
    Transfer scatter;
    scatter.direction = Direction::kScatter;
    scatter.slot = 1;
    Transfer gather;
    ask(scatter, 40);
    said.push_back(ask(gather, 40));
  }
  EXPECT_EQ(said[0], said[1]);
  EXPECT_NE(said[0].find('S'), std::string::npos);
}

// The last mapped word is at 0x1008. A rule is asked first.
TEST_F(FaultInjectorTest, WhatIsNotMappedIsADecodeError) {
  faults_ = FaultInjector(0x1010, 1);
  EXPECT_FALSE(faults_.idle());
  Transfer transfer;
  EXPECT_EQ(ask(transfer, 4), "..DD");
  FaultRule rule = rule_for();
  rule.beat = 3;
  faults_.arm(rule);
  Transfer struck;
  struck.tag.number = 4;
  EXPECT_EQ(ask(struck, 4), "..DS");
  EXPECT_EQ(ask_unframed(Direction::kGather, 0x100C), "D");
}

/// As a campaign does it: the next beat of a queue pair, whichever that is.
TEST_F(FaultInjectorTest, ARuleMayBeArmedWhileTransfersRun) {
  Transfer transfer;
  EXPECT_EQ(ask(transfer, 3), "...");
  FaultRule rule = rule_for();
  rule.qp = transfer.tag.qp;
  rule.limit = 1;
  faults_.arm(rule);
  EXPECT_EQ(ask(transfer, 3), "S..");
}

// Counting goes on with the rule that is there, although it does not strike.
TEST_F(FaultInjectorTest, BehindAnotherRuleALaterOneCountsFromTheFirstBeat) {
  FaultRule never = rule_for();
  never.qp = QpNumber{99};
  faults_.arm(never);
  Transfer transfer;
  EXPECT_EQ(ask(transfer, 3), "...");
  FaultRule rule = rule_for();
  rule.beat = 4;
  faults_.arm(rule);
  EXPECT_EQ(ask(transfer, 3), ".S.");
}

}  // namespace
}  // namespace sgdma::platform
