/// Quantities: text to whole base units.
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "workload/config/quantity.h"

namespace sgdma::workload {
namespace {

constexpr std::uint64_t kMost = ~std::uint64_t{0};

struct Good {
  std::string text;
  std::uint64_t value;
};

std::ostream& operator<<(std::ostream& out, const Good& good) { return out << good.text; }

class ScenarioBytes : public ::testing::TestWithParam<Good> {};

TEST_P(ScenarioBytes, AreRead) {
  const ParsedQuantity parsed = parse_bytes(GetParam().text);
  EXPECT_EQ(parsed.problem, "");
  EXPECT_EQ(parsed.value, GetParam().value);
}

INSTANTIATE_TEST_SUITE_P(Quantity, ScenarioBytes,
                         ::testing::Values(Good{"0 B", 0}, Good{"512 B", 512}, Good{"512B", 512},
                                           Good{"4 KiB", 4096}, Good{"16 kB", 16000},
                                           Good{"2 GiB", 0x80000000}, Good{"1.5 KiB", 1536},
                                           Good{"0.5 kB", 500}, Good{"0.0009765625 MiB", 1024},
                                           Good{"1.000 B", 1},
                                           Good{"18446744073709551615 B", kMost},
                                           Good{"16777215 TiB", 0xFFFFFF0000000000}));

class ScenarioBytesProblem : public ::testing::TestWithParam<std::pair<const char*, const char*>> {
};

TEST_P(ScenarioBytesProblem, IsSaid) {
  EXPECT_EQ(parse_bytes(GetParam().first).problem, GetParam().second);
}

INSTANTIATE_TEST_SUITE_P(
    Quantity, ScenarioBytesProblem,
    ::testing::Values(std::pair{"64", "has no unit"}, std::pair{"", "is no number with a unit"},
                      std::pair{"B", "is no number with a unit"},
                      std::pair{"-1 B", "is no number with a unit"},
                      std::pair{"1e3 B", "has an unknown unit: \"e3 B\""},
                      std::pair{"1 KB", "has an unknown unit: \"KB\""},
                      std::pair{"1.5 B", "is no whole number of bytes"},
                      std::pair{"1.0000000000000000001 B", "is no whole number of bytes"},
                      std::pair{"18446744073709551616 B", "is too large"},
                      std::pair{"16777216 TiB", "is too large"},
                      std::pair{"11111111111111111111111 B", "is too large"}));

TEST(ScenarioQuantity, TimesAreWholePicoseconds) {
  EXPECT_EQ(parse_time("547 ns", 1).value, 547'000U);
  EXPECT_EQ(parse_time("1.25 us", 1).value, 1'250'000U);
  EXPECT_EQ(parse_time("1 s", 1).value, 1'000'000'000'000U);
  EXPECT_EQ(parse_time("0.001 ns", 1).value, 1U);
  EXPECT_EQ(parse_time("0.0001 ns", 1).problem, "is no whole number of picoseconds");
}

TEST(ScenarioQuantity, CyclesAreMultiplesOfThePeriod) {
  EXPECT_EQ(parse_time("100 cycles", 2500).value, 250'000U);
  EXPECT_EQ(parse_time("1 cycle", 2500).value, 2500U);
  EXPECT_EQ(parse_time("0.5 cycles", 2500).value, 1250U);
  EXPECT_EQ(parse_time("0.5 cycles", 3).problem, "is no whole number of picoseconds");
}

TEST(ScenarioQuantity, FrequenciesArePeriods) {
  EXPECT_EQ(parse_frequency("1 GHz").value, 1000U);
  EXPECT_EQ(parse_frequency("390.625 MHz").value, 2560U);
  EXPECT_EQ(parse_frequency("0 GHz").problem, "is not in 1 Hz to 1000 GHz");
  const ParsedQuantity third = parse_frequency("333 MHz");
  EXPECT_NE(third.problem, "");
  EXPECT_NE(third.hint.find("\"3003 ps\" and \"3004 ps\""), std::string::npos) << third.hint;
}

TEST(ScenarioQuantity, RatesAreBitsASecond) {
  EXPECT_EQ(parse_rate("400 Gbit/s").value, 400'000'000'000U);
  EXPECT_EQ(parse_rate("50 GB/s").value, 400'000'000'000U);
  EXPECT_EQ(parse_rate("400 Gbps").problem, "has an unknown unit: \"Gbps\"");
}

TEST(ScenarioQuantity, NumbersAreHexadecimalOrDecimal) {
  EXPECT_EQ(parse_number("0xffffffffffffffff").value, kMost);
  EXPECT_EQ(parse_number("0x10000000000000000").problem, "does not fit 64 bits");
  EXPECT_EQ(parse_number("18446744073709551616").problem, "does not fit 64 bits");
  EXPECT_EQ(parse_number("0x").problem, "is no number");
  EXPECT_EQ(parse_number("12a").problem, "is no number");
}

TEST(ScenarioQuantity, IsWrittenInTheLargestWholeUnit) {
  EXPECT_EQ(format_bytes(4096), "4 KiB");
  EXPECT_EQ(format_bytes(4097), "4097 B");
  EXPECT_EQ(format_bytes(0), "0 B");
  EXPECT_EQ(format_time(547'000), "547 ns");
  EXPECT_EQ(format_time(1'250'000), "1250 ns");
  EXPECT_EQ(format_rate(400'000'000'000), "400 Gbit/s");
  EXPECT_EQ(format_address(0), "0x0");
  EXPECT_EQ(format_address(kMost), "0xffffffffffffffff");
}

/// 400 Gbit/s at 1 GHz are 50 bytes a cycle; at 2500 ps they are 125.
TEST(ScenarioQuantity, PayloadRateIsAReducedFraction) {
  const PayloadRate whole = payload_rate(400'000'000'000, 1000);
  EXPECT_EQ(whole.numerator, 50U);
  EXPECT_EQ(whole.denominator, 1U);
  const PayloadRate part = payload_rate(100'000'000'000, 1000);
  EXPECT_EQ(part.numerator, 25U);
  EXPECT_EQ(part.denominator, 2U);
  EXPECT_TRUE(payload_rate(0, 1000).unlimited());
}

TEST(ScenarioQuantity, PayloadRateComesBackExactly) {
  for (const std::uint64_t bits :
       {std::uint64_t{1}, std::uint64_t{7}, std::uint64_t{123'456'789'123},
        std::uint64_t{10'000'000'000'000}, std::uint64_t{9'999'999'999'999}}) {
    for (const std::uint64_t period : {1U, 7U, 1000U, 2500U, 999'983U, 1'000'000U}) {
      EXPECT_EQ(bits_per_second(payload_rate(bits, period), period), bits) << period;
    }
  }
}

}  // namespace
}  // namespace sgdma::workload
