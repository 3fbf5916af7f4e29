// Failures of real engines (cases.md G): arbitration and flow control, through the real binary.

#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/case_run.h"

namespace sgdma::test {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::StartsWith;

/// A SEND that gathers `bytes` bytes.
std::string gather(unsigned qp, unsigned address, unsigned bytes, const std::string& more = "") {
  return "[[wqe]]\nqp = " + std::to_string(qp) +
         "\nop = \"send\"\nsge = [{ addr = " + std::to_string(address) + ", len = \"" +
         std::to_string(bytes) + " B\", key = 1 }]\n" + more;
}

/// An incoming WRITE of `bytes` bytes.
std::string scatter(unsigned qp, unsigned address, unsigned bytes, const std::string& more = "") {
  return "[[packet]]\nqp = " + std::to_string(qp) +
         "\nop = \"write_only\"\nva = " + std::to_string(address) + "\nbytes = \"" +
         std::to_string(bytes) + " B\"\nrkey = 1\n" + more;
}

std::string arrival(unsigned nanoseconds) {
  return "at = \"" + std::to_string(nanoseconds) + " ns\"\n";
}

TEST(CasesG, G01_BackloggedQueuePairsTakeTurns) {
  std::string work;
  for (unsigned qp = 0; qp < 4; ++qp) {
    work += gather(qp, 0x10000 * qp, 512, "count = 64\n");
  }
  const CaseRun run("[engine]\nslots = 3\n" + case_bus(64, 8) + kWholeMemory + case_queue_pairs(4) +
                    work);
  EXPECT_TRUE(run.sound()) << run.err();
  const std::vector<std::uint64_t> grants = run.numbers("grant", "qp");
  ASSERT_THAT(grants, SizeIs(256));
  std::vector<unsigned> had(4);
  for (std::size_t grant = 0; grant < grants.size(); ++grant) {
    ++had[grants[grant]];
    const auto [least, most] = std::minmax_element(had.begin(), had.end());
    EXPECT_LE(*most - *least, 1U) << "after grant " << grant;
  }
  EXPECT_THAT(had, Each(64U));
}

class CasesG02 : public testing::TestWithParam<unsigned> {};

// The queue pair that comes first sets where the turns begin.
TEST_P(CasesG02, G02_EveryWindowHasEachQueuePairOnce) {
  constexpr unsigned kQueuePairs = 5;
  std::string work = gather(GetParam(), 0x80000, 256);
  for (unsigned qp = 0; qp < kQueuePairs; ++qp) {
    work += gather(qp, 0x10000 * qp, 256, arrival(9) + "count = 20\n");
  }
  const CaseRun run("[engine]\nslots = 2\n" + case_bus(64, 8) + kWholeMemory +
                    case_queue_pairs(kQueuePairs) + work);
  EXPECT_TRUE(run.sound()) << run.err();
  std::vector<std::uint64_t> grants = run.numbers("grant", "qp");
  ASSERT_THAT(grants, SizeIs(1 + kQueuePairs * 20));
  EXPECT_EQ(grants[0], GetParam());
  for (std::size_t grant = 0; grant + 1 < grants.size(); ++grant) {
    EXPECT_EQ(grants[grant + 1], (grants[grant] + 1) % kQueuePairs) << "grant " << grant;
  }
}

INSTANTIATE_TEST_SUITE_P(FromAnyStart, CasesG02, testing::Range(0U, 5U));

TEST(CasesG, G03_LongMessageDoesNotHoldOthersUp) {
  const std::string queues = kWholeMemory + case_queue_pairs(2) + gather(0, 0x100000, 1048576) +
                             gather(1, 0x4000, 64, arrival(10));
  const CaseRun run("[engine]\nslots = 2\n" + case_bus(64, 16) + "[arbiter]\n" + queues,
                    {"--set", "bus.read_bursts=4"});
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(run.list("grant", "cycle qp"), ElementsAre("2 0", "12 1"));
  // Four tags are out since 6. QP 1 gets the first that comes back, behind one turn at most.
  std::size_t before = 0;
  for (const std::string& burst : run.list("burst", "qp cycle")) {
    if (burst.substr(0, 1) == "1") {
      break;
    }
    ++before;
  }
  EXPECT_LE(before, 5U);
  // With a single slot it is the parts of a long message that let others in between.
  const CaseRun parts("[engine]\nslots = 1\nmax_transfer = \"4 KiB\"\n" + case_bus(64, 16) +
                      queues);
  EXPECT_TRUE(parts.sound()) << parts.err();
  const std::vector<std::uint64_t> grants = parts.numbers("grant", "qp");
  ASSERT_THAT(grants, SizeIs(257));
  EXPECT_EQ(grants[1], 1U);
}

TEST(CasesG, G04_ArrivalInTheMiddleOfABurstDoesNotCutIt) {
  const CaseRun run("[arbiter]\npolicy = \"strict_priority\"\n" + case_bus(64, 8) +
                    "write_bandwidth = \"400 Gbit/s\"\n" + kWholeMemory +
                    "[[qp]]\nnumber = 0\n[[qp]]\nnumber = 1\npriority = 9\n" +
                    scatter(0, 0x10000, 4096) + scatter(1, 0x20000, 2048, arrival(8)));
  EXPECT_TRUE(run.sound()) << run.err();
  // QP 1 is granted while the first burst of QP 0 is under way, and the next burst is its own.
  const std::vector<std::string> bursts = run.list("burst", "qp addr");
  ASSERT_THAT(bursts, SizeIs(12));
  EXPECT_EQ(bursts[0], "0 0x10000");
  EXPECT_EQ(bursts[1], "1 0x20000");
  const std::vector<std::uint64_t> driven = run.numbers("burst", "cycle");
  EXPECT_GT(run.numbers("grant", "cycle").at(1), driven[0]);
  EXPECT_LT(run.numbers("grant", "cycle").at(1), driven[1]);
  const std::vector<std::string> beats = run.list("beat", "qp addr beat last");
  ASSERT_THAT(beats, SizeIs(96));
  for (std::size_t beat = 0; beat < beats.size(); ++beat) {
    EXPECT_THAT(beats[beat], StartsWith(bursts[beat / 8].substr(0, 2)));
    EXPECT_THAT(beats[beat],
                HasSubstr(" " + std::to_string(beat % 8) + (beat % 8 == 7 ? " true" : " false")));
  }
}

TEST(CasesG, G05_WeightZeroIsRefusedAndHugeWeightsDoNotOverflow) {
  const CaseRun zero(case_bus(64, 8) + kWholeMemory + "[[qp]]\nnumber = 1\nweight = 0\n");
  EXPECT_EQ(zero.exit_code(), 2);
  EXPECT_THAT(zero.err(), HasSubstr("qp.weight is out of range: 1 to 1048576"));
  const CaseRun no_quantum(case_bus(64, 8) + "[arbiter]\nquantum = \"0 B\"\n" +
                           case_queue_pairs(1));
  EXPECT_EQ(no_quantum.exit_code(), 2);
  EXPECT_THAT(no_quantum.err(), HasSubstr("arbiter.quantum is out of range: 1 B to 1 GiB"));
  for (const char* policy : {"weighted_round_robin", "deficit_round_robin"}) {
    for (const char* quantum : {"4 KiB", "1 GiB"}) {
      // The first is 1 in 16 bits.
      for (const char* weight : {"65537", "1000000"}) {
        const CaseRun run(std::string("[engine]\nslots = 2\n[arbiter]\npolicy = \"") + policy +
                          "\"\nquantum = \"" + quantum + "\"\n" + case_bus(256, 16) + kWholeMemory +
                          "[[qp]]\nnumber = 0\nweight = 1\n[[qp]]\nnumber = 1\n" +
                          "weight = " + weight + "\n" + gather(0, 0, 4096, "count = 8\n") +
                          gather(1, 0x10000, 4096, "count = 99\n"));
        EXPECT_TRUE(run.sound()) << run.err();
        const std::vector<std::uint64_t> grants = run.numbers("grant", "qp");
        ASSERT_THAT(grants, SizeIs(107));
        // One turn of QP 0 brings 4096 bytes at the least, one of QP 1 all that it has.
        const auto ones = static_cast<std::size_t>(std::count(grants.begin(), grants.end(), 1U));
        EXPECT_EQ(ones, 99U);
        const bool whole_turn =
            std::string(policy) == "deficit_round_robin" && std::string(quantum) == "1 GiB";
        const auto first = std::find(grants.begin(), grants.end(), 1U);
        EXPECT_EQ(first - grants.begin(), whole_turn ? 8 : 1);
        EXPECT_EQ(std::count(first, first + 99, 1U), 99) << policy << " " << weight;
      }
    }
  }
}

class CasesG07 : public testing::TestWithParam<std::tuple<unsigned, const char*>> {};

// Buffers of one burst each way, and one slot for both.
TEST_P(CasesG07, G07_GatherAndScatterWithSmallBuffersFinish) {
  const auto& [slots, cut_through] = GetParam();
  const CaseRun run("[engine]\nslots = " + std::to_string(slots) + "\n" +
                        "[payload]\ngather_rate = \"32 Gbit/s\"\ngather_depth = \"256 B\"\n"
                        "scatter_rate = \"32 Gbit/s\"\nscatter_depth = \"256 B\"\ncut_through = " +
                        cut_through + "\n" + case_bus(8, 32) + kWholeMemory + case_queue_pairs(2) +
                        gather(0, 0x10000, 1024) + scatter(1, 0x20003, 1024) +
                        gather(1, 0x30001, 1024) + scatter(0, 0x40003, 1024),
                    {"--set", "bus.read_bytes=256 B", "--max-cycles", "5000", "--expect-ok"});
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_EQ(run.result("/read/bytes"), "2048");
  EXPECT_EQ(run.result("/write/bytes"), "2048");
  EXPECT_THAT(run.list("completion", "status bytes"),
              ElementsAre("SUCCESS 1024", "SUCCESS 1024", "SUCCESS 1024", "SUCCESS 1024"));
  EXPECT_LE(std::stoul(run.result("/occupancy/read_bytes/max")), 256U);
  EXPECT_LE(std::stoul(run.result("/occupancy/gather_payload/max")), 256U);
  EXPECT_LE(std::stoul(run.result("/occupancy/scatter_payload/max")), 256U);
}

INSTANTIATE_TEST_SUITE_P(Slots, CasesG07,
                         testing::Combine(testing::Values(1U, 2U, 4U),
                                          testing::Values("false", "true")));

// The outgoing payload end is one for all queue pairs: a wedged one holds all gathers, and the
// run says who has the slots and which limit it is. Scatters go on.
TEST(CasesG, G08_WedgedPayloadEndIsNamedWithItsHolders) {
  const CaseRun run(
      "[payload]\ngather_rate = \"1 bit/s\"\n" + case_bus(64, 16) + kWholeMemory +
          case_queue_pairs(2) + gather(0, 0x10000, 65536) +
          gather(1, 0x4000, 64, "at = \"1 us\"\ncount = 20\n") +
          scatter(1, 0x80000, 4096, "at = \"1 us\"\ncount = 20\nstride = \"4 KiB\"\n"),
      {"--max-cycles", "20000"});
  EXPECT_EQ(run.exit_code(), 1);
  EXPECT_EQ(run.result("/ending"), "max_cycles");
  EXPECT_THAT(run.err(),
              HasSubstr("slot 0: gather 0.sq.0.0@0 of QP 0, 61440 bytes left at 0x11000"));
  EXPECT_THAT(run.err(), HasSubstr("the outgoing payload end has no room"));
  EXPECT_THAT(run.err(), HasSubstr("(payload.gather_rate, payload.gather_depth)"));
  EXPECT_EQ(run.count("completion", "dir=scatter"), 20U);
}

TEST(CasesG, G09_BurstsThatNoBufferHoldsAreRefused) {
  const CaseRun write("[bus]\nmax_write_burst = \"4 KiB\"\n[payload]\nscatter_depth = \"1 KiB\"\n" +
                      std::string(kWholeMemory) + case_queue_pairs(1) + scatter(0, 0, 4096));
  EXPECT_EQ(write.exit_code(), 2);
  EXPECT_THAT(write.err(),
              HasSubstr("payload.scatter_depth (1 KiB) is less than bus.max_write_burst (4 KiB)"));
  EXPECT_THAT(write.log(), IsEmpty());
  const CaseRun read("[bus]\nmax_read_burst = \"4 KiB\"\nread_bytes = \"1 KiB\"\n" +
                     std::string(kWholeMemory) + case_queue_pairs(1) + gather(0, 0, 4096));
  EXPECT_EQ(read.exit_code(), 2);
  EXPECT_THAT(read.err(), HasSubstr("bus.read_bytes (1 KiB)"));
  EXPECT_THAT(read.log(), IsEmpty());
}

// Memory takes a word of 8 bytes every 4 cycles: each beat waits 3 cycles to be taken. A burst of
// one beat keeps its credit for 4 cycles, 5 of latency, one to be seen and one to serve again: 11,
// so that three credits keep the bus as busy as it can be.
TEST(CasesG, G10_CreditsCountHandshakesNotCycles) {
  const CaseRun run(case_bus(8, 1) + "write_bandwidth = \"16 Gbit/s\"\n" + kWholeMemory +
                        case_queue_pairs(1) + scatter(0, 0x10000, 800),
                    {"--set", "bus.write_bursts=3", "--set", "memory.write_latency=5 cycles"});
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_EQ(run.result("/write/bursts"), "100");
  EXPECT_EQ(run.count("response"), 100U);
  EXPECT_EQ(run.result("/occupancy/write_bursts/max"), "3");
  const std::vector<std::uint64_t> taken = run.numbers("beat", "cycle");
  ASSERT_THAT(taken, SizeIs(100));
  EXPECT_EQ(taken.front(), 4U);
  for (std::size_t beat = 1; beat < taken.size(); ++beat) {
    EXPECT_EQ(taken[beat] - taken[beat - 1], 4U) << "beat " << beat;
  }
  EXPECT_THAT(run.numbers("free", "cycle"), ElementsAre(taken.back() + 6));
}

TEST(CasesG, G11_MalformedWqesFailAndTheNextRuns) {
  const std::string sge = "{ addr = 0x1000, len = \"64 B\", key = 1 }, ";
  const auto send = [](const std::string& sges) {
    return "[[wqe]]\nqp = 0\nop = \"send\"\nsge = [" + sges + "]\n";
  };
  const CaseRun run("[engine]\nslots = 1\nmax_sge = 2\n" + case_bus(64, 16) + kWholeMemory +
                    case_queue_pairs(1) + send("") + send(sge) + send(sge + sge + sge) + send(sge) +
                    send("{ addr = 0xFFFFFFFF, len = \"64 B\", key = 1 }") +
                    send("{ addr = 0x1000, len = \"64 B\", key = 9 }") + send(sge + sge) +
                    "[[wqe]]\nqp = 0\nop = \"recv\"\nsge = [" + sge + sge + sge + "]\n" +
                    "[[wqe]]\nqp = 0\nop = \"recv\"\nsge = [" + sge + "]\n" +
                    "[[packet]]\nqp = 0\nop = \"send_only\"\nbytes = \"64 B\"\n");
  EXPECT_TRUE(run.sound()) << run.err();
  EXPECT_THAT(
      run.list("cqe", "queue number status bytes"),
      testing::UnorderedElementsAre("sq 0 SUCCESS 0", "sq 1 SUCCESS 64", "sq 2 LOC_QP_OP_ERR 0",
                                    "sq 3 SUCCESS 64", "sq 4 LOC_PROT_ERR 0", "sq 5 LOC_PROT_ERR 0",
                                    "sq 6 SUCCESS 128", "rq 0 LOC_QP_OP_ERR 0", "rq 1 SUCCESS 64"));
  EXPECT_THAT(run.numbers("cqe", "number", "queue=sq"), ElementsAre(0, 1, 2, 3, 4, 5, 6));
  EXPECT_THAT(run.numbers("cqe", "number", "queue=rq"), ElementsAre(0, 1));
  // Their CQEs come at once, not with those of the next.
  const CaseRun alone("[engine]\nmax_sge = 2\n" + case_bus(64, 16) + kWholeMemory +
                      case_queue_pairs(1) + send(sge + sge + sge) +
                      "[[wqe]]\nqp = 0\nop = \"recv\"\nsge = [" + sge + sge + sge + "]\n");
  EXPECT_TRUE(alone.sound()) << alone.err();
  EXPECT_THAT(alone.list("reject", "cycle tag"), ElementsAre("1 0.sq.0.0@0", "1 0.rq.0.0@0"));
  EXPECT_THAT(alone.list("cqe", "cycle queue number status"),
              ElementsAre("1 sq 0 LOC_QP_OP_ERR", "1 rq 0 LOC_QP_OP_ERR"));
}

}  // namespace
}  // namespace sgdma::test
