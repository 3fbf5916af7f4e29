// A branch that `fork()` makes at a cut is the run that has the event from the start: from the
// event on their logs are the same, byte for byte, beats and all.

#include <string>
#include <vector>

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include "support/command_run.h"
#include "support/scenario_run.h"
#include "support/scratch.h"

namespace sgdma::test {
namespace {

namespace json = boost::json;

/// An event at a cut, the cause of its teardowns, and the policy of that.
struct Branch {
  std::string event;
  std::string cause;
  std::string policy;
};

/// The line that describes the log, and those behind a cycle.
std::string behind(const std::string& log, std::uint64_t cycle) {
  std::string text;
  for (const std::string& line : lines_of(log)) {
    const json::object object = json::parse(line).as_object();
    const json::value* at = object.if_contains("cycle");
    if (at == nullptr || at->to_number<std::uint64_t>() > cycle) text += line + '\n';
  }
  return text;
}

/// The first fault of a log, as a rule that strikes its beat and no other.
std::string rule_of(const std::string& log) {
  for (const std::string& line : lines_of(log)) {
    const json::object event = json::parse(line).as_object();
    if (!event.contains("event") || event.at("event").as_string() != "fault") continue;
    // qp.side.number.part@epoch
    const std::string tag(event.at("tag").as_string());
    const std::size_t side = tag.find('.') + 1;
    const std::size_t number = tag.find('.', side) + 1;
    const std::size_t part = tag.find('.', number) + 1;
    return "[[fault]]\nqp = " + tag.substr(0, side - 1) + "\nside = \"" +
           tag.substr(side, number - 1 - side) +
           "\"\nnumber = " + tag.substr(number, part - 1 - number) +
           "\npart = " + tag.substr(part, tag.find('@') - part) +
           "\ndirection = " + json::serialize(event.at("dir")) +
           "\naddress = " + std::string(event.at("addr").as_string()) +
           "\nsize = \"1 B\"\nanswer = \"slave_error\"\n";
  }
  ADD_FAILURE() << "there is no fault in the log";
  return {};
}

/// As a scenario has the event at a cycle. A bus error has no cycle of its own there: it is said by
/// the beat that it strikes, which `log` knows.
std::string in_scenario(const std::string& event, std::uint64_t cycle, const std::string& log) {
  const std::size_t colon = event.find(':');
  const std::string kind = event.substr(0, colon);
  if (kind == "bus_error") return rule_of(log);
  std::string text =
      "[[event]]\nkind = \"" + kind + "\"\nat = \"" + std::to_string(cycle) + " cycles\"\n";
  if (colon != std::string::npos) text += "qp = " + event.substr(colon + 1) + "\n";
  return text;
}

class CutPointBranch : public testing::TestWithParam<Branch> {
 protected:
  /// Runs a command with the policy; its event log.
  std::string log_of(std::vector<std::string> command) {
    const std::string path = scratch_path("log.jsonl");
    command.insert(
        command.end(),
        {"--set", "teardown." + GetParam().cause + "=" + GetParam().policy, "--events", path});
    const CommandResult result = run_command(command);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return file_bytes(path);
  }
};

TEST_P(CutPointBranch, IsTheRunThatHasTheEventFromTheStart) {
  const std::string scenario = source_path("traces/stimulus/cut_points.toml");
  for (const std::uint64_t cycle : {0, 41, 200, 333, 718, 1043}) {
    SCOPED_TRACE("cycle " + std::to_string(cycle));
    const std::string branch = log_of({"cutpoints", scenario, "--event", GetParam().event, "--at",
                                       "cycles", "--point", std::to_string(cycle)});
    const std::string whole = write_scratch_file(
        "whole.toml", file_bytes(scenario) + in_scenario(GetParam().event, cycle, branch));
    const std::string fresh = log_of({"run", whole, "--events-beats"});
    EXPECT_GT(lines_of(branch).size(), 100);
    // Not EXPECT_EQ, which would print both.
    EXPECT_TRUE(branch == behind(fresh, cycle));
  }
}

INSTANTIATE_TEST_SUITE_P(Events, CutPointBranch,
                         testing::Values(Branch{"qp_reset:1", "qp_reset", "finish_beat"},
                                         Branch{"qp_reset:4", "qp_reset", "finish_segment"},
                                         Branch{"qp_error:3", "qp_error", "finish_beat"},
                                         Branch{"qp_error:2", "qp_error", "finish_transfer"},
                                         Branch{"engine_reset", "engine_reset", "finish_beat"},
                                         Branch{"engine_reset", "engine_reset", "finish_burst"},
                                         Branch{"bus_error:4", "bus_fault", "finish_beat"},
                                         Branch{"bus_error:2", "bus_fault", "finish_burst"}));

}  // namespace
}  // namespace sgdma::test
