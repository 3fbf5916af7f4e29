/// Damaged scenarios: whatever the bytes, the answer is a scenario or a list of errors, and a
/// scenario reads back as itself.
#include <algorithm>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "fuzz/scenario_mutator.h"
#include "workload/config/load_scenario.h"
#include "workload/config/presets.h"
#include "workload/config/scenario_writer.h"

namespace sgdma::workload {
namespace {

constexpr std::string_view kSmall = R"([clock]
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

constexpr std::string_view kManyKeys = R"([clock]
frequency = "250 MHz"
[bus]
width = "32 B"
max_read_burst = "1 KiB"
max_write_burst = "256 B"
posted_writes = false
response_order = "any"
read_bursts = 9
read_bursts_per_slot = 3
write_bursts = 8
write_bursts_per_slot = 2
read_bytes = "16 KiB"
[engine]
slots = 16
max_transfer = "4 KiB"
merge_runs = false
[arbiter]
policy = "deficit_round_robin"
quantum = "3 KiB"
slots_per_qp = 4
reserve_gather = 2
reserve_scatter = 3
burst_scheduling = "run_to_completion"
[payload]
gather_rate = "200 Gbit/s"
gather_depth = "8 KiB"
scatter_rate = "99.9 Gbit/s"
cut_through = true
[completion]
depth = 64
queue_depth = 1000
poll_interval = "20 ns"
[memory]
read_latency = "547 ns"
write_latency = "300 cycles"
write_bandwidth = "25.6 GB/s"
size = "1 TiB"
[workload]
name = "many keys"
seed = 99
[measure]
warm_up = "1 us"
window = "5 us"
[[region]]
name = "big"
key = 7
iova = "0xFFFFFFFFFFF00000"
size = "1 MiB"
page_size = "64 KiB"
first_byte_offset = "100 B"
base = 0x10000000
access = ["local_write", "remote_write", "remote_read", "remote_atomic"]
[[qp]]
number = 0
weight = 5
priority = 2
path_mtu = "1 KiB"
[[qp]]
number = 16777210
count = 6
[[wqe]]
qp = 0
op = "send_imm"
inline = "17 B"
count = 3
every = "40 ns"
[[wqe]]
qp = 16777212
op = "fetch_add"
signaled = false
sge = [{ addr = "0xFFFFFFFFFFF00001", len = "8 B", key = 7 }]
[[wqe]]
qp = 0
op = "recv"
count = 1000
stride = "64 B"
wrap = 16
sge = [{ addr = "0xFFFFFFFFFFF00000", len = "64 B", key = "big" }, { addr = 0, len = "0 B", key = 9 }]
[[packet]]
qp = 0
op = "compare_swap"
va = "0xFFFFFFFFFFF00008"
rkey = "big"
compare = 1
swap_add = 2
)";

/// The texts above, and the scenarios of the project.
/// Beside the files that the scenarios name.
constexpr const char* kSource = SGDMA_SOURCE_DIR "/traces/stimulus/damaged.toml";

std::vector<std::string> real_scenarios() {
  std::vector<std::string> texts = {std::string(kSmall), std::string(kManyKeys)};
  for (const Preset& preset : presets()) texts.emplace_back(preset.toml);
  std::vector<std::filesystem::path> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(SGDMA_SOURCE_DIR "/traces/stimulus")) {
    if (entry.path().extension() == ".toml") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  for (const std::filesystem::path& file : files) {
    std::ifstream stream(file, std::ios::binary);
    texts.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
  }
  return texts;
}

struct Answers {
  unsigned accepted = 0;
  unsigned refused = 0;
  std::string last_refusal;
};

void expect_round_trip(const Scenario& scenario) {
  const std::string written = to_toml(scenario);
  try {
    EXPECT_EQ(to_toml(parse_scenario(written, "again")), written);
  } catch (const ConfigError& error) {
    ADD_FAILURE() << "does not read back: " << error.what();
  }
}

void expect_answer(const std::string& text, Answers& answers) {
  try {
    const Scenario scenario = parse_scenario(text, kSource);
    ++answers.accepted;
    expect_round_trip(scenario);
  } catch (const ConfigError& error) {
    ++answers.refused;
    answers.last_refusal = error.what();
    EXPECT_FALSE(error.diagnostics().empty());
    EXPECT_NE(answers.last_refusal, "");
  } catch (const std::exception& error) {
    ADD_FAILURE() << "neither a scenario nor a ConfigError: " << error.what();
  }
}

Answers mutate(std::uint32_t seed, const std::vector<std::string>& texts, unsigned variants) {
  std::cout << "seed " << seed << ", " << variants << " variants\n";
  test::ScenarioMutator mutator(seed, texts);
  Answers answers;
  for (unsigned variant = 0; variant < variants; ++variant) {
    const std::string text = mutator.next();
    expect_answer(text, answers);
    if (::testing::Test::HasFailure()) {
      ADD_FAILURE() << "variant " << variant << " of seed " << seed << ":\n" << text;
      break;
    }
  }
  return answers;
}

/// Both answers come often enough to say something: more than one in `most` times.
void expect_both(const Answers& answers, unsigned most = 100) {
  const unsigned all = answers.accepted + answers.refused;
  EXPECT_GT(answers.accepted, all / most);
  EXPECT_GT(answers.refused, all / most);
}

/// Most of the built-in scenario is a list of pages, where nearly every damage is an error.
constexpr unsigned kMostOfBuiltIn = 400;

TEST(ScenarioFuzz, TextsAreValidBeforeTheDamage) {
  Answers answers;
  for (const std::string& text : real_scenarios()) expect_answer(text, answers);
  EXPECT_EQ(answers.refused, 0U) << answers.last_refusal;
}

class ScenarioFuzzSeed : public ::testing::TestWithParam<std::uint32_t> {};

TEST_P(ScenarioFuzzSeed, DamagedTextIsReadOrRefused) {
  expect_both(mutate(GetParam(), real_scenarios(), 2000));
}

INSTANTIATE_TEST_SUITE_P(Seeds, ScenarioFuzzSeed, ::testing::Values(20240229U, 1U, 2U));

TEST(ScenarioFuzz, DamagedBuiltInScenarioIsReadOrRefused) {
  expect_both(mutate(3, {to_toml(load_scenario({}))}, 400), kMostOfBuiltIn);
}

TEST(LongScenarioFuzz, DamagedTextIsReadOrRefused) {
  for (std::uint32_t seed = 100; seed < 150 && !HasFailure(); ++seed) {
    expect_both(mutate(seed, real_scenarios(), 4000));
  }
}

TEST(LongScenarioFuzz, DamagedBuiltInScenarioIsReadOrRefused) {
  expect_both(mutate(4, {to_toml(load_scenario({}))}, 10'000), kMostOfBuiltIn);
}

}  // namespace
}  // namespace sgdma::workload
