// Reports in headless Chromium: quiet, alone, whole, and usable by keyboard.

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/command_run.h"
#include "support/scenario_run.h"
#include "support/scratch.h"

namespace sgdma::test {
namespace {

namespace json = boost::json;
using testing::HasSubstr;

/// What tb/report/look.mjs sees of a page, with `filter` typed into that of its table.
json::object look_at(const std::string& page, const std::string& filter = "") {
  setenv("FILTER", filter.c_str(), 1);
  const CommandResult seen =
      run_program({SGDMA_NODE, source_path("tb/report/look.mjs"),
                   std::string(SGDMA_NODE_FOLDER) + "/node_modules", SGDMA_CHROMIUM, page});
  if (seen.exit_code != 0) throw std::runtime_error(seen.err);
  return json::parse(seen.out).as_object();
}

/// No word on the console, no request but for the page itself, and everything can be read.
void expect_sound(const json::object& seen) {
  EXPECT_EQ(json::serialize(seen.at("console")), "[]");
  ASSERT_EQ(seen.at("requests").as_array().size(), 1U) << json::serialize(seen.at("requests"));
  EXPECT_THAT(json::value_to<std::string>(seen.at("requests").at(0)),
              testing::StartsWith("file:///"));
  EXPECT_EQ(seen.at("wide"), 0);
  EXPECT_EQ(json::serialize(seen.at("crowded")), "[]");
  EXPECT_EQ(json::serialize(seen.at("nameless")), "[]");
  // What WCAG asks for of small texts.
  for (const char* theme : {"light", "dark", "print"}) {
    EXPECT_GT(seen.at(theme).at("contrast").to_number<double>(), 4.5) << theme;
  }
}

/// The page follows the theme, and prints in black on white without what one clicks on.
void expect_themes(const json::object& seen) {
  EXPECT_EQ(seen.at("light").at("paper"), "rgb(255, 255, 255)");
  EXPECT_EQ(seen.at("dark").at("paper"), "rgb(15, 19, 24)");
  EXPECT_NE(seen.at("light").at("label"), seen.at("dark").at("label"));
  EXPECT_EQ(seen.at("print").at("paper"), "rgb(255, 255, 255)");
  EXPECT_EQ(seen.at("print").at("label"), seen.at("light").at("label"));
  EXPECT_EQ(seen.at("controls"), 0);
  EXPECT_GT(seen.at("pdf").to_number<int>(), 20'000);
}

std::uint64_t marks(const json::object& seen, const char* chart, const char* kind) {
  return seen.at("marks").at(chart).at(kind).to_number<std::uint64_t>();
}

/// Events of a log by their name.
std::vector<json::object> events_of(const std::string& log, const std::string& name) {
  std::vector<json::object> events;
  std::istringstream lines(file_bytes(log));
  for (std::string line; std::getline(lines, line);) {
    const json::object event = json::parse(line).as_object();
    const json::value* kind = event.if_contains("event");
    if (kind != nullptr && *kind == json::value(name)) events.push_back(event);
  }
  return events;
}

TEST(ReportsInABrowser, ShowARunWithItsFaults) {
  const std::string out = scratch_path("run");
  run_command({"run", source_path("traces/stimulus/fault_in_the_middle.toml"), "--out", out});
  ASSERT_EQ(run_command({"report", out}).exit_code, 0);
  const json::object seen = look_at(out + "/report.html");
  expect_sound(seen);
  expect_themes(seen);
  const std::string log = out + "/events.jsonl";
  EXPECT_EQ(marks(seen, "slots", "rect"), events_of(log, "grant").size());
  EXPECT_EQ(marks(seen, "slots", "symbol"),
            events_of(log, "fault").size() + events_of(log, "teardown").size());
  EXPECT_GT(events_of(log, "fault").size(), 0U);

  const json::value result = json::parse(file_bytes(out + "/result.json"));
  std::uint64_t causes = 0;
  std::uint64_t owned = 0;
  for (const char* direction : {"read", "write"}) {
    for (const auto& [cause, cycles] : result.at(direction).at("cycles").as_object()) {
      causes += cycles.to_number<std::uint64_t>() > 0 ? 1 : 0;
    }
  }
  for (const json::value& qp : result.at("qps").as_array()) {
    for (const auto& [direction, cycles] : qp.at("cycles").as_object()) {
      owned += cycles.as_object().size();
    }
  }
  EXPECT_EQ(marks(seen, "causes", "rect"), causes);
  EXPECT_EQ(marks(seen, "causes-qp", "rect"), owned);
  // The last line of the table: both directions add up to the cycles that were measured.
  const json::array& total = seen.at("causes").as_array().back().as_array();
  const std::string cycles = json::serialize(result.at("measured_cycles"));
  EXPECT_EQ(json::value_to<std::string>(total[1]), cycles);
  EXPECT_EQ(json::value_to<std::string>(total[2]), cycles);
  EXPECT_EQ(marks(seen, "latency-qp", "symbol"), result.at("qps").as_array().size());
  EXPECT_EQ(marks(seen, "fairness", "rect"), 2 * result.at("qps").as_array().size());
}

TEST(ReportsInABrowser, ThinALargeTimelineAndSaySo) {
  const std::string out = scratch_path("large");
  ASSERT_EQ(
      run_command({"run", source_path("traces/sweeps/scenarios/large_gathers.toml"), "--preset",
                   "rnic-400g", "--set", "generator.writes.size=\"64 B\"", "--out", out})
          .exit_code,
      0);
  ASSERT_EQ(run_command({"report", out}).exit_code, 0);
  const std::size_t transfers = events_of(out + "/events.jsonl", "grant").size();
  ASSERT_GT(transfers, 6000U);
  const json::object seen = look_at(out + "/report.html");
  expect_sound(seen);
  EXPECT_GT(marks(seen, "slots", "rect"), 1000U);
  EXPECT_LE(marks(seen, "slots", "rect"), 6000U);
  const std::string note = json::value_to<std::string>(seen.at("notes").at("slots-note"));
  EXPECT_THAT(note, HasSubstr("Thinned: they are drawn as"));
  std::string in_all = std::to_string(transfers);
  in_all.insert(in_all.size() - 3, ",");
  EXPECT_THAT(note, testing::StartsWith(in_all + " transfers"));
}

// The part of a run that is asked for is there whole.
TEST(ReportsInABrowser, ShowTheCyclesThatAreAskedFor) {
  const std::string out = scratch_path("part");
  run_command({"run", source_path("traces/stimulus/fault_in_the_middle.toml"), "--out", out});
  const std::vector<json::object> frees = events_of(out + "/events.jsonl", "free");
  ASSERT_GT(frees.size(), 1U);
  const std::string last = json::serialize(frees.back().at("cycle"));
  const auto longest = std::count_if(frees.begin(), frees.end(), [&](const json::object& free) {
    return free.at("cycle") == frees.back().at("cycle");
  });
  const std::string before = std::to_string(std::stoull(last) - 1);
  ASSERT_EQ(run_command({"report", out, "--from", before}).exit_code, 0);
  const json::object seen = look_at(out + "/report.html");
  expect_sound(seen);
  EXPECT_EQ(marks(seen, "slots", "rect"), static_cast<std::size_t>(longest));
  EXPECT_THAT(json::value_to<std::string>(seen.at("notes").at("slots-note")),
              testing::StartsWith(std::to_string(longest) + " transfers in cycles " + before));
}

TEST(ReportsInABrowser, ShowASweep) {
  const std::string out = scratch_path("swept");
  ASSERT_EQ(run_command({"sweep", source_path("traces/sweeps/slots.toml"), "--out", out, "--report",
                         scratch_path("swept.html")})
                .exit_code,
            0);
  const json::object seen = look_at(scratch_path("swept.html"), "engine.slots >= 4");
  expect_sound(seen);
  expect_themes(seen);
  // A dot for each of the 12 designs against each axis; 4 by 3 cells; the front.
  EXPECT_EQ(marks(seen, "against-0", "symbol"), 12U);
  EXPECT_EQ(marks(seen, "against-1", "symbol"), 12U);
  EXPECT_EQ(marks(seen, "heat", "rect"), 12U);
  EXPECT_EQ(marks(seen, "front", "symbol"), 12U);
  const json::array& rows = seen.at("rows").as_array();
  ASSERT_EQ(rows.size(), 12U);
  // Those of the front come first, and are those that the sweep's result names.
  std::size_t front = 0;
  const json::value result = json::parse(file_bytes(out + "/result.json"));
  for (const json::value& design : result.at("designs").as_array()) {
    front += design.at("front").as_bool() ? 1 : 0;
  }
  for (std::size_t at = 0; at < rows.size(); ++at) {
    EXPECT_EQ(rows[at].at(2) == json::value("yes"), at < front) << at;
    const std::string command = json::value_to<std::string>(rows[at].as_array().back());
    EXPECT_THAT(command, testing::MatchesRegex("sgdma run '.*/scenarios/[-0-9a-f]+[.]toml'"));
  }
  EXPECT_EQ(seen.at("reached"), "filter");
  EXPECT_EQ(seen.at("filtered").as_array().size(), 6U);
  EXPECT_EQ(seen.at("count"), "6 of 12 designs");
  EXPECT_EQ(seen.at("filtered_marks").at("front").at("symbol"), 6);
  EXPECT_EQ(seen.at("filtered_marks").at("heat").at("rect"), 6);
  const auto slots = [&](const char* order) {
    return json::value_to<std::vector<std::string>>(seen.at(order));
  };
  const std::vector<std::string> rising = {"1", "1", "1", "2", "2", "2",
                                           "4", "4", "4", "8", "8", "8"};
  EXPECT_EQ(slots("up"), rising);
  EXPECT_EQ(slots("down"), std::vector<std::string>(rising.rbegin(), rising.rend()));
  EXPECT_EQ(seen.at("sort"), "descending");
  EXPECT_THAT(json::value_to<std::string>(seen.at("focus")), HasSubstr("engine.slots"));
}

TEST(ReportsInABrowser, ACommandOfTheTableRepeatsItsPoint) {
  const std::string file = write_scratch_file(
      "two.toml", "scenario = \"" + source_path("traces/stimulus/mixed_64_queue_pairs.toml") +
                      "\"\n[[axis]]\nkey = \"engine.slots\"\nvalues = [4, 16]\n");
  ASSERT_EQ(run_command({"sweep", file, "--out", scratch_path("swept"), "--report",
                         scratch_path("swept.html")})
                .exit_code,
            0);
  const json::object seen = look_at(scratch_path("swept.html"));
  const json::array& row = seen.at("rows").at(0).as_array();
  std::string command = json::value_to<std::string>(row.back());
  command.replace(0, std::string("sgdma").size(), SGDMA_BINARY);
  const CommandResult again = run_program({"sh", "-c", command + " --json"});
  ASSERT_EQ(again.exit_code, 0) << again.err;
  std::string figure = json::serialize(json::parse(again.out).at("latency").at("p99"));
  if (figure.size() > 3) figure.insert(figure.size() - 3, ",");
  const auto shown = std::find_if(
      row.begin(), row.end(), [&](const json::value& cell) { return cell == json::value(figure); });
  EXPECT_NE(shown, row.end()) << json::serialize(row) << " has no " << figure;
}

}  // namespace
}  // namespace sgdma::test
