// Burst splitting: lists from cases.md, which were computed apart from this code.

#include "core/burst.h"

#include <bitset>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/core_bench.h"
#include "support/trace_stimulus.h"
#include "types/direction.h"

namespace sgdma::test {
namespace {

using Strobe = std::bitset<256>;

struct ExpectedBurst {
  std::uint64_t address;
  std::uint32_t bytes;
  std::uint32_t beats;
  Strobe first_strobe;
  Strobe last_strobe;
};

struct SplitCase {
  const char* id;
  std::uint32_t width;
  std::uint32_t beats;  ///< most in a burst
  std::uint64_t address;
  std::uint32_t bytes;
  std::vector<ExpectedBurst> bursts;
};

Strobe lanes(std::size_t count) { return ~Strobe{} >> (256 - count); }

Strobe strobe_of(const BeatRange& range, std::uint32_t width) {
  return lanes(range.bytes) << (range.address % width);
}

std::vector<SplitCase> split_cases() {
  const Strobe all4 = lanes(4);
  const Strobe all8 = lanes(8);
  const Strobe all16 = lanes(16);
  const Strobe all64 = lanes(64);
  const Strobe all128 = lanes(128);
  return {
      {"A01",
       16,
       256,
       0xF00,
       0x2000,
       {{0xF00, 256, 16, all16, all16},
        {0x1000, 4096, 256, all16, all16},
        {0x2000, 3840, 240, all16, all16}}},
      {"A02",
       16,
       256,
       0x3000,
       4112,
       {{0x3000, 4096, 256, all16, all16}, {0x4000, 16, 1, all16, all16}}},
      {"A03ToTheLine", 4, 64, 0xF01, 255, {{0xF01, 255, 64, 0xE, all4}}},
      {"A03OverTheLine", 4, 64, 0xF01, 256, {{0xF01, 255, 64, 0xE, all4}, {0x1000, 1, 1, 1, 1}}},
      {"A05", 16, 2, 0x10, 24, {{0x10, 24, 2, 0xFFFF, 0x00FF}}},
      {"A06Straddling", 8, 16, 0xF, 2, {{0xF, 2, 2, 0x80, 0x01}}},
      {"A06OverTheLine", 8, 16, 0xFFF, 2, {{0xFFF, 1, 1, 0x80, 0x80}, {0x1000, 1, 1, 1, 1}}},
      {"A06LastByte", 8, 16, 0xFFF, 1, {{0xFFF, 1, 1, 0x80, 0x80}}},
      {"A07",
       64,
       16,
       0xF80,
       2048,
       {{0xF80, 128, 2, all64, all64},
        {0x1000, 1024, 16, all64, all64},
        {0x1400, 896, 14, all64, all64}}},
      {"A08", 64, 64, 0x40, 4096, {{0x40, 4032, 63, all64, all64}, {0x1000, 64, 1, all64, all64}}},
      {"A09", 4, 256, 0x1002, 1024, {{0x1002, 1022, 256, 0xC, all4}, {0x1400, 2, 1, 0x3, 0x3}}},
      {"A10Full", 8, 16, 0, 128, {{0, 128, 16, all8, all8}}},
      {"A10OneMore", 8, 16, 0, 136, {{0, 128, 16, all8, all8}, {128, 8, 1, all8, all8}}},
      {"B05",
       8,
       4,
       0x100,
       75,
       {{0x100, 32, 4, all8, all8}, {0x120, 32, 4, all8, all8}, {0x140, 11, 2, all8, 0x07}}},
      {"B06",
       128,
       1,
       0,
       300,
       {{0, 128, 1, all128, all128},
        {128, 128, 1, all128, all128},
        {256, 44, 1, lanes(44), lanes(44)}}},
  };
}

void PrintTo(const SplitCase& split, std::ostream* out) { *out << split.id; }

class Splitting : public testing::TestWithParam<SplitCase> {};

TEST_P(Splitting, GivesTheseBursts) {
  const SplitCase& split = GetParam();
  std::uint64_t address = split.address;
  std::uint32_t left = split.bytes;
  for (const ExpectedBurst& expected : split.bursts) {
    ASSERT_GT(left, 0U);
    const Burst burst = core::next_burst(address, left, split.beats * split.width, split.width);
    EXPECT_EQ(burst.address, expected.address);
    EXPECT_EQ(burst.bytes, expected.bytes);
    EXPECT_EQ(burst.beats, expected.beats);
    EXPECT_EQ(strobe_of(core::beat_range(burst, 0, split.width), split.width),
              expected.first_strobe);
    EXPECT_EQ(strobe_of(core::beat_range(burst, burst.beats - 1, split.width), split.width),
              expected.last_strobe);
    for (std::uint32_t beat = 1; beat + 1 < burst.beats; ++beat) {
      EXPECT_EQ(core::beat_range(burst, beat, split.width).bytes, split.width) << "beat " << beat;
    }
    address += burst.bytes;
    left -= burst.bytes;
  }
  EXPECT_EQ(left, 0U);
}

CoreBenchConfig config_of(const SplitCase& split) {
  CoreBenchConfig config = contract_config(3, 2, true);
  config.engine.bus_width = split.width;
  config.engine.max_read_burst = split.beats * split.width;
  config.engine.max_write_burst = split.beats * split.width;
  return config;
}

// The same on the bus, in both directions: bursts, beats, and the last beat marked as the last
// only.
TEST_P(Splitting, GivesTheseBurstsOnTheBus) {
  const SplitCase& split = GetParam();
  for (const char* direction : {"g", "s"}) {
    std::ostringstream stimulus;
    stimulus << "1 0 " << direction << ' ' << split.address << ' ' << split.bytes;
    CoreBench bench(config_of(split), parse_stimulus(stimulus.str()));
    bench.run(RunMode::kEventsOnly);
    std::vector<TraceEvent> bursts;
    std::vector<TraceEvent> beats;
    for (const TraceEvent& event : bench.events()) {
      if (event.kind == TraceKind::kRequest || event.kind == TraceKind::kBurst) {
        bursts.push_back(event);
      } else if (event.kind == TraceKind::kMove) {
        beats.push_back(event);
      }
    }
    ASSERT_EQ(bursts.size(), split.bursts.size());
    std::size_t beat = 0;
    for (std::size_t at = 0; at < bursts.size(); ++at) {
      EXPECT_EQ(bursts[at].address, split.bursts[at].address);
      EXPECT_EQ(bursts[at].bytes, split.bursts[at].bytes);
      EXPECT_EQ(bursts[at].beats, split.bursts[at].beats);
      for (std::uint32_t left = bursts[at].beats; left > 0; --left, ++beat) {
        ASSERT_LT(beat, beats.size());
        EXPECT_EQ(beats[beat].last, left == 1) << "beat " << beat;
      }
    }
    EXPECT_EQ(beats.size(), beat);
    EXPECT_EQ(beats.back().address + beats.back().bytes, split.address + split.bytes);
  }
}

INSTANTIATE_TEST_SUITE_P(, Splitting, testing::ValuesIn(split_cases()),
                         [](const testing::TestParamInfo<SplitCase>& instance) {
                           return std::string(instance.param.id);
                         });

TEST(SplittingToTheEnd, A04_ExactFillOfTwoPagesHasNoStrayBurst) {
  CoreBenchConfig config = contract_config(3, 2, false);
  config.engine.bus_width = 64;
  config.engine.max_write_burst = 1024;
  CoreBench bench(config, parse_stimulus("1 0 s 0x2000 4096 0x9000 4096"));
  bench.run(RunMode::kEventsOnly);
  std::vector<std::uint64_t> addresses;
  for (const TraceEvent& event : bench.events()) {
    if (event.kind == TraceKind::kBurst) {
      addresses.push_back(event.address);
      EXPECT_EQ(event.beats, 16U);
      EXPECT_EQ(event.bytes, 1024U);
    }
  }
  EXPECT_EQ(addresses, (std::vector<std::uint64_t>{0x2000, 0x2400, 0x2800, 0x2C00, 0x9000, 0x9400,
                                                   0x9800, 0x9C00}));
  for (const std::uint64_t guard : {0x1FFFU, 0x3000U, 0x8FFFU, 0xA000U}) {
    EXPECT_FALSE(bench.memory().written(guard)) << std::hex << guard;
  }
  EXPECT_TRUE(bench.memory().written(0x9FFF));
}

// Bytes planned for one segment, by splitting it to the end.
std::uint64_t planned(std::uint64_t address, std::uint32_t bytes) {
  std::uint64_t total = 0;
  for (std::uint32_t left = bytes; left > 0;) {
    const Burst burst = core::next_burst(address, left, 4096, 64);
    EXPECT_GT(burst.bytes, 0U);
    total += burst.bytes;
    address += burst.bytes;
    left -= burst.bytes;
  }
  return total;
}

TEST(SplittingToTheEnd, A11_HugeLengthsAreNotTruncated) {
  EXPECT_EQ(planned(0x12345, 0x80000000U), 0x80000000U);
  EXPECT_EQ(planned(1, 0xFFFFFFFFU), 0xFFFFFFFFU);
}

TEST(SplittingToTheEnd, A12_LengthsAround65536) {
  for (const std::uint32_t bytes : {65535U, 65536U, 65537U}) {
    EXPECT_EQ(planned(0x1000, bytes), bytes);
  }
}

}  // namespace
}  // namespace sgdma::test
