#include "workload/diff/event_log_reader.h"

#include "workload/config/config_error.h"

namespace sgdma::workload {
namespace {

namespace json = boost::json;

constexpr std::string_view kHint = "`sgdma run … --events FILE` writes one";

}  // namespace

EventLogReader::EventLogReader(const std::string& path) : lines_(path) {
  std::string_view line;
  json::error_code error;
  json::value first;
  if (lines_.next(line)) first = json::parse({line.data(), line.size()}, error);
  const json::object* header = first.if_object();
  const json::value* log = header == nullptr ? nullptr : header->if_contains("log");
  if (error || log == nullptr || *log != "sgdma events") {
    throw ConfigError(path, "is no event log", std::string(kHint));
  }
  header_ = *header;
  const json::value* schema = header_.if_contains("schema");
  if (schema == nullptr || *schema != 1) {
    throw ConfigError(path, "is an event log of another schema than 1");
  }
  const json::value* beats = header_.if_contains("beats");
  has_beats_ = beats != nullptr && beats->is_bool() && beats->get_bool();
}

bool EventLogReader::next(std::string_view& line) { return lines_.next(line); }

bool EventLogReader::next_but_beats(std::string_view& line) {
  bool there = false;
  do {
    there = lines_.next(line);
  } while (there && (line.find("\"event\":\"beat\"") != std::string_view::npos ||
                     line.find("\"event\":\"waste\"") != std::string_view::npos));
  return there;
}

json::object EventLogReader::parse(std::string_view line) const {
  json::error_code error;
  json::value value = json::parse({line.data(), line.size()}, error);
  const json::object* object = value.if_object();
  if (error || object == nullptr || !object->contains("cycle") || !object->contains("event")) {
    throw ConfigError({{lines_.path(),
                        lines_.number(),
                        1,
                        std::string(line),
                        "this is no event: an event is a JSON object with cycle and event",
                        {}}});
  }
  return *object;
}

}  // namespace sgdma::workload
