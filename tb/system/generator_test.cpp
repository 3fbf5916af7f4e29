/// When the messages of generators come: closed loops react to what is done, open loops to nothing.
/// The edges are derived by hand from docs/timing.md and docs/workloads.md, as small_engine.h says.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/case_run.h"
#include "support/scenario_run.h"
#include "support/scratch.h"
#include "support/small_engine.h"

namespace sgdma::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Cycles = std::vector<std::uint64_t>;

constexpr const char* kPeer = "[workload]\npeer_delay = \"100 cycles\"\n";

Cycles posts(const CaseRun& run, std::string_view where = {}) {
  return run.numbers("post", "cycle", where);
}

Cycles cqes(const CaseRun& run, std::string_view where = {}) {
  return run.numbers("cqe", "cycle", where);
}

// A write of one word that is taken in at n is done at n + 7, and its CQE is written at n + 8.
// Software takes it there and posts the next write at once, which is taken in at n + 9.
TEST(ClosedLoop, PostsTheNextWqeAtTheEdgeAfterACqe) {
  const CaseRun run(small_engine(1) +
                    generator("op = \"write\"\nsize = \"8 B\"\ndepth = 1\nmessages = 5"));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(posts(run), ElementsAre(1, 10, 19, 28, 37));
  EXPECT_THAT(cqes(run), ElementsAre(9, 18, 27, 36, 45));
}

TEST(ClosedLoop, BeginsAtItsStart) {
  const CaseRun run(small_engine(2) +
                    generator("op = \"send\"\nsize = \"8 B\"\nqps = 2\ndepth = 2\nmessages = 4\n"
                              "start = \"41 cycles\""));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("post", "cycle qp"), ElementsAre("42 1", "42 2", "42 1", "42 2"));
}

// What is done by 50 is followed by another one (taken in at 51 at the latest), and nothing later
// is.
TEST(ClosedLoop, StopsAtItsTime) {
  const std::string keys = "op = \"write\"\nsize = \"8 B\"\ndepth = 1\nstop = ";
  const CaseRun at_a_cqe(small_engine(1) + generator(keys + "\"27 cycles\""));
  EXPECT_TRUE(at_a_cqe.sound()) << at_a_cqe.err();
  EXPECT_THAT(posts(at_a_cqe), ElementsAre(1, 10, 19, 28));
  const CaseRun before(small_engine(1) + generator(keys + "\"26999 ps\""));
  EXPECT_TRUE(before.sound()) << before.err();
  EXPECT_THAT(posts(before), ElementsAre(1, 10, 19));
}

/// On each queue pair, `depth` messages come at first, and then one `reaction` cycles after each
/// that is done, as long as there are any.
void expect_depth(const CaseRun& run, std::size_t depth, std::uint64_t reaction, unsigned qps) {
  EXPECT_TRUE(run.sound()) << run.err();
  std::size_t all = 0;
  for (unsigned qp = 1; qp <= qps; ++qp) {
    const std::string where = "qp=" + std::to_string(qp);
    Cycles expected(depth, 1);
    for (const std::uint64_t done : cqes(run, where)) expected.push_back(done + reaction);
    const Cycles came = run.numbers("post", "cycle", where);
    ASSERT_GT(came.size(), 2 * depth) << where;
    ASSERT_LE(came.size(), expected.size()) << where;
    expected.resize(came.size());
    EXPECT_EQ(came, expected) << where;
    all += came.size();
  }
  EXPECT_EQ(all, 60U);
}

// 200 bytes are one transfer of four bursts; of what is under way on a queue pair, every CQE takes
// one away, and the edge after brings one.
TEST(ClosedLoop, KeepsItsDepthUnderWayOnEachQueuePair) {
  const CaseRun run(small_engine(3) +
                    generator("op = { weights = [[\"write\", 1], [\"send\", 1]] }\n"
                              "size = \"200 B\"\nqps = 3\ndepth = 4\nmessages = 60"));
  expect_depth(run, 4, 1, 3);
}

// A peer hears that a SEND is placed with the CQE of its receive, and sends the next one 100 cycles
// later, which is taken in at the edge after.
TEST(ClosedLoop, KeepsItsDepthOfIncomingSendsUnderWay) {
  const CaseRun run(small_engine(2, kPeer) +
                    generator("op = \"incoming_send\"\nsize = \"200 B\"\nqps = 2\ndepth = 3\n"
                              "messages = 60"));
  expect_depth(run, 3, 101, 2);
  EXPECT_EQ(run.count("reject"), 0U);
}

TEST(ClosedLoop, LeavesNothingBehindThoughItsMessagesFail) {
  const CaseRun run(small_engine(1, "size = \"16 KiB\"\n" + std::string(kPeer)) +
                    generator("op = { weights = [[\"write\", 1], [\"read\", 1], "
                              "[\"incoming_send\", 1], [\"incoming_write\", 1]] }\n"
                              "size = \"4 KiB\"\ndepth = 3\nmessages = 60"));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_GT(std::stoi(run.result("/cqes/GENERAL_ERR")), 5);
  EXPECT_GT(std::stoi(run.result("/cqes/SUCCESS")), 2);
}

// 64 bytes are eight words. Incoming SEND and WRITE: done at n + 10, taken at n + 11; the next one
// comes 100 later, and is taken in at n + 112.
TEST(ClosedLoop, APeersNextSendOrWriteComesADelayAfterOneIsPlaced) {
  for (const std::string op : {"incoming_send", "incoming_write"}) {
    const CaseRun run(small_engine(1, kPeer) +
                      generator("op = \"" + op + "\"\nsize = \"64 B\"\ndepth = 1\nmessages = 3"));
    EXPECT_TRUE(run.sound()) << run.err();
    EXPECT_THAT(posts(run), ElementsAre(1, 113, 225)) << op;
  }
}

// A gather of eight words is done at n + 14, taken at n + 15: the next one is taken in at n + 116.
TEST(ClosedLoop, APeersNextReadComesADelayAfterOneIsGathered) {
  const CaseRun run(small_engine(1, kPeer) +
                    generator("op = \"incoming_read\"\nsize = \"64 B\"\ndepth = 1\nmessages = 3"));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(posts(run), ElementsAre(1, 117, 233));
}

// The gather of an atomic is done at n + 7; its scatter is granted at n + 8 and done at n + 10,
// taken at n + 11: the next one is taken in at n + 112.
TEST(ClosedLoop, APeersNextAtomicComesADelayAfterOneIsStored) {
  const CaseRun run(small_engine(1, kPeer) +
                    generator("op = \"incoming_fetch_add\"\ndepth = 1\nmessages = 3"));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(posts(run), ElementsAre(1, 113, 225));
}

/// Edges at which a closed loop's WQEs of one word are taken in, where software polls.
Cycles polled(const std::string& polls, unsigned depth) {
  const CaseRun run(
      small_engine(1, "[completion]\n" + polls) +
      generator("op = \"write\"\nsize = \"8 B\"\nmessages = 6\ndepth = " + std::to_string(depth)));
  EXPECT_TRUE(run.sound()) << run.err();
  return posts(run);
}

// Two writes are taken in at 1, their CQEs written at 9 and 10 (grants at 2 and 3). The polls at 50
// and 100 take one each. The write of 51 has its CQE at 59: the poll of 100 is another's, that of
// 150 takes it.
TEST(ClosedLoop, ReactsAtThePolls) {
  EXPECT_THAT(polled("poll_interval = \"50 cycles\"", 2), ElementsAre(1, 1, 51, 101, 151, 201));
}

// A poll at the time of a CQE finds it: at 9 it takes the first. The second, of 10, is taken at 59;
// the third, of 18, at 109; the fourth (taken in at 60, CQE at 68) at 159.
TEST(ClosedLoop, APollAtTheTimeOfACqeTakesIt) {
  EXPECT_THAT(polled("poll_start = \"9 cycles\"\npoll_interval = \"50 cycles\"", 2),
              ElementsAre(1, 1, 10, 60, 110, 160));
}

// Polls at 9.5, 20, 30.5, 41, 51.5. CQEs at 9, 18, 29 (of the write taken in at 21, since the poll
// of 20 is at an edge), 39 and 50.
TEST(ClosedLoop, PollsNeedNotFallOnEdges) {
  EXPECT_THAT(polled("poll_start = \"9500 ps\"\npoll_interval = \"10500 ps\"", 1),
              ElementsAre(1, 10, 21, 31, 42, 52));
}

// Both CQEs, of 9 and 10, are there when software begins.
TEST(ClosedLoop, SoftwareThatBeginsLateTakesAllAtOnce) {
  EXPECT_THAT(polled("poll_start = \"30 cycles\"", 2), ElementsAre(1, 1, 31, 31, 40, 41));
}

TEST(ClosedLoop, IsADeadlockWhereSoftwareTakesNoCqe) {
  const CaseRun run(small_engine(1, "[completion]\npolled = false") +
                    generator("op = \"write\"\nsize = \"8 B\"\nmessages = 6\ndepth = 2"));
  EXPECT_EQ(run.exit_code(), 1);
  EXPECT_EQ(run.result("/ending"), "deadlock");
  EXPECT_THAT(posts(run), ElementsAre(1, 1));
  EXPECT_THAT(run.err(), HasSubstr("DEADLOCK"));
  EXPECT_THAT(run.err(),
              HasSubstr("closed loops of generators wait for what is under way: software "
                        "takes no CQE"));
}

/// An open loop of incoming WRITEs of one word, which nothing holds up.
CaseRun open_loop(const std::string& keys, unsigned queue_pairs = 1) {
  return CaseRun(small_engine(queue_pairs) +
                 generator("op = \"incoming_write\"\nsize = \"8 B\"\n" + keys));
}

TEST(OpenLoop, ComesAtFixedTimes) {
  Cycles expected;
  for (std::uint64_t message = 0; message < 50; ++message) {
    expected.push_back((1234 + message * 3333) / 1000 + 1);
  }
  const CaseRun run = open_loop("start = \"1234 ps\"\ninterval = \"3333 ps\"\nmessages = 50");
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_EQ(posts(run), expected);
}

// At 50, 60, ... and 100, which is not after the stop.
TEST(OpenLoop, StopsAtItsTime) {
  const CaseRun run =
      open_loop("interval = \"10 cycles\"\nstart = \"50 cycles\"\nstop = \"100 cycles\"");
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(posts(run), ElementsAre(51, 61, 71, 81, 91, 101));
}

struct Moments {
  double mean = 0;
  double deviation = 0;
};

Moments moments_of(const std::vector<double>& values) {
  Moments moments;
  for (const double value : values) moments.mean += value / static_cast<double>(values.size());
  for (const double value : values) {
    moments.deviation += (value - moments.mean) * (value - moments.mean);
  }
  moments.deviation = std::sqrt(moments.deviation / static_cast<double>(values.size()));
  return moments;
}

std::vector<double> gaps_of(const Cycles& cycles) {
  std::vector<double> gaps;
  for (std::size_t at = 1; at < cycles.size(); ++at) {
    gaps.push_back(static_cast<double>(cycles[at] - cycles[at - 1]));
  }
  return gaps;
}

// The standard error of the mean of 3999 gaps is 100 / sqrt(3999) = 1.6, that of their coefficient
// of variation about 1 / sqrt(3999) = 0.016.
TEST(OpenLoop, PoissonArrivalsHaveExponentialGaps) {
  const CaseRun run =
      open_loop("arrivals = \"poisson\"\ninterval = \"100 cycles\"\nmessages = 4000");
  EXPECT_TRUE(run.sound()) << run.err();
  const std::vector<double> gaps = gaps_of(posts(run));
  ASSERT_EQ(gaps.size(), 3999U);
  const Moments moments = moments_of(gaps);
  EXPECT_NEAR(moments.mean, 100, 6.4);
  EXPECT_NEAR(moments.deviation / moments.mean, 1, 0.064);
  // Exponential gaps exceed their mean in 1 / e of all cases, with a standard error of 0.0076.
  const auto long_ones = std::count_if(gaps.begin(), gaps.end(), [](double g) { return g > 100; });
  EXPECT_NEAR(static_cast<double>(long_ones) / 3999, std::exp(-1), 0.031);
}

// While on, 10 cycles apart on average, so that a gap of more than 300 is as good as never one. It
// is on for 1000 and off for 9000: 4000 messages take about 40 times on, and as many gaps (97 % of
// the times off) of more than 300, with a standard deviation of 6.3 of a Poisson count.
TEST(OpenLoop, OnOffArrivalsPause) {
  const CaseRun run = open_loop(
      "arrivals = \"on_off\"\ninterval = \"10 cycles\"\non = \"1000 cycles\"\n"
      "off = \"9000 cycles\"\nmessages = 4000");
  EXPECT_TRUE(run.sound()) << run.err();
  std::vector<double> short_gaps;
  std::vector<double> pauses;
  for (const double gap : gaps_of(posts(run))) {
    (gap > 300 ? pauses : short_gaps).push_back(gap);
  }
  EXPECT_NEAR(static_cast<double>(pauses.size()), 39, 25);
  EXPECT_NEAR(moments_of(short_gaps).mean, 10, 0.7);
  // 40 exponential times: a standard error of 9000 / sqrt(40) = 1423.
  EXPECT_NEAR(moments_of(pauses).mean, 9300, 5700);
}

// 8 bytes at 1 Gbit/s are 64 ns, whatever `size` says, and those of four at once 256.
TEST(OpenLoop, ALoadOfAtomicsCountsEightBytesEach) {
  const std::string keys = "op = \"incoming_fetch_add\"\nload = \"1 Gbit/s\"\n";
  const CaseRun one(small_engine(1) + generator(keys + "messages = 4"));
  EXPECT_TRUE(one.sound()) << one.err();
  EXPECT_THAT(posts(one), ElementsAre(1, 65, 129, 193));
  const CaseRun four(small_engine(4) + generator(keys + "messages = 8\nqps = 4\nincast = true"));
  EXPECT_TRUE(four.sound()) << four.err();
  EXPECT_THAT(posts(four), ElementsAre(1, 1, 1, 1, 257, 257, 257, 257));
}

// 8 to 64 bytes, alike: the standard error of the mean of 4000 lengths is 0.7 %.
TEST(OpenLoop, ALoadIsWhatArrives) {
  const CaseRun run(small_engine(1) +
                    generator("op = \"incoming_write\"\nload = \"20 Gbit/s\"\n"
                              "size = { uniform = [\"8 B\", \"64 B\"] }\nmessages = 4000"));
  EXPECT_TRUE(run.sound()) << run.err();
  const double bits = 8 * std::stod(run.result("/write/bytes"));
  const Cycles came = posts(run);
  EXPECT_NEAR(bits / static_cast<double>(came.back() - came.front()), 20, 0.4);
}

// 1000 B at 8 Gbit/s are 1000 ns on average; it is on a quarter of the time.
TEST(OpenLoop, ALoadIsAnAverageOverOnAndOff) {
  const std::string resolved = write_scratch_file("resolved.toml", "");
  const CaseRun run(
      small_engine(1) + generator("op = \"incoming_write\"\nsize = \"1000 B\"\nmessages = 3\n"
                                  "load = \"8 Gbit/s\"\narrivals = \"on_off\"\non = \"1 us\"\n"
                                  "off = \"3 us\""),
      {"--resolved", resolved});
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(file_bytes(resolved), HasSubstr("interval = \"250 ns\""));
}

TEST(OpenLoop, QueuePairsTakeTurns) {
  const CaseRun run = open_loop("qps = 3\ninterval = \"10 cycles\"\nmessages = 7", 3);
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.numbers("post", "qp"), ElementsAre(1, 2, 3, 1, 2, 3, 1));
}

// Each of four with a probability of 1/4: a standard deviation of sqrt(1000 * 3 / 16) = 13.7.
TEST(OpenLoop, QueuePairsAreDrawn) {
  const CaseRun run =
      open_loop("qps = 4\nqp_order = \"random\"\ninterval = \"10 cycles\"\nmessages = 1000", 4);
  EXPECT_TRUE(run.sound()) << run.err();
  for (const std::string qp : {"1", "2", "3", "4"}) {
    EXPECT_NEAR(static_cast<double>(run.count("post", "qp=" + qp)), 250, 55) << qp;
  }
}

TEST(OpenLoop, AnIncastIsAMessageForEachQueuePairAtOnce) {
  const CaseRun run =
      open_loop("qps = 3\nincast = true\ninterval = \"100 cycles\"\nmessages = 8", 3);
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("post", "cycle qp"),
              ElementsAre("1 1", "1 2", "1 3", "101 1", "101 2", "101 3", "201 1", "201 2"));
}

}  // namespace
}  // namespace sgdma::test
