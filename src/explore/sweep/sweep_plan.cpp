#include "explore/sweep/sweep_plan.h"

#include <filesystem>
#include <set>
#include <stdexcept>
#include <utility>

#include <boost/json.hpp>

#include "explore/sweep/point_key.h"
#include "workload/config/scenario_writer.h"
#include "workload/readable_json.h"

namespace sgdma::explore {
namespace {

namespace json = boost::json;

PlannedAxis planned(const SweepAxis& axis) {
  PlannedAxis plan{axis.name, axis.unit, {}};
  for (const AxisStep& step : axis.steps) plan.steps.push_back({step.label, step.number});
  return plan;
}

json::array axes_json(const std::vector<PlannedAxis>& axes) {
  json::array array;
  for (const PlannedAxis& axis : axes) {
    json::array steps;
    for (const PlannedStep& step : axis.steps) {
      steps.push_back({{"label", step.label},
                       {"number", step.number ? json::value(*step.number) : json::value(nullptr)}});
    }
    array.push_back({{"name", axis.name}, {"unit", axis.unit}, {"steps", steps}});
  }
  return array;
}

PlannedAxis read_axis(const json::object& object) {
  PlannedAxis axis{json::value_to<std::string>(object.at("name")),
                   json::value_to<std::string>(object.at("unit")),
                   {}};
  for (const json::value& step : object.at("steps").as_array()) {
    const json::value& number = step.at("number");
    axis.steps.push_back({json::value_to<std::string>(step.at("label")), std::nullopt});
    if (!number.is_null()) axis.steps.back().number = number.to_number<double>();
  }
  return axis;
}

PlannedPoint read_point(const json::object& object) {
  PlannedPoint point;
  point.key = json::value_to<std::string>(object.at("key"));
  point.design = json::value_to<Design>(object.at("design"));
  if (!object.at("seed").is_null()) point.seed = object.at("seed").to_number<std::uint64_t>();
  return point;
}

PointOptions read_run(const json::object& object) {
  PointOptions run;
  if (!object.at("max_cycles").is_null()) {
    run.max_cycles = object.at("max_cycles").to_number<std::uint64_t>();
  }
  run.verify = object.at("verify").as_bool();
  run.timeout = std::chrono::seconds(object.at("timeout_s").to_number<std::int64_t>());
  return run;
}

}  // namespace

SweepPlan make_plan(SweepFile& file, const std::string& version, const KeepScenario& keep) {
  const Sweep& sweep = file.sweep();
  SweepPlan plan{sweep.name,       version,          {},        sweep.seeds,
                 sweep.objectives, sweep.confidence, sweep.run, {}};
  for (const SweepAxis& axis : sweep.axes) plan.axes.push_back(planned(axis));
  std::vector<std::optional<std::uint64_t>> seeds(sweep.seeds.begin(), sweep.seeds.end());
  if (seeds.empty()) seeds.emplace_back();
  PointKeys keys(version, sweep.run);
  std::set<std::string> kept;
  for (const Design& design : file.designs()) {
    for (const std::optional<std::uint64_t> seed : seeds) {
      workload::Scenario scenario = file.scenario(design, seed);
      if (!scenario.stimulus.empty()) {
        scenario.stimulus = std::filesystem::absolute(scenario.stimulus).lexically_normal();
      }
      const std::string key = keys.key(scenario);
      if (kept.insert(key).second) keep(key, workload::to_toml(scenario));
      plan.points.push_back({key, design, seed});
    }
  }
  return plan;
}

json::object heading_json(const SweepPlan& plan) {
  json::array objectives;
  for (const Objective& objective : plan.objectives) objectives.emplace_back(objective.text());
  return {{"schema", 1},
          {"name", plan.name},
          {"version", plan.version},
          {"axes", axes_json(plan.axes)},
          {"seeds", json::value_from(plan.seeds)},
          {"confidence", plan.confidence},
          {"objectives", objectives}};
}

std::string to_json(const SweepPlan& plan) {
  json::object object = heading_json(plan);
  const std::optional<std::uint64_t>& limit = plan.run.max_cycles;
  object["run"] = {{"max_cycles", limit ? json::value(*limit) : json::value(nullptr)},
                   {"verify", plan.run.verify},
                   {"timeout_s", plan.run.timeout.count()}};
  json::array points;
  for (const PlannedPoint& point : plan.points) {
    points.push_back({{"key", point.key},
                      {"design", json::value_from(point.design)},
                      {"seed", point.seed ? json::value(*point.seed) : json::value(nullptr)}});
  }
  object["points"] = points;
  return workload::readable_json(object);
}

SweepPlan read_plan(const json::object& object) {
  if (object.at("schema") != 1) throw std::runtime_error("the plan is of another version");
  SweepPlan plan;
  plan.name = json::value_to<std::string>(object.at("name"));
  plan.version = json::value_to<std::string>(object.at("version"));
  for (const json::value& axis : object.at("axes").as_array()) {
    plan.axes.push_back(read_axis(axis.as_object()));
  }
  plan.seeds = json::value_to<std::vector<std::uint64_t>>(object.at("seeds"));
  for (const json::value& objective : object.at("objectives").as_array()) {
    plan.objectives.push_back(parse_objective(json::value_to<std::string>(objective)).value());
  }
  plan.confidence = object.at("confidence").to_number<double>();
  plan.run = read_run(object.at("run").as_object());
  for (const json::value& point : object.at("points").as_array()) {
    plan.points.push_back(read_point(point.as_object()));
  }
  return plan;
}

}  // namespace sgdma::explore
