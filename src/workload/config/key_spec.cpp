#include "workload/config/key_spec.h"

#include <utility>

#include "workload/config/quantity.h"

namespace sgdma::workload {
namespace {

std::string format_number(const KeySpec& spec, std::uint64_t number) {
  switch (spec.kind) {
    case KeyKind::kBytes: return format_bytes(number);
    case KeyKind::kTime:
    case KeyKind::kFrequency: return format_time(number);
    case KeyKind::kRate: return format_rate(number);
    case KeyKind::kAddress:
    case KeyKind::kRegion: return format_address(number);
    default: return std::to_string(number);
  }
}

std::string choices_text(const KeySpec& spec) {
  std::string text;
  for (const std::string_view choice : spec.choices) {
    if (!text.empty()) text += ", ";
    text += quoted(choice);
  }
  return text;
}

std::string format_flags(const KeySpec& spec, std::uint64_t bits) {
  std::string text;
  for (std::size_t i = 0; i < spec.choices.size(); ++i) {
    if ((bits >> i & 1U) == 0) continue;
    if (!text.empty()) text += ", ";
    text += quoted(spec.choices[i]);
  }
  return "[" + text + "]";
}

/// A share as a percentage, exactly.
std::string format_percent(std::uint64_t share) {
  constexpr std::uint64_t kPercent = platform::Distribution::kWhole / 100;
  std::string text = std::to_string(share / kPercent);
  std::string decimals = std::to_string(kPercent + share % kPercent).substr(1);
  decimals.erase(decimals.find_last_not_of('0') + 1);
  return decimals.empty() ? text : text + "." + decimals;
}

std::string format_distribution(const KeySpec& spec, const platform::Distribution& distribution) {
  using Kind = platform::Distribution::Kind;
  std::string text;
  for (const platform::Distribution::Point& point : distribution.points()) {
    std::string value = format_value(spec, KeyValue{point.value, {}, {}});
    if (distribution.is_constant()) return value;
    text += text.empty() ? "" : ", ";
    switch (distribution.kind()) {
      case Kind::kWeights: text += "[" + value + ", " + std::to_string(point.share) + "]"; break;
      case Kind::kTable: text += "[" + value + ", " + format_percent(point.share) + "]"; break;
      default: text += value;
    }
  }
  const std::string_view name = distribution.kind() == Kind::kUniform   ? "uniform"
                                : distribution.kind() == Kind::kWeights ? "weights"
                                                                        : "table";
  return "{ " + std::string(name) + " = [" + text + "] }";
}

std::string format_addresses(const std::vector<std::uint64_t>& addresses) {
  constexpr std::size_t kOnALine = 6;
  const bool several = addresses.size() > kOnALine;
  std::string text;
  for (std::size_t at = 0; at < addresses.size(); ++at) {
    if (at > 0) text += several && at % kOnALine == 0 ? "," : ", ";
    if (several && at % kOnALine == 0) text += "\n  ";
    text += quoted(format_address(addresses[at]));
  }
  return "[" + text + (several ? ",\n]" : "]");
}

}  // namespace

KeySpec& KeySpec::range(std::uint64_t smallest, std::uint64_t largest) {
  minimum = smallest;
  maximum = largest;
  return *this;
}

KeySpec& KeySpec::powers_of_two() {
  power_of_two = true;
  return *this;
}

KeySpec& KeySpec::or_word(std::string_view word_for_zero) {
  word = word_for_zero;
  return *this;
}

KeySpec& KeySpec::one_of(std::vector<std::string_view> names) {
  choices = std::move(names);
  return *this;
}

KeySpec& KeySpec::needed() {
  required = true;
  return *this;
}

KeySpec& KeySpec::or_distribution() {
  distribution = true;
  return *this;
}

KeySpec& KeySpec::alias() {
  is_alias = true;
  return *this;
}

std::string KeySpec::full_name() const { return std::string(section) + "." + std::string(name); }

std::string range_text(const KeySpec& spec) {
  if (spec.distribution) {
    KeySpec one = spec;
    one.distribution = false;
    return range_text(one) + ", or a distribution";
  }
  switch (spec.kind) {
    case KeyKind::kBoolean: return "true or false";
    case KeyKind::kChoice: return "one of " + choices_text(spec);
    case KeyKind::kFlags: return "an array of " + choices_text(spec);
    case KeyKind::kAddresses: return "an array of addresses";
    case KeyKind::kFrequency: return "1 MHz to 1000 GHz, with a period of whole picoseconds";
    case KeyKind::kRegion: return "the name of a region, or a key up to 0xffffffff";
    case KeyKind::kText: return "a text";
    case KeyKind::kEntries: return "an array of tables";
    default: break;
  }
  std::string text = format_number(spec, spec.minimum) + " to " + format_number(spec, spec.maximum);
  if (spec.power_of_two) text += ", a power of two";
  if (!spec.word.empty()) text += ", or " + quoted(spec.word);
  return text;
}

std::string format_value(const KeySpec& spec, const KeyValue& value) {
  if (value.distribution) return format_distribution(spec, *value.distribution);
  if (!spec.word.empty() && value.number == 0) return quoted(spec.word);
  switch (spec.kind) {
    case KeyKind::kCount: return std::to_string(value.number);
    case KeyKind::kBoolean: return value.number != 0 ? "true" : "false";
    case KeyKind::kChoice: return quoted(spec.choices[value.number]);
    case KeyKind::kFlags: return format_flags(spec, value.number);
    case KeyKind::kAddresses: return format_addresses(value.numbers);
    case KeyKind::kText: return quoted(value.text);
    case KeyKind::kRegion:
      return quoted(value.text.empty() ? format_address(value.number) : value.text);
    case KeyKind::kEntries: return value.text;
    default: return quoted(format_number(spec, value.number));
  }
}

std::string quoted(std::string_view text) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string result = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (code < 0x20 || code == 0x7F) {
      result += "\\u00";
      result += kHex[code >> 4U];
      result += kHex[code & 0xFU];
    } else {
      result += c;
    }
  }
  return result + "\"";
}

}  // namespace sgdma::workload
