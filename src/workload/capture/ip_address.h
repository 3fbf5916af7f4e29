/// An address of the Internet protocol, version 4 or 6.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace sgdma::workload {

/// A value. IPv4 addresses come before IPv6 ones, and differ from all of them: an IPv4 address
/// mapped into IPv6 (`::ffff:10.0.0.1`) is another one.
class IpAddress {
 public:
  static constexpr std::size_t kIpv4Bytes = 4;
  static constexpr std::size_t kIpv6Bytes = 16;

  /// 0.0.0.0.
  IpAddress() = default;
  /// From 4 bytes in network order.
  static IpAddress ipv4(const std::uint8_t* bytes);
  /// From 16 bytes in network order.
  static IpAddress ipv6(const std::uint8_t* bytes);
  /// Reads dotted decimal, or the hexadecimal groups of IPv6 in any of their spellings (RFC 4291).
  /// Throws CaptureError for anything else.
  static IpAddress parse(std::string_view text);

  /// Dotted decimal, or the canonical spelling of IPv6 (RFC 5952).
  std::string text() const;

  friend bool operator==(const IpAddress& a, const IpAddress& b) {
    return a.version_ == b.version_ && a.bytes_ == b.bytes_;
  }
  friend bool operator!=(const IpAddress& a, const IpAddress& b) { return !(a == b); }
  friend bool operator<(const IpAddress& a, const IpAddress& b) {
    return a.version_ != b.version_ ? a.version_ < b.version_ : a.bytes_ < b.bytes_;
  }
  /// For `boost::hash`.
  friend std::size_t hash_value(const IpAddress& address);

 private:
  std::uint8_t version_ = 4;
  std::array<std::uint8_t, kIpv6Bytes> bytes_{};  ///< of IPv4 the first four; the others are 0
};

}  // namespace sgdma::workload
