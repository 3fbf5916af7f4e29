/// A progress bar on a terminal.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "types/cycle.h"

namespace sgdma::app {

/// Draws on standard error, at most ten times a second, and only where that is a terminal. Draws
/// nothing in the first second.
class ProgressBar {
 public:
  /// `work` is about how many transfers there will be; 0 where that is not known.
  ProgressBar(bool enabled, std::uint64_t work);
  ~ProgressBar() { clear(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void update(Cycle reached, std::uint64_t finished);
  /// The same for points of a campaign, `all` of them.
  void update_points(std::uint64_t done, std::uint64_t all);
  /// Takes the bar away, so that other text can follow.
  void clear();

 private:
  bool due();
  void draw(double done, const std::string& text);

  using Clock = std::chrono::steady_clock;

  bool enabled_;
  bool drawn_ = false;
  std::uint64_t work_;
  Clock::time_point start_;
  Clock::time_point next_;
};

}  // namespace sgdma::app
