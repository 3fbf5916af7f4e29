/// What a capture becomes: times, queue pairs, receives and regions.

#include <cstdint>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "support/capture_writer.h"
#include "workload/capture/capture.h"
#include "workload/capture/capture_error.h"

namespace sgdma::workload {
namespace {

using platform::IncomingPacket;
using platform::PacketOpcode;
using platform::WorkQueueElement;
using platform::WqeOpcode;
using test::CaptureWriter;
using test::frame_bytes;
using test::RoceFrame;

constexpr std::uint64_t kStart = 1'700'000'000'000'000'000;  // ns since the epoch

RoceFrame frame(int opcode, std::uint64_t nanoseconds, std::uint32_t psn, std::uint32_t payload) {
  RoceFrame result;
  result.opcode = static_cast<std::uint8_t>(opcode);
  result.nanoseconds = kStart + nanoseconds;
  result.qp = 7;
  result.psn = psn;
  result.payload = payload;
  return result;
}

RoceFrame write(std::uint64_t nanoseconds, std::uint32_t psn, std::uint64_t address,
                std::uint32_t bytes, std::uint32_t key = 0x55) {
  RoceFrame result = frame(0x0A, nanoseconds, psn, bytes);
  result.address = address;
  result.key = key;
  result.length = bytes;
  return result;
}

CaptureWorkload read(const CaptureWriter& writer, const CaptureOptions& options = {}) {
  return read_capture(writer.write("workload.pcap"), options);
}

CaptureWriter nanosecond_file() {
  CaptureWriter::Format format;
  format.nanoseconds = true;
  return CaptureWriter(format);
}

std::vector<std::uint64_t> packet_times(const CaptureWorkload& workload) {
  std::vector<std::uint64_t> times;
  for (const RepeatedItem& item : workload.work) {
    if (std::holds_alternative<IncomingPacket>(item.item.work)) times.push_back(item.item.at);
  }
  return times;
}

template <class Work>
std::vector<Work> all(const CaptureWorkload& workload) {
  std::vector<Work> found;
  for (const RepeatedItem& item : workload.work) {
    if (const auto* work = std::get_if<Work>(&item.item.work)) found.push_back(*work);
  }
  return found;
}

TEST(CaptureTimes, NanosecondsAndMicrosecondsOfEitherByteOrder) {
  for (unsigned variant = 0; variant < 8; ++variant) {
    const bool nanoseconds = (variant & 1U) != 0;
    CaptureWriter::Format format;
    format.nanoseconds = nanoseconds;
    format.big_endian = (variant & 2U) != 0;
    format.pcapng = (variant & 4U) != 0;
    CaptureWriter writer(format);
    writer.add(frame(0x04, 5'999, 0, 8)).add(frame(0x04, 2'000'000'123, 1, 8));
    // 5.999 us are 5 us in a file of microseconds.
    const std::uint64_t second = nanoseconds ? 1'999'994'124'000 : 1'999'995'000'000;
    EXPECT_EQ(packet_times(read(writer)), (std::vector<std::uint64_t>{0, second})) << variant;
  }
}

TEST(CaptureTimes, InterfacesOfPcapngHaveTheirOwnResolutions) {
  CaptureWriter::Format format;
  format.pcapng = true;
  CaptureWriter writer(format);  // microseconds
  const auto add = [&](std::uint64_t nanoseconds, std::uint32_t psn) {
    RoceFrame one = frame(0x04, 0, psn, 8);
    one.nanoseconds = nanoseconds;
    writer.add(one);
  };
  add(1'000'999, 0);  // 1000 us
  writer.add_interface(1, 9, format.snap_length);
  add(1'000'999, 1);
  writer.add_interface(1, 12, format.snap_length);
  add(1'001'002, 2);
  writer.add_interface(1, 3, format.snap_length);
  add(2'999'999, 3);  // 2 ms
  EXPECT_EQ(packet_times(read(writer)),
            (std::vector<std::uint64_t>{0, 999'000, 1'002'000, 1'000'000'000}));
}

TEST(CaptureTimes, BlocksOfPcapngThatHoldNoPacketAreSkipped) {
  CaptureWriter::Format format;
  format.pcapng = true;
  CaptureWriter writer(format);
  const std::vector<std::uint8_t> bytes(20, 1);
  writer.add(frame(0x04, 0, 0, 8)).add_block(4, bytes).add_block(5, bytes).add_block(0xBAD, bytes);
  const auto workload = read(writer.add(frame(0x04, 3'000, 1, 8)));
  EXPECT_EQ(packet_times(workload), (std::vector<std::uint64_t>{0, 3'000'000}));
  EXPECT_EQ(workload.report.frames, 2U);
}

TEST(CaptureTimes, PacketsOfPcapngWithoutATimeComeAtOnce) {
  CaptureWriter::Format format;
  format.pcapng = true;
  CaptureWriter writer(format);
  for (std::uint32_t psn = 0; psn < 2; ++psn) {
    const std::vector<std::uint8_t> bytes = frame_bytes(frame(0x04, 0, psn, 8));
    std::vector<std::uint8_t> simple = {static_cast<std::uint8_t>(bytes.size()), 0, 0, 0};
    simple.insert(simple.end(), bytes.begin(), bytes.end());
    writer.add_block(3, simple);
  }
  EXPECT_EQ(packet_times(read(writer)), (std::vector<std::uint64_t>{0, 0}));
}

TEST(CaptureTimes, OfPcapngGoBeyond32BitsOfSeconds) {
  CaptureWriter::Format format;
  format.pcapng = true;
  format.nanoseconds = true;
  RoceFrame late = frame(0x04, 0, 1, 8);
  late.nanoseconds = std::uint64_t{4'294'967'297} * 1'000'000'000;
  RoceFrame early = late;
  early.psn = 0;
  early.nanoseconds -= 2'000'000'000;
  EXPECT_EQ(packet_times(read(CaptureWriter(format).add(early).add(late))),
            (std::vector<std::uint64_t>{0, 2'000'000'000'000}));
}

TEST(CaptureTimes, ScaledExactlyAndRoundedDown) {
  const auto writer = nanosecond_file().add(frame(0x04, 0, 0, 8)).add(frame(0x04, 100, 1, 8));
  CaptureOptions options;
  options.time_scale = CaptureTimeScale::parse("1/3");
  EXPECT_EQ(packet_times(read(writer, options)), (std::vector<std::uint64_t>{0, 33'333}));
  options.time_scale = CaptureTimeScale::parse("2.5");
  EXPECT_EQ(packet_times(read(writer, options)), (std::vector<std::uint64_t>{0, 250'000}));
}

TEST(CaptureTimes, SortedStablyAndCounted) {
  const auto workload = read(nanosecond_file()
                                 .add(frame(0x04, 50, 0, 8))
                                 .add(frame(0x04, 70, 1, 16))
                                 .add(frame(0x11, 60, 0, 0))
                                 .add(frame(0x04, 70, 2, 24))
                                 .add(frame(0x11, 65, 1, 0)));
  EXPECT_EQ(workload.report.out_of_order_frames, 2U);
  EXPECT_EQ(packet_times(workload),
            (std::vector<std::uint64_t>{0, 10'000, 15'000, 20'000, 20'000}));
  const auto packets = all<IncomingPacket>(workload);
  EXPECT_EQ(packets[1].opcode, PacketOpcode::kAcknowledge);
  EXPECT_EQ(packets[3].bytes, 16U);
  EXPECT_EQ(packets[4].bytes, 24U);
}

TEST(CaptureTimes, CountFromTheEarliestRocePacket) {
  RoceFrame dns = frame(0x04, 0, 0, 8);
  dns.udp_port = 53;
  const auto workload =
      read(nanosecond_file().add(dns).add(frame(0x04, 20, 1, 8)).add(frame(0x11, 10, 0, 0)));
  EXPECT_EQ(packet_times(workload), (std::vector<std::uint64_t>{0, 10'000}));
}

TEST(CaptureQueuePairs, OneForEachReceiverSortedByNumber) {
  RoceFrame other = frame(0x04, 10, 5, 8);
  other.qp = 3;
  const auto workload = read(nanosecond_file().add(frame(0x04, 0, 0, 8)).add(other));
  ASSERT_EQ(workload.queue_pairs.size(), 2U);
  EXPECT_EQ(raw(workload.queue_pairs[0].number), 3U);
  EXPECT_EQ(raw(workload.queue_pairs[1].number), 7U);
  EXPECT_TRUE(workload.report.renamed.empty());
  for (const RepeatedItem& item : workload.work) {
    const auto* packet = std::get_if<IncomingPacket>(&item.item.work);
    if (packet == nullptr) continue;
    EXPECT_EQ(raw(item.item.qp), item.item.at == 0 ? 1U : 0U);
  }
}

TEST(CaptureQueuePairs, SharedNumbersAreRenumberedAroundTheOnesInUse) {
  RoceFrame same = frame(0x04, 1, 0, 8);
  same.destination = 0x0A000003;
  RoceFrame next = frame(0x04, 2, 0, 8);
  next.qp = 8;
  const auto workload = read(nanosecond_file().add(frame(0x04, 0, 0, 8)).add(same).add(next));
  ASSERT_EQ(workload.queue_pairs.size(), 3U);
  EXPECT_EQ(raw(workload.queue_pairs[0].number), 7U);
  EXPECT_EQ(raw(workload.queue_pairs[1].number), 8U);
  EXPECT_EQ(raw(workload.queue_pairs[2].number), 9U);
  EXPECT_EQ(workload.report.renamed,
            (std::vector<std::string>{"queue pair 7 at 10.0.0.3 is 9 here"}));
}

TEST(CaptureQueuePairs, OneSideAlone) {
  RoceFrame back = frame(0x11, 10, 0, 0);
  back.source = 0x0A000002;
  back.destination = 0x0A000001;
  const auto writer = nanosecond_file().add(frame(0x04, 0, 0, 8)).add(back);
  CaptureOptions options;
  options.side = IpAddress::parse("10.0.0.1");
  const auto workload = read(writer, options);
  ASSERT_EQ(workload.queue_pairs.size(), 1U);
  EXPECT_EQ(raw(workload.queue_pairs[0].number), 7U);
  EXPECT_EQ(packet_times(workload), (std::vector<std::uint64_t>{10'000}));
  ASSERT_EQ(all<WorkQueueElement>(workload).size(), 1U);
  EXPECT_EQ(all<WorkQueueElement>(workload)[0].opcode, WqeOpcode::kSend);
  EXPECT_EQ(workload.report.acknowledges, 1U);
}

TEST(CapturePathMtu, FromFirstAndMiddleElseGuessed) {
  const auto known = read(nanosecond_file()
                              .add(frame(0x00, 0, 0, 512))
                              .add(frame(0x01, 1, 1, 512))
                              .add(frame(0x02, 2, 2, 1)));
  EXPECT_EQ(known.queue_pairs[0].path_mtu, 512U);
  EXPECT_EQ(known.report.guessed_path_mtus, 0U);
  EXPECT_EQ(read(nanosecond_file().add(frame(0x04, 0, 0, 8))).queue_pairs[0].path_mtu, 1024U);
  const auto guessed = read(nanosecond_file().add(frame(0x04, 0, 0, 2049)));
  EXPECT_EQ(guessed.queue_pairs[0].path_mtu, 4096U);
  EXPECT_EQ(guessed.report.guessed_path_mtus, 1U);
}

TEST(CaptureReceives, OneForEachMessageBeforeItsFirstPacket) {
  RoceFrame with_imm = write(40, 4, 0x10000, 100);
  with_imm.opcode = 0x0B;
  const auto workload = read(nanosecond_file()
                                 .add(frame(0x00, 0, 0, 1024))
                                 .add(frame(0x02, 10, 1, 1))       // 1025 bytes: two path MTUs
                                 .add(frame(0x05, 20, 2, 9))       // one
                                 .add(frame(0x04, 30, 3, 0))       // no bytes: one
                                 .add(with_imm)                    // no SGE
                                 .add(write(50, 5, 0x10064, 4)));  // no receive
  const auto posted = all<WorkQueueElement>(workload);
  ASSERT_EQ(posted.size(), 4U);
  EXPECT_EQ(workload.report.receives, 4U);
  EXPECT_EQ(workload.report.receive_bytes, 4096U);
  for (std::size_t i = 0; i < posted.size(); ++i) {
    EXPECT_EQ(posted[i].opcode, WqeOpcode::kReceive);
    EXPECT_TRUE(std::holds_alternative<WorkQueueElement>(workload.work[i].item.work)) << i;
    EXPECT_EQ(posted[i].sges.size(), i < 3 ? 1U : 0U);
  }
  EXPECT_EQ(posted[0].sges[0].bytes, 2048U);
  EXPECT_EQ(posted[1].sges[0].bytes, 1024U);
  EXPECT_EQ(posted[1].sges[0].address, posted[0].sges[0].address + 2048);
  EXPECT_EQ(posted[2].sges[0].bytes, 1024U);
}

TEST(CaptureReceives, PostedAtMost128MessagesAhead) {
  CaptureWriter writer = nanosecond_file();
  for (std::uint32_t i = 0; i < 130; ++i) writer.add(frame(0x04, std::uint64_t{10} * i, i, 8));
  const auto workload = read(writer);
  std::vector<std::uint64_t> posted;
  for (const RepeatedItem& item : workload.work) {
    if (std::holds_alternative<WorkQueueElement>(item.item.work)) posted.push_back(item.item.at);
  }
  ASSERT_EQ(posted.size(), 130U);
  EXPECT_EQ(posted[127], 0U);
  EXPECT_EQ(posted[128], 0U);       // with message 0
  EXPECT_EQ(posted[129], 10'000U);  // with message 1
}

TEST(CaptureRegions, CoverWhatTheMessagesOfARkeyTouch) {
  RoceFrame read_request = frame(0x0C, 30, 2, 0);
  read_request.address = 0x20000;
  read_request.key = 0x55;
  read_request.length = 0x1001;
  RoceFrame add = frame(0x14, 40, 4, 0);
  add.address = 0x30008;
  add.key = 0x66;
  const auto workload = read(nanosecond_file()
                                 .add(write(10, 0, 0x1FFFE, 8))
                                 .add(write(20, 1, 0x1F123, 16))
                                 .add(read_request)
                                 .add(add));
  ASSERT_EQ(workload.regions.size(), 2U);
  const platform::Region& first = workload.regions[0];
  EXPECT_EQ(raw(first.key), 0x55U);
  EXPECT_EQ(first.iova, 0x1F123U);
  EXPECT_EQ(first.bytes, 0x21001U - 0x1F123U);
  EXPECT_EQ(first.page_bytes, 4096U);
  EXPECT_EQ(first.first_byte_offset, 0x123U);
  EXPECT_EQ(first.pages.size(), 3U);
  namespace access = platform::access;
  EXPECT_EQ(first.access, access::kLocalWrite | access::kRemoteWrite | access::kRemoteRead);
  const platform::Region& second = workload.regions[1];
  EXPECT_EQ(raw(second.key), 0x66U);
  EXPECT_EQ(second.iova, 0x30008U);
  EXPECT_EQ(second.bytes, 8U);
  EXPECT_EQ(second.access, access::kLocalWrite | access::kRemoteAtomic);
  EXPECT_EQ(workload.report.gathers, 2U);
  EXPECT_EQ(workload.report.gathered_bytes, 0x1001U + 8U);
  EXPECT_EQ(workload.report.atomics, 1U);
}

TEST(CaptureRegions, PagesAreAlignedDistinctAndNeverAdjacent) {
  RoceFrame large = write(0, 0, 0x12345678, 8);
  RoceFrame far = write(10, 1, 0x12345678 + (std::uint64_t{1} << 30U), 8);
  const auto workload = read(nanosecond_file()
                                 .add(large)
                                 .add(far)
                                 .add(write(20, 2, 0x1000, 4096, 0x77))
                                 .add(frame(0x04, 30, 3, 1000)));
  std::set<std::uint64_t> starts;
  ASSERT_EQ(workload.regions.size(), 3U);
  for (const platform::Region& region : workload.regions) {
    const std::uint64_t needed =
        (region.first_byte_offset + region.bytes + region.page_bytes - 1) / region.page_bytes;
    EXPECT_EQ(region.pages.size(), needed) << region.name;
    EXPECT_LE(region.pages.size(), 65536U);
    for (std::size_t i = 0; i < region.pages.size(); ++i) {
      EXPECT_EQ(region.pages[i] % region.page_bytes, 0U);
      EXPECT_TRUE(starts.insert(region.pages[i]).second);
      if (i == 0) continue;
      EXPECT_NE(region.pages[i], region.pages[i - 1] + region.page_bytes);
    }
  }
  EXPECT_EQ(workload.regions[1].page_bytes, 32768U);  // 1 GiB and a bit in at most 65536 pages
}

TEST(CaptureRegions, FarAddressesAreLeftOut) {
  const auto workload =
      read(nanosecond_file().add(write(0, 0, 0, 8)).add(write(10, 1, 0xFFFFFFFFFFFFFFF8, 8)));
  EXPECT_EQ(workload.report.count(CaptureSkip::kRegionTooLarge), 1U);
  EXPECT_EQ(workload.report.scatters, 1U);
  const auto last = read(nanosecond_file().add(write(0, 0, 0xFFFFFFFFFFFFFFF8, 8)));
  EXPECT_EQ(last.regions[0].iova + last.regions[0].bytes, 0U);  // ends at 2^64
}

TEST(CaptureRegions, KeysOfSeveralAddressesStayApart) {
  RoceFrame other = write(10, 0, 0x5000, 8);
  other.destination = 0x0A000003;
  const auto workload = read(nanosecond_file().add(write(0, 0, 0x1000, 8)).add(other));
  ASSERT_EQ(workload.regions.size(), 2U);
  EXPECT_EQ(raw(workload.regions[0].key), 0x55U);
  EXPECT_EQ(raw(workload.regions[1].key), 0x56U);
  EXPECT_EQ(workload.report.renamed.back(), "rkey 0x55 at 10.0.0.3 is 0x56 here");
  const auto packets = all<IncomingPacket>(workload);
  EXPECT_EQ(raw(packets[0].key), 0x55U);
  EXPECT_EQ(raw(packets[1].key), 0x56U);
}

TEST(CaptureRegions, ZeroBytesNeedNone) {
  const auto workload = read(nanosecond_file().add(write(0, 0, 0x1000, 0)));
  EXPECT_TRUE(workload.regions.empty());
  EXPECT_EQ(workload.report.packets, 1U);
  EXPECT_EQ(workload.report.scatters, 0U);
}

TEST(CaptureApply, ReplacesRegionsQueuePairsAndWork) {
  const auto workload = read(nanosecond_file().add(frame(0x04, 0, 0, 8)));
  Scenario scenario;
  scenario.name = "kept";
  scenario.regions.resize(3);
  scenario.queue_pairs = {{QpNumber{1}, {}, 256}, {QpNumber{2}, {}, 256}};
  scenario.work.resize(5);
  apply(workload, scenario);
  EXPECT_EQ(scenario.name, "kept");
  EXPECT_EQ(scenario.regions.size(), 1U);
  EXPECT_EQ(scenario.queue_pairs.size(), 1U);
  EXPECT_EQ(scenario.work.size(), 2U);
  scenario.memory.bytes = 4096;
  EXPECT_THROW(apply(workload, scenario), CaptureError);
}

TEST(CaptureSnapLength, PayloadsThatWereNotCapturedCount) {
  CaptureWriter::Format format;
  format.snap_length = 64;
  const auto workload =
      read(CaptureWriter(format).add(frame(0x04, 0, 0, 1000)).add(write(10, 1, 0x1000, 24)));
  EXPECT_EQ(workload.report.scattered_bytes, 1000U);
  EXPECT_EQ(workload.report.cut_frames, 1U);
  EXPECT_EQ(workload.report.count(CaptureSkip::kCut), 1U);
}

}  // namespace
}  // namespace sgdma::workload
