/// Runs of an RTL copy engine on a checked memory, and what such a run has to show.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rtl/checked_memory.h"
#include "rtl/copy_engine.h"

namespace sgdma::rtl {

constexpr std::uint64_t kWord = CheckedMemory::kWord;
constexpr std::uint64_t kHalf = 0x40000;     ///< sources below, destinations from here on
constexpr std::uint64_t kLimit = 1'000'000;  ///< cycles

/// What is left of a run.
struct Outcome {
  std::uint64_t done = 0;  ///< the cycle that shows the last copy as done
  std::uint32_t copies = 0;
  bool error = false;
};

inline void fill(CheckedMemory& memory, std::uint64_t seed) {
  test::ScenarioRandom random(seed);
  for (std::uint8_t& byte : memory.bytes()) {
    byte = static_cast<std::uint8_t>(random.between(0, 255));
  }
}

/// Words that `length` bytes from `address` on touch.
inline std::uint64_t touched_words(std::uint64_t address, std::uint64_t length) {
  return (address + length - 1) / kWord - address / kWord + 1;
}

/// The bursts of a copy on one side, without cycles: from its first byte on, up to 16 words, the
/// boundary of 4 KiB or the last byte.
inline void add_bursts(std::uint64_t address, std::uint64_t length,
                       std::vector<BurstRecord>& bursts) {
  const std::uint64_t end = address + length;
  while (address < end) {
    const std::uint64_t next =
        std::min({end, (address / 4096 + 1) * 4096, (address / kWord + 16) * kWord});
    bursts.push_back({address, static_cast<unsigned>(touched_words(address, next - address)), 0});
    address = next;
  }
}

inline bool same_bursts(const std::vector<BurstRecord>& left,
                        const std::vector<BurstRecord>& right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](const BurstRecord& one, const BurstRecord& other) {
                      return one.address == other.address && one.beats == other.beats;
                    });
}

/// The copies back to back, from cycle 0. Expects bytes as of copies one after another, no byte
/// written but these, the bursts that a copy has, and no rule broken.
template <class Engine>
Outcome run(CheckedMemory& memory, const std::vector<CopyDescriptor>& copies) {
  std::vector<std::uint8_t> expected = memory.bytes();
  std::vector<unsigned> writes(expected.size());
  std::vector<BurstRecord> read_bursts;
  std::vector<BurstRecord> write_bursts;
  Engine engine;
  for (const CopyDescriptor& copy : copies) {
    std::memcpy(&expected[copy.destination], &expected[copy.source], copy.length);
    for (std::uint64_t at = 0; at < copy.length; ++at) {
      ++writes[copy.destination + at];
    }
    add_bursts(copy.source, copy.length, read_bursts);
    add_bursts(copy.destination, copy.length, write_bursts);
    while (engine.offering() && engine.now() < kLimit) {
      engine.cycle(memory);
    }
    engine.offer(copy);
  }
  while (engine.done() < copies.size() && engine.now() < kLimit) {
    engine.cycle(memory);
  }
  const Outcome outcome{engine.now(), engine.done(), engine.error()};
  for (int more = 0; more < 300; ++more) {
    engine.cycle(memory);
  }
  EXPECT_EQ(outcome.copies, copies.size());
  EXPECT_EQ(engine.done(), copies.size());
  EXPECT_TRUE(memory.bytes() == expected) << "bytes differ";
  EXPECT_TRUE(memory.writes() == writes) << "other bytes were written";
  EXPECT_TRUE(same_bursts(memory.read_bursts(), read_bursts)) << "read bursts differ";
  EXPECT_TRUE(same_bursts(memory.write_bursts(), write_bursts)) << "write bursts differ";
  EXPECT_THAT(memory.problems(), testing::IsEmpty());
  return outcome;
}

inline std::vector<unsigned> lengths(const std::vector<BurstRecord>& bursts) {
  std::vector<unsigned> beats;
  beats.reserve(bursts.size());
  for (const BurstRecord& burst : bursts) {
    beats.push_back(burst.beats);
  }
  return beats;
}

inline std::vector<std::uint64_t> cycles(const std::vector<BurstRecord>& bursts) {
  std::vector<std::uint64_t> at;
  at.reserve(bursts.size());
  for (const BurstRecord& burst : bursts) {
    at.push_back(burst.cycle);
  }
  return at;
}

/// Cycles without a beat between the first and the last one.
struct Saturation {
  const char* name;
  std::uint64_t read_latency;
  std::uint64_t write_latency;
  std::uint64_t read_gaps;
  std::uint64_t write_gaps;
};

inline std::string name_of(const testing::TestParamInfo<Saturation>& info) {
  return info.param.name;
}

/// Random copies on a memory of some pace.
struct RandomCase {
  const char* name;
  MemoryPace pace;
};

inline std::string name_of_random(const testing::TestParamInfo<RandomCase>& info) {
  return info.param.name;
}

inline auto random_paces() {
  return testing::Values(RandomCase{"Free", {64, 64, 100, 100, 100, 0}},
                         RandomCase{"Even", {20, 20, 50, 50, 50, 0}},
                         RandomCase{"SlowData", {5, 5, 100, 20, 100, 0}},
                         RandomCase{"SlowAnswers", {5, 5, 100, 100, 20, 0}},
                         RandomCase{"SlowAddresses", {1, 1, 5, 100, 100, 0}},
                         RandomCase{"LateWriteAnswers", {1, 900, 90, 90, 90, 0}});
}

}  // namespace sgdma::rtl
