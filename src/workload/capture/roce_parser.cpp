#include "workload/capture/roce_parser.h"

namespace sgdma::workload {
namespace {

using platform::PacketOpcode;

constexpr std::size_t kEthernetHeader = 14;
constexpr std::size_t kVlanTag = 4;
constexpr std::size_t kMaxVlanTags = 4;
constexpr std::size_t kIpv4Header = 20;
constexpr std::size_t kIpv6Header = 40;
constexpr std::size_t kIpv6Extension = 8;  ///< the least, and the unit of the length
constexpr std::size_t kUdpHeader = 8;
constexpr std::size_t kBth = 12;
constexpr std::size_t kIcrc = 4;
constexpr std::uint32_t kLargestPayload = 4096;
constexpr std::uint32_t kLargestMessage = 1U << 31U;
constexpr std::uint16_t kEthertypeIpv4 = 0x0800;
constexpr std::uint16_t kEthertypeIpv6 = 0x86DD;
constexpr std::uint8_t kProtocolUdp = 17;
// IPv6 extension headers (RFC 8200, clause 4)
constexpr std::uint8_t kHopByHop = 0;
constexpr std::uint8_t kRouting = 43;
constexpr std::uint8_t kFragmentHeader = 44;
constexpr std::uint8_t kDestinationOptions = 60;

/// Reads big-endian fields at offsets from the start of the frame. Requires that they are there.
class Fields {
 public:
  explicit Fields(const std::uint8_t* bytes) : bytes_(bytes) {}
  std::uint8_t u8(std::size_t at) const { return bytes_[at]; }
  std::uint16_t u16(std::size_t at) const { return static_cast<std::uint16_t>(number(at, 2)); }
  std::uint32_t u24(std::size_t at) const { return static_cast<std::uint32_t>(number(at, 3)); }
  std::uint32_t u32(std::size_t at) const { return static_cast<std::uint32_t>(number(at, 4)); }
  std::uint64_t u64(std::size_t at) const { return number(at, 8); }
  const std::uint8_t* at(std::size_t at) const { return bytes_ + at; }

 private:
  std::uint64_t number(std::size_t at, std::size_t bytes) const {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes; ++i) value = value << 8U | bytes_[at + i];
    return value;
  }

  const std::uint8_t* bytes_;
};

/// Where the BTH of a RoCEv2 frame stands, and how far the UDP datagram reaches.
struct Datagram {
  std::size_t bth = 0;
  std::size_t end = 0;
  std::uint16_t port = 0;  ///< of the source
  IpAddress source;
  IpAddress destination;
};

SkippedFrame skip(CaptureSkip reason) { return {reason, std::nullopt}; }

bool is_vlan(std::uint16_t ethertype) {
  return ethertype == 0x8100 || ethertype == 0x88A8 || ethertype == 0x9100;
}

/// What is not there was cut off by the snap length, or never was in so short a frame.
SkippedFrame missing(const CapturedFrame& frame, CaptureSkip reason) {
  return skip(frame.captured < frame.length ? CaptureSkip::kCutEarly : reason);
}

/// Where UDP stands in an IP packet, and how far the packet reaches. `fragment`: more follow.
struct UdpPlace {
  std::size_t udp = 0;
  std::size_t ip_end = 0;
  bool fragment = false;
  IpAddress source;
  IpAddress destination;
};
using FoundUdp = std::variant<UdpPlace, SkippedFrame>;

FoundUdp find_udp_in_ipv4(const CapturedFrame& frame, std::size_t ip) {
  const Fields fields(frame.bytes);
  if (frame.captured < ip + kIpv4Header) return missing(frame, CaptureSkip::kOtherProtocol);
  if (fields.u8(ip + 9) != kProtocolUdp) return skip(CaptureSkip::kOtherProtocol);
  const std::uint16_t fragment = fields.u16(ip + 6);
  if ((fragment & 0x1FFFU) != 0) return skip(CaptureSkip::kFragment);
  const std::size_t header = std::size_t{fields.u8(ip) & 0x0FU} * 4;
  if (fields.u8(ip) >> 4U != 4 || header < kIpv4Header) return skip(CaptureSkip::kOtherProtocol);
  return UdpPlace{ip + header, ip + fields.u16(ip + 2), (fragment & 0x2000U) != 0,
                  IpAddress::ipv4(fields.at(ip + 12)), IpAddress::ipv4(fields.at(ip + 16))};
}

bool can_be_skipped(std::uint8_t header) {
  return header == kHopByHop || header == kRouting || header == kDestinationOptions;
}

FoundUdp find_udp_in_ipv6(const CapturedFrame& frame, std::size_t ip) {
  const Fields fields(frame.bytes);
  if (frame.captured < ip + kIpv6Header) return missing(frame, CaptureSkip::kOtherProtocol);
  if (fields.u8(ip) >> 4U != 6) return skip(CaptureSkip::kOtherProtocol);
  std::size_t at = ip + kIpv6Header;
  std::uint8_t header = fields.u8(ip + 6);
  while (can_be_skipped(header)) {
    if (frame.captured < at + kIpv6Extension) return missing(frame, CaptureSkip::kOtherProtocol);
    header = fields.u8(at);
    at += (fields.u8(at + 1) + std::size_t{1}) * kIpv6Extension;
  }
  if (header == kFragmentHeader) return skip(CaptureSkip::kFragment);
  if (header != kProtocolUdp) return skip(CaptureSkip::kOtherProtocol);
  return UdpPlace{at, ip + kIpv6Header + fields.u16(ip + 4), false,
                  IpAddress::ipv6(fields.at(ip + 8)), IpAddress::ipv6(fields.at(ip + 24))};
}

/// Goes through Ethernet and its VLAN tags (IEEE 802.1Q).
FoundUdp find_udp(const CapturedFrame& frame) {
  const Fields fields(frame.bytes);
  if (frame.captured < kEthernetHeader) return missing(frame, CaptureSkip::kOtherEthertype);
  std::size_t ip = kEthernetHeader;
  std::uint16_t ethertype = fields.u16(ip - 2);
  for (std::size_t tags = 0; tags < kMaxVlanTags && is_vlan(ethertype); ++tags) {
    ip += kVlanTag;
    if (frame.captured < ip) return missing(frame, CaptureSkip::kOtherEthertype);
    ethertype = fields.u16(ip - 2);
  }
  if (ethertype == kEthertypeIpv4) return find_udp_in_ipv4(frame, ip);
  if (ethertype == kEthertypeIpv6) return find_udp_in_ipv6(frame, ip);
  return skip(CaptureSkip::kOtherEthertype);
}

std::variant<Datagram, SkippedFrame> find_datagram(const CapturedFrame& frame) {
  const FoundUdp found = find_udp(frame);
  if (const auto* skipped = std::get_if<SkippedFrame>(&found)) return *skipped;
  const auto& [udp, ip_end, fragment, source, destination] = std::get<UdpPlace>(found);
  const Fields fields(frame.bytes);
  if (frame.captured < udp + kUdpHeader) return missing(frame, CaptureSkip::kOtherPort);
  if (fields.u16(udp + 2) != kRocePort) return skip(CaptureSkip::kOtherPort);
  if (fragment) return skip(CaptureSkip::kFragment);
  const std::size_t udp_end = udp + fields.u16(udp + 4);
  if (ip_end > frame.length || udp_end > ip_end || udp_end < udp + kUdpHeader + kBth + kIcrc) {
    return skip(CaptureSkip::kMalformed);
  }
  return Datagram{udp + kUdpHeader, udp_end, fields.u16(udp), source, destination};
}

void read_extended_headers(const Fields& fields, std::size_t at, RocePacket& packet) {
  if (packet.opcode->reth || packet.opcode->atomic_eth) {
    packet.address = fields.u64(at);
    packet.key = fields.u32(at + 8);
  }
  if (packet.opcode->reth) packet.length = fields.u32(at + 12);
  if (packet.opcode->atomic_eth) {
    packet.swap_or_add = fields.u64(at + 12);
    packet.compare = fields.u64(at + 20);
  }
  if (packet.opcode->aeth) packet.negative = (fields.u8(at) & 0x60U) != 0;
}

/// Ranges that hold for a packet by itself.
bool plausible(const RocePacket& packet) {
  if (packet.bytes > kLargestPayload || packet.length > kLargestMessage) return false;
  if (!packet.opcode->payload && packet.bytes != 0) return false;
  if (packet.opcode->kind == PacketOpcode::kAtomicWrite) {
    return packet.bytes == 8 && packet.length == 8;
  }
  return packet.length == 0 || packet.address <= ~std::uint64_t{0} - (packet.length - 1);
}

}  // namespace

std::variant<RocePacket, SkippedFrame> parse_roce_frame(const CapturedFrame& frame) {
  const auto found = find_datagram(frame);
  if (const auto* skipped = std::get_if<SkippedFrame>(&found)) return *skipped;
  const Datagram& datagram = std::get<Datagram>(found);
  const Fields fields(frame.bytes);
  const std::size_t bth = datagram.bth;
  if (frame.captured < bth + kBth) return skip(CaptureSkip::kCut);

  RocePacket packet;
  const std::uint8_t code = fields.u8(bth);
  packet.opcode = find_rc_opcode(code);
  if (packet.opcode == nullptr) {
    const bool other = code >> 5U != 0;
    return SkippedFrame{other ? CaptureSkip::kOtherTransport : CaptureSkip::kReservedOpcode, code};
  }
  const std::size_t payload = bth + kBth + packet.opcode->header_bytes;
  const std::size_t pad = fields.u8(bth + 1) >> 4U & 0x3U;
  const bool first_version = (fields.u8(bth + 1) & 0x0FU) == 0;
  if (!first_version || payload + pad + kIcrc > datagram.end) {
    return SkippedFrame{CaptureSkip::kMalformed, code};
  }
  if (frame.captured < payload) return SkippedFrame{CaptureSkip::kCut, code};
  packet.frame = frame.number;
  packet.nanoseconds = frame.nanoseconds;
  packet.source = datagram.source;
  packet.destination = datagram.destination;
  packet.udp_source = datagram.port;
  packet.qp = fields.u24(bth + 5);
  packet.psn = fields.u24(bth + 9);
  packet.bytes = static_cast<std::uint32_t>(datagram.end - payload - pad - kIcrc);
  read_extended_headers(fields, bth + kBth, packet);
  if (!plausible(packet)) return SkippedFrame{CaptureSkip::kMalformed, code};
  return packet;
}

}  // namespace sgdma::workload
