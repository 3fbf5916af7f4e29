/// What the files of the section key table have in common.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

#include "workload/config/key.h"
#include "workload/config/section_keys.h"
#include "workload/scenario.h"

namespace sgdma::workload {

inline constexpr std::uint64_t kMost32 = std::numeric_limits<std::uint32_t>::max();
inline constexpr std::uint64_t kGibi = 1ULL << 30U;
inline constexpr std::uint64_t kHighestRate = 10'000'000'000'000;  ///< 10 Tbit/s
inline constexpr std::uint64_t kLongestDelay = 1'000'000'000'000;  ///< 1 s
inline constexpr std::string_view kNoLimit = "unlimited";

template <class Member>
Binding<Scenario> engine(Member EngineConfig::*member) {
  return field(&Scenario::engine, member);
}

inline KeySpec count(std::string_view section, std::string_view name, std::string_view summary) {
  return {section, name, KeyKind::kCount, summary};
}
inline KeySpec bytes(std::string_view section, std::string_view name, std::string_view summary) {
  return {section, name, KeyKind::kBytes, summary};
}
inline KeySpec time(std::string_view section, std::string_view name, std::string_view summary) {
  return KeySpec(section, name, KeyKind::kTime, summary).range(0, kLongestTime);
}
inline KeySpec rate(std::string_view section, std::string_view name, std::string_view summary) {
  return KeySpec(section, name, KeyKind::kRate, summary).range(1, kHighestRate).or_word(kNoLimit);
}
inline KeySpec flag(std::string_view section, std::string_view name, std::string_view summary) {
  return {section, name, KeyKind::kBoolean, summary};
}
inline KeySpec choice(std::string_view section, std::string_view name, std::string_view summary) {
  return {section, name, KeyKind::kChoice, summary};
}

/// Whole cycles in which `time` has passed.
inline std::uint64_t cycles_of(std::uint64_t time, std::uint64_t period) {
  return time / period + (time % period != 0 ? 1 : 0);
}

void add_key_cache_keys(KeyTable<Scenario>& keys);
void add_teardown_keys(KeyTable<Scenario>& keys);
void add_memory_keys(KeyTable<Scenario>& keys);

}  // namespace sgdma::workload
