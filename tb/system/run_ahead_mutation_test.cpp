// Each deliberate fault in run-ahead changes what docs/mutations.md says, and without one nothing
// changes.

#include <cstdlib>
#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/fault.h"
#include "support/address_sanitizer.h"
#include "support/command_run.h"
#include "support/mutation_table.h"
#include "support/scenario_run.h"
#include "support/scratch.h"

namespace sgdma::test {
namespace {

using ::testing::HasSubstr;

/// A row of the table.
struct Mutation {
  std::string fault;
  std::string scenario;
  std::string neighbours;
  std::vector<std::string> settings;
  std::string seen_in;
};

std::vector<Mutation> table() {
  std::vector<Mutation> rows;
  for (const std::vector<std::string>& cells : mutation_rows("## In run-ahead")) {
    rows.push_back({quoted(cells.at(0)).at(0), quoted(cells.at(2)).at(0), quoted(cells.at(3)).at(0),
                    quoted(cells.at(4)), quoted(cells.at(5)).at(0)});
  }
  return rows;
}

struct Seen {
  CommandResult result;
  std::string events;
  std::string neighbours;
};

/// The run of a row, with a fault or without ("none").
Seen run(const std::string& fault, const Mutation& row, bool ahead) {
  const std::string events = write_scratch_file("events.jsonl", "");
  const std::string log = write_scratch_file("neighbours.log", "");
  std::vector<std::string> words = {std::string(SGDMA_BINARY) + "_mutated",
                                    fault,
                                    "run",
                                    source_path("traces/stimulus/" + row.scenario + ".toml"),
                                    "--json",
                                    "--no-verify",
                                    "--events",
                                    events,
                                    "--events-beats"};
  for (const std::string& setting : row.settings) {
    words.insert(words.end(), {"--set", setting});
  }
  if (!ahead) words.emplace_back("--step-by-step");
  setenv("SGDMA_NEIGHBOURS", (row.neighbours + ",log=" + log).c_str(), 1);
  Seen seen;
  seen.result = run_program(words);
  seen.events = file_bytes(events);
  seen.neighbours = file_bytes(log);
  return seen;
}

TEST(RunAheadMutationTable, HasEveryFaultOnce) {
  std::vector<std::string> names;
  for (const Mutation& row : table()) names.push_back(row.fault);
  const std::vector<std::string> all(
      core::kFaultNames.begin() + static_cast<std::ptrdiff_t>(core::kFirstOfRunAhead),
      core::kFaultNames.end());
  EXPECT_EQ(names, all);
}

class RunAheadMutation : public testing::TestWithParam<Mutation> {
 protected:
  void SetUp() override {
    if (kAddressSanitizer) GTEST_SKIP() << "what a fault breaks is not the sanitizers' business";
  }
};

TEST_P(RunAheadMutation, ChangesWhatTheTableSays) {
  const Seen right = run("none", GetParam(), false);
  const Seen wrong = run(GetParam().fault, GetParam(), true);
  if (GetParam().seen_in == "event log") {
    EXPECT_NE(right.events, wrong.events);
  } else if (GetParam().seen_in == "result") {
    EXPECT_NE(right.result.out, wrong.result.out);
  } else if (GetParam().seen_in == "neighbours") {
    EXPECT_NE(right.neighbours, wrong.neighbours);
  } else {
    EXPECT_NE(wrong.result.exit_code, 0);
    EXPECT_THAT(wrong.result.err, HasSubstr(GetParam().seen_in));
  }
}

TEST_P(RunAheadMutation, ChangesNothingWithoutTheFault) {
  const Seen right = run("none", GetParam(), false);
  const Seen ahead = run("none", GetParam(), true);
  EXPECT_EQ(right.result.exit_code, 0) << right.result.err;
  EXPECT_EQ(right.result.exit_code, ahead.result.exit_code) << ahead.result.err;
  EXPECT_EQ(right.events, ahead.events);
  EXPECT_EQ(right.result.out, ahead.result.out);
  EXPECT_EQ(right.neighbours, ahead.neighbours);
  EXPECT_THAT(ahead.result.err, Not(HasSubstr("\n0 edges stepped ahead")));
}

INSTANTIATE_TEST_SUITE_P(Faults, RunAheadMutation, testing::ValuesIn(table()));

}  // namespace
}  // namespace sgdma::test
