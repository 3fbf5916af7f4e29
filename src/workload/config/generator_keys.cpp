#include "workload/config/generator_keys.h"

#include <limits>

#include "workload/config/section_keys.h"

namespace sgdma::workload {
namespace {

using Table = KeyTable<GeneratorEntry>;

constexpr std::uint64_t kMost24 = (1U << 24U) - 1;
constexpr std::uint64_t kMostMessage = 1ULL << 31U;
constexpr std::uint64_t kMostMessages = 1ULL << 48U;
constexpr std::uint64_t kMostAlignment = 1ULL << 30U;
constexpr std::uint64_t kHighestLoad = 100'000'000'000'000;  // 100 Tbit/s

KeySpec spec(std::string_view name, KeyKind kind, std::string_view summary) {
  return {"generator", name, kind, summary};
}
KeySpec time(std::string_view name, std::string_view summary) {
  return spec(name, KeyKind::kTime, summary).range(0, kLongestTime);
}

template <class Member>
Binding<GeneratorEntry> of(Member GeneratorConfig::*member) {
  return field(&GeneratorEntry::config, member);
}

/// Absent where it is 0.
Binding<GeneratorEntry> optional_time(platform::Picoseconds GeneratorConfig::*member) {
  Binding<GeneratorEntry> binding = of(member);
  binding.get = [member](const GeneratorEntry& entry) -> std::optional<KeyValue> {
    if (entry.config.*member == 0) return std::nullopt;
    return KeyValue{entry.config.*member, {}, {}};
  };
  return binding;
}

/// Absent in a closed loop, where it has no meaning.
template <class Member>
Binding<GeneratorEntry> of_open_loop(Member GeneratorConfig::*member) {
  Binding<GeneratorEntry> binding = of(member);
  binding.get = [get = binding.get](const GeneratorEntry& entry) -> std::optional<KeyValue> {
    if (entry.config.depth != 0) return std::nullopt;
    return get(entry);
  };
  return binding;
}

Binding<GeneratorEntry> region(std::optional<RegionKey> GeneratorConfig::*member) {
  return {[member](GeneratorEntry& entry, const KeyValue& value) {
            entry.config.*member = RegionKey{static_cast<std::uint32_t>(value.number)};
          },
          [member](const GeneratorEntry& entry) -> std::optional<KeyValue> {
            if (!(entry.config.*member)) return std::nullopt;
            return KeyValue{raw(*(entry.config.*member)), {}, {}};
          }};
}

void add_who_and_what(Table& keys) {
  keys.push_back({spec("name", KeyKind::kText, "Name: of its random numbers, too.").needed(),
                  of(&GeneratorConfig::name)});
  keys.push_back(
      {spec("qp", KeyKind::kCount, "Number of its (first) queue pair, which nobody else uses.")
           .range(0, kMost24)
           .needed(),
       of(&GeneratorConfig::first_qp)});
  keys.push_back({spec("qps", KeyKind::kCount, "How many queue pairs, with consecutive numbers.")
                      .range(1, 1U << 20U),
                  of(&GeneratorConfig::queue_pairs)});
  keys.push_back({spec("op", KeyKind::kChoice,
                       "What its messages are: WQEs that software posts, or what peers send.")
                      .one_of({"send", "write", "read", "compare_swap", "fetch_add",
                               "incoming_send", "incoming_write", "incoming_read",
                               "incoming_compare_swap", "incoming_fetch_add"})
                      .or_distribution()
                      .needed(),
                  of(&GeneratorConfig::op)});
  keys.push_back(
      {spec("size", KeyKind::kBytes, "Length of a message; that of an atomic is 8 B in any case.")
           .range(0, kMostMessage)
           .or_distribution(),
       of(&GeneratorConfig::size)});
}

void add_memory(Table& keys) {
  keys.push_back({spec("sges", KeyKind::kCount,
                       "Pieces that a WQE's or receive's memory comes in, of equal length.")
                      .range(1, 256)
                      .or_distribution(),
                  of(&GeneratorConfig::sges)});
  keys.push_back({spec("region", KeyKind::kRegion, "Where the memory of WQEs and receives lies."),
                  region(&GeneratorConfig::region)});
  keys.push_back(
      {spec("remote", KeyKind::kRegion, "What incoming WRITEs, READs and atomics touch."),
       region(&GeneratorConfig::remote)});
  keys.push_back({spec("alignment", KeyKind::kBytes,
                       "Each piece begins at a multiple of it, from the start of the region.")
                      .range(1, kMostAlignment),
                  of(&GeneratorConfig::alignment)});
  keys.push_back({spec("addresses", KeyKind::kChoice, "Where the next piece lies in its region.")
                      .one_of({"sequential", "random", "same"}),
                  of(&GeneratorConfig::addresses)});
}

void add_arrivals(Table& keys) {
  keys.push_back(
      {spec("depth", KeyKind::kCount, "Closed loop: as many messages under way on each queue pair.")
           .range(1, 1U << 20U)
           .or_word("open_loop"),
       of(&GeneratorConfig::depth)});
  keys.push_back({spec("arrivals", KeyKind::kChoice, "When the messages of an open loop come.")
                      .one_of({"fixed", "poisson", "on_off"}),
                  of_open_loop(&GeneratorConfig::arrivals)});
  keys.push_back(
      {time("interval",
            "Open loop: time from one arrival to the next, on average; with on_off while "
            "it is on.")
           .range(1, kLongestTime),
       optional_time(&GeneratorConfig::interval)});
  keys.push_back({spec("load", KeyKind::kRate,
                       "Open loop: payload that arrives on average, instead of `interval`.")
                      .range(1, kHighestLoad)
                      .alias(),
                  {[](GeneratorEntry& entry, const KeyValue& value) { entry.load = value.number; },
                   [](const GeneratorEntry&) { return std::optional<KeyValue>(); }}});
  keys.push_back({time("on", "on_off: how long it is on, on average.").range(1, kLongestTime),
                  optional_time(&GeneratorConfig::on)});
  keys.push_back({time("off", "on_off: how long it is off, on average.").range(1, kLongestTime),
                  optional_time(&GeneratorConfig::off)});
  keys.push_back(
      {spec("qp_order", KeyKind::kChoice, "Open loop: which queue pair gets the next message.")
           .one_of({"round_robin", "random"}),
       of_open_loop(&GeneratorConfig::qp_order)});
  keys.push_back({spec("incast", KeyKind::kBoolean,
                       "Open loop: every arrival is a message for each queue pair at once."),
                  of_open_loop(&GeneratorConfig::incast)});
  keys.push_back({spec("messages", KeyKind::kCount, "How many messages in all.")
                      .range(1, kMostMessages)
                      .or_word("unlimited"),
                  of(&GeneratorConfig::messages)});
  keys.push_back({time("start", "No message comes before."), of(&GeneratorConfig::start)});
  keys.push_back({time("stop", "No message comes after.").range(1, kLongestTime).or_word("never"),
                  of(&GeneratorConfig::stop)});
}

Table make_table() {
  Table keys;
  add_who_and_what(keys);
  add_memory(keys);
  add_arrivals(keys);
  return keys;
}

}  // namespace

const KeyTable<GeneratorEntry>& generator_keys() {
  static const Table table = make_table();
  return table;
}

}  // namespace sgdma::workload
