#include "explore/report/sweep_report.h"

#include <map>
#include <optional>
#include <set>
#include <string_view>

#include <boost/json.hpp>

#include "workload/config/config_error.h"
#include "workload/config/nearest_name.h"

namespace sgdma::explore {
namespace {

namespace json = boost::json;

/// Numbers of all designs that a page can hold.
constexpr std::size_t kMostNumbers = 400'000;

bool is_of_queue_pair(std::string_view figure) { return figure.substr(0, 4) == "qps."; }

/// Names of all figures that designs have, in the order in which they come first.
std::vector<std::string> figure_names(const json::array& designs) {
  std::vector<std::string> names;
  std::set<std::string, std::less<>> seen;
  for (const json::value& design : designs) {
    for (const auto& [name, value] : design.at("mean").as_object()) {
      if (seen.emplace(name).second) names.emplace_back(name);
    }
  }
  return names;
}

/// By the positions of `names`; null where a design has no such figure.
json::value numbers(const json::value* figures, const std::vector<std::string>& names) {
  if (figures == nullptr) return nullptr;
  json::array array;
  for (const std::string& name : names) {
    const json::value* value = figures->as_object().if_contains(name);
    array.push_back(value == nullptr ? json::value(nullptr) : *value);
  }
  return array;
}

/// What an objective names, under the name that the page has it.
std::string resolved(const Objective& objective, const std::vector<std::string>& names,
                     const json::array& axes) {
  std::vector<std::string> known = names;
  for (const json::value& axis : axes)
    known.push_back(json::value_to<std::string>(axis.at("name")));
  for (const std::string& name : {objective.figure, objective.figure + ".total"}) {
    if (std::find(known.begin(), known.end(), name) != known.end()) return name;
  }
  throw workload::ConfigError(
      "--objectives", "no point has a figure \"" + objective.figure + "\"",
      workload::did_you_mean(objective.figure, known, "the header of table.csv names them"));
}

std::optional<double> value_of(const json::value& design, const std::string& name,
                               const json::array& axes) {
  if (design.at("status") != "done") return std::nullopt;
  if (const json::value* mean = design.at("mean").as_object().if_contains(name)) {
    return mean->to_number<double>();
  }
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    if (axes[axis].at("name") != json::value(name)) continue;
    const auto step = design.at("step").at(axis).to_number<std::size_t>();
    const json::value& number = axes[axis].at("steps").at(step).at("number");
    if (number.is_number()) return number.to_number<double>();
  }
  return std::nullopt;
}

}  // namespace

json::object sweep_report(const json::object& result, const std::string& command,
                          std::vector<Objective> objectives) {
  const json::array& axes = result.at("axes").as_array();
  const json::array& designs = result.at("designs").as_array();
  std::vector<std::string> names = figure_names(designs);
  std::size_t left_out = 0;
  if (names.size() * designs.size() > kMostNumbers) {
    const std::size_t before = names.size();
    names.erase(std::remove_if(names.begin(), names.end(), is_of_queue_pair), names.end());
    left_out = before - names.size();
  }
  if (objectives.empty()) {
    for (const json::value& text : result.at("objectives").as_array()) {
      objectives.push_back(parse_objective(json::value_to<std::string>(text)).value());
    }
  }
  json::array named;
  for (Objective& objective : objectives) {
    objective.figure = resolved(objective, names, axes);
    named.push_back({{"maximise", objective.maximise}, {"figure", objective.figure}});
  }
  std::vector<std::vector<std::optional<double>>> values;
  for (const json::value& design : designs) {
    values.emplace_back();
    for (const Objective& objective : objectives) {
      values.back().push_back(value_of(design, objective.figure, axes));
    }
  }
  const std::vector<bool> front = pareto_front(objectives, values);

  json::array rows;
  for (std::size_t at = 0; at < designs.size(); ++at) {
    const json::object& design = designs[at].as_object();
    rows.push_back({{"step", design.at("step")},
                    {"status", design.at("status")},
                    {"front", bool{front[at]}},
                    {"mean", numbers(&design.at("mean"), names)},
                    {"low", numbers(design.if_contains("low"), names)},
                    {"high", numbers(design.if_contains("high"), names)}});
  }
  json::array points;
  for (const json::value& point : result.at("points").as_array()) {
    const json::value* seed = point.as_object().if_contains("seed");
    const json::value* reason = point.as_object().if_contains("reason");
    const json::value* limits = point.at("figures").as_object().if_contains("limits");
    points.push_back({point.at("key"), seed == nullptr ? json::value(nullptr) : *seed,
                      point.at("status"), reason == nullptr ? json::value("") : *reason,
                      limits == nullptr ? json::value("") : *limits});
  }
  return {{"kind", "sweep"},
          {"title", result.at("name")},
          {"version", result.at("version")},
          {"axes", axes},
          {"seeds", result.at("seeds")},
          {"confidence", result.at("confidence")},
          {"objectives", named},
          {"figures", json::value_from(names)},
          {"figures_left_out", left_out},
          {"designs", rows},
          {"points", points},
          {"command", command}};
}

}  // namespace sgdma::explore
