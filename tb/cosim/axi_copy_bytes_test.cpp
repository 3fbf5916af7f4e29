// The RTL copy engine of bytes: bytes and strobes, the rules of AXI4, and its cycles by hand.
//
// A cycle is named by what its edge at the end sees. A descriptor that is taken in cycle 0 is AR in
// cycle 3 and AW in cycle 4: it is queued, then split, then in the output register, one side after
// the other. With latencies R and W of the memory: the first R beat in cycle 3 + R. A word read in
// cycle c is in the FIFO in c + 1, beside its neighbour in c + 2, shifted by groups in c + 3, and
// on W in c + 4. So a word is written 4 cycles after the last word read that it takes bytes of, or
// in the cycle after the word before it, whichever is later. B comes W cycles after the last W
// beat, and `done_count` shows it in the next cycle.

#include <cstdint>
#include <string>
#include <vector>

#include "cosim/copy_run.h"

namespace sgdma::rtl {
namespace {

using testing::ElementsAre;

TEST(AxiCopyBytes, OneByteTakesTheRoundTripAndEightCycles) {
  CheckedMemory memory(2 * kHalf, {});
  fill(memory, 1);
  const Outcome outcome = run<ByteCopyEngine>(memory, {{5, kHalf + 9, 1}});
  EXPECT_THAT(cycles(memory.read_bursts()), ElementsAre(3));
  EXPECT_THAT(cycles(memory.write_bursts()), ElementsAre(4));
  EXPECT_THAT(memory.read_beats(), ElementsAre(3 + 64));
  EXPECT_THAT(memory.write_beats(), ElementsAre(7 + 64));
  EXPECT_EQ(outcome.done, 8U + 64 + 64);
  EXPECT_FALSE(outcome.error);
}

// Copies of a byte, offered in cycles 0 to 7, are AR in cycles 3 to 10 and AW in 4 to 11.
TEST(AxiCopyBytes, ShortCopiesFollowWithoutAGap) {
  CheckedMemory memory(2 * kHalf, {});
  fill(memory, 4);
  std::vector<CopyDescriptor> copies;
  for (std::uint64_t at = 0; at < 8; ++at) {
    copies.push_back({(7 - at) * kWord + 9 * at, kHalf + 3 * at * kWord + 63 - 9 * at, 1});
  }
  const Outcome outcome = run<ByteCopyEngine>(memory, copies);
  EXPECT_THAT(cycles(memory.read_bursts()), ElementsAre(3, 4, 5, 6, 7, 8, 9, 10));
  EXPECT_THAT(cycles(memory.write_bursts()), ElementsAre(4, 5, 6, 7, 8, 9, 10, 11));
  EXPECT_THAT(memory.write_beats(), ElementsAre(71, 72, 73, 74, 75, 76, 77, 78));
  EXPECT_EQ(outcome.done, 78U + 64 + 1);
}

// From byte 1 of word 63 of a page, 101 words: 1 up to the boundary, a page in fours, 36 more. To
// byte 63 of word 10, 101 words: 54 up to the boundary, 47 more.
TEST(AxiCopyBytes, BurstsEndAtFourKibibytes) {
  CheckedMemory memory(2 * kHalf, {});
  fill(memory, 2);
  run<ByteCopyEngine>(memory, {{63 * kWord + 1, kHalf + 10 * kWord + 63, 100 * kWord}});
  EXPECT_THAT(lengths(memory.read_bursts()), ElementsAre(1, 16, 16, 16, 16, 16, 16, 4));
  EXPECT_THAT(lengths(memory.write_bursts()), ElementsAre(16, 16, 16, 6, 16, 16, 15));
  EXPECT_EQ(memory.read_bursts()[0].address, 63 * kWord + 1);
  EXPECT_EQ(memory.read_bursts()[1].address, 64 * kWord);
  EXPECT_EQ(memory.write_bursts()[0].address, kHalf + 10 * kWord + 63);
  EXPECT_EQ(memory.write_bursts()[1].address, kHalf + 26 * kWord);
}

TEST(AxiCopyBytes, ErrorsStay) {
  CheckedMemory read(2 * kHalf, {});
  read.fail_read(20);
  EXPECT_TRUE(run<ByteCopyEngine>(read, {{7, kHalf, 40 * kWord}}).error);
  CheckedMemory write(2 * kHalf, {});
  write.fail_write(1);
  EXPECT_TRUE(run<ByteCopyEngine>(write, {{0, kHalf + 7, 40 * kWord}}).error);
}

/// The places of the first bytes in their words, and the cycles after the first R beat in which the
/// words are written.
struct Alignment {
  const char* name;
  std::uint64_t source;
  std::uint64_t destination;
  std::uint32_t length;
  std::uint64_t words_read;
  std::vector<std::uint64_t> written;
};

std::string name_of_alignment(const testing::TestParamInfo<Alignment>& info) {
  return info.param.name;
}

class AxiCopyAlignment : public testing::TestWithParam<Alignment> {};

TEST_P(AxiCopyAlignment, WordsFollowTheirBytes) {
  const Alignment& copy = GetParam();
  CheckedMemory memory(2 * kHalf, {});
  fill(memory, 5);
  const Outcome outcome =
      run<ByteCopyEngine>(memory, {{copy.source, kHalf + copy.destination, copy.length}});
  const std::uint64_t first = 3 + 64;
  std::vector<std::uint64_t> read;
  for (std::uint64_t at = 0; at < copy.words_read; ++at) {
    read.push_back(first + at);
  }
  std::vector<std::uint64_t> written;
  for (const std::uint64_t after : copy.written) {
    written.push_back(first + after);
  }
  EXPECT_EQ(memory.read_beats(), read);
  EXPECT_EQ(memory.write_beats(), written);
  EXPECT_EQ(outcome.done, written.back() + 64 + 1);
}

// Bytes 10 to 109, or 40 to 139: two words, or three. Of 80 bytes, 10 to 89 or 40 to 119: two.
INSTANTIATE_TEST_SUITE_P(Places, AxiCopyAlignment,
                         testing::Values(Alignment{"Same", 10, 10, 100, 2, {4, 5}},
                                         Alignment{"Whole", 0, 0, 128, 2, {4, 5}},
                                         // Words 0 and 1; then 1 and 2.
                                         Alignment{"DownToFewer", 40, 10, 100, 3, {5, 6}},
                                         // Words 0 and 1; then what is left of 1.
                                         Alignment{"DownToAsMany", 40, 10, 80, 2, {5, 6}},
                                         // Word 0; words 0 and 1; then what is left of 1.
                                         Alignment{"UpToMore", 10, 40, 100, 2, {4, 5, 6}},
                                         // Word 0; words 0 and 1.
                                         Alignment{"UpToAsMany", 10, 40, 80, 2, {4, 5}},
                                         // One word from two, and two from one.
                                         Alignment{"TwoIntoOne", 60, 3, 8, 2, {5}},
                                         Alignment{"OneIntoTwo", 3, 60, 8, 1, {4, 5}}),
                         name_of_alignment);

// Copies of 4 to 47 words, anywhere, back to back. The memory answers at once, so that R never
// pauses, and the rule above gives every cycle of W.
TEST(AxiCopyBytes, EveryWordIsWrittenWhenItsBytesAreThere) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    MemoryPace pace;
    pace.read_latency = 30;
    pace.write_latency = 1;
    CheckedMemory memory(2 * kHalf, pace);
    fill(memory, seed);
    test::ScenarioRandom random(seed);
    std::vector<CopyDescriptor> copies;
    std::vector<std::uint64_t> read;
    std::vector<std::uint64_t> written;
    std::uint64_t next = 3 + 30;   // R
    std::uint64_t next_write = 0;  // W, at the earliest
    for (int at = 0; at < 50; ++at) {
      const std::uint64_t length = random.between(200, 2900);
      const std::uint64_t source = random.between(0, kHalf - length);
      const std::uint64_t destination = kHalf + random.between(0, kHalf - length);
      copies.push_back({source, destination, static_cast<std::uint32_t>(length)});
      const std::uint64_t end = destination + length;
      for (std::uint64_t byte = destination; byte < end; byte = (byte / kWord + 1) * kWord) {
        const std::uint64_t last = std::min(end - 1, byte / kWord * kWord + kWord - 1);
        const std::uint64_t word = (source + last - destination) / kWord - source / kWord;
        next_write = std::max(next_write, next + word + 4);
        written.push_back(next_write++);
      }
      for (std::uint64_t word = 0; word < touched_words(source, length); ++word) {
        read.push_back(next++);
      }
    }
    run<ByteCopyEngine>(memory, copies);
    EXPECT_EQ(memory.read_beats(), read);
    EXPECT_EQ(memory.write_beats(), written);
    if (HasFailure()) {
      return;
    }
  }
}

TEST(AxiCopyBytes, EveryPlaceToEveryPlace) {
  CheckedMemory memory(2 * kHalf, {});
  fill(memory, 6);
  test::ScenarioRandom random(6);
  std::vector<CopyDescriptor> copies;
  for (std::uint64_t source = 0; source < kWord; ++source) {
    for (std::uint64_t destination = 0; destination < kWord; ++destination) {
      const std::uint64_t at = (source * kWord + destination) % 1000 * 4 * kWord;
      copies.push_back({at + source, kHalf + at + destination,
                        static_cast<std::uint32_t>(random.between(1, 150))});
    }
  }
  EXPECT_FALSE(run<ByteCopyEngine>(memory, copies).error);
}

/// The places of all first bytes in their words, and the loads.
struct PlacedSaturation {
  std::uint64_t source;
  std::uint64_t destination;
  Saturation load;
};

std::string name_of_placed(const testing::TestParamInfo<PlacedSaturation>& info) {
  return info.param.load.name;
}

class AxiCopyBytesSaturation : public testing::TestWithParam<PlacedSaturation> {};

// 2048 words in five copies of 4 to 64 KiB, less a word where they do not begin with one, 128
// bursts on each side.
//
// Reads: with a room of 128 words, 8 bursts are asked for in cycles 3 to 10, and burst 8 once the
// first 16 words have left the FIFO. These are read in cycles 3 + R to 18 + R. Where both sides are
// aligned alike, each leaves in the next cycle, up to 19 + R; the room shows in 20 + R, AR is in
// its register in 21 + R, and burst 8 comes in from 21 + 2 R, when it is due in 3 + R + 128. So
// R = 110 is seamless; R = 111 loses a cycle at burst 8, and again at every 8th: 15 of 128 bursts.
//
// Where they are not aligned alike, a word leaves together with the next one, a cycle later, and
// R = 109 is the last seamless one. R = 110 loses a cycle at burst 8; and since the last word of
// burst 7 waits for the first one of burst 8, burst 15 is next, and then every 7th, up to 64. Burst
// 63 ends a copy and waits for none, so that 72 follows, and again every 7th, up to 121: 17.
//
// Writes: 16 bursts are addressed ahead. Burst 0 is written in cycles w to w + 15 and answered in
// w + 15 + W; that shows in the next cycle, burst 16's AW is in its register in w + 17 + W and
// known to be accepted in w + 18 + W, its first word leaves the FIFO there and is W in w + 21 + W,
// when it is due in w + 256. So W = 235 is seamless, and W = 236 loses a cycle at every 16th burst:
// 7 of 128. The FIFO has room for these words.
TEST_P(AxiCopyBytesSaturation, GapsAreAsCounted) {
  const PlacedSaturation& places = GetParam();
  const Saturation& load = places.load;
  MemoryPace pace;
  pace.read_latency = load.read_latency;
  pace.write_latency = load.write_latency;
  CheckedMemory memory(2 * kHalf, pace);
  fill(memory, 3);
  std::vector<CopyDescriptor> copies;
  std::uint64_t address = 0;
  for (const std::uint32_t bytes : {0x1000U, 0x2000U, 0x4000U, 0x9000U, 0x10000U}) {
    copies.push_back({address + places.source, kHalf + address + places.destination,
                      bytes - (places.source == 0 ? 0U : 64U)});
    address += bytes;
  }
  const Outcome outcome = run<ByteCopyEngine>(memory, copies);
  const std::uint64_t words = 2048;
  const std::uint64_t first = 3 + load.read_latency;
  const std::uint64_t first_write = first + (places.source > places.destination ? 5 : 4);
  ASSERT_EQ(memory.read_beats().size(), words);
  ASSERT_EQ(memory.write_beats().size(), words);
  EXPECT_EQ(memory.read_beats().front(), first);
  EXPECT_EQ(memory.read_beats().back(), first + words - 1 + load.read_gaps);
  EXPECT_EQ(memory.write_beats().front(), first_write);
  EXPECT_EQ(memory.write_beats().back(), first_write + words - 1 + load.write_gaps);
  EXPECT_EQ(outcome.done, memory.write_beats().back() + load.write_latency + 1);
}

INSTANTIATE_TEST_SUITE_P(
    Latencies, AxiCopyBytesSaturation,
    testing::Values(PlacedSaturation{0, 0, {"Whole", 64, 64, 0, 0}},
                    PlacedSaturation{9, 9, {"Same", 64, 64, 0, 0}},
                    PlacedSaturation{40, 10, {"Down", 64, 64, 0, 0}},
                    PlacedSaturation{10, 40, {"Up", 64, 64, 0, 0}},
                    PlacedSaturation{9, 9, {"SameShortest", 1, 1, 0, 0}},
                    PlacedSaturation{40, 10, {"DownShortest", 1, 1, 0, 0}},
                    PlacedSaturation{10, 40, {"UpShortest", 1, 1, 0, 0}},
                    PlacedSaturation{9, 9, {"SameLastSeamlessRead", 110, 64, 0, 0}},
                    PlacedSaturation{9, 9, {"SameFirstReadWithGaps", 111, 64, 15, 15}},
                    PlacedSaturation{40, 10, {"DownLastSeamlessRead", 109, 64, 0, 0}},
                    PlacedSaturation{40, 10, {"DownFirstReadWithGaps", 110, 64, 17, 17}},
                    PlacedSaturation{10, 40, {"UpLastSeamlessRead", 109, 64, 0, 0}},
                    PlacedSaturation{10, 40, {"UpFirstReadWithGaps", 110, 64, 17, 17}},
                    PlacedSaturation{9, 9, {"SameLastSeamlessWrite", 64, 235, 0, 0}},
                    PlacedSaturation{9, 9, {"SameFirstWriteWithGaps", 64, 236, 0, 7}},
                    PlacedSaturation{40, 10, {"DownLastSeamlessWrite", 64, 235, 0, 0}},
                    PlacedSaturation{40, 10, {"DownFirstWriteWithGaps", 64, 236, 0, 7}},
                    PlacedSaturation{10, 40, {"UpLastSeamlessWrite", 64, 235, 0, 0}},
                    PlacedSaturation{10, 40, {"UpFirstWriteWithGaps", 64, 236, 0, 7}}),
    name_of_placed);

class AxiCopyBytesRandom : public testing::TestWithParam<RandomCase> {};

TEST_P(AxiCopyBytesRandom, BytesAndRules) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    MemoryPace pace = GetParam().pace;
    pace.seed = seed;
    CheckedMemory memory(2 * kHalf, pace);
    fill(memory, seed);
    test::ScenarioRandom random(seed);
    std::vector<CopyDescriptor> copies;
    std::uint64_t read = 0;
    std::uint64_t written = 0;
    while (written < 2000) {
      const std::uint64_t longest = random.chance(30) ? 130 : random.chance(50) ? 800 : 20000;
      const std::uint64_t length = random.between(1, longest);
      const std::uint64_t source = random.between(0, kHalf - length);
      const std::uint64_t destination = kHalf + random.between(0, kHalf - length);
      copies.push_back({source, destination, static_cast<std::uint32_t>(length)});
      read += touched_words(source, length);
      written += touched_words(destination, length);
    }
    EXPECT_FALSE(run<ByteCopyEngine>(memory, copies).error);
    EXPECT_EQ(memory.read_beats().size(), read);
    EXPECT_EQ(memory.write_beats().size(), written);
    if (HasFailure()) {
      return;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Paces, AxiCopyBytesRandom, random_paces(), name_of_random);

}  // namespace
}  // namespace sgdma::rtl
