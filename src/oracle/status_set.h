/// A set of completion statuses: where the rules leave a status open, any of several is right.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>

#include "types/completion_status.h"

namespace sgdma::oracle {

class StatusSet {
 public:
  constexpr StatusSet() = default;
  constexpr StatusSet(std::initializer_list<CompletionStatus> statuses) {
    for (const CompletionStatus status : statuses) {
      bits_ |= bit(status);
    }
  }
  /// Every status but SUCCESS.
  static constexpr StatusSet any_error() {
    StatusSet all;
    all.bits_ = ((1U << kCompletionStatusNames.size()) - 1U) & ~bit(CompletionStatus::kSuccess);
    return all;
  }

  constexpr bool empty() const { return bits_ == 0; }
  constexpr bool contains(CompletionStatus status) const { return (bits_ & bit(status)) != 0; }
  constexpr StatusSet& operator|=(StatusSet other) {
    bits_ |= other.bits_;
    return *this;
  }

 private:
  static constexpr std::uint32_t bit(CompletionStatus status) {
    return 1U << static_cast<unsigned>(status);
  }

  std::uint32_t bits_ = 0;
};

/// "LOC_PROT_ERR or LOC_ACCESS_ERR".
inline std::string to_string(StatusSet set) {
  std::string text;
  for (std::size_t at = 0; at < kCompletionStatusNames.size(); ++at) {
    if (set.contains(static_cast<CompletionStatus>(at))) {
      text.append(text.empty() ? "" : " or ").append(kCompletionStatusNames[at]);
    }
  }
  return text;
}

}  // namespace sgdma::oracle
