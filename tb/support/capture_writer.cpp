#include "support/capture_writer.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <stdexcept>

#include "support/scratch.h"

namespace sgdma::test {
namespace {

constexpr std::size_t kShortestFrame = 60;
constexpr std::uint64_t kNanosecondsPerSecond = 1'000'000'000;

/// Appends numbers in network byte order.
class Bytes {
 public:
  Bytes& number(std::uint64_t value, std::size_t bytes) {
    for (std::size_t i = bytes; i-- > 0;) {
      bytes_.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
    }
    return *this;
  }
  Bytes& fill(std::uint8_t value, std::size_t count) {
    bytes_.insert(bytes_.end(), count, value);
    return *this;
  }
  Bytes& append(const std::vector<std::uint8_t>& more) {
    bytes_.insert(bytes_.end(), more.begin(), more.end());
    return *this;
  }
  std::vector<std::uint8_t>& bytes() { return bytes_; }

 private:
  std::vector<std::uint8_t> bytes_;
};

bool one_of(std::uint8_t opcode, std::initializer_list<int> codes) {
  return std::find(codes.begin(), codes.end(), opcode) != codes.end();
}

/// BTH, extended headers, payload, pad and ICRC.
std::vector<std::uint8_t> infiniband(const RoceFrame& frame) {
  const std::uint8_t code = frame.opcode;
  const std::uint32_t pad = (4 - frame.payload % 4) % 4;
  Bytes out;
  out.number(code, 1).number(pad << 4U | frame.transport_version, 1).number(0xFFFF, 2);
  out.number(frame.qp, 4).number(frame.psn & 0xFFFFFFU, 4);
  if (one_of(code, {0x06, 0x0A, 0x0B, 0x0C, 0x1D})) {
    out.number(frame.address, 8).number(frame.key, 4).number(frame.length, 4);
  }
  if (one_of(code, {0x13, 0x14})) {
    out.number(frame.address, 8).number(frame.key, 4);
    out.number(frame.swap_or_add, 8).number(frame.compare, 8);
  }
  if (one_of(code, {0x0D, 0x0F, 0x10, 0x11, 0x12})) {
    out.number(frame.syndrome, 1).number(0, 3);
  }
  if (code == 0x12) out.number(0x1122334455667788, 8);
  if (one_of(code, {0x03, 0x05, 0x09, 0x0B, 0x16, 0x17})) out.number(0xABCD, 4);
  out.fill(0xDA, frame.payload).fill(0xFA, pad).fill(0xCC, 4);
  return out.bytes();
}

std::vector<std::uint8_t> udp(const RoceFrame& frame) {
  const std::vector<std::uint8_t> data = infiniband(frame);
  Bytes out;
  out.number(frame.udp_source, 2).number(frame.udp_port, 2).number(data.size() + 8, 2).number(0, 2);
  return out.append(data).bytes();
}

std::vector<std::uint8_t> ipv6_extensions(const RoceFrame& frame) {
  Bytes out;
  for (std::size_t i = 0; i < frame.extensions.size(); ++i) {
    const bool last = i + 1 == frame.extensions.size();
    out.number(last ? 17 : frame.extensions[i + 1], 1).number(i, 1).fill(0, 8 * (i + 1) - 2);
  }
  return out.bytes();
}

std::vector<std::uint8_t> ip(const RoceFrame& frame) {
  const std::vector<std::uint8_t> data = udp(frame);
  Bytes out;
  if (frame.ipv6) {
    const std::vector<std::uint8_t> more = ipv6_extensions(frame);
    const std::uint8_t next = frame.extensions.empty() ? 17 : frame.extensions.front();
    out.number(0x60000000, 4).number(more.size() + data.size(), 2).number(next, 1).number(64, 1);
    out.number(0xFD00, 2).fill(0, 10).number(frame.source, 4);
    out.number(0xFD00, 2).fill(0, 10).number(frame.destination, 4).append(more);
  } else {
    out.number(0x4500, 2).number(data.size() + 20, 2).number(0, 2).number(frame.fragment, 2);
    out.number(64, 1).number(17, 1).number(0, 2);
    out.number(frame.source, 4).number(frame.destination, 4);
  }
  return out.append(data).bytes();
}

}  // namespace

std::vector<std::uint8_t> frame_bytes(const RoceFrame& frame) {
  Bytes out;
  out.fill(0x02, 12);
  for (const std::uint32_t tag : frame.vlan) out.number(tag, 4);
  out.number(frame.ipv6 ? 0x86DD : 0x0800, 2).append(ip(frame));
  if (out.bytes().size() < kShortestFrame) out.fill(0, kShortestFrame - out.bytes().size());
  return out.fill(0, frame.trailer).bytes();
}

CaptureWriter::CaptureWriter() : CaptureWriter(Format()) {}

CaptureWriter::CaptureWriter(const Format& format) : format_(format) {
  if (format.pcapng) {
    std::vector<std::uint8_t> section;
    put(section, 0x1A2B3C4D, 4);
    put(section, 1, 2);
    put(section, 0, 2);
    section.insert(section.end(), 8, 0xFF);  // of any length
    add_block(0x0A0D0D0A, section);
    add_interface(format.link_type, format.nanoseconds ? 9 : 6, format.snap_length);
    return;
  }
  put(format.nanoseconds ? 0xA1B23C4D : 0xA1B2C3D4, 4);
  put(2, 2);
  put(4, 2);
  put(0, 4);
  put(0, 4);
  put(format.snap_length, 4);
  put(format.link_type, 4);
}

CaptureWriter& CaptureWriter::add_interface(std::uint32_t link_type, unsigned resolution,
                                            std::uint32_t snap_length) {
  std::vector<std::uint8_t> body;
  put(body, link_type, 2);
  put(body, 0, 2);
  put(body, snap_length, 4);
  put(body, 9, 2);  // if_tsresol
  put(body, 1, 2);
  body.insert(body.end(), {static_cast<std::uint8_t>(resolution), 0, 0, 0});
  put(body, 0, 4);  // opt_endofopt
  ++interfaces_;
  resolution_ = resolution;
  return add_block(1, body);
}

CaptureWriter& CaptureWriter::add_block(std::uint32_t type, std::vector<std::uint8_t> body) {
  body.resize((body.size() + 3) / 4 * 4);
  const auto length = static_cast<std::uint32_t>(body.size() + 12);
  put(type, 4);
  put(length, 4);
  append(body);
  put(length, 4);
  return *this;
}

CaptureWriter& CaptureWriter::add(const RoceFrame& frame) {
  return add_raw(frame.nanoseconds, frame_bytes(frame));
}

CaptureWriter& CaptureWriter::add_raw(std::uint64_t nanoseconds,
                                      const std::vector<std::uint8_t>& bytes,
                                      std::uint32_t wire_length) {
  const auto length = static_cast<std::uint32_t>(bytes.size());
  const std::uint32_t captured = std::min(length, format_.snap_length);
  if (wire_length == 0) wire_length = length;
  if (format_.pcapng) {
    add_enhanced_packet(nanoseconds, bytes, captured, wire_length);
    return *this;
  }
  const std::uint64_t fraction = nanoseconds % kNanosecondsPerSecond;
  put(static_cast<std::uint32_t>(nanoseconds / kNanosecondsPerSecond), 4);
  put(static_cast<std::uint32_t>(format_.nanoseconds ? fraction : fraction / 1000), 4);
  put(captured, 4);
  put(wire_length, 4);
  bytes_.insert(bytes_.end(), bytes.begin(), bytes.begin() + captured);
  return *this;
}

void CaptureWriter::add_enhanced_packet(std::uint64_t nanoseconds,
                                        const std::vector<std::uint8_t>& bytes,
                                        std::uint32_t captured, std::uint32_t wire_length) {
  std::uint64_t time = nanoseconds;
  for (unsigned digit = 9; digit < resolution_; ++digit) time *= 10;
  for (unsigned digit = resolution_; digit < 9; ++digit) time /= 10;
  std::vector<std::uint8_t> body;
  put(body, interfaces_ - 1, 4);
  put(body, static_cast<std::uint32_t>(time >> 32U), 4);
  put(body, static_cast<std::uint32_t>(time), 4);
  put(body, captured, 4);
  put(body, wire_length, 4);
  body.insert(body.end(), bytes.begin(), bytes.begin() + captured);
  add_block(6, body);
}

CaptureWriter& CaptureWriter::append(const std::vector<std::uint8_t>& bytes) {
  bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  return *this;
}

std::string CaptureWriter::write(const std::string& name) const {
  return write_test_file(name, bytes_);
}

void CaptureWriter::put(std::vector<std::uint8_t>& to, std::uint32_t value,
                        std::size_t bytes) const {
  for (std::size_t i = 0; i < bytes; ++i) {
    const std::size_t shift = 8 * (format_.big_endian ? bytes - 1 - i : i);
    to.push_back(static_cast<std::uint8_t>(value >> shift));
  }
}

std::string write_test_file(const std::string& name, const std::vector<std::uint8_t>& bytes) {
  const std::filesystem::path path = scratch_directory() / name;
  // A new file each time: some file systems write an overwritten one to disk at once.
  std::filesystem::remove(path);
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  if (!file.flush()) throw std::runtime_error("cannot write " + path.string());
  return path.string();
}

}  // namespace sgdma::test
