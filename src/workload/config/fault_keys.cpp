#include "workload/config/fault_keys.h"

#include <limits>
#include <optional>

#include "workload/config/section_keys.h"

namespace sgdma::workload {
namespace {

using platform::FaultAnswer;
using platform::FaultRule;
using Table = KeyTable<FaultRule>;

constexpr std::uint64_t kMost24 = (1U << 24U) - 1;
constexpr std::uint64_t kMost32 = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t kMost64 = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t kLastPlace = (1ULL << 31U) - 1;  ///< a transfer has 2^31 bytes at most
constexpr std::uint64_t kHighestLimit = 1ULL << 48U;

KeySpec spec(std::string_view name, KeyKind kind, std::string_view summary) {
  return {"fault", name, kind, summary};
}
KeySpec count(std::string_view name, std::uint64_t most, std::string_view summary) {
  return spec(name, KeyKind::kCount, summary).range(0, most);
}

/// Absent where there is no such condition.
template <class Member>
Binding<FaultRule> condition(std::optional<Member> FaultRule::*member) {
  return {[member](FaultRule& rule, const KeyValue& value) {
            rule.*member = static_cast<Member>(value.number);
          },
          [member](const FaultRule& rule) -> std::optional<KeyValue> {
            if (!(rule.*member)) return std::nullopt;
            return load(*(rule.*member));
          }};
}

/// The first choice is no condition.
Binding<FaultRule> direction() {
  return {[](FaultRule& rule, const KeyValue& value) {
            if (value.number > 0) rule.direction = static_cast<Direction>(value.number - 1);
          },
          [](const FaultRule& rule) {
            return std::optional<KeyValue>(
                {rule.direction ? 1 + index_of(*rule.direction) : 0, {}, {}});
          }};
}

/// A member that counts only where `holds`.
template <class Member>
Binding<FaultRule> where(bool (*holds)(const FaultRule&), Member FaultRule::*member) {
  Binding<FaultRule> binding = field(member);
  binding.get = [holds, get = binding.get](const FaultRule& rule) {
    return holds(rule) ? get(rule) : std::nullopt;
  };
  return binding;
}

bool has_range(const FaultRule& rule) { return rule.bytes != 0; }
bool is_silent(const FaultRule& rule) { return rule.answer == FaultAnswer::kSilent; }

void add_conditions(Table& keys) {
  keys.push_back({spec("direction", KeyKind::kChoice, "Whose beats: reads or writes of memory.")
                      .one_of({"either", "gather", "scatter"}),
                  direction()});
  keys.push_back({count("qp", kMost24, "Number of their queue pair."), condition(&FaultRule::qp)});
  keys.push_back({spec("side", KeyKind::kChoice, "Side of their tag. Needs `qp`.")
                      .one_of({"sq", "rq", "responder"}),
                  condition(&FaultRule::side)});
  keys.push_back(
      {count("number", kMost32, "Number of the WQE or message in their tag, from 0. Needs `qp`."),
       condition(&FaultRule::number)});
  keys.push_back({count("part", kMost32, "Part of the work in their tag, from 0. Needs `qp`."),
                  condition(&FaultRule::part)});
  keys.push_back({spec("address", KeyKind::kAddress,
                       "First physical address of a range of which they have a byte.")
                      .range(0, kMost64),
                  where(has_range, &FaultRule::address)});
  keys.push_back({spec("size", KeyKind::kBytes, "Length of that range.").range(1, kMost64),
                  where(has_range, &FaultRule::bytes)});
  keys.push_back({count("burst", kLastPlace, "Which burst of their transfer, from 0."),
                  condition(&FaultRule::burst)});
  keys.push_back({count("beat", kLastPlace,
                        "Which beat of their transfer, from 0; with `burst`, of that burst."),
                  condition(&FaultRule::beat)});
}

void add_strike(Table& keys) {
  keys.push_back({spec("per_million", KeyKind::kCount,
                       "How many of a million such beats are struck, drawn for each.")
                      .range(1, FaultRule::kAll),
                  field(&FaultRule::per_million)});
  keys.push_back({spec("limit", KeyKind::kCount, "Beats that are struck in all.")
                      .range(1, kHighestLimit)
                      .or_word("unlimited"),
                  field(&FaultRule::limit)});
  keys.push_back({spec("answer", KeyKind::kChoice,
                       "SLVERR or DECERR, and they move nothing; or "
                       "they move, and no answer comes.")
                      .one_of({"slave_error", "decode_error", "silent"})
                      .needed(),
                  field(&FaultRule::answer)});
  keys.push_back(
      {spec("late", KeyKind::kTime,
            "silent: how much later than it would the answer comes; if not given, never.")
           .range(1, kLongestTime)
           .or_word("never"),
       where(is_silent, &FaultRule::late)});
}

Table make_table() {
  Table keys;
  add_conditions(keys);
  add_strike(keys);
  return keys;
}

}  // namespace

const KeyTable<FaultRule>& fault_keys() {
  static const Table table = make_table();
  return table;
}

}  // namespace sgdma::workload
