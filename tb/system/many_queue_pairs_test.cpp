// A million queue pairs: what those cost that have no work, and that those that have work do as few
// do.

#include <cstdint>
#include <string>
#include <sys/resource.h>
#include <vector>

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include "support/address_sanitizer.h"
#include "support/command_run.h"
#include "support/scratch.h"

namespace sgdma::test {
namespace {

constexpr std::uint64_t kMany = 1U << 20U;

/// 16 WRITEs and as many incoming ones, of the queue pairs 0, `step`, and so on.
std::string scenario(std::uint64_t queue_pairs, std::uint64_t step, const std::string& policy) {
  std::string text = "[arbiter]\npolicy = \"" + policy +
                     "\"\n[[qp]]\nnumber = 0\ncount = " + std::to_string(queue_pairs) +
                     "\n[[region]]\nname = \"r\"\nkey = 1\niova = 0\nsize = \"1 MiB\"\nbase = 0\n"
                     "access = [\"local_write\", \"remote_write\"]\n";
  for (std::uint64_t at = 0; at < 16; ++at) {
    const std::string qp = "qp = " + std::to_string(at * step) + "\n";
    const std::string address = std::to_string(at * 8192);
    text += "[[wqe]]\n" + qp + "op = \"write\"\nsge = [{addr = " + address +
            ", len = \"4 KiB\", key = \"r\"}]\n[[packet]]\n" + qp +
            "op = \"write_only\"\nbytes = \"4 KiB\"\nrkey = \"r\"\nva = " + address + "\n";
  }
  return text;
}

/// Most memory that a child process of this test has held so far.
std::uint64_t bytes_held() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

class ManyQueuePairs : public testing::TestWithParam<const char*> {};

TEST_P(ManyQueuePairs, CostNothingWhileTheyAreIdle) {
  if (kAddressSanitizer) GTEST_SKIP() << "AddressSanitizer keeps more";
  const auto run = [](std::uint64_t queue_pairs, std::uint64_t step) {
    const std::string path =
        write_scratch_file("qps.toml", scenario(queue_pairs, step, GetParam()));
    const CommandResult result = run_program({SGDMA_BINARY, "run", path, "--no-verify", "--json"});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return boost::json::parse(result.out);
  };
  const boost::json::value few = run(16, 1);
  const std::uint64_t bytes = bytes_held();
  const boost::json::value near = run(kMany, 1);
  const boost::json::value far = run(kMany, kMany / 16);
  // 2 bytes each, where 32 are the aim.
  EXPECT_LT(bytes_held(), bytes + 2 * kMany);
  EXPECT_EQ(few, near);
  EXPECT_EQ(far.at("qps").as_array().size(), 16U);
  EXPECT_EQ(few.at("cycles"), far.at("cycles"));
  EXPECT_EQ(few.at("latency"), far.at("latency"));
}

/// More queue pairs than keep their state work one after the other, and do everything that there
/// is, in parts, with resets and errors between.
TEST_P(ManyQueuePairs, AreDoneOneAfterTheOtherUnderAllChecks) {
  std::string text = "[arbiter]\npolicy = \"" + std::string(GetParam()) + "\"\n" + R"(
[engine]
slots = 1024
max_transfer = "1 KiB"
[workload]
peer_delay = "100 ns"
wire_rate = "400 Gbit/s"
[[qp]]
number = 5
count = 5000
path_mtu = "1 KiB"
[[region]]
name = "r"
key = 1
iova = 0
size = "1 MiB"
base = 0
access = ["local_write", "remote_write", "remote_read", "remote_atomic"]
[[generator]]
name = "g"
qp = 5
qps = 5000
op = { weights = [["write", 2], ["send", 2], ["read", 2], ["compare_swap", 1], ["fetch_add", 1],
  ["incoming_send", 2], ["incoming_write", 2], ["incoming_read", 2], ["incoming_fetch_add", 1]] }
size = { uniform = ["0 B", "3 KiB"] }
region = "r"
remote = "r"
interval = "20 ns"
messages = 20000
)";
  for (int at = 0; at < 40; ++at) {
    text += "[[event]]\nkind = \"" + std::string(at % 2 == 0 ? "qp_error" : "qp_reset") +
            "\"\nqp = " + std::to_string(at % 2 == 0 ? 5 + at * 37 : 5 + at * 37 - 37) +
            "\nat = \"" + std::to_string(at * 10 + 7) + " us\"\n";
  }
  text += "[[event]]\nkind = \"engine_reset\"\nat = \"150 us\"\n";
  const CommandResult result =
      run_program({SGDMA_BINARY, "run", write_scratch_file("all.toml", text), "--json"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const boost::json::value json = boost::json::parse(result.out);
  EXPECT_EQ(json.at("verified"), true) << result.err;
  EXPECT_EQ(json.at("qps").as_array().size(), 5000U);
  EXPECT_GT(json.at("transfers").as_int64(), 20000);
}

INSTANTIATE_TEST_SUITE_P(All, ManyQueuePairs,
                         testing::Values("round_robin", "weighted_round_robin",
                                         "deficit_round_robin", "strict_priority", "oldest_first"));

}  // namespace
}  // namespace sgdma::test
