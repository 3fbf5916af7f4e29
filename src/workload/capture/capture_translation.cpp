#include "workload/capture/capture_translation.h"

#include "platform/region.h"

namespace sgdma::workload {

using platform::IncomingPacket;
using platform::PacketOpcode;
using platform::PacketPosition;
using platform::WqeOpcode;

bool names_address(const RocePacket& packet) {
  return packet.opcode->reth || packet.opcode->atomic_eth;
}

bool atomic(PacketOpcode kind) {
  return kind == PacketOpcode::kCompareSwap || kind == PacketOpcode::kFetchAdd;
}

IncomingPacket incoming(const RocePacket& packet) {
  IncomingPacket result;
  result.opcode = packet.opcode->kind;
  result.position = packet.opcode->position;
  result.immediate = packet.opcode->immediate;
  result.invalidates = packet.opcode->invalidates;
  result.bytes = packet.bytes;
  result.address = packet.address;
  result.length = packet.length;
  result.compare = packet.compare;
  result.swap_or_add = packet.swap_or_add;
  return result;
}

std::uint8_t access_for(PacketOpcode kind) {
  namespace access = platform::access;
  switch (kind) {
    case PacketOpcode::kReadRequest: return access::kRemoteRead;
    case PacketOpcode::kWrite: return access::kRemoteWrite | access::kLocalWrite;
    case PacketOpcode::kAtomicWrite:
      return access::kRemoteWrite | access::kRemoteAtomic | access::kLocalWrite;
    default: return access::kRemoteAtomic | access::kLocalWrite;
  }
}

WqeOpcode send_opcode(const RoceOpcode& first, const RoceOpcode& last) {
  if (first.kind != PacketOpcode::kSend) {
    return last.immediate ? WqeOpcode::kWriteWithImm : WqeOpcode::kWrite;
  }
  if (last.invalidates) return WqeOpcode::kSendWithInv;
  return last.immediate ? WqeOpcode::kSendWithImm : WqeOpcode::kSend;
}

PacketPosition position_of(std::size_t index, std::uint64_t count) {
  if (count == 1) return PacketPosition::kOnly;
  if (index == 0) return PacketPosition::kFirst;
  return index + 1 == count ? PacketPosition::kLast : PacketPosition::kMiddle;
}

}  // namespace sgdma::workload
