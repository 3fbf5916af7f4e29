/// What happens in a simulation, in its order.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <systemc>

namespace sgdma::test {

/// A line for each thing, with its time in picoseconds.
class Journal {
 public:
  /// `delay`: of a call that is annotated.
  void add(const std::string& what, const sc_core::sc_time& delay = sc_core::SC_ZERO_TIME) {
    const sc_core::sc_time time = sc_core::sc_time_stamp() + delay;
    lines_.push_back(std::to_string(time.value()) + ' ' + what);
    longest_delay_ = std::max(longest_delay_, delay);
  }
  const std::vector<std::string>& lines() const { return lines_; }
  const sc_core::sc_time& longest_delay() const { return longest_delay_; }

 private:
  std::vector<std::string> lines_;
  sc_core::sc_time longest_delay_;
};

}  // namespace sgdma::test
