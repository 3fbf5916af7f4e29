#include "workload/capture/ip_address.h"

#include <algorithm>
#include <arpa/inet.h>

#include <boost/container_hash/hash.hpp>
#include <fmt/format.h>

#include "workload/capture/capture_error.h"

namespace sgdma::workload {

IpAddress IpAddress::ipv4(const std::uint8_t* bytes) {
  IpAddress address;
  std::copy_n(bytes, kIpv4Bytes, address.bytes_.begin());
  return address;
}

IpAddress IpAddress::ipv6(const std::uint8_t* bytes) {
  IpAddress address;
  address.version_ = 6;
  std::copy_n(bytes, kIpv6Bytes, address.bytes_.begin());
  return address;
}

IpAddress IpAddress::parse(std::string_view text) {
  const std::string whole(text);
  std::array<std::uint8_t, kIpv6Bytes> bytes{};
  if (whole.find('\0') == std::string::npos) {
    if (inet_pton(AF_INET, whole.c_str(), bytes.data()) == 1) return ipv4(bytes.data());
    if (inet_pton(AF_INET6, whole.c_str(), bytes.data()) == 1) return ipv6(bytes.data());
  }
  throw CaptureError("side", fmt::format("'{}' is not an IP address", text.substr(0, 64)),
                     "an address such as 192.168.70.4 or fe80::1");
}

std::string IpAddress::text() const {
  std::array<char, INET6_ADDRSTRLEN> text{};
  inet_ntop(version_ == 4 ? AF_INET : AF_INET6, bytes_.data(), text.data(), text.size());
  return text.data();
}

std::size_t hash_value(const IpAddress& address) {
  std::size_t seed = address.version_;
  boost::hash_range(seed, address.bytes_.begin(), address.bytes_.end());
  return seed;
}

}  // namespace sgdma::workload
