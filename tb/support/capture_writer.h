/// Packet captures of the tests' own. Shares no code with the reader.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sgdma::test {

/// A RoCEv2 frame to write. Lengths, pad and headers follow from opcode and payload.
struct RoceFrame {
  std::uint64_t nanoseconds = 0;
  std::uint32_t source = 0x0A000001;       ///< 10.0.0.1; with `ipv6`, fd00::a00:1
  std::uint32_t destination = 0x0A000002;  ///< 10.0.0.2; with `ipv6`, fd00::a00:2
  std::uint8_t opcode = 0;                 ///< of the BTH
  std::uint32_t qp = 0;
  std::uint32_t psn = 0;
  std::uint32_t payload = 0;  ///< bytes
  std::uint64_t address = 0;  ///< RETH, AtomicETH
  std::uint32_t key = 0;
  std::uint32_t length = 0;       ///< RETH
  std::uint64_t swap_or_add = 0;  ///< AtomicETH
  std::uint64_t compare = 0;
  std::uint8_t syndrome = 0;  ///< AETH
  // Peculiarities
  std::uint16_t udp_port = 4791;
  std::uint16_t udp_source = 0xC000;
  std::uint8_t transport_version = 0;  ///< of the BTH
  std::vector<std::uint32_t> vlan;     ///< tags, the outer one first: TPID << 16 | TCI
  bool ipv6 = false;
  std::vector<std::uint8_t> extensions;  ///< IPv6 headers by type; the n-th has n times 8 bytes
  std::uint16_t fragment = 0x4000;       ///< flags and offset of the IPv4 header
  std::uint32_t trailer = 0;             ///< bytes of Ethernet padding beyond the usual
};

/// The bytes of a frame, padded to the 60 bytes that Ethernet requires. Payload, pad and ICRC are
/// 0xDA, 0xFA and 0xCC.
std::vector<std::uint8_t> frame_bytes(const RoceFrame& frame);

/// A pcap or pcapng file in the making.
class CaptureWriter {
 public:
  struct Format {
    bool pcapng = false;
    bool nanoseconds = false;
    bool big_endian = false;
    std::uint32_t snap_length = 262144;
    std::uint32_t link_type = 1;  ///< Ethernet
  };

  CaptureWriter();
  explicit CaptureWriter(const Format& format);

  /// An interface of a pcapng file, on which the frames behind it came. Their times are multiples
  /// of 10^-`resolution` seconds, 0 to 19.
  CaptureWriter& add_interface(std::uint32_t link_type, unsigned resolution,
                               std::uint32_t snap_length);
  /// A block of a pcapng file: `body` is padded to 4 bytes and put between its type and lengths.
  CaptureWriter& add_block(std::uint32_t type, std::vector<std::uint8_t> body);
  CaptureWriter& add(const RoceFrame& frame);
  /// Any frame; `wire_length` 0 means all of it was on the wire.
  CaptureWriter& add_raw(std::uint64_t nanoseconds, const std::vector<std::uint8_t>& bytes,
                         std::uint32_t wire_length = 0);
  /// Appends bytes that are no record.
  CaptureWriter& append(const std::vector<std::uint8_t>& bytes);

  const std::vector<std::uint8_t>& bytes() const { return bytes_; }
  /// As `write_test_file`.
  std::string write(const std::string& name) const;

 private:
  void put(std::uint32_t value, std::size_t bytes) { put(bytes_, value, bytes); }
  void put(std::vector<std::uint8_t>& to, std::uint32_t value, std::size_t bytes) const;
  void add_enhanced_packet(std::uint64_t nanoseconds, const std::vector<std::uint8_t>& bytes,
                           std::uint32_t captured, std::uint32_t wire_length);

  Format format_;
  std::uint32_t interfaces_ = 0;
  unsigned resolution_ = 0;  ///< of the last interface
  std::vector<std::uint8_t> bytes_;
};

/// Writes bytes to a file in a directory of this process, which goes when the process ends. Returns
/// the file's path.
std::string write_test_file(const std::string& name, const std::vector<std::uint8_t>& bytes);

}  // namespace sgdma::test
