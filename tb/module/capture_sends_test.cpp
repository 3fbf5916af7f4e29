/// What one side of a capture sent: WQEs, their order, and the queue pairs that sent them.

#include <cstdint>
#include <ostream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/capture_invariants.h"
#include "support/capture_writer.h"
#include "workload/capture/capture.h"

namespace sgdma::workload {
namespace {

using platform::WorkQueueElement;
using platform::WqeOpcode;
using test::CaptureWriter;
using test::RoceFrame;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// Frames between the side asked for, 10.0.0.1, and 10.0.0.2: one every microsecond from 0 on.
class Wire {
 public:
  Wire& sends(int opcode, std::uint32_t psn, std::uint32_t payload, std::uint32_t qp = 8,
              std::uint16_t port = 1) {
    writer_.add(frame(opcode, psn, payload, qp, port));
    return *this;
  }
  Wire& gets(int opcode, std::uint32_t psn, std::uint32_t payload, std::uint32_t qp = 7,
             std::uint16_t port = 2) {
    RoceFrame one = frame(opcode, psn, payload, qp, port);
    std::swap(one.source, one.destination);
    writer_.add(one);
    return *this;
  }
  Wire& acknowledged(std::uint32_t psn, std::uint32_t qp = 7, std::uint16_t port = 2) {
    return gets(0x11, psn, 0, qp, port);
  }
  Wire& add(RoceFrame one) {
    one.nanoseconds = 1000 * count_++;
    writer_.add(one);
    return *this;
  }
  /// The next frame comes at this time.
  Wire& at(std::uint64_t microseconds) {
    count_ = microseconds;
    return *this;
  }
  CaptureWorkload read() const {
    CaptureOptions options;
    options.side = IpAddress::parse("10.0.0.1");
    CaptureWorkload workload = read_capture(writer_.write("sends.pcap"), options);
    EXPECT_EQ(test::broken_invariant(workload), "");
    return workload;
  }
  const CaptureWriter& writer() const { return writer_; }

 private:
  /// Its DMA length is its payload, or 256 bytes more behind a First packet.
  RoceFrame frame(int opcode, std::uint32_t psn, std::uint32_t payload, std::uint32_t qp,
                  std::uint16_t port) {
    RoceFrame one;
    one.opcode = static_cast<std::uint8_t>(opcode);
    one.psn = psn;
    one.payload = payload;
    one.qp = qp;
    one.udp_source = port;
    one.key = 0x99;
    one.address = 0x4000;
    one.length = opcode == 0x06 ? payload + 256 : payload;
    one.nanoseconds = 1000 * count_++;
    return one;
  }

  CaptureWriter writer_;
  std::uint64_t count_ = 0;
};

/// A WQE of a send queue: queue pair, time, operation, length.
struct Sent {
  std::uint32_t qp;
  std::uint64_t microseconds;
  WqeOpcode opcode;
  std::uint64_t bytes;
  bool operator==(const Sent& other) const {
    return qp == other.qp && microseconds == other.microseconds && opcode == other.opcode &&
           bytes == other.bytes;
  }
};

std::ostream& operator<<(std::ostream& out, const Sent& sent) {
  return out << "QP " << sent.qp << " at " << sent.microseconds << " us: opcode "
             << static_cast<int>(sent.opcode) << ", " << sent.bytes << " bytes";
}

std::vector<Sent> sent(const CaptureWorkload& workload) {
  std::vector<Sent> all;
  for (const RepeatedItem& item : workload.work) {
    const auto* wqe = std::get_if<WorkQueueElement>(&item.item.work);
    if (wqe == nullptr || wqe->opcode == WqeOpcode::kReceive) continue;
    EXPECT_TRUE(wqe->signaled);
    EXPECT_LE(wqe->sges.size(), 1U);
    all.push_back({raw(workload.queue_pairs[raw(item.item.qp)].number), item.item.at / 1'000'000,
                   wqe->opcode, wqe->sges.empty() ? 0 : wqe->sges[0].bytes});
  }
  return all;
}

TEST(CaptureSends, EachMessageIsAWqeAtItsFirstPacket) {
  const auto workload = Wire()
                            .sends(0x00, 10, 256)
                            .sends(0x01, 11, 256)
                            .sends(0x02, 12, 3)
                            .sends(0x05, 13, 9)
                            .sends(0x17, 14, 20)
                            .sends(0x06, 15, 256)
                            .sends(0x08, 16, 256)
                            .sends(0x0B, 17, 5)
                            .sends(0x1D, 18, 8)
                            .sends(0x04, 19, 0)
                            .acknowledged(19)
                            .read();
  EXPECT_THAT(
      sent(workload),
      ElementsAre(Sent{7, 0, WqeOpcode::kSend, 515}, Sent{7, 3, WqeOpcode::kSendWithImm, 9},
                  Sent{7, 4, WqeOpcode::kSendWithInv, 20}, Sent{7, 5, WqeOpcode::kWrite, 512},
                  Sent{7, 7, WqeOpcode::kWriteWithImm, 5}, Sent{7, 8, WqeOpcode::kWrite, 8},
                  Sent{7, 9, WqeOpcode::kSend, 0}));
  EXPECT_TRUE(std::get<WorkQueueElement>(workload.work[6].item.work).sges.empty());
  EXPECT_EQ(workload.report.sends, 7U);
  EXPECT_EQ(workload.report.gathers, 6U);
  EXPECT_EQ(workload.report.gathered_bytes, 515U + 9 + 20 + 512 + 5 + 8);
  EXPECT_EQ(workload.report.scatters, 0U);
  EXPECT_EQ(workload.report.describe_skipped(true), "");
  EXPECT_EQ(workload.report.made_up_queue_pairs, 0U);
  EXPECT_EQ(workload.regions.size(), 1U);
  EXPECT_EQ(workload.queue_pairs[0].path_mtu, 256U);
}

TEST(CaptureSends, WithoutASideAreNotPosted) {
  const auto wire =
      Wire().sends(0x04, 0, 100, 8).sends(0x04, 0, 20, 18).acknowledged(0, 7).acknowledged(0, 17);
  const auto workload = read_capture(wire.writer().write("all.pcap"));
  EXPECT_THAT(sent(workload), IsEmpty());
  EXPECT_EQ(workload.report.gathers, 0U);
  EXPECT_EQ(workload.report.scattered_bytes, 120U);
  EXPECT_EQ(workload.report.ambiguous_peers, 0U);  // nobody asked who sent
}

TEST(CaptureSends, BothDirectionsOfOneSide) {
  RoceFrame fetch_add;
  fetch_add.opcode = 0x14;
  fetch_add.qp = 7;
  fetch_add.psn = 502;
  fetch_add.key = 0x55;
  fetch_add.address = 0x1008;
  std::swap(fetch_add.source, fetch_add.destination);
  RoceFrame read_request = fetch_add;
  read_request.opcode = 0x0C;
  read_request.psn = 503;
  read_request.length = 700;
  const auto workload = Wire()
                            .gets(0x04, 500, 40)
                            .gets(0x0A, 501, 60)
                            .add(fetch_add)
                            .add(read_request)
                            .sends(0x11, 503, 0)
                            .sends(0x12, 502, 0)
                            .sends(0x10, 503, 700)
                            .sends(0x04, 10, 100)
                            .read();
  EXPECT_THAT(sent(workload), ElementsAre(Sent{7, 7, WqeOpcode::kSend, 100}));
  EXPECT_EQ(workload.report.scatters, 2U);
  EXPECT_EQ(workload.report.gathers, 3U);
  EXPECT_EQ(workload.report.gathered_bytes, 8U + 700 + 100);
  EXPECT_EQ(workload.report.describe_skipped(true), "answers that the side asked for sent (3)");
}

TEST(CaptureSends, ShareTheirQueueWithReadsInTheOrderOfTheirPsns) {
  RoceFrame read_request;
  read_request.opcode = 0x0C;
  read_request.qp = 8;
  read_request.psn = 11;
  read_request.length = 1500;  // two responses of 1024 bytes at most: PSNs 11 and 12
  const auto workload = Wire()
                            .sends(0x04, 9, 1)
                            .add(read_request)
                            .sends(0x04, 10, 2)  // stamped after the READ behind it
                            .gets(0x0D, 11, 1024)
                            .gets(0x0F, 12, 476)
                            .sends(0x0A, 13, 4)
                            .read();
  EXPECT_THAT(sent(workload),
              ElementsAre(Sent{7, 0, WqeOpcode::kSend, 1}, Sent{7, 1, WqeOpcode::kSend, 2},
                          Sent{7, 1, WqeOpcode::kRead, 1500}, Sent{7, 5, WqeOpcode::kWrite, 4}));
  EXPECT_EQ(workload.report.describe_skipped(true), "");
  EXPECT_EQ(workload.report.packets, 6U);
}

TEST(CaptureSends, SentAgainAreGatheredOnce) {
  const auto workload = Wire()
                            .sends(0x00, 10, 256)
                            .sends(0x01, 11, 256)
                            .sends(0x02, 12, 30)
                            .sends(0x0A, 13, 8)
                            .sends(0x01, 11, 256)
                            .sends(0x02, 12, 30)
                            .sends(0x0A, 13, 8)
                            .acknowledged(13)
                            .sends(0x0A, 13, 8)
                            .read();
  EXPECT_THAT(sent(workload),
              ElementsAre(Sent{7, 0, WqeOpcode::kSend, 542}, Sent{7, 3, WqeOpcode::kWrite, 8}));
  EXPECT_EQ(workload.report.describe_skipped(true), "duplicates of an accepted packet (4)");
}

TEST(CaptureSends, ReadsAndAtomicsSentAgainArePostedOnce) {
  RoceFrame request;
  request.opcode = 0x0C;
  request.qp = 8;
  request.psn = 10;
  request.length = 32;
  RoceFrame atomic = request;
  atomic.opcode = 0x14;
  atomic.psn = 11;
  const auto workload = Wire()
                            .add(request)
                            .add(atomic)
                            .add(request)
                            .add(atomic)
                            .gets(0x10, 10, 32)
                            .gets(0x12, 11, 0)
                            .gets(0x12, 11, 0)
                            .read();
  EXPECT_THAT(sent(workload),
              ElementsAre(Sent{7, 0, WqeOpcode::kRead, 32}, Sent{7, 1, WqeOpcode::kFetchAdd, 8}));
  EXPECT_EQ(workload.report.describe_skipped(true), "duplicates of an accepted packet (3)");
}

TEST(CaptureSends, CutOffByTheEndGoAsFarAsSeen) {
  const auto workload = Wire().sends(0x06, 10, 1024).acknowledged(10).read();
  EXPECT_THAT(sent(workload), ElementsAre(Sent{7, 0, WqeOpcode::kWrite, 1024}));
  EXPECT_EQ(workload.report.open_messages, 1U);
}

TEST(CaptureSends, WithPacketsMissingAreLeftOut) {
  const auto workload =
      Wire().sends(0x00, 10, 256).sends(0x02, 12, 30).sends(0x04, 13, 7).acknowledged(13).read();
  EXPECT_THAT(sent(workload), ElementsAre(Sent{7, 2, WqeOpcode::kSend, 7}));
  EXPECT_EQ(workload.report.count(CaptureSkip::kIncompleteMessage), 1U);
  EXPECT_EQ(workload.report.count(CaptureSkip::kNoMessageStart), 1U);
}

TEST(CaptureSends, AcknowledgesTellTheSender) {
  const auto workload = Wire()
                            .sends(0x04, 10, 1, 8)
                            .sends(0x04, 900, 2, 18)
                            .sends(0x04, 901, 3, 18)
                            .acknowledged(901, 17)
                            .acknowledged(10, 7)
                            .read();
  EXPECT_THAT(sent(workload),
              ElementsAre(Sent{7, 0, WqeOpcode::kSend, 1}, Sent{17, 1, WqeOpcode::kSend, 2},
                          Sent{17, 2, WqeOpcode::kSend, 3}));
  EXPECT_EQ(workload.report.ambiguous_peers, 0U);
}

TEST(CaptureSends, UdpPortsTellApartWhatPsnsDoNot) {
  // Both connections begin with PSN 0, and 7 talks to 18.
  const auto workload = Wire()
                            .sends(0x04, 0, 1, 8, 3001)
                            .sends(0x04, 0, 2, 18, 3002)
                            .acknowledged(0, 7, 3002)
                            .acknowledged(0, 17, 3001)
                            .read();
  EXPECT_THAT(sent(workload),
              ElementsAre(Sent{17, 0, WqeOpcode::kSend, 1}, Sent{7, 1, WqeOpcode::kSend, 2}));
  EXPECT_EQ(workload.report.ambiguous_peers, 0U);
}

TEST(CaptureSends, UdpPortsTellAlsoAmongMany) {
  Wire wire;
  constexpr std::uint32_t kConnections = 100;
  for (std::uint32_t i = 0; i < kConnections; ++i) {
    const auto port = static_cast<std::uint16_t>(3000 + i);
    wire.sends(0x04, 0, 1 + i, 1000 + i, port).acknowledged(0, 100 + i, port);
  }
  const auto workload = wire.read();
  const std::vector<Sent> all = sent(workload);
  ASSERT_EQ(all.size(), kConnections);
  for (std::uint32_t i = 0; i < kConnections; ++i) EXPECT_EQ(all[i].qp + 1, all[i].bytes + 100);
  EXPECT_EQ(workload.report.made_up_queue_pairs, 0U);
  EXPECT_EQ(workload.report.ambiguous_peers, 0U);
}

TEST(CaptureSends, GuessedSendersAreCounted) {
  const auto workload = Wire()
                            .sends(0x04, 0, 1, 8)
                            .sends(0x04, 0, 2, 18)
                            .acknowledged(0, 7)
                            .acknowledged(0, 17)
                            .read();
  EXPECT_THAT(sent(workload),
              ElementsAre(Sent{7, 0, WqeOpcode::kSend, 1}, Sent{17, 1, WqeOpcode::kSend, 2}));
  EXPECT_EQ(workload.report.ambiguous_peers, 1U);
  EXPECT_EQ(workload.report.made_up_queue_pairs, 0U);
}

TEST(CaptureSends, WhoeverAnswersTheOtherEndSendsToIt) {
  // Nothing that the side sent is acknowledged; its own acknowledges go to 18 from 7, to 8 from 17.
  const auto workload = Wire()
                            .gets(0x04, 100, 10, 7)
                            .sends(0x11, 100, 0, 18)
                            .gets(0x04, 200, 20, 17)
                            .sends(0x11, 200, 0, 8)
                            .sends(0x04, 500, 1, 8)
                            .sends(0x04, 600, 2, 18)
                            .read();
  EXPECT_THAT(sent(workload),
              ElementsAre(Sent{17, 4, WqeOpcode::kSend, 1}, Sent{7, 5, WqeOpcode::kSend, 2}));
  EXPECT_EQ(workload.report.made_up_queue_pairs, 0U);
}

TEST(CaptureSends, TheOnlyQueuePairOfAConnectionSends) {
  const auto workload = Wire().gets(0x04, 100, 10, 7).sends(0x04, 500, 1, 8).read();
  EXPECT_THAT(sent(workload), ElementsAre(Sent{7, 1, WqeOpcode::kSend, 1}));
  EXPECT_EQ(workload.report.made_up_queue_pairs, 0U);
}

TEST(CaptureSends, WhereNothingTellsQueuePairsAreMadeUp) {
  const auto alone = Wire().sends(0x00, 10, 512).sends(0x02, 11, 1).read();
  EXPECT_THAT(sent(alone), ElementsAre(Sent{8, 0, WqeOpcode::kSend, 513}));
  EXPECT_EQ(alone.report.made_up_queue_pairs, 1U);
  ASSERT_EQ(alone.queue_pairs.size(), 1U);
  EXPECT_EQ(alone.queue_pairs[0].path_mtu, 512U);
  // 7 may talk to either of two; the made-up ones get numbers that are free.
  const auto two =
      Wire().gets(0x00, 100, 512, 7).sends(0x04, 500, 1, 7).sends(0x04, 600, 2, 6).read();
  EXPECT_THAT(sent(two),
              ElementsAre(Sent{8, 1, WqeOpcode::kSend, 1}, Sent{6, 2, WqeOpcode::kSend, 2}));
  EXPECT_EQ(two.report.made_up_queue_pairs, 2U);
  ASSERT_EQ(two.queue_pairs.size(), 3U);
  EXPECT_EQ(raw(two.queue_pairs[0].number), 6U);
  EXPECT_EQ(two.queue_pairs[0].path_mtu, 512U);  // as between the same hosts
}

TEST(CaptureSends, HostsThatAreNotConcernedAreLeftOut) {
  RoceFrame other;
  other.opcode = 0x04;
  other.payload = 50;
  other.source = 0x0A000003;
  other.destination = 0x0A000002;
  other.qp = 9;
  RoceFrame answer = other;
  answer.opcode = 0x11;
  answer.payload = 0;
  std::swap(answer.source, answer.destination);
  // And a request from the third host to the very queue pair that the side talks to.
  RoceFrame same = other;
  same.qp = 8;
  same.psn = 12;
  const auto workload =
      Wire().sends(0x04, 10, 1).add(other).add(answer).add(same).acknowledged(10).read();
  EXPECT_THAT(sent(workload), ElementsAre(Sent{7, 0, WqeOpcode::kSend, 1}));
  EXPECT_EQ(workload.queue_pairs.size(), 1U);
  EXPECT_EQ(workload.report.describe_skipped(true), "neither to nor from the side asked for (3)");
}

TEST(CaptureSends, WhatASideSendsToItselfIsReceived) {
  RoceFrame loop;
  loop.opcode = 0x04;
  loop.payload = 50;
  loop.destination = loop.source;
  loop.qp = 7;
  loop.psn = 10;
  RoceFrame answer = loop;
  answer.opcode = 0x11;
  answer.payload = 0;
  answer.qp = 8;
  const auto workload = Wire().add(loop).add(answer).read();
  EXPECT_THAT(sent(workload), IsEmpty());
  EXPECT_EQ(workload.report.scattered_bytes, 50U);
  EXPECT_EQ(workload.report.packets, 2U);
}

}  // namespace
}  // namespace sgdma::workload
