/// Addresses as people write them.

#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "workload/capture/capture_error.h"
#include "workload/capture/ip_address.h"

namespace sgdma::workload {
namespace {

TEST(CaptureIpAddress, FromBytesInNetworkOrder) {
  const std::array<std::uint8_t, 16> bytes = {0x20, 0x01, 0x0D, 0xB8, 0, 0, 0, 0,
                                              0,    0,    0,    0,    0, 0, 0, 1};
  EXPECT_EQ(IpAddress::ipv4(bytes.data()).text(), "32.1.13.184");
  EXPECT_EQ(IpAddress::ipv6(bytes.data()).text(), "2001:db8::1");
  EXPECT_EQ(IpAddress(), IpAddress::parse("0.0.0.0"));
}

TEST(CaptureIpAddress, EverySpellingIsOneAddress) {
  const IpAddress address = IpAddress::parse("fe80::a:0:0:1");
  for (const char* text :
       {"FE80::A:0:0:1", "fe80:0:0:0:a:0:0:1", "fe80:0000::000a:0:0:1", "fe80::a:0:0.0.0.1"}) {
    EXPECT_EQ(IpAddress::parse(text), address) << text;
  }
  EXPECT_EQ(address.text(), "fe80::a:0:0:1");
  EXPECT_EQ(IpAddress::parse("192.168.70.4").text(), "192.168.70.4");
  EXPECT_EQ(IpAddress::parse("::").text(), "::");
}

TEST(CaptureIpAddress, VersionsStayApartAndInOrder) {
  const IpAddress four = IpAddress::parse("10.0.0.1");
  const IpAddress mapped = IpAddress::parse("::ffff:10.0.0.1");
  EXPECT_NE(four, mapped);
  EXPECT_EQ(mapped.text(), "::ffff:10.0.0.1");
  EXPECT_NE(IpAddress::parse("::"), IpAddress());
  const std::set<IpAddress> sorted = {mapped, IpAddress::parse("9.255.0.0"), four,
                                      IpAddress::parse("::")};
  std::string order;
  for (const IpAddress& address : sorted) order += address.text() + " ";
  EXPECT_EQ(order, "9.255.0.0 10.0.0.1 :: ::ffff:10.0.0.1 ");
}

TEST(CaptureIpAddress, WhatIsNone) {
  using std::string_view_literals::operator""sv;
  for (const std::string_view text :
       {""sv, "1.2.3"sv, "1.2.3.4.5"sv, "1.2.3.256"sv, "1..3.4"sv, "a.b.c.d"sv, "1.2.3.4 "sv,
        "1.2.3.0004"sv, "-1.2.3.4"sv, "fe80::1%eth0"sv, "fe80:::1"sv, "1:2:3:4:5:6:7"sv, "g::1"sv,
        "[fe80::1]"sv, "1.2.3.4\0"sv, "10.0.0.1/24"sv}) {
    EXPECT_THROW(IpAddress::parse(text), CaptureError) << text;
  }
}

}  // namespace
}  // namespace sgdma::workload
