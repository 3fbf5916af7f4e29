/// Names of incoming packets in a scenario: opcode and place in the message in one word.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "platform/work_item.h"

namespace sgdma::workload {

struct PacketName {
  std::string_view name;
  platform::PacketOpcode opcode;
  platform::PacketPosition position;
  bool immediate;
  bool invalidates;
};

/// "send_only", "write_last_imm", "read_request", ...: every packet that there is.
const std::vector<PacketName>& packet_names();

/// Position in `packet_names()` of what a packet is. Requires that there is such a packet.
std::size_t packet_name_index(const platform::IncomingPacket& packet);

/// Which fields of a packet mean something.
struct PacketFields {
  bool payload;   ///< bytes
  bool address;   ///< va and rkey
  bool length;    ///< of the message, in a RETH
  bool swap_add;  ///< AtomicETH
  bool compare;   ///< AtomicETH of a compare_swap
};

PacketFields fields_of(const platform::IncomingPacket& packet);

/// Whether the payload is always 8 bytes.
bool is_atomic_payload(const platform::IncomingPacket& packet);

}  // namespace sgdma::workload
