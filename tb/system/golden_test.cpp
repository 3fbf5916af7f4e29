/// The scenarios of traces/stimulus against their golden event logs, and those against what was
/// derived by hand.
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/scenario_run.h"

namespace sgdma::test {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

constexpr const char* kMixed = "mixed_64_queue_pairs";
constexpr const char* kStorage = "storage_closed_loop";
constexpr const char* kCutPoints = "cut_points";

std::vector<std::string> names_in(const std::string& folder, const std::string& extension) {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(source_path(folder))) {
    if (entry.path().extension() == extension) names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string golden_path(const std::string& name, const char* extension) {
  return source_path("traces/golden/" + name + extension);
}

std::string stimulus_path(const std::string& name) {
  return source_path("traces/stimulus/" + name + ".toml");
}

/// An event as a derivation writes it: the values of its fields in their order.
std::string short_form(const std::string& line) {
  std::string text;
  const json::value event = json::parse(line);
  for (const auto& field : event.as_object()) {
    if (!text.empty()) text += ' ';
    const json::value& value = field.value();
    text += value.is_string() ? std::string(value.as_string()) : json::serialize(value);
  }
  return text;
}

/// The lines of the fenced blocks marked `log` in a derivation.
std::vector<std::string> derived_lines(const std::string& path) {
  std::vector<std::string> derived;
  bool inside = false;
  for (const std::string& line : lines_of(file_bytes(path))) {
    if (line.rfind("```", 0) == 0) {
      inside = line == "```log";
    } else if (inside) {
      derived.push_back(line);
    }
  }
  return derived;
}

TEST(Golden, EveryStimulusHasItsLog) {
  std::vector<std::string> stimuli = names_in("traces/stimulus", ".toml");
  for (const char* without : {kMixed, kStorage, kCutPoints}) {
    stimuli.erase(std::remove(stimuli.begin(), stimuli.end(), without), stimuli.end());
  }
  EXPECT_GE(stimuli.size(), 8U);
  EXPECT_EQ(names_in("traces/golden", ".jsonl"), stimuli);
}

TEST(Golden, LogsAreTheSameByteForByte) {
  for (const std::string& name : names_in("traces/golden", ".jsonl")) {
    const ScenarioRun run = run_scenario_with_beats(stimulus_path(name));
    EXPECT_EQ(run.exit_code, 0) << name << "\n" << run.err;
    EXPECT_TRUE(run.verified) << name << "\n" << run.err;
    EXPECT_EQ(file_bytes(run.events), file_bytes(golden_path(name, ".jsonl"))) << name;
  }
}

TEST(Golden, DerivationsByHandGiveTheSameLines) {
  const std::vector<std::string> names = names_in("traces/golden", ".md");
  EXPECT_GE(names.size(), 4U);
  for (const std::string& name : names) {
    std::vector<std::string> golden = lines_of(file_bytes(golden_path(name, ".jsonl")));
    golden.erase(golden.begin());  // the header
    for (std::string& line : golden) line = short_form(line);
    EXPECT_EQ(golden, derived_lines(golden_path(name, ".md"))) << name;
  }
}

TEST(Golden, MixedWorkOf64QueuePairsIsVerified) {
  const ScenarioRun run = run_scenario(stimulus_path(kMixed));
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(run.verified) << run.err;
  const json::value result = json::parse(run.json);
  EXPECT_EQ(result.at("qps").as_array().size(), 64U);
  for (const json::value& qp : result.at("qps").as_array()) {
    EXPECT_GT(qp.at("gather_bytes").to_number<int>(), 0) << qp;
    EXPECT_GT(qp.at("scatter_bytes").to_number<int>(), 0) << qp;
  }
  // Three messages of each kind and queue pair, and nothing failed.
  EXPECT_EQ(result.at("completions").as_object().size(), 1U);
  EXPECT_EQ(result.at("cqes").at("SUCCESS").to_number<int>(), 64 * 3 * 3);
}

/// All of its 4000 messages end, and their lengths follow its table.
TEST(Golden, GeneratedWorkOfAStoreIsVerified) {
  const ScenarioRun run = run_scenario(stimulus_path(kStorage));
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(run.verified) << run.err;
  const json::value result = json::parse(run.json);
  EXPECT_EQ(result.at("cqes").at("SUCCESS").as_int64(), 4000);
  EXPECT_EQ(result.at("qps").as_array().size(), 16U);
  // The mean of the table is 0.1 * 256.5 + 0.05 * 2304 + 0.6 * 4096 + 0.1 * 10240.5 + 0.1 * 40960.5
  // + 0.05 * 163840.5 = 15,910.6 bytes, the standard deviation 38,212; that of the mean of 4000
  // messages is 604, of which three are allowed.
  const double bytes = result.at("read").at("bytes").to_number<double>() +
                       result.at("write").at("bytes").to_number<double>();
  EXPECT_NEAR(bytes / 4000, 15'911, 3 * 604);
}

}  // namespace
}  // namespace sgdma::test
