#include "explore/sweep/best_points.h"

#include <algorithm>

#include <fmt/format.h>

namespace sgdma::explore {
namespace {

using Row = std::vector<std::string>;

/// Designs that are done, the best ones first.
std::vector<const DesignResult*> ranked(const SweepResult& result) {
  std::vector<const DesignResult*> designs;
  for (const DesignResult& design : result.designs) {
    if (design.status == "done") designs.push_back(&design);
  }
  std::stable_sort(designs.begin(), designs.end(),
                   [&](const DesignResult* a, const DesignResult* b) {
                     if (a->on_front != b->on_front) return a->on_front;
                     if (a->objectives.empty()) return false;
                     const std::optional<double>& first = a->objectives.front();
                     const std::optional<double>& second = b->objectives.front();
                     if (!first || !second) return first.has_value() && !second;
                     return result.plan.objectives.front().better(*first, *second);
                   });
  return designs;
}

Row row_of(const SweepResult& result, const DesignResult& design) {
  Row row{design.on_front ? "*" : ""};
  const Design& steps = result.plan.points[design.first].design;
  for (std::size_t axis = 0; axis < steps.size(); ++axis) {
    row.push_back(result.plan.axes[axis].steps[steps[axis]].label);
  }
  for (const std::optional<double>& value : design.objectives) {
    row.push_back(value ? fmt::format("{:.6g}", *value) : "-");
  }
  return row;
}

std::string aligned(const std::vector<Row>& rows) {
  std::vector<std::size_t> widths(rows.front().size(), 0);
  for (const Row& row : rows) {
    for (std::size_t at = 0; at < row.size(); ++at) {
      widths[at] = std::max(widths[at], row[at].size());
    }
  }
  std::string text;
  for (const Row& row : rows) {
    std::string line;
    for (std::size_t at = 0; at < row.size(); ++at) {
      line += fmt::format("{}{:<{}}", at == 0 ? "" : "  ", row[at], widths[at]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

}  // namespace

std::string best_points(const SweepResult& result, std::size_t rows) {
  Row header{""};
  for (const PlannedAxis& axis : result.plan.axes) header.push_back(axis.name);
  for (const Objective& objective : result.plan.objectives) header.push_back(objective.text());
  std::vector<Row> table{header};
  for (const DesignResult* design : ranked(result)) {
    if (table.size() > rows) break;
    table.push_back(row_of(result, *design));
  }
  return aligned(table);
}

}  // namespace sgdma::explore
