#include "support/scenario_regions.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace sgdma::test {
namespace {

constexpr std::uint64_t kChunk = 2U << 20U;
constexpr std::uint64_t kChunks = 64;
constexpr std::uint64_t kLine = 4096;

}  // namespace

ScenarioRegions::ScenarioRegions(ScenarioRandom& random) : random_(random) {
  for (std::uint64_t chunk = 0; chunk < kChunks; ++chunk) {
    chunks_.push_back(chunk * kChunk);
  }
  random_.shuffle(chunks_);
  const std::uint64_t count = random_.between(1, 5);
  for (std::uint32_t key = 1; key <= count; ++key) {
    add(key);
  }
}

void ScenarioRegions::add(std::uint32_t key) {
  const std::uint64_t page = random_.one_of<std::uint64_t>({1, 1, 1, 2, 16, 512}) * kLine;
  const std::uint64_t bytes = random_.between(kMostBytes + 8, 4 * kMostBytes);
  const std::uint64_t offset = random_.chance(50) ? 0 : random_.between(0, page - 1) & ~7ULL;
  const std::uint64_t pages = (offset + bytes + page - 1) / page;
  const std::uint64_t address =
      random_.chance(20) ? 0ULL - bytes : random_.between(0, 1U << 30U) * 8;
  fmt::format_to(std::back_inserter(text_),
                 "[[region]]\nname = \"r{0}\"\nkey = {0}\niova = \"{1:#x}\"\nsize = \"{2} B\"\n"
                 "page_size = \"{3} B\"\nfirst_byte_offset = \"{4} B\"\n"
                 "access = [\"local_write\", \"remote_write\", \"remote_read\", "
                 "\"remote_atomic\"]\n",
                 key, address, bytes, page, offset);
  if (random_.chance(20) && pages * page <= kChunk) {
    fmt::format_to(std::back_inserter(text_), "base = \"{:#x}\"\n", chunks_.back());
    chunks_.pop_back();
  } else {
    // Pages of one chunk in random order, or a chunk for each.
    const std::uint64_t in_chunk = kChunk / page;
    std::vector<std::uint64_t> places;
    while (places.size() < pages) {
      for (std::uint64_t at = 0; at < in_chunk; ++at) {
        places.push_back(chunks_.back() + at * page);
      }
      chunks_.pop_back();
    }
    if (random_.chance(70)) random_.shuffle(places);
    text_ += "pages = [";
    for (std::uint64_t at = 0; at < pages; ++at) {
      fmt::format_to(std::back_inserter(text_), "\"{:#x}\", ", places[at]);
    }
    text_ += "]\n";
  }
  regions_.push_back({key, address, bytes, offset});
}

ScenarioRange ScenarioRegions::range(std::uint64_t bytes) {
  const Region& region = random_.one_in(regions_);
  std::uint64_t at = random_.between(0, region.bytes - bytes);
  if (random_.chance(50)) {
    const std::uint64_t edge = (at + region.first_byte_offset) / kLine * kLine + kLine;
    const std::uint64_t before = random_.between(0, std::min<std::uint64_t>(bytes, 300));
    const std::uint64_t start = edge - before - region.first_byte_offset;
    if (edge >= before + region.first_byte_offset && start <= region.bytes - bytes) at = start;
  }
  return {region.address + at, region.key};
}

ScenarioRange ScenarioRegions::aligned_range(std::uint64_t bytes) {
  const Region& region = random_.one_in(regions_);
  const std::uint64_t first = (0 - region.address) & 7U;
  const std::uint64_t at = first + random_.between(0, (region.bytes - bytes - first) / 8) * 8;
  return {region.address + at, region.key};
}

}  // namespace sgdma::test
