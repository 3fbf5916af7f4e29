// RTL's side drives pins, and a TLM-2.0 target answers behind the subordinate bridge.

#include <map>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "cosim/subordinate_bench.h"

namespace sgdma::test {
namespace {

template <unsigned data_bits>
using Bench = SubordinateBench<data_bits, 4>;

unsigned size_of(unsigned bytes) {
  unsigned size = 0;
  while ((1U << size) < bytes) ++size;
  return size;
}

/// Random bursts of random sizes and strobes, under random hold-ups of both sides: memory must end
/// up as a map of bytes says, and reads must bring what was there.
template <unsigned data_bits>
void expect_right_bytes(std::uint32_t seed) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  constexpr unsigned kBytes = data_bits / 8;
  platform::HostMemoryConfig config = Bench<data_bits>::quick_memory();
  config.write_bandwidth = std::uint64_t{data_bits} * 700'000'000;  // 0.7 words a cycle
  config.write_latency = platform::Distribution(5000);
  Bench<data_bits> bench("bench", config);
  std::mt19937 random(seed);
  bench.master.hold = [&random](std::uint64_t) {
    return static_cast<unsigned>(random() & random() & 31U);
  };
  std::map<std::uint64_t, std::uint8_t> written;
  const auto burst = [&](std::uint64_t page) {
    typename ScriptedMaster<data_bits, 4>::Address address;
    address.id = static_cast<std::uint32_t>(random() % 16);
    address.size = static_cast<unsigned>(random() % (size_of(kBytes) + 1));
    const unsigned size = 1U << address.size;
    address.address = page * 4096 + random() % 2048;
    const unsigned room = static_cast<unsigned>(4096 - address.address % 4096) / size;
    address.beats = 1 + static_cast<unsigned>(random()) % std::min(16U, std::max(1U, room - 1));
    return address;
  };
  // Writes first, then reads of the same pages: AXI keeps no order between the two.
  std::size_t responses = 0;
  for (; responses < 60; ++responses) {
    const auto address = burst(responses % 20);
    bench.master.writes.push_back(address);
    const unsigned size = 1U << address.size;
    for (unsigned beat = 0; beat < address.beats; ++beat) {
      const std::uint64_t at =
          beat == 0 ? address.address : address.address / size * size + beat * size;
      typename ScriptedMaster<data_bits, 4>::Word word;
      word.last = beat + 1 == address.beats;
      for (std::uint64_t byte = at; byte < at / size * size + size; ++byte) {
        const auto lane = static_cast<int>(byte % kBytes);
        const auto value = static_cast<std::uint8_t>(random());
        word.data.range(lane * 8 + 7, lane * 8) = value;
        if (random() % 4 != 0) {
          word.strobes[lane] = true;
          written[byte] = value;
        }
      }
      bench.master.words.push_back(word);
    }
  }
  ASSERT_TRUE(bench.run_until(0, responses));
  for (const auto& [address, value] : written) {
    ASSERT_EQ(bench.byte(address), value) << "address " << address;
  }
  std::size_t beats = 0;
  std::deque<typename ScriptedMaster<data_bits, 4>::Address> reads;
  for (int at = 0; at < 60; ++at) {
    reads.push_back(burst(static_cast<std::uint64_t>(at) % 20));
    beats += reads.back().beats;
  }
  bench.master.reads = reads;
  ASSERT_TRUE(bench.run_until(beats, responses));
  std::size_t position = 0;
  for (const auto& address : reads) {
    const unsigned size = 1U << address.size;
    for (unsigned beat = 0; beat < address.beats; ++beat, ++position) {
      const auto& seen = bench.master.beats()[position];
      ASSERT_EQ(seen.id, address.id);
      const std::uint64_t at =
          beat == 0 ? address.address : address.address / size * size + beat * size;
      for (std::uint64_t byte = at; byte < at / size * size + size; ++byte) {
        const auto lane = static_cast<int>(byte % kBytes);
        ASSERT_EQ(seen.data.range(lane * 8 + 7, lane * 8).to_uint(), bench.byte(byte));
      }
    }
  }
  EXPECT_EQ(bench.checker.text(), "");
  EXPECT_GT(bench.checker.held_up(), 0U);
  EXPECT_EQ(bench.checker.open(), 0U);
  EXPECT_EQ(bench.bridge.payloads().alive(), 0U);
}

class SubordinateBytes : public testing::TestWithParam<std::uint32_t> {};

TEST_P(SubordinateBytes, AreRightWith32Bits) { expect_right_bytes<32>(GetParam()); }
TEST_P(SubordinateBytes, AreRightWith64Bits) { expect_right_bytes<64>(GetParam()); }
TEST_P(SubordinateBytes, AreRightWith128Bits) { expect_right_bytes<128>(GetParam()); }
TEST_P(SubordinateBytes, AreRightWith512Bits) { expect_right_bytes<512>(GetParam()); }
TEST_P(SubordinateBytes, AreRightWith1024Bits) { expect_right_bytes<1024>(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Seeds, SubordinateBytes, testing::Range<std::uint32_t>(1, 4));

// The cycles of the header: AR is offered behind edge 1 and taken at 2; the memory counts from 3,
// so that with its latency of 3 the beat is on the pins from 6 on and taken at 7. The write beat is
// taken at 2 and by memory at 3; its response, without latency, is on the pins from 3 on and taken
// at 4.
TEST(SubordinateTiming, IsThatOfTheHeader) {
  Bench<64> bench("bench");
  bench.master.reads.push_back({1, 0x1000, 2, 3});
  bench.master.writes.push_back({2, 0x2000, 1, 3});
  bench.master.words.emplace_back();
  bench.master.words.back().strobes = 0xFF;
  ASSERT_TRUE(bench.run_until(2, 1));
  EXPECT_EQ(bench.master.beats()[0].cycle, 7U);
  EXPECT_EQ(bench.master.beats()[1].cycle, 8U);
  EXPECT_EQ(bench.master.responses()[0].cycle, 4U);
  EXPECT_EQ(bench.checker.text(), "");
}

TEST(SubordinateErrors, AreTheWorstOfAWriteBurstAndEachBeatsOwnOfARead) {
  platform::HostMemoryConfig config = Bench<64>::quick_memory();
  platform::FaultRule slave;
  slave.address = 0x1008;
  slave.bytes = 8;
  slave.answer = platform::FaultAnswer::kSlaveError;
  platform::FaultRule decode = slave;
  decode.address = 0x1010;
  decode.answer = platform::FaultAnswer::kDecodeError;
  config.faults = {slave, decode};
  Bench<64> bench("bench", config);
  bench.master.reads.push_back({1, 0x1000, 4, 3});
  bench.master.writes.push_back({2, 0x1000, 4, 3});
  bench.master.writes.push_back({3, 0x2000, 1, 3});
  for (int beat = 0; beat < 5; ++beat) {
    typename ScriptedMaster<64, 4>::Word word;
    word.strobes = 0xFF;
    word.last = beat >= 3;
    bench.master.words.push_back(word);
  }
  ASSERT_TRUE(bench.run_until(4, 2));
  std::vector<unsigned> responses;
  for (const auto& beat : bench.master.beats()) responses.push_back(beat.response);
  EXPECT_EQ(responses, (std::vector<unsigned>{0, 2, 3, 0}));
  EXPECT_EQ(bench.master.responses()[0].response, 3U);
  EXPECT_EQ(bench.master.responses()[1].response, 0U);
  EXPECT_EQ(bench.checker.text(), "");
}

}  // namespace
}  // namespace sgdma::test
