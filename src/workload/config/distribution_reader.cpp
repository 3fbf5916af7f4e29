#include "workload/config/distribution_reader.h"

#include <cmath>
#include <filesystem>
#include <limits>
#include <string_view>
#include <utility>

#include <boost/container/small_vector.hpp>

#include "workload/config/config_error.h"
#include "workload/config/quantity.h"
#include "workload/config/text_file.h"
#include "workload/config/value_reader.h"

namespace sgdma::workload {
namespace {

using platform::Distribution;
using Kind = ConfigNode::Kind;

constexpr std::uint64_t kMostTableBytes = 16ULL << 20U;
constexpr std::uint64_t kMostWeight = std::numeric_limits<std::uint32_t>::max();
constexpr std::string_view kWays =
    "write uniform = [A, B], weights = [[A, 3], [B, 1]], table = [[A, 0], [B, 100]] or file = "
    "\"sizes.txt\"";

KeyValue value_of(Distribution distribution) { return {0, {}, {}, std::move(distribution)}; }

std::uint64_t share_of(double percent) {
  constexpr double kPercent = static_cast<double>(Distribution::kWhole) / 100;
  return static_cast<std::uint64_t>(std::llround(percent * kPercent));
}

/// The words of a line, with their columns.
struct Word {
  std::string_view text;
  std::uint32_t column;
};
using Words = boost::container::small_vector<Word, 3>;

Words words_of(std::string_view line) {
  constexpr std::string_view kBlank = " \t\r";
  Words words;
  for (std::size_t at = line.find_first_not_of(kBlank);
       at != std::string_view::npos && line[at] != '#';) {
    const std::size_t end = line.find_first_of(kBlank, at);
    const std::size_t length = end == std::string_view::npos ? line.size() - at : end - at;
    words.push_back({line.substr(at, length), static_cast<std::uint32_t>(at + 1)});
    at = line.find_first_not_of(kBlank, at + length);
  }
  return words;
}

/// A percentage in plain decimals.
std::optional<double> decimal(std::string_view text) {
  if (text.empty() || text.size() > 20 ||
      text.find_first_not_of("0123456789.") != std::string_view::npos) {
    return std::nullopt;
  }
  char* end = nullptr;
  const std::string copy(text);
  const double number = std::strtod(copy.c_str(), &end);
  if (end != copy.c_str() + copy.size()) return std::nullopt;
  return number;
}

}  // namespace

std::nullopt_t DistributionReader::refuse(Place place, std::string message,
                                          std::string hint) const {
  errors_.report(place, std::move(message), std::move(hint));
  return std::nullopt;
}

std::optional<KeyValue> DistributionReader::read(const KeySpec& spec,
                                                 const ConfigNode& table) const {
  KeySpec one = spec;
  one.distribution = false;
  if (table.entries.size() != 1) {
    return refuse(table.place, spec.full_name() + " is drawn from one distribution",
                  std::string(kWays));
  }
  const ConfigEntry& entry = table.entries.front();
  if (entry.key == "uniform") return read_uniform(one, entry.value);
  if (entry.key == "weights") return read_pairs(one, entry.value, true);
  if (entry.key == "table") return read_pairs(one, entry.value, false);
  if (entry.key == "file") return read_file(one, entry.value);
  return refuse(entry.key_place, spec.full_name() + " cannot be drawn from \"" + entry.key + "\"",
                std::string(kWays));
}

std::optional<std::uint64_t> DistributionReader::read_value(const KeySpec& one,
                                                            const ConfigNode& node) const {
  const std::optional<KeyValue> value = values_.read(one, node);
  return value ? std::optional<std::uint64_t>(value->number) : std::nullopt;
}

std::optional<KeyValue> DistributionReader::read_uniform(const KeySpec& one,
                                                         const ConfigNode& bounds) const {
  if (one.kind == KeyKind::kChoice) {
    return refuse(bounds.place, one.full_name() + " has no order: give each choice a weight",
                  std::string(kWays));
  }
  if (bounds.kind != Kind::kArray || bounds.items.size() != 2) {
    return refuse(bounds.place, one.full_name() + ": uniform is an array of two values");
  }
  const std::optional<std::uint64_t> smallest = read_value(one, bounds.items[0]);
  const std::optional<std::uint64_t> largest = read_value(one, bounds.items[1]);
  if (!smallest || !largest) return std::nullopt;
  if (*smallest > *largest) {
    return refuse(bounds.items[1].place, one.full_name() + ": the second value is the smaller one");
  }
  return value_of(Distribution::uniform(*smallest, *largest));
}

std::optional<std::uint64_t> DistributionReader::read_weight(const KeySpec& one,
                                                             const ConfigNode& node) const {
  if (node.kind == Kind::kInteger && node.integer >= 1 &&
      static_cast<std::uint64_t>(node.integer) <= kMostWeight) {
    return static_cast<std::uint64_t>(node.integer);
  }
  return refuse(node.place,
                one.full_name() + ": a weight is an integer: 1 to " + std::to_string(kMostWeight));
}

std::optional<std::uint64_t> DistributionReader::read_percent(const KeySpec& one,
                                                              const ConfigNode& node) const {
  const bool is_number = node.kind == Kind::kInteger || node.kind == Kind::kFloat;
  const double percent =
      node.kind == Kind::kInteger ? static_cast<double>(node.integer) : node.number;
  if (is_number && percent >= 0 && percent <= 100) return share_of(percent);
  return refuse(node.place, one.full_name() + ": a percentage is a number: 0 to 100");
}

std::optional<KeyValue> DistributionReader::read_pairs(const KeySpec& one, const ConfigNode& pairs,
                                                       bool weights) const {
  if (!weights && one.kind == KeyKind::kChoice) {
    return refuse(pairs.place, one.full_name() + " has no order: give each choice a weight",
                  std::string(kWays));
  }
  if (pairs.kind != Kind::kArray || pairs.items.empty()) {
    return refuse(pairs.place, one.full_name() + ": there should be an array of pairs",
                  std::string(kWays));
  }
  KeySpec point = one;
  if (!weights) point.minimum = 0;
  Points points;
  std::vector<Place> places;
  bool good = true;
  for (const ConfigNode& pair : pairs.items) {
    if (pair.kind != Kind::kArray || pair.items.size() != 2) {
      return refuse(pair.place, one.full_name() + ": this is no pair", std::string(kWays));
    }
    const std::optional<std::uint64_t> value = read_value(point, pair.items[0]);
    const std::optional<std::uint64_t> share =
        weights ? read_weight(one, pair.items[1]) : read_percent(one, pair.items[1]);
    good = good && value && share;
    points.push_back({value.value_or(0), share.value_or(0)});
    places.push_back(pair.place);
  }
  if (!good || (!weights && !check_table(one, points, places))) return std::nullopt;
  return value_of(weights ? Distribution::weights(std::move(points))
                          : Distribution::table(std::move(points)));
}

bool DistributionReader::check_table(const KeySpec& one, const Points& points,
                                     const std::vector<Place>& places) const {
  // A first point without a share is only where the line begins: nothing is as small as that.
  const std::uint64_t smallest = points.front().value + (points.front().share == 0 ? 1 : 0);
  if (smallest < one.minimum) {
    refuse(places.front(), one.full_name() + " is out of range: " + range_text(one));
    return false;
  }
  for (std::size_t at = 1; at < points.size(); ++at) {
    const bool value = points[at].value > points[at - 1].value;
    if (value && points[at].share >= points[at - 1].share) continue;
    refuse(places[at], one.full_name() + ": " +
                           (value ? "the percentage is less than that before it"
                                  : "the value is not above that before it"));
    return false;
  }
  if (points.back().share == Distribution::kWhole) return true;
  refuse(places.back(), one.full_name() + ": the last percentage is not 100");
  return false;
}

std::optional<KeyValue> DistributionReader::read_file(const KeySpec& one,
                                                      const ConfigNode& path) const {
  if (one.kind != KeyKind::kBytes || path.kind != Kind::kText) {
    return refuse(path.place, one.full_name() + ": a file is named by a text, and holds lengths",
                  std::string(kWays));
  }
  const std::string name =
      (std::filesystem::path(errors_.folder(path.place.source)) / path.text).string();
  std::uint32_t source = 0;
  try {
    source = errors_.add_source(name, read_text_file(name, kMostTableBytes), true);
  } catch (const ConfigError& error) {
    return refuse(path.place, name + ": " + error.diagnostics().front().message);
  }
  const std::string_view text = errors_.text(source);
  Points points;
  std::vector<Place> places;
  for (std::size_t at = 0, line = 1; at < text.size(); ++line) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const Words words = words_of(text.substr(at, end - at));
    at = end + 1;
    if (words.empty()) continue;
    const Place place{source, static_cast<std::uint32_t>(line), words.front().column};
    const ParsedQuantity bytes = parse_number(words.front().text);
    const std::optional<double> percent =
        words.size() == 2 ? decimal(words.back().text) : std::nullopt;
    if (!bytes.problem.empty() || !percent || *percent > 100) {
      return refuse(place, "this is no pair `bytes percent`", "for example: 4096 22.93");
    }
    if (bytes.value > one.maximum) {
      return refuse(place, one.full_name() + " is out of range: " + range_text(one));
    }
    points.push_back({bytes.value, share_of(*percent)});
    places.push_back(place);
  }
  if (points.empty()) return refuse({source, 0, 0}, "there is no pair `bytes percent` in it");
  if (!check_table(one, points, places)) return std::nullopt;
  return value_of(Distribution::table(std::move(points)));
}

}  // namespace sgdma::workload
