/// Random regions of a scenario.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/scenario_random.h"

namespace sgdma::test {

/// A range of addresses in a region.
struct ScenarioRange {
  std::uint64_t address = 0;  ///< I/O virtual
  std::uint32_t key = 0;
};

/// Regions with all rights, on scattered or contiguous pages of several sizes, with offsets in
/// their first page.
class ScenarioRegions {
 public:
  explicit ScenarioRegions(ScenarioRandom& random);

  /// `[[region]]` tables.
  const std::string& text() const { return text_; }

  /// A random range of `bytes` in a random region, preferably across an edge of a 4 KiB page.
  ScenarioRange range(std::uint64_t bytes);

  /// One at an address that is a multiple of 8; in most regions, in memory too.
  ScenarioRange aligned_range(std::uint64_t bytes);

  /// No range asked for may be longer.
  static constexpr std::uint64_t kMostBytes = 12000;

 private:
  struct Region {
    std::uint32_t key;
    std::uint64_t address;
    std::uint64_t bytes;
    std::uint64_t first_byte_offset;
  };

  void add(std::uint32_t key);

  ScenarioRandom& random_;
  std::vector<Region> regions_;
  std::vector<std::uint64_t> chunks_;  ///< of 2 MiB in memory, in random order, still unused
  std::string text_;
};

}  // namespace sgdma::test
