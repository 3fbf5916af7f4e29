/// Stimuli whose addresses belong to registered regions.
#pragma once

#include <string_view>
#include <vector>

#include "support/fake_work_source.h"

namespace sgdma::test {

/// As `parse_stimulus`: every 1 MiB of memory is a region of 4 KiB pages, whose handle is the
/// number of that MiB.
std::vector<TimedRequest> parse_region_stimulus(std::string_view text);

/// Region that an address belongs to.
RegionHandle region_of(std::uint64_t address);

}  // namespace sgdma::test
