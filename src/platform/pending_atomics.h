/// Atomics between their gather and their scatter.
#pragma once

#include <array>
#include <cstdint>

#include <boost/unordered/unordered_flat_map.hpp>

#include "platform/work_item.h"
#include "types/completion_tag.h"

namespace sgdma::platform {

/// Bytes of the operand of an atomic. Little-endian in memory.
inline constexpr std::uint32_t kAtomicBytes = 8;

/// Holds, for every compare-and-swap and fetch-and-add at the responder, the operands from the
/// packet and the value that its gather read, until its scatter has been written. Found by queue
/// pair and message number; both parts carry them in their tag.
class PendingAtomics {
 public:
  bool empty() const { return pending_.empty(); }
  std::size_t size() const { return pending_.size(); }

  /// Intake hands an atomic over. Throws `std::logic_error` if its tag is there already.
  void begin(const CompletionTag& tag, const IncomingPacket& packet);
  /// The gather brought `bytes` bytes of the old value, from `offset` on. Other tags are ignored.
  void gathered(const CompletionTag& tag, std::uint32_t offset, const std::uint8_t* data,
                std::uint32_t bytes);
  /// Copies bytes of the new value: compare-and-swap gives `swap_or_add` where the old value equals
  /// `compare`, else the old value; fetch-and-add gives the sum modulo 2^64. False, and nothing
  /// copied, where the tag is not an atomic's.
  bool new_value(const CompletionTag& tag, std::uint32_t offset, std::uint8_t* data,
                 std::uint32_t bytes) const;
  /// The atomic has written its value, or failed. Other tags are ignored.
  void end(const CompletionTag& tag) { pending_.erase(key_of(tag)); }
  /// The queue pair begins anew.
  void drop(QpNumber qp);

 private:
  struct Atomic {
    PacketOpcode opcode = PacketOpcode::kFetchAdd;
    std::uint64_t compare = 0;
    std::uint64_t swap_or_add = 0;
    std::array<std::uint8_t, kAtomicBytes> old_value{};
  };

  static std::uint64_t key_of(const CompletionTag& tag) {
    return (std::uint64_t{raw(tag.qp)} << 32U) | tag.number;
  }

  boost::unordered_flat_map<std::uint64_t, Atomic> pending_;
};

}  // namespace sgdma::platform
