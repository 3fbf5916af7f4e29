#include <algorithm>
#include <limits>

#include "workload/config/section_key_parts.h"

namespace sgdma::workload {
namespace {

using Table = KeyTable<Scenario>;

template <class Member>
Binding<Scenario> cache(Member KeyCacheConfig::*member) {
  return {[member](Scenario& scenario, const KeyValue& value) {
            store(scenario.engine.key_cache.*member, value);
          },
          [member](const Scenario& scenario) {
            return std::optional<KeyValue>(load(scenario.engine.key_cache.*member));
          }};
}

/// Held in cycles; what is out of range stays so, and is found between the keys.
Binding<Scenario> latency(std::uint32_t KeyCacheConfig::*member) {
  return {[member](Scenario& scenario, const KeyValue& value) {
            scenario.engine.key_cache.*member = static_cast<std::uint32_t>(
                std::min(cycles_of(value.number, scenario.clock_period), kMost32));
          },
          [member](const Scenario& scenario) {
            return std::optional<KeyValue>(
                load(scenario.engine.key_cache.*member * scenario.clock_period));
          }};
}

KeySpec cache_count(std::string_view name, std::string_view summary) {
  return count("key_cache", name, summary);
}

void add_policies(Table& keys) {
  keys.push_back({choice("key_cache", "translation",
                         "How much of a transfer is derived from its region's page list at once: "
                         "all of it before it begins, or a piece at a time, the next one ahead. "
                         "With beat every burst has one beat.")
                      .one_of({kTranslationNames.begin(), kTranslationNames.end()}),
                  engine(&EngineConfig::translation)});
  keys.push_back(
      {choice("key_cache", "deregistration",
              "When a deregistration is answered, and what becomes of transfers in slots: wait: "
              "they go on, and it waits for them; fence: pieces in hand go on, the next one "
              "fails, and it waits for every piece that was in hand; force_error: they are torn "
              "down and their queue pairs brought into ERR, and it waits for them; immediate: as "
              "fence, and it is answered at once, which is not safe.")
           .one_of({kDeregistrationNames.begin(), kDeregistrationNames.end()}),
       engine(&EngineConfig::deregistration)});
  keys.push_back({choice("key_cache", "baseline",
                         "deregistration = \"immediate\" has to be asked for here once more: "
                         "memory may be touched after the answer, and how much is measured.")
                      .one_of({"none", "immediate"}),
                  field(&Scenario::baseline)});
}

}  // namespace

void add_key_cache_keys(Table& keys) {
  add_policies(keys);
  keys.push_back({cache_count("capacity",
                              "Lines of page lists that are kept; unlimited: all are on the "
                              "chip, and nothing misses.")
                      .range(1, KeyCacheConfig::kMostLines)
                      .or_word(kNoLimit),
                  cache(&KeyCacheConfig::capacity)});
  keys.push_back({cache_count("associativity",
                              "Lines of a set; key_cache.capacity is a multiple of it. full: all.")
                      .range(1, KeyCacheConfig::kMostLines)
                      .or_word("full"),
                  cache(&KeyCacheConfig::associativity)});
  keys.push_back({cache_count("pages_per_line", "Page addresses of a line, 8 bytes each.")
                      .range(1, KeyCacheConfig::kMostPagesPerLine)
                      .powers_of_two(),
                  cache(&KeyCacheConfig::pages_per_line)});
  keys.push_back({time("key_cache", "hit_latency",
                       "From a lookup to its answer, in whole cycles, rounded up; at most 1000.")
                      .range(0, kLongestDelay),
                  latency(&KeyCacheConfig::hit_latency)});
  keys.push_back({time("key_cache", "miss_latency",
                       "From when a miss is known to the fill, in whole cycles, rounded up; at "
                       "most 1000000. Not over the bus.")
                      .range(1, kLongestDelay),
                  latency(&KeyCacheConfig::miss_latency)});
  keys.push_back(
      {cache_count("ports", "Lookups that may begin in a cycle.").range(1, 65535).or_word(kNoLimit),
       cache(&KeyCacheConfig::ports)});
  keys.push_back({cache_count("outstanding_misses", "Lines that may be fetched at once.")
                      .range(1, 65535)
                      .or_word(kNoLimit),
                  cache(&KeyCacheConfig::outstanding_misses)});
  keys.push_back({flag("key_cache", "fetch_over_bus",
                       "Lines are read over the host memory bus, instead of coming after "
                       "key_cache.miss_latency."),
                  cache(&KeyCacheConfig::fetch_over_bus)});
  keys.push_back({KeySpec("key_cache", "table", KeyKind::kAddress,
                          "Address of the page lists in host memory, for "
                          "key_cache.fetch_over_bus; a multiple of 4 KiB.")
                      .range(0, std::numeric_limits<std::uint64_t>::max()),
                  cache(&KeyCacheConfig::table)});
}

}  // namespace sgdma::workload
