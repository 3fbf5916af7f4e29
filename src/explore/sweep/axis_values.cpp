#include "explore/sweep/axis_values.h"

#include <charconv>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "explore/sweep/axis_range.h"
#include "workload/config/toml_reader.h"

namespace sgdma::explore {
namespace {

using workload::ConfigNode;
using workload::KeyKind;
using workload::KeySpec;
using workload::KeyValue;
using Kind = ConfigNode::Kind;

constexpr std::string_view kCycles = "cycles";

/// A number of cycles: "100 cycles".
std::optional<std::uint64_t> cycles_of(const ConfigNode& node) {
  const std::string_view text = node.text;
  if (node.kind != Kind::kText || text.size() <= kCycles.size()) return std::nullopt;
  if (text.substr(text.size() - kCycles.size()) != kCycles) return std::nullopt;
  std::uint64_t number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string_view rest = text.substr(static_cast<std::size_t>(end - text.data()));
  if (problem != std::errc() || rest.find_first_not_of(' ') != rest.size() - kCycles.size()) {
    return std::nullopt;
  }
  return number;
}

bool has_range(KeyKind kind) {
  return kind == KeyKind::kCount || kind == KeyKind::kBytes || kind == KeyKind::kTime ||
         kind == KeyKind::kRate || kind == KeyKind::kAddress;
}

ConfigNode text_node(std::string text, workload::Place place) {
  ConfigNode node;
  node.kind = Kind::kText;
  node.text = std::move(text);
  node.place = place;
  return node;
}

ConfigNode to_node(const KeySpec& spec, std::uint64_t number, workload::Place place) {
  KeySpec plain = spec;
  plain.distribution = false;
  const std::string toml = workload::format_value(plain, KeyValue{number, {}, {}});
  ConfigNode node = workload::read_toml_value(toml, place.source).value();
  node.place = place;
  return node;
}

template <class Items, class Text>
std::string joined(const Items& items, const Text& text) {
  std::string all;
  for (const auto& item : items) all += (all.empty() ? "" : ", ") + text(item);
  return all;
}

}  // namespace

std::string unit_of(const KeySpec& spec) {
  switch (spec.kind) {
    case KeyKind::kBytes: return "B";
    case KeyKind::kTime: return "ns";
    case KeyKind::kFrequency: return "GHz";
    case KeyKind::kRate: return "Gbit/s";
    default: return {};
  }
}

std::string label_of(const ConfigNode& value) {
  switch (value.kind) {
    case Kind::kText: return value.text;
    case Kind::kInteger: return std::to_string(value.integer);
    case Kind::kFloat: return fmt::format("{:.12g}", value.number);
    case Kind::kBoolean: return value.boolean ? "true" : "false";
    case Kind::kArray: return "[" + joined(value.items, label_of) + "]";
    case Kind::kTable: break;
  }
  const auto entry = [](const workload::ConfigEntry& each) {
    return each.key + " = " + label_of(each.value);
  };
  return "{ " + joined(value.entries, entry) + " }";
}

std::optional<std::uint64_t> AxisValues::base_units(const KeySpec& spec,
                                                    const ConfigNode& value) const {
  KeySpec plain = spec;
  plain.distribution = false;
  workload::ValueReader reader(errors_);
  reader.set_period(period_);
  const std::optional<KeyValue> read = reader.read(plain, value);
  if (!read) return std::nullopt;
  return read->number;
}

std::optional<double> AxisValues::number(const KeySpec& spec, const ConfigNode& value) const {
  if (value.kind == Kind::kTable || value.kind == Kind::kArray) return std::nullopt;
  if (!has_range(spec.kind) && spec.kind != KeyKind::kFrequency) return std::nullopt;
  if (!spec.word.empty() && value.kind == Kind::kText && value.text == spec.word) {
    return std::nullopt;
  }
  const std::optional<std::uint64_t> units = base_units(spec, value);
  if (!units) return std::nullopt;
  const auto number = static_cast<double>(*units);
  switch (spec.kind) {
    case KeyKind::kTime: return number * 1e-3;
    case KeyKind::kRate: return number * 1e-9;
    case KeyKind::kFrequency: return 1e3 / number;
    default: return number;
  }
}

std::optional<AxisValues::Ends> AxisValues::read_ends(const KeySpec& spec,
                                                      const AxisRange& range) const {
  Ends ends;
  const auto from = cycles_of(*range.from);
  const auto to = cycles_of(*range.to);
  const auto step = range.step == nullptr ? std::nullopt : cycles_of(*range.step);
  if (spec.kind == KeyKind::kTime && from && to && (step || range.step == nullptr)) {
    ends = {*from, *to, step.value_or(0), true};
  } else if (spec.kind == KeyKind::kTime && (from || to || step)) {
    errors_.report(range.from->place, "some of the range is in cycles, and some is not",
                   "write all of it in cycles, or none");
    return std::nullopt;
  } else {
    const auto first = base_units(spec, *range.from);
    const auto last = base_units(spec, *range.to);
    if (!first || !last) return std::nullopt;
    ends = {*first, *last, 0, false};
    if (range.step != nullptr) {
      KeySpec distance = spec;
      distance.minimum = 0;
      distance.power_of_two = false;
      const auto units = base_units(distance, *range.step);
      if (!units) return std::nullopt;
      ends.step = *units;
    }
  }
  if (ends.from > ends.to) {
    errors_.report(range.to->place, "the range ends before it begins", "swap from and to");
    return std::nullopt;
  }
  return ends;
}

std::optional<std::uint64_t> AxisValues::read_points(const ConfigNode& node) const {
  if (node.kind == Kind::kInteger && node.integer >= 2 &&
      static_cast<std::uint64_t>(node.integer) <= kMostSteps) {
    return static_cast<std::uint64_t>(node.integer);
  }
  errors_.report(node.place, fmt::format("points is an integer from 2 to {}", kMostSteps));
  return std::nullopt;
}

std::optional<double> AxisValues::read_factor(const ConfigNode& node) const {
  double factor = 0;
  if (node.kind == Kind::kInteger) factor = static_cast<double>(node.integer);
  if (node.kind == Kind::kFloat) factor = node.number;
  if (factor > 1 && std::isfinite(factor)) return factor;
  errors_.report(node.place, "factor is a number above 1", "for example 2");
  return std::nullopt;
}

std::vector<std::uint64_t> AxisValues::numbers(const Ends& ends, const AxisRange& range) const {
  const bool ratios = range.factor != nullptr || (range.points != nullptr && range.equal_ratios);
  if (ratios && ends.from == 0) {
    errors_.report(range.from->place, "equal ratios cannot begin with 0", "list the values");
    return {};
  }
  if (range.factor != nullptr) {
    const auto factor = read_factor(*range.factor);
    return factor ? multiplied_range(ends.from, ends.to, *factor) : std::vector<std::uint64_t>{};
  }
  if (range.points != nullptr) {
    const auto points = read_points(*range.points);
    return points ? spread_range(ends.from, ends.to, *points, range.equal_ratios)
                  : std::vector<std::uint64_t>{};
  }
  if (ends.step == 0 || (ends.to - ends.from) / ends.step >= kMostSteps) {
    errors_.report(
        range.step->place,
        ends.step == 0 ? "step is 0" : fmt::format("the range has more than {} steps", kMostSteps));
    return {};
  }
  return stepped_range(ends.from, ends.to, ends.step);
}

std::vector<ConfigNode> AxisValues::range(const KeySpec& spec, const AxisRange& range) const {
  if (!has_range(spec.kind)) {
    const bool frequency = spec.kind == KeyKind::kFrequency;
    errors_.report(range.from->place, spec.full_name() + " has no ranges",
                   frequency ? "range over clock.period, or list the frequencies: values = [...]"
                             : "list its values: values = [...]");
    return {};
  }
  const std::optional<Ends> ends = read_ends(spec, range);
  if (!ends) return {};
  std::vector<ConfigNode> values;
  for (const std::uint64_t number : numbers(*ends, range)) {
    values.push_back(ends->in_cycles
                         ? text_node(fmt::format("{} cycles", number), range.from->place)
                         : to_node(spec, number, range.from->place));
  }
  return values;
}

}  // namespace sgdma::explore
