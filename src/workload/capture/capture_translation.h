/// Packets of a capture in the words of the model.
#pragma once

#include <cstddef>
#include <cstdint>

#include "platform/work_item.h"
#include "workload/capture/roce_packet.h"

namespace sgdma::workload {

/// The packet names an address and an rkey.
bool names_address(const RocePacket& packet);

/// CompareSwap or FetchAdd.
bool atomic(platform::PacketOpcode kind);

/// The packet as it arrives, all fields but `key`, since an rkey may have another number in the
/// model.
platform::IncomingPacket incoming(const RocePacket& packet);

/// The rights that a request needs to the region that it names.
std::uint8_t access_for(platform::PacketOpcode kind);

/// What software posted for a SEND or WRITE with these first and last packets. An ATOMIC WRITE, for
/// which the model has no WQE, is a WRITE of its 8 bytes.
platform::WqeOpcode send_opcode(const RoceOpcode& first, const RoceOpcode& last);

/// Place of packet `index` in a message of `count` packets.
platform::PacketPosition position_of(std::size_t index, std::uint64_t count);

}  // namespace sgdma::workload
