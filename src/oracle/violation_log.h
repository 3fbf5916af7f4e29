/// Collects broken checks. Never throws on its own, never prints.
///
/// Invariant: keeps the first `kKept` violations and counts all. They stand in the order in which
/// they happened, which is that of the reports, but for rows: what happens at edges at which only
/// beats move may be reported one channel after the other.
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

  /// What comes first within an edge, where it is not the order of the reports that says so.
  enum class Order : std::uint8_t { kGatherMoves, kScatterMoves, kServedAhead, kAsReported };

  /// Events from here on happen at edge `now`.
  void set_now(Cycle now) { now_ = now; }
  Cycle now() const { return now_; }
  /// And at this place in the edge.
  void set_order(Order order) { order_ = order; }
  Order order() const { return order_; }

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
  Order order_ = Order::kAsReported;
  std::uint64_t checked_ = 0;
  std::uint64_t broken_ = 0;
  std::vector<Violation> violations_;
  std::vector<Order> orders_;  ///< of the violations
};

}  // namespace sgdma::oracle
