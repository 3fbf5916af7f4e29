/// Damaged captures: an error or a sound workload, never a crash. Every variant follows from its
/// seed.

#include <cstdint>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/capture_invariants.h"
#include "support/capture_writer.h"
#include "workload/capture/capture.h"
#include "workload/capture/capture_error.h"

namespace sgdma::workload {
namespace {

using test::CaptureWriter;
using test::RoceFrame;
using Bytes = std::vector<std::uint8_t>;

/// How the packets of a capture are wrapped.
struct Wrapping {
  const char* name;
  bool pcapng = false;
  std::vector<std::uint32_t> vlan;
  bool ipv6 = false;
  std::vector<std::uint8_t> extensions;
};

void PrintTo(const Wrapping& wrapping, std::ostream* out) { *out << wrapping.name; }

/// Something of everything between two hosts with a path MTU of 256 bytes.
Bytes healthy_capture(const Wrapping& wrapping) {
  CaptureWriter::Format format;
  format.pcapng = wrapping.pcapng;
  CaptureWriter writer(format);
  std::uint64_t time = 0;
  const auto add = [&](bool forward, int opcode, std::uint32_t psn, std::uint32_t payload,
                       std::uint32_t length = 0) {
    RoceFrame frame;
    frame.vlan = wrapping.vlan;
    frame.ipv6 = wrapping.ipv6;
    frame.extensions = wrapping.extensions;
    frame.nanoseconds = time += 1'000;
    if (!forward) std::swap(frame.source, frame.destination);
    frame.qp = forward ? 8 : 7;
    frame.opcode = static_cast<std::uint8_t>(opcode);
    frame.psn = psn;
    frame.payload = payload;
    frame.address = 0x10000;
    frame.key = 0x99;
    frame.length = length;
    writer.add(frame);
  };
  const std::uint32_t wrap = 0xFFFFFE;
  add(true, 0x00, wrap, 256);
  add(true, 0x01, wrap + 1, 256);
  add(true, 0x02, 0, 3);
  add(false, 0x11, 0, 0);
  add(true, 0x06, 1, 256, 600);
  add(true, 0x07, 2, 256);
  add(true, 0x09, 3, 88);
  add(true, 0x0C, 4, 0, 700);
  add(false, 0x0D, 4, 256);
  add(false, 0x0E, 5, 256);
  add(false, 0x0F, 6, 188);
  add(true, 0x13, 7, 0);
  add(false, 0x12, 7, 0);
  add(true, 0x0B, 8, 40, 40);
  add(true, 0x17, 9, 255);
  add(true, 0x17, 9, 255);
  add(true, 0x1D, 10, 8, 8);
  add(false, 0x05, 0, 100);
  add(true, 0x64, 0, 64);
  add(true, 0x00, 11, 256);
  return writer.bytes();
}

/// Changes, cuts or doubles a few places.
Bytes damage(Bytes bytes, std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto place = [&] { return static_cast<std::size_t>(random()) % bytes.size(); };
  const std::uint32_t changes = 1 + random() % 8;
  for (std::uint32_t i = 0; i < changes; ++i) {
    switch (random() % 8) {
      case 0: bytes.resize(place() + 1); break;
      case 1: bytes[place()] = 0xFF; break;
      case 2: bytes[place()] = 0; break;
      case 3: {
        const std::size_t from = place();
        const Bytes piece(bytes.begin() + static_cast<std::ptrdiff_t>(from), bytes.end());
        bytes.insert(bytes.end(), piece.begin(), piece.end());
        break;
      }
      case 4: bytes[place()] = static_cast<std::uint8_t>(random()); break;
      default: {
        const std::size_t at = place();
        bytes[at] = static_cast<std::uint8_t>(bytes[at] ^ 1U << random() % 8);
      }
    }
  }
  return bytes;
}

/// Whether the variant was read; fails the test where its workload is unsound.
bool try_variant(const std::string& path, const CaptureOptions& options, const std::string& what) {
  try {
    EXPECT_EQ(test::broken_invariant(read_capture(path, options)), "") << what;
    return true;
  } catch (const CaptureError& error) {
    EXPECT_FALSE(error.message().empty()) << what;
    return false;
  }
}

/// As above, and once for each side.
bool try_variant(const Bytes& bytes, const std::string& what) {
  const std::string path = test::write_test_file("fuzz.pcap", bytes);
  for (const char* side : {"10.0.0.1", "10.0.0.2", "fd00::a00:1", "fd00::a00:2"}) {
    CaptureOptions options;
    options.side = IpAddress::parse(side);
    try_variant(path, options, what + " at " + side);
  }
  return try_variant(path, {}, what);
}

class CaptureFuzz : public ::testing::TestWithParam<Wrapping> {
 protected:
  Bytes healthy_ = healthy_capture(GetParam());
};

TEST_P(CaptureFuzz, TheHealthyCaptureIsUsedAsAWhole) {
  const auto workload = read_capture(test::write_test_file("healthy.pcap", healthy_));
  EXPECT_EQ(test::broken_invariant(workload), "");
  EXPECT_EQ(workload.report.describe_skipped(true),
            "of another transport than RC (1), duplicates of an accepted packet (1)");
  EXPECT_EQ(workload.report.packets, 18U);
}

TEST_P(CaptureFuzz, DamagedCapturesDoNoHarm) {
  std::uint32_t read = 0;
  constexpr std::uint32_t kVariants = 4000;
  for (std::uint32_t seed = 0; seed < kVariants; ++seed) {
    const std::string what = "seed " + std::to_string(seed);
    read += try_variant(damage(healthy_, seed), what) ? 1 : 0;
    if (HasFailure()) FAIL() << what;
  }
  // Both kinds occur often enough to say something.
  EXPECT_GT(read, kVariants / 10);
  EXPECT_LT(read, kVariants - kVariants / 10);
}

TEST_P(CaptureFuzz, FlippedBitsBehindTheRecordHeadersDoNoHarm) {
  const std::size_t first = GetParam().pcapng ? 28 + 32 + 28 : 24 + 16;
  constexpr std::size_t kHeaders = 120;  // and some of the payload
  for (std::size_t at = first; at < first + kHeaders; ++at) {
    for (unsigned bit = 0; bit < 8; ++bit) {
      Bytes bytes = healthy_;
      bytes[at] = static_cast<std::uint8_t>(bytes[at] ^ 1U << bit);
      EXPECT_TRUE(try_variant(bytes, "bit " + std::to_string(at * 8 + bit)));
    }
  }
}

TEST_P(CaptureFuzz, EveryTruncationIsRefusedOrWhole) {
  std::uint32_t read = 0;
  for (std::size_t size = 0; size < healthy_.size(); ++size) {
    const Bytes bytes(healthy_.begin(), healthy_.begin() + static_cast<std::ptrdiff_t>(size));
    read += try_variant(bytes, "size " + std::to_string(size)) ? 1 : 0;
  }
  EXPECT_EQ(read, 19U);  // after each frame but the last
}

INSTANTIATE_TEST_SUITE_P(
    All, CaptureFuzz,
    ::testing::Values(Wrapping{"plain", false, {}, false, {}},
                      Wrapping{"vlan", false, {0x81000007}, false, {}},
                      Wrapping{"ipv6", false, {}, true, {}},
                      Wrapping{"pcapng", true, {}, false, {}},
                      Wrapping{"stacked", true, {0x88A80064, 0x81000007}, true, {0, 43, 60}}),
    [](const auto& all) { return std::string(all.param.name); });

}  // namespace
}  // namespace sgdma::workload
