/// A walk along a part of a map, in order.
///
/// Invariant: the next byte stands at `address()`, and `left()` bytes from there on are contiguous
/// and in the part; 0 at the part's end.
#pragma once

#include <algorithm>
#include <cstdint>

#include "oracle/byte_map.h"

namespace sgdma::oracle {

class MapWalk {
 public:
  MapWalk() = default;
  /// The `total` bytes of `map` from `begin` on.
  MapWalk(const ByteMap& map, const MapCursor& begin, std::uint32_t total)
      : run_(begin.run), total_(total) {
    if (total > 0) {
      address_ = map.address(begin);
      left_ = std::min(map.left_in_run(begin), total);
    }
  }

  std::uint64_t address() const { return address_; }
  std::uint32_t left() const { return left_; }
  /// Bytes passed.
  std::uint32_t bytes() const { return bytes_; }
  /// Run of the map.
  std::uint32_t run() const { return run_; }

  /// Passes `bytes` bytes. Requires `bytes <= left()`.
  void step(const ByteMap& map, std::uint32_t bytes) {
    bytes_ += bytes;
    address_ += bytes;
    left_ -= bytes;
    if (left_ == 0 && bytes_ < total_) {
      ++run_;
      address_ = map.runs()[run_].address;
      left_ = std::min(map.runs()[run_].bytes, total_ - bytes_);
    }
  }
  /// Passes `bytes` bytes, at most to the end.
  void skip(const ByteMap& map, std::uint32_t bytes) {
    while (bytes > 0 && left_ > 0) {
      const std::uint32_t passed = std::min(bytes, left_);
      step(map, passed);
      bytes -= passed;
    }
  }

 private:
  std::uint64_t address_ = 0;
  std::uint32_t left_ = 0;
  std::uint32_t bytes_ = 0;
  std::uint32_t run_ = 0;
  std::uint32_t total_ = 0;
};

}  // namespace sgdma::oracle
