#include "core/translation/line_walk.h"

#include <vector>

#include <gtest/gtest.h>

namespace sgdma::core {
namespace {

std::vector<std::pair<std::uint32_t, std::uint32_t>> lines(const TransferRequest& request,
                                                           UnitPlace from, std::uint32_t bytes,
                                                           std::uint32_t pages_per_line) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> found;
  for (LineWalk walk(request, from, bytes, pages_per_line); !walk.done(); walk.next()) {
    found.emplace_back(raw(walk.line().region), walk.line().number);
  }
  return found;
}

using Lines = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

Segment segment(std::uint64_t address, std::uint32_t bytes, std::uint32_t region,
                std::uint32_t page) {
  return {address, bytes, RegionHandle{region}, page, 12};
}

TEST(LineWalk, CountsPagesFromTheSegmentsFirst) {
  TransferRequest request;
  // The last 16 bytes of page 3, and pages 4 to 8; lines of four pages.
  request.segments = {segment(0x9FF0, 16 + 5 * 4096, 7, 3)};
  EXPECT_EQ(lines(request, {0, 0}, 16 + 5 * 4096, 4), (Lines{{7, 0}, {7, 1}, {7, 2}}));
  EXPECT_EQ(lines(request, {0, 0}, 16, 4), (Lines{{7, 0}}));
  EXPECT_EQ(lines(request, {0, 0}, 17, 4), (Lines{{7, 0}, {7, 1}}));
  EXPECT_EQ(lines(request, {0, 16}, 4 * 4096, 4), (Lines{{7, 1}}));
  EXPECT_EQ(lines(request, {0, 16 + 4 * 4096}, 1, 4), (Lines{{7, 2}}));
}

TEST(LineWalk, ALineInARowComesOnce) {
  TransferRequest request;
  request.segments = {segment(0x1000, 4096, 1, 0), segment(0x9000, 4096, 1, 1),
                      segment(0x3000, 4096, 1, 2), segment(0x4000, 8, 2, 2),
                      segment(0x7000, 8, 1, 1)};
  EXPECT_EQ(lines(request, {0, 0}, 3 * 4096 + 16, 2), (Lines{{1, 0}, {1, 1}, {2, 1}, {1, 0}}));
}

TEST(LineWalk, MemoryOfNoRegionHasNone) {
  TransferRequest request;
  request.segments = {{0x1000, 64}, segment(0x2000, 64, 5, 0), {0x3000, 64}};
  EXPECT_EQ(lines(request, {0, 0}, 192, 8), (Lines{{5, 0}}));
  EXPECT_EQ(lines(request, {0, 0}, 64, 8), Lines{});
  EXPECT_EQ(lines(request, {2, 0}, 64, 8), Lines{});
}

TEST(LineWalk, KnowsLargePages) {
  TransferRequest request;
  request.segments = {{0x40000000 - 4096, 8192, RegionHandle{3}, 9, 30}};
  EXPECT_EQ(lines(request, {0, 0}, 8192, 1), (Lines{{3, 9}, {3, 10}}));
}

}  // namespace
}  // namespace sgdma::core
