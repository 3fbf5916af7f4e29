/// Transfers that must exist, as the oracle derives them from one work item.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "oracle/byte_map.h"
#include "types/completion_tag.h"
#include "types/direction.h"
#include "types/ids.h"

namespace sgdma::oracle {

/// What an atomic does to its granule, which is little-endian in memory.
struct AtomicOperation {
  bool swaps = false;  ///< compare and swap, else fetch and add
  std::uint64_t compare = 0;
  std::uint64_t operand = 0;          ///< swap or add
  std::array<std::uint8_t, 8> old{};  ///< as the gather read it
};

/// One part of a piece of work.
struct ExpectedTransfer {
  CompletionTag tag;
  Direction direction = Direction::kGather;
  std::uint64_t offset = 0;  ///< of its first byte in the work's map
  std::uint32_t bytes = 0;
};

/// A WQE's gather, the scatter of a packet, or an atomic at the responder. Its transfers are the
/// parts of at most `part_bytes` bytes; an atomic has two, both over the whole map.
struct ExpectedWork {
  QpIndex qp{};
  CompletionTag tag;  ///< of the first part, with the last part's `last_part`
  Direction direction = Direction::kGather;
  bool after_scatters = false;  ///< a responder's gather or atomic
  bool optional = false;        ///< moves nothing that matters, or the rules leave it open
  std::optional<AtomicOperation> atomic;
  std::uint64_t part_bytes = 0;
  std::uint32_t parts = 1;
  std::uint32_t posted = 0;
  std::uint32_t granted = 0;
  std::uint32_t completed = 0;
  std::optional<std::uint64_t> scatter;  ///< number among the queue pair's scatters
  std::optional<Side> wqe_side;          ///< queue of the WQE that waits for it
  std::uint32_t wqe_number = 0;
  ByteMap map;
  MapCursor next_posted;         ///< where the part that is taken in next begins
  MapCursor next_granted;        ///< where the part that is granted next begins
  ExpectedWork* next = nullptr;  ///< in the order of work

  bool zero_length() const { return map.bytes() == 0; }

  /// Cuts a gather into parts of at most `bytes` bytes; 0 leaves it whole.
  void split(std::uint32_t bytes) {
    if (bytes > 0 && map.bytes() > bytes) {
      part_bytes = bytes;
      parts = static_cast<std::uint32_t>((map.bytes() + bytes - 1) / bytes);
    }
  }

  /// Part `index`, 0 to `parts` less one.
  ExpectedTransfer part(std::uint32_t index) const {
    ExpectedTransfer transfer{tag, direction, 0, static_cast<std::uint32_t>(map.bytes())};
    transfer.tag.part += index;
    transfer.tag.last_part = tag.last_part && index + 1 == parts;
    if (atomic) {
      transfer.direction = index == 0 ? Direction::kGather : Direction::kScatter;
    } else if (parts > 1) {
      transfer.offset = part_bytes * index;
      const std::uint64_t left = map.bytes() - transfer.offset;
      transfer.bytes = static_cast<std::uint32_t>(left < part_bytes ? left : part_bytes);
    }
    return transfer;
  }
};

}  // namespace sgdma::oracle
