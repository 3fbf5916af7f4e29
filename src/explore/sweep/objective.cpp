#include "explore/sweep/objective.h"

#include <algorithm>

#include "workload/config/config_error.h"

namespace sgdma::explore {
namespace {

using Values = std::vector<std::optional<double>>;

constexpr std::string_view kBlanks = " \t\n";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

bool is_whole(const Values& values) {
  return std::all_of(values.begin(), values.end(),
                     [](const std::optional<double>& value) { return value.has_value(); });
}

bool beats(const std::vector<Objective>& objectives, const Values& a, const Values& b) {
  bool better = false;
  for (std::size_t at = 0; at < objectives.size(); ++at) {
    if (objectives[at].better(*b[at], *a[at])) return false;
    better = better || objectives[at].better(*a[at], *b[at]);
  }
  return better;
}

}  // namespace

std::optional<Objective> parse_objective(std::string_view text) {
  text = trimmed(text);
  const std::string_view direction = text.substr(0, 4);
  const std::string_view figure = trimmed(text.substr(direction.size()));
  if (direction != "max " && direction != "min ") return std::nullopt;
  if (figure.empty() || figure.find_first_of(kBlanks) != std::string_view::npos) {
    return std::nullopt;
  }
  return Objective{direction == "max ", std::string(figure)};
}

std::vector<Objective> parse_objectives(const std::string& source, std::string_view text) {
  std::vector<Objective> objectives;
  for (bool more = true; more;) {
    const std::size_t comma = text.find(',');
    const std::optional<Objective> objective = parse_objective(text.substr(0, comma));
    if (!objective) {
      throw workload::ConfigError(
          source, "\"" + std::string(trimmed(text.substr(0, comma))) + "\" is no objective",
          "for example \"max read.utilisation, min latency.p99\"");
    }
    objectives.push_back(*objective);
    more = comma != std::string_view::npos;
    if (more) text.remove_prefix(comma + 1);
  }
  return objectives;
}

std::vector<Objective> default_objectives() {
  return {{true, "read.utilisation"}, {false, "latency.p99"}, {false, "storage_bits"}};
}

std::vector<bool> pareto_front(const std::vector<Objective>& objectives,
                               const std::vector<Values>& points) {
  std::vector<bool> front(points.size(), false);
  for (std::size_t at = 0; at < points.size(); ++at) {
    if (!is_whole(points[at])) continue;
    front[at] = std::none_of(points.begin(), points.end(), [&](const Values& other) {
      return is_whole(other) && beats(objectives, other, points[at]);
    });
  }
  return front;
}

}  // namespace sgdma::explore
