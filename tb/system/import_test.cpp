// A capture imported as scenario and stimulus: running them is running the capture, event for
// event.
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/capture_writer.h"
#include "support/command_run.h"
#include "support/scenario_run.h"
#include "support/scratch.h"

namespace sgdma::test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// RC opcodes of the BTH
constexpr std::uint8_t kSendFirst = 0x00;
constexpr std::uint8_t kSendLast = 0x02;
constexpr std::uint8_t kSendOnlyImm = 0x05;
constexpr std::uint8_t kWriteFirst = 0x06;
constexpr std::uint8_t kWriteMiddle = 0x07;
constexpr std::uint8_t kWriteLast = 0x08;
constexpr std::uint8_t kWriteOnlyImm = 0x0B;
constexpr std::uint8_t kReadRequest = 0x0C;
constexpr std::uint8_t kReadFirst = 0x0D;
constexpr std::uint8_t kReadLast = 0x0F;
constexpr std::uint8_t kAcknowledge = 0x11;
constexpr std::uint8_t kAtomicAcknowledge = 0x12;
constexpr std::uint8_t kCompareSwap = 0x13;
constexpr std::uint8_t kFetchAdd = 0x14;

/// What a capture of these tests is like.
struct Wire {
  const char* name;
  CaptureWriter::Format format;
  std::vector<std::uint32_t> vlan;
  bool ipv6;
};

/// Both directions of one connection: SENDs, WRITEs, READs and atomics, some of them sent twice.
class Conversation {
 public:
  explicit Conversation(const Wire& wire) : wire_(wire), writer_(wire.format) {
    if (wire.format.pcapng) writer_.add_interface(1, 9, 0);
  }

  std::string write() {
    request(kSendFirst, 1024);
    request(kSendLast, 77);
    again(kSendLast, 77);
    answer(kAcknowledge, 0);
    RoceFrame write = next(kWriteFirst, 1024);
    write.address = 0x10FF8;
    write.key = 0x77;
    write.length = 1024 + 1024 + 3;
    add(write);
    add(write);  // sent twice
    request(kWriteMiddle, 1024);
    request(kWriteLast, 3);
    answer(kAcknowledge, 0);
    RoceFrame immediate = next(kWriteOnlyImm, 1);
    immediate.address = 0x20000;
    immediate.key = 0x77;
    immediate.length = 1;
    add(immediate);
    request(kSendOnlyImm, 0);
    answer(kAcknowledge, 0);
    RoceFrame read = next(kReadRequest, 0);
    read.address = 0x11000;
    read.key = 0x77;
    read.length = 1500;
    add(read);
    add(read);  // sent twice
    answer(kReadFirst, 1024);
    answer_at(psn_++, kReadLast, 476);  // each response takes a PSN
    for (const std::uint8_t opcode : {kCompareSwap, kFetchAdd}) {
      RoceFrame atomic = next(opcode, 0);
      atomic.address = 0x12340;
      atomic.key = 0x77;
      atomic.swap_or_add = 5;
      add(atomic);
      answer(kAtomicAcknowledge, 0);
    }
    return writer_.write(std::string(wire_.name) + ".pcap");
  }

 private:
  RoceFrame frame(std::uint8_t opcode, std::uint32_t payload) {
    RoceFrame frame;
    frame.nanoseconds = 1'000'000 + 1'500 * time_++;
    frame.opcode = opcode;
    frame.payload = payload;
    frame.vlan = wire_.vlan;
    frame.ipv6 = wire_.ipv6;
    return frame;
  }
  RoceFrame next(std::uint8_t opcode, std::uint32_t payload) {
    RoceFrame request = frame(opcode, payload);
    request.qp = 8;
    request.psn = psn_++;
    return request;
  }
  void request(std::uint8_t opcode, std::uint32_t payload) { add(next(opcode, payload)); }
  void again(std::uint8_t opcode, std::uint32_t payload) {
    --psn_;
    request(opcode, payload);
  }
  void answer(std::uint8_t opcode, std::uint32_t payload) { answer_at(psn_ - 1, opcode, payload); }
  void answer_at(std::uint32_t psn, std::uint8_t opcode, std::uint32_t payload) {
    RoceFrame answer = frame(opcode, payload);
    std::swap(answer.source, answer.destination);
    answer.qp = 7;
    answer.psn = psn;
    add(answer);
  }
  void add(const RoceFrame& frame) { writer_.add(frame); }

  const Wire& wire_;
  CaptureWriter writer_;
  std::uint32_t psn_ = 100;
  std::uint64_t time_ = 0;
};

/// Events of a run, beats included.
std::string events_of(std::vector<std::string> arguments, const std::string& name) {
  const std::string log = write_scratch_file(name, "");
  arguments.insert(arguments.begin(), "run");
  arguments.insert(arguments.end(), {"--events", log, "--events-beats"});
  const CommandResult result = run_command(arguments);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  return file_bytes(log);
}

/// Imports into a directory of its own and runs it; expects the events of the capture.
void expect_same(const std::string& capture, const std::vector<std::string>& options,
                 std::size_t least_events) {
  std::vector<std::string> run = {"--pcap", capture};
  run.insert(run.end(), options.begin(), options.end());
  const std::string expected = events_of(run, "capture_events.jsonl");
  EXPECT_GT(lines_of(expected).size(), least_events);
  const fs::path out = fs::path(write_scratch_file("marker", "")).parent_path() / "imported";
  std::vector<std::string> import = {"import", capture, "--out", out, "--force"};
  import.insert(import.end(), options.begin(), options.end());
  const CommandResult imported = run_command(import);
  ASSERT_EQ(imported.exit_code, 0) << imported.err;
  EXPECT_EQ(events_of({out / "scenario.toml"}, "imported_events.jsonl"), expected);
}

class ImportOfOwnCaptures : public ::testing::TestWithParam<Wire> {};

TEST_P(ImportOfOwnCaptures, RunsAsTheCaptureDoes) {
  const std::string capture = Conversation(GetParam()).write();
  const std::string host = GetParam().ipv6 ? "fd00::a00:" : "10.0.0.";
  expect_same(capture, {}, 100);
  expect_same(capture, {"--side", host + "1", "--time-scale", "1/7"}, 60);
  expect_same(capture,
              {"--side", host + "2", "--set", "bus.width=8 B", "--set", "bus.max_read_burst=256 B",
               "--set", "bus.max_write_burst=64 B"},
              100);
}

CaptureWriter::Format format(bool pcapng, bool nanoseconds, bool big_endian) {
  CaptureWriter::Format result;
  result.pcapng = pcapng;
  result.nanoseconds = nanoseconds;
  result.big_endian = big_endian;
  return result;
}

INSTANTIATE_TEST_SUITE_P(
    Wires, ImportOfOwnCaptures,
    ::testing::Values(Wire{"plain", format(false, true, false), {}, false},
                      Wire{"microseconds", format(false, false, true), {}, false},
                      Wire{"vlan", format(false, true, false), {0x81000064}, false},
                      Wire{"ipv6", format(false, true, false), {}, true},
                      Wire{"pcapng", format(true, true, false), {}, false},
                      Wire{"everything", format(true, true, true), {0x88A80001, 0x81000064}, true}),
    [](const auto& wire) { return std::string(wire.param.name); });

TEST(Import, OfTheRealCaptureRunsAsItDoes) {
  const std::string capture = std::string(SGDMA_SOURCE_DIR) + "/../shared/data/rocev2-send.pcap";
  if (!fs::exists(capture)) GTEST_SKIP() << "the capture is not beside the repository";
  expect_same(capture, {}, 1400);
  expect_same(capture, {"--side", "192.168.70.4", "--time-scale", "1/100000"}, 1000);
}

std::string plain_capture() {
  static const Wire wire{"plain", format(false, true, false), {}, false};
  return Conversation(wire).write();
}

TEST(Import, WritesWhatAPersonCanRead) {
  const fs::path out = fs::path(write_scratch_file("marker", "")).parent_path() / "readable";
  const CommandResult result = run_command({"import", plain_capture(), "--out", out});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, IsEmpty());
  EXPECT_THAT(result.err, HasSubstr("written: "));
  const std::string scenario = file_bytes(out / "scenario.toml");
  EXPECT_EQ(scenario.rfind("# Imported from plain.pcap; the work stands in stimulus.jsonl.\n", 0),
            0U);
  EXPECT_THAT(scenario, HasSubstr("\nstimulus = \"stimulus.jsonl\"\n"));
  const std::vector<std::string> lines = lines_of(file_bytes(out / "stimulus.jsonl"));
  // Worked out from the capture: receives for the three messages that take one, at the start; the
  // first packet 0 ns after itself, the second 1.5 us later.
  ASSERT_GT(lines.size(), 10U);
  EXPECT_EQ(lines[0], R"({"wqe": {"qp": 8, "op": "recv", "sge": [{"addr": "0x7f0000000000", )"
                      R"("len": "2 KiB", "key": "local.8"}]}})");
  EXPECT_EQ(lines[1], R"({"wqe": {"qp": 8, "op": "recv"}})");
  EXPECT_EQ(lines[3], R"({"packet": {"qp": 8, "op": "send_first", "bytes": "1 KiB"}})");
  EXPECT_EQ(lines[4],
            R"({"packet": {"at": "1500 ns", "qp": 8, "op": "send_last", "bytes": "77 B"}})");
}

TEST(Import, DoesNotWriteOverWhatMayHaveBeenEdited) {
  const fs::path out = fs::path(write_scratch_file("marker", "")).parent_path() / "edited";
  const std::vector<std::string> import = {"import", plain_capture(), "--out", out};
  ASSERT_EQ(run_command(import).exit_code, 0);
  const std::string scenario = out / "scenario.toml";
  const std::string before = file_bytes(scenario);
  const CommandResult again = run_command(import);
  EXPECT_EQ(again.exit_code, 2);
  EXPECT_EQ(again.err, scenario +
                           ": error: is there already\nhint: give another directory with --out, or "
                           "--force to write over it\n");
  EXPECT_EQ(file_bytes(scenario), before);
  std::vector<std::string> force = import;
  force.emplace_back("--force");
  EXPECT_EQ(run_command(force).exit_code, 0);
}

TEST(Import, RefusesWhatIsNoCapture) {
  const fs::path out = fs::path(write_scratch_file("marker", "")).parent_path() / "none";
  const CommandResult none = run_command({"import"});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.err, HasSubstr("CAPTURE is required"));
  const CommandResult text =
      run_command({"import", write_scratch_file("text.pcap", "no capture"), "--out", out});
  EXPECT_EQ(text.exit_code, 2);
  const CommandResult side =
      run_command({"import", plain_capture(), "--side", "10.0.0.9", "--out", out});
  EXPECT_EQ(side.exit_code, 2);
  EXPECT_FALSE(fs::exists(out));
}

}  // namespace
}  // namespace sgdma::test
