#include "support/region_stimulus.h"

#include "support/trace_stimulus.h"

namespace sgdma::test {
namespace {

constexpr unsigned kRegionShift = 20;
constexpr unsigned kPageShift = 12;

}  // namespace

RegionHandle region_of(std::uint64_t address) {
  return RegionHandle{static_cast<std::uint32_t>(address >> kRegionShift)};
}

std::vector<TimedRequest> parse_region_stimulus(std::string_view text) {
  std::vector<TimedRequest> work = parse_stimulus(text);
  for (TimedRequest& timed : work) {
    for (Segment& segment : timed.request.segments) {
      segment.region = region_of(segment.address);
      const std::uint64_t in_region = segment.address & ((1ULL << kRegionShift) - 1);
      segment.page = static_cast<std::uint32_t>(in_region >> kPageShift);
      segment.page_shift = kPageShift;
    }
  }
  return work;
}

}  // namespace sgdma::test
