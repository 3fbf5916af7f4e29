/// Which bytes of a frame are what: RoCEv2 frames alone.

#include <algorithm>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "support/capture_writer.h"
#include "workload/capture/roce_parser.h"

namespace sgdma::workload {
namespace {

using platform::PacketOpcode;
using platform::PacketPosition;
using test::frame_bytes;
using test::RoceFrame;

std::variant<RocePacket, SkippedFrame> parse(const std::vector<std::uint8_t>& bytes,
                                             std::size_t captured = SIZE_MAX) {
  // A copy of exactly the captured bytes, so that a sanitizer sees any read beyond them.
  const std::vector<std::uint8_t> seen(
      bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(std::min(captured, bytes.size())));
  return parse_roce_frame({1, 0, seen.data(), seen.size(), bytes.size()});
}

RocePacket packet(const RoceFrame& frame) {
  return std::get<RocePacket>(parse(frame_bytes(frame)));
}

CaptureSkip skipped(const std::vector<std::uint8_t>& bytes, std::size_t captured = SIZE_MAX) {
  return std::get<SkippedFrame>(parse(bytes, captured)).reason;
}

/// An RC opcode with a payload that suits it and what has to come out.
struct OpcodeCase {
  std::uint8_t code;
  std::uint32_t payload;
  PacketOpcode kind;
  PacketPosition position;
  bool immediate;
  bool invalidates;
  bool address;
  bool length;
};

class CaptureOpcode : public ::testing::TestWithParam<OpcodeCase> {};

TEST_P(CaptureOpcode, HeadersPadAndIcrcAreNoPayload) {
  const OpcodeCase& expected = GetParam();
  RoceFrame frame;
  frame.opcode = expected.code;
  frame.payload = expected.payload;
  frame.qp = 0x123456;
  frame.psn = 0xABCDEF;
  frame.address = 0x1000000020;
  frame.key = 0x77;
  frame.length = 8;
  frame.swap_or_add = 5;
  frame.compare = 6;
  const RocePacket got = packet(frame);
  EXPECT_EQ(got.opcode->kind, expected.kind);
  EXPECT_EQ(got.opcode->position, expected.position);
  EXPECT_EQ(got.opcode->immediate, expected.immediate);
  EXPECT_EQ(got.opcode->invalidates, expected.invalidates);
  EXPECT_EQ(got.bytes, expected.payload);
  EXPECT_EQ(got.qp, 0x123456U);
  EXPECT_EQ(got.psn, 0xABCDEFU);
  EXPECT_EQ(got.source, IpAddress::parse("10.0.0.1"));
  EXPECT_EQ(got.destination, IpAddress::parse("10.0.0.2"));
  EXPECT_EQ(got.address, expected.address ? 0x1000000020U : 0U);
  EXPECT_EQ(got.key, expected.address ? 0x77U : 0U);
  EXPECT_EQ(got.length, expected.length ? 8U : 0U);
  const bool atomic =
      expected.kind == PacketOpcode::kCompareSwap || expected.kind == PacketOpcode::kFetchAdd;
  EXPECT_EQ(got.swap_or_add, atomic ? 5U : 0U);
  EXPECT_EQ(got.compare, atomic ? 6U : 0U);
}

constexpr auto kOnly = PacketPosition::kOnly;
constexpr auto kFirst = PacketPosition::kFirst;
constexpr auto kMiddle = PacketPosition::kMiddle;
constexpr auto kLast = PacketPosition::kLast;

INSTANTIATE_TEST_SUITE_P(
    All, CaptureOpcode,
    ::testing::Values(
        OpcodeCase{0x00, 1024, PacketOpcode::kSend, kFirst, false, false, false, false},
        OpcodeCase{0x01, 1024, PacketOpcode::kSend, kMiddle, false, false, false, false},
        OpcodeCase{0x02, 13, PacketOpcode::kSend, kLast, false, false, false, false},
        OpcodeCase{0x03, 14, PacketOpcode::kSend, kLast, true, false, false, false},
        OpcodeCase{0x04, 15, PacketOpcode::kSend, kOnly, false, false, false, false},
        OpcodeCase{0x05, 1, PacketOpcode::kSend, kOnly, true, false, false, false},
        OpcodeCase{0x06, 4096, PacketOpcode::kWrite, kFirst, false, false, true, true},
        OpcodeCase{0x07, 256, PacketOpcode::kWrite, kMiddle, false, false, false, false},
        OpcodeCase{0x08, 3, PacketOpcode::kWrite, kLast, false, false, false, false},
        OpcodeCase{0x09, 4, PacketOpcode::kWrite, kLast, true, false, false, false},
        OpcodeCase{0x0A, 8, PacketOpcode::kWrite, kOnly, false, false, true, true},
        OpcodeCase{0x0B, 8, PacketOpcode::kWrite, kOnly, true, false, true, true},
        OpcodeCase{0x0C, 0, PacketOpcode::kReadRequest, kOnly, false, false, true, true},
        OpcodeCase{0x0D, 512, PacketOpcode::kReadResponse, kFirst, false, false, false, false},
        OpcodeCase{0x0E, 512, PacketOpcode::kReadResponse, kMiddle, false, false, false, false},
        OpcodeCase{0x0F, 5, PacketOpcode::kReadResponse, kLast, false, false, false, false},
        OpcodeCase{0x10, 6, PacketOpcode::kReadResponse, kOnly, false, false, false, false},
        OpcodeCase{0x11, 0, PacketOpcode::kAcknowledge, kOnly, false, false, false, false},
        OpcodeCase{0x12, 0, PacketOpcode::kAtomicResponse, kOnly, false, false, false, false},
        OpcodeCase{0x13, 0, PacketOpcode::kCompareSwap, kOnly, false, false, true, false},
        OpcodeCase{0x14, 0, PacketOpcode::kFetchAdd, kOnly, false, false, true, false},
        OpcodeCase{0x16, 7, PacketOpcode::kSend, kLast, false, true, false, false},
        OpcodeCase{0x17, 0, PacketOpcode::kSend, kOnly, false, true, false, false},
        OpcodeCase{0x1D, 8, PacketOpcode::kAtomicWrite, kOnly, false, false, true, true}));

TEST(CaptureParser, EthernetPaddingIsNoPayload) {
  RoceFrame frame;
  frame.opcode = 0x04;
  frame.payload = 1;  // 14 + 20 + 8 + 12 + 1 + 3 + 4 = 62 bytes without padding
  frame.trailer = 100;
  EXPECT_EQ(packet(frame).bytes, 1U);
  frame.payload = 0;  // 58 bytes: padded to 60
  frame.trailer = 0;
  EXPECT_EQ(frame_bytes(frame).size(), 60U);
  EXPECT_EQ(packet(frame).bytes, 0U);
}

TEST(CaptureParser, FramesCutBehindTheHeadersKeepTheirLength) {
  RoceFrame frame;
  frame.opcode = 0x06;
  frame.payload = 1000;
  frame.length = 2000;
  const auto bytes = frame_bytes(frame);
  const std::size_t headers = 14 + 20 + 8 + 12 + 16;
  EXPECT_EQ(std::get<RocePacket>(parse(bytes, headers)).bytes, 1000U);
  for (std::size_t captured = 42; captured < headers; ++captured) {
    EXPECT_EQ(skipped(bytes, captured), CaptureSkip::kCut) << captured;
  }
  for (std::size_t captured = 0; captured < 42; ++captured) {
    EXPECT_EQ(skipped(bytes, captured), CaptureSkip::kCutEarly) << captured;
  }
}

TEST(CaptureParser, OptionsOfIpv4AreSkipped) {
  RoceFrame frame;
  frame.opcode = 0x04;
  frame.payload = 21;
  auto bytes = frame_bytes(frame);
  bytes[14] = 0x46;
  bytes[17] = static_cast<std::uint8_t>(bytes[17] + 4);
  bytes.insert(bytes.begin() + 34, 4, 1);
  EXPECT_EQ(std::get<RocePacket>(parse(bytes)).bytes, 21U);
}

TEST(CaptureParser, VlanTagsAreSkipped) {
  RoceFrame frame;
  frame.opcode = 0x04;
  frame.payload = 32;
  for (const bool ipv6 : {false, true}) {
    frame.ipv6 = ipv6;
    frame.vlan = {0x81000007};
    EXPECT_EQ(packet(frame).bytes, 32U);
    frame.vlan = {0x88A8A064, 0x8100E007};  // a service tag around a customer's
    EXPECT_EQ(packet(frame).bytes, 32U);
    frame.vlan = {0x91000001, 0x91000002, 0x88A80003, 0x81000004};
    EXPECT_EQ(packet(frame).bytes, 32U);
    frame.vlan.push_back(0x81000005);
    EXPECT_EQ(skipped(frame_bytes(frame)), CaptureSkip::kOtherEthertype);
  }
  frame.vlan = {0x81000007};
  frame.udp_port = 53;
  EXPECT_EQ(skipped(frame_bytes(frame)), CaptureSkip::kOtherPort);
}

TEST(CaptureParser, Ipv6IsReadAsIpv4Is) {
  RoceFrame frame;
  frame.opcode = 0x0A;
  frame.payload = 33;
  frame.length = 33;
  frame.address = 0x1234;
  frame.ipv6 = true;
  const RocePacket got = packet(frame);
  EXPECT_EQ(got.bytes, 33U);
  EXPECT_EQ(got.address, 0x1234U);
  EXPECT_EQ(got.source, IpAddress::parse("fd00::a00:1"));
  EXPECT_EQ(got.destination, IpAddress::parse("fd00::a00:2"));
  frame.trailer = 9;
  EXPECT_EQ(packet(frame).bytes, 33U);
  frame.udp_port = 4790;
  EXPECT_EQ(skipped(frame_bytes(frame)), CaptureSkip::kOtherPort);
}

TEST(CaptureParser, ExtensionHeadersOfIpv6AreSkipped) {
  RoceFrame frame;
  frame.opcode = 0x04;
  frame.payload = 5;
  frame.ipv6 = true;
  frame.extensions = {0, 43, 60};  // 8 + 16 + 24 bytes
  EXPECT_EQ(packet(frame).bytes, 5U);
  frame.extensions = {0, 44};
  EXPECT_EQ(skipped(frame_bytes(frame)), CaptureSkip::kFragment);
  frame.extensions = {51};  // authentication
  EXPECT_EQ(skipped(frame_bytes(frame)), CaptureSkip::kOtherProtocol);
  frame.extensions = {60};
  auto far = frame_bytes(frame);
  far[14 + 40 + 1] = 0xFF;  // its 2048 bytes reach beyond the frame
  EXPECT_EQ(skipped(far), CaptureSkip::kOtherPort);
}

TEST(CaptureParser, Ipv6CutAnywhereIsCut) {
  RoceFrame frame;
  frame.opcode = 0x04;
  frame.payload = 400;
  frame.ipv6 = true;
  frame.vlan = {0x81000007};
  frame.extensions = {60};
  const auto bytes = frame_bytes(frame);
  const std::size_t udp = 14 + 4 + 40 + 8;
  for (std::size_t captured = 0; captured < bytes.size(); ++captured) {
    const auto parsed = parse(bytes, captured);
    if (captured >= udp + 8 + 12) {
      EXPECT_EQ(std::get<RocePacket>(parsed).bytes, 400U) << captured;
    } else {
      EXPECT_EQ(std::get<SkippedFrame>(parsed).reason,
                captured < udp + 8 ? CaptureSkip::kCutEarly : CaptureSkip::kCut)
          << captured;
    }
  }
}

TEST(CaptureParser, OtherTrafficHasItsReasons) {
  RoceFrame frame;
  frame.opcode = 0x04;
  frame.payload = 32;
  RoceFrame fragment = frame;
  fragment.fragment = 0x2000;
  EXPECT_EQ(skipped(frame_bytes(fragment)), CaptureSkip::kFragment);
  fragment.fragment = 0x00B9;
  EXPECT_EQ(skipped(frame_bytes(fragment)), CaptureSkip::kFragment);
  RoceFrame port = frame;
  port.udp_port = 4790;
  EXPECT_EQ(skipped(frame_bytes(port)), CaptureSkip::kOtherPort);
  auto tcp = frame_bytes(frame);
  tcp[23] = 6;
  EXPECT_EQ(skipped(tcp), CaptureSkip::kOtherProtocol);
  auto arp = frame_bytes(frame);
  arp[13] = 6;
  EXPECT_EQ(skipped(arp), CaptureSkip::kOtherEthertype);
  EXPECT_EQ(skipped({1, 2, 3}), CaptureSkip::kOtherEthertype);
}

TEST(CaptureParser, OtherTransportsAndOpcodesAreNamed) {
  RoceFrame frame;
  frame.payload = 40;
  for (const int code : {0x20, 0x64, 0x81, 0xA4, 0xE3}) {
    frame.opcode = static_cast<std::uint8_t>(code);
    const auto got = std::get<SkippedFrame>(parse(frame_bytes(frame)));
    EXPECT_EQ(got.reason, CaptureSkip::kOtherTransport);
    EXPECT_EQ(got.opcode, frame.opcode);
  }
  for (const int code : {0x15, 0x18, 0x1C, 0x1F}) {
    frame.opcode = static_cast<std::uint8_t>(code);
    EXPECT_EQ(skipped(frame_bytes(frame)), CaptureSkip::kReservedOpcode) << code;
  }
  EXPECT_EQ(roce_opcode_name(0x64), "UD SEND Only");
  EXPECT_EQ(roce_opcode_name(0x00), "RC SEND First");
  EXPECT_EQ(roce_opcode_name(0x1F), "RC opcode 0x1f");
  EXPECT_EQ(roce_opcode_name(0x81), "congestion notification opcode 0x81");
}

TEST(CaptureParser, LengthsThatContradictEachOther) {
  RoceFrame frame;
  frame.opcode = 0x04;
  frame.payload = 64;
  const auto good = frame_bytes(frame);
  const auto with = [&](std::size_t at, std::uint8_t value) {
    auto bytes = good;
    bytes[at] = value;
    return skipped(bytes);
  };
  EXPECT_EQ(with(16, 0xFF), CaptureSkip::kMalformed);  // IP length beyond the frame
  EXPECT_EQ(with(38, 0xFF), CaptureSkip::kMalformed);  // UDP length beyond the IP packet
  EXPECT_EQ(with(39, 23), CaptureSkip::kMalformed);    // UDP without room for BTH and ICRC
  EXPECT_EQ(with(17, 19), CaptureSkip::kMalformed);    // IP shorter than its header
  EXPECT_EQ(with(14, 0x44), CaptureSkip::kOtherProtocol);
  frame.transport_version = 1;
  EXPECT_EQ(skipped(frame_bytes(frame)), CaptureSkip::kMalformed);
}

TEST(CaptureParser, LengthsOfIpv6ThatContradictEachOther) {
  RoceFrame frame;
  frame.opcode = 0x04;
  frame.payload = 64;
  frame.ipv6 = true;
  const auto good = frame_bytes(frame);
  const auto with = [&](std::size_t at, std::uint8_t value) {
    auto bytes = good;
    bytes[at] = value;
    return skipped(bytes);
  };
  EXPECT_EQ(with(18, 0xFF), CaptureSkip::kMalformed);  // IP length beyond the frame
  EXPECT_EQ(with(19, 95), CaptureSkip::kMalformed);    // a byte less than UDP has
  EXPECT_EQ(with(58, 0xFF), CaptureSkip::kMalformed);  // UDP length beyond the IP packet
  EXPECT_EQ(with(59, 23), CaptureSkip::kMalformed);    // UDP without room for BTH and ICRC
  EXPECT_EQ(with(14, 0x40), CaptureSkip::kOtherProtocol);
}

TEST(CaptureParser, ImplausibleValues) {
  RoceFrame frame;
  frame.opcode = 0x04;
  frame.payload = 4097;
  EXPECT_EQ(skipped(frame_bytes(frame)), CaptureSkip::kMalformed);
  frame.opcode = 0x11;
  frame.payload = 4;  // an acknowledge with a payload
  EXPECT_EQ(skipped(frame_bytes(frame)), CaptureSkip::kMalformed);
  frame.opcode = 0x0C;
  frame.payload = 0;
  frame.length = 0x80000000;
  EXPECT_EQ(packet(frame).length, 0x80000000U);
  frame.length = 0x80000001;
  EXPECT_EQ(skipped(frame_bytes(frame)), CaptureSkip::kMalformed);
  frame.length = 16;
  frame.address = 0xFFFFFFFFFFFFFFF0;  // ends at 2^64
  EXPECT_EQ(packet(frame).address, 0xFFFFFFFFFFFFFFF0U);
  frame.length = 17;
  EXPECT_EQ(skipped(frame_bytes(frame)), CaptureSkip::kMalformed);
}

TEST(CaptureParser, NegativeAcknowledges) {
  RoceFrame frame;
  frame.opcode = 0x11;
  for (const auto& [syndrome, negative] :
       {std::pair(0x1F, false), std::pair(0x2E, true), std::pair(0x60, true)}) {
    frame.syndrome = static_cast<std::uint8_t>(syndrome);
    EXPECT_EQ(packet(frame).negative, negative) << syndrome;
  }
}

}  // namespace
}  // namespace sgdma::workload
