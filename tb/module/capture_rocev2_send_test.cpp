/// A real capture: ../shared/data/rocev2-send.pcap. The figures were counted with tshark 4.0 and
/// with a script that shares no code with the reader.

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "support/capture_invariants.h"
#include "workload/capture/capture.h"

namespace sgdma::workload {
namespace {

using platform::WorkQueueElement;

class CaptureRocev2Send : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto folder = std::filesystem::path(SGDMA_SOURCE_DIR) / "../shared/data";
    if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no folder " << folder;
    path_ = (folder / "rocev2-send.pcap").string();
  }

  std::string path_;
};

TEST_F(CaptureRocev2Send, CountsFramesAndBytes) {
  const CaptureReport report = read_capture(path_).report;
  EXPECT_EQ(report.frames, 123U);
  EXPECT_EQ(report.roce_frames, 105U);
  EXPECT_EQ(report.by_opcode,
            (std::map<std::uint8_t, std::uint64_t>{{0x00, 33}, {0x03, 33}, {0x05, 2}, {0x11, 37}}));
  EXPECT_EQ(report.payload_bytes, 67'178U);
  EXPECT_EQ(report.scatters, 68U);
  EXPECT_EQ(report.scattered_bytes, 67'178U);
  EXPECT_EQ(report.acknowledges, 37U);
  EXPECT_EQ(report.negative_acknowledges, 0U);
  EXPECT_EQ(report.receives, 35U);
  EXPECT_EQ(report.gathers, 0U);
  EXPECT_EQ(report.out_of_order_frames, 1U);  // frame 67, a microsecond before frame 66
  EXPECT_EQ(report.count(CaptureSkip::kOtherEthertype), 4U);  // ARP
  EXPECT_EQ(report.count(CaptureSkip::kOtherProtocol), 14U);  // 10 TCP, 4 ICMPv6
  EXPECT_EQ(report.describe_skipped(true), "");
  EXPECT_EQ(report.duration_ps, 5'007'807'000'000U);
}

TEST_F(CaptureRocev2Send, BecomesTwoQueuePairs) {
  const CaptureWorkload workload = read_capture(path_);
  EXPECT_EQ(test::broken_invariant(workload), "");
  ASSERT_EQ(workload.queue_pairs.size(), 2U);
  EXPECT_EQ(raw(workload.queue_pairs[0].number), 69U);
  EXPECT_EQ(raw(workload.queue_pairs[1].number), 72U);
  EXPECT_EQ(workload.queue_pairs[0].path_mtu, 1024U);
  EXPECT_EQ(workload.queue_pairs[1].path_mtu, 1024U);
  EXPECT_EQ(workload.work.size(), 105U + 35U);
  EXPECT_EQ(workload.regions.size(), 2U);
  std::vector<std::uint64_t> packets(2);
  std::vector<std::uint64_t> receives(2);
  for (const RepeatedItem& item : workload.work) {
    const bool wqe = std::holds_alternative<WorkQueueElement>(item.item.work);
    ++(wqe ? receives : packets)[raw(item.item.qp)];
  }
  EXPECT_EQ(packets, (std::vector<std::uint64_t>{67 + 1, 1 + 36}));
  EXPECT_EQ(receives, (std::vector<std::uint64_t>{34, 1}));
}

TEST_F(CaptureRocev2Send, IsDescribedToPeople) {
  const char* const packets =
      "packets: 33 RC SEND First, 33 RC SEND Last with Immediate, 2 RC SEND Only with Immediate, "
      "37 RC Acknowledge";
  EXPECT_EQ(read_capture(path_).report.describe(),
            (std::vector<std::string>{
                "123 frames, of them 105 RoCEv2 with 67178 payload bytes", packets,
                "work: 68 scatters of 67178 bytes, 37 acknowledges",
                "synthesized: 35 posted receives (69632 bytes), 2 local regions, 0 remote regions",
                "no RoCEv2: neither IPv4 nor IPv6 (4), IP without UDP (14)",
                "1 frame out of time order, sorted"}));
}

TEST_F(CaptureRocev2Send, SplitsIntoItsSides) {
  CaptureOptions options;
  options.side = IpAddress::parse("192.168.70.4");
  const CaptureReport client = read_capture(path_, options).report;
  options.side = IpAddress::parse("192.168.70.6");
  const CaptureReport server = read_capture(path_, options).report;
  EXPECT_EQ(client.gathers, 1U);
  EXPECT_EQ(client.gathered_bytes, 141U);
  EXPECT_EQ(server.gathers, 34U);  // 33 of two packets, 1 of one
  EXPECT_EQ(server.gathered_bytes, 67'178U - 141U);
  EXPECT_EQ(client.made_up_queue_pairs + server.made_up_queue_pairs, 0U);
  EXPECT_EQ(client.describe_skipped(true), "answers that the side asked for sent (36)");
  EXPECT_EQ(client.scatters, 67U);
  EXPECT_EQ(client.scattered_bytes, 67'178U - 141U);
  EXPECT_EQ(server.scatters, 1U);
  EXPECT_EQ(server.scattered_bytes, 141U);
  EXPECT_EQ(client.acknowledges + server.acknowledges, 37U);
}

}  // namespace
}  // namespace sgdma::workload
