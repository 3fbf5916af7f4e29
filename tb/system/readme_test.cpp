/// README.md does what it says.
#include <filesystem>
#include <regex>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/command_run.h"
#include "support/scenario_run.h"
#include "support/scratch.h"

namespace sgdma::test {
namespace {

using ::testing::HasSubstr;

std::string readme() { return file_bytes(source_path("README.md")); }

/// The text between `begin` and the end of its block.
std::string block(const std::string& text, const std::string& begin) {
  const std::size_t at = text.find(begin);
  EXPECT_NE(at, std::string::npos) << begin;
  return text.substr(at, text.find("```", at) - at);
}

TEST(Readme, SampleOutputIsThatOfTheBuiltInScenario) {
  const CommandResult run = run_command({"run"});
  EXPECT_EQ(run.exit_code, 0);
  // Checks may be added to the oracle.
  const std::regex checks("yes: [0-9,]+ checks");
  EXPECT_EQ(std::regex_replace(run.err, checks, "yes: N checks"),
            std::regex_replace(block(readme(), "default: done after "), checks, "yes: N checks"));
}

TEST(Readme, ScenarioRuns) {
  const std::string path = write_scratch_file("readme.toml", block(readme(), "[clock]\n"));
  const CommandResult run = run_command({"run", path, "--expect-ok"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("gather                32 bytes in         2 bursts,"));
}

TEST(Readme, FilesThatItNamesAreThere) {
  const std::string text = readme();
  const std::regex file(
      "(docs|traces|tb|src)/[a-z_/]*([.](md|toml|png))?|CONTRIBUTING[.]md|[a-z]+[.]sh");
  unsigned found = 0;
  for (std::sregex_iterator at(text.begin(), text.end(), file); at != std::sregex_iterator();
       ++at) {
    EXPECT_TRUE(std::filesystem::exists(source_path(at->str()))) << at->str();
    ++found;
  }
  EXPECT_GT(found, 8U);
}

}  // namespace
}  // namespace sgdma::test
