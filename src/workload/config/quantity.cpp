#include "workload/config/quantity.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <optional>

#include "core/wide.h"

namespace sgdma::workload {
namespace {

using core::WideUnsigned;

constexpr std::uint64_t kMaximum = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t kPicosecondsPerSecond = 1'000'000'000'000;
constexpr std::size_t kFractionDigits = 18;

struct Unit {
  std::string_view name;
  std::uint64_t size;  ///< in base units
};

constexpr std::array<Unit, 9> kByteUnits = {{{"B", 1},
                                             {"kB", 1'000},
                                             {"MB", 1'000'000},
                                             {"GB", 1'000'000'000},
                                             {"TB", 1'000'000'000'000},
                                             {"KiB", 1ULL << 10U},
                                             {"MiB", 1ULL << 20U},
                                             {"GiB", 1ULL << 30U},
                                             {"TiB", 1ULL << 40U}}};
constexpr std::array<Unit, 5> kTimeUnits = {{{"ps", 1},
                                             {"ns", 1'000},
                                             {"us", 1'000'000},
                                             {"ms", 1'000'000'000},
                                             {"s", kPicosecondsPerSecond}}};
constexpr std::array<Unit, 4> kFrequencyUnits = {
    {{"Hz", 1}, {"kHz", 1'000}, {"MHz", 1'000'000}, {"GHz", 1'000'000'000}}};
constexpr std::array<Unit, 10> kRateUnits = {{{"bit/s", 1},
                                              {"kbit/s", 1'000},
                                              {"Mbit/s", 1'000'000},
                                              {"Gbit/s", 1'000'000'000},
                                              {"Tbit/s", 1'000'000'000'000},
                                              {"B/s", 8},
                                              {"kB/s", 8'000},
                                              {"MB/s", 8'000'000},
                                              {"GB/s", 8'000'000'000},
                                              {"TB/s", 8'000'000'000'000}}};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

ParsedQuantity problem(std::string text, std::string hint = {}) {
  return {0, std::move(text), std::move(hint)};
}

/// Digits before and after the decimal point, and what follows them.
struct Split {
  std::string_view whole;
  std::string_view fraction;
  std::string_view unit;
};

std::string_view take_digits(std::string_view& text) {
  const auto end = std::find_if_not(text.begin(), text.end(), is_digit);
  const auto count = static_cast<std::size_t>(end - text.begin());
  const std::string_view digits = text.substr(0, count);
  text.remove_prefix(count);
  return digits;
}

/// Empty if the text does not begin with a number.
std::optional<Split> split(std::string_view text) {
  Split result;
  result.whole = take_digits(text);
  if (result.whole.empty()) return std::nullopt;
  if (text.size() > 1 && text[0] == '.' && is_digit(text[1])) {
    text.remove_prefix(1);
    result.fraction = take_digits(text);
  }
  const std::size_t unit = text.find_first_not_of(' ');
  result.unit = unit == std::string_view::npos ? std::string_view() : text.substr(unit);
  while (!result.fraction.empty() && result.fraction.back() == '0')
    result.fraction.remove_suffix(1);
  return result;
}

/// Empty if 64 bits do not hold it.
std::optional<std::uint64_t> to_number(std::string_view digits) {
  std::uint64_t number = 0;
  for (const char c : digits) {
    const auto digit = static_cast<std::uint64_t>(c - '0');
    if (number > (kMaximum - digit) / 10) return std::nullopt;
    number = number * 10 + digit;
  }
  return number;
}

/// The number in units of `size`.
ParsedQuantity scaled(const Split& split, std::uint64_t size, std::string_view base) {
  const std::optional<std::uint64_t> whole = to_number(split.whole);
  if (!whole) return problem("is too large");
  WideUnsigned total = WideUnsigned{*whole} * size;
  if (!split.fraction.empty()) {
    const std::string not_whole = "is no whole number of " + std::string(base);
    if (split.fraction.size() > kFractionDigits) return problem(not_whole);
    std::uint64_t denominator = 1;
    for (std::size_t i = 0; i < split.fraction.size(); ++i) denominator *= 10;
    const WideUnsigned part = WideUnsigned{*to_number(split.fraction)} * size;
    if (part % denominator != 0) return problem(not_whole);
    total += part / denominator;
  }
  if (total > kMaximum) return problem("is too large");
  return {static_cast<std::uint64_t>(total), {}, {}};
}

template <std::size_t N>
std::string names(const std::array<Unit, N>& units) {
  std::string text = "units are ";
  for (const Unit& unit : units) {
    if (&unit != &units.front()) text += ", ";
    text += unit.name;
  }
  return text;
}

template <std::size_t N>
ParsedQuantity parse(std::string_view text, const std::array<Unit, N>& units,
                     std::string_view base) {
  const std::optional<Split> parts = split(text);
  if (!parts) return problem("is no number with a unit", names(units));
  if (parts->unit.empty()) {
    return problem("has no unit", "write for example \"" + std::string(text) + " " +
                                      std::string(units[0].name) + "\"");
  }
  const auto unit = std::find_if(units.begin(), units.end(),
                                 [&](const Unit& known) { return known.name == parts->unit; });
  if (unit == units.end()) {
    return problem("has an unknown unit: \"" + std::string(parts->unit) + "\"", names(units));
  }
  return scaled(*parts, unit->size, base);
}

/// In the largest unit that divides `value`.
template <std::size_t N>
std::string format(std::uint64_t value, const std::array<Unit, N>& units, std::size_t first,
                   std::size_t last) {
  const Unit* best = units.data();
  for (std::size_t i = first; i <= last && value != 0; ++i) {
    if (value % units[i].size == 0) best = &units[i];
  }
  return std::to_string(value / best->size) + " " + std::string(best->name);
}

}  // namespace

ParsedQuantity parse_bytes(std::string_view text) { return parse(text, kByteUnits, "bytes"); }

ParsedQuantity parse_time(std::string_view text, platform::Picoseconds period) {
  const std::optional<Split> parts = split(text);
  if (parts && (parts->unit == "cycles" || parts->unit == "cycle")) {
    return scaled(*parts, period, "picoseconds");
  }
  ParsedQuantity result = parse(text, kTimeUnits, "picoseconds");
  if (result.hint.rfind("units are", 0) == 0) result.hint += ", cycles";
  return result;
}

ParsedQuantity parse_frequency(std::string_view text) {
  ParsedQuantity hertz = parse(text, kFrequencyUnits, "hertz");
  if (!hertz.problem.empty()) return hertz;
  if (hertz.value == 0 || hertz.value > kPicosecondsPerSecond) {
    return problem("is not in 1 Hz to 1000 GHz");
  }
  const std::uint64_t period = kPicosecondsPerSecond / hertz.value;
  if (kPicosecondsPerSecond % hertz.value != 0) {
    return problem("has a period that is no whole number of picoseconds",
                   "the nearest periods are \"" + std::to_string(period) + " ps\" and \"" +
                       std::to_string(period + 1) + " ps\"; set clock.period to one of them");
  }
  return {period, {}, {}};
}

ParsedQuantity parse_rate(std::string_view text) {
  return parse(text, kRateUnits, "bits a second");
}

ParsedQuantity parse_number(std::string_view text) {
  const bool hexadecimal = text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
  const std::uint64_t base = hexadecimal ? 16 : 10;
  std::string_view digits = hexadecimal ? text.substr(2) : text;
  if (digits.empty()) return problem("is no number");
  std::uint64_t number = 0;
  for (const char c : digits) {
    std::uint64_t digit = 16;
    if (is_digit(c))
      digit = static_cast<std::uint64_t>(c - '0');
    else if (c >= 'a' && c <= 'f')
      digit = static_cast<std::uint64_t>(c - 'a') + 10;
    else if (c >= 'A' && c <= 'F')
      digit = static_cast<std::uint64_t>(c - 'A') + 10;
    if (digit >= base) return problem("is no number", "write \"0x1000\" or 4096");
    if (number > (kMaximum - digit) / base) return problem("does not fit 64 bits");
    number = number * base + digit;
  }
  return {number, {}, {}};
}

std::string format_bytes(std::uint64_t bytes) { return format(bytes, kByteUnits, 5, 8); }

std::string format_time(platform::Picoseconds time) { return format(time, kTimeUnits, 0, 4); }

std::string format_rate(std::uint64_t bits) { return format(bits, kRateUnits, 0, 4); }

std::string format_address(std::uint64_t address) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  do {
    text.insert(text.begin(), kDigits[address % 16]);
    address /= 16;
  } while (address != 0);
  return "0x" + text;
}

PayloadRate payload_rate(std::uint64_t bits, platform::Picoseconds period) {
  if (bits == 0) return {};
  // bits / 1e12 ps * period / 8. Common factors go first, so that 64 bits hold what is left.
  std::uint64_t per_second = bits;
  std::uint64_t denominator = 8 * kPicosecondsPerSecond;
  const std::uint64_t first = std::gcd(per_second, denominator);
  per_second /= first;
  denominator /= first;
  const std::uint64_t second = std::gcd(period, denominator);
  return {per_second * (period / second), denominator / second};
}

std::uint64_t bits_per_second(const PayloadRate& rate, platform::Picoseconds period) {
  if (rate.unlimited()) return 0;
  const WideUnsigned bits = WideUnsigned{rate.numerator} * 8 * kPicosecondsPerSecond;
  return static_cast<std::uint64_t>(bits / rate.denominator / period);
}

}  // namespace sgdma::workload
