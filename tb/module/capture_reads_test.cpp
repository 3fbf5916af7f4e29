/// READs and atomics as their requester sees them.

#include <cstdint>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "support/capture_writer.h"
#include "workload/capture/capture.h"

namespace sgdma::workload {
namespace {

using platform::IncomingPacket;
using platform::PacketPosition;
using platform::WorkQueueElement;
using platform::WqeOpcode;
using test::CaptureWriter;
using test::RoceFrame;

constexpr std::uint32_t kClient = 0x0A000001;
constexpr std::uint32_t kServer = 0x0A000002;

/// A client with queue pair 7 that asks a server with queue pair 8. A frame every microsecond.
class Dialogue {
 public:
  Dialogue& request(int opcode, std::uint32_t psn, std::uint32_t length, std::uint32_t qp = 8) {
    RoceFrame frame = next(opcode, psn);
    frame.source = kClient;
    frame.destination = kServer;
    frame.qp = qp;
    frame.length = length;
    frame.address = 0x4000;
    frame.key = 0x99;
    writer_.add(frame);
    return *this;
  }
  Dialogue& respond(int opcode, std::uint32_t psn, std::uint32_t payload, std::uint32_t qp = 7) {
    RoceFrame frame = next(opcode, psn);
    frame.source = kServer;
    frame.destination = kClient;
    frame.qp = qp;
    frame.payload = payload;
    writer_.add(frame);
    return *this;
  }
  CaptureWorkload read() const {
    CaptureOptions options;
    options.side = IpAddress::parse("10.0.0.1");
    return read_capture(writer_.write("reads.pcap"), options);
  }
  const CaptureWriter& writer() const { return writer_; }

 private:
  RoceFrame next(int opcode, std::uint32_t psn) {
    RoceFrame frame;
    frame.opcode = static_cast<std::uint8_t>(opcode);
    frame.psn = psn;
    frame.nanoseconds = 1000 * count_++;
    return frame;
  }

  CaptureWriter writer_;
  std::uint64_t count_ = 0;
};

const WorkQueueElement& wqe(const CaptureWorkload& workload, std::size_t item) {
  return std::get<WorkQueueElement>(workload.work[item].item.work);
}

/// A packet of the work: when, where in its message, how much.
struct Seen {
  std::uint64_t microseconds;
  PacketPosition position;
  std::uint32_t bytes;
  bool operator==(const Seen& other) const {
    return microseconds == other.microseconds && position == other.position && bytes == other.bytes;
  }
};

std::vector<Seen> responses(const CaptureWorkload& workload) {
  std::vector<Seen> seen;
  for (const RepeatedItem& item : workload.work) {
    const auto* packet = std::get_if<IncomingPacket>(&item.item.work);
    if (packet == nullptr) continue;
    seen.push_back({item.item.at / 1'000'000, packet->position, packet->bytes});
  }
  return seen;
}

constexpr auto kOnly = PacketPosition::kOnly;
constexpr auto kFirst = PacketPosition::kFirst;
constexpr auto kMiddle = PacketPosition::kMiddle;
constexpr auto kLast = PacketPosition::kLast;

TEST(CaptureReads, AWqeIsPostedWhenTheRequestLeaves) {
  const auto workload = Dialogue()
                            .respond(0x11, 99, 0)
                            .request(0x0C, 100, 2500)
                            .request(0x0C, 103, 10)
                            .respond(0x0D, 100, 1024)
                            .respond(0x0E, 101, 1024)
                            .respond(0x0F, 102, 452)
                            .respond(0x10, 103, 10)
                            .read();
  ASSERT_EQ(workload.work.size(), 7U);
  EXPECT_EQ(workload.report.reads, 2U);
  EXPECT_EQ(workload.work[1].item.at, 1'000'000U);
  EXPECT_EQ(wqe(workload, 1).opcode, WqeOpcode::kRead);
  EXPECT_TRUE(wqe(workload, 1).signaled);
  ASSERT_EQ(wqe(workload, 1).sges.size(), 1U);
  EXPECT_EQ(wqe(workload, 1).sges[0].bytes, 2500U);
  EXPECT_EQ(workload.work[2].item.at, 2'000'000U);
  EXPECT_EQ(wqe(workload, 2).sges[0].bytes, 10U);
  EXPECT_EQ(
      responses(workload),
      (std::vector<Seen>{
          {0, kOnly, 0}, {3, kFirst, 1024}, {4, kMiddle, 1024}, {5, kLast, 452}, {6, kOnly, 10}}));
  EXPECT_EQ(workload.report.scattered_bytes, 2510U);
  EXPECT_EQ(workload.report.packets, 7U);  // the requests are used too
  EXPECT_EQ(workload.report.describe_skipped(true), "");
  ASSERT_EQ(workload.regions.size(), 1U);
  EXPECT_EQ(workload.regions[0].access, platform::access::kLocalWrite);
}

TEST(CaptureReads, WithoutTheirRequestAreLeftOut) {
  const auto workload = Dialogue()
                            .respond(0x10, 90, 8)
                            .request(0x0C, 100, 8)
                            .respond(0x10, 100, 8)
                            .respond(0x10, 120, 8)
                            .read();
  EXPECT_EQ(responses(workload), (std::vector<Seen>{{2, kOnly, 8}}));
  EXPECT_EQ(workload.report.count(CaptureSkip::kNoRequest) +
                workload.report.count(CaptureSkip::kDuplicate),
            2U);
  const auto none = Dialogue().respond(0x10, 90, 8).respond(0x11, 91, 0).read();
  EXPECT_EQ(none.report.count(CaptureSkip::kNoRequest), 1U);
  EXPECT_EQ(none.report.reads, 0U);
}

TEST(CaptureReads, WithoutResponsesPostNothing) {
  const auto workload =
      Dialogue().request(0x0C, 100, 8).request(0x0C, 101, 16).respond(0x10, 101, 16).read();
  EXPECT_EQ(workload.report.reads, 1U);
  EXPECT_EQ(workload.report.count(CaptureSkip::kNoResponse), 1U);
  EXPECT_EQ(wqe(workload, 0).sges[0].bytes, 16U);
}

TEST(CaptureReads, SentAgainFromTheMiddleGoOnWhereTheyWere) {
  const auto workload = Dialogue()
                            .request(0x0C, 100, 3000)
                            .respond(0x0D, 100, 1024)
                            .respond(0x0F, 102, 952)   // 101 is lost
                            .request(0x0C, 101, 1976)  // the rest, again
                            .respond(0x0D, 101, 1024)
                            .respond(0x0F, 102, 952)
                            .read();
  EXPECT_EQ(workload.report.reads, 1U);
  EXPECT_EQ(workload.work[0].item.at, 0U);
  EXPECT_EQ(responses(workload),
            (std::vector<Seen>{{1, kFirst, 1024}, {4, kMiddle, 1024}, {5, kLast, 952}}));
  EXPECT_EQ(workload.report.count(CaptureSkip::kOutOfSequence), 1U);
}

TEST(CaptureReads, WithAHoleAreLeftOutButForTheLast) {
  const auto workload = Dialogue()
                            .request(0x0C, 100, 3000)
                            .request(0x0C, 103, 3000)
                            .respond(0x0D, 100, 1024)
                            .respond(0x0E, 101, 1024)
                            .respond(0x0D, 103, 1024)
                            .respond(0x0E, 104, 1024)
                            .read();
  EXPECT_EQ(responses(workload), (std::vector<Seen>{{4, kFirst, 1024}, {5, kMiddle, 1024}}));
  EXPECT_EQ(workload.report.count(CaptureSkip::kIncompleteMessage), 2U);
  EXPECT_EQ(workload.report.open_messages, 1U);
  EXPECT_EQ(workload.report.reads, 1U);
}

TEST(CaptureReads, LengthsHaveToFit) {
  const auto workload = Dialogue()
                            .request(0x0C, 100, 8)
                            .request(0x0C, 101, 8)
                            .respond(0x10, 100, 9)
                            .respond(0x10, 101, 8)
                            .read();
  EXPECT_EQ(workload.report.count(CaptureSkip::kWrongLength), 1U);
  EXPECT_EQ(workload.report.reads, 1U);
}

TEST(CaptureReads, OfNoBytesHaveNoBuffer) {
  const auto workload = Dialogue().request(0x0C, 100, 0).respond(0x10, 100, 0).read();
  EXPECT_TRUE(wqe(workload, 0).sges.empty());
  EXPECT_EQ(responses(workload), (std::vector<Seen>{{1, kOnly, 0}}));
}

TEST(CaptureReads, SentAgainAsAWholeCountOnce) {
  const auto workload = Dialogue()
                            .request(0x0C, 100, 8)
                            .request(0x0C, 101, 16)
                            .request(0x0C, 100, 8)
                            .respond(0x10, 100, 8)
                            .respond(0x10, 101, 16)
                            .respond(0x10, 100, 8)
                            .read();
  EXPECT_EQ(workload.report.reads, 2U);
  EXPECT_EQ(wqe(workload, 0).sges[0].bytes, 8U);
  EXPECT_EQ(workload.work[0].item.at, 0U);
  EXPECT_EQ(responses(workload), (std::vector<Seen>{{3, kOnly, 8}, {4, kOnly, 16}}));
  EXPECT_EQ(workload.report.count(CaptureSkip::kDuplicate), 2U);  // a request and a response
}

TEST(CaptureReads, StampedBeforeTheirRequestWaitForNothing) {
  RoceFrame response;
  response.opcode = 0x10;
  response.source = kServer;
  response.destination = kClient;
  response.qp = 7;
  response.psn = 100;
  response.payload = 8;
  RoceFrame first = response;  // something at time 0
  first.opcode = 0x11;
  first.payload = 0;
  response.nanoseconds = 3000;
  RoceFrame request;
  request.opcode = 0x0C;
  request.source = kClient;
  request.destination = kServer;
  request.qp = 8;
  request.psn = 100;
  request.length = 8;
  request.nanoseconds = 5000;
  CaptureOptions options;
  options.side = IpAddress::parse("10.0.0.1");
  const auto workload = read_capture(
      CaptureWriter().add(first).add(request).add(response).write("early.pcap"), options);
  ASSERT_EQ(workload.work.size(), 3U);
  EXPECT_EQ(workload.report.out_of_order_frames, 1U);
  EXPECT_EQ(workload.work[1].item.at, 3'000'000U);
  EXPECT_EQ(wqe(workload, 1).opcode, WqeOpcode::kRead);
  EXPECT_EQ(workload.work[2].item.at, 3'000'000U);
}

TEST(CaptureReads, ThePathMtuIsThatOfTheConnection) {
  // Between the same hosts, 7 and 8 send 2048 bytes a packet, 17 more often 1024.
  const auto workload = Dialogue()
                            .request(0x00, 96, 0)  // no First of 0 bytes: does not count
                            .request(0x0C, 100, 2100)
                            .respond(0x0D, 100, 2048)
                            .respond(0x0F, 101, 52)
                            .respond(0x00, 1, 1024, 17)
                            .respond(0x01, 2, 1024, 17)
                            .respond(0x02, 3, 1024, 17)
                            .read();
  ASSERT_EQ(workload.queue_pairs.size(), 2U);
  EXPECT_EQ(workload.queue_pairs[0].path_mtu, 2048U);
  EXPECT_EQ(workload.queue_pairs[1].path_mtu, 1024U);
  const auto dialogue = Dialogue()
                            .request(0x0C, 100, 2100)
                            .respond(0x0D, 100, 2048)
                            .respond(0x0F, 101, 52)
                            .respond(0x00, 1, 1024, 17)
                            .respond(0x01, 2, 1024, 17)
                            .respond(0x02, 3, 1024, 17);
  const auto both = read_capture(dialogue.writer().write("mtus.pcap"));
  ASSERT_EQ(both.queue_pairs.size(), 3U);
  EXPECT_EQ(both.queue_pairs[1].path_mtu, 2048U);  // queue pair 8 saw no packet with a payload
}

TEST(CaptureReads, AtomicsBringEightBytes) {
  const auto workload = Dialogue()
                            .request(0x13, 100, 0)
                            .request(0x14, 101, 0)
                            .respond(0x12, 100, 0)
                            .respond(0x12, 101, 0)
                            .read();
  EXPECT_EQ(workload.report.atomic_wqes, 2U);
  EXPECT_EQ(wqe(workload, 0).opcode, WqeOpcode::kCompareSwap);
  EXPECT_EQ(wqe(workload, 1).opcode, WqeOpcode::kFetchAdd);
  EXPECT_EQ(wqe(workload, 1).sges[0].bytes, 8U);
  EXPECT_EQ(responses(workload), (std::vector<Seen>{{2, kOnly, 8}, {3, kOnly, 8}}));
}

TEST(CaptureReads, FindTheirResponderByPsn) {
  // Queue pair 7 talks to 8, queue pair 17 to 18, and their PSNs overlap but for one.
  const auto workload = Dialogue()
                            .request(0x0C, 100, 8, 8)
                            .request(0x0C, 100, 24, 18)
                            .request(0x0C, 101, 40, 18)
                            .respond(0x10, 100, 24, 17)
                            .respond(0x10, 101, 40, 17)
                            .respond(0x10, 100, 8, 7)
                            .read();
  EXPECT_EQ(workload.report.reads, 3U);
  EXPECT_EQ(workload.report.scattered_bytes, 72U);
  EXPECT_EQ(workload.report.ambiguous_peers, 0U);
}

TEST(CaptureReads, BothSidesOfOneCapture) {
  const auto dialogue =
      Dialogue().request(0x0C, 100, 1500).respond(0x0D, 100, 1024).respond(0x0F, 101, 476);
  const auto workload = read_capture(dialogue.writer().write("both.pcap"));
  EXPECT_EQ(workload.queue_pairs.size(), 2U);
  EXPECT_EQ(workload.queue_pairs[1].path_mtu, 1024U);  // the responder's, from its requester
  EXPECT_EQ(workload.report.gathers, 1U);
  EXPECT_EQ(workload.report.gathered_bytes, 1500U);
  EXPECT_EQ(workload.report.scattered_bytes, 1500U);
}

}  // namespace
}  // namespace sgdma::workload
