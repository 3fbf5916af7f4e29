/// Numbers of queue pairs or keys that must differ from each other.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>

namespace sgdma::workload {

/// Hands out each number once: the wanted one where it is free, else the next free one above it
/// (after the largest, from 1 on).
class CaptureNumberSpace {
 public:
  /// Numbers are 0 to `largest`. Requires fewer claims than numbers.
  explicit CaptureNumberSpace(std::uint32_t largest) : largest_(largest) {}

  std::uint32_t claim(std::uint32_t wanted) {
    if (taken_.insert(wanted).second) return wanted;
    std::uint32_t& last = last_for_.try_emplace(wanted, wanted).first->second;
    do {
      last = last < largest_ ? last + 1 : 1;
    } while (!taken_.insert(last).second);
    return last;
  }

 private:
  std::uint32_t largest_;
  std::unordered_set<std::uint32_t> taken_;
  std::unordered_map<std::uint32_t, std::uint32_t> last_for_;
};

}  // namespace sgdma::workload
