/// Malformed scenarios and captures through the command line: one clear message with the place,
/// exit code 2, nothing on standard output, and no file touched. What is large but legal takes no
/// memory that it does not use.
#include <cstdint>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/address_sanitizer.h"
#include "support/capture_writer.h"
#include "support/command_run.h"
#include "support/scratch.h"

namespace sgdma::test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

constexpr rlim_t kModestMemory = 640ULL << 20U;  // bytes
constexpr const char* kKept = "an older log\n";

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Files that a run with bad input must not touch.
class Outputs {
 public:
  Outputs()
      : events_(write_scratch_file("old.jsonl", kKept)),
        folder_(fs::path(events_).parent_path().string()),
        out_(folder_ + "/out"),
        resolved_(folder_ + "/untouched.toml") {
    for (const auto& entry : fs::directory_iterator(folder_)) before_.push_back(entry.path());
  }

  std::vector<std::string> options() const {
    return {"--events", events_, "--out", out_, "--resolved", resolved_, "--json"};
  }

  void expect_untouched() const {
    EXPECT_EQ(contents(events_), kKept);
    EXPECT_FALSE(fs::exists(out_));
    EXPECT_FALSE(fs::exists(resolved_));
    std::size_t files = 0;
    for (const auto& entry : fs::directory_iterator(folder_)) {
      const std::string name = entry.path().filename();
      files += name == "stdout" || name == "stderr" ? 0 : 1;
    }
    std::size_t expected = 0;
    for (const fs::path& path : before_) {
      expected += path.filename() == "stdout" || path.filename() == "stderr" ? 0 : 1;
    }
    EXPECT_EQ(files, expected) << "a file was left behind in " << folder_;
  }

  void remove() const {
    fs::remove_all(out_);
    fs::remove(resolved_);
  }

 private:
  std::string events_;
  std::string folder_;
  std::string out_;
  std::string resolved_;
  std::vector<fs::path> before_;
};

CommandResult run_with(const Outputs& outputs, std::vector<std::string> input) {
  input.insert(input.begin(), "run");
  const std::vector<std::string> options = outputs.options();
  input.insert(input.end(), options.begin(), options.end());
  return run_command(input);
}

/// Expects a refusal in one message that begins with `message`; lines behind it show the place.
void expect_refused(const std::vector<std::string>& input, const std::string& message) {
  const Outputs outputs;
  const CommandResult result = run_with(outputs, input);
  EXPECT_EQ(result.exit_code, 2) << message << '\n' << result.err;
  EXPECT_THAT(result.out, IsEmpty());
  EXPECT_THAT(result.err, StartsWith(message));
  const std::size_t first = result.err.find("error: ");
  EXPECT_EQ(result.err.find("error: ", first + 1), std::string::npos) << result.err;
  EXPECT_EQ(result.err.back(), '\n');
  outputs.expect_untouched();
}

void expect_text_refused(const std::string& text, const std::string& place_and_message) {
  const std::string path = write_scratch_file("bad.toml", text);
  expect_refused({path}, path + ":" + place_and_message);
}

void expect_capture_refused(const std::vector<std::uint8_t>& bytes, const std::string& message) {
  const std::string path = write_scratch_file("bad.pcap", std::string(bytes.begin(), bytes.end()));
  expect_refused({"--pcap", path}, path + ": error: " + message);
}

constexpr std::string_view kScenario = R"([bus]
width = "8 B"
max_read_burst = "64 B"
max_write_burst = "64 B"
[[qp]]
number = 3
[[region]]
name = "r"
key = 0x10
size = "8 KiB"
pages = ["0x3000", "0x1000"]
access = ["local_write", "remote_write"]
[[wqe]]
qp = 3
op = "send"
sge = [{ addr = 0x20, len = "3 B", key = "r" }]
[[packet]]
qp = 3
op = "write_only"
bytes = "100 B"
va = 0x10
rkey = "r"
)";

/// The scenario with a part replaced.
std::string with(std::string_view part, const std::string& other) {
  std::string text(kScenario);
  const std::size_t at = text.find(part);
  EXPECT_NE(at, std::string::npos) << part;
  return text.replace(at, part.size(), other);
}

RoceFrame send(std::uint32_t psn, std::uint32_t payload) {
  RoceFrame frame;
  frame.opcode = 0x04;
  frame.qp = 7;
  frame.psn = psn;
  frame.payload = payload;
  frame.nanoseconds = std::uint64_t{1000} * psn;
  return frame;
}

/// Every cut of an input is read or refused, and a refusal touches nothing.
void expect_every_cut(const std::string& whole, const std::string& name,
                      const std::vector<std::string>& option, std::size_t step) {
  unsigned refused = 0;
  const std::string path = write_scratch_file(name, "");
  std::vector<std::string> input = option;
  input.push_back(path);
  for (std::size_t size = 0; size < whole.size(); size += step) {
    write_scratch_file(name, whole.substr(0, size));
    const Outputs outputs;
    const CommandResult result = run_with(outputs, input);
    if (result.exit_code == 0) {
      outputs.remove();
      continue;
    }
    ++refused;
    EXPECT_EQ(result.exit_code, 2) << size << " bytes\n" << result.err;
    EXPECT_THAT(result.out, IsEmpty());
    EXPECT_THAT(result.err, StartsWith(path + ":")) << size << " bytes";
    EXPECT_THAT(result.err, HasSubstr("error: ")) << size << " bytes";
    outputs.expect_untouched();
  }
  EXPECT_GT(refused, whole.size() / step / 2);
}

/// What a child process may not do.
struct Restraint {
  rlim_t address_space = RLIM_INFINITY;  ///< bytes
  bool nobody = false;                   ///< not as root
};

constexpr int kNoSuchChild = 127;

[[noreturn]] void become(const Restraint& restraint, int output, char* const* arguments) {
  constexpr uid_t kNobody = 65534;
  const rlimit limit{restraint.address_space, restraint.address_space};
  const bool limited = setrlimit(RLIMIT_AS, &limit) == 0;
  const bool lowered = !restraint.nobody || geteuid() != 0 || setuid(kNobody) == 0;
  if (limited && lowered && dup2(output, STDOUT_FILENO) >= 0 && dup2(output, STDERR_FILENO) >= 0) {
    execv(SGDMA_BINARY, arguments);
  }
  _exit(kNoSuchChild);
}

/// Runs the command under a restraint; `log` is what it printed. Gives the exit code, -1 for a
/// signal.
int run_restrained(const Restraint& restraint, std::vector<std::string> arguments,
                   std::string& log) {
  const std::string path = write_scratch_file("restrained.log", "");
  arguments.insert(arguments.begin(), SGDMA_BINARY);
  std::vector<char*> pointers;
  pointers.reserve(arguments.size() + 1);
  for (std::string& text : arguments) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  const int output = open(path.c_str(), O_WRONLY | O_TRUNC | O_APPEND);
  const pid_t child = fork();
  if (child == 0) become(restraint, output, pointers.data());
  close(output);
  int status = 0;
  waitpid(child, &status, 0);
  log = contents(path);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(MalformedScenario, EveryCutIsReadOrRefused) {
  expect_every_cut(std::string(kScenario), "cut.toml", {}, 5);
}

TEST(MalformedScenario, LineEndsAndByteOrderMarkChangeNothing) {
  std::string dos = "\xEF\xBB\xBF";
  for (const char c : kScenario) dos += c == '\n' ? std::string("\r\n") : std::string(1, c);
  const CommandResult plain =
      run_command({"run", write_scratch_file("plain.toml", std::string(kScenario)), "--json"});
  const CommandResult other = run_command({"run", write_scratch_file("dos.toml", dos), "--json"});
  EXPECT_EQ(plain.exit_code, 0) << plain.err;
  EXPECT_EQ(other.exit_code, 0) << other.err;
  EXPECT_EQ(plain.out, other.out);
  EXPECT_THAT(plain.out, HasSubstr("\"verified\":true"));
}

TEST(MalformedScenario, HugeCountsAreRefusedWithTheirPlace) {
  const std::string count = "op = \"send\"\ncount = ";
  expect_text_refused(with("op = \"send\"", count + "1000000000000000000"),
                      "16:9: error: wqe.count is out of range: 1 to 1099511627776");
  expect_text_refused(with("op = \"send\"", count + "1099511627776"),
                      "16:9: error: wqe.count (1099511627776) is more than 1048576, and they come "
                      "faster than once a cycle");
  expect_text_refused(with("op = \"write_only\"",
                           "op = \"write_only\"\ncount = 1048577\nevery = "
                           "\"999 ps\""),
                      "20:9: error: packet.count (1048577) is more than 1048576");
  expect_text_refused("[engine]\nslots = 1000000000\n",
                      "2:9: error: engine.slots is out of range: 1 to 4096");
  expect_text_refused(with("number = 3", "number = 3\ncount = 16777216"),
                      "7:9: error: qp.count is out of range: 1 to 1048576");
  expect_text_refused("[completion]\ndepth = 4294967295\n",
                      "2:9: error: completion.depth is out of range: 1 to 1048576");
  expect_text_refused("[bus]\nread_bursts = 9223372036854775807\n",
                      "2:15: error: bus.read_bursts is out of range");
}

TEST(MalformedScenario, SizesNearTheEndOf64BitsAreRefusedWithTheirPlace) {
  expect_text_refused(with("\"8 KiB\"", "\"18446744073709551615 B\""),
                      "11:9: error: region \"r\" has 2 pages of 4 KiB, and needs more than");
  expect_text_refused(with("\"8 KiB\"", "\"18446744073709551616 B\""),
                      "10:8: error: region.size = ");
  expect_text_refused(with("\"8 KiB\"", "\"16777216 TiB\""), "10:8: error: region.size = ");
  expect_text_refused(
      with("pages = [\"0x3000\", \"0x1000\"]", "base = \"0xfffffffffffff000\""),
      "11:8: error: region \"r\": its pages go beyond the end of the address space");
  expect_text_refused(with("key = 0x10", "key = 0x10\niova = \"0xffffffffffffffff\""),
                      "11:8: error: region \"r\": iova + size goes beyond 2^64");
  expect_text_refused(with("addr = 0x20", "addr = 18446744073709551616"), "16:");
  expect_text_refused(with("\"3 B\"", "\"18446744073709551615 B\""),
                      "16:29: error: wqe.sge.len is out of range");
}

TEST(MalformedScenario, NumbersOutOfRangeAreRefusedWithTheirPlace) {
  expect_text_refused(with("number = 3", "number = -3"), "6:10: error: qp.number is negative");
  expect_text_refused(with("number = 3", "number = 16777216"),
                      "6:10: error: qp.number is out of range: 0 to 16777215");
  expect_text_refused(with("number = 3", "number = nan"),
                      "6:10: error: qp.number is a floating-point number");
  expect_text_refused(with("number = 3", "number = -inf"),
                      "6:10: error: qp.number is a floating-point number");
  expect_text_refused(with("\"8 B\"", "\"nan B\""), "2:9: error: bus.width = ");
  expect_text_refused(with("\"8 B\"", "\"-8 B\""), "2:9: error: bus.width is negative");
  expect_text_refused(with("\"8 B\"", "\"0 B\""), "2:9: error: bus.width is out of range");
  expect_text_refused("[memory]\nread_latency = \"2 s\"\n",
                      "2:16: error: memory.read_latency is out of range: 0 ps to 1 s");
  expect_text_refused("[memory]\nwrite_bandwidth = \"1 bit/s\"\n",
                      "2:19: error: memory.write_bandwidth is out of range: 1 Mbit/s to 10 Tbit/s");
  expect_text_refused(with("op = \"send\"", "op = \"send\"\nat = \"4000001 s\""),
                      "16:6: error: wqe.at is out of range: 0 ps to 4000000 s");
}

TEST(MalformedScenario, WhatIsNoTextIsRefusedWithItsPlace) {
  expect_text_refused(with("\"r\"", "\"\xFF\xFE\""), "8:8: error: Encountered invalid utf-8");
  expect_text_refused(with("\"r\"", "\"\xC3\""), "8:8: error: Encountered invalid utf-8");
  expect_text_refused(std::string("\x7F"
                                  "ELF\x02\x01\x01\0\0\0\0\xFF\xFE",
                                  13),
                      "1:11: error: Encountered invalid utf-8");
  expect_text_refused(std::string(4096, '\0'), "1:1: error: ");
  expect_text_refused(std::string("\xFF\xFE[\0b\0", 6), "1:1: error: ");  // UTF-16
  expect_text_refused(std::string(100'000, '['), "1:3: error: expected the name of a section");
  expect_text_refused("a = " + std::string(100'000, '['), "1:");
  std::string garbage;
  for (unsigned i = 0; i < 5000; ++i) garbage += static_cast<char>(i * 2654435761U >> 13U);
  expect_text_refused(garbage, "1:");
}

TEST(MalformedScenario, WhatIsNoFileIsRefusedByItsName) {
  expect_refused({"/nosuchdir/s.toml"},
                 "/nosuchdir/s.toml: error: cannot open: No such file or directory\n");
  expect_refused({::testing::TempDir()}, ::testing::TempDir() + ": error: is a directory\n");
  expect_refused({"/dev/null"}, "/dev/null: error: is no regular file\n");
  const std::string empty = write_scratch_file("empty.toml", "");
  expect_refused({empty}, empty + ": error: the scenario is empty\n");
  expect_refused({empty + "/below"}, empty + "/below: error: cannot open: Not a directory\n");
  const std::string longest(5000, 'x');
  expect_refused({longest}, longest + ": error: cannot open: File name too long\n");
}

TEST(MalformedScenario, UnreadableFileIsRefusedByItsName) {
  const std::string path = write_scratch_file("secret.toml", std::string(kScenario));
  fs::permissions(path, fs::perms::none);
  Restraint restraint;
  restraint.nobody = true;
  std::string log;
  const int code = run_restrained(restraint, {"run", path, "--json"}, log);
  if (code == kNoSuchChild) GTEST_SKIP() << "another user cannot run " << SGDMA_BINARY;
  EXPECT_EQ(code, 2);
  EXPECT_THAT(log, StartsWith(path + ": error: cannot open: Permission denied\n"));
  EXPECT_EQ(run_restrained(restraint, {"run", "--pcap", path, "--json"}, log), 2);
  EXPECT_THAT(log, StartsWith(path + ": error: Permission denied\n"));
}

TEST(MalformedScenario, LongFileIsRefusedBeforeItIsRead) {
  const std::string path = write_scratch_file("long.toml", "");
  fs::resize_file(path, 1ULL << 40U);  // sparse
  expect_refused({path}, path + ": error: is longer than 64 MiB\n");
  fs::resize_file(path, 0);
}

TEST(MalformedScenario, NothingToRunIsRefused) {
  const std::string path = write_scratch_file("engine.toml", "[engine]\nslots = 3\n");
  EXPECT_EQ(run_command({"validate", path}).exit_code, 0);
  expect_refused({path}, path + ": error: there is no queue pair to run\n");
}

TEST(MalformedScenario, BadSettingBesideAGoodFileTouchesNothing) {
  const std::string path = write_scratch_file("good.toml", std::string(kScenario));
  expect_refused({path, "--set", "engine.slots=0"},
                 "--set engine.slots=0: error: engine.slots is out of range: 1 to 4096\n");
  expect_refused({path, "--seed", "1e9"}, "--seed 1e9: error: ");
}

TEST(MalformedScenario, PageListsOfAllRegionsHaveABound) {
  std::string text = "[[qp]]\nnumber = 1\n";
  for (int i = 0; i < 5; ++i) {
    text += fmt::format("[[region]]\nname = \"r{0}\"\nkey = {0}\nsize = \"16 GiB\"\nbase = {1}\n",
                        i, (i + 1LL) << 34);
  }
  expect_text_refused(text,
                      "27:8: error: region \"r4\": the regions have more than 16777216 pages");
}

/// Four million pages, and a million WQEs in the first cycle, need more than these limits leave:
/// for the list of pages, for the model, and for the work.
TEST(MalformedScenario, OutOfMemoryIsSaidInOneMessage) {
  if (kAddressSanitizer) GTEST_SKIP() << "AddressSanitizer reserves the address space";
  const std::string path = write_scratch_file("large.toml",
                                              "[workload]\nmax_backlog = \"unlimited\"\n"
                                              "[[region]]\nname = \"r\"\nkey = 1\niova = 0\n"
                                              "size = \"16 GiB\"\nbase = 0\n"
                                              "[[qp]]\nnumber = 0\ncount = 1048576\n"
                                              "[[wqe]]\nqp = 0\nop = \"send\"\ncount = 1048576\n");
  Restraint restraint;
  std::string log;
  bool large_input = false;
  bool large_model = false;
  bool large_run = false;
  int code = -1;
  constexpr rlim_t kStep = 16ULL << 20U;
  for (rlim_t limit = 32ULL << 20U; code != 0 && limit < kModestMemory; limit += kStep) {
    restraint.address_space = limit;
    code = run_restrained(restraint, {"run", path, "--no-verify", "--json"}, log);
    if (code == kNoSuchChild) continue;  // not even the program fits
    SCOPED_TRACE(std::to_string(limit) + " bytes: " + log.substr(0, 200));
    const bool input = log.find(path + ": error: does not fit into memory\nhint: ") == 0;
    const bool model =
        log.find(path +
                 ": error: the model does not fit into memory: it has 4194304 "
                 "pages of regions (region.size), 1048576 queue pairs (qp.count), ") == 0;
    const bool run = log.find("sgdma: error: out of memory at cycle ") == 0;
    EXPECT_EQ(code, input || model ? 2 : run ? 1 : 0);
    EXPECT_EQ(input || model || run, code != 0);
    large_input |= input;
    large_model |= model;
    large_run |= run;
  }
  EXPECT_TRUE(large_input);
  EXPECT_TRUE(large_model);
  EXPECT_TRUE(large_run);
}

TEST(MalformedScenario, LargestLegalCountsTakeNoMemoryInAdvance) {
  if (kAddressSanitizer) GTEST_SKIP() << "AddressSanitizer reserves the address space";
  const std::string endless =
      with("op = \"send\"", "op = \"send\"\ncount = 1099511627776\nevery = \"1 cycle\"");
  struct Large {
    std::string text;
    std::vector<std::string> settings;
    int exit_code;
  };
  const std::string good(kScenario);
  const std::vector<Large> all = {
      {endless, {"--max-cycles", "5000"}, 1},
      {with("number = 3", "number = 3\ncount = 1048576"), {}, 0},
      {good, {"--set", "engine.slots=4096", "--set", "completion.depth=1048576"}, 0},
      {good, {"--set", "completion.queue_depth=4294967295", "--set", "engine.max_sge=256"}, 0},
      {good, {"--set", "payload.gather_depth=1 GiB", "--set", "payload.scatter_depth=1 GiB"}, 0},
      {good, {"--set", "bus.read_bursts=65535", "--set", "bus.write_bursts=65535"}, 0},
      {good, {"--set", "memory.size=18446744073709551615 B"}, 0},
      {with("\"8 KiB\"\npages = [\"0x3000\", \"0x1000\"]",
            "\"4294967296 MiB\"\npage_size = \"1 GiB\"\nbase = 0"),
       {},
       0},
  };
  Restraint restraint;
  restraint.address_space = kModestMemory;
  for (const Large& large : all) {
    std::vector<std::string> arguments = {"run", write_scratch_file("large.toml", large.text)};
    arguments.insert(arguments.end(), large.settings.begin(), large.settings.end());
    std::string log;
    EXPECT_EQ(run_restrained(restraint, arguments, log), large.exit_code)
        << log << ::testing::PrintToString(large.settings);
  }
}

TEST(MalformedScenario, SlowestMemoryStaysWithinTheTimeThatThereIs) {
  const std::string path =
      write_scratch_file("slow.toml", with("len = \"3 B\"", "len = \"4 KiB\""));
  const CommandResult result =
      run_command({"run", path, "--json", "--set", "memory.read_latency=1 s", "--set",
                   "memory.write_latency=1 s", "--set", "memory.read_burst_overhead=1 s", "--set",
                   "memory.read_bandwidth=1 Mbit/s", "--set", "bus.read_bursts=1"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("\"verified\":true"));
}

TEST(MalformedCapture, EveryCutIsReadOrRefused) {
  const std::vector<std::uint8_t> bytes =
      CaptureWriter().add(send(0, 100)).add(send(1, 5)).add(send(2, 44)).bytes();
  expect_every_cut(std::string(bytes.begin(), bytes.end()), "cut.pcap", {"--pcap"}, 7);
}

TEST(MalformedCapture, EveryCutOfPcapngIsReadOrRefused) {
  CaptureWriter::Format format;
  format.pcapng = true;
  const std::vector<std::uint8_t> bytes =
      CaptureWriter(format).add(send(0, 100)).add(send(1, 5)).add(send(2, 44)).bytes();
  expect_every_cut(std::string(bytes.begin(), bytes.end()), "cut.pcapng", {"--pcap"}, 7);
}

TEST(MalformedCapture, InterfacesThatDifferAreRefusedWithAHint) {
  CaptureWriter::Format format;
  format.pcapng = true;
  const std::string path =
      CaptureWriter(format).add(send(0, 4)).add_interface(1, 6, 96).write("two.pcapng");
  expect_refused({"--pcap", path},
                 path +
                     ": error: frame 2 at byte 156: an interface has a snapshot length 96 "
                     "different from the snapshot length of the first interface\n"
                     "hint: pcap files have but one: editcap -F pcap in.pcapng out.pcap\n");
}

TEST(MalformedCapture, WhatIsNoCaptureSaysWhatItIs) {
  expect_capture_refused({}, "is empty\n");
  expect_capture_refused({'[', '[', 'q', 'p', ']', ']'},
                         "is neither a pcap nor a pcapng file (it begins with 0x");
  expect_capture_refused({0x0A, 0x0D, 0x0D, 0x0A}, "ends after 4 bytes");
  expect_capture_refused({0xD4, 0xC3, 0xB2, 0xA1, 2}, "ends after 5 bytes");
  CaptureWriter::Format wifi;
  wifi.link_type = 105;
  expect_capture_refused(CaptureWriter(wifi).add(send(0, 4)).bytes(),
                         "holds frames of link type 105 (IEEE802_11), not Ethernet frames\n");
  expect_capture_refused(CaptureWriter().bytes(), "has no frame in it\n");
  RoceFrame dns = send(0, 4);
  dns.udp_port = 53;
  expect_capture_refused(CaptureWriter().add(dns).bytes(),
                         "has no RoCEv2 frame among 1 frames: UDP to another port than 4791 (1)\n");
}

TEST(MalformedCapture, AbsurdRecordsAreRefusedWithTheirPlace) {
  std::vector<std::uint8_t> bytes = CaptureWriter().add(send(0, 4)).add(send(1, 4)).bytes();
  const std::size_t second = 24 + 16 + 62;
  bytes[second + 8 + 3] = 0x7F;  // captured length: 2 GB
  expect_capture_refused(bytes, "frame 2 at byte 102: ");
  bytes[second + 8 + 3] = 0;
  bytes[second + 12] = 1;  // length on the wire
  expect_capture_refused(bytes, "frame 2 at byte 102: 62 bytes captured of a frame of 1 bytes\n");
}

TEST(MalformedCapture, WhatIsNoFileIsRefusedByItsName) {
  expect_refused({"--pcap", "/nosuchdir/c.pcap"},
                 "/nosuchdir/c.pcap: error: No such file or directory\n");
  expect_refused({"--pcap", "/dev/null"}, "/dev/null: error: is not a regular file\n");
  expect_refused({"--pcap", "/tmp"}, "/tmp: error: is a directory, not a capture\n");
}

TEST(MalformedCapture, BadTimeScalesTouchNothing) {
  const std::string path = CaptureWriter().add(send(0, 4)).write("good.pcap");
  for (const std::string scale : {"0", "-1", "nan", "inf", "1e3", "1/0", "1/2/3", ".", "0x2",
                                  "10000000000", "1.0000000001"}) {
    expect_refused({"--pcap", path, "--time-scale=" + scale}, "time scale: error: ");
  }
}

TEST(MalformedCapture, SidesThatAreNotThereTouchNothing) {
  const std::string path = CaptureWriter().add(send(0, 4)).write("good.pcap");
  expect_refused({"--pcap", path, "--side", "10.0.0.3"},
                 path +
                     ": error: has no RC packet to 10.0.0.3, and no request from it\n"
                     "hint: its addresses are 10.0.0.1, 10.0.0.2\n");
  for (const std::string side : {"10.0.0", "10.0.0.2:4791", "fe80::1%eth0", "host"}) {
    expect_refused({"--pcap", path, "--side", side},
                   "side: error: '" + side + "' is not an IP address\nhint: an address such as ");
  }
}

TEST(MalformedCapture, SidesThatOnlyAnsweredAreRefused) {
  RoceFrame answer = send(0, 0);
  answer.opcode = 0x11;
  const std::string path = CaptureWriter().add(answer).write("answer.pcap");
  expect_refused({"--pcap", path, "--side", "10.0.0.1"},
                 path +
                     ": error: has no RC packet to 10.0.0.1, and no request from it\n"
                     "hint: its addresses are 10.0.0.2\n");
}

TEST(MalformedCapture, TimesBeyondTheEndAreRefusedWithTheirFrame) {
  const std::string path =
      CaptureWriter().add(send(0, 4)).add(send(4'100'000, 4)).write("late.pcap");
  expect_refused({"--pcap", path, "--time-scale", "1000000"},
                 path + ": error: frame 2 comes too late: times go up to 4000000 s");
}

TEST(MalformedCapture, BadScenarioBesideAGoodCaptureTouchesNothing) {
  const std::string path = CaptureWriter().add(send(0, 4)).write("good.pcap");
  const std::string scenario = write_scratch_file("bad.toml", "[bus]\nwidth = 64\n");
  expect_refused({scenario, "--pcap", path}, scenario + ":2:9: error: bus.width has no unit\n");
}

TEST(MalformedCapture, MemoryThatIsTooSmallTouchesNothing) {
  const std::string path = CaptureWriter().add(send(0, 4)).write("good.pcap");
  expect_refused({"--pcap", path, "--set", "memory.size=4 KiB"}, "capture: error: region local.7");
}

TEST(MalformedCapture, FarAddressesAndHugeLengthsTakeNoMemoryInAdvance) {
  if (kAddressSanitizer) GTEST_SKIP() << "AddressSanitizer reserves the address space";
  CaptureWriter writer;
  for (std::uint32_t i = 0; i < 64; ++i) {
    RoceFrame frame = send(i, 8);
    frame.opcode = 0x0A;
    frame.qp = i;
    frame.key = i / 2;
    frame.address = i % 2 == 0 ? 0x1000 : (1ULL << 40U) - 0x1000;
    frame.length = 8;
    writer.add(frame);
  }
  RoceFrame cut_off = send(64, 4096);  // a message of 2 GiB, whose end is not in the capture
  cut_off.opcode = 0x06;
  cut_off.qp = 99;
  cut_off.key = 99;
  cut_off.length = 0x80000000;
  writer.add(cut_off);
  Restraint restraint;
  restraint.address_space = kModestMemory;
  std::string log;
  EXPECT_EQ(run_restrained(restraint, {"run", "--pcap", writer.write("far.pcap")}, log), 0) << log;
  EXPECT_THAT(log, HasSubstr("verified   yes"));
  EXPECT_THAT(log, HasSubstr("1 message cut off by the end"));
}

}  // namespace
}  // namespace sgdma::test
