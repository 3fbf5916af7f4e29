#include "support/log_trace.h"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <utility>

#include <boost/json.hpp>

namespace sgdma::test {

namespace {

namespace json = boost::json;

using Line = std::pair<std::int64_t, std::string>;

std::string number(const json::object& event, const char* key) {
  return std::to_string(event.at(key).as_int64());
}

std::string text(const json::object& event, const char* key) {
  return std::string(event.at(key).as_string());
}

void add_beat(std::int64_t cycle, const json::object& event, std::vector<Line>& lines) {
  lines.emplace_back(cycle, "move " + number(event, "slot") + " " + text(event, "addr") + " " +
                                number(event, "bytes") + " " + number(event, "remaining"));
  if (text(event, "dir") == "scatter") {
    lines.emplace_back(event.at("driven").as_int64(),
                       "w " + number(event, "slot") + " " + text(event, "addr") + " " +
                           number(event, "bytes") + " " + (event.at("last").as_bool() ? "1" : "0"));
  }
}

void add(const json::object& event, std::vector<Line>& lines) {
  const std::int64_t cycle = event.at("cycle").as_int64();
  const std::string name = text(event, "event");
  if (name == "post") {
    lines.emplace_back(cycle, "intake " + number(event, "qp"));
  } else if (name == "grant") {
    lines.emplace_back(cycle, "grant " + number(event, "slot") + " " + number(event, "qp") + " " +
                                  text(event, "dir").substr(0, 1) + " " + text(event, "addr") +
                                  " " + number(event, "len"));
  } else if (name == "burst" && text(event, "dir") == "gather") {
    lines.emplace_back(cycle, "ar " + number(event, "slot") + " " + text(event, "addr") + " " +
                                  number(event, "bytes") + " " + number(event, "beats"));
  } else if (name == "beat") {
    add_beat(cycle, event, lines);
  } else if (name == "free") {
    lines.emplace_back(cycle, "done " + number(event, "slot"));
  }
}

}  // namespace

std::vector<std::string> trace_of_log(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line)) {
    throw std::runtime_error(path + ": no event log");
  }
  std::vector<Line> lines;
  while (std::getline(file, line)) {
    add(json::parse(line).as_object(), lines);
  }
  std::sort(lines.begin(), lines.end());
  std::vector<std::string> trace;
  trace.reserve(lines.size());
  for (const auto& [cycle, rest] : lines) {
    trace.push_back(std::to_string(cycle) + " " + rest);
  }
  return trace;
}

}  // namespace sgdma::test
