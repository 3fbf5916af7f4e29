#include "workload/capture/roce_opcode.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace sgdma::workload {
namespace {

using platform::PacketOpcode;
using platform::PacketPosition;

/// Extended headers of an opcode, as bits.
enum Headers : unsigned {
  kNone = 0,
  kReth = 1,
  kAtomicEth = 2,
  kAeth = 4,
  kAtomicAckEth = 8,
  kImmDt = 16,
  kIeth = 32,
  kPayload = 64,
};

constexpr RoceOpcode make(std::uint8_t code, std::string_view name, PacketOpcode kind,
                          PacketPosition position, unsigned headers) {
  RoceOpcode opcode;
  opcode.code = code;
  opcode.name = name;
  opcode.kind = kind;
  opcode.position = position;
  opcode.reth = (headers & kReth) != 0;
  opcode.atomic_eth = (headers & kAtomicEth) != 0;
  opcode.aeth = (headers & kAeth) != 0;
  opcode.immediate = (headers & kImmDt) != 0;
  opcode.invalidates = (headers & kIeth) != 0;
  opcode.payload = (headers & kPayload) != 0;
  opcode.header_bytes = (opcode.reth ? 16U : 0U) + (opcode.atomic_eth ? 28U : 0U) +
                        (opcode.aeth ? 4U : 0U) + ((headers & kAtomicAckEth) != 0 ? 8U : 0U) +
                        (opcode.immediate ? 4U : 0U) + (opcode.invalidates ? 4U : 0U);
  return opcode;
}

constexpr auto kOnly = PacketPosition::kOnly;
constexpr auto kFirst = PacketPosition::kFirst;
constexpr auto kMiddle = PacketPosition::kMiddle;
constexpr auto kLast = PacketPosition::kLast;

/// Sorted by code. ATOMIC WRITE came with the memory placement extensions of 2021.
constexpr std::array kRcOpcodes = {
    make(0x00, "SEND First", PacketOpcode::kSend, kFirst, kPayload),
    make(0x01, "SEND Middle", PacketOpcode::kSend, kMiddle, kPayload),
    make(0x02, "SEND Last", PacketOpcode::kSend, kLast, kPayload),
    make(0x03, "SEND Last with Immediate", PacketOpcode::kSend, kLast, kPayload | kImmDt),
    make(0x04, "SEND Only", PacketOpcode::kSend, kOnly, kPayload),
    make(0x05, "SEND Only with Immediate", PacketOpcode::kSend, kOnly, kPayload | kImmDt),
    make(0x06, "WRITE First", PacketOpcode::kWrite, kFirst, kPayload | kReth),
    make(0x07, "WRITE Middle", PacketOpcode::kWrite, kMiddle, kPayload),
    make(0x08, "WRITE Last", PacketOpcode::kWrite, kLast, kPayload),
    make(0x09, "WRITE Last with Immediate", PacketOpcode::kWrite, kLast, kPayload | kImmDt),
    make(0x0A, "WRITE Only", PacketOpcode::kWrite, kOnly, kPayload | kReth),
    make(0x0B, "WRITE Only with Immediate", PacketOpcode::kWrite, kOnly, kPayload | kReth | kImmDt),
    make(0x0C, "READ Request", PacketOpcode::kReadRequest, kOnly, kReth),
    make(0x0D, "READ Response First", PacketOpcode::kReadResponse, kFirst, kPayload | kAeth),
    make(0x0E, "READ Response Middle", PacketOpcode::kReadResponse, kMiddle, kPayload),
    make(0x0F, "READ Response Last", PacketOpcode::kReadResponse, kLast, kPayload | kAeth),
    make(0x10, "READ Response Only", PacketOpcode::kReadResponse, kOnly, kPayload | kAeth),
    make(0x11, "Acknowledge", PacketOpcode::kAcknowledge, kOnly, kAeth),
    make(0x12, "Atomic Acknowledge", PacketOpcode::kAtomicResponse, kOnly, kAeth | kAtomicAckEth),
    make(0x13, "CompareSwap", PacketOpcode::kCompareSwap, kOnly, kAtomicEth),
    make(0x14, "FetchAdd", PacketOpcode::kFetchAdd, kOnly, kAtomicEth),
    make(0x16, "SEND Last with Invalidate", PacketOpcode::kSend, kLast, kPayload | kIeth),
    make(0x17, "SEND Only with Invalidate", PacketOpcode::kSend, kOnly, kPayload | kIeth),
    make(0x1D, "ATOMIC WRITE", PacketOpcode::kAtomicWrite, kOnly, kPayload | kReth),
};

/// The transport in the upper three bits of the opcode.
constexpr std::array<std::string_view, 8> kTransports = {
    "RC", "UC", "RD", "UD", "congestion notification", "XRC", "reserved", "vendor"};

}  // namespace

bool RoceOpcode::request() const { return !response() && kind != PacketOpcode::kAcknowledge; }

bool RoceOpcode::response() const {
  return kind == PacketOpcode::kReadResponse || kind == PacketOpcode::kAtomicResponse;
}

const RoceOpcode* find_rc_opcode(std::uint8_t code) {
  const auto* found = std::lower_bound(
      kRcOpcodes.begin(), kRcOpcodes.end(), code,
      [](const RoceOpcode& opcode, std::uint8_t wanted) { return opcode.code < wanted; });
  return found != kRcOpcodes.end() && found->code == code ? found : nullptr;
}

std::string roce_opcode_name(std::uint8_t code) {
  const std::string_view transport = kTransports[code >> 5U];
  if (const RoceOpcode* opcode = find_rc_opcode(code)) return fmt::format("RC {}", opcode->name);
  // The other transports number their operations as RC does.
  const RoceOpcode* alike = find_rc_opcode(code & 0x1FU);
  const bool named =
      transport == "UC" || transport == "RD" || transport == "UD" || transport == "XRC";
  if (named && alike != nullptr) return fmt::format("{} {}", transport, alike->name);
  return fmt::format("{} opcode 0x{:02x}", transport, code);
}

}  // namespace sgdma::workload
