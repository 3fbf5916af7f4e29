// Stimuli of our own on the contract's small configuration, with traces derived from the contract's
// text by hand. They prove the contract where its traces are not at hand.
//
// Bus word 8 bytes, bursts of 32 bytes, 4 slots, 4 queue pairs, 4 read tags. A request driven at E
// is taken at E + 1, its first beat is valid from E + 1 + LR and moves at E + 2 + LR. A write beat
// driven at E moves at E + 1; a response comes LW + 1 edges after the last beat has moved.

#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/core_bench.h"
#include "support/trace_stimulus.h"

namespace sgdma::test {
namespace {

struct HandTrace {
  const char* name;
  Cycle read_latency;
  Cycle write_latency;
  bool posted_writes;
  const char* stimulus;
  const char* trace;
};

// One aligned gather. Taken in at 1, granted at 2, request at 3; beats valid from 3 + 1 + 3 = 7, 8,
// 9 move at 8, 9, 10; the last one ends it.
constexpr HandTrace kOneGather = {"OneGather",  3, 2, true, "1 0 g 0x1000 24",
                                  R"(1 intake 0
2 grant 0 0 g 0x1000 24
3 ar 0 0x1000 24 3
8 move 0 0x1000 8 16
9 move 0 0x1008 8 8
10 done 0
10 move 0 0x1010 8 0
)"};

// A posted scatter from the last 3 bytes of a page into the next page, then 3 bytes of a second
// segment that straddle a word: bursts of 3, 6 and 3 bytes, beats of 3, 6, 2 and 1 byte, one an
// edge from 4 on without a gap. Posted, so the last beat's move ends it.
constexpr HandTrace kSplitScatter = {"SplitScatter", 3, 2, true, "2 1 s 0x1ffd 9 0x3006 3",
                                     R"(2 intake 1
3 grant 0 1 s 0x1ffd 12
4 w 0 0x1ffd 3 1
5 move 0 0x1ffd 3 9
5 w 0 0x2000 6 1
6 move 0 0x2000 6 3
6 w 0 0x3006 2 0
7 move 0 0x3006 2 1
7 w 0 0x3008 1 1
8 done 0
8 move 0 0x3008 1 0
)"};

// 40 bytes with responses: bursts of 32 and 8. The first burst's last beat moves at 7, its response
// is valid from 7 + 2 and taken at 10; the second's at 8, valid from 8 + 2 = 10 (one behind the
// first), taken at 11. Only then is the transfer done, with nothing remaining since 8.
constexpr HandTrace kAnsweredScatter = {"AnsweredScatter", 3, 2, false, "1 0 s 0x100 40",
                                        R"(1 intake 0
2 grant 0 0 s 0x100 40
3 w 0 0x100 8 0
4 move 0 0x100 8 32
4 w 0 0x108 8 0
5 move 0 0x108 8 24
5 w 0 0x110 8 0
6 move 0 0x110 8 16
6 w 0 0x118 8 1
7 move 0 0x118 8 8
7 w 0 0x120 8 1
8 move 0 0x120 8 0
11 done 0
)"};

// Two queue pairs, one per direction: both are granted at 2, the gather takes the lower slot. Queue
// pair 2 has a gather and a scatter at 10: it shows one head at a time, so they are granted at 11
// and 12, though both directions and all slots are free.
constexpr HandTrace kBothDirections = {"BothDirections",
                                       3,
                                       2,
                                       true,
                                       "1 0 g 0x1000 8\n1 1 s 0x2000 8\n"
                                       "10 2 g 0x3000 8\n10 2 s 0x4000 8",
                                       R"(1 intake 0
1 intake 1
2 grant 0 0 g 0x1000 8
2 grant 1 1 s 0x2000 8
3 ar 0 0x1000 8 1
3 w 1 0x2000 8 1
4 done 1
4 move 1 0x2000 8 0
8 done 0
8 move 0 0x1000 8 0
10 intake 2
10 intake 2
11 grant 0 2 g 0x3000 8
12 ar 0 0x3000 8 1
12 grant 1 2 s 0x4000 8
13 w 1 0x4000 8 1
14 done 1
14 move 1 0x4000 8 0
17 done 0
17 move 0 0x3000 8 0
)"};

// One slot is left at 5, and both directions want it: the gather gets it, and the flip-flop turns.
// Slot 0 is given back at 25: both want it at 26, and the scatter gets it. Slot 1 at 27: the
// gather. Slot 2 at 28: only a scatter wants it. Reads of 20 edges: request at E, move at E + 22.
constexpr HandTrace kSingleSlot = {"SingleSlot",
                                   20,
                                   10,
                                   true,
                                   "1 0 g 0x1000 8\n1 1 g 0x2000 8\n1 2 g 0x3000 8\n"
                                   "4 0 g 0x4000 8\n4 1 s 0x5000 8\n4 2 s 0x6000 8\n4 3 g 0x7000 8",
                                   R"(1 intake 0
1 intake 1
1 intake 2
2 grant 0 0 g 0x1000 8
3 ar 0 0x1000 8 1
3 grant 1 1 g 0x2000 8
4 ar 1 0x2000 8 1
4 grant 2 2 g 0x3000 8
4 intake 0
4 intake 1
4 intake 2
4 intake 3
5 ar 2 0x3000 8 1
5 grant 3 3 g 0x7000 8
6 ar 3 0x7000 8 1
25 done 0
25 move 0 0x1000 8 0
26 done 1
26 grant 0 1 s 0x5000 8
26 move 1 0x2000 8 0
27 done 2
27 grant 1 0 g 0x4000 8
27 move 2 0x3000 8 0
27 w 0 0x5000 8 1
28 ar 1 0x4000 8 1
28 done 0
28 done 3
28 grant 2 2 s 0x6000 8
28 move 0 0x5000 8 0
28 move 3 0x7000 8 0
29 w 2 0x6000 8 1
30 done 2
30 move 2 0x6000 8 0
50 done 1
50 move 1 0x4000 8 0
)"};

// Five segments of a word and four tags: requests at 3 to 6. The first tag comes back with the beat
// at 8 and serves again at 9, so the fifth request goes at 9 and its beat moves at 9 + 5.
constexpr HandTrace kTags = {
    "Tags",       3, 2, true, "1 0 g 0x1000 8 0x2000 8 0x3000 8 0x4000 8 0x5000 8",
    R"(1 intake 0
2 grant 0 0 g 0x1000 40
3 ar 0 0x1000 8 1
4 ar 0 0x2000 8 1
5 ar 0 0x3000 8 1
6 ar 0 0x4000 8 1
8 move 0 0x1000 8 32
9 ar 0 0x5000 8 1
9 move 0 0x2000 8 24
10 move 0 0x3000 8 16
11 move 0 0x4000 8 8
14 done 0
14 move 0 0x5000 8 0
)"};

// Two gathers of two bursts each. Requests alternate from the edge after slot 1's grant; their
// beats come in the order of the requests, valid from 7 on without a gap.
constexpr HandTrace kTwoGathers = {"TwoGathers", 3, 2, true, "1 0 g 0x1000 64\n1 1 g 0x2000 64",
                                   R"(1 intake 0
1 intake 1
2 grant 0 0 g 0x1000 64
3 ar 0 0x1000 32 4
3 grant 1 1 g 0x2000 64
4 ar 1 0x2000 32 4
5 ar 0 0x1020 32 4
6 ar 1 0x2020 32 4
8 move 0 0x1000 8 56
9 move 0 0x1008 8 48
10 move 0 0x1010 8 40
11 move 0 0x1018 8 32
12 move 1 0x2000 8 56
13 move 1 0x2008 8 48
14 move 1 0x2010 8 40
15 move 1 0x2018 8 32
16 move 0 0x1020 8 24
17 move 0 0x1028 8 16
18 move 0 0x1030 8 8
19 done 0
19 move 0 0x1038 8 0
20 move 1 0x2020 8 24
21 move 1 0x2028 8 16
22 move 1 0x2030 8 8
23 done 1
23 move 1 0x2038 8 0
)"};

// Two posted scatters of one queue pair, granted at 2 and 3, and one of another that intake takes
// at 3. Two beats each; the channel goes from slot to slot without a gap. Slot 0 is occupied until
// 5, so the third takes slot 2.
constexpr HandTrace kScattersInARow = {
    "ScattersInARow", 3, 2, true, "1 0 s 0x1000 16\n1 0 s 0x2000 16\n3 1 s 0x3000 16",
    R"(1 intake 0
1 intake 0
2 grant 0 0 s 0x1000 16
3 grant 1 0 s 0x2000 16
3 intake 1
3 w 0 0x1000 8 0
4 grant 2 1 s 0x3000 16
4 move 0 0x1000 8 8
4 w 0 0x1008 8 1
5 done 0
5 move 0 0x1008 8 0
5 w 1 0x2000 8 0
6 move 1 0x2000 8 8
6 w 1 0x2008 8 1
7 done 1
7 move 1 0x2008 8 0
7 w 2 0x3000 8 0
8 move 2 0x3000 8 8
8 w 2 0x3008 8 1
9 done 2
9 move 2 0x3008 8 0
)"};

class HandTraces : public testing::TestWithParam<HandTrace> {};

TEST_P(HandTraces, EveryLineInBothModes) {
  const HandTrace& hand = GetParam();
  for (const RunMode mode : {RunMode::kEveryEdge, RunMode::kEventsOnly}) {
    CoreBench bench(contract_config(hand.read_latency, hand.write_latency, hand.posted_writes),
                    parse_stimulus(hand.stimulus));
    bench.run(mode);
    std::string trace;
    for (const std::string& line : contract_lines(bench.events())) {
      trace += line + '\n';
    }
    EXPECT_EQ(trace, hand.trace);
    EXPECT_EQ(bench.leaks(), "");
  }
}

INSTANTIATE_TEST_SUITE_P(, HandTraces,
                         testing::Values(kOneGather, kSplitScatter, kAnsweredScatter,
                                         kBothDirections, kSingleSlot, kTags, kTwoGathers,
                                         kScattersInARow),
                         [](const testing::TestParamInfo<HandTrace>& instance) {
                           return std::string(instance.param.name);
                         });

}  // namespace
}  // namespace sgdma::test
