#include "app/diff_command.h"

#include <array>
#include <iostream>
#include <vector>

#include <boost/json.hpp>
#include <fmt/format.h>

#include "app/exit_codes.h"
#include "workload/config/config_error.h"
#include "workload/diff/log_difference.h"
#include "workload/diff/tolerant_comparison.h"
#include "workload/grouped.h"

namespace sgdma::app {
namespace {

namespace json = boost::json;
using workload::DifferingEvent;
using workload::grouped;
using workload::LogComparison;
using workload::LogDifference;
using workload::OrderedBy;
using workload::TolerantDifference;
using workload::TolerantResult;
using workload::TransferStory;

void print_events(const std::string& title, const std::vector<std::string>& events) {
  std::cout << "  " << title << '\n';
  for (const std::string& event : events) std::cout << "    " << event << '\n';
  if (events.empty()) std::cout << "    (no event)\n";
}

void print_story(const TransferStory& story) {
  std::cout << "\ntransfer " << story.name << '\n';
  print_events("before, in both", story.before);
  print_events("then in A", story.after[0]);
  print_events("then in B", story.after[1]);
}

void print_difference(const LogDifference& difference) {
  std::cout << "the logs differ after " << grouped(difference.events) << " events\n";
  for (std::size_t side = 0; side < difference.sides.size(); ++side) {
    const DifferingEvent& event = difference.sides[side];
    std::cout << (side == 0 ? "  A " : "  B ") << event.path << ':' << event.line << "\n    "
              << (event.text.empty() ? "(the log ends here)" : event.text) << '\n';
  }
  const char* separator = "  differs in: ";
  for (const std::string& field : difference.fields) {
    std::cout << separator << field;
    separator = "; ";
  }
  if (!difference.fields.empty()) std::cout << '\n';
  for (const TransferStory& story : difference.stories) print_story(story);
}

/// What the ids of a foreign log are.
OrderedBy order_of(const std::string& by) {
  if (by == "slot") return OrderedBy::kSlot;
  if (by == "tag") return OrderedBy::kTag;
  if (by == "qp") return OrderedBy::kQueuePair;
  throw workload::ConfigError("--by " + by, "events are in no order by that",
                              "it is slot, tag or qp");
}

std::string tolerance_of(const TolerantDiffOptions& options) {
  return options.tolerance ? fmt::format("tolerance {} cycles", grouped(*options.tolerance))
                           : "no tolerance asked for";
}

void print_tolerant(const TolerantDiffOptions& options, const TolerantResult& result) {
  if (result.beats_left_out) {
    std::cout << "beats are left out: only one of the logs has them\n";
  }
  if (result.difference) {
    const TolerantDifference& difference = *result.difference;
    std::cout << fmt::format("they differ: {}, {} {}, {} {} ({})\n", name_of(difference.direction),
                             options.by, difference.id, difference.beat ? "beat" : "burst",
                             difference.position, tolerance_of(options));
    std::cout << "  " << difference.what << '\n';
    const std::array<std::string, 2> paths = {options.model, options.foreign};
    for (std::size_t side = 0; side < paths.size(); ++side) {
      if (difference.lines[side] == 0) continue;
      std::cout << "  " << paths[side] << ':' << difference.lines[side] << ": "
                << difference.values[side] << '\n';
    }
    return;
  }
  std::cout << fmt::format(
      "no difference in {} bursts and {} beats, in order per direction and {}\n"
      "  cycles     foreign = model {:+d}, deviations {} to {}{} ({})\n",
      grouped(result.bursts), grouped(result.beats), options.by, result.offset, result.least,
      result.most,
      result.most_line == 0
          ? ""
          : fmt::format(", the largest at {}:{}", options.foreign, result.most_line),
      tolerance_of(options));
}

std::string to_json(const TolerantDiffOptions& options, const TolerantResult& result) {
  json::object object{{"by", options.by},
                      {"bursts", result.bursts},
                      {"beats", result.beats},
                      {"beats_left_out", result.beats_left_out},
                      {"ids", result.ids},
                      {"offset", result.offset},
                      {"least_deviation", result.least},
                      {"most_deviation", result.most}};
  object["most_deviation_line"] =
      result.most_line == 0 ? json::value(nullptr) : json::value(result.most_line);
  object["tolerance"] = options.tolerance ? json::value(*options.tolerance) : json::value(nullptr);
  object["difference"] = nullptr;
  if (result.difference) {
    const TolerantDifference& difference = *result.difference;
    object["difference"] = json::object{{"what", difference.what},
                                        {"event", difference.beat ? "beat" : "burst"},
                                        {"dir", name_of(difference.direction)},
                                        {"id", difference.id},
                                        {"position", difference.position},
                                        {"model_line", difference.lines[0]},
                                        {"foreign_line", difference.lines[1]},
                                        {"model", difference.values[0]},
                                        {"foreign", difference.values[1]}};
  }
  return json::serialize(object);
}

}  // namespace

int diff(const std::string& a, const std::string& b) {
  const LogComparison comparison = workload::compare_logs(a, b);
  for (const std::string& field : comparison.header_fields) {
    std::cout << "the logs' first lines differ in " << field << '\n';
  }
  if (comparison.beats_left_out) {
    std::cout << "beats are left out: only one of the logs has them\n";
  }
  if (comparison.difference) {
    print_difference(*comparison.difference);
    return kExitFailed;
  }
  std::cout << "no difference in " << grouped(comparison.events) << " events\n";
  return comparison.header_fields.empty() ? kExitDone : kExitFailed;
}

int tolerant_diff(const TolerantDiffOptions& options) {
  const workload::ToleranceOptions tolerance{order_of(options.by), options.tolerance};
  const TolerantResult result =
      workload::compare_tolerantly(options.model, options.foreign, tolerance);
  if (options.json) {
    std::cout << to_json(options, result) << '\n';
  } else {
    print_tolerant(options, result);
  }
  return result.difference ? kExitFailed : kExitDone;
}

}  // namespace sgdma::app
