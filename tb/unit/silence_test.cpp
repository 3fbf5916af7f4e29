// Targets that do not answer: `bus_timeout`, quarantine, and what comes late.

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/quarantine.h"
#include "core/waiting_line.h"
#include "support/core_bench.h"
#include "support/trace_setting.h"
#include "support/trace_stimulus.h"

namespace sgdma::test {
namespace {

using Lines = std::vector<std::string>;

constexpr Cycle kLongAfter = 400;

/// A read is granted at 2, asked for at 3, and its first beat taken at 8; the response to a write
/// burst whose last beat is driven at n is taken at n + 4.
CoreBenchConfig config(const std::vector<std::string>& settings) {
  CoreBenchConfig config = contract_config(3, 2, true);
  for (const std::string& setting : settings) {
    set_from_text(config, setting);
  }
  return config;
}

/// One run in each mode, which must be the same, up to long after the end of all work.
class SilenceRun {
 public:
  SilenceRun(const CoreBenchConfig& config, const std::string& work)
      : bench_(config, parse_stimulus(work)) {
    CoreBench every_edge(config, parse_stimulus(work));
    every_edge.run(RunMode::kEveryEdge, kLongAfter);
    every_edge.run_on(RunMode::kEveryEdge, kLongAfter);
    bench_.run(RunMode::kEventsOnly, kLongAfter);
    bench_.run_on(RunMode::kEventsOnly, kLongAfter);
    EXPECT_EQ(lines(every_edge, {}), lines(bench_, {}));
    EXPECT_EQ(bench_.leaks(), "");
  }

  /// `edge text` of the events of these kinds, or of all.
  Lines events(const std::vector<TraceKind>& kinds) const { return lines(bench_, kinds); }
  Lines ends() const {
    return events(
        {TraceKind::kFault, TraceKind::kQuarantine, TraceKind::kReturn, TraceKind::kCompletion});
  }
  const CoreBench& bench() const { return bench_; }
  const std::vector<std::uint8_t>& gathered(std::uint32_t qp) const {
    for (const auto& [tag, payload] : bench_.payload().gathered()) {
      if (tag.rfind(std::to_string(qp) + ".", 0) == 0) {
        return payload;
      }
    }
    static const std::vector<std::uint8_t> none;
    return none;
  }
  void expect_memory(std::uint32_t qp, std::uint64_t address, std::uint32_t bytes) const {
    ASSERT_EQ(gathered(qp).size(), bytes);
    for (std::uint32_t at = 0; at < bytes; ++at) {
      ASSERT_EQ(gathered(qp)[at], bench_.memory().byte_at(address + at)) << "byte " << at;
    }
  }

 private:
  static Lines lines(const CoreBench& bench, const std::vector<TraceKind>& kinds) {
    Lines lines;
    for (const TraceEvent& event : bench.events()) {
      if (kinds.empty() || std::count(kinds.begin(), kinds.end(), event.kind) > 0) {
        lines.push_back(std::to_string(event.edge) + ' ' + text_of(event));
      }
    }
    return lines;
  }

  CoreBench bench_;
};

class SilentReads : public testing::TestWithParam<const char*> {
 protected:
  CoreBenchConfig with(std::vector<std::string> settings) const {
    settings.emplace_back(std::string("response_order=") + GetParam());
    return config(settings);
  }
};
INSTANTIATE_TEST_SUITE_P(, SilentReads, testing::Values("slot", "any"),
                         [](const auto& instance) { return std::string(instance.param); });

// Asked for at 3, there at 8: 5 edges.
TEST_P(SilentReads, AnAnswerAtTheLastEdgeCounts) {
  const SilenceRun run(with({"bus_timeout=5"}), "1 0 g 0x1000 8\n");
  EXPECT_EQ(run.ends(), Lines{"8 completion 0 g SUCCESS 8"});
}

TEST_P(SilentReads, OneEdgeLessIsTooLittle) {
  const SilenceRun run(with({"bus_timeout=4"}), "1 0 g 0x1000 8\n");
  EXPECT_EQ(run.ends(), (Lines{"7 fault 0 g 0x1000 TIMEOUT", "7 quarantine 0 g 0x1000",
                               "7 completion 0 g GENERAL_ERR 0", "8 return 0 g 0x1000"}));
  EXPECT_EQ(run.events({TraceKind::kWaste, TraceKind::kMove}), Lines{"8 waste 0 g 0x1000 1"});
}

TEST_P(SilentReads, TheFaultIsAtTheFirstBeatThatIsMissing) {
  const SilenceRun run(with({"bus_timeout=10", "silent=0x1010:8"}), "1 0 g 0x1000 32\n");
  EXPECT_EQ(run.ends(), (Lines{"13 fault 0 g 0x1010 TIMEOUT", "13 quarantine 0 g 0x1000",
                               "13 completion 0 g GENERAL_ERR 16"}));
  ASSERT_EQ(run.bench().gather().quarantine().size(), 1U);
  EXPECT_EQ(run.bench().gather().quarantine().bursts().begin()->second.heard, 2U);
  EXPECT_EQ(run.bench().gather().free_tags(), 3U);
}

// Bursts asked for at 3, 4 and 5. The first is silent for good, and so, in order of slots, are the
// others; in any order they are there from 9 and 13 on, in the reorder buffer, and thrown away.
TEST_P(SilentReads, ATransferGoesWithAllThatIsNotAnswered) {
  const SilenceRun run(with({"bus_timeout=9", "silent=0x1000:8:200"}), "1 0 g 0x1000 96\n");
  const Lines ends = run.ends();
  EXPECT_EQ(ends.front(), "12 fault 0 g 0x1000 TIMEOUT");
  EXPECT_EQ(std::count(ends.begin(), ends.end(), "12 completion 0 g GENERAL_ERR 0"), 1);
  EXPECT_EQ(run.bench().gather().counters().wasted_beats, 12U);
  EXPECT_EQ(run.bench().gather().counters().beats, 0U);
  EXPECT_EQ(run.bench().gather().free_tags(), 4U);
  EXPECT_EQ(run.bench().gather().outstanding_bytes(), 0U);
}

// The second transfer gets the slot at 10 and asks at 11; the beat of the first comes at 12.
TEST_P(SilentReads, ALateBeatNeverReachesTheNextTransferOfTheSlot) {
  const SilenceRun run(with({"slots=1", "bus_timeout=6", "silent=0x1000:8:4"}),
                       "1 0 g 0x1000 8\n1 1 g 0x2000 16\n");
  EXPECT_EQ(run.ends(), (Lines{"9 fault 0 g 0x1000 TIMEOUT", "9 quarantine 0 g 0x1000",
                               "9 completion 0 g GENERAL_ERR 0", "12 return 0 g 0x1000",
                               "17 completion 1 g SUCCESS 16"}));
  EXPECT_EQ(run.events({TraceKind::kWaste, TraceKind::kMove, TraceKind::kResponse}),
            (Lines{"12 waste 0 g 0x1000 1", "12 response 0 g 0x1000 OKAY", "16 move 0 0x2000 8 8",
                   "17 move 0 0x2008 8 0", "17 response 0 g 0x2000 OKAY"}));
  for (const TraceEvent& event : run.bench().events()) {
    if (event.kind == TraceKind::kWaste || event.kind == TraceKind::kReturn) {
      EXPECT_EQ(event.qp, 0U) << "it is the first transfer's";
      EXPECT_EQ(event.bus_tag, 0U);
    }
    if (event.kind == TraceKind::kRequest && event.qp == 1) {
      EXPECT_EQ(event.bus_tag, 1U) << "tag 0 is in quarantine";
    }
  }
  run.expect_memory(1, 0x2000, 16);
  EXPECT_EQ(run.gathered(0).size(), 0U);
}

// C02: a "last" that was believed too early retired a read, and the next one got its beats. Here a
// target says nothing of ends: beats are counted. What retires a read before its last beat is a
// timeout: 3 of 8 beats have come at 8 to 10, 5 more come at 25 to 29. The second read, asked for
// at 21, has its beats from 30 to 37: its own timeout.
TEST_P(SilentReads, C02_FiveBeatsAfterTheEndOfAReadReachNoNewOne) {
  const SilenceRun run(with({"slots=1", "max_read_burst=64", "read_bursts=2", "bus_timeout=16",
                             "silent=0x1018:8:14"}),
                       "1 0 g 0x1000 64\n1 1 g 0x2000 64\n20 2 g 0x3000 64\n");
  EXPECT_EQ(run.ends(), (Lines{"19 fault 0 g 0x1018 TIMEOUT", "19 quarantine 0 g 0x1000",
                               "19 completion 0 g GENERAL_ERR 24", "29 return 0 g 0x1000",
                               "37 completion 1 g SUCCESS 64", "51 completion 2 g SUCCESS 64"}));
  EXPECT_EQ(run.bench().gather().counters().wasted_beats, 5U);
  run.expect_memory(1, 0x2000, 64);
  run.expect_memory(2, 0x3000, 64);
}

// Both tags are asked for at 3 and 4 by two transfers that fail at 9 and 10; the third transfer,
// granted at 4 or so, gets one at 25: one edge after the first has come back.
TEST_P(SilentReads, ATagInQuarantineServesNobody) {
  const SilenceRun run(
      with({"read_bursts=2", "bus_timeout=6", "silent=0x1000:8:16", "silent=0x2000:8:30"}),
      "1 0 g 0x1000 8\n1 1 g 0x2000 8\n1 2 g 0x3000 8\n");
  EXPECT_EQ(run.events({TraceKind::kRequest, TraceKind::kReturn}),
            (Lines{"3 ar 0 0x1000 8 1", "4 ar 1 0x2000 8 1", "24 return 0 g 0x1000",
                   "25 ar 2 0x3000 8 1", "39 return 1 g 0x2000"}));
  run.expect_memory(2, 0x3000, 8);
}

// A request goes only while a whole burst of 32 bytes fits below 32: the 8 bytes in quarantine do
// not let it.
TEST_P(SilentReads, BytesInQuarantineStayReserved) {
  const SilenceRun run(with({"read_bytes=32", "bus_timeout=6", "silent=0x1000:8:16"}),
                       "1 0 g 0x1000 8\n1 1 g 0x2000 8\n");
  EXPECT_EQ(run.events({TraceKind::kRequest, TraceKind::kReturn}),
            (Lines{"3 ar 0 0x1000 8 1", "24 return 0 g 0x1000", "25 ar 1 0x2000 8 1"}));
}

// The second transfer holds its one burst, asked for at 13, until 21: what comes back at 15 is not
// of it.
TEST_P(SilentReads, ALateBurstIsNoneOfTheNextTransfersLimit) {
  const SilenceRun run(
      with({"slots=1", "read_bursts_per_slot=1", "bus_timeout=8", "silent=0x1000:8:7"}),
      "1 0 g 0x1000 8\n1 1 g 0x2000 40\n");
  EXPECT_EQ(run.events({TraceKind::kRequest, TraceKind::kReturn}),
            (Lines{"3 ar 0 0x1000 8 1", "13 ar 0 0x2000 32 4", "15 return 0 g 0x1000",
                   "22 ar 0 0x2020 8 1"}));
  run.expect_memory(1, 0x2000, 40);
}

// A byte an edge leaves, a word fits every 8 edges: beats move at 8, 16 and 24, the last 21 edges
// after the request. In order of slots they wait on the bus, 14 edges in all; in any order they are
// taken at 8, 9 and 10.
TEST_P(SilentReads, ABeatThatWaitsForThePayloadEndIsNoSilence) {
  const SilenceRun run(with({"gather_rate=1", "gather_depth=8", "bus_timeout=7"}),
                       "1 0 g 0x1000 24\n");
  EXPECT_EQ(run.ends(), Lines{"24 completion 0 g SUCCESS 24"});
}

// The same, and the third beat never comes. In order of slots 7 edges of waiting do not count; in
// any order the fault waits until the second beat has moved.
TEST_P(SilentReads, SilenceBehindAWaitingBeatIsFoundLater) {
  const SilenceRun run(
      with({"gather_rate=1", "gather_depth=8", "bus_timeout=8", "silent=0x1010:8"}),
      "1 0 g 0x1000 24\n");
  const bool in_order = std::string(GetParam()) == "slot";
  const std::string at = in_order ? "18" : "16";
  EXPECT_EQ(run.ends(), (Lines{at + " fault 0 g 0x1010 TIMEOUT", at + " quarantine 0 g 0x1000",
                               at + " completion 0 g GENERAL_ERR 16"}));
}

// Both ask at 3 and 4 and are silent; they end at 9 and 10. The third is as if nothing had been.
TEST_P(SilentReads, OthersDoNotNotice) {
  const std::string work = "1 0 g 0x1000 8\n1 1 g 0x2000 8\n2 2 g 0x3000 32\n";
  const SilenceRun silent(with({"bus_timeout=12", "silent=0x1000:8", "silent=0x2000:8"}), work);
  EXPECT_EQ(silent.ends(), (Lines{"13 completion 2 g SUCCESS 32", "15 fault 0 g 0x1000 TIMEOUT",
                                  "15 quarantine 0 g 0x1000", "15 completion 0 g GENERAL_ERR 0",
                                  "16 fault 1 g 0x2000 TIMEOUT", "16 quarantine 1 g 0x2000",
                                  "16 completion 1 g GENERAL_ERR 0"}));
  silent.expect_memory(2, 0x3000, 32);
}

// The request is taken at 40 only; the second transfer cannot ask before.
TEST_P(SilentReads, ARequestThatIsNotTakenBlocksTheSocket) {
  CoreBenchConfig blocked = with({"bus_timeout=6"});
  blocked.memory.read_accept_delay = [](std::uint64_t n) -> Cycle { return n == 0 ? 36 : 0; };
  const SilenceRun run(blocked, "1 0 g 0x1000 8\n1 1 g 0x2000 8\n");
  EXPECT_EQ(
      run.events(
          {TraceKind::kRequest, TraceKind::kFault, TraceKind::kReturn, TraceKind::kCompletion}),
      (Lines{"3 ar 0 0x1000 8 1", "9 fault 0 g 0x1000 TIMEOUT", "9 completion 0 g GENERAL_ERR 0",
             "40 ar 1 0x2000 8 1", "44 return 0 g 0x1000", "45 completion 1 g SUCCESS 8"}));
}

// The error of the first burst is taken at 8; the second burst, asked for at 4, is silent and goes
// at 24. One fault, one status, and the slot is free then.
TEST_P(SilentReads, AnErrorThatCameFirstStands) {
  const SilenceRun run(
      with({"bus_timeout=20", "fault=0x1000:8", "silent=0x1020:8", "max_read_burst=32"}),
      "1 0 g 0x1000 64\n");
  EXPECT_EQ(run.ends(), (Lines{"8 fault 0 g 0x1000 SLVERR", "24 quarantine 0 g 0x1020",
                               "24 completion 0 g GENERAL_ERR 0"}));
}

TimedControl control(Cycle edge, ControlKind kind, std::uint32_t qp) {
  return {edge, {kind, QpIndex{qp}, QpNumber{qp}, {}}};
}

// Reset at 6: the burst asked for at 3 is all that is left, and goes at 13. No completion.
TEST_P(SilentReads, AResetIsAnsweredWhenTheSilentBurstGoes) {
  for (const ControlKind kind : {ControlKind::kQueuePairReset, ControlKind::kEngineReset}) {
    CoreBenchConfig reset = with({"bus_timeout=10", "silent=0x1000:8:30"});
    reset.control = {control(6, kind, 0)};
    const SilenceRun run(reset, "1 0 g 0x1000 8\n");
    EXPECT_EQ(run.events({TraceKind::kFault, TraceKind::kQuarantine, TraceKind::kDone,
                          TraceKind::kCompletion, TraceKind::kReturn}),
              (Lines{"13 quarantine 0 g 0x1000", "13 done 0", "38 return 0 g 0x1000"}));
    EXPECT_TRUE(run.bench().pipeline().idle());
  }
}

// A reset after the timeout leaves the quarantine alone.
TEST_P(SilentReads, AResetLeavesTheQuarantineAlone) {
  CoreBenchConfig reset = with({"bus_timeout=6", "silent=0x1000:8:14"});
  reset.control = {control(12, ControlKind::kEngineReset, 0)};
  const SilenceRun run(reset, "1 0 g 0x1000 8\n20 1 g 0x2000 8\n");
  EXPECT_EQ(run.events({TraceKind::kRequest, TraceKind::kReturn, TraceKind::kMove}),
            (Lines{"3 ar 0 0x1000 8 1", "22 return 0 g 0x1000", "22 ar 0 0x2000 8 1",
                   "27 move 0 0x2000 8 0"}));
}

// The first burst, of 8 bytes, is there at 8; behind it 0x1020 times out. In any order 0x1040 has
// come and waits: it is thrown away with the fault.
TEST(SilentBursts, InAnyOrderOnlyTheSilentOneGoes) {
  const SilenceRun run(config({"response_order=any", "bus_timeout=12", "silent=0x1020:8:30"}),
                       "1 0 g 0x1000 96\n");
  EXPECT_EQ(run.ends(), (Lines{"16 fault 0 g 0x1020 TIMEOUT", "16 quarantine 0 g 0x1020",
                               "16 completion 0 g GENERAL_ERR 32", "42 return 0 g 0x1020"}));
  EXPECT_EQ(run.bench().gather().buffered_bytes(), 0U);
  EXPECT_EQ(run.bench().gather().counters().wasted_beats, 8U);
}

// Beats driven at 3 and 4; the response would be there at 8.
TEST(SilentWrites, AResponseAtTheLastEdgeCounts) {
  const SilenceRun in_time(config({"posted_writes=0", "bus_timeout=4"}), "1 0 s 0x1000 16\n");
  EXPECT_EQ(in_time.ends(), Lines{"8 completion 0 s SUCCESS 16"});
  const SilenceRun late(config({"posted_writes=0", "bus_timeout=3"}), "1 0 s 0x1000 16\n");
  EXPECT_EQ(late.ends(), (Lines{"7 fault 0 s 0x1000 TIMEOUT", "7 quarantine 0 s 0x1000",
                                "7 completion 0 s GENERAL_ERR 16", "8 return 0 s 0x1000"}));
}

// The id of the silent burst is not used again before the response is in, at 28.
TEST(SilentWrites, AnIdInQuarantineServesNobody) {
  const SilenceRun run(
      config({"posted_writes=0", "write_bursts=1", "bus_timeout=6", "silent=0x1000:8:20"}),
      "1 0 s 0x1000 16\n1 1 s 0x2000 8\n");
  EXPECT_EQ(run.events({TraceKind::kBurst, TraceKind::kReturn, TraceKind::kCompletion}),
            (Lines{"3 aw 0 0x1000 16 2", "10 completion 0 s GENERAL_ERR 16", "28 return 0 s 0x1000",
                   "29 aw 1 0x2000 8 1", "33 completion 1 s SUCCESS 8"}));
}

// The first beat is driven at 3 and taken at 24. At 8 the transfer goes; its beat moves nothing any
// more, the other one of the burst is cut, and the socket serves again.
TEST(SilentWrites, ABeatThatIsNotTakenBlocksTheSocket) {
  for (const std::string posted : {"1", "0"}) {
    CoreBenchConfig blocked = config({"posted_writes=" + posted, "bus_timeout=5"});
    blocked.memory.write_accept_delay = [](std::uint64_t n) -> Cycle { return n == 0 ? 20 : 0; };
    const SilenceRun run(blocked, "1 0 s 0x1000 16\n1 1 s 0x2000 8\n");
    const std::string back = posted == "1" ? "25" : "28";
    Lines events = run.events({TraceKind::kBurst, TraceKind::kMove, TraceKind::kWaste,
                               TraceKind::kFault, TraceKind::kReturn, TraceKind::kDone});
    EXPECT_EQ(Lines(events.begin(), events.begin() + 5),
              (Lines{"3 aw 0 0x1000 16 2", "8 fault 0 s 0x1000 TIMEOUT", "8 done 0",
                     "24 waste 0 s 0x1000 0", "25 waste 0 s 0x1008 1"}));
    EXPECT_EQ(std::count(events.begin(), events.end(), back + " return 0 s 0x1000"), 1);
    EXPECT_EQ(std::count(events.begin(), events.end(), "25 aw 1 0x2000 8 1"), 1);
    EXPECT_EQ(run.bench().memory().cut_beats(), 1U);
    EXPECT_EQ(run.bench().scatter().counters().bytes, 8U);
  }
}

// Beats are driven from 3 on, one an edge; the ninth, at 11, is not taken. Its time counts from
// there.
TEST(SilentWrites, EachBeatHasItsOwnTime) {
  CoreBenchConfig blocked = config({"max_write_burst=128", "bus_timeout=5"});
  blocked.memory.write_accept_delay = [](std::uint64_t n) -> Cycle { return n == 8 ? 30 : 0; };
  const SilenceRun run(blocked, "1 0 s 0x1000 128\n");
  EXPECT_EQ(run.ends(), (Lines{"16 fault 0 s 0x1040 TIMEOUT", "16 quarantine 0 s 0x1000",
                               "16 completion 0 s GENERAL_ERR 64", "49 return 0 s 0x1000"}));
  EXPECT_EQ(run.bench().memory().cut_beats(), 7U);
}

// Bursts of two beats. The response of the first, whose last beat was driven at 4, is missing
// at 11. The first beat of the third is out since 7 and taken at 12: that burst goes too.
TEST(SilentWrites, WhatIsOnTheChannelGoesToo) {
  CoreBenchConfig both =
      config({"posted_writes=0", "max_write_burst=16", "bus_timeout=7", "silent=0x1000:8:60"});
  both.memory.write_accept_delay = [](std::uint64_t n) -> Cycle { return n == 4 ? 4 : 0; };
  const SilenceRun run(both, "1 0 s 0x1000 48\n9 1 s 0x2000 16\n");
  // 3 4 | 5 6 | 7, taken at 12. The first burst's response is due at 4 + 7.
  EXPECT_EQ(
      run.events({TraceKind::kFault, TraceKind::kQuarantine, TraceKind::kWaste,
                  TraceKind::kCompletion, TraceKind::kReturn}),
      (Lines{"11 fault 0 s 0x1000 TIMEOUT", "11 quarantine 0 s 0x1000", "11 quarantine 0 s 0x1020",
             "11 completion 0 s GENERAL_ERR 32", "12 waste 0 s 0x1020 0", "13 waste 0 s 0x1028 1",
             "16 return 0 s 0x1020", "18 completion 1 s SUCCESS 16", "68 return 0 s 0x1000"}));
  EXPECT_EQ(run.bench().memory().cut_beats(), 1U);
}

// Payload of 1 byte an edge: the second beat of the burst is driven at 19, long after the first.
TEST(SilentWrites, ABurstThatWaitsForItsPayloadIsNoSilence) {
  const SilenceRun run(
      config({"scatter_rate=1", "scatter_depth=64", "cut_through=1", "bus_timeout=2"}),
      "1 0 s 0x1000 32\n");
  const Lines ends = run.ends();
  ASSERT_EQ(ends.size(), 1U);
  EXPECT_NE(ends[0].find("SUCCESS 32"), std::string::npos);
}

// An error at a higher address is known first, at 8; the silent burst before it has the word.
TEST(SilentWrites, TheFirstFaultInAddressOrderWins) {
  const SilenceRun run(config({"posted_writes=0", "max_write_burst=8", "bus_timeout=9",
                               "silent=0x1000:8", "fault=0x1008:8"}),
                       "1 0 s 0x1000 16\n");
  EXPECT_EQ(run.ends(), (Lines{"8 fault 0 s 0x1008 SLVERR", "12 quarantine 0 s 0x1000",
                               "12 completion 0 s GENERAL_ERR 16"}));
}

TEST(SilentWrites, AResetIsAnsweredWhenTheSilentBurstGoes) {
  CoreBenchConfig reset = config({"posted_writes=0", "bus_timeout=10", "silent=0x1000:8:30"});
  reset.control = {control(8, ControlKind::kQueuePairReset, 0)};
  const SilenceRun run(reset, "1 0 s 0x1000 8\n");
  EXPECT_EQ(run.events({TraceKind::kFault, TraceKind::kQuarantine, TraceKind::kDone,
                        TraceKind::kCompletion, TraceKind::kReturn}),
            (Lines{"13 quarantine 0 s 0x1000", "13 done 0", "37 return 0 s 0x1000"}));
}

TEST(QuarantineList, KnowsWhereItsBurstsLie) {
  const core::Watch watch;
  core::Quarantine quarantine(Direction::kGather, watch);
  core::QuarantinedBurst burst;
  burst.burst = {0x1000, 32, 4};
  burst.region = RegionHandle{5};
  quarantine.admit(BusTag{3}, burst);
  burst.burst = {0xFFFFFFFFFFFFFFF8, 8, 1};
  burst.region = RegionHandle{6};
  quarantine.admit(BusTag{1}, burst);
  EXPECT_TRUE(quarantine.touches(0x101F, 1));
  EXPECT_TRUE(quarantine.touches(0xFFF, 2));
  EXPECT_FALSE(quarantine.touches(0x1020, 100));
  EXPECT_FALSE(quarantine.touches(0xF00, 0x100));
  EXPECT_FALSE(quarantine.touches(0x1008, 0));
  EXPECT_TRUE(quarantine.touches(0xFFFFFFFFFFFFFFFF, 1));
  EXPECT_TRUE(quarantine.touches(RegionHandle{5}));
  EXPECT_FALSE(quarantine.touches(RegionHandle{7}));
  quarantine.release(5, BusTag{3});
  EXPECT_FALSE(quarantine.touches(RegionHandle{5}));
  EXPECT_FALSE(quarantine.touches(0x1000, 32));
  EXPECT_EQ(quarantine.size(), 1U);
}

TEST(WaitingLine, LeavesAtBothEndsAndInTheMiddle) {
  core::WaitingLine line(5);
  EXPECT_TRUE(line.empty());
  for (const std::uint32_t index : {4U, 1U, 3U, 0U}) {
    line.join(index, 10U - index);
  }
  line.leave(3);
  line.leave(4);
  EXPECT_EQ(line.first(), 1U);
  EXPECT_EQ(line.since(1), 9U);
  EXPECT_EQ(line.next(1), 0U);
  line.leave(0);
  line.join(2, 11);
  EXPECT_EQ(line.next(1), 2U);
  line.leave(1);
  line.leave(2);
  EXPECT_TRUE(line.empty());
  EXPECT_FALSE(line.contains(2));
}

}  // namespace
}  // namespace sgdma::test
