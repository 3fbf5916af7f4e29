/// From a part of a transfer to the lines of page lists that its addresses stand in.
#pragma once

#include <cstdint>

#include "core/key_cache/page_list_line.h"
#include "types/transfer_request.h"

namespace sgdma::core {

/// A byte of a transfer: `offset` bytes into a segment.
struct UnitPlace {
  std::uint32_t segment = 0;
  std::uint32_t offset = 0;
};

/// Walks the lines in the order of the bytes. A line that several bytes in a row stand in comes
/// once, also where they belong to different segments; segments of no region have none.
class LineWalk {
 public:
  LineWalk() = default;
  /// `request` outlives the walk. `bytes` from `from` on belong to it.
  LineWalk(const TransferRequest& request, UnitPlace from, std::uint32_t bytes,
           std::uint32_t pages_per_line);

  bool done() const { return left_ == 0; }
  /// Requires `!done()`.
  const PageListLine& line() const { return line_; }
  void next();

 private:
  /// Finds the line of the byte at hand, behind segments that have none.
  void find();
  /// Moves `bytes` on inside the segment at hand.
  void move(std::uint64_t bytes);
  std::uint64_t bytes_to_line_end() const;

  const TransferRequest* request_ = nullptr;
  UnitPlace at_;
  std::uint32_t left_ = 0;
  std::uint32_t pages_per_line_ = 1;
  PageListLine line_;
};

}  // namespace sgdma::core
