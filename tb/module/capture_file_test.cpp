/// Captures that are refused, and in which words.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/capture_writer.h"
#include "workload/capture/capture.h"
#include "workload/capture/capture_error.h"

namespace sgdma::workload {
namespace {

using test::CaptureWriter;
using test::RoceFrame;
using test::write_test_file;
using ::testing::StartsWith;

/// The message with which a file is refused, after checking that it begins with the file's name.
std::string refusal(const std::string& path) {
  try {
    read_capture(path);
  } catch (const CaptureError& error) {
    EXPECT_EQ(error.source(), path);
    EXPECT_EQ(std::string(error.what()).rfind(path + ": error: " + error.message(), 0), 0U);
    return error.message();
  }
  return "read without an error";
}

std::string refusal(const std::string& name, const std::vector<std::uint8_t>& bytes) {
  return refusal(write_test_file(name, bytes));
}

RoceFrame send(std::uint32_t psn, std::uint32_t payload) {
  RoceFrame frame;
  frame.opcode = 0x04;
  frame.psn = psn;
  frame.payload = payload;
  return frame;
}

CaptureWriter::Format link_type(std::uint32_t type) {
  CaptureWriter::Format format;
  format.link_type = type;
  return format;
}

CaptureWriter::Format pcapng() {
  CaptureWriter::Format format;
  format.pcapng = true;
  return format;
}

TEST(CaptureFileErrors, WhatIsNoFile) {
  EXPECT_EQ(refusal("/nonexistent/x.pcap"), "No such file or directory");
  EXPECT_EQ(refusal("/tmp"), "is a directory, not a capture");
  EXPECT_EQ(refusal("/dev/null"), "is not a regular file");
}

TEST(CaptureFileErrors, WhatIsNoPcapFile) {
  EXPECT_EQ(refusal("empty.pcap", {}), "is empty");
  EXPECT_EQ(refusal("text.pcap", {'h', 'e', 'l', 'l', 'o'}),
            "is neither a pcap nor a pcapng file (it begins with 0x68656c6c)");
  EXPECT_EQ(refusal("x.pcap.gz", {0x1F, 0x8B, 8, 0, 0}), "is compressed");
  EXPECT_EQ(refusal("short.pcap", {0xD4, 0xC3, 0xB2}),
            "ends after 3 bytes, inside the 24 bytes of its header");
}

TEST(CaptureFileErrors, TruncatedGlobalHeader) {
  std::vector<std::uint8_t> bytes = CaptureWriter().bytes();
  bytes.resize(23);
  EXPECT_EQ(refusal("header.pcap", bytes),
            "ends after 23 bytes, inside the 24 bytes of its header");
}

TEST(CaptureFileErrors, PcapngWithoutWhatItNeeds) {
  EXPECT_EQ(refusal("ng.pcapng", {0x0A, 0x0D, 0x0D, 0x0A, 0x1C, 0, 0, 0}),
            "ends after 8 bytes, inside the 28 bytes of its header");
  std::vector<std::uint8_t> bytes = CaptureWriter(pcapng()).bytes();
  bytes.resize(28);  // the section header alone
  EXPECT_THAT(refusal("interface.pcapng", bytes),
              StartsWith("cannot be read: the capture file has no Interface Description Block"));
  bytes[8] = 0;  // the byte-order magic
  EXPECT_THAT(refusal("order.pcapng", bytes), StartsWith("cannot be read: "));
  EXPECT_EQ(refusal(CaptureWriter(pcapng()).write("none.pcapng")), "has no frame in it");
}

// The section header has 28 bytes, an interface 32, and the packets 96: 32 around 62 bytes, padded.
TEST(CaptureFileErrors, PcapngRecordsHaveAPlace) {
  const std::vector<std::uint8_t> whole =
      CaptureWriter(pcapng()).add(send(0, 4)).add(send(1, 4)).bytes();
  ASSERT_EQ(whole.size(), 28U + 32U + 2U * 96U);
  std::vector<std::uint8_t> bytes = whole;
  bytes.resize(whole.size() - 1);
  EXPECT_THAT(refusal("cut.pcapng", bytes), StartsWith("frame 2 at byte 156: "));
  bytes = whole;
  bytes[156 + 8] = 1;  // an interface that is not there
  EXPECT_THAT(refusal("absent.pcapng", bytes), StartsWith("frame 2 at byte 156: "));
  bytes = whole;
  bytes[156 + 24] = 61;  // length on the wire
  EXPECT_EQ(refusal("len.pcapng", bytes),
            "frame 2 at byte 156: 62 bytes captured of a frame of 61 bytes");
  bytes = whole;
  bytes[156 + 12 + 3] = 0xFF;  // 2^56 * 255 us: 2,184,000 years
  EXPECT_THAT(refusal("time.pcapng", bytes), StartsWith("frame 2 at byte 156: its time stamp is "));
}

TEST(CaptureFileErrors, InterfacesOfOneFileHaveToBeAlike) {
  const auto refused = [](std::uint32_t link_type, std::uint32_t snap_length) {
    return refusal(CaptureWriter(pcapng())
                       .add(send(0, 4))
                       .add_interface(link_type, 9, snap_length)
                       .add(send(1, 4))
                       .write("two.pcapng"));
  };
  EXPECT_EQ(refused(1, 262144), "read without an error");
  EXPECT_EQ(refused(113, 262144),
            "frame 2 at byte 156: an interface has a type 113 different from the type of the first "
            "interface");
  EXPECT_THAT(refused(1, 96),
              StartsWith("frame 2 at byte 156: an interface has a snapshot length"));
}

TEST(CaptureFileErrors, OtherLinkTypesAreNamed) {
  EXPECT_EQ(refusal(CaptureWriter(link_type(247)).write("ib.pcap")),
            "holds raw InfiniBand packets (link type 247), not Ethernet frames");
  EXPECT_EQ(refusal(CaptureWriter(link_type(197)).write("erf.pcap")),
            "holds ERF records (link type 197), not Ethernet frames");
  EXPECT_EQ(refusal(CaptureWriter(link_type(113)).write("cooked.pcap")),
            "holds Linux cooked packets (link type 113), not Ethernet frames");
  EXPECT_EQ(refusal(CaptureWriter(link_type(276)).write("cooked2.pcap")),
            "holds Linux cooked packets (link type 276), not Ethernet frames");
  EXPECT_EQ(refusal(CaptureWriter(link_type(242)).write("ipoib.pcap")),
            "holds IP over InfiniBand (link type 242), not Ethernet frames");
  EXPECT_EQ(refusal(CaptureWriter(link_type(101)).write("raw.pcap")),
            "holds IP packets without a link layer (link type 101), not Ethernet frames");
  EXPECT_EQ(refusal(CaptureWriter(link_type(228)).write("ipv4.pcap")),
            "holds IPv4 packets without a link layer (link type 228), not Ethernet frames");
  EXPECT_EQ(refusal(CaptureWriter(link_type(229)).write("ipv6.pcap")),
            "holds IPv6 packets without a link layer (link type 229), not Ethernet frames");
  EXPECT_EQ(refusal(CaptureWriter(link_type(105)).write("wifi.pcap")),
            "holds frames of link type 105 (IEEE802_11), not Ethernet frames");
  CaptureWriter::Format infiniband = pcapng();
  infiniband.link_type = 247;
  EXPECT_EQ(refusal(CaptureWriter(infiniband).write("ib.pcapng")),
            "holds raw InfiniBand packets (link type 247), not Ethernet frames");
}

TEST(CaptureFileErrors, TruncatedRecordsHaveAPlace) {
  const std::vector<std::uint8_t> whole = CaptureWriter().add(send(0, 4)).add(send(1, 4)).bytes();
  const std::size_t second = 24 + 16 + 62;
  std::vector<std::uint8_t> bytes = whole;
  bytes.resize(second + 5);
  EXPECT_THAT(refusal("record.pcap", bytes), StartsWith("frame 2 at byte 102: truncated"));
  bytes = whole;
  bytes.resize(whole.size() - 1);
  EXPECT_THAT(refusal("frame.pcap", bytes), StartsWith("frame 2 at byte 102: truncated"));
}

TEST(CaptureFileErrors, AbsurdRecordsHaveAPlace) {
  const std::vector<std::uint8_t> good = CaptureWriter().add(send(0, 4)).bytes();
  std::vector<std::uint8_t> bytes = good;
  bytes[24 + 8 + 3] = 0x7F;  // captured length
  EXPECT_THAT(refusal("caplen.pcap", bytes), StartsWith("frame 1 at byte 24: "));
  bytes = good;
  bytes[24 + 12] = 61;  // length on the wire
  EXPECT_EQ(refusal("len.pcap", bytes),
            "frame 1 at byte 24: 62 bytes captured of a frame of 61 bytes");
  bytes = good;
  bytes[24 + 6] = 0x10;  // 2^20 microseconds
  EXPECT_EQ(refusal("time.pcap", bytes),
            "frame 1 at byte 24: its time stamp has a whole second or more behind the point");
}

TEST(CaptureFileErrors, AbsurdSnapLengthIsHarmless) {
  CaptureWriter::Format format;
  format.snap_length = 0xFFFFFFFF;
  const auto workload = read_capture(CaptureWriter(format).add(send(0, 4)).write("snap.pcap"));
  EXPECT_EQ(workload.report.scattered_bytes, 4U);
}

TEST(CaptureFileErrors, NoRoceSaysWhatThereWas) {
  RoceFrame dns = send(0, 8);
  dns.udp_port = 53;
  RoceFrame fragment = send(0, 8);
  fragment.fragment = 1;
  const auto path = CaptureWriter().add(dns).add(fragment).add(dns).write("noroce.pcap");
  EXPECT_EQ(refusal(path),
            "has no RoCEv2 frame among 3 frames: UDP to another port than 4791 (2), IP fragments "
            "(1)");
  EXPECT_EQ(refusal(CaptureWriter().write("none.pcap")), "has no frame in it");
}

TEST(CaptureFileErrors, NoReliableConnectionSaysWhatThereWas) {
  RoceFrame datagram = send(0, 40);
  datagram.opcode = 0x64;
  EXPECT_EQ(refusal(CaptureWriter().add(datagram).add(datagram).write("ud.pcap")),
            "has no usable RC packet among 2 RoCEv2 frames: of another transport than RC (2)");
}

TEST(CaptureFileErrors, SideThatIsNotThere) {
  const auto path = CaptureWriter().add(send(0, 4)).write("side.pcap");
  CaptureOptions options;
  options.side = IpAddress::parse("10.0.0.9");
  try {
    read_capture(path, options);
    FAIL() << "read without an error";
  } catch (const CaptureError& error) {
    EXPECT_EQ(error.message(), "has no RC packet to 10.0.0.9, and no request from it");
    EXPECT_EQ(error.hint(), "its addresses are 10.0.0.1, 10.0.0.2");
  }
}

TEST(CaptureFileErrors, TimesBeyondThoseOfScenariosArePlaced) {
  RoceFrame late = send(1, 4);
  late.nanoseconds = std::uint64_t{4'000'000'000} * 1'000'000'000;
  const auto path = CaptureWriter().add(send(0, 4)).add(late).write("late.pcap");
  EXPECT_EQ(refusal(path), "frame 2 comes too late: times go up to 4000000 s, which is 46 days");
  CaptureOptions options;
  options.time_scale = CaptureTimeScale(1, 1000);
  EXPECT_EQ(read_capture(path, options).report.duration_ps, 4'000'000'000'000'000'000U);
}

}  // namespace
}  // namespace sgdma::workload
