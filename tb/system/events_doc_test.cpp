/// docs/events.md against the event logs that the binary writes, both ways.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/command_run.h"
#include "support/scenario_events_page.h"
#include "support/scenario_run.h"
#include "support/scratch.h"

namespace sgdma::test {
namespace {

namespace json = boost::json;

/// Together they show every event there is.
constexpr const char* kShown[] = {"two_directions", "bus_error",        "no_payload",
                                  "rejected_work",  "read_after_write", "queue_pair_reset",
                                  "silent_target",  "deregistration"};

EventsPage page() { return read_events_page(source_path("docs/events.md")); }

std::vector<std::string> keys_of(const json::object& object) {
  std::vector<std::string> keys;
  for (const auto& field : object) keys.emplace_back(field.key());
  return keys;
}

std::vector<std::string> log_of(const std::string& path) {
  const ScenarioRun run = run_scenario_with_beats(path);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  return lines_of(file_bytes(run.events));
}

/// Whether `some` are among `all`, in their order.
bool in_order(const std::vector<std::string>& some, const std::vector<std::string>& all) {
  auto at = all.begin();
  return std::all_of(some.begin(), some.end(), [&](const std::string& word) {
    at = std::find(at, all.end(), word);
    return at != all.end();
  });
}

std::string stimulus(const char* name) {
  return source_path(std::string("traces/stimulus/") + name + ".toml");
}

TEST(EventsPage, NamesTheFieldsOfTheFirstLine) {
  const std::vector<std::string> log = log_of(stimulus("two_directions"));
  EXPECT_EQ(keys_of(json::parse(log.front()).as_object()), page().header);
}

TEST(EventsPage, NamesEveryEventAndFieldInItsOrderAndNoOther) {
  const std::map<std::string, std::vector<std::string>> fields = page().fields;
  std::map<std::string, std::set<std::string>> found;
  for (const char* name : kShown) {
    std::vector<std::string> log = log_of(stimulus(name));
    log.erase(log.begin());
    for (const std::string& line : log) {
      const json::value event = json::parse(line);
      std::vector<std::string> keys = keys_of(event.as_object());
      ASSERT_GE(keys.size(), 2U) << line;
      EXPECT_EQ(keys[0], "cycle") << line;
      EXPECT_EQ(keys[1], "event") << line;
      keys.erase(keys.begin(), keys.begin() + 2);
      const std::string name_of_event(event.at("event").as_string());
      std::set<std::string>& seen = found[name_of_event];
      seen.insert(keys.begin(), keys.end());
      EXPECT_TRUE(in_order(keys, fields.at(name_of_event))) << line;
    }
  }
  ASSERT_EQ(found.size(), fields.size());
  for (const auto& [event, names] : fields) {
    EXPECT_EQ(found[event], std::set<std::string>(names.begin(), names.end())) << event;
  }
}

TEST(EventsPage, SaysTheTruthAboutTypesAndWords) {
  const std::set<std::string> directions{"gather", "scatter"};
  const std::set<std::string> bus_statuses{"OKAY", "SLVERR", "DECERR", "TIMEOUT"};
  const std::set<std::string> texts{"event", "dir",          "tag",         "addr",  "status",
                                    "queue", "first_strobe", "last_strobe", "kind",  "phase",
                                    "state", "cause",        "policy",      "region"};
  const std::set<std::string> truths{"last_part", "last", "imm"};
  for (const char* name : kShown) {
    std::vector<std::string> log = log_of(stimulus(name));
    log.erase(log.begin());
    for (const std::string& line : log) {
      const json::object event = json::parse(line).as_object();
      for (const auto& field : event) {
        const std::string key(field.key());
        EXPECT_EQ(field.value().is_string(), texts.count(key) > 0) << key << ": " << line;
        EXPECT_EQ(field.value().is_bool(), truths.count(key) > 0) << key << ": " << line;
      }
      if (const json::value* direction = event.if_contains("dir")) {
        EXPECT_EQ(directions.count(std::string(direction->as_string())), 1U) << line;
      }
      const auto& kind = event.at("event").as_string();
      if (kind == "response" || kind == "fault") {
        EXPECT_EQ(bus_statuses.count(std::string(event.at("status").as_string())), 1U) << line;
      }
      for (const char* key : {"addr", "first_strobe", "last_strobe"}) {
        if (const json::value* text = event.if_contains(key)) {
          EXPECT_THAT(std::string(text->as_string()), testing::MatchesRegex("0x[0-9a-f]+")) << line;
        }
      }
      if (const json::value* tag = event.if_contains("tag")) {
        EXPECT_THAT(std::string(tag->as_string()),
                    testing::MatchesRegex("[0-9]+[.](sq|rq|responder)[.][0-9]+[.][0-9]+@[0-9]+"))
            << line;
      }
    }
  }
}

TEST(EventsPage, CyclesNeverFall) {
  for (const char* name : kShown) {
    std::vector<std::string> log = log_of(stimulus(name));
    log.erase(log.begin());
    std::int64_t cycle = 0;
    for (const std::string& line : log) {
      const std::int64_t next = json::parse(line).at("cycle").as_int64();
      EXPECT_GE(next, cycle) << line;
      cycle = next;
    }
  }
}

/// A write is answered and a read has its beats only where the log is asked for them.
TEST(EventsPage, BeatsAreThereOnlyOnRequest) {
  const std::string events = write_scratch_file("events.jsonl", "");
  ASSERT_EQ(run_command({"run", stimulus("two_directions"), "--events", events}).exit_code, 0);
  std::string without;
  for (const std::string& line : lines_of(file_bytes(events))) {
    EXPECT_EQ(line.find("\"event\":\"beat\""), std::string::npos) << line;
    EXPECT_EQ(line.find("\"event\":\"waste\""), std::string::npos) << line;
    without += line + "\n";
  }
  std::string with;
  for (const std::string& line : log_of(stimulus("two_directions"))) {
    if (line.find("\"event\":\"beat\"") == std::string::npos) with += line + "\n";
  }
  const std::string on = "\"beats\":true";
  ASSERT_NE(with.find(on), std::string::npos);
  EXPECT_EQ(without, with.replace(with.find(on), on.size(), "\"beats\":false"));
}

TEST(EventsPage, ItsExampleIsARun) {
  const std::string path = write_scratch_file(
      "example.toml",
      "[bus]\nwidth = \"8 B\"\nmax_read_burst = \"32 B\"\nmax_write_burst = \"32 B\"\n"
      "[memory]\nread_latency = \"3 cycles\"\n"
      "[[region]]\nname = \"all\"\nkey = 1\nsize = \"64 KiB\"\nbase = 0\n[[qp]]\nnumber = 1\n"
      "[[wqe]]\nqp = 1\nop = \"send\"\nat = \"3 cycles\"\n"
      "sge = [{ addr = 0x4004, len = \"9 B\", key = 1 }]\n");
  const std::string events = write_scratch_file("events.jsonl", "");
  const CommandResult result = run_command({"run", path, "--events", events});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  std::vector<std::string> log = lines_of(file_bytes(events));
  log.erase(log.begin());
  EXPECT_EQ(log, page().example);
}

}  // namespace
}  // namespace sgdma::test
