/// What a key of a scenario may hold: the part of the key table that the parser, the range checks,
/// the schema and the documentation share.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/distribution.h"

namespace sgdma::workload {

/// How a value is written.
enum class KeyKind : std::uint8_t {
  kCount,      ///< an integer
  kBytes,      ///< "4 KiB"
  kTime,       ///< "547 ns"; held in picoseconds
  kFrequency,  ///< "1 GHz"; held as a period in picoseconds
  kRate,       ///< "400 Gbit/s"; held in bits a second
  kAddress,    ///< "0x1000", or an integer
  kRegion,     ///< the name of a region, or a key as a number; `text` has the name
  kBoolean,
  kChoice,     ///< one of `choices`; held as the position in there
  kFlags,      ///< an array of `choices`; held as bits, the first choice being bit 0
  kAddresses,  ///< an array of addresses
  kText,
  kEntries,  ///< an array of tables with keys of their own
};

/// The value of a key in base units. Kinds use the member that fits them.
struct KeyValue {
  std::uint64_t number = 0;
  std::string text;
  std::vector<std::uint64_t> numbers;
  /// Of a key that takes distributions, in place of `number`.
  std::optional<platform::Distribution> distribution = std::nullopt;
};

/// Built by `KeySpec(...)` and refined by the members that return *this.
struct KeySpec {
  KeySpec(std::string_view section_name, std::string_view key_name, KeyKind key_kind,
          std::string_view key_summary)
      : section(section_name), name(key_name), kind(key_kind), summary(key_summary) {}

  /// Smallest and largest number, in base units.
  KeySpec& range(std::uint64_t smallest, std::uint64_t largest);
  /// Only powers of two.
  KeySpec& powers_of_two();
  /// `word` stands for 0.
  KeySpec& or_word(std::string_view word_for_zero);
  KeySpec& one_of(std::vector<std::string_view> names);
  /// No default: the key has to be there.
  KeySpec& needed();
  /// Also what it is drawn from: `{ uniform = [...] }` and the like.
  KeySpec& or_distribution();
  /// Another way to write another key: never written back.
  KeySpec& alias();

  /// "section.name".
  std::string full_name() const;

  std::string_view section;  ///< of the table or list; "wqe.sge" for the entries of a WQE's list
  std::string_view name;
  KeyKind kind;
  std::string_view summary;
  std::uint64_t minimum = 0;
  std::uint64_t maximum = 0;
  bool power_of_two = false;
  bool required = false;
  bool distribution = false;
  bool is_alias = false;
  std::string_view word;  ///< empty: none
  std::vector<std::string_view> choices;
};

/// "64 B to 4 KiB, a power of two, or "unlimited"": what the key accepts, for messages and pages.
std::string range_text(const KeySpec& spec);

/// The value as TOML.
std::string format_value(const KeySpec& spec, const KeyValue& value);

/// `text` as a TOML basic string, quotes included.
std::string quoted(std::string_view text);

}  // namespace sgdma::workload
