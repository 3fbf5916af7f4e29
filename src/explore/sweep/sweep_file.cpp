#include "explore/sweep/sweep_file.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "explore/sweep/axis_reader.h"
#include "explore/sweep/layer_value.h"
#include "explore/sweep/point_filter.h"
#include "explore/sweep/settings.h"
#include "workload/config/load_scenario.h"
#include "workload/config/quantity.h"
#include "workload/config/table_reader.h"
#include "workload/config/text_file.h"
#include "workload/config/toml_reader.h"

namespace sgdma::explore {
namespace {

namespace fs = std::filesystem;
using workload::ConfigEntry;
using workload::ConfigNode;
using Kind = ConfigNode::Kind;

constexpr std::uint64_t kMostFileBytes = 16ULL << 20U;
constexpr std::uint64_t kMostDesigns = 1'000'000;
constexpr std::uint64_t kMostSeeds = 10'000;
constexpr std::uint64_t kMostCycles = std::uint64_t{1} << 62U;

const std::vector<std::string> kKeys = {"name",       "scenario", "preset",     "workload",
                                        "set",        "axis",     "seeds",      "repetitions",
                                        "where",      "sample",   "objectives", "confidence",
                                        "max_cycles", "verify",   "timeout"};

const ConfigNode* value_of(const ConfigNode& table, std::string_view key) {
  const ConfigEntry* entry = table.find(key);
  return entry == nullptr ? nullptr : &entry->value;
}

/// The texts of a list, or one that stands alone. What is no text is left out.
std::vector<const ConfigNode*> texts_of(const ConfigNode* node) {
  std::vector<const ConfigNode*> texts;
  if (node == nullptr) return texts;
  if (node->kind == Kind::kText) texts.push_back(node);
  for (const ConfigNode& item : node->items) {
    if (item.kind == Kind::kText) texts.push_back(&item);
  }
  return texts;
}

bool is_texts(const ConfigNode& node) {
  return texts_of(&node).size() == std::max<std::size_t>(1, node.items.size()) &&
         node.kind != Kind::kTable;
}

std::string path_in(const std::string& folder, const std::string& path) {
  return (fs::path(folder) / path).string();
}

}  // namespace

SweepFile::SweepFile(const std::string& path, const std::vector<std::string>& settings) {
  const std::string text = workload::read_text_file(path, kMostFileBytes);
  // Read twice: what the file names has to come before it, where the later source takes precedence.
  workload::ErrorList syntax;
  const auto root = workload::read_toml(syntax.add_source(path, text, true), syntax);
  syntax.throw_if_any();
  const std::string folder = syntax.folder(0);
  read_base(*root, folder, settings);
  read_cases(*root, folder);
  const std::uint32_t source = errors_.add_source(path, text, true);
  place_ = {source, 0, 0};
  read(workload::read_toml(source, errors_).value(), path);
  errors_.throw_if_any();
}

void SweepFile::read_base(const Node& root, const std::string& folder,
                          const std::vector<std::string>& settings) {
  workload::LoadOptions base;
  for (const ConfigNode* preset : texts_of(value_of(root, "preset"))) {
    base.presets.push_back(preset->text);
  }
  const ConfigNode* scenario = value_of(root, "scenario");
  if (scenario != nullptr && scenario->kind == Kind::kText) {
    base.path = path_in(folder, scenario->text);
  }
  const ConfigNode* stimulus = value_of(root, "workload");
  if (stimulus != nullptr && stimulus->kind == Kind::kText) {
    base.stimulus = fs::absolute(path_in(folder, stimulus->text)).string();
    base.default_work = false;
  }
  base.settings = settings;
  for (const std::string& setting : settings) fixed_.insert(setting.substr(0, setting.find('=')));
  workload::add_layers(base, base_);
}

void SweepFile::read_cases(const Node& root, const std::string& folder) {
  const ConfigNode* axes = value_of(root, "axis");
  if (axes == nullptr) return;
  for (const ConfigNode& axis : axes->items) {
    const ConfigNode* cases = value_of(axis, "case");
    if (cases == nullptr) continue;
    for (const ConfigNode& each : cases->items) {
      const ConfigNode* preset = value_of(each, "preset");
      if (preset != nullptr) cases_.add_preset(preset->text, errors_);
      const ConfigNode* scenario = value_of(each, "scenario");
      if (scenario != nullptr) cases_.add_file(path_in(folder, scenario->text), errors_);
    }
  }
}

void SweepFile::read(const Node& root, const std::string& path) {
  sweep_.name = fs::path(path).stem().string();
  sweep_.objectives = default_objectives();
  for (const ConfigEntry& entry : root.entries) {
    if (std::find(kKeys.begin(), kKeys.end(), entry.key) == kKeys.end()) {
      workload::report_unknown_key(errors_, entry, "", kKeys,
                                   "keys of the scenario stand in [set], or are those of an axis");
      continue;
    }
    read_entry(entry);
  }
  read_seeds(root);
  if (sweep_.axes.empty() && errors_.empty()) {
    errors_.report(place_, "a sweep has at least one axis",
                   R"([[axis]] with key = "engine.slots" and values = [4, 8])");
  }
}

void SweepFile::read_entry(const ConfigEntry& entry) {
  const ConfigNode& value = entry.value;
  const std::string& key = entry.key;
  if (key == "name" || key == "scenario" || key == "workload") {
    if (value.kind != Kind::kText || value.text.empty()) {
      errors_.report(value.place, key + " is a text");
    } else if (key == "name") {
      sweep_.name = value.text;
    }
  } else if (key == "preset" || key == "where" || key == "objectives") {
    if (!is_texts(value)) errors_.report(value.place, key + " is a text, or a list of texts");
    if (key == "where") read_constraints(value);
    if (key == "objectives") read_objectives(value);
  } else if (key == "set") {
    if (value.kind != Kind::kTable) errors_.report(value.place, "set is a table", "write [set]");
    for (const Setting& setting : settings_of(value)) {
      if (fixed_.count(setting.key) == 0) base_.set(setting.key, setting.place, setting.value);
    }
  } else if (key == "axis") {
    read_axes(value);
  } else if (key == "sample") {
    read_sample(value);
  } else if (key == "confidence") {
    sweep_.confidence = value.number;
    if (value.kind != Kind::kFloat || value.number <= 0 || value.number >= 1) {
      errors_.report(value.place, "confidence is a number between 0 and 1", "for example 0.95");
    }
  } else if (key == "max_cycles") {
    sweep_.run.max_cycles = read_number(value, "max_cycles", 1, kMostCycles);
  } else if (key == "verify") {
    sweep_.run.verify = value.boolean;
    if (value.kind != Kind::kBoolean) errors_.report(value.place, "verify is true or false");
  } else if (key == "timeout") {
    constexpr std::uint64_t kSecond = 1'000'000'000'000;
    const workload::ParsedQuantity time = workload::parse_time(value.text, kSecond);
    if (value.kind != Kind::kText || !time.problem.empty() || time.value < kSecond) {
      errors_.report(value.place, "timeout is a time of 1 s or more", "for example \"600 s\"");
    }
    sweep_.run.timeout = std::chrono::seconds(time.value / kSecond);
  }
}

void SweepFile::read_axes(const Node& list) {
  if (list.kind != Kind::kArray || list.items.empty() || list.items.front().kind != Kind::kTable) {
    errors_.report(list.place, "axis is a list of tables", "write [[axis]]");
    return;
  }
  const AxisValues values(clock_period(base_), errors_);
  const AxisReader reader(values, cases_, errors_);
  for (const ConfigNode& table : list.items) {
    std::optional<SweepAxis> axis = reader.read(table);
    if (!axis) continue;
    for (const SweepAxis& other : sweep_.axes) {
      if (other.name == axis->name) errors_.report(table.place, "there are two axes " + axis->name);
    }
    sweep_.axes.push_back(std::move(*axis));
  }
}

std::uint64_t SweepFile::read_number(const Node& node, const char* name, std::uint64_t least,
                                     std::uint64_t most) {
  if (node.kind == Kind::kInteger && node.integer >= 0 &&
      static_cast<std::uint64_t>(node.integer) >= least &&
      static_cast<std::uint64_t>(node.integer) <= most) {
    return static_cast<std::uint64_t>(node.integer);
  }
  errors_.report(node.place, fmt::format("{} is an integer from {} to {}", name, least, most));
  return least;
}

void SweepFile::read_seeds(const Node& root) {
  constexpr std::uint64_t kMostSeed = std::numeric_limits<std::int64_t>::max();
  const ConfigNode* seeds = value_of(root, "seeds");
  const ConfigNode* repetitions = value_of(root, "repetitions");
  if (seeds != nullptr && repetitions != nullptr) {
    errors_.report(repetitions->place, "seeds and repetitions are both given",
                   "repetitions = 3 is seeds = [1, 2, 3]");
  }
  if (repetitions != nullptr) {
    const std::uint64_t count = read_number(*repetitions, "repetitions", 1, kMostSeeds);
    for (std::uint64_t seed = 1; seed <= count; ++seed) sweep_.seeds.push_back(seed);
  }
  if (seeds == nullptr) return;
  if (seeds->kind != Kind::kArray || seeds->items.empty() || seeds->items.size() > kMostSeeds) {
    errors_.report(seeds->place, "seeds is a list of integers", "for example [1, 2, 3]");
    return;
  }
  for (const ConfigNode& item : seeds->items) {
    const std::uint64_t seed = read_number(item, "a seed", 0, kMostSeed);
    if (std::find(sweep_.seeds.begin(), sweep_.seeds.end(), seed) != sweep_.seeds.end()) {
      errors_.report(item.place, fmt::format("seed {} is there twice", seed));
    }
    sweep_.seeds.push_back(seed);
  }
}

void SweepFile::read_sample(const Node& table) {
  constexpr std::uint64_t kMostSeed = std::numeric_limits<std::int64_t>::max();
  SampleRequest sample;
  if (table.kind != Kind::kTable || table.find("points") == nullptr) {
    errors_.report(table.place, "sample is a table with points", "for example { points = 50 }");
    return;
  }
  for (const ConfigEntry& entry : table.entries) {
    if (entry.key == "points") {
      sample.points = read_number(entry.value, "points", 1, kMostDesigns);
    } else if (entry.key == "seed") {
      sample.seed = read_number(entry.value, "seed", 0, kMostSeed);
    } else {
      workload::report_unknown_key(errors_, entry, "sample", {"points", "seed"}, "");
    }
  }
  sweep_.sample = sample;
}

void SweepFile::read_constraints(const Node& list) {
  for (const ConfigNode* text : texts_of(&list)) {
    sweep_.constraints.push_back({text->text, text->place});
  }
}

void SweepFile::read_objectives(const Node& list) {
  sweep_.objectives.clear();
  for (const ConfigNode* text : texts_of(&list)) {
    const std::optional<Objective> objective = parse_objective(text->text);
    if (objective) {
      sweep_.objectives.push_back(*objective);
    } else {
      errors_.report(text->place, "\"" + text->text + "\" is no objective",
                     "for example \"max read.utilisation\"");
    }
  }
}

workload::ScenarioLayers SweepFile::layers_of(const Design& design) const {
  workload::ScenarioLayers layers = base_;
  for (std::size_t axis = 0; axis < design.size(); ++axis) {
    for (const ConfigNode& layer : sweep_.axes[axis].steps[design[axis]].layers) layers.add(layer);
  }
  for (std::size_t axis = 0; axis < design.size(); ++axis) {
    for (const Setting& setting : sweep_.axes[axis].steps[design[axis]].settings) {
      layers.set(setting.key, setting.place, setting.value);
    }
  }
  return layers;
}

std::string SweepFile::text_of(const Design& design) const {
  std::string text;
  for (std::size_t axis = 0; axis < design.size(); ++axis) {
    text += (axis == 0 ? "" : ", ") + sweep_.axes[axis].name + " = " +
            sweep_.axes[axis].steps[design[axis]].label;
  }
  return text;
}

std::vector<Design> SweepFile::designs() {
  PointFilter filter(sweep_.constraints, errors_);
  errors_.throw_if_any();
  if (!sweep_.sample && grid_size(sweep_.axes) > kMostDesigns) {
    errors_.report(place_, fmt::format("the grid has more than {} points", kMostDesigns),
                   "take a sample of them: sample = { points = 200 }");
    errors_.throw_if_any();
  }
  const Admits admits = [&](const Design& design) {
    const workload::ScenarioLayers layers = layers_of(design);
    errors_.throw_if_any();
    const bool admitted = filter.admits(layers);
    errors_.throw_if_any();
    return admitted;
  };
  std::vector<Design> designs = sweep_.sample ? space_filling(sweep_.axes, *sweep_.sample, admits)
                                              : full_grid(sweep_.axes, admits);
  if (designs.empty()) {
    errors_.report(place_, "no point meets the constraints", "see `where`");
    errors_.throw_if_any();
  }
  return designs;
}

workload::Scenario SweepFile::scenario(const Design& design, std::optional<std::uint64_t> seed) {
  workload::ScenarioLayers layers = layers_of(design);
  if (seed) {
    ConfigNode value;
    value.kind = Kind::kInteger;
    value.integer = static_cast<std::int64_t>(*seed);
    value.place = place_;
    layers.set("workload.seed", place_, value);
  }
  if (errors_.empty()) {
    workload::Scenario scenario = layers.read();
    if (errors_.empty()) return scenario;
  }
  errors_.report(place_, "the point with " + text_of(design) + " is no valid scenario",
                 "leave such points out: where = [\"...\"]");
  errors_.throw_if_any();
  return {};
}

}  // namespace sgdma::explore
