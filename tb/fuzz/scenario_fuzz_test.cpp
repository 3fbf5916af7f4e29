/// Damaged scenarios: whatever the bytes, the answer is a scenario or a list of errors.
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <boost/random/mersenne_twister.hpp>
#include <boost/random/uniform_int_distribution.hpp>
#include <gtest/gtest.h>

#include "workload/load_scenario.h"
#include "workload/scenario_writer.h"

namespace sgdma::workload {
namespace {

constexpr unsigned kRounds = 3000;
constexpr unsigned kSeed = 20240229;

constexpr std::string_view kSeedText = R"([clock]
period = "1 ns"
[bus]
width = "64 B"
read_bytes = "unlimited"
[arbiter]
policy = "oldest_first" # text
[[qp]]
number = 7
count = 2
[[region]]
name = 'r'
key = 0x100
size = "8 KiB"
pages = ["0x3000", "0x1000",]
access = ["local_write"]
[[wqe]]
qp = 7
op = "write"
at = "3 cycles"
sge = [{ addr = 0x20, len = "3 B", key = "r" }]
[[packet]]
qp = 8
op = "write_only"
bytes = "4 KiB"
va = 0x10
rkey = """r"""
)";

const std::vector<std::string> kPieces = {"[",
                                          "]",
                                          "[[",
                                          "]]",
                                          "{",
                                          "}",
                                          "=",
                                          ".",
                                          ",",
                                          "\"",
                                          "\"\"\"",
                                          "'",
                                          "'''",
                                          "\\",
                                          "#",
                                          "\n",
                                          "\r\n",
                                          "\t",
                                          " ",
                                          "-",
                                          "+",
                                          "_",
                                          "0x",
                                          "1e1000",
                                          "nan",
                                          "inf",
                                          "-1",
                                          "18446744073709551616",
                                          "9223372036854775807",
                                          "1979-05-27T07:32:00Z",
                                          "true",
                                          "unlimited",
                                          "B",
                                          "KiB",
                                          " ns",
                                          "\xFF",
                                          "\xEF\xBB\xBF",
                                          "\xC3\xA4",
                                          "\\u0000",
                                          "[wqe]",
                                          "[[qp]]\n",
                                          "count = 1048576\n",
                                          "sge = []\n"};

class Damage {
 public:
  explicit Damage(unsigned seed) : random_(seed) {}

  std::string apply(std::string text) {
    for (std::size_t i = 1 + below(6); i > 0; --i) {
      const std::size_t at = below(text.size() + 1);
      switch (below(4)) {
        case 0: text.insert(at, kPieces[below(kPieces.size())]); break;
        case 1: text.erase(at, below(8)); break;
        case 2: text.insert(at, text.substr(below(text.size() + 1), below(60))); break;
        default:
          if (at < text.size()) text[at] = static_cast<char>(below(256));
      }
    }
    return text;
  }

 private:
  std::size_t below(std::size_t bound) {
    return boost::random::uniform_int_distribution<std::size_t>(0, bound - 1)(random_);
  }

  boost::random::mt19937 random_;
};

/// What is accepted reads back as itself.
void expect_answer(const std::string& text, unsigned& accepted) {
  try {
    const std::string written = to_toml(parse_scenario(text, "t"));
    EXPECT_EQ(to_toml(parse_scenario(written, "again")), written) << text;
    ++accepted;
  } catch (const ConfigError& error) {
    EXPECT_FALSE(error.diagnostics().empty());
    EXPECT_NE(std::string_view(error.what()), "");
  }
}

TEST(ScenarioFuzz, DamagedTextIsReadOrRefused) {
  Damage damage(kSeed);
  unsigned accepted = 0;
  for (unsigned round = 0; round < kRounds; ++round) {
    expect_answer(damage.apply(std::string(kSeedText)), accepted);
    if (HasFailure()) FAIL() << "round " << round << " of seed " << kSeed;
  }
  EXPECT_GT(accepted, kRounds / 100);
  EXPECT_LT(accepted, kRounds);
}

}  // namespace
}  // namespace sgdma::workload
