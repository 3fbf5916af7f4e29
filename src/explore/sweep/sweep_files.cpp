#include "explore/sweep/sweep_files.h"

#include <set>
#include <unordered_map>

#include <boost/json.hpp>
#include <fmt/format.h>

#include "explore/sweep/csv_line.h"
#include "observe/whole_file.h"
#include "workload/readable_json.h"

namespace sgdma::explore {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

json::object axes_of(const SweepPlan& plan, const Design& design) {
  json::object axes;
  for (std::size_t axis = 0; axis < design.size(); ++axis) {
    axes[plan.axes[axis].name] = plan.axes[axis].steps[design[axis]].label;
  }
  return axes;
}

json::object figures_json(const Figures& figures) {
  json::object object;
  for (const auto& [name, value] : figures.all()) object[name] = value;
  return object;
}

json::object point_json(const SweepPlan& plan, std::size_t at, const PointResult& result) {
  const PlannedPoint& point = plan.points[at];
  json::object object = {{"key", point.key}, {"axes", axes_of(plan, point.design)}};
  if (point.seed) object["seed"] = *point.seed;
  object["status"] = result.status;
  if (!result.reason.empty()) object["reason"] = result.reason;
  object["figures"] = figures_json(result.figures);
  return object;
}

json::object design_json(const SweepPlan& plan, const DesignResult& design) {
  json::object object = {{"axes", axes_of(plan, plan.points[design.first].design)},
                         {"step", json::value_from(plan.points[design.first].design)},
                         {"status", design.status},
                         {"front", design.on_front}};
  json::object mean;
  json::object low;
  json::object high;
  for (const auto& [name, interval] : design.figures) {
    mean[name] = interval.mean;
    if (interval.low) low[name] = *interval.low;
    if (interval.high) high[name] = *interval.high;
  }
  object["mean"] = mean;
  if (plan.seeds_each() > 1) object["low"] = low;
  if (plan.seeds_each() > 1) object["high"] = high;
  return object;
}

/// Figures of all designs, in the order in which they come first.
std::vector<std::string> figure_names(const SweepResult& result) {
  std::vector<std::string> names;
  std::set<std::string> seen;
  for (const DesignResult& design : result.designs) {
    for (const auto& [name, interval] : design.figures) {
      if (seen.insert(name).second) names.push_back(name);
    }
  }
  return names;
}

std::string number_text(const std::optional<double>& number) {
  return number ? fmt::format("{:.12g}", *number) : "";
}

}  // namespace

std::string to_json(const SweepResult& result) {
  // Piece by piece: all points as values at once would be large.
  std::string text = workload::readable_json(heading_json(result.plan));
  text.back() = ',';
  text += "\n\"points\":[";
  for (std::size_t at = 0; at < result.points.size(); ++at) {
    text += at == 0 ? "\n" : ",\n";
    workload::append_json(point_json(result.plan, at, result.points[at]), text);
  }
  text += "],\n\"designs\":[";
  for (std::size_t at = 0; at < result.designs.size(); ++at) {
    text += at == 0 ? "\n" : ",\n";
    workload::append_json(design_json(result.plan, result.designs[at]), text);
  }
  return text + "]}\n";
}

std::string to_csv(const SweepResult& result) {
  const SweepPlan& plan = result.plan;
  const std::vector<std::string> names = figure_names(result);
  const bool intervals = plan.seeds_each() > 1;
  CsvLine header;
  for (const PlannedAxis& axis : plan.axes) header.add(axis.name);
  for (const char* column : {"status", "seeds", "front"}) header.add(column);
  for (const std::string& name : names) {
    header.add(name);
    if (intervals) header.add(name + ".low");
    if (intervals) header.add(name + ".high");
  }
  std::string text = header.text();
  for (const DesignResult& design : result.designs) {
    std::unordered_map<std::string_view, const Interval*> figures;
    for (const auto& [name, interval] : design.figures) figures.emplace(name, &interval);
    const Design& steps = plan.points[design.first].design;
    CsvLine line;
    for (std::size_t axis = 0; axis < steps.size(); ++axis) {
      line.add(plan.axes[axis].steps[steps[axis]].label);
    }
    line.add(design.status);
    line.add(std::to_string(plan.seeds_each()));
    line.add(design.on_front ? "1" : "0");
    for (const std::string& name : names) {
      const auto figure = figures.find(name);
      const Interval none;
      const bool there = figure != figures.end();
      const Interval& interval = there ? *figure->second : none;
      line.add(there ? number_text(interval.mean) : "");
      if (intervals) line.add(number_text(interval.low));
      if (intervals) line.add(number_text(interval.high));
    }
    text += line.text();
  }
  return text;
}

std::string provenance_csv(const SweepDirectory& directory, const SweepResult& result) {
  CsvLine header;
  for (const char* column : {"key", "state", "host", "job", "started", "wall_s"}) {
    header.add(column);
  }
  std::string text = header.text();
  std::set<std::string> seen;
  for (const PlannedPoint& point : result.plan.points) {
    const std::string state = state_of(directory, point.key);
    if (state == "missing" || !seen.insert(point.key).second) continue;
    const fs::path folder =
        state == "done" ? directory.point(point.key) : directory.failed(point.key);
    const json::object status = read_point_file(folder / "status.json");
    CsvLine line;
    line.add(point.key);
    line.add(state);
    for (const char* column : {"host", "job", "started"}) {
      line.add(json::value_to<std::string>(status.at(column)));
    }
    line.add(fmt::format("{:.3f}", status.at("wall_s").to_number<double>()));
    text += line.text();
  }
  return text;
}

void write_results(const SweepDirectory& directory, const SweepResult& result) {
  observe::write_whole_file(directory.result(), to_json(result));
  observe::write_whole_file(directory.table(), to_csv(result));
  observe::write_whole_file(directory.provenance(), provenance_csv(directory, result));
  write_database(directory, result);
}

}  // namespace sgdma::explore
