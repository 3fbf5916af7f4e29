// The engine's model over pins on an RTL memory: cycles, bytes, errors.

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "Vaxi_ram_1024.h"
#include "Vaxi_ram_128.h"
#include "Vaxi_ram_32.h"
#include "Vaxi_ram_512.h"
#include "Vaxi_ram_64.h"
#include "Vaxi_ram_ordered.h"
#include "cosim/pin_bench.h"
#include "cosim/pin_memory.h"
#include "support/scenario_generator.h"
#include "support/trace_stimulus.h"
#include "types/byte_pattern.h"

namespace sgdma::test {
namespace {

constexpr unsigned kIdBits = 6;

// The bridge costs nothing: with a memory that takes everything at once, every line is that of the
// core on the memory of the cycle contract. The RTL memory's latencies are 3 and 1.
class PinTiming : public testing::TestWithParam<std::uint64_t> {};

TEST_P(PinTiming, IsThatOfTheContract) {
  const std::vector<TimedRequest> work = parse_stimulus(random_stimulus(GetParam()));
  const CoreBenchConfig config = contract_config(3, 1, GetParam() % 2 == 0);
  CoreBench core(config, work);
  core.run(RunMode::kEveryEdge);
  PinBench<Vaxi_ram_ordered, 64, kIdBits> bench("bench", config, work);
  ASSERT_TRUE(bench.run(1'000'000));
  const std::vector<std::string> lines = contract_lines(bench.events());
  const std::vector<std::string> expected = contract_lines(core.events());
  for (std::size_t at = 0; at < std::min(lines.size(), expected.size()); ++at) {
    ASSERT_EQ(lines[at], expected[at]) << "line " << at + 1;
  }
  EXPECT_EQ(lines.size(), expected.size());
  EXPECT_EQ(bench.checker.text(), "");
  EXPECT_EQ(bench.leaks(), "");
}

INSTANTIATE_TEST_SUITE_P(Seeds, PinTiming, testing::Range<std::uint64_t>(0, 12));

/// Gathers bring what memory holds before anything is written; then memory is the same but for the
/// scatters. Segments do not overlap (`random_stimulus`), so what is where follows from the work.
template <class Top, unsigned data_bits>
void expect_right_bytes(std::uint64_t seed) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  constexpr std::uint32_t kWord = data_bits / 8;
  const std::vector<TimedRequest> work = parse_stimulus(random_stimulus(seed));
  CoreBenchConfig config = contract_config(0, 0, false);
  config.engine.bus_width = kWord;
  config.engine.max_read_burst = 4 * kWord;
  config.engine.max_write_burst = 4 * kWord;
  std::mt19937 random(static_cast<std::uint32_t>(seed));
  PinBench<Top, data_bits, kIdBits> bench("bench", config, work, [&random] {
    return static_cast<unsigned>(random() & random() & 31U);
  });
  std::vector<std::uint8_t> expected = fresh_memory();
  set_memory(bench.ram, kWord, expected);
  ASSERT_TRUE(bench.run(10'000'000));
  EXPECT_EQ(bench.checker.text(), "");
  EXPECT_EQ(bench.leaks(), "");
  EXPECT_GT(bench.checker.held_up(), 0U);
  for (const TimedRequest& timed : work) {
    const TransferRequest& request = timed.request;
    if (request.direction == Direction::kScatter) {
      scatter_into(expected, request);
    } else {
      const std::string tag = to_string(request.tag);
      ASSERT_EQ(bench.payload().gathered().at(tag), gathered_from(expected, request)) << tag;
    }
  }
  std::vector<std::uint8_t> memory(kPinMemory);
  for (std::uint64_t address = 0; address < kPinMemory; address += kWord) {
    bench.ram.read_word(address, &memory[address]);
  }
  const auto other = std::mismatch(memory.begin(), memory.end(), expected.begin());
  EXPECT_TRUE(other.first == memory.end()) << "address " << other.first - memory.begin();
}

class PinBytes : public testing::TestWithParam<std::uint64_t> {};

TEST_P(PinBytes, AreRightWith32Bits) { expect_right_bytes<Vaxi_ram_32, 32>(GetParam()); }
TEST_P(PinBytes, AreRightWith64Bits) { expect_right_bytes<Vaxi_ram_64, 64>(GetParam()); }
TEST_P(PinBytes, AreRightWith128Bits) { expect_right_bytes<Vaxi_ram_128, 128>(GetParam()); }
TEST_P(PinBytes, AreRightWith512Bits) { expect_right_bytes<Vaxi_ram_512, 512>(GetParam()); }
TEST_P(PinBytes, AreRightWith1024Bits) { expect_right_bytes<Vaxi_ram_1024, 1024>(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Seeds, PinBytes, testing::Range<std::uint64_t>(100, 104));

/// The completions of a run, "status bytes fault".
std::vector<std::string> completions(const std::string& stimulus, std::string& wires) {
  const CoreBenchConfig config = contract_config(0, 0, false);
  PinBench<Vaxi_ram_64, 64, kIdBits> bench("bench", config, parse_stimulus(stimulus));
  EXPECT_TRUE(bench.run(100'000));
  wires = bench.checker.text();
  EXPECT_EQ(bench.leaks(), "");
  std::vector<std::string> texts;
  for (const TraceEvent& event : bench.events()) {
    if (event.kind == TraceKind::kCompletion || event.kind == TraceKind::kFault) {
      texts.push_back(text_of(event));
    }
  }
  return texts;
}

// The RTL memory answers SLVERR from 1 GiB on and DECERR from 2 GiB on. AXI answers a write burst
// as a whole: the fault is laid on its last beat.
TEST(PinErrors, BecomeFaultsOfTheirTransfers) {
  std::string wires;
  const std::vector<std::string> seen = completions(
      "1 0 g 0x3ffffff8 16\n1 1 g 0x80000000 8\n1 2 s 0x3ffffff8 16\n1 3 s 0x2000 8\n", wires);
  EXPECT_EQ(wires, "");
  const std::vector<std::string> expected = {
      "fault 0 g 0x40000000 SLVERR",  "fault 2 g 0x80000000 DECERR", "completion 0 g GENERAL_ERR 8",
      "completion 1 g GENERAL_ERR 0", "completion 3 s SUCCESS 8",    "fault 1 s 0x40000000 SLVERR",
      "completion 2 s GENERAL_ERR 16"};
  EXPECT_EQ(std::multiset<std::string>(seen.begin(), seen.end()),
            std::multiset<std::string>(expected.begin(), expected.end()));
}

}  // namespace
}  // namespace sgdma::test
