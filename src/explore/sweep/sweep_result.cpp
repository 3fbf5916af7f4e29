#include "explore/sweep/sweep_result.h"

#include <algorithm>
#include <exception>
#include <map>

#include <boost/json.hpp>
#include <fmt/format.h>

#include "workload/config/config_error.h"

namespace sgdma::explore {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

std::string failure(const json::object& status) {
  if (status.at("timed_out").as_bool()) return "timed out";
  const auto signal = status.at("signal").to_number<int>();
  if (signal != 0) return fmt::format("signal {}", signal);
  return fmt::format("exit code {}", status.at("exit_code").to_number<int>());
}

/// Of a point that has a result.
std::string status_of(const json::object& result, const json::object& status) {
  std::string ending = json::value_to<std::string>(result.at("ending"));
  if (ending != "done") return ending;
  return status.at("exit_code").to_number<int>() == 0 ? "done" : "check_failed";
}

PointResult read_point(const SweepDirectory& directory, const std::string& key) {
  if (directory.is_done(key)) {
    const fs::path folder = directory.point(key);
    const json::object result = read_point_file(folder / "result.json");
    const json::object status = read_point_file(folder / "status.json");
    return {status_of(result, status), "", Figures(result)};
  }
  const fs::path failed = directory.failed(key) / "status.json";
  if (fs::exists(failed)) return {"failed", failure(read_point_file(failed)), {}};
  return {"missing", "", {}};
}

std::optional<Interval> interval_over(const std::vector<PointResult>& points, std::size_t first,
                                      std::size_t end, const std::string& name, double confidence) {
  std::vector<double> samples;
  for (std::size_t at = first; at < end; ++at) {
    const json::value* value = points[at].figures.find(name);
    const std::optional<double> number = value == nullptr ? std::nullopt : number_of(*value);
    if (!number) return std::nullopt;
    samples.push_back(*number);
  }
  return interval_of(samples, confidence);
}

/// Where an objective names an axis, the value on it.
std::optional<double> axis_number(const SweepPlan& plan, const Design& design,
                                  const std::string& name) {
  for (std::size_t axis = 0; axis < design.size(); ++axis) {
    if (plan.axes[axis].name == name) return plan.axes[axis].steps[design[axis]].number;
  }
  return std::nullopt;
}

DesignResult read_design(const SweepPlan& plan, const std::vector<PointResult>& points,
                         std::size_t first) {
  const std::size_t end = first + plan.seeds_each();
  DesignResult design;
  design.first = first;
  design.status = "done";
  for (std::size_t at = end; at-- > first;) {
    if (!points[at].good()) design.status = points[at].status;
  }
  std::map<std::string, double, std::less<>> means;
  for (const auto& [name, value] : points[first].figures.all()) {
    const auto interval = interval_over(points, first, end, name, plan.confidence);
    if (!interval) continue;
    design.figures.emplace_back(name, *interval);
    means.emplace(name, interval->mean);
  }
  for (const Objective& objective : plan.objectives) {
    auto mean = means.find(objective.figure);
    if (mean == means.end()) mean = means.find(objective.figure + ".total");
    std::optional<double> value = axis_number(plan, plan.points[first].design, objective.figure);
    if (mean != means.end()) value = mean->second;
    design.objectives.push_back(design.status == "done" ? value : std::nullopt);
  }
  return design;
}

}  // namespace

std::uint64_t SweepResult::count(std::string_view status) const {
  return static_cast<std::uint64_t>(
      std::count_if(points.begin(), points.end(),
                    [&](const PointResult& point) { return point.status == status; }));
}

std::uint64_t SweepResult::failed() const {
  return points.size() - count("done") - count("missing");
}

std::string state_of(const SweepDirectory& directory, const std::string& key) {
  if (directory.is_done(key)) return "done";
  return fs::exists(directory.failed(key)) ? "failed" : "missing";
}

SweepResult read_results(const SweepDirectory& directory, const SweepPlan& plan) {
  SweepResult result{plan, {}, {}};
  for (const PlannedPoint& point : plan.points) {
    result.points.push_back(read_point(directory, point.key));
  }
  std::vector<std::vector<std::optional<double>>> values;
  for (std::size_t first = 0; first < plan.points.size(); first += plan.seeds_each()) {
    result.designs.push_back(read_design(plan, result.points, first));
    values.push_back(result.designs.back().objectives);
  }
  const std::vector<bool> front = pareto_front(plan.objectives, values);
  for (std::size_t at = 0; at < front.size(); ++at) result.designs[at].on_front = front[at];
  return result;
}

}  // namespace sgdma::explore
