#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "module/platform_bench.h"

namespace sgdma::platform::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::uint64_t rejected(const PlatformBench& bench, CompletionStatus status) {
  return bench.intake.counters().rejected[static_cast<std::size_t>(status)];
}

TEST(PlatformRequester, A14_TheTotalIsTheSumOfAllEntries) {
  PlatformBench bench;
  const TransferRequest gather = bench.give_one(
      wqe(WqeOpcode::kSend, {{0x100000, 256, kKey}, {0x101000, 16, kKey}, {0x102fff, 1, kKey}}));
  EXPECT_EQ(text_of(gather), "gather 7.sq.0.0@0 273 last: 0x40000+256 0x41000+16 0x42fff+1");
  EXPECT_EQ(gather.qp, QpIndex{0});
  EXPECT_FALSE(gather.after_scatters);
  EXPECT_FALSE(gather.atomic_granule.has_value());
  EXPECT_THAT(bench.new_cqes(), IsEmpty());
  bench.finish(gather);
  EXPECT_THAT(bench.new_cqes(), ElementsAre("7.sq.0 SUCCESS 273"));
}

TEST(PlatformRequester, A15_AnEntryOfZeroLengthIsSkippedAndItsKeyUnchecked) {
  PlatformBench bench;
  const TransferRequest gather = bench.give_one(wqe(
      WqeOpcode::kWrite, {{0x100000, 64, kKey}, {0xBAD, 0, kUnknownKey}, {0x100100, 64, kKey}}));
  EXPECT_EQ(text_of(gather), "gather 7.sq.0.0@0 128 last: 0x40000+64 0x40100+64");
  bench.finish(gather);
  EXPECT_THAT(bench.new_cqes(), ElementsAre("7.sq.0 SUCCESS 128"));
}

TEST(PlatformRequester, AdjacentEntriesAreNotMerged) {
  PlatformBench bench;
  const TransferRequest gather =
      bench.give_one(wqe(WqeOpcode::kSend, {{0x100000, 64, kKey}, {0x100040, 64, kKey}}));
  EXPECT_EQ(text_of(gather), "gather 7.sq.0.0@0 128 last: 0x40000+64 0x40040+64");
}

class A12Lengths : public testing::TestWithParam<std::uint32_t> {};

TEST_P(A12Lengths, A12_AroundTwoToTheSixteen) {
  BenchConfig config;
  config.more_regions.push_back(
      {"large", RegionKey{1}, 0, 1ULL << 30U, 1ULL << 30U, 0, {0}, access::kLocalWrite});
  PlatformBench bench(config);
  const std::uint32_t bytes = GetParam();
  const TransferRequest gather = bench.give_one(wqe(WqeOpcode::kSend, {{0, bytes, RegionKey{1}}}));
  EXPECT_EQ(gather.bytes, bytes);
  ASSERT_EQ(gather.segments.size(), 1U);
  EXPECT_EQ(gather.segments[0].bytes, bytes);
  bench.finish(gather);
  EXPECT_THAT(bench.new_cqes(), ElementsAre("7.sq.0 SUCCESS " + std::to_string(bytes)));
}

INSTANTIATE_TEST_SUITE_P(Bytes, A12Lengths, testing::Values(65535U, 65536U, 65537U));

/// A region of 5 GiB at IOVA 0.
BenchConfig five_gibibytes() {
  BenchConfig config;
  config.more_regions.push_back({"large", RegionKey{1}, 0, 5ULL << 30U, 1ULL << 30U, 0, {}, 15});
  for (std::uint64_t page = 0; page < 5; ++page) {
    config.more_regions[0].pages.push_back(page << 30U);
  }
  return config;
}

TEST(PlatformRequester, A13_TheSumOfLengthsDoesNotWrap) {
  PlatformBench bench(five_gibibytes());
  const ScatterGatherEntry quarter{0, 0x40000000, RegionKey{1}};
  const WorkQueueElement wraps = wqe(WqeOpcode::kSend, {quarter, quarter, quarter, quarter});
  EXPECT_THAT(bench.give(wraps), IsEmpty());
  EXPECT_THAT(bench.new_cqes(), ElementsAre("7.sq.0 LOC_LEN_ERR 0"));
  EXPECT_THAT(bench.recorder.rejects, ElementsAre("1 7.sq.0.0@0 LOC_LEN_ERR"));
  EXPECT_THAT(bench.recorder.rejected_bytes, ElementsAre(4294967296U));
  EXPECT_EQ(WorkChecker(bench.config.target, bench.regions).check_send(wraps).bytes, 4294967296U);
}

TEST(PlatformRequester, A11_TwoToTheThirtyOneIsLegalAndOneMoreIsNot) {
  PlatformBench bench(five_gibibytes());
  const TransferRequest gather =
      bench.give_one(wqe(WqeOpcode::kWrite, {{16, 0x80000000U, RegionKey{1}}}));
  EXPECT_EQ(text_of(gather), "gather 7.sq.0.0@0 2147483648 last: 0x10+2147483648");
  EXPECT_THAT(bench.give(wqe(WqeOpcode::kWrite, {{16, 0x80000001U, RegionKey{1}}})), IsEmpty());
  EXPECT_THAT(bench.give(wqe(WqeOpcode::kWrite, {{16, 0xFFFFFFFFU, RegionKey{1}}})), IsEmpty());
  EXPECT_EQ(rejected(bench, CompletionStatus::kLocLenErr), 2U);
  bench.finish(gather);
  EXPECT_THAT(bench.new_cqes(), ElementsAre("7.sq.0 SUCCESS 2147483648", "7.sq.1 LOC_LEN_ERR 0",
                                            "7.sq.2 LOC_LEN_ERR 0"));
}

TEST(PlatformRequester, A17_AWrappingRangeIsAProtectionError) {
  BenchConfig config;
  config.more_regions.push_back({"low", RegionKey{1}, 0x10, 0x1000, 4096, 0, {0x8000}, 15});
  PlatformBench bench(config);
  EXPECT_THAT(bench.give(wqe(WqeOpcode::kSend, {{0xFFFFFFFFFFFFFFC0, 96, RegionKey{1}}})),
              IsEmpty());
  EXPECT_THAT(bench.new_cqes(), ElementsAre("7.sq.0 LOC_PROT_ERR 0"));
}

TEST(PlatformRequester, StatusesOfWorkThatFailsItsChecks) {
  BenchConfig config;
  config.target.max_sge = 2;
  config.target.max_inline = 64;
  PlatformBench bench(config);
  const ScatterGatherEntry good{0x100000, 8, kKey};
  const ScatterGatherEntry unknown{0x100000, 8, kUnknownKey};
  const ScatterGatherEntry outside{0x10FFF9, 8, kKey};
  const ScatterGatherEntry read_only{0x200000, 8, kReadOnlyKey};
  WorkQueueElement long_inline = wqe(WqeOpcode::kSend, {});
  long_inline.inlined = true;
  long_inline.inline_bytes = 65;
  WorkQueueElement inline_read = wqe(WqeOpcode::kRead, {});
  inline_read.inlined = true;
  const std::vector<WorkQueueElement> bad = {
      wqe(WqeOpcode::kSend, {good, good, good}),
      wqe(WqeOpcode::kSend, {good, unknown}),
      wqe(WqeOpcode::kSend, {outside}),
      wqe(WqeOpcode::kRead, {read_only}),
      wqe(WqeOpcode::kFetchAdd, {read_only}),
      wqe(WqeOpcode::kFetchAdd, {good, good}),
      wqe(WqeOpcode::kCompareSwap, {}),
      long_inline,
      inline_read,
  };
  for (const WorkQueueElement& element : bad) {
    EXPECT_THAT(bench.give(unsignaled(element)), IsEmpty());
  }
  EXPECT_THAT(
      bench.new_cqes(),
      ElementsAre("7.sq.0 LOC_QP_OP_ERR 0", "7.sq.1 LOC_PROT_ERR 0", "7.sq.2 LOC_PROT_ERR 0",
                  "7.sq.3 LOC_PROT_ERR 0", "7.sq.4 LOC_PROT_ERR 0", "7.sq.5 LOC_LEN_ERR 0",
                  "7.sq.6 LOC_LEN_ERR 0", "7.sq.7 LOC_QP_OP_ERR 0", "7.sq.8 LOC_QP_OP_ERR 0"));
  EXPECT_EQ(text_of(bench.give_one(wqe(WqeOpcode::kSend, {read_only}))),
            "gather 7.sq.9.0@0 8 last: 0x60000+8");
}

TEST(PlatformRequester, G11_AMalformedWqeFailsAndTheNextRuns) {
  BenchConfig config;
  config.target.max_sge = 1;
  PlatformBench bench(config);
  const ScatterGatherEntry good{0x100000, 8, kKey};
  const TransferRequest empty = bench.give_one(wqe(WqeOpcode::kSend, {}));
  EXPECT_EQ(text_of(empty), "gather 7.sq.0.0@0 0 last:");
  EXPECT_THAT(bench.give(wqe(WqeOpcode::kSend, {good, good})), IsEmpty());
  const TransferRequest next = bench.give_one(wqe(WqeOpcode::kSend, {good}));
  EXPECT_THAT(bench.new_cqes(), IsEmpty());
  bench.finish(empty);
  EXPECT_THAT(bench.new_cqes(), ElementsAre("7.sq.0 SUCCESS 0", "7.sq.1 LOC_QP_OP_ERR 0"));
  bench.finish(next);
  EXPECT_THAT(bench.new_cqes(), ElementsAre("7.sq.2 SUCCESS 8"));
}

TEST(PlatformRequester, InlineDataGatherNothing) {
  PlatformBench bench;
  WorkQueueElement element = wqe(WqeOpcode::kSend, {{0xBAD, 236, kUnknownKey}});
  element.inlined = true;
  element.inline_bytes = 236;
  const TransferRequest gather = bench.give_one(element);
  EXPECT_EQ(text_of(gather), "gather 7.sq.0.0@0 0 last:");
  bench.finish(gather);
  EXPECT_THAT(bench.new_cqes(), ElementsAre("7.sq.0 SUCCESS 236"));
}

TEST(PlatformRequester, AWqeInPartsCompletesOnceAndWithItsFirstFailure) {
  BenchConfig config;
  config.target.max_transfer = 100;
  PlatformBench bench(config);
  const WorkQueueElement element =
      wqe(WqeOpcode::kWrite, {{0x100000, 150, kKey}, {0x101000, 100, kKey}});
  const std::vector<TransferRequest> parts = bench.give(element);
  ASSERT_EQ(parts.size(), 3U);
  EXPECT_EQ(text_of(parts[0]), "gather 7.sq.0.0@0 100: 0x40000+100");
  EXPECT_EQ(text_of(parts[1]), "gather 7.sq.0.1@0 100: 0x40064+50 0x41000+50");
  EXPECT_EQ(text_of(parts[2]), "gather 7.sq.0.2@0 50 last: 0x41032+50");
  EXPECT_EQ(bench.recorder.items, (std::vector<Cycle>{1}));
  bench.finish(parts[2], CompletionStatus::kGeneralErr);
  bench.finish(parts[0]);
  EXPECT_THAT(bench.new_cqes(), IsEmpty());
  bench.finish(parts[1], CompletionStatus::kRemOpErr);
  EXPECT_THAT(bench.new_cqes(), ElementsAre("7.sq.0 REM_OP_ERR 0"));
  for (const TransferRequest& part : bench.give(element)) {
    bench.finish(part);
  }
  EXPECT_THAT(bench.new_cqes(), ElementsAre("7.sq.1 SUCCESS 250"));
}

TEST(PlatformRequester, E03_OnlySignaledWqesWriteCqes) {
  PlatformBench bench;
  std::vector<TransferRequest> gathers;
  for (int i = 0; i < 4; ++i) {
    const WorkQueueElement element = wqe(WqeOpcode::kSend, {{0x100000, 64, kKey}});
    gathers.push_back(bench.give_one(i == 3 ? element : unsignaled(element)));
  }
  for (const TransferRequest& gather : gathers) {
    bench.finish(gather);
  }
  EXPECT_THAT(bench.new_cqes(), ElementsAre("7.sq.3 SUCCESS 64"));
  const CqeCounters& counters = bench.cqes.counters();
  EXPECT_EQ(counters.signaled_completed + counters.unsignaled_completed, 4U);
  EXPECT_EQ(counters.unsignaled_completed, 3U);
  EXPECT_EQ(counters.completions_taken, 4U);
  EXPECT_EQ(counters.cqes[0], 1U);
}

TEST(PlatformRequester, CqesComeInPostedOrderPerQueuePair) {
  PlatformBench bench;
  const WorkQueueElement element = wqe(WqeOpcode::kSend, {{0x100000, 64, kKey}});
  const TransferRequest first = bench.give_one(element);
  const TransferRequest second = bench.give_one(element);
  const TransferRequest other = bench.give_one(element, 1);
  bench.finish(second);
  EXPECT_THAT(bench.new_cqes(), IsEmpty());
  bench.finish(other);
  EXPECT_THAT(bench.new_cqes(), ElementsAre("9.sq.0 SUCCESS 64"));
  bench.finish(first, CompletionStatus::kGeneralErr);
  EXPECT_THAT(bench.new_cqes(), ElementsAre("7.sq.0 GENERAL_ERR 0", "7.sq.1 SUCCESS 64"));
  EXPECT_EQ(bench.cqes.unfinished(QpIndex{0}, Side::kSendQueue), 0U);
}

TEST(PlatformRequester, A16_ZeroLengthWorkCompletesInOrder) {
  PlatformBench bench;
  const TransferRequest first = bench.give_one(wqe(WqeOpcode::kSend, {{0x100000, 4096, kKey}}));
  const TransferRequest empty = bench.give_one(wqe(WqeOpcode::kSend, {{0, 0, kUnknownKey}}));
  EXPECT_EQ(text_of(empty), "gather 7.sq.1.0@0 0 last:");
  bench.finish(empty);
  EXPECT_THAT(bench.new_cqes(), IsEmpty());
  bench.finish(first);
  EXPECT_THAT(bench.new_cqes(), ElementsAre("7.sq.0 SUCCESS 4096", "7.sq.1 SUCCESS 0"));
}

TEST(PlatformRequester, ReadResponsesGoOnWhereThePacketBeforeEnded) {
  PlatformBench bench;
  EXPECT_THAT(
      bench.give(wqe(WqeOpcode::kRead,
                     {{0x0FF0, 0x20, kScatteredKey}, {0, 0, kUnknownKey}, {0x100000, 100, kKey}})),
      IsEmpty());
  const auto response = PacketOpcode::kReadResponse;
  const TransferRequest first = bench.give_one(packet(response, PacketPosition::kFirst, 24));
  EXPECT_EQ(text_of(first), "scatter 7.sq.0.0@0 24: 0x7ff0+16 0x3000+8");
  bench.finish(first);
  EXPECT_THAT(bench.new_cqes(), IsEmpty());
  const TransferRequest middle = bench.give_one(packet(response, PacketPosition::kMiddle, 24));
  EXPECT_EQ(text_of(middle), "scatter 7.sq.0.1@0 24: 0x3008+8 0x40000+16");
  const TransferRequest last = bench.give_one(packet(response, PacketPosition::kLast, 84));
  EXPECT_EQ(text_of(last), "scatter 7.sq.0.2@0 84 last: 0x40010+84");
  bench.finish(last);
  EXPECT_THAT(bench.new_cqes(), IsEmpty());
  bench.finish(middle);
  EXPECT_THAT(bench.new_cqes(), ElementsAre("7.sq.0 SUCCESS 132"));
}

TEST(PlatformRequester, AReadHoldsBackTheCqeOfALaterSend) {
  PlatformBench bench;
  bench.give(unsignaled(wqe(WqeOpcode::kRead, {{0x100000, 64, kKey}})));
  bench.finish(bench.give_one(wqe(WqeOpcode::kSend, {{0x100000, 8, kKey}})));
  EXPECT_THAT(bench.new_cqes(), IsEmpty());
  bench.finish(bench.give_one(packet(PacketOpcode::kReadResponse, PacketPosition::kOnly, 64)));
  EXPECT_THAT(bench.new_cqes(), ElementsAre("7.sq.1 SUCCESS 8"));
}

TEST(PlatformRequester, AnAtomicsResponseIsEightBytesToItsEntries) {
  PlatformBench bench;
  bench.give(wqe(WqeOpcode::kFetchAdd, {{0x100004, 4, kKey}, {0x100100, 4, kKey}}));
  const TransferRequest scatter =
      bench.give_one(packet(PacketOpcode::kAtomicResponse, PacketPosition::kOnly, 0));
  EXPECT_EQ(text_of(scatter), "scatter 7.sq.0.0@0 8 last: 0x40004+4 0x40100+4");
  bench.finish(scatter);
  EXPECT_THAT(bench.new_cqes(), ElementsAre("7.sq.0 SUCCESS 8"));
}

TEST(PlatformRequester, AZeroLengthRead) {
  PlatformBench bench;
  bench.give(wqe(WqeOpcode::kRead, {}));
  const TransferRequest scatter =
      bench.give_one(packet(PacketOpcode::kReadResponse, PacketPosition::kOnly, 0));
  EXPECT_EQ(text_of(scatter), "scatter 7.sq.0.0@0 0 last:");
  bench.finish(scatter);
  EXPECT_THAT(bench.new_cqes(), ElementsAre("7.sq.0 SUCCESS 0"));
}

TEST(PlatformRequester, AResponseThatIsTooLongFailsItsReadOnce) {
  PlatformBench bench;
  bench.give(wqe(WqeOpcode::kRead, {{0x100000, 100, kKey}}));
  bench.give(wqe(WqeOpcode::kRead, {{0x100000, 10, kKey}}));
  const auto response = PacketOpcode::kReadResponse;
  const TransferRequest first = bench.give_one(packet(response, PacketPosition::kFirst, 64));
  EXPECT_THAT(bench.give(packet(response, PacketPosition::kMiddle, 64)), IsEmpty());
  EXPECT_THAT(bench.give(packet(response, PacketPosition::kLast, 1)), IsEmpty());
  EXPECT_THAT(bench.new_cqes(), IsEmpty());
  bench.finish(first);
  EXPECT_THAT(bench.new_cqes(), ElementsAre("7.sq.0 LOC_LEN_ERR 0"));
  EXPECT_THAT(bench.give(packet(response, PacketPosition::kOnly, 9)), IsEmpty());
  EXPECT_THAT(bench.new_cqes(), ElementsAre("7.sq.1 LOC_LEN_ERR 0"));
  EXPECT_THAT(bench.recorder.rejects,
              ElementsAre("4 7.sq.0.1@0 LOC_LEN_ERR", "5 7.sq.0.2@0 LOC_LEN_ERR",
                          "7 7.sq.1.0@0 LOC_LEN_ERR"));
}

TEST(PlatformRequester, ResponsesOutOfContext) {
  PlatformBench bench;
  const auto response = PacketOpcode::kReadResponse;
  EXPECT_THAT(bench.give(packet(response, PacketPosition::kOnly, 64)), IsEmpty());
  bench.give(wqe(WqeOpcode::kRead, {{0x100000, 64, kKey}}));
  bench.give(wqe(WqeOpcode::kRead, {{0x100000, 64, kKey}}));
  EXPECT_THAT(bench.give(packet(response, PacketPosition::kMiddle, 64)), IsEmpty());
  EXPECT_THAT(bench.give(packet(PacketOpcode::kAtomicResponse, PacketPosition::kOnly, 8)),
              IsEmpty());
  const TransferRequest cut = bench.give_one(packet(response, PacketPosition::kFirst, 32));
  const TransferRequest next = bench.give_one(packet(response, PacketPosition::kOnly, 64));
  EXPECT_EQ(text_of(next), "scatter 7.sq.1.0@0 64 last: 0x40000+64");
  EXPECT_EQ(bench.intake.counters().out_of_context, 4U);
  bench.finish(next);
  bench.finish(cut);
  EXPECT_THAT(bench.new_cqes(), ElementsAre("7.sq.0 LOC_QP_OP_ERR 0", "7.sq.1 SUCCESS 64"));
}

}  // namespace
}  // namespace sgdma::platform::test
