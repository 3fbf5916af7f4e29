#include "app/diff_command.h"

#include <array>
#include <iostream>
#include <vector>

#include "app/exit_codes.h"
#include "app/grouped.h"
#include "workload/diff/log_difference.h"

namespace sgdma::app {
namespace {

using workload::DifferingEvent;
using workload::LogComparison;
using workload::LogDifference;
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

}  // namespace sgdma::app
