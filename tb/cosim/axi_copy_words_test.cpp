// The RTL copy engine of whole words (BYTE_ALIGNED = 0): bytes, the rules of AXI4, and its cycles
// by hand.
//
// A cycle is named by what its edge at the end sees. A descriptor that is taken in cycle 0 is AR in
// cycle 2 and AW in cycle 3. With latencies R and W of the memory and N words: the first R beat in
// cycle 2 + R; a word read in cycle c is written in c + 1; the last W beat in 2 + R + N, its B in
// 2 + R + N + W, and `done_count` shows it in 3 + R + N + W.

#include <cstdint>
#include <string>
#include <vector>

#include "cosim/copy_run.h"

namespace sgdma::rtl {
namespace {

using testing::ElementsAre;

TEST(AxiCopyWords, OneWordTakesTheRoundTripAndFourCycles) {
  CheckedMemory memory(2 * kHalf, {});
  fill(memory, 1);
  const Outcome outcome = run<WordCopyEngine>(memory, {{0, kHalf, kWord}});
  ASSERT_EQ(memory.read_bursts().size(), 1U);
  EXPECT_EQ(memory.read_bursts()[0].cycle, 2U);
  ASSERT_EQ(memory.write_bursts().size(), 1U);
  EXPECT_EQ(memory.write_bursts()[0].cycle, 3U);
  EXPECT_THAT(memory.read_beats(), ElementsAre(2 + 64));
  EXPECT_THAT(memory.write_beats(), ElementsAre(3 + 64));
  EXPECT_EQ(outcome.done, 4U + 64 + 64);
  EXPECT_FALSE(outcome.error);
}

// Copies of a word, offered in cycles 0 to 7, are AR in cycles 2 to 9 and AW in 3 to 10.
TEST(AxiCopyWords, ShortCopiesFollowWithoutAGap) {
  CheckedMemory memory(2 * kHalf, {});
  fill(memory, 4);
  std::vector<CopyDescriptor> copies;
  for (std::uint64_t at = 0; at < 8; ++at) {
    copies.push_back({(7 - at) * kWord, kHalf + 3 * at * kWord, kWord});
  }
  const Outcome outcome = run<WordCopyEngine>(memory, copies);
  EXPECT_THAT(cycles(memory.read_bursts()), ElementsAre(2, 3, 4, 5, 6, 7, 8, 9));
  EXPECT_THAT(cycles(memory.write_bursts()), ElementsAre(3, 4, 5, 6, 7, 8, 9, 10));
  EXPECT_THAT(memory.write_beats(), ElementsAre(67, 68, 69, 70, 71, 72, 73, 74));
  EXPECT_EQ(outcome.done, 3U + 64 + 8 + 64);
}

// From word 63 of a page: 1 up to the boundary, a page in fours, 35 more. To word 10: 54 up to the
// boundary, 46 more.
TEST(AxiCopyWords, BurstsEndAtFourKibibytes) {
  CheckedMemory memory(2 * kHalf, {});
  fill(memory, 2);
  run<WordCopyEngine>(memory, {{63 * kWord, kHalf + 10 * kWord, 100 * kWord}});
  EXPECT_THAT(lengths(memory.read_bursts()), ElementsAre(1, 16, 16, 16, 16, 16, 16, 3));
  EXPECT_THAT(lengths(memory.write_bursts()), ElementsAre(16, 16, 16, 6, 16, 16, 14));
}

TEST(AxiCopyWords, ErrorsStay) {
  CheckedMemory read(2 * kHalf, {});
  read.fail_read(20);
  EXPECT_TRUE(run<WordCopyEngine>(read, {{0, kHalf, 40 * kWord}}).error);
  CheckedMemory write(2 * kHalf, {});
  write.fail_write(1);
  EXPECT_TRUE(run<WordCopyEngine>(write, {{0, kHalf, 40 * kWord}}).error);
}

class AxiCopyWordsSaturation : public testing::TestWithParam<Saturation> {};

// 2048 words in five copies of 4 to 64 KiB, 128 bursts on each side.
//
// Reads: with a room of 128 words, 8 bursts are asked for in cycles 2 to 9, and burst 8 once the
// first 16 words are written. These are read in cycles 2 + R to 17 + R, written up to 18 + R; the
// room shows in 19 + R, and burst 8 comes in from 19 + 2 R, when it is due in 2 + R + 128. So R =
// 111 is seamless; R = 112 loses a cycle at burst 8, and again at every 8th: 15 of 128 bursts.
//
// Writes: 16 bursts are addressed ahead. Burst 0 is written in cycles w to w + 15 and answered in
// w + 15 + W; that shows in the next cycle, which is burst 16's AW, and its W may come one later,
// in w + 17 + W, when it is due in w + 256. So W = 239 is seamless, and W = 240 loses a cycle at
// every 16th burst: 7 of 128. The FIFO has room for these words.
TEST_P(AxiCopyWordsSaturation, GapsAreAsCounted) {
  const Saturation& load = GetParam();
  MemoryPace pace;
  pace.read_latency = load.read_latency;
  pace.write_latency = load.write_latency;
  CheckedMemory memory(2 * kHalf, pace);
  fill(memory, 3);
  std::vector<CopyDescriptor> copies;
  std::uint64_t address = 0;
  for (const std::uint32_t length : {0x1000U, 0x2000U, 0x4000U, 0x9000U, 0x10000U}) {
    copies.push_back({address, kHalf + address, length});
    address += length;
  }
  const Outcome outcome = run<WordCopyEngine>(memory, copies);
  const std::uint64_t words = 2048;
  const std::uint64_t first = 2 + load.read_latency;
  ASSERT_EQ(memory.read_beats().size(), words);
  ASSERT_EQ(memory.write_beats().size(), words);
  EXPECT_EQ(memory.read_beats().front(), first);
  EXPECT_EQ(memory.read_beats().back(), first + words - 1 + load.read_gaps);
  EXPECT_EQ(memory.write_beats().front(), first + 1);
  EXPECT_EQ(memory.write_beats().back(), first + words + load.write_gaps);
  EXPECT_EQ(outcome.done, first + words + load.write_gaps + load.write_latency + 1);
}

INSTANTIATE_TEST_SUITE_P(Latencies, AxiCopyWordsSaturation,
                         testing::Values(Saturation{"Bench", 64, 64, 0, 0},
                                         Saturation{"Shortest", 1, 1, 0, 0},
                                         Saturation{"LastSeamlessRead", 111, 64, 0, 0},
                                         Saturation{"FirstReadWithGaps", 112, 64, 15, 15},
                                         Saturation{"LastSeamlessWrite", 64, 239, 0, 0},
                                         Saturation{"FirstWriteWithGaps", 64, 240, 0, 7}),
                         name_of);

class AxiCopyWordsRandom : public testing::TestWithParam<RandomCase> {};

TEST_P(AxiCopyWordsRandom, BytesAndRules) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    MemoryPace pace = GetParam().pace;
    pace.seed = seed;
    CheckedMemory memory(2 * kHalf, pace);
    fill(memory, seed);
    test::ScenarioRandom random(seed);
    std::vector<CopyDescriptor> copies;
    std::uint64_t words = 0;
    while (words < 2000) {
      const std::uint64_t longest = random.chance(50) ? 12 : 300;
      const std::uint64_t length = random.between(1, longest);
      const std::uint64_t source = random.between(0, kHalf / kWord - length);
      const std::uint64_t destination = random.between(0, kHalf / kWord - length);
      copies.push_back({source * kWord, kHalf + destination * kWord,
                        static_cast<std::uint32_t>(length * kWord)});
      words += length;
    }
    EXPECT_FALSE(run<WordCopyEngine>(memory, copies).error);
    EXPECT_EQ(memory.read_beats().size(), words);
    EXPECT_EQ(memory.write_beats().size(), words);
    if (HasFailure()) {
      return;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Paces, AxiCopyWordsRandom, random_paces(), name_of_random);

}  // namespace
}  // namespace sgdma::rtl
