#include "core/translation/translation_units.h"

#include <algorithm>

#include "core/burst.h"

namespace sgdma::core {

std::uint32_t max_burst(const EngineConfig& config, Direction direction) {
  if (config.translation == Translation::kBeat) {
    return config.bus_width;
  }
  return direction == Direction::kGather ? config.max_read_burst : config.max_write_burst;
}

std::uint32_t unit_bytes(const EngineConfig& config, const TransferRequest& request,
                         UnitPlace place) {
  const Segment& segment = request.segments[place.segment];
  const std::uint64_t address = segment.address + place.offset;
  const std::uint32_t left = segment.bytes - place.offset;
  switch (config.translation) {
    case Translation::kCaptured:
    case Translation::kSegment: break;
    case Translation::kPage: {
      const std::uint64_t page = 1ULL << segment.page_shift;
      return static_cast<std::uint32_t>(
          std::min<std::uint64_t>(left, page - (address & (page - 1))));
    }
    case Translation::kBurst:
    case Translation::kBeat:
      return next_burst(address, left, max_burst(config, request.direction), config.bus_width)
          .bytes;
  }
  return left;
}

}  // namespace sgdma::core
