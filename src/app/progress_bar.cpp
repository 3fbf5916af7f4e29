#include "app/progress_bar.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <unistd.h>

#include <fmt/format.h>

namespace sgdma::app {

ProgressBar::ProgressBar(bool enabled, std::uint64_t work)
    : enabled_(enabled && isatty(STDERR_FILENO) != 0),
      work_(work),
      start_(Clock::now()),
      next_(start_ + std::chrono::seconds(1)) {}

void ProgressBar::clear() {
  if (drawn_) {
    std::fputs("\r\033[K", stderr);
    drawn_ = false;
  }
}

bool ProgressBar::due() {
  if (!enabled_ || Clock::now() < next_) {
    return false;
  }
  next_ = Clock::now() + std::chrono::milliseconds(100);
  return true;
}

void ProgressBar::draw(double done, const std::string& text) {
  constexpr std::size_t kWidth = 30;
  const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  const auto filled = static_cast<std::size_t>(done * static_cast<double>(kWidth));
  std::string line = fmt::format("\r[{}{}] {:3.0f} %  {}", std::string(filled, '#'),
                                 std::string(kWidth - filled, '.'), 100.0 * done, text);
  if (done > 0) {
    line += fmt::format(", {:.0f} s left", seconds / done - seconds);
  }
  line += "\033[K";
  std::fputs(line.c_str(), stderr);
  std::fflush(stderr);
  drawn_ = true;
}

void ProgressBar::update(Cycle reached, std::uint64_t finished) {
  if (!due()) {
    return;
  }
  const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  const double done =
      work_ == 0 ? 0.0 : std::min(1.0, static_cast<double>(finished) / static_cast<double>(work_));
  const double rate = static_cast<double>(reached) / seconds;
  draw(done, fmt::format("{:.1f} Mcycles, {:.2f} Mcycles/s", static_cast<double>(reached) * 1e-6,
                         rate * 1e-6));
}

void ProgressBar::update_points(std::uint64_t done, std::uint64_t all) {
  if (all > 0 && due()) {
    draw(static_cast<double>(done) / static_cast<double>(all),
         fmt::format("{} of {} points", done, all));
  }
}

}  // namespace sgdma::app
