// A verified run, whose beats are told in rows, finds what the same run finds with an event log
// beside it, whose beats are told one by one: the same result, check by check and message by
// message.

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include "support/address_sanitizer.h"
#include "support/command_run.h"
#include "support/mutation_table.h"
#include "support/scenario_generator.h"
#include "support/scenario_run.h"
#include "support/scratch.h"

namespace sgdma::test {
namespace {

namespace json = boost::json;

using Words = std::vector<std::string>;

CommandResult with(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return run_program(words);
}

void expect_same(const Words& words) {
  const CommandResult rows = with(words, {"--json"});
  const CommandResult beats =
      with(words, {"--json", "--events", write_scratch_file("rows.jsonl", "")});
  std::string command;
  for (const std::string& word : words) command += word + ' ';
  EXPECT_EQ(rows.exit_code, beats.exit_code) << command;
  EXPECT_EQ(rows.out, beats.out) << command;
}

TEST(VerifiedRows, FindTheSameInStimulus) {
  std::set<std::string> scenarios;
  for (const auto& file : std::filesystem::directory_iterator(source_path("traces/stimulus"))) {
    if (file.path().extension() == ".toml") scenarios.insert(file.path().string());
  }
  ASSERT_GT(scenarios.size(), 15U);
  for (const std::string& scenario : scenarios) {
    expect_same({SGDMA_BINARY, "run", scenario});
  }
}

TEST(VerifiedRows, FindTheSameInRandomScenarios) {
  const std::uint64_t runs = kAddressSanitizer ? 10 : 60;
  for (std::uint64_t seed = 91'000; seed < 91'000 + runs && !HasFailure(); ++seed) {
    const std::string text = seed % 2 == 0 ? random_scenario(seed) : random_event_scenario(seed);
    expect_same({SGDMA_BINARY, "run", write_scratch_file("rows.toml", text)});
  }
}

/// A row of the table of docs/mutations.md, as the words that run it.
Words words_of(const std::vector<std::string>& cells) {
  const std::string event = quoted(cells.at(2)).at(0);
  Words words = {std::string(SGDMA_BINARY) + "_mutated", quoted(cells.at(0)).at(0)};
  if (event.find(".toml") != std::string::npos) {
    words.insert(words.end(), {"run", source_path(event)});
  } else {
    words.insert(words.end(), {"cutpoints", source_path("traces/stimulus/cut_points.toml"),
                               "--event", event, "--at", "bursts"});
  }
  for (const std::string& setting : quoted(cells.at(3))) {
    words.insert(words.end(), {"--set", setting});
  }
  return words;
}

TEST(VerifiedRows, FindTheSameOfFaults) {
  if (kAddressSanitizer) GTEST_SKIP() << "what a fault breaks is not the sanitizers' business";
  for (const auto& cells : mutation_rows("## In transfers that are ended")) {
    const Words words = words_of(cells);
    if (words.at(2) == "run") {
      expect_same(words);
      continue;
    }
    // An event log is of one point: the first that fails, and one in the middle.
    const json::value said = json::parse(with(words, {"--json"}).out);
    const json::array& failures = said.at("failures").as_array();
    ASSERT_FALSE(failures.empty()) << words.at(1);
    for (const std::size_t at : std::set<std::size_t>{0, failures.size() / 2}) {
      Words point = words;
      point.insert(point.end(),
                   {"--point", std::to_string(failures[at].at("point").to_number<int>())});
      expect_same(point);
    }
  }
}

}  // namespace
}  // namespace sgdma::test
