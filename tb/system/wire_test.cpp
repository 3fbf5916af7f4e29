/// What comes in from the wire: cut into packets, taking turns, at a rate. The times are derived by
/// hand from docs/workloads.md: a packet comes when the payload before it has passed, and is taken
/// in at the first edge strictly after.
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/case_run.h"
#include "support/small_engine.h"

namespace sgdma::test {
namespace {

using ::testing::ElementsAre;

std::string wire(const std::string& rate, const std::string& more = "") {
  return "[workload]\nwire_rate = \"" + rate + "\"\n" + more;
}

std::vector<std::string> packets(const CaseRun& run) {
  return run.list("post", "cycle tag len last_part");
}

/// A generator of queue pair `qp`, named after it.
std::string on_queue_pair(unsigned qp, const std::string& keys) {
  return "[[generator]]\nname = \"qp" + std::to_string(qp) + "\"\nqp = " + std::to_string(qp) +
         "\nremote = \"all\"\n" + keys;
}

// Path MTU 256: all packets of a message come at its time.
TEST(Wire, CutsMessagesAtThePathMtu) {
  for (const std::string op : {"incoming_write", "incoming_send"}) {
    const CaseRun run(small_engine(1) + generator("op = \"" + op +
                                                  "\"\nsize = { weights = [[\"600 B\", 1]] }\n"
                                                  "interval = \"1000 cycles\"\nmessages = 2"));
    EXPECT_TRUE(run.sound()) << run.err();
    const std::string tag = op == "incoming_write" ? "1.responder." : "1.rq.";
    EXPECT_THAT(packets(run),
                ElementsAre("1 " + tag + "0.0@0 256 false", "1 " + tag + "0.1@0 256 false",
                            "1 " + tag + "0.2@0 88 true", "1001 " + tag + "1.0@0 256 false",
                            "1001 " + tag + "1.1@0 256 false", "1001 " + tag + "1.2@0 88 true"));
  }
}

TEST(Wire, AMessageOfWholePacketsHasNoEmptyOne) {
  const CaseRun run(small_engine(1) + generator("op = \"incoming_write\"\nsize = \"512 B\"\n"
                                                "interval = \"1 us\"\nmessages = 1"));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(packets(run),
              ElementsAre("1 1.responder.0.0@0 256 false", "1 1.responder.0.1@0 256 true"));
}

TEST(Wire, AMessageWithoutBytesIsAPacket) {
  const CaseRun run(small_engine(1, wire("8 Gbit/s")) +
                    generator("op = \"incoming_write\"\nsize = \"0 B\"\n"
                              "interval = \"1 us\"\nmessages = 1"));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(packets(run), ElementsAre("1 1.responder.0.0@0 0 true"));
}

// At 8 Gbit/s a byte takes a nanosecond. Packets of 256, 256 and 88 bytes of each of two messages
// take turns: they come at 0, 256, 512, 768, 1024 and 1024 + 88.
TEST(Wire, MessagesOfAnIncastTakeTurns) {
  const CaseRun run(small_engine(2, wire("8 Gbit/s")) +
                    generator("op = \"incoming_write\"\nsize = \"600 B\"\nqps = 2\nincast = true\n"
                              "interval = \"1 us\"\nmessages = 2"));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(packets(run),
              ElementsAre("1 1.responder.0.0@0 256 false", "257 2.responder.0.0@0 256 false",
                          "513 1.responder.0.1@0 256 false", "769 2.responder.0.1@0 256 false",
                          "1025 1.responder.0.2@0 88 true", "1113 2.responder.0.2@0 88 true"));
}

// Those of one queue pair come one after the other: at 0, 256, 512 and 600, 856, 1112.
TEST(Wire, MessagesOfAQueuePairComeOneAfterTheOther) {
  const CaseRun run(small_engine(1, wire("8 Gbit/s")) +
                    generator("op = \"incoming_write\"\nsize = \"600 B\"\n"
                              "interval = \"10 cycles\"\nmessages = 2"));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(packets(run),
              ElementsAre("1 1.responder.0.0@0 256 false", "257 1.responder.0.1@0 256 false",
                          "513 1.responder.0.2@0 88 true", "601 1.responder.1.0@0 256 false",
                          "857 1.responder.1.1@0 256 false", "1113 1.responder.1.2@0 88 true"));
}

// A message that comes while the wire is busy joins behind those that are not through; one that
// finds it idle comes at its own time. Of 600 bytes each: queue pair 1 at 0, 256 and 512 (its last
// 88); queue pair 2, there from 300 on, at 600, 856 and 1112; queue pair 3 at 2000.
TEST(Wire, ALaterMessageJoinsTheTurns) {
  const std::string keys =
      "op = \"incoming_write\"\nsize = \"600 B\"\ninterval = \"1 us\"\nmessages = 1\nstart = ";
  const CaseRun run(small_engine(3, wire("8 Gbit/s")) + on_queue_pair(1, keys + "\"0 ns\"\n") +
                    on_queue_pair(2, keys + "\"300 ns\"\n") +
                    on_queue_pair(3, keys + "\"2 us\"\n"));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("post", "cycle qp len"),
              ElementsAre("1 1 256", "257 1 256", "513 1 88", "601 2 256", "857 2 256", "1113 2 88",
                          "2001 3 256", "2257 3 256", "2513 3 88"));
}

// At 3 Gbit/s a packet of 256 bytes takes 682,666 2/3 ps. Edges are a picosecond apart here, so
// that nothing but the wire rounds: packet k comes at k * 2048 bits / 3 Gbit/s, rounded down.
TEST(Wire, CarriesFractionsOfAPicosecond) {
  const CaseRun run(
      small_engine(1, wire("3 Gbit/s")) + generator("op = \"incoming_write\"\nsize = \"2560 B\"\n"
                                                    "interval = \"1 us\"\nmessages = 1"),
      {"--set", "clock.period=1 ps"});
  EXPECT_TRUE(run.sound()) << run.err();
  std::vector<std::uint64_t> expected;
  for (std::uint64_t packet = 0; packet < 10; ++packet) {
    expected.push_back(packet * 2'048'000 / 3 + 1);
  }
  EXPECT_EQ(run.numbers("post", "cycle"), expected);
}

// Two READs of 300 bytes of two queue pairs: both requests leave at 1, the responses are there at
// 101 and take turns: 256 bytes at 101 and at 357, 44 at 613 and 657.
TEST(Wire, ResponsesTakeTurnsToo) {
  const CaseRun run(small_engine(2, wire("8 Gbit/s", "peer_delay = \"100 cycles\"\n")) +
                    generator("op = \"read\"\nsize = \"300 B\"\nqps = 2\ndepth = 1\nmessages = 2"));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(packets(run), ElementsAre("102 1.sq.0.0@0 256 false", "358 2.sq.0.0@0 256 false",
                                        "614 1.sq.0.1@0 44 true", "658 2.sq.0.1@0 44 true"));
}

// Requests bring no payload: nothing behind them waits.
TEST(Wire, RequestsTakeNoTime) {
  const CaseRun run(small_engine(2, wire("8 Gbit/s")) +
                    generator("op = \"incoming_read\"\nsize = \"600 B\"\nqps = 2\nincast = true\n"
                              "interval = \"1 us\"\nmessages = 2"));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("post", "cycle qp len"), ElementsAre("1 1 600", "1 2 600"));
}

/// Parts of each message of a queue pair come in order and without another message between them,
/// and messages in order.
void expect_whole_messages(const CaseRun& run) {
  struct Next {
    unsigned number = 0;
    unsigned part = 0;
  };
  std::map<std::string, Next> next;
  for (const std::string& text : run.list("post", "qp tag last_part", "dir=scatter")) {
    const std::string qp = text.substr(0, text.find(' '));
    const std::size_t side = text.find(".responder.");
    ASSERT_NE(side, std::string::npos);
    Next& due = next[qp];
    const std::string tail = text.substr(side + 11);
    EXPECT_EQ(tail.substr(0, tail.find('@')),
              std::to_string(due.number) + "." + std::to_string(due.part))
        << text;
    const bool last = text.find(" true") != std::string::npos;
    due = last ? Next{due.number + 1, 0} : Next{due.number, due.part + 1};
  }
  EXPECT_EQ(next.size(), 4U);
}

TEST(Wire, NeverMixesMessagesOfAQueuePair) {
  const CaseRun run(small_engine(4, wire("40 Gbit/s")) +
                    generator("op = \"incoming_write\"\nqps = 4\ndepth = 5\nmessages = 150\n"
                              "size = { uniform = [\"0 B\", \"2000 B\"] }"));
  EXPECT_TRUE(run.sound()) << run.err();
  expect_whole_messages(run);
}

// Queue pair 3 keeps the wire busy, 256 ns a packet, from 0 on. Queue pair 2's message of 200 is
// known as soon as the packet of 0 has been taken. Queue pair 1's READ request of 0 is done at 8,
// taken at 9, and followed by another one at 109. Both wait for their turn behind the packet of
// 256: the request at 512, and then, since it takes no time, the other one.
TEST(Wire, WhatComesEarlierGoesFirstThoughItIsKnownLater) {
  const CaseRun run(
      small_engine(3, wire("8 Gbit/s", "peer_delay = \"100 cycles\"\n")) +
      on_queue_pair(1, "op = \"incoming_read\"\nsize = \"8 B\"\ndepth = 1\nmessages = 2\n") +
      on_queue_pair(2,
                    "op = \"incoming_write\"\nsize = \"256 B\"\ninterval = \"1 us\"\n"
                    "start = \"200 ns\"\nmessages = 1\n") +
      on_queue_pair(3,
                    "op = \"incoming_write\"\nsize = \"768 B\"\ninterval = \"1 us\"\n"
                    "messages = 1\n"));
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("post", "cycle qp"),
              ElementsAre("1 1", "1 3", "257 3", "513 1", "513 2", "769 3"));
}

}  // namespace
}  // namespace sgdma::test
