/// Collects broken checks. Never throws on its own, never prints.
///
/// Invariant: keeps the first `kKept` violations and counts all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/violation.h"

namespace sgdma::oracle {

class ViolationLog {
 public:
  static constexpr std::size_t kKept = 100;

  /// Events from here on happen at edge `now`.
  void set_now(Cycle now) { now_ = now; }
  Cycle now() const { return now_; }

  /// Counts a check and returns whether it holds.
  bool holds(bool condition) {
    ++checked_;
    return condition;
  }
  /// Counts `checks` checks that were made together.
  void count(std::uint64_t checks) { checked_ += checks; }

  /// Records a broken check at the current edge. `check` has static storage.
  void report(std::string_view check, const Place& place, std::string text);

  const std::vector<Violation>& violations() const { return violations_; }
  std::uint64_t broken() const { return broken_; }
  std::uint64_t checked() const { return checked_; }

 private:
  Cycle now_ = 0;
  std::uint64_t checked_ = 0;
  std::uint64_t broken_ = 0;
  std::vector<Violation> violations_;
};

}  // namespace sgdma::oracle
