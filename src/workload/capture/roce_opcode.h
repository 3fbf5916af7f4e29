/// What the opcodes of the base transport header (BTH) mean.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "platform/work_item.h"

namespace sgdma::workload {

/// An opcode of the reliable connected (RC) transport. The extended headers stand between BTH and
/// payload in the order RETH, AtomicETH, AETH, AtomicAckETH, ImmDt, IETH.
struct RoceOpcode {
  std::uint8_t code = 0;
  std::string_view name;
  platform::PacketOpcode kind = platform::PacketOpcode::kSend;
  platform::PacketPosition position = platform::PacketPosition::kOnly;
  std::uint32_t header_bytes = 0;  ///< of all extended headers together
  bool reth = false;               ///< 16 bytes: va, rkey, DMA length
  bool atomic_eth = false;         ///< 28 bytes: va, rkey, swap or add, compare
  bool aeth = false;               ///< 4 bytes: syndrome, MSN
  bool immediate = false;          ///< 4 bytes: ImmDt
  bool invalidates = false;        ///< 4 bytes: IETH
  bool payload = false;            ///< a payload may follow

  /// Travels from requester to responder and takes a packet sequence number of its own.
  bool request() const;
  /// Answers a READ or an atomic with data.
  bool response() const;
};

/// The RC opcode, or nullptr where the code is reserved, of another transport, or not modelled.
const RoceOpcode* find_rc_opcode(std::uint8_t code);

/// The name for people, for any code: "RC SEND First", "UD SEND Only", "opcode 0xe3".
std::string roce_opcode_name(std::uint8_t code);

}  // namespace sgdma::workload
