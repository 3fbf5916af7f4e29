#include "workload/stimulus/stimulus_keys.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "workload/config/list_keys.h"
#include "workload/config/section_keys.h"

namespace sgdma::workload {
namespace {

constexpr std::array<std::string_view, 4> kRepetition = {"count", "every", "stride", "wrap"};

template <class Entry>
KeyTable<Entry> for_lines(std::string_view section, KeyTable<Entry> keys) {
  const auto repeats = [](const Key<Entry>& key) {
    return std::find(kRepetition.begin(), kRepetition.end(), key.spec.name) != kRepetition.end();
  };
  keys.erase(std::remove_if(keys.begin(), keys.end(), repeats), keys.end());
  keys.push_back({KeySpec(section, "gap", KeyKind::kTime,
                          "Time from the arrival in the line before, instead of `at`.")
                      .range(0, kLongestTime),
                  field(&Entry::arrival, &Arrival::gap)});
  return keys;
}

}  // namespace

const KeyTable<WqeEntry>& wqe_line_keys() {
  static const KeyTable<WqeEntry> table = for_lines("wqe", wqe_keys());
  return table;
}

const KeyTable<PacketEntry>& packet_line_keys() {
  static const KeyTable<PacketEntry> table = for_lines("packet", packet_keys());
  return table;
}

}  // namespace sgdma::workload
