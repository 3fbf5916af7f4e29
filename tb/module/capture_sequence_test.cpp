/// Lost, repeated and reordered packets; messages that cannot be rebuilt.

#include "workload/capture/capture_sequence.h"

#include <cstdint>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "support/capture_writer.h"
#include "workload/capture/capture.h"
#include "workload/capture/capture_psn_counter.h"

namespace sgdma::workload {
namespace {

using platform::IncomingPacket;
using test::CaptureWriter;
using test::RoceFrame;

/// A packet every 10 ns.
class Line {
 public:
  Line& add(int opcode, std::uint32_t psn, std::uint32_t payload, std::uint32_t length = 0) {
    RoceFrame frame;
    frame.opcode = static_cast<std::uint8_t>(opcode);
    frame.psn = psn;
    frame.payload = payload;
    frame.length = length;
    frame.address = 0x1000;
    frame.key = 9;
    frame.nanoseconds = 10'000 * count_++;
    writer_.add(frame);
    return *this;
  }
  CaptureWorkload read() const { return read_capture(writer_.write("sequence.pcap")); }

 private:
  CaptureWriter writer_;
  std::uint64_t count_ = 0;
};

/// (time in units of the line, bytes) of each packet.
std::vector<std::pair<std::uint64_t, std::uint32_t>> packets(const CaptureWorkload& workload) {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> found;
  for (const RepeatedItem& item : workload.work) {
    const auto* packet = std::get_if<IncomingPacket>(&item.item.work);
    if (packet != nullptr) found.emplace_back(item.item.at / 10'000'000, packet->bytes);
  }
  return found;
}
using Packets = std::vector<std::pair<std::uint64_t, std::uint32_t>>;

TEST(CaptureSequence, DuplicatesAreDropped) {
  const auto workload = Line().add(4, 5, 1).add(4, 6, 2).add(4, 5, 1).add(4, 7, 3).read();
  EXPECT_EQ(packets(workload), (Packets{{0, 1}, {1, 2}, {3, 3}}));
  EXPECT_EQ(workload.report.count(CaptureSkip::kDuplicate), 1U);
  EXPECT_EQ(workload.report.receives, 3U);
}

TEST(CaptureSequence, NumbersWrap) {
  const auto workload =
      Line().add(4, 0xFFFFFE, 1).add(4, 0xFFFFFF, 2).add(4, 0, 3).add(4, 0xFFFFFF, 2).read();
  EXPECT_EQ(packets(workload), (Packets{{0, 1}, {1, 2}, {2, 3}}));
  EXPECT_EQ(workload.report.count(CaptureSkip::kDuplicate), 1U);
  EXPECT_EQ(workload.report.restarts, 0U);
}

TEST(CaptureSequence, PacketsAheadOfALostOneCountWhenTheyComeAgain) {
  // 6 is lost; 7 and 8 are refused; the sender goes back to 6.
  const auto workload =
      Line().add(4, 5, 1).add(4, 7, 3).add(4, 8, 4).add(4, 6, 2).add(4, 7, 3).add(4, 8, 4).read();
  EXPECT_EQ(packets(workload), (Packets{{0, 1}, {3, 2}, {4, 3}, {5, 4}}));
  EXPECT_EQ(workload.report.count(CaptureSkip::kOutOfSequence), 2U);
  EXPECT_EQ(workload.report.count(CaptureSkip::kDuplicate), 0U);
}

TEST(CaptureSequence, ReorderedFramesComeWithTheirPredecessor) {
  const auto workload = Line().add(4, 5, 1).add(4, 7, 3).add(4, 6, 2).add(4, 8, 4).read();
  EXPECT_EQ(packets(workload), (Packets{{0, 1}, {2, 2}, {2, 3}, {3, 4}}));
}

TEST(CaptureSequence, WhatTheCaptureLostHoldsNothingUp) {
  const auto workload = Line().add(4, 5, 1).add(4, 9, 2).add(4, 10, 3).read();
  EXPECT_EQ(packets(workload), (Packets{{0, 1}, {1, 2}, {2, 3}}));
}

TEST(CaptureSequence, RepetitionsFromBeforeTheCaptureAreDuplicates) {
  const auto workload = Line().add(4, 5, 1).add(4, 6, 2).add(4, 4, 9).add(4, 7, 3).read();
  EXPECT_EQ(packets(workload), (Packets{{0, 1}, {1, 2}, {3, 3}}));
  EXPECT_EQ(workload.report.count(CaptureSkip::kDuplicate), 1U);
}

TEST(CaptureSequence, AQueuePairConnectedAnew) {
  const auto workload = Line().add(4, 0x500000, 1).add(4, 0x100000, 2).add(4, 0x100001, 3).read();
  EXPECT_EQ(packets(workload), (Packets{{0, 1}, {1, 2}, {2, 3}}));
  EXPECT_EQ(workload.report.restarts, 1U);
}

TEST(CapturePsnCounter, ExtendsAcrossTheWrapAndBack) {
  CapturePsnCounter counter;
  constexpr std::uint64_t kRange = CapturePsnCounter::kRange;
  EXPECT_EQ(counter.extend(0xFFFFFF), 2 * kRange - 1);
  EXPECT_EQ(counter.extend(0), 2 * kRange);
  EXPECT_EQ(counter.extend(0xFFFFF0), 2 * kRange - 16);
  EXPECT_EQ(counter.extend(0x10000), 2 * kRange + 0x10000);
  EXPECT_EQ(counter.extend(0), 2 * kRange);  // 2^16 back: a repetition
  EXPECT_EQ(counter.restarts(), 0U);
  EXPECT_EQ(counter.extend(0xFFFFFF), 4 * kRange + 0xFFFFFF);  // 2^16 + 1 back: anew
  EXPECT_EQ(counter.restarts(), 1U);
}

TEST(CaptureSequence, ReadsTakeThePsnsOfTheirResponses) {
  // 3000 bytes of 1024 are three responses: 10, 11, 12. The READ of 11 is a repetition of the rest.
  const auto workload = Line()
                            .add(0x00, 8, 1024)
                            .add(0x02, 9, 1)
                            .add(0x0C, 10, 0, 3000)
                            .add(0x0C, 11, 0, 1976)
                            .add(0x0C, 13, 0, 8)
                            .read();
  EXPECT_EQ(workload.report.gathers, 2U);
  EXPECT_EQ(workload.report.gathered_bytes, 3008U);
  EXPECT_EQ(workload.report.count(CaptureSkip::kDuplicate), 1U);
}

TEST(CaptureMessages, WithoutTheirBeginningAreLeftOut) {
  const auto workload = Line().add(0x01, 4, 1024).add(0x02, 5, 7).add(0x04, 6, 1).read();
  EXPECT_EQ(packets(workload), (Packets{{2, 1}}));
  EXPECT_EQ(workload.report.count(CaptureSkip::kNoMessageStart), 2U);
}

TEST(CaptureMessages, WithAHoleAreLeftOut) {
  const auto workload =
      Line().add(0x00, 4, 1024).add(0x01, 5, 1024).add(0x02, 7, 7).add(0x04, 8, 1).read();
  EXPECT_EQ(packets(workload), (Packets{{3, 1}}));
  EXPECT_EQ(workload.report.count(CaptureSkip::kIncompleteMessage), 2U);
  EXPECT_EQ(workload.report.count(CaptureSkip::kNoMessageStart), 1U);
  EXPECT_EQ(workload.report.receives, 1U);
}

TEST(CaptureMessages, CutOffByTheEndStay) {
  const auto workload = Line().add(0x06, 4, 1024, 5000).add(0x07, 5, 1024).read();
  EXPECT_EQ(packets(workload), (Packets{{0, 1024}, {1, 1024}}));
  EXPECT_EQ(workload.report.open_messages, 1U);
  EXPECT_EQ(workload.regions[0].bytes, 5000U);
}

TEST(CaptureMessages, MixedOperationsDoNotContinueEachOther) {
  const auto workload = Line().add(0x00, 4, 1024).add(0x08, 5, 8).add(0x04, 6, 1).read();
  EXPECT_EQ(packets(workload), (Packets{{2, 1}}));
}

TEST(CaptureMessages, LengthsHaveToFit) {
  // Path MTU 1024 by two votes against one.
  const auto workload = Line()
                            .add(0x00, 0, 1024)
                            .add(0x02, 1, 1024)  // a full last packet is legal
                            .add(0x00, 2, 1024)
                            .add(0x02, 3, 0)    // an empty one is not
                            .add(0x00, 4, 512)  // a short first one is not
                            .add(0x02, 5, 1)
                            .add(0x04, 6, 1025)  // longer than the path MTU
                            .add(0x0A, 7, 8, 9)  // not its DMA length
                            .add(0x06, 8, 1024, 1030)
                            .add(0x08, 9, 6)
                            .read();
  EXPECT_EQ(packets(workload), (Packets{{0, 1024}, {1, 1024}, {8, 1024}, {9, 6}}));
  EXPECT_EQ(workload.report.count(CaptureSkip::kWrongLength), 6U);
}

TEST(CaptureMessages, MisalignedAtomicsAreLeftOut) {
  CaptureWriter writer;
  RoceFrame frame;
  frame.opcode = 0x13;
  frame.address = 0x1004;
  writer.add(frame);
  frame.psn = 1;
  frame.address = 0x1008;
  writer.add(frame);
  const auto workload = read_capture(writer.write("atomic.pcap"));
  EXPECT_EQ(workload.report.count(CaptureSkip::kMisaligned), 1U);
  EXPECT_EQ(workload.report.atomics, 1U);
}

}  // namespace
}  // namespace sgdma::workload
