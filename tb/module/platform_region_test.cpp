#include <stdexcept>

#include <gtest/gtest.h>

#include "platform/region_table.h"

namespace sgdma::platform {
namespace {

Region region(std::uint64_t iova, std::uint64_t bytes, std::uint8_t access = 0) {
  Region result{"r", RegionKey{5}, iova, bytes, 4096, 0, {}, access};
  for (std::uint64_t page = 0; page * 4096 < bytes; ++page) {
    result.pages.push_back(page * 8192);
  }
  return result;
}

RangeFault fault(const RegionTable& table, std::uint64_t address, std::uint64_t bytes) {
  return table.look_up(RegionKey{5}, address, bytes, 0).fault;
}

TEST(PlatformRegion, A17_BoundsDoNotWrap) {
  const RegionTable table({region(0x10, 0x1000)}, true);
  EXPECT_EQ(fault(table, 0xFFFFFFFFFFFFFFC0, 96), RangeFault::kOutOfBounds);
  EXPECT_EQ(fault(table, 0x10, 0x1000), RangeFault::kNone);
  EXPECT_EQ(fault(table, 0xF, 1), RangeFault::kOutOfBounds);
  EXPECT_EQ(fault(table, 0x100F, 1), RangeFault::kNone);
  EXPECT_EQ(fault(table, 0x100F, 2), RangeFault::kOutOfBounds);
  EXPECT_EQ(fault(table, 0x1010, 1), RangeFault::kOutOfBounds);
  EXPECT_EQ(fault(table, 0x10, 0x1001), RangeFault::kOutOfBounds);
}

TEST(PlatformRegion, ARangeThatEndsAtTheTopIsLegal) {
  const RegionTable table({region(0xFFFFFFFFFFFFE000, 0x2000)}, true);
  EXPECT_EQ(fault(table, 0xFFFFFFFFFFFFFFFF, 1), RangeFault::kNone);
  EXPECT_EQ(fault(table, 0xFFFFFFFFFFFFE000, 0x2000), RangeFault::kNone);
  EXPECT_EQ(fault(table, 0xFFFFFFFFFFFFFFFF, 2), RangeFault::kOutOfBounds);
  EXPECT_EQ(fault(table, 0, 1), RangeFault::kOutOfBounds);
}

TEST(PlatformRegion, A21_BeyondTwoGibibytes) {
  Region large = region(0, 1);
  large.bytes = 0x90000000;
  large.page_bytes = 1ULL << 30U;
  large.pages = {2ULL << 30U, 5ULL << 30U, 9ULL << 30U};
  const RegionTable table({large}, true);
  const RangeLookup middle = table.look_up(RegionKey{5}, 0x80000000, 64, 0);
  ASSERT_NE(middle.region, nullptr);
  EXPECT_EQ(middle.region->pages.address(middle.offset), 9ULL << 30U);
  EXPECT_EQ(fault(table, 0x8FFFFFC0, 64), RangeFault::kNone);
  EXPECT_EQ(fault(table, 0x8FFFFFC1, 64), RangeFault::kOutOfBounds);
}

TEST(PlatformRegion, KeyThenBoundsThenAccess) {
  const RegionTable table({region(0, 4096, access::kRemoteRead | access::kLocalWrite)}, true);
  EXPECT_EQ(table.look_up(RegionKey{6}, 9999, 1, 255).fault, RangeFault::kUnknownKey);
  EXPECT_EQ(table.look_up(RegionKey{5}, 9999, 1, 255).fault, RangeFault::kOutOfBounds);
  EXPECT_EQ(table.look_up(RegionKey{5}, 0, 1, access::kRemoteWrite).fault,
            RangeFault::kMissingAccess);
  EXPECT_EQ(table.look_up(RegionKey{5}, 0, 1, access::kRemoteRead | access::kRemoteWrite).fault,
            RangeFault::kMissingAccess);
  EXPECT_EQ(table.look_up(RegionKey{5}, 0, 1, access::kRemoteRead).fault, RangeFault::kNone);
}

TEST(PlatformRegion, A19_AFirstByteOffsetOfAPageOrMoreIsRefused) {
  Region bad = region(0, 0x800);
  bad.pages = {0xA000, 0xB000};
  bad.first_byte_offset = 0x1800;
  EXPECT_EQ(RegionTable::problem(bad), "has a first-byte offset that is not below its page size");
  EXPECT_THROW(RegionTable({bad}, true), std::logic_error);
}

TEST(PlatformRegion, A20_APageListThatIsTooShortIsRefused) {
  Region short_by_a_byte = region(0, 0x2000);
  short_by_a_byte.first_byte_offset = 1;
  EXPECT_EQ(RegionTable::problem(short_by_a_byte),
            "has a page list that is too short for its first-byte offset and length");
  short_by_a_byte.bytes = 0x1FFF;
  EXPECT_EQ(RegionTable::problem(short_by_a_byte), "");
  Region huge = region(0, 4096);
  huge.bytes = 0xFFFFFFFFFFFFFFFF;
  EXPECT_EQ(RegionTable::problem(huge),
            "has a page list that is too short for its first-byte offset and length");
}

Region named(std::uint32_t key, std::uint64_t page, bool registered) {
  return {"r", RegionKey{key}, 0, 4096, 4096, 0, {page}, 0, registered};
}

TEST(PlatformRegion, RegistrationsAreCountedAndNeverComeBack) {
  RegionTable table({named(5, 0x1000, true), named(6, 0x2000, false), named(7, 0x3000, true)},
                    true);
  ASSERT_NE(table.find(RegionKey{5}), nullptr);
  EXPECT_EQ(table.find(RegionKey{5})->handle, RegionHandle{0});
  EXPECT_EQ(table.find(RegionKey{6}), nullptr);
  EXPECT_EQ(table.find(RegionKey{7})->handle, RegionHandle{1});
  EXPECT_EQ(table.enter(1), RegionHandle{2});
  EXPECT_EQ(table.deregister(RegionKey{5}), RegionHandle{0});
  EXPECT_EQ(table.deregister(RegionKey{5}), std::nullopt);
  EXPECT_EQ(fault(table, 0, 1), RangeFault::kUnknownKey);
  EXPECT_EQ(table.enter(0), RegionHandle{3});
  EXPECT_EQ(fault(table, 0, 1), RangeFault::kNone);
  EXPECT_EQ(table.size(), 3U);
}

// Two regions share a key, one after the other.
TEST(PlatformRegion, F05_AKeyIsThatOfTheLastRegistration) {
  RegionTable table({named(5, 0x1000, true), named(5, 0x2000, false)}, true);
  const RegisteredRegion* old = table.find(RegionKey{5});
  ASSERT_NE(old, nullptr);
  EXPECT_EQ(old->pages.address(0), 0x1000U);
  EXPECT_EQ(table.enter(1), std::nullopt);
  EXPECT_EQ(table.find(RegionKey{5}), old);
  table.deregister(RegionKey{5});
  EXPECT_EQ(table.enter(1), RegionHandle{1});
  EXPECT_EQ(table.find(RegionKey{5})->pages.address(0), 0x2000U);
  boost::container::small_vector<Segment, 3> segments;
  table.find(RegionKey{5})->append_segments(8, 16, segments);
  ASSERT_EQ(segments.size(), 1U);
  EXPECT_EQ(segments[0].address, 0x2008U);
  EXPECT_EQ(segments[0].region, RegionHandle{1});
}

TEST(PlatformRegion, ARegistrationThatWasFoundStaysWhereItIs) {
  RegionTable table({named(5, 0x1000, true)}, true);
  const RegisteredRegion* first = table.find(RegionKey{5});
  for (int again = 0; again < 1000; ++again) {
    table.deregister(RegionKey{5});
    ASSERT_TRUE(table.enter(0));
  }
  EXPECT_EQ(first->handle, RegionHandle{0});
  EXPECT_EQ(first->pages.address(0), 0x1000U);
  EXPECT_EQ(table.find(RegionKey{5})->handle, RegionHandle{1000});
}

TEST(PlatformRegion, OtherProblems) {
  EXPECT_EQ(RegionTable::problem(region(0xFFFFFFFFFFFFF000, 0x1000)), "");
  EXPECT_EQ(RegionTable::problem(region(0xFFFFFFFFFFFFF001, 0x1000)), "ends above address 2^64");
  EXPECT_EQ(RegionTable::problem(region(0, 0)), "has no bytes");
  Region crooked = region(0, 4096);
  crooked.pages[0] = 0x800;
  EXPECT_EQ(RegionTable::problem(crooked), "has a page that is not aligned to its page size");
  EXPECT_THROW(RegionTable({region(0, 1), region(8192, 1)}, true), std::logic_error);
}

}  // namespace
}  // namespace sgdma::platform
