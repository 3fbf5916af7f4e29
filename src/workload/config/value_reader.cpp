#include "workload/config/value_reader.h"

#include <algorithm>
#include <utility>

#include "workload/config/distribution_reader.h"
#include "workload/config/nearest_name.h"
#include "workload/config/quantity.h"

namespace sgdma::workload {
namespace {

using Kind = ConfigNode::Kind;

bool needs_unit(KeyKind kind) {
  return kind == KeyKind::kBytes || kind == KeyKind::kTime || kind == KeyKind::kFrequency ||
         kind == KeyKind::kRate;
}

std::string expected(const KeySpec& spec) {
  switch (spec.kind) {
    case KeyKind::kCount: return "an integer: " + range_text(spec);
    case KeyKind::kBytes: return "a length such as \"4 KiB\"";
    case KeyKind::kTime: return "a time such as \"547 ns\" or \"100 cycles\"";
    case KeyKind::kFrequency: return "a frequency such as \"1 GHz\"";
    case KeyKind::kRate: return "a rate such as \"400 Gbit/s\"";
    case KeyKind::kAddress: return "an address such as \"0x1000\"";
    default: return range_text(spec);
  }
}

/// A unit in which a bare number might have been meant.
std::string with_unit(KeyKind kind, std::int64_t number) {
  const std::string text = std::to_string(number);
  if (kind == KeyKind::kBytes) return "write \"" + text + " B\"";
  if (kind == KeyKind::kTime) return "write \"" + text + " ns\" or \"" + text + " cycles\"";
  if (kind == KeyKind::kFrequency) return "write \"" + text + " MHz\"";
  return "write \"" + text + " Gbit/s\"";
}

bool is_power_of_two(std::uint64_t number) { return number != 0 && (number & (number - 1)) == 0; }

bool looks_like_integer(std::string_view text) {
  if (!text.empty() && text.front() == '-') text.remove_prefix(1);
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::vector<std::string> to_strings(const std::vector<std::string_view>& names) {
  return {names.begin(), names.end()};
}

}  // namespace

std::nullopt_t ValueReader::wrong_type(const KeySpec& spec, const ConfigNode& node) const {
  errors_.report(node.place, spec.full_name() + " is " + std::string(name_of(node.kind)) +
                                 ", and should be " + expected(spec));
  return std::nullopt;
}

std::optional<KeyValue> ValueReader::in_range(const KeySpec& spec, std::uint64_t number,
                                              const ConfigNode& node) const {
  const bool inside = number >= spec.minimum && number <= spec.maximum;
  if (inside && (!spec.power_of_two || is_power_of_two(number))) return KeyValue{number, {}, {}};
  std::string message = spec.full_name() + " is out of range: " + range_text(spec);
  if (inside) message = spec.full_name() + " is no power of two";
  std::string hint;
  if (number == 0 && !spec.word.empty())
    hint = "0 is not " + quoted(spec.word) + ": write the word";
  errors_.report(node.place, std::move(message), std::move(hint));
  return std::nullopt;
}

std::optional<KeyValue> ValueReader::read_integer(const KeySpec& spec,
                                                  const ConfigNode& node) const {
  const std::string name = spec.full_name();
  if (needs_unit(spec.kind)) {
    errors_.report(node.place, name + " has no unit", with_unit(spec.kind, node.integer));
    return std::nullopt;
  }
  if (spec.kind != KeyKind::kCount && spec.kind != KeyKind::kAddress) {
    return wrong_type(spec, node);
  }
  if (node.integer < 0) {
    errors_.report(node.place, name + " is negative, and should be " + range_text(spec));
    return std::nullopt;
  }
  return in_range(spec, static_cast<std::uint64_t>(node.integer), node);
}

std::optional<std::uint64_t> ValueReader::read_choice(const KeySpec& spec,
                                                      const ConfigNode& node) const {
  if (node.kind != Kind::kText) return wrong_type(spec, node);
  const auto found = std::find(spec.choices.begin(), spec.choices.end(), node.text);
  if (found != spec.choices.end()) {
    return static_cast<std::uint64_t>(found - spec.choices.begin());
  }
  errors_.report(node.place,
                 spec.full_name() + " cannot be \"" + node.text + "\": it is " + range_text(spec),
                 did_you_mean(node.text, to_strings(spec.choices), {}));
  return std::nullopt;
}

std::optional<KeyValue> ValueReader::read_quantity(const KeySpec& spec,
                                                   const ConfigNode& node) const {
  if (!node.text.empty() && node.text.front() == '-') {
    errors_.report(node.place,
                   spec.full_name() + " is negative, and should be " + range_text(spec));
    return std::nullopt;
  }
  ParsedQuantity parsed;
  if (spec.kind == KeyKind::kBytes)
    parsed = parse_bytes(node.text);
  else if (spec.kind == KeyKind::kTime)
    parsed = parse_time(node.text, period_);
  else if (spec.kind == KeyKind::kFrequency)
    parsed = parse_frequency(node.text);
  else if (spec.kind == KeyKind::kRate)
    parsed = parse_rate(node.text);
  else
    parsed = parse_number(node.text);
  if (parsed.problem.empty()) return in_range(spec, parsed.value, node);
  errors_.report(node.place, spec.full_name() + " = \"" + node.text + "\" " + parsed.problem,
                 std::move(parsed.hint));
  return std::nullopt;
}

std::optional<KeyValue> ValueReader::read_text(const KeySpec& spec, const ConfigNode& node) const {
  if (!spec.word.empty() && node.text == spec.word) return KeyValue{};
  if (spec.kind == KeyKind::kText) return KeyValue{0, node.text, {}};
  if (needs_unit(spec.kind) || spec.kind == KeyKind::kAddress) return read_quantity(spec, node);
  if (spec.kind == KeyKind::kCount) return read_quoted_count(spec, node);
  return wrong_type(spec, node);
}

std::nullopt_t ValueReader::read_quoted_count(const KeySpec& spec, const ConfigNode& node) const {
  const std::string name = spec.full_name() + " = \"" + node.text + "\"";
  if (!looks_like_integer(node.text)) return wrong_type(spec, node);
  if (node.text.front() == '-') {
    errors_.report(node.place, name + " is negative, and should be " + range_text(spec));
  } else if (!parse_number(node.text).problem.empty()) {
    errors_.report(node.place, name + " is too large, and should be " + range_text(spec));
  } else {
    errors_.report(node.place, name + " is a text, and should be " + expected(spec),
                   "integers are written without quotes");
  }
  return std::nullopt;
}

std::optional<KeyValue> ValueReader::read_region(const KeySpec& spec,
                                                 const ConfigNode& node) const {
  KeySpec number = spec;
  number.kind = KeyKind::kAddress;
  number.range(0, 0xFFFFFFFF);
  if (node.kind == Kind::kInteger) return read_integer(number, node);
  if (node.kind != Kind::kText) return wrong_type(spec, node);
  const auto found = regions_.find(node.text);
  if (found != regions_.end()) return KeyValue{found->second, found->first, {}};
  const ParsedQuantity parsed = parse_number(node.text);
  if (parsed.problem.empty()) return in_range(number, parsed.value, node);
  std::vector<std::string> names;
  for (const auto& [name, key] : regions_) names.push_back(name);
  errors_.report(node.place, spec.full_name() + ": there is no region named \"" + node.text + "\"",
                 did_you_mean(node.text, names, "name a [[region]], or give its key as a number"));
  return std::nullopt;
}

std::optional<KeyValue> ValueReader::read_flags(const KeySpec& spec, const ConfigNode& node) const {
  if (node.kind != Kind::kArray) return wrong_type(spec, node);
  KeyValue value;
  bool good = true;
  for (const ConfigNode& item : node.items) {
    const std::optional<std::uint64_t> choice = read_choice(spec, item);
    if (!choice)
      good = false;
    else
      value.number |= std::uint64_t{1} << *choice;
  }
  return good ? std::optional<KeyValue>(value) : std::nullopt;
}

std::optional<KeyValue> ValueReader::read_addresses(const KeySpec& spec,
                                                    const ConfigNode& node) const {
  if (node.kind != Kind::kArray) return wrong_type(spec, node);
  KeySpec one = spec;
  one.kind = KeyKind::kAddress;
  KeyValue value;
  for (const ConfigNode& item : node.items) {
    const std::optional<KeyValue> address = read(one, item);
    if (!address) return std::nullopt;
    value.numbers.push_back(address->number);
  }
  return value;
}

std::optional<KeyValue> ValueReader::read(const KeySpec& spec, const ConfigNode& node) const {
  if (spec.distribution && node.kind == Kind::kTable) {
    return DistributionReader(*this, errors_).read(spec, node);
  }
  if (spec.kind == KeyKind::kRegion) return read_region(spec, node);
  if (spec.kind == KeyKind::kFlags) return read_flags(spec, node);
  if (spec.kind == KeyKind::kAddresses) return read_addresses(spec, node);
  if (spec.kind == KeyKind::kChoice) {
    const std::optional<std::uint64_t> choice = read_choice(spec, node);
    return choice ? std::optional<KeyValue>(KeyValue{*choice, {}, {}}) : std::nullopt;
  }
  if (spec.kind == KeyKind::kBoolean) {
    if (node.kind != Kind::kBoolean) return wrong_type(spec, node);
    return KeyValue{node.boolean ? 1U : 0U, {}, {}};
  }
  if (node.kind == Kind::kInteger && spec.kind != KeyKind::kText) return read_integer(spec, node);
  if (node.kind == Kind::kText) return read_text(spec, node);
  return wrong_type(spec, node);
}

}  // namespace sgdma::workload
