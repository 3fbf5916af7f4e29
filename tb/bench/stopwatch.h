/// Processor time of this process.
#pragma once

#include <ctime>

namespace sgdma::bench {

/// Nanoseconds of user and system time since the start of the process: the machine's other work
/// does not count.
inline double process_nanoseconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

}  // namespace sgdma::bench
