/// Captures through the command line: what `run --pcap` makes of packets, down to the beats.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/capture_writer.h"
#include "support/command_run.h"
#include "support/scratch.h"

namespace sgdma::test {
namespace {

namespace json = boost::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::Pair;

// RC opcodes of the BTH
constexpr int kSendFirst = 0x00;
constexpr int kSendMiddle = 0x01;
constexpr int kSendLast = 0x02;
constexpr int kSendLastImm = 0x03;
constexpr int kSendOnly = 0x04;
constexpr int kSendOnlyImm = 0x05;
constexpr int kWriteFirst = 0x06;
constexpr int kWriteMiddle = 0x07;
constexpr int kWriteLast = 0x08;
constexpr int kWriteLastImm = 0x09;
constexpr int kWriteOnly = 0x0A;
constexpr int kWriteOnlyImm = 0x0B;
constexpr int kReadRequest = 0x0C;
constexpr int kReadFirst = 0x0D;
constexpr int kReadMiddle = 0x0E;
constexpr int kReadLast = 0x0F;
constexpr int kReadOnly = 0x10;
constexpr int kAcknowledge = 0x11;
constexpr int kAtomicAcknowledge = 0x12;
constexpr int kCompareSwap = 0x13;
constexpr int kFetchAdd = 0x14;

constexpr std::uint32_t kMostPsn = 0xFFFFFF;

std::vector<std::string> lines_of(const std::string& path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

/// A run of a capture, with its result and its events.
class CaptureRun {
 public:
  explicit CaptureRun(const std::string& path, const std::vector<std::string>& more = {}) {
    const std::string log = write_scratch_file("events.jsonl", "");
    std::vector<std::string> arguments = {"run", "--pcap",         path,    "--events",
                                          log,   "--events-beats", "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    command_ = run_command(arguments);
    EXPECT_EQ(command_.exit_code, 0) << command_.err;
    result_ = json::parse(command_.out).as_object();
    EXPECT_TRUE(result_.at("verified").as_bool());
    for (const std::string& line : lines_of(log)) events_.push_back(json::parse(line).as_object());
  }
  explicit CaptureRun(const CaptureWriter& writer, const std::vector<std::string>& more = {})
      : CaptureRun(writer.write("run.pcap"), more) {}

  const std::string& report() const { return command_.err; }
  const json::object& result() const { return result_; }

  /// The result's number at a path such as {"write", "bytes"}; 0 where there is none.
  std::int64_t number(const std::vector<const char*>& keys) const {
    const json::value* at = result_.if_contains(keys.front());
    for (std::size_t i = 1; at != nullptr && i < keys.size(); ++i) {
      at = at->as_object().if_contains(keys[i]);
    }
    return at == nullptr ? 0 : at->to_number<std::int64_t>();
  }

  std::vector<json::object> events(const std::string& name) const {
    std::vector<json::object> found;
    std::copy_if(events_.begin(), events_.end(), std::back_inserter(found),
                 [&](const json::object& event) {
                   const json::value* is = event.if_contains("event");
                   return is != nullptr && is->as_string() == name;
                 });
    return found;
  }

  /// Bytes of all beats of a direction.
  std::int64_t moved(const std::string& direction) const {
    std::int64_t bytes = 0;
    for (const json::object& beat : events("beat")) {
      if (beat.at("dir").as_string() == direction) bytes += beat.at("bytes").as_int64();
    }
    return bytes;
  }

  /// (cycle, length) of each post of a direction.
  std::vector<std::pair<std::int64_t, std::int64_t>> posts(const std::string& direction) const {
    std::vector<std::pair<std::int64_t, std::int64_t>> all;
    for (const json::object& post : events("post")) {
      if (post.at("dir").as_string() != direction) continue;
      all.emplace_back(post.at("cycle").as_int64(), post.at("len").as_int64());
    }
    return all;
  }

  /// CQEs of a queue as "bytes", with "imm" behind where there are immediate data.
  std::vector<std::string> cqes(const std::string& queue) const {
    std::vector<std::string> all;
    for (const json::object& cqe : events("cqe")) {
      if (cqe.at("queue").as_string() != queue) continue;
      EXPECT_EQ(cqe.at("status").as_string(), "SUCCESS");
      all.push_back(std::to_string(cqe.at("bytes").as_int64()) +
                    (cqe.at("imm").as_bool() ? " imm" : ""));
    }
    return all;
  }

 private:
  CommandResult command_;
  json::object result_;
  std::vector<json::object> events_;
};

/// Expects so many scatters and bytes, in the result and on the bus.
void expect_scatters(const CaptureRun& run, std::size_t transfers, std::int64_t bytes) {
  EXPECT_EQ(run.posts("scatter").size(), transfers);
  EXPECT_EQ(run.number({"write", "bytes"}), bytes);
  EXPECT_EQ(run.moved("scatter"), bytes);
}

void expect_gathers(const CaptureRun& run, std::size_t transfers, std::int64_t bytes) {
  EXPECT_EQ(run.posts("gather").size(), transfers);
  EXPECT_EQ(run.number({"read", "bytes"}), bytes);
  EXPECT_EQ(run.moved("gather"), bytes);
}

/// Frames of one connection, a microsecond apart, with consecutive PSNs: requests go to queue pair
/// 8 of 10.0.0.2, answers to queue pair 7 of 10.0.0.1.
class Connection {
 public:
  Connection() : writer_(nanoseconds()) {}

  RoceFrame request(int opcode, std::uint32_t payload, std::uint32_t length = 0) {
    RoceFrame frame;
    frame.opcode = static_cast<std::uint8_t>(opcode);
    frame.nanoseconds = time_ += 1000;
    frame.qp = 8;
    frame.psn = psn_++ & kMostPsn;
    frame.payload = payload;
    frame.address = 0x10003;
    frame.key = 0x99;
    frame.length = length;
    return frame;
  }
  RoceFrame answer(int opcode, std::uint32_t psn, std::uint32_t payload = 0) {
    RoceFrame frame = request(opcode, payload);
    psn_ -= 1;
    std::swap(frame.source, frame.destination);
    frame.qp = 7;
    frame.psn = psn & kMostPsn;
    return frame;
  }

  Connection& add(const RoceFrame& frame) {
    writer_.add(frame);
    return *this;
  }
  Connection& ask(int opcode, std::uint32_t payload, std::uint32_t length = 0) {
    return add(request(opcode, payload, length));
  }
  /// A READ of `length` bytes takes the PSNs of all its responses.
  Connection& skip(std::uint32_t psns) {
    psn_ += psns;
    return *this;
  }

  const CaptureWriter& writer() const { return writer_; }

  static CaptureWriter::Format nanoseconds() {
    CaptureWriter::Format format;
    format.nanoseconds = true;
    return format;
  }

 private:
  CaptureWriter writer_;
  std::uint64_t time_ = 1'700'000'000'000'000'000;
  std::uint32_t psn_ = 0xFFFFFE;  // wraps after two packets
};

TEST(Pcap, SendOfSeveralPacketsFillsOneReceive) {
  Connection wire;
  wire.ask(kSendFirst, 256).ask(kSendMiddle, 256).ask(kSendLast, 3);
  const CaptureRun run(wire.writer());
  expect_scatters(run, 3, 515);
  expect_gathers(run, 0, 0);
  EXPECT_THAT(run.cqes("rq"), ElementsAre("515"));
  EXPECT_EQ(run.number({"cqes", "SUCCESS"}), 1);
  EXPECT_THAT(run.report(), HasSubstr("3 frames, of them 3 RoCEv2 with 515 payload bytes\n"
                                      "packets: 1 RC SEND First, 1 RC SEND Middle, 1 RC SEND Last\n"
                                      "work: 3 scatters of 515 bytes, 0 acknowledges\n"
                                      "synthesized: 1 posted receive (768 bytes), 1 local region, "
                                      "0 remote regions\n"));
}

TEST(Pcap, ImmediateDataReachTheCqe) {
  Connection wire;
  wire.ask(kSendFirst, 256).ask(kSendLastImm, 7).ask(kSendOnlyImm, 100).ask(kSendOnlyImm, 0);
  const CaptureRun run(wire.writer());
  expect_scatters(run, 4, 363);
  EXPECT_THAT(run.cqes("rq"), ElementsAre("263 imm", "100 imm", "0 imm"));
}

TEST(Pcap, WriteScattersAndTakesNoReceive) {
  Connection wire;
  wire.ask(kWriteFirst, 256, 600).ask(kWriteMiddle, 256).ask(kWriteLast, 88);
  wire.ask(kWriteOnly, 5, 5);
  const CaptureRun run(wire.writer());
  expect_scatters(run, 4, 605);
  EXPECT_THAT(run.cqes("rq"), IsEmpty());
  EXPECT_EQ(run.number({"cqes", "SUCCESS"}), 0);
  EXPECT_THAT(run.report(), HasSubstr("0 posted receives (0 bytes), 0 local regions, 1 remote"));
}

TEST(Pcap, WriteWithImmediateTakesAReceiveWithoutABuffer) {
  Connection wire;
  wire.ask(kWriteFirst, 256, 300).ask(kWriteLastImm, 44).ask(kWriteOnlyImm, 9, 9);
  const CaptureRun run(wire.writer());
  expect_scatters(run, 3, 309);
  EXPECT_THAT(run.cqes("rq"), ElementsAre("300 imm", "9 imm"));
  EXPECT_THAT(run.report(), HasSubstr("2 posted receives (0 bytes), 0 local regions, 1 remote"));
}

TEST(Pcap, ReadGathersAtTheResponderAndScattersAtTheRequester) {
  Connection wire;
  const RoceFrame read = wire.request(kReadRequest, 0, 700);
  wire.add(read).skip(2);
  wire.add(wire.answer(kReadFirst, read.psn, 256));
  wire.add(wire.answer(kReadMiddle, read.psn + 1, 256));
  wire.add(wire.answer(kReadLast, read.psn + 2, 188));
  const RoceFrame second = wire.request(kReadRequest, 0, 17);
  wire.add(second).add(wire.answer(kReadOnly, second.psn, 17));
  const CaptureRun run(wire.writer());
  expect_gathers(run, 2, 717);
  expect_scatters(run, 4, 717);
  EXPECT_THAT(run.cqes("sq"), ElementsAre("700", "17"));
  EXPECT_THAT(run.cqes("rq"), IsEmpty());
  EXPECT_THAT(run.report(), HasSubstr("work: 4 scatters of 717 bytes, 2 gathers of 717 bytes"));
  EXPECT_THAT(run.report(), HasSubstr("2 READ WQEs"));
}

TEST(Pcap, AtomicsReadAndWriteEightBytes) {
  Connection wire;
  RoceFrame swap = wire.request(kCompareSwap, 0);
  swap.address = 0x10008;
  wire.add(swap).add(wire.answer(kAtomicAcknowledge, swap.psn));
  RoceFrame add = wire.request(kFetchAdd, 0);
  add.address = 0x10008;
  wire.add(add).add(wire.answer(kAtomicAcknowledge, add.psn));
  const CaptureRun run(wire.writer());
  EXPECT_THAT(run.cqes("sq"), ElementsAre("8", "8"));
  EXPECT_EQ(run.moved("gather"), 16);
  EXPECT_EQ(run.number({"read", "bytes"}), 16);
  // The compare of the made-up memory may fail; the add and both answers always write.
  EXPECT_EQ(run.moved("scatter"), run.number({"write", "bytes"}));
  EXPECT_THAT(run.moved("scatter"), ::testing::AnyOf(24, 32));
  EXPECT_THAT(run.report(), HasSubstr("2 gathers of 16 bytes (2 atomics)"));
  EXPECT_THAT(run.report(), HasSubstr("2 atomic WQEs"));
}

TEST(Pcap, AcknowledgesMoveNothing) {
  Connection wire;
  wire.add(wire.answer(kAcknowledge, 3));
  RoceFrame negative = wire.answer(kAcknowledge, 4);
  negative.syndrome = 0x60;
  wire.add(negative);
  const CaptureRun run(wire.writer());
  expect_scatters(run, 0, 0);
  expect_gathers(run, 0, 0);
  EXPECT_THAT(run.report(), HasSubstr("work: 0 scatters of 0 bytes, 2 acknowledges (1 negative)"));
}

TEST(Pcap, PadAndIcrcNeverReachMemory) {
  Connection wire;
  for (const std::uint32_t bytes : {1U, 2U, 3U, 4U, 5U, 61U, 1023U}) wire.ask(kSendOnly, bytes);
  const CaptureRun run(wire.writer());
  expect_scatters(run, 7, 1099);
  EXPECT_THAT(run.cqes("rq"), ElementsAre("1", "2", "3", "4", "5", "61", "1023"));
}

TEST(Pcap, EthernetPaddingNeverReachesMemory) {
  Connection wire;
  RoceFrame frame = wire.request(kSendOnly, 1);  // padded to 60 bytes by Ethernet
  frame.trailer = 37;
  wire.add(frame).ask(kSendOnly, 2);
  const CaptureRun run(wire.writer());
  expect_scatters(run, 2, 3);
}

TEST(Pcap, PayloadsThatTheSnapLengthCutMoveInFull) {
  CaptureWriter::Format format = Connection::nanoseconds();
  format.snap_length = 64;
  CaptureWriter writer(format);
  writer.add(Connection().request(kSendOnly, 1000));
  const CaptureRun run(writer);
  expect_scatters(run, 1, 1000);
  EXPECT_THAT(run.report(), HasSubstr("1 packet whose payload was not captured\n"));
}

TEST(Pcap, Ipv6BehindVlanTagsMovesTheSame) {
  Connection wire;
  const auto add = [&](RoceFrame frame) {
    frame.ipv6 = true;
    frame.vlan = {0x88A80064, 0x8100E007};
    frame.extensions = {60};
    wire.add(frame);
  };
  add(wire.request(kSendFirst, 256));
  add(wire.request(kSendLastImm, 7));
  add(wire.request(kWriteOnly, 5, 5));
  const RoceFrame read = wire.request(kReadRequest, 0, 44);
  add(read);
  add(wire.answer(kReadOnly, read.psn, 44));
  RoceFrame swap = wire.request(kFetchAdd, 0);
  swap.address = 0x10010;
  add(swap);
  add(wire.answer(kAtomicAcknowledge, swap.psn));
  const CaptureRun run(wire.writer());
  expect_gathers(run, 2, 52);
  EXPECT_EQ(run.number({"write", "bytes"}), 263 + 5 + 44 + 8 + 8);
  EXPECT_THAT(run.cqes("rq"), ElementsAre("263 imm"));
  EXPECT_THAT(run.cqes("sq"), ElementsAre("44", "8"));
  EXPECT_THAT(run.report(), HasSubstr("7 frames, of them 7 RoCEv2 with 312 payload bytes\n"));
  EXPECT_THAT(run.report(), Not(HasSubstr("no RoCEv2:")));
}

TEST(Pcap, Ipv4AndIpv6AreDifferentHosts) {
  Connection wire;
  wire.ask(kSendOnly, 10);
  RoceFrame other = wire.request(kSendOnly, 20);
  other.ipv6 = true;
  wire.add(other);
  const CaptureRun run(wire.writer());
  expect_scatters(run, 2, 30);
  EXPECT_THAT(run.report(), HasSubstr("queue pair 8 at fd00::a00:2 is 9 here\n"));
}

TEST(Pcap, FramesOutOfTimeOrderAreSortedAndCounted) {
  Connection wire;
  const RoceFrame first = wire.request(kSendOnly, 11);
  const RoceFrame second = wire.request(kSendOnly, 22);
  const RoceFrame third = wire.request(kSendOnly, 33);
  wire.add(third).add(first).add(second);
  const CaptureRun run(wire.writer());
  EXPECT_THAT(run.posts("scatter"), ElementsAre(Pair(1, 11), Pair(1001, 22), Pair(2001, 33)));
  EXPECT_THAT(run.report(), HasSubstr("2 frames out of time order, sorted\n"));
}

TEST(Pcap, PacketsComeAtTheirScaledTimes) {
  Connection wire;
  wire.ask(kSendOnly, 11).ask(kSendOnly, 22);
  // A packet at time t is taken at the first edge after it.
  const auto posts = [&](const std::vector<std::string>& options) {
    return CaptureRun(wire.writer(), options).posts("scatter");
  };
  EXPECT_THAT(posts({}), ElementsAre(Pair(1, 11), Pair(1001, 22)));
  EXPECT_THAT(posts({"--time-scale", "2.5"}), ElementsAre(Pair(1, 11), Pair(2501, 22)));
  EXPECT_THAT(posts({"--time-scale", "1/3"}), ElementsAre(Pair(1, 11), Pair(334, 22)));
  EXPECT_THAT(posts({"--set", "clock.period=3 ns"}), ElementsAre(Pair(1, 11), Pair(334, 22)));
}

TEST(Pcap, PacketsAfterDaysComeAtTheirExactCycle) {
  constexpr std::int64_t kDay = 86'400'000'000'000;
  RoceFrame late = Connection().request(kSendOnly, 22);
  late.nanoseconds += 40 * kDay + 7;
  late.psn = 0xFFFFFF;
  const CaptureWriter writer =
      CaptureWriter(Connection::nanoseconds()).add(Connection().request(kSendOnly, 11)).add(late);
  const CaptureRun run(writer);
  EXPECT_THAT(run.posts("scatter"), ElementsAre(Pair(1, 11), Pair(40 * kDay + 8, 22)));
}

TEST(Pcap, SilenceCountsWhereTheRunOrTheWindowEnds) {
  Connection wire;
  wire.ask(kSendOnly, 11).ask(kSendOnly, 22);
  const CaptureRun window(wire.writer(), {"--set", "measure.window=700 ns"});
  EXPECT_EQ(window.number({"measured_cycles"}), 700);
  EXPECT_EQ(window.number({"write", "bytes"}), 11);
  const CommandResult cut = run_command(
      {"run", "--pcap", wire.writer().write("cut.pcap"), "--max-cycles", "600", "--json"});
  EXPECT_EQ(cut.exit_code, 1);
  EXPECT_EQ(json::parse(cut.out).at("cycles").as_int64(), 600);
}

TEST(Pcap, DuplicatesMoveOnce) {
  Connection wire;
  const RoceFrame first = wire.request(kSendOnly, 11);
  RoceFrame again = wire.request(kSendOnly, 11);
  again.psn = first.psn;
  wire.add(first).add(again).skip(kMostPsn).ask(kSendOnly, 22);
  const CaptureRun run(wire.writer());
  expect_scatters(run, 2, 33);
  EXPECT_THAT(run.cqes("rq"), ElementsAre("11", "22"));
  EXPECT_THAT(run.report(), HasSubstr("not used: duplicates of an accepted packet (1)\n"));
}

TEST(Pcap, RetransmissionsOfEveryKindMoveOnce) {
  Connection wire;
  const auto twice = [&](const RoceFrame& frame) {
    RoceFrame again = frame;
    again.nanoseconds += 500;
    wire.add(frame).add(again);
  };
  twice(wire.request(kSendFirst, 256));
  twice(wire.request(kSendLast, 44));
  twice(wire.request(kWriteOnlyImm, 17, 17));
  const RoceFrame read = wire.request(kReadRequest, 0, 90);
  twice(read);
  twice(wire.answer(kReadOnly, read.psn, 90));
  RoceFrame add = wire.request(kFetchAdd, 0);
  add.address = 0x10010;
  twice(add);
  twice(wire.answer(kAtomicAcknowledge, add.psn));
  const CaptureRun run(wire.writer());
  EXPECT_EQ(run.number({"write", "bytes"}), 300 + 17 + 90 + 8 + 8);
  expect_gathers(run, 2, 98);
  EXPECT_THAT(run.cqes("rq"), ElementsAre("300", "17 imm"));
  EXPECT_THAT(run.cqes("sq"), ElementsAre("90", "8"));
  EXPECT_THAT(run.report(), HasSubstr("not used: duplicates of an accepted packet (7)\n"));
}

TEST(PcapSide, SendsAndWritesOfTheSideAreGathered) {
  Connection wire;
  wire.ask(kSendFirst, 256).ask(kSendLastImm, 7).ask(kWriteOnly, 100, 100);
  const RoceFrame read = wire.request(kReadRequest, 0, 44);
  wire.add(read).ask(kSendOnly, 0);
  wire.add(wire.answer(kReadOnly, read.psn, 44)).add(wire.answer(kAcknowledge, read.psn + 1));
  const CaptureRun run(wire.writer(), {"--side", "10.0.0.1"});
  // WQEs at 0, 2, 3 and 4 us: each is taken at the first edge after it. The READ gathers nothing.
  EXPECT_THAT(run.posts("gather"), ElementsAre(Pair(1, 263), Pair(2001, 100), Pair(4001, 0)));
  EXPECT_EQ(run.moved("gather"), 363);
  expect_scatters(run, 1, 44);
  EXPECT_THAT(run.cqes("sq"), ElementsAre("263", "100", "44", "0"));
  EXPECT_THAT(run.cqes("rq"), IsEmpty());
  EXPECT_THAT(run.report(), HasSubstr("work: 1 scatter of 44 bytes, 2 gathers of 363 bytes (0 "
                                      "atomics), 1 acknowledge\n"));
  EXPECT_THAT(run.report(), HasSubstr("synthesized: 0 posted receives (0 bytes), 3 SEND and WRITE "
                                      "WQEs, 1 READ WQE, 1 local region, 0 remote regions"));
}

TEST(PcapSide, TheOtherSideOfTheSameCaptureReceives) {
  Connection wire;
  wire.ask(kSendFirst, 256).ask(kSendLastImm, 7).ask(kWriteOnly, 100, 100);
  const RoceFrame read = wire.request(kReadRequest, 0, 44);
  wire.add(read).add(wire.answer(kReadOnly, read.psn, 44));
  const CaptureRun run(wire.writer(), {"--side", "10.0.0.2"});
  expect_scatters(run, 3, 363);
  expect_gathers(run, 1, 44);
  EXPECT_THAT(run.cqes("rq"), ElementsAre("263 imm"));
  EXPECT_THAT(run.cqes("sq"), IsEmpty());
  EXPECT_THAT(run.report(), HasSubstr("not used: answers that the side asked for sent (1)\n"));
}

TEST(PcapSide, OfIpv6InAPcapngFile) {
  CaptureWriter::Format format = Connection::nanoseconds();
  format.pcapng = true;
  format.big_endian = true;
  CaptureWriter writer(format);
  Connection wire;
  RoceFrame frame = wire.request(kSendOnly, 500);
  frame.ipv6 = true;
  frame.vlan = {0x81000007};
  writer.add(frame);
  frame = wire.answer(kAcknowledge, frame.psn);
  frame.ipv6 = true;
  writer.add(frame);
  const CaptureRun run(writer, {"--side", "FD00:0::A00:1"});
  expect_gathers(run, 1, 500);
  expect_scatters(run, 0, 0);
  EXPECT_THAT(run.cqes("sq"), ElementsAre("500"));
}

TEST(PcapSide, SendersThatNothingNamesAreMadeUp) {
  Connection wire;
  wire.ask(kSendOnly, 33);
  const CaptureRun run(wire.writer(), {"--side", "10.0.0.1"});
  expect_gathers(run, 1, 33);
  EXPECT_THAT(run.report(), HasSubstr("1 SEND or WRITE WQE, 1 local region, 0 remote regions, "
                                      "1 sending queue pair"));
}

TEST(PcapSide, ResolvedScenarioRepeatsTheRun) {
  Connection wire;
  wire.ask(kSendFirst, 256).ask(kSendLastImm, 7).ask(kWriteOnly, 9, 9);
  const RoceFrame read = wire.request(kReadRequest, 0, 44);
  wire.add(read).ask(kSendOnly, 0).add(wire.answer(kReadOnly, read.psn, 44));
  const std::string resolved = write_scratch_file("resolved.toml", "");
  const CaptureRun run(wire.writer(), {"--resolved", resolved, "--side", "10.0.0.1"});
  const CommandResult again = run_command({"run", resolved, "--json"});
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_EQ(json::parse(again.out).as_object(), run.result());
}

TEST(PcapSide, RealCaptureOfSendsWithImmediate) {
  const auto folder = std::filesystem::path(SGDMA_SOURCE_DIR) / "../shared/data";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no folder " << folder;
  const CaptureRun run((folder / "rocev2-send.pcap").string(), {"--side", "192.168.70.6"});
  expect_gathers(run, 34, 67'178 - 141);
  expect_scatters(run, 1, 141);
  EXPECT_EQ(run.cqes("sq").size(), 34U);
  EXPECT_THAT(run.cqes("rq"), ElementsAre("141 imm"));
  std::ifstream page(SGDMA_SOURCE_DIR "/docs/captures.md", std::ios::binary);
  const std::string shown{std::istreambuf_iterator<char>(page), {}};
  EXPECT_THAT(shown, HasSubstr(run.report().substr(0, run.report().find("no RoCEv2"))));
}

TEST(Pcap, ResolvedScenarioRepeatsTheRun) {
  Connection wire;
  wire.ask(kSendFirst, 256).ask(kSendLastImm, 7).ask(kWriteOnlyImm, 9, 9);
  const RoceFrame read = wire.request(kReadRequest, 0, 44);
  wire.add(read).add(wire.answer(kReadOnly, read.psn, 44));
  RoceFrame add = wire.request(kFetchAdd, 0);
  add.address = 0x10010;
  wire.add(add).add(wire.answer(kAtomicAcknowledge, add.psn));
  const std::string resolved = write_scratch_file("resolved.toml", "");
  const CaptureRun run(wire.writer(), {"--resolved", resolved, "--time-scale", "0.01"});
  const CommandResult again = run_command({"run", resolved, "--json"});
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_EQ(json::parse(again.out).as_object(), run.result());
}

TEST(Pcap, ScenarioConfiguresTheEngineAndTheCaptureBringsTheWork) {
  const std::string scenario = write_scratch_file(
      "narrow.toml",
      "[bus]\nwidth = \"4 B\"\nmax_read_burst = \"64 B\"\nmax_write_burst = \"64 B\"\n");
  Connection wire;
  wire.ask(kSendOnly, 41);
  const CaptureRun run(wire.writer(), {scenario});
  expect_scatters(run, 1, 41);
  EXPECT_EQ(run.events("beat").size(), 11U);
}

TEST(Pcap, RealCaptureOfSendsWithImmediate) {
  const auto folder = std::filesystem::path(SGDMA_SOURCE_DIR) / "../shared/data";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no folder " << folder;
  const CaptureRun run((folder / "rocev2-send.pcap").string());
  expect_scatters(run, 68, 67'178);
  expect_gathers(run, 0, 0);
  EXPECT_EQ(run.number({"transfers"}), 68);
  EXPECT_EQ(run.number({"cqes", "SUCCESS"}), 35);
  const std::vector<std::string> cqes = run.cqes("rq");
  EXPECT_EQ(cqes.size(), 35U);
  EXPECT_THAT(cqes, ::testing::Each(HasSubstr(" imm")));
  EXPECT_THAT(run.report(), HasSubstr("of them 105 RoCEv2 with 67178 payload bytes\n"));
  EXPECT_THAT(run.report(), HasSubstr("packets: 33 RC SEND First, 33 RC SEND Last with Immediate, "
                                      "2 RC SEND Only with Immediate, 37 RC Acknowledge\n"));
  EXPECT_THAT(run.report(), HasSubstr("work: 68 scatters of 67178 bytes, 37 acknowledges\n"));
  EXPECT_THAT(run.report(), Not(HasSubstr("not used:")));
  std::ifstream page(SGDMA_SOURCE_DIR "/docs/captures.md", std::ios::binary);
  const std::string shown{std::istreambuf_iterator<char>(page), {}};
  EXPECT_THAT(shown, HasSubstr(run.report().substr(0, run.report().find("  limits"))));
}

}  // namespace
}  // namespace sgdma::test
