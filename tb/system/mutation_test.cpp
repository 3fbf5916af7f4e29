// Each deliberate fault in how transfers are ended, or in whose the cycles are, is caught by the
// check that docs/mutations.md names, and without one nothing is found.

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/fault.h"
#include "support/address_sanitizer.h"
#include "support/command_run.h"
#include "support/mutation_table.h"
#include "support/scenario_run.h"

namespace sgdma::test {
namespace {

namespace json = boost::json;
using ::testing::Contains;
using ::testing::HasSubstr;

/// A row of the table.
struct Mutation {
  std::string fault;
  std::string event;  ///< or the path of a scenario
  std::vector<std::string> settings;
  std::string check;
};

std::vector<Mutation> table() {
  std::vector<Mutation> rows;
  for (const char* heading : {"## In transfers that are ended", "## In whose the cycles are"}) {
    for (const std::vector<std::string>& cells : mutation_rows(heading)) {
      rows.push_back({quoted(cells.at(0)).at(0), quoted(cells.at(2)).at(0), quoted(cells.at(3)),
                      quoted(cells.at(4)).at(0)});
    }
  }
  return rows;
}

bool is_scenario(const Mutation& row) { return row.event.find(".toml") != std::string::npos; }

/// The campaign of a row, or its one run, with a fault or without ("none").
CommandResult run(const std::string& fault, const Mutation& row) {
  std::vector<std::string> words = {std::string(SGDMA_BINARY) + "_mutated", fault};
  if (is_scenario(row)) {
    words.insert(words.end(), {"run", source_path(row.event), "--json"});
  } else {
    words.insert(words.end(), {"cutpoints", source_path("traces/stimulus/cut_points.toml"),
                               "--event", row.event, "--at", "bursts", "--json"});
  }
  for (const std::string& setting : row.settings) {
    words.insert(words.end(), {"--set", setting});
  }
  return run_program(words);
}

TEST(MutationTable, HasEveryFaultOnce) {
  std::vector<std::string> names;
  for (const Mutation& row : table()) names.push_back(row.fault);
  const std::vector<std::string> all(
      core::kFaultNames.begin() + 1,
      core::kFaultNames.begin() + static_cast<std::ptrdiff_t>(core::kFirstOfRunAhead));
  EXPECT_EQ(names, all);
}

class MutationCheck : public testing::TestWithParam<Mutation> {
 protected:
  void SetUp() override {
    if (kAddressSanitizer) GTEST_SKIP() << "what a fault breaks is not the sanitizers' business";
  }
};

TEST_P(MutationCheck, CatchesTheFault) {
  const CommandResult result = run(GetParam().fault, GetParam());
  EXPECT_EQ(result.exit_code, 1) << result.err;
  const json::value said = json::parse(result.out);
  std::vector<std::string> reasons;
  if (is_scenario(GetParam())) {
    for (const json::value& broken : said.at_pointer("/invariants/first").as_array()) {
      reasons.emplace_back(broken.as_string());
    }
  } else {
    for (const json::value& failure : said.at("failures").as_array()) {
      reasons.emplace_back(failure.at("reason").as_string());
    }
  }
  EXPECT_THAT(reasons, Contains(HasSubstr(GetParam().check)));
}

TEST_P(MutationCheck, FindsNothingWithoutTheFault) {
  const CommandResult result = run("none", GetParam());
  EXPECT_EQ(result.exit_code, 0) << result.err;
  if (is_scenario(GetParam())) {
    EXPECT_TRUE(json::parse(result.out).at("verified").as_bool());
  } else {
    EXPECT_EQ(json::parse(result.out).at("failed").to_number<std::uint64_t>(), 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Faults, MutationCheck, testing::ValuesIn(table()));

}  // namespace
}  // namespace sgdma::test
