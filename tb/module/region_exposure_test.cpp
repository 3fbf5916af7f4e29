#include "observe/region_exposure.h"

#include <gtest/gtest.h>

namespace sgdma::observe {
namespace {

constexpr RegionHandle kFirst{0};
constexpr RegionHandle kSecond{1};

/// Regions 1 and 2 are there from the start; a third has the key of the first.
class RegionExposureTest : public ::testing::Test {
 protected:
  static std::vector<platform::Region> regions() {
    std::vector<platform::Region> all(3);
    all[0].key = RegionKey{1};
    all[1].key = RegionKey{1};
    all[1].registered = false;
    all[2].key = RegionKey{2};
    return all;
  }
  void grant(std::uint32_t slot, std::initializer_list<std::pair<RegionHandle, unsigned>> pieces) {
    TransferRequest request;
    for (const auto& [region, bytes] : pieces) {
      request.segments.push_back({0x1000, bytes, region, 0, 12});
      request.bytes += bytes;
    }
    exposure.on_grant(SlotIndex{slot}, request);
  }
  void beat(std::uint32_t slot, std::uint32_t offset, Direction direction = Direction::kGather) {
    BeatEvent event;
    event.slot = SlotIndex{slot};
    event.direction = direction;
    event.offset = offset;
    event.range.bytes = 8;
    exposure.on_beat(event);
  }
  using Bytes = RegionExposure::Bytes;

  const std::vector<platform::Region> regions_ = regions();
  RegionExposure exposure{regions_};
};

// Both stand at one address: only the handle says whose bytes they are.
TEST_F(RegionExposureTest, CountsTheBytesOfItsSegmentsAlone) {
  grant(0, {{kFirst, 16}, {kSecond, 16}, {kFirst, 8}});
  grant(1, {{kSecond, 16}});
  beat(0, 0);
  exposure.on_deregistration(RegionKey{1}, false);
  for (const std::uint32_t offset : {8U, 16U, 24U, 32U}) beat(0, offset);
  beat(1, 0);
  EXPECT_EQ(exposure.before_answer(), (Bytes{16, 0}));
  EXPECT_EQ(exposure.after_answer(), (Bytes{0, 0}));
}

TEST_F(RegionExposureTest, CountsByDirectionBeforeAndAfterTheAnswer) {
  grant(2, {{kSecond, 64}});
  exposure.on_deregistration(RegionKey{2}, false);
  beat(2, 0, Direction::kScatter);
  exposure.on_deregistration(RegionKey{2}, true);
  beat(2, 8, Direction::kScatter);
  beat(2, 16, Direction::kScatter);
  EXPECT_EQ(exposure.before_answer(), (Bytes{0, 8}));
  EXPECT_EQ(exposure.after_answer(), (Bytes{0, 16}));
}

TEST_F(RegionExposureTest, ANewRegistrationUnderTheSameKeyIsAnotherOne) {
  exposure.on_deregistration(RegionKey{1}, false);
  exposure.on_deregistration(RegionKey{1}, true);
  exposure.on_registered(RegionHandle{2}, 1);
  grant(0, {{RegionHandle{2}, 64}});
  beat(0, 0);
  EXPECT_EQ(exposure.after_answer(), (Bytes{0, 0}));
  exposure.on_deregistration(RegionKey{1}, false);
  beat(0, 8);
  EXPECT_EQ(exposure.before_answer(), (Bytes{8, 0}));
}

// A key that names nothing is closed twice, and another's bytes are none of its business.
TEST_F(RegionExposureTest, ADeregistrationOfNothingCountsNothing) {
  exposure.on_deregistration(RegionKey{9}, false);
  exposure.on_deregistration(RegionKey{9}, true);
  exposure.on_deregistration(RegionKey{1}, false);
  exposure.on_deregistration(RegionKey{1}, false);
  exposure.on_deregistration(RegionKey{1}, true);
  exposure.on_deregistration(RegionKey{1}, true);
  grant(0, {{kSecond, 64}, {kNoRegion, 64}});
  beat(0, 0);
  beat(0, 64);
  EXPECT_EQ(exposure.before_answer(), (Bytes{0, 0}));
  EXPECT_EQ(exposure.after_answer(), (Bytes{0, 0}));
}

}  // namespace
}  // namespace sgdma::observe
