#include "workload/diff/log_difference.h"

#include <algorithm>
#include <string_view>

#include <boost/circular_buffer.hpp>
#include <boost/json.hpp>

#include "workload/config/config_error.h"
#include "workload/config/text_file.h"
#include "workload/diff/event_log_reader.h"

namespace sgdma::workload {
namespace {

namespace json = boost::json;

constexpr std::size_t kEventsBefore = 6;
constexpr std::size_t kEventsAfter = 3;
constexpr std::uint64_t kLinesAfter = 1'000'000;  ///< looked at for the events after

using Paths = std::array<std::string, 2>;

bool next(EventLogReader& log, bool beats, std::string_view& line) {
  return beats ? log.next(line) : log.next_but_beats(line);
}

/// "key: a, b" of what two objects do not share.
std::vector<std::string> differing_fields(const json::object& a, const json::object& b) {
  const auto text = [](const json::value* value) {
    return value == nullptr ? std::string("nothing") : json::serialize(*value);
  };
  std::vector<std::string> fields;
  for (const auto& [key, value] : a) {
    const json::value* other = b.if_contains(key);
    if (other != nullptr && *other == value) continue;
    fields.push_back(std::string(key) + ": " + text(&value) + ", " + text(other));
  }
  for (const auto& [key, value] : b) {
    if (!a.contains(key)) fields.push_back(std::string(key) + ": nothing, " + text(&value));
  }
  return fields;
}

/// The name under which an event's story is told; empty where it has none.
std::string story_of(const json::object& event) {
  if (const json::value* tag = event.if_contains("tag"); tag != nullptr && tag->is_string()) {
    return std::string(tag->get_string());
  }
  const json::value* qp = event.if_contains("qp");
  const json::value* queue = event.if_contains("queue");
  const json::value* number = event.if_contains("number");
  if (qp == nullptr || queue == nullptr || !queue->is_string() || number == nullptr) return {};
  return json::serialize(*qp) + "." + std::string(queue->get_string()) + "." +
         json::serialize(*number);
}

/// Whether a line belongs to a story: by its tag, or by the WQE or message of both.
class StoryFilter {
 public:
  explicit StoryFilter(const std::string& name) {
    const bool transfer = name.find('@') != std::string::npos;
    const std::string message = transfer ? name.substr(0, name.rfind('.')) : name;
    tag_ = "\"tag\":\"" + (transfer ? name + "\"" : message + ".");
    const std::size_t first = message.find('.');
    const std::size_t second = message.rfind('.');
    qp_ = "\"qp\":" + message.substr(0, first) + ",";
    queue_ = "\"queue\":\"" + message.substr(first + 1, second - first - 1) +
             "\",\"number\":" + message.substr(second + 1) + ",";
  }
  bool matches(std::string_view line) const {
    return line.find(tag_) != std::string_view::npos ||
           (line.find(queue_) != std::string_view::npos &&
            line.find(qp_) != std::string_view::npos);
  }

 private:
  std::string tag_;
  std::string qp_;
  std::string queue_;
};

/// Tells what happened to a transfer before and after the first `events` events.
TransferStory tell(const std::string& name, const Paths& paths, bool beats, std::uint64_t events) {
  TransferStory story;
  story.name = name;
  const StoryFilter filter(name);
  boost::circular_buffer<std::string> before(kEventsBefore);
  for (std::size_t side = 0; side < paths.size(); ++side) {
    EventLogReader log(paths[side]);
    std::string_view line;
    for (std::uint64_t at = 0; next(log, beats, line); ++at) {
      if (at >= events + kLinesAfter || story.after[side].size() == kEventsAfter) break;
      if (!filter.matches(line)) continue;
      if (at >= events) {
        story.after[side].emplace_back(line);
      } else if (side == 0) {
        before.push_back(std::string(line));
      }
    }
  }
  story.before.assign(before.begin(), before.end());
  return story;
}

LogDifference describe(const Paths& paths, std::array<EventLogReader, 2>& logs,
                       const std::array<std::string_view, 2>& lines,
                       const std::array<bool, 2>& there, std::uint64_t events, bool beats) {
  LogDifference difference;
  difference.events = events;
  std::array<json::object, 2> objects;
  for (std::size_t side = 0; side < paths.size(); ++side) {
    difference.sides[side] = {paths[side], logs[side].line(),
                              there[side] ? std::string(lines[side]) : std::string()};
    if (!there[side]) continue;
    objects[side] = logs[side].parse(lines[side]);
    const std::string name = story_of(objects[side]);
    const bool told = std::any_of(difference.stories.begin(), difference.stories.end(),
                                  [&](const TransferStory& story) { return story.name == name; });
    if (!name.empty() && !told) {
      difference.stories.push_back(tell(name, paths, beats, events));
    }
  }
  // Of two different events, every field differs: that says nothing.
  if (there[0] && there[1] && objects[0].at("event") == objects[1].at("event") &&
      story_of(objects[0]) == story_of(objects[1])) {
    difference.fields = differing_fields(objects[0], objects[1]);
  }
  return difference;
}

}  // namespace

LogComparison compare_logs(const std::string& a, const std::string& b) {
  const Paths paths = {a, b};
  for (const std::string& path : paths) {
    if (is_read_once(path)) {
      throw ConfigError(path, "is no regular file", "logs are read twice");
    }
  }
  std::array<EventLogReader, 2> logs = {EventLogReader(a), EventLogReader(b)};
  LogComparison comparison;
  json::object headers[] = {logs[0].header(), logs[1].header()};
  comparison.beats_left_out = logs[0].has_beats() != logs[1].has_beats();
  headers[0].erase("beats");
  headers[1].erase("beats");
  comparison.header_fields = differing_fields(headers[0], headers[1]);
  const bool beats = !comparison.beats_left_out;
  std::array<std::string_view, 2> lines;
  for (;; ++comparison.events) {
    const std::array<bool, 2> there = {next(logs[0], beats, lines[0]),
                                       next(logs[1], beats, lines[1])};
    if (!there[0] && !there[1]) return comparison;
    if (there[0] && there[1]) {
      if (lines[0] == lines[1]) continue;
      if (logs[0].parse(lines[0]) == logs[1].parse(lines[1])) continue;
    }
    comparison.difference = describe(paths, logs, lines, there, comparison.events, beats);
    return comparison;
  }
}

}  // namespace sgdma::workload
