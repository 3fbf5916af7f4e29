/// Exact factors between captured and simulated time.

#include "workload/capture/capture_time_scale.h"

#include <cstdint>

#include <gtest/gtest.h>

#include "workload/capture/capture_error.h"

namespace sgdma::workload {
namespace {

TEST(CaptureTimeScale, ReadsExactDecimalsAndFractions) {
  const auto parts = [](const char* text) {
    const auto scale = CaptureTimeScale::parse(text);
    return std::pair(scale.numerator(), scale.denominator());
  };
  using Parts = std::pair<std::uint64_t, std::uint64_t>;
  EXPECT_EQ(parts("1"), Parts(1, 1));
  EXPECT_EQ(parts("0.1"), Parts(1, 10));
  EXPECT_EQ(parts("2.50"), Parts(5, 2));
  EXPECT_EQ(parts("6/4"), Parts(3, 2));
  EXPECT_EQ(parts("0.000000001"), Parts(1, 1'000'000'000));
  EXPECT_EQ(parts("1000000000"), Parts(1'000'000'000, 1));
}

TEST(CaptureTimeScale, RefusesEverythingElse) {
  for (const char* text :
       {"", "0", "0.0", "-1", "+1", "1e3", "1/0", "0/1", "1.", ".5", "1.2.3", "1/2/3", "nan", " 1",
        "0x1", "1000000001", "0.0000000001", "99999999999999999999", "1,5"}) {
    EXPECT_THROW(CaptureTimeScale::parse(text), CaptureError) << text;
  }
}

TEST(CaptureTimeScale, RoundsDownToPicoseconds) {
  EXPECT_EQ(CaptureTimeScale::parse("1/3").to_picoseconds(1), 333U);
  EXPECT_EQ(CaptureTimeScale::parse("1/3").to_picoseconds(3), 1000U);
  EXPECT_EQ(CaptureTimeScale::parse("0.0001").to_picoseconds(12'345), 1234U);
  // 2^62 ns times 10^-9 times 1000: no double holds it exactly.
  EXPECT_EQ(CaptureTimeScale::parse("0.000000001").to_picoseconds(4611686018427387904U),
            4611686018427U);
  EXPECT_EQ(CaptureTimeScale().to_picoseconds(18446744073709551U), 18446744073709551000U);
  EXPECT_EQ(CaptureTimeScale().to_picoseconds(18446744073709552U), std::nullopt);
}

}  // namespace
}  // namespace sgdma::workload
