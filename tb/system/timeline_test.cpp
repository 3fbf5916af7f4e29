// `--timeline`: it changes nothing, opens in a viewer, and says what the other outputs say.

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <sys/resource.h>
#include <vector>

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/address_sanitizer.h"
#include "support/command_run.h"
#include "support/owned_cycles.h"
#include "support/scenario_run.h"
#include "support/scratch.h"
#include "support/timeline_reader.h"

namespace sgdma::test {
namespace {

namespace json = boost::json;
using testing::HasSubstr;

std::string stimulus(const std::string& name) {
  return source_path("traces/stimulus/" + name + ".toml");
}

/// A run with a timeline, and without one.
struct Pair {
  explicit Pair(const std::string& scenario, const std::vector<std::string>& more = {}) {
    const std::string with_log = scratch_path("with.jsonl");
    const std::string without_log = scratch_path("without.jsonl");
    std::vector<std::string> command = {"run", scenario, "--json", "--events-beats", "--events"};
    std::vector<std::string> with = command;
    with.insert(with.end(), {with_log, "--timeline", scratch_path("run.json")});
    with.insert(with.end(), more.begin(), more.end());
    command.push_back(without_log);
    command.insert(command.end(), more.begin(), more.end());
    watched = run_command(with);
    alone = run_command(command);
    same_events = file_bytes(with_log) == file_bytes(without_log);
    timeline = read_timeline(scratch_path("run.json"));
    result = json::parse(watched.out).as_object();
  }
  CommandResult watched;
  CommandResult alone;
  bool same_events = false;
  TimelineFile timeline;
  json::object result;
};

class TimelineOfScenarios : public testing::TestWithParam<std::string> {};

TEST_P(TimelineOfScenarios, ChangesNothingAndAgreesWithTheResult) {
  const Pair pair(stimulus(GetParam()));
  EXPECT_EQ(pair.watched.exit_code, pair.alone.exit_code) << pair.watched.err;
  EXPECT_EQ(pair.watched.out, pair.alone.out);
  EXPECT_TRUE(pair.same_events);
  EXPECT_EQ(pair.timeline.problem, "");

  const std::uint64_t period = pair.timeline.period_ps;
  const auto cycles = pair.result.at("cycles").to_number<std::uint64_t>();
  OwnedCycles owned;
  for (const char* direction : {"read", "write"}) {
    SCOPED_TRACE(direction);
    const std::uint32_t thread = direction == std::string("read") ? 1 : 2;
    const std::string name = pair.timeline.names.at({2, thread});
    std::map<std::string, std::uint64_t> charged;
    std::uint64_t sum = 0;
    for (const TimelineSlice& slice : pair.timeline.slices) {
      if (slice.track != TimelineTrack(2, thread)) continue;
      charged[slice.name] += (slice.to - slice.from) / period;
      const std::string owner =
          slice.args.contains("qp") ? json::serialize(slice.args.at("qp")) : "nobody";
      owned[{name, owner}][slice.name] += (slice.to - slice.from) / period;
      sum += slice.to - slice.from;
    }
    EXPECT_EQ(sum, cycles * period);
    const json::object& causes = pair.result.at(direction).as_object().at("cycles").as_object();
    for (const auto& cause : causes) {
      EXPECT_EQ(charged[cause.key()], cause.value().to_number<std::uint64_t>()) << cause.key();
    }
  }
  EXPECT_EQ(owned, owned_cycles(pair.result));

  std::uint64_t granted = 0;
  for (const std::string& line : lines_of(file_bytes(scratch_path("with.jsonl")))) {
    granted += line.find("\"event\":\"grant\"") != std::string::npos ? 1U : 0U;
  }
  const auto transfers = std::count_if(
      pair.timeline.slices.begin(), pair.timeline.slices.end(), [](const TimelineSlice& slice) {
        return slice.args.contains("tag") && slice.track.first == 1;
      });
  EXPECT_EQ(static_cast<std::uint64_t>(transfers), granted);
}

std::vector<std::string> names_of_scenarios() {
  std::vector<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(source_path("traces/stimulus"))) {
    if (file.path().extension() == ".toml") names.push_back(file.path().stem());
  }
  std::sort(names.begin(), names.end());
  return names;
}

INSTANTIATE_TEST_SUITE_P(Stimulus, TimelineOfScenarios, testing::ValuesIn(names_of_scenarios()),
                         [](const auto& scenario) { return scenario.param; });

TEST(TimelineCommand, ShowsFaultsAndTeardownsOnTheirSlot) {
  const Pair pair(stimulus("bus_error"));
  std::set<std::string> seen;
  for (const TimelineInstant& instant : pair.timeline.instants) {
    if (instant.name.rfind("fault: ", 0) != 0) continue;
    seen.insert(instant.name);
    // At that time a transfer of the same tag is on the track.
    const bool held = std::any_of(
        pair.timeline.slices.begin(), pair.timeline.slices.end(), [&](const TimelineSlice& slice) {
          return slice.track == instant.track && slice.from <= instant.at &&
                 instant.at <= slice.to && slice.args.contains("tag") &&
                 slice.args.at("tag") == instant.args.at("tag");
        });
    EXPECT_TRUE(held) << instant.name;
  }
  EXPECT_EQ(seen, (std::set<std::string>{"fault: DECERR"}));
}

TEST(TimelineCommand, ShowsWhatSoftwareAsks) {
  const Pair pair(stimulus("queue_pair_reset"));
  std::vector<std::string> control;
  for (const TimelineInstant& instant : pair.timeline.instants) {
    if (pair.timeline.names.at(instant.track) == "control") control.push_back(instant.name);
  }
  EXPECT_THAT(control, testing::IsSupersetOf({"qp_reset asked", "qp_reset answered"}));
}

TEST(TimelineCommand, I15_ARunThatStopsInTheMiddleEndsItsSlices) {
  const Pair pair(stimulus("mixed_64_queue_pairs"), {"--max-cycles", "2000"});
  EXPECT_EQ(pair.watched.exit_code, 1);
  EXPECT_EQ(pair.timeline.problem, "");
  std::size_t bursts = 0;
  for (const TimelineSlice& slice : pair.timeline.slices) {
    if (!slice.args.contains("incomplete")) continue;
    EXPECT_EQ(slice.to, 2'000'000U);
    bursts += slice.args.contains("beats") ? 1U : 0U;
  }
  EXPECT_GE(bursts, 3U);
}

TEST(TimelineCommand, StandsBesideAWaveform) {
  const std::string scenario = stimulus("fault_in_the_middle");
  const auto bytes = [&](const std::vector<std::string>& more, const std::string& file) {
    std::vector<std::string> command = {"run", scenario};
    command.insert(command.end(), more.begin(), more.end());
    EXPECT_EQ(run_command(command).exit_code, 0);
    return file_bytes(file);
  };
  const std::string wave = scratch_path("both.vcd");
  const std::string timeline = scratch_path("both.json");
  const std::string wave_alone = bytes({"--wave", wave}, wave);
  const std::string timeline_alone = bytes({"--timeline", timeline}, timeline);
  EXPECT_EQ(bytes({"--wave", wave, "--timeline", timeline}, wave), wave_alone);
  EXPECT_EQ(file_bytes(timeline), timeline_alone);
  // Each is left in its own time.
  bytes({"--wave", wave, "--wave-to", "30", "--timeline", timeline}, timeline);
  EXPECT_EQ(file_bytes(timeline), timeline_alone);
}

long peak_of_children() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  return usage.ru_maxrss;
}

/// The file ends at its limit, memory does not grow, and the viewer gets what it can open.
TEST(TimelineCommand, I16_ALongRunStaysWithinItsLimit) {
  if (kAddressSanitizer) GTEST_SKIP() << "AddressSanitizer keeps what is freed";
  const std::string path = scratch_path("long.json");
  const std::vector<std::string> command = {"run", "--no-verify", "--max-cycles", "400000"};
  run_command(command);
  const long without = peak_of_children();
  std::vector<std::string> watched = command;
  watched.insert(watched.end(), {"--timeline", path, "--timeline-limit", "8 MB"});
  const CommandResult result = run_command(watched);
  const long with = peak_of_children();
  std::cout << "peak without a timeline " << without << " KiB, with one " << with << " KiB\n";
  EXPECT_LE(with, without + 2048);
  EXPECT_THAT(result.err, HasSubstr("since it has grown to 8 MB"));
  EXPECT_GE(std::filesystem::file_size(path), 8'000'000U);
  EXPECT_LT(std::filesystem::file_size(path), 8'100'000U);
  EXPECT_EQ(read_timeline(path).problem, "");
}

TEST(TimelineCommand, RefusesWhatIsNoWindow) {
  const std::string scenario = stimulus("single_slot");
  const auto refused = [&](const std::vector<std::string>& more, const std::string& text) {
    std::vector<std::string> command = {"run", scenario};
    command.insert(command.end(), more.begin(), more.end());
    const CommandResult run = run_command(command);
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_THAT(run.err, HasSubstr(text));
  };
  const std::string path = scratch_path("refused.json");
  refused({"--timeline-from", "3"}, "there is no timeline to shape\nhint: add --timeline");
  refused({"--timeline", path, "--timeline-from", "9", "--timeline-to", "8"},
          "--timeline-from 9: error: comes after --timeline-to 8");
  refused({"--timeline", path, "--timeline-from", "x"}, "--timeline-from x: error: ");
  refused({"--timeline", path, "--timeline-limit", "7"}, "--timeline-limit 7: error: ");
  refused({"--timeline", scratch_path("no/such/folder.json")}, "no/such/folder.json: error: ");
  refused({"--timeline", scenario}, "error: ");
  EXPECT_FALSE(std::filesystem::exists(path));
}

}  // namespace
}  // namespace sgdma::test
