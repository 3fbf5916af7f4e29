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

void ProgressBar::update(Cycle reached, std::uint64_t finished) {
  if (!enabled_ || Clock::now() < next_) {
    return;
  }
  constexpr std::size_t kWidth = 30;
  next_ = Clock::now() + std::chrono::milliseconds(100);
  const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  const double done =
      work_ == 0 ? 0.0 : std::min(1.0, static_cast<double>(finished) / static_cast<double>(work_));
  const auto filled = static_cast<std::size_t>(done * static_cast<double>(kWidth));
  const double rate = static_cast<double>(reached) / seconds;
  std::string line = fmt::format("\r[{}{}] {:3.0f} %  {:.1f} Mcycles, {:.2f} Mcycles/s",
                                 std::string(filled, '#'), std::string(kWidth - filled, '.'),
                                 100.0 * done, static_cast<double>(reached) * 1e-6, rate * 1e-6);
  if (done > 0) {
    line += fmt::format(", {:.0f} s left", seconds / done - seconds);
  }
  line += "\033[K";
  std::fputs(line.c_str(), stderr);
  std::fflush(stderr);
  drawn_ = true;
}

}  // namespace sgdma::app
