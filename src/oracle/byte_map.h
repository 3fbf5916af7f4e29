/// The map from an offset in a piece of work to a physical byte.
///
/// Invariant: runs are in order of offset, none is empty, and together they hold `bytes()` bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "types/segment.h"

namespace sgdma::oracle {

/// A physically contiguous range that the cursor counts as one segment.
struct Run {
  std::uint64_t address = 0;
  std::uint32_t bytes = 0;
  RegionHandle region = kNoRegion;
};

/// A place in a map: a run and the bytes of it that lie before.
struct MapCursor {
  std::uint32_t run = 0;
  std::uint32_t offset = 0;
};

class ByteMap {
 public:
  void clear() {
    runs_.clear();
    bytes_ = 0;
  }
  void append(std::uint64_t address, std::uint32_t bytes, RegionHandle region) {
    runs_.push_back({address, bytes, region});
    bytes_ += bytes;
  }
  /// Makes the last run longer. Requires a run.
  void extend(std::uint32_t bytes) {
    runs_.back().bytes += bytes;
    bytes_ += bytes;
  }

  const std::vector<Run>& runs() const { return runs_; }
  std::uint64_t bytes() const { return bytes_; }

  bool at_end(const MapCursor& at) const { return at.run >= runs_.size(); }
  /// Requires `!at_end(at)`.
  std::uint64_t address(const MapCursor& at) const { return runs_[at.run].address + at.offset; }
  /// Bytes from `at` to the end of its run. Requires `!at_end(at)`.
  std::uint32_t left_in_run(const MapCursor& at) const { return runs_[at.run].bytes - at.offset; }
  /// Moves `at` on by `bytes`, at most to the end.
  void advance(MapCursor& at, std::uint32_t bytes) const {
    if (!at_end(at) && bytes < left_in_run(at)) {
      at.offset += bytes;
    } else {
      advance_over_runs(at, bytes);
    }
  }
  /// How far behind `from`, within `bytes` bytes, the physical byte `address` lies; the first where
  /// it occurs more than once.
  std::optional<std::uint32_t> distance(MapCursor from, std::uint32_t bytes,
                                        std::uint64_t address) const;

 private:
  void advance_over_runs(MapCursor& at, std::uint32_t bytes) const;

  std::vector<Run> runs_;
  std::uint64_t bytes_ = 0;
};

}  // namespace sgdma::oracle
