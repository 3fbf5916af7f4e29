#include "core/page_list.h"

#include <stdexcept>
#include <utility>

#include <gtest/gtest.h>

namespace sgdma::core {
namespace {

using Segments = boost::container::small_vector<Segment, 3>;
using Piece = std::pair<std::uint64_t, std::uint32_t>;

std::vector<Piece> runs(const PageList& pages, std::uint64_t offset, std::uint32_t bytes) {
  Segments segments;
  pages.append_segments(kNoRegion, offset, bytes, segments);
  std::vector<Piece> result;
  for (const Segment& segment : segments) {
    result.emplace_back(segment.address, segment.bytes);
  }
  return result;
}

// The region's IOVA is 0, and its bytes begin at 0x234 of the first page.
TEST(PageList, A18_TheIndexCountsFromTheRegionsStart) {
  const PageList pages(0x1000, 0x234, {0x7000, 0x3000}, false);
  EXPECT_EQ(runs(pages, 0x0, 16), (std::vector<Piece>{{0x7234, 16}}));
  EXPECT_EQ(runs(pages, 0xDCC, 16), (std::vector<Piece>{{0x3000, 16}}));
  EXPECT_EQ(runs(pages, 0xDC4, 16), (std::vector<Piece>{{0x7FF8, 8}, {0x3000, 8}}));
}

TEST(PageList, A19_AFirstByteOffsetBehindThePageSelectsALaterPage) {
  const PageList pages(0x1000, 0x1800, {0xA000, 0xB0000}, false);
  EXPECT_EQ(runs(pages, 0, 16), (std::vector<Piece>{{0xB0800, 16}}));
  EXPECT_EQ(pages.bytes(), 0x800U);
}

TEST(PageList, A21_OffsetsBeyondTwoGibibytes) {
  std::vector<std::uint64_t> addresses;
  for (std::uint64_t page = 0; page < 0x90000; ++page) {
    addresses.push_back((0x200000 - page) << 12U);
  }
  const PageList pages(0x1000, 0, addresses, true);
  ASSERT_EQ(pages.bytes(), 0x90000000U);
  EXPECT_EQ(runs(pages, 0x80000000, 64), (std::vector<Piece>{{0x180000000, 64}}));
  EXPECT_EQ(runs(pages, 0x8FFFFFC0, 64), (std::vector<Piece>{{0x170001FC0, 64}}));
  EXPECT_THROW(runs(pages, 0x8FFFFFC1, 64), std::logic_error);
}

TEST(PageList, A11_TwoToTheThirtyOneBytesInOneRange) {
  std::vector<std::uint64_t> addresses;
  for (std::uint64_t page = 0; page < 3; ++page) {
    addresses.push_back(page << 30U);
  }
  const PageList merged(1ULL << 30U, 0x10, addresses, true);
  EXPECT_EQ(runs(merged, 0, 0x80000000U), (std::vector<Piece>{{0x10, 0x80000000U}}));
  const PageList split(1ULL << 30U, 0x10, addresses, false);
  EXPECT_EQ(runs(split, 0, 0x80000000U),
            (std::vector<Piece>{{0x10, 0x3FFFFFF0}, {0x40000000, 0x40000000}, {0x80000000, 0x10}}));
}

TEST(PageList, MergesOnlyPagesThatAreContiguousInMemory) {
  const std::vector<std::uint64_t> addresses = {0x4000, 0x5000, 0x9000, 0x8000};
  EXPECT_EQ(runs(PageList(0x1000, 0, addresses, true), 0x800, 0x3000),
            (std::vector<Piece>{{0x4800, 0x1800}, {0x9000, 0x1000}, {0x8000, 0x800}}));
  EXPECT_EQ(
      runs(PageList(0x1000, 0, addresses, false), 0x800, 0x3000),
      (std::vector<Piece>{{0x4800, 0x800}, {0x5000, 0x1000}, {0x9000, 0x1000}, {0x8000, 0x800}}));
}

TEST(PageList, NeverMergesWithARangeBefore) {
  const PageList pages(0x1000, 0, {0x4000, 0x5000}, true);
  Segments segments;
  pages.append_segments(kNoRegion, 0, 0x800, segments);
  pages.append_segments(kNoRegion, 0x800, 0x1000, segments);
  ASSERT_EQ(segments.size(), 2U);
  EXPECT_EQ(segments[1].address, 0x4800U);
  EXPECT_EQ(segments[1].bytes, 0x1000U);
}

// Byte 0 stands at 0x800 of page 0, so that bytes from 0x1900 on begin in page 2.
TEST(PageList, SegmentsNameTheirRegionAndThePageOfTheirFirstByte) {
  const PageList pages(0x1000, 0x800, {0x4000, 0x5000, 0x9000, 0xA000, 0xC000}, true);
  Segments segments;
  pages.append_segments(RegionHandle{7}, 0, 0x4800, segments);
  ASSERT_EQ(segments.size(), 3U);
  const std::vector<std::uint32_t> first_pages = {0, 2, 4};  // 0 and 1, 2 and 3 are merged
  for (std::size_t at = 0; at < segments.size(); ++at) {
    EXPECT_EQ(segments[at].region, RegionHandle{7});
    EXPECT_EQ(segments[at].page, first_pages[at]);
    EXPECT_EQ(segments[at].page_shift, 12);
  }
  segments.clear();
  pages.append_segments(RegionHandle{8}, 0x1900, 1, segments);
  ASSERT_EQ(segments.size(), 1U);
  EXPECT_EQ(segments[0].region, RegionHandle{8});
  EXPECT_EQ(segments[0].page, 2U);
  segments.clear();
  PageList(1ULL << 30U, 0, {0}, true).append_segments(RegionHandle{0}, 0, 1, segments);
  EXPECT_EQ(segments[0].page_shift, 30);
}

TEST(PageList, NothingOfZeroBytes) {
  const PageList pages(0x1000, 0, {0x4000}, true);
  EXPECT_TRUE(runs(pages, 0x1000, 0).empty());
}

class PageSizes : public testing::TestWithParam<std::uint64_t> {};

TEST_P(PageSizes, EdgesAreThoseOfTheSize) {
  const std::uint64_t size = GetParam();
  const PageList pages(size, size - 4, {7 * size, 3 * size}, true);
  EXPECT_EQ(runs(pages, 0, 8), (std::vector<Piece>{{8 * size - 4, 4}, {3 * size, 4}}));
  EXPECT_EQ(pages.address(4 + size - 1), 4 * size - 1);
}

INSTANTIATE_TEST_SUITE_P(PageList, PageSizes,
                         testing::Values(1ULL << 12U, 1ULL << 16U, 1ULL << 21U, 1ULL << 30U));

TEST(PageList, RefusesPageSizesAndPagesThatAreNotAligned) {
  EXPECT_THROW(PageList(2048, 0, {0}, true), std::logic_error);
  EXPECT_THROW(PageList(12288, 0, {0}, true), std::logic_error);
  EXPECT_THROW(PageList(1ULL << 31U, 0, {0}, true), std::logic_error);
  EXPECT_THROW(PageList(8192, 0, {0x1000}, true), std::logic_error);
}

}  // namespace
}  // namespace sgdma::core
