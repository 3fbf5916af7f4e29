// Resets and errors in the middle of transfers, as the engine's core serves them. Edges are derived
// from docs/timing.md: a gather that is taken in at 1 asks at 3 and moves its words from 8 on.

#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/control_run.h"

namespace sgdma::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TimedControl engine_reset(Cycle edge) { return {edge, {ControlKind::kEngineReset, {}, {}, {}}}; }

TimedControl qp_reset(Cycle edge, std::uint32_t qp) {
  return {edge, {ControlKind::kQueuePairReset, QpIndex{qp}, QpNumber{qp}, {}}};
}

TimedControl qp_error(Cycle edge, std::uint32_t qp) {
  return {edge, {ControlKind::kQueuePairError, QpIndex{qp}, QpNumber{qp}, {}}};
}

// Eight words in two bursts, which move from 8 to 15. A reset at 10 throws five away and is
// answered with the last, at 15.
constexpr const char* kEightWords = "1 0 g 0x1000 64\n";

CoreBenchConfig with_control(std::vector<TimedControl> control) {
  CoreBenchConfig config = contract_config(3, 2, true);
  config.control = std::move(control);
  return config;
}

// What comes for a queue pair in RESET waits for the answer at 15, and is served at 16 in the order
// in which it was asked for: the queue pair works again.
TEST(HeldUpControl, KeepsItsOrder) {
  const ControlRun run(with_control({qp_reset(10, 0), qp_error(12, 0), qp_reset(13, 0)}),
                       std::string(kEightWords) + "20 0 g 0x2000 8\n");
  EXPECT_THAT(run.control(), ElementsAre("10 asked qp_reset 0", "15 answered qp_reset 0",
                                         "16 asked qp_error 0", "16 asked qp_reset 0",
                                         "16 answered qp_error 0", "16 answered qp_reset 0"));
  EXPECT_THAT(run.lines({TraceKind::kCompletion}), ElementsAre("27 completion 0 g SUCCESS 8"));
}

TEST(HeldUpControl, IsNotOvertakenAtTheEdgeAtWhichItGoesOn) {
  const ControlRun run(with_control({qp_reset(10, 0), qp_error(12, 0), qp_reset(16, 0)}),
                       std::string(kEightWords) + "20 0 g 0x2000 8\n");
  EXPECT_THAT(run.control(), ElementsAre("10 asked qp_reset 0", "15 answered qp_reset 0",
                                         "16 asked qp_error 0", "16 asked qp_reset 0",
                                         "16 answered qp_error 0", "16 answered qp_reset 0"));
  EXPECT_THAT(run.lines({TraceKind::kCompletion}), ElementsAre("27 completion 0 g SUCCESS 8"));
}

TEST(HeldUpControl, IsNotOvertakenByAnEngineReset) {
  const ControlRun run(with_control({qp_reset(10, 0), qp_error(12, 0), engine_reset(13)}),
                       std::string(kEightWords) + "20 0 g 0x2000 8\n");
  EXPECT_THAT(run.control(), ElementsAre("10 asked qp_reset 0", "15 answered qp_reset 0",
                                         "16 asked qp_error 0", "16 asked engine_reset",
                                         "16 answered qp_error 0", "16 answered engine_reset"));
  EXPECT_THAT(run.lines({TraceKind::kCompletion}), ElementsAre("27 completion 0 g SUCCESS 8"));
}

// Behind an engine reset all wait, and go on in their order: first the resets of two queue pairs,
// then an engine reset, and behind its answer, at 17, an ERR that holds.
TEST(HeldUpControl, KeepsItsOrderBehindAnEngineReset) {
  const ControlRun run(with_control({engine_reset(10), qp_reset(11, 1), qp_reset(12, 0),
                                     engine_reset(13), qp_error(14, 0)}),
                       std::string(kEightWords) + "20 0 g 0x2000 8\n");
  EXPECT_THAT(run.control(), ElementsAre("10 asked engine_reset", "15 answered engine_reset",
                                         "16 asked qp_reset 1", "16 asked qp_reset 0",
                                         "16 asked engine_reset", "16 answered qp_reset 1",
                                         "16 answered qp_reset 0", "16 answered engine_reset",
                                         "17 asked qp_error 0", "17 answered qp_error 0"));
  EXPECT_THAT(run.lines({TraceKind::kCompletion}), ElementsAre("21 completion 0 g WR_FLUSH_ERR 0"));
}

// A queue pair in ERR is reset while its burst is finished: the reset takes all of it away, so that
// both are answered at 15, whatever has come meanwhile for the next life.
TEST(ControlAnswers, ErrorIsAnsweredWithTheResetBehindIt) {
  const ControlRun run(with_control({qp_error(10, 0), qp_reset(12, 0)}),
                       std::string(kEightWords) + "14 0 g 0x2000 8\n");
  EXPECT_THAT(run.control(), ElementsAre("10 asked qp_error 0", "12 asked qp_reset 0",
                                         "15 answered qp_error 0", "15 answered qp_reset 0"));
  // Let go at 15, granted at 16.
  EXPECT_THAT(run.lines({TraceKind::kCompletion}), ElementsAre("22 completion 0 g SUCCESS 8"));
}

TEST(ControlAnswers, ErrorIsAnsweredWithTheEngineResetBehindIt) {
  const ControlRun run(with_control({qp_error(10, 0), engine_reset(12)}),
                       std::string(kEightWords) + "14 0 g 0x2000 8\n");
  EXPECT_THAT(run.control(), ElementsAre("10 asked qp_error 0", "12 asked engine_reset",
                                         "15 answered qp_error 0", "15 answered engine_reset"));
}

CoreBenchConfig draining(Cycle timeout, TimedControl control) {
  CoreBenchConfig config = with_control({control});
  config.engine.teardown.qp_error = TeardownPolicy::kFinishTransfer;
  config.engine.teardown.drain_timeout = timeout;
  return config;
}

// The payload end takes a word in eight edges: the words move at 8, 16, 24 and 32, and none of the
// stretches between them is as long as the timeout.
TEST(DrainTimeout, DoesNotCountWhileAGatherMoves) {
  CoreBenchConfig config = draining(10, qp_error(9, 0));
  config.engine.gather_rate = {1, 1};
  config.engine.gather_depth = 8;
  const ControlRun run(config, "1 0 g 0x1000 32\n");
  EXPECT_THAT(run.lines({TraceKind::kCompletion}), ElementsAre("32 completion 0 g SUCCESS 32"));
}

// Without a word moving, from 9 on, ten edges are over at 19.
TEST(DrainTimeout, CountsTheEdgesOfAGatherThatStandsStill) {
  CoreBenchConfig config = draining(10, qp_error(9, 0));
  config.engine.gather_rate = {1, 100};
  config.engine.gather_depth = 8;
  const ControlRun run(config, "1 0 g 0x1000 32\n");
  EXPECT_THAT(run.lines({TraceKind::kTeardown}),
              ElementsAre("9 teardown 0 qp_error finish_transfer",
                          "19 teardown 0 drain_timeout finish_beat"));
}

// Queue pair 0 shares the payload end with queue pair 1, whose words move in turns with its own:
// the edge at which the end takes one of another is no standing still of this one. That leaves two
// edges in three.
TEST(DrainTimeout, DoesNotCountTheWordsOfOthers) {
  CoreBenchConfig config = draining(2, qp_error(10, 0));
  config.engine.gather_rate = {8, 3};
  config.engine.gather_depth = 8;
  config.engine.max_read_burst = 8;
  const ControlRun run(config, "1 0 g 0x1000 32\n1 1 g 0x2000 32\n");
  EXPECT_THAT(run.lines({TraceKind::kTeardown}),
              ElementsAre("10 teardown 0 qp_error finish_transfer"));
}

// The payload of a burst comes byte by byte, with the edges from 2 to 33.
TEST(DrainTimeout, DoesNotCountWhilePayloadComes) {
  CoreBenchConfig config = draining(10, qp_error(4, 0));
  config.engine.scatter_rate = {1, 1};
  config.engine.scatter_depth = 32;
  const ControlRun run(config, "1 0 s 0x1000 32\n");
  EXPECT_THAT(run.lines({TraceKind::kCompletion}), ElementsAre("38 completion 0 s SUCCESS 32"));
}

// A word in a hundred edges, from 2 on: without a byte from 4 on, ten edges are over at 14.
TEST(DrainTimeout, CountsTheEdgesOfAScatterThatStandsStill) {
  CoreBenchConfig config = draining(10, qp_error(4, 0));
  config.engine.scatter_rate = {1, 100};
  config.engine.scatter_depth = 32;
  const ControlRun run(config, "1 0 s 0x1000 32\n");
  EXPECT_THAT(run.lines({TraceKind::kTeardown}),
              ElementsAre("4 teardown 0 qp_error finish_transfer",
                          "14 teardown 0 drain_timeout finish_beat"));
}

// Queue pair 1 has the buffer and the channel, and its words pass the bus in 21 edges each. The
// payload of queue pair 0 waits for the room that they leave, which is none of its doing.
TEST(DrainTimeout, DoesNotCountWhileOthersHoldTheChannel) {
  CoreBenchConfig config = draining(10, qp_error(8, 0));
  config.engine.scatter_rate = {8, 1};
  config.engine.scatter_depth = 32;
  config.memory.write_accept_delay = [](std::uint64_t beat) -> Cycle { return beat < 4 ? 20 : 0; };
  const ControlRun run(config, "1 1 s 0x2000 32\n2 0 s 0x1000 32\n");
  EXPECT_THAT(run.lines({TraceKind::kTeardown}),
              ElementsAre("8 teardown 1 qp_error finish_transfer"));
}

// One read tag, which the first gather has: the reset at 6 leaves the other two with nothing
// outstanding. One ends at 6, one waits for its turn until 7, and the words of the first are thrown
// away from 8 to 11: six edges of tearing down.
TEST(TearingDown, IsChargedWhileAGatherWaitsForItsTurnToEnd) {
  CoreBenchConfig config = with_control({engine_reset(6)});
  config.engine.read_bursts = 1;
  const ControlRun run(config, "1 0 g 0x1000 32\n1 1 g 0x2000 32\n1 2 g 0x3000 32\n");
  EXPECT_THAT(run.lines({TraceKind::kDone}), ElementsAre("6 done 1", "7 done 2", "11 done 0"));
  EXPECT_EQ(run.cycles(Direction::kGather, core::StallCause::kTearingDown), 6U);
  EXPECT_EQ(run.cycles(Direction::kGather, core::StallCause::kWaitingForMemory), 1U);  // 3
  EXPECT_EQ(run.cycles(Direction::kGather, core::StallCause::kOutstandingLimit), 2U);  // 4 and 5
}

// Three scatters without payload end one an edge.
TEST(TearingDown, IsChargedWhileAScatterWaitsForItsTurnToEnd) {
  CoreBenchConfig config = with_control({engine_reset(6)});
  config.engine.scatter_rate = {1, 1000};
  config.engine.scatter_depth = 32;
  const ControlRun run(config, "1 0 s 0x1000 32\n1 1 s 0x2000 32\n1 2 s 0x3000 32\n");
  EXPECT_THAT(run.lines({TraceKind::kDone}), ElementsAre("6 done 0", "7 done 1", "8 done 2"));
  EXPECT_EQ(run.cycles(Direction::kScatter, core::StallCause::kTearingDown), 3U);
  EXPECT_EQ(run.cycles(Direction::kScatter, core::StallCause::kWaitingForMemory), 0U);
}

// The word of queue pair 0 ends its transfer at 8, the edge of the reset: the three gathers of
// queue pair 1, which never got a tag, wait for their turn until 9, 10 and 11.
TEST(TearingDown, IsChargedBehindATransferThatEndedByItself) {
  CoreBenchConfig config = with_control({qp_reset(8, 1)});
  config.engine.read_bursts = 1;
  const ControlRun run(config, "1 0 g 0x1000 8\n1 1 g 0x2000 8\n2 1 g 0x3000 8\n3 1 g 0x4000 8\n");
  EXPECT_THAT(run.lines({TraceKind::kDone}),
              ElementsAre("8 done 0", "9 done 1", "10 done 2", "11 done 3"));
  EXPECT_EQ(run.cycles(Direction::kGather, core::StallCause::kTearingDown), 3U);
  EXPECT_EQ(run.cycles(Direction::kGather, core::StallCause::kWaitingForMemory), 1U);  // 3
}

// Three end, one an edge, while the transfer of another queue pair is under way: that waits for
// memory, then and afterwards.
TEST(TearingDown, IsNotChargedWhileOthersWaitForMemory) {
  CoreBenchConfig config = contract_config(20, 2, true);
  config.control = {qp_reset(7, 1)};
  config.engine.read_bursts = 1;
  const ControlRun run(config, "1 0 g 0x1000 8\n1 1 g 0x2000 8\n2 1 g 0x3000 8\n3 1 g 0x4000 8\n");
  EXPECT_THAT(run.lines({TraceKind::kDone}),
              ElementsAre("7 done 1", "8 done 2", "9 done 3", "25 done 0"));
  EXPECT_EQ(run.cycles(Direction::kGather, core::StallCause::kTearingDown), 0U);
}

CoreBenchConfig answered_writes(TimedControl control, TeardownPolicy policy) {
  CoreBenchConfig config = contract_config(3, 5, false);
  config.control = {control};
  config.engine.teardown.qp_error = policy;
  config.engine.teardown.qp_reset = policy;
  config.memory.faults = {{0x1000, 8, BusStatus::kSlaveError}};
  return config;
}

// Its only word moves at 4, and its response, an error, is valid from 9. Stopped at 5, between the
// two, or at 10, the edge of the response, the transfer has moved in full: the response decides.
TEST(StoppedScatter, FailsWithAnErrorBehindItsLastByte) {
  for (const Cycle edge : {Cycle{5}, Cycle{10}}) {
    const ControlRun run(answered_writes(qp_error(edge, 0), TeardownPolicy::kFinishBeat),
                         "1 0 s 0x1000 8\n");
    EXPECT_THAT(run.lines({TraceKind::kFault, TraceKind::kCompletion}),
                ElementsAre("10 fault 0 s 0x1000 SLVERR", "10 completion 0 s GENERAL_ERR 8"));
  }
}

// Its last word is on the bus when it is stopped: nothing is left to be cut.
TEST(StoppedScatter, FailsWithAnErrorWhereTheLastWordWasOut) {
  const ControlRun run(answered_writes(qp_error(4, 0), TeardownPolicy::kFinishBeat),
                       "1 0 s 0x0ff8 16\n");
  EXPECT_THAT(run.lines({TraceKind::kMove, TraceKind::kWaste, TraceKind::kCompletion}),
              ElementsAre("4 move 0 0xff8 8 8", "10 completion 0 s WR_FLUSH_ERR 8"));
  const ControlRun later(answered_writes(qp_error(5, 0), TeardownPolicy::kFinishBeat),
                         "1 0 s 0x0ff8 16\n");
  EXPECT_THAT(later.lines({TraceKind::kMove, TraceKind::kFault, TraceKind::kCompletion}),
              ElementsAre("4 move 0 0xff8 8 8", "5 move 0 0x1000 8 0", "11 fault 0 s 0x1000 SLVERR",
                          "11 completion 0 s GENERAL_ERR 16"));
}

// With bytes left it is flushed: control has stopped it before the error came.
TEST(StoppedScatter, IsFlushedWhereBytesAreLeft) {
  const ControlRun run(answered_writes(qp_error(5, 0), TeardownPolicy::kFinishBeat),
                       "1 0 s 0x1000 32\n");
  EXPECT_THAT(run.lines({TraceKind::kFault, TraceKind::kWaste, TraceKind::kCompletion}),
              ElementsAre("6 waste 0 s 0x1010 0", "7 waste 0 s 0x1018 1",
                          "13 completion 0 s WR_FLUSH_ERR 16"));
}

TEST(StoppedScatter, IsForgottenByAReset) {
  for (const TeardownPolicy policy : {TeardownPolicy::kFinishBeat, TeardownPolicy::kFinishBurst}) {
    const ControlRun run(answered_writes(qp_reset(5, 0), policy), "1 0 s 0x1000 8\n");
    EXPECT_THAT(run.lines({TraceKind::kCompletion}), IsEmpty());
    EXPECT_THAT(run.control(), ElementsAre("5 asked qp_reset 0", "10 answered qp_reset 0"));
  }
}

}  // namespace
}  // namespace sgdma::test
