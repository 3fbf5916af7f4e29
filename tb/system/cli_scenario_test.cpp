/// Scenario files through the command line: what is wrong is said with its place, and exit code 2.
#include <chrono>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/command_run.h"
#include "support/scratch.h"

namespace sgdma::test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

CommandResult validate(const std::string& text) {
  return run_command({"validate", write_scratch_file("s.toml", text)});
}

/// Expects exit code 2 and a message at this place.
void expect_error(const std::string& text, const std::string& place_and_message) {
  const CommandResult result = validate(text);
  EXPECT_EQ(result.exit_code, 2) << text.substr(0, 200);
  EXPECT_THAT(result.err, HasSubstr("s.toml:" + place_and_message));
  EXPECT_THAT(result.out, IsEmpty());
}

constexpr const char* kQueuePair = "[[qp]]\nnumber = 1\n";

TEST(CliScenario, AllErrorsComeAtOnceWithLineCaretAndHint) {
  const std::string path = write_scratch_file("s.toml", "[bus]\nwidth = 64\n[engin]\nslots = 3\n");
  const CommandResult result = run_command({"validate", path});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.err, path +
                            ":2:9: error: bus.width has no unit\n"
                            "    width = 64\n"
                            "            ^\n"
                            "hint: write \"64 B\"\n" +
                            path +
                            ":3:2: error: unknown key: engin\n"
                            "    [engin]\n"
                            "     ^\n"
                            "hint: did you mean \"engine\"?\n");
}

TEST(CliScenario, MissingFileDirectoryAndEmptyFileAreErrors) {
  const CommandResult missing = run_command({"validate", "/nosuchdir/s.toml"});
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_EQ(missing.err, "/nosuchdir/s.toml: error: cannot open: No such file or directory\n");
  const CommandResult directory = run_command({"validate", "/tmp"});
  EXPECT_EQ(directory.exit_code, 2);
  EXPECT_EQ(directory.err, "/tmp: error: is a directory\n");
  for (const char* text : {"", "\n# nothing\n", "\xEF\xBB\xBF"}) {
    const CommandResult empty = validate(text);
    EXPECT_EQ(empty.exit_code, 2);
    EXPECT_THAT(empty.err, HasSubstr("s.toml: error: the scenario is empty"));
  }
}

TEST(CliScenario, BadUtf8IsAnErrorWithItsPlace) {
  expect_error("[engine]\nslots = 3 # \xFF\xFE\n", "2:12: error: Encountered invalid utf-8");
}

TEST(CliScenario, TruncatedTextIsAnErrorWithItsPlace) {
  expect_error("[engine]\nslots =", "2:");
  expect_error("[engine]\n[[qp", "2:");
  expect_error("[workload]\nname = \"abc", "2:");
}

TEST(CliScenario, A11_LengthBeyond32BitsIsNotTruncated) {
  expect_error(std::string(kQueuePair) +
                   "[[wqe]]\nqp = 1\nop = \"send\"\n"
                   "sge = [{ addr = 0, len = \"4 GiB\", key = 1 }]",
               "6:26: error: wqe.sge.len is out of range: 0 B to 4294967295 B");
}

TEST(CliScenario, A19_FirstByteOffsetBeyondThePage) {
  expect_error(
      "[[region]]\nname = \"mr\"\nkey = 1\nsize = \"16 B\"\nfirst_byte_offset = \"6 KiB\"\n"
      "pages = [0x1000, 0x2000]",
      "5:21: error: region \"mr\": first_byte_offset is not inside the first page");
}

TEST(CliScenario, A20_PageListShorterThanTheRegion) {
  expect_error(
      "[[region]]\nname = \"mr\"\nkey = 1\nsize = \"8 KiB\"\nfirst_byte_offset = \"1 B\"\n"
      "pages = [0x1000, 0x2000]",
      "6:9: error: region \"mr\" has 2 pages of 4 KiB, and needs 3");
}

TEST(CliScenario, B07_BurstNoMultipleOfTheWidth) {
  expect_error("[bus]\nwidth = \"4 B\"\nmax_write_burst = \"6 B\"\nmax_read_burst = \"64 B\"",
               "3:19: error: bus.max_write_burst (6 B) is not a multiple of bus.width (4 B)");
}

TEST(CliScenario, G05_WeightZeroAndHugeWeights) {
  expect_error("[[qp]]\nnumber = 1\nweight = 0",
               "3:10: error: qp.weight is out of range: 1 to 1048576");
  EXPECT_EQ(validate("[[qp]]\nnumber = 1\nweight = 1000000").exit_code, 0);
}

TEST(CliScenario, G09_BurstLongerThanTheBuffer) {
  expect_error(
      "[bus]\nmax_write_burst = \"4 KiB\"\n[payload]\nscatter_depth = \"1 KiB\"",
      "4:17: error: payload.scatter_depth (1 KiB) is less than bus.max_write_burst (4 KiB)");
  EXPECT_EQ(validate("[bus]\nmax_write_burst = \"4 KiB\"\n[payload]\nscatter_depth = \"1 KiB\"\n"
                     "cut_through = true")
                .exit_code,
            0);
}

TEST(CliScenario, J01_NegativeCounts) {
  expect_error("[[qp]]\nnumber = 1\ncount = -1", "3:9: error: qp.count is negative");
  expect_error("[bus]\nread_bursts = -12", "2:15: error: bus.read_bursts is negative");
  expect_error("[bus]\nread_bytes = \"-12 B\"", "2:14: error: bus.read_bytes is negative");
}

TEST(CliScenario, J02_HugeNumbers) {
  expect_error("[engine]\nslots = 11111111111111111111111", "2:");
  expect_error("[bus]\nread_bytes = \"11111111111111111111111 B\"",
               "2:14: error: bus.read_bytes = ");
}

TEST(CliScenario, J03_ExponentsAndFractions) {
  const auto start = std::chrono::steady_clock::now();
  expect_error("[memory]\nread_latency = \"1e1000 ns\"", "2:16: error: memory.read_latency = ");
  expect_error("[memory]\nread_latency = 1e1000", "2:");
  expect_error("[memory]\nread_latency = \"1e2000000000 ns\"",
               "2:16: error: memory.read_latency = ");
  expect_error("[engine]\nslots = 1e1", "2:9: error: engine.slots is a floating-point number");
  expect_error("[[qp]]\nnumber = 1e3", "2:10: error: qp.number is a floating-point number");
  expect_error("[bus]\nread_bytes = \"4096.5 B\"",
               "2:14: error: bus.read_bytes = \"4096.5 B\" is no whole");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

TEST(CliScenario, J04_ByteOrderMarkIsAccepted) {
  const CommandResult result = validate("\xEF\xBB\xBF[[qp]]\nnumber = 1\ncount = 5\n");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("valid, with 5 queue pairs, 0 regions, "));
  EXPECT_THAT(validate(kQueuePair).err, HasSubstr("valid, with 1 queue pair, 0 regions, "));
}

// Mistakes on the first line, found by the scan, by toml++ and by the keys themselves.
TEST(CliScenario, J04_ByteOrderMarkMovesNoPlace) {
  for (const char* text :
       {"a = [ }", "[=", "a = 12:3", "a = 1 2", "a = \"\xFF\"", "a =", "[[qp", "engin = 3",
        "engine = { slots = 0 }", "engine = { slots = 1, sloths = 2 }", "a = 1\na = [ }"}) {
    const CommandResult plain = validate(text);
    const CommandResult marked = validate(std::string("\xEF\xBB\xBF") + text);
    EXPECT_EQ(marked.exit_code, 2) << text;
    EXPECT_EQ(marked.err, plain.err);
  }
  expect_error(
      "\xEF\xBB\xBF"
      "a = [ }",
      "1:7: error: expected a value or ']', saw '}'\n    a = [ }\n          ^\n");
}

TEST(CliScenario, J05_CrLfAndNoLastNewlineAreAccepted) {
  const CommandResult result = validate("[[qp]]\r\nnumber = 1\r\ncount = 5");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("5 queue pairs"));
}

TEST(CliScenario, J06_DuplicateKeys) {
  expect_error("[engine]\nslots = 3\nslots = 4\n", "3:");
  expect_error("[engine]\nslots = 3\n[engine]\nmax_sge = 4\n", "3:");
  expect_error(std::string(kQueuePair) +
                   "[[wqe]]\nqp = 1\nop = \"send\"\n"
                   "sge = [{ addr = 0, len = \"1 B\", key = 1, key = 2 }]",
               "6:");
}

TEST(CliScenario, J07_DeepNesting) {
  constexpr int kDeep = 100000;
  std::string tables = "a = ";
  std::string dots = "a";
  for (int i = 0; i < kDeep; ++i) {
    tables += "{a=";
    dots += ".a";
  }
  const std::string brackets(kDeep, '[');
  expect_error("a = " + brackets, "1:");
  expect_error(brackets, "1:3: error: expected the name of a section");
  expect_error(tables, "1:");
  expect_error(dots + " = 1", "1:");
  expect_error("[" + dots + "]", "1:");
  expect_error("a = [ {" + dots + " = 1 } ]", "1:");
}

TEST(CliScenario, J08_TrailingCommas) {
  EXPECT_EQ(
      validate("[[region]]\nname = \"r\"\nkey = 1\nsize = \"1 B\"\npages = [0x1000,]\n").exit_code,
      0);
  expect_error(std::string(kQueuePair) +
                   "[[wqe]]\nqp = 1\nop = \"send\"\n"
                   "sge = [{ addr = 0, len = \"1 B\", key = 1, }]",
               "6:42: error: ");
}

TEST(CliScenario, J09_WrongWordsAreShownWithTheRightOnes) {
  const CommandResult result =
      validate(std::string(kQueuePair) + "[[wqe]]\nqp = 1\nop = \"sendd\"\n[[packet]]\nqp = 1\n");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err,
              HasSubstr("s.toml:5:6: error: wqe.op cannot be \"sendd\": it is one of \"send\", "));
  EXPECT_THAT(result.err, HasSubstr("hint: did you mean \"send\"?"));
  EXPECT_THAT(result.err, HasSubstr("s.toml:6:1: error: packet.op is missing"));
}

TEST(CliScenario, J10_UnknownKeys) {
  const CommandResult result = validate("[bus]\nmax_red_burst = \"8 B\"\n[engine]\npolicy = 1\n");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("s.toml:2:1: error: unknown key: bus.max_red_burst"));
  EXPECT_THAT(result.err, HasSubstr("hint: did you mean \"max_read_burst\"?"));
  EXPECT_THAT(result.err, HasSubstr("s.toml:4:1: error: unknown key: engine.policy"));
  EXPECT_THAT(result.err, HasSubstr("hint: did you mean arbiter.policy?"));
  for (const char* later : {"[key_cache]\nways = 4", "[teardown]\nmode = 1", "[[event]]\nat = 1"}) {
    EXPECT_EQ(validate(later).exit_code, 2) << later;
  }
}

}  // namespace
}  // namespace sgdma::test
