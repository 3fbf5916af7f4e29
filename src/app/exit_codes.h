/// Exit codes of the command line.
#pragma once

namespace sgdma::app {

inline constexpr int kExitDone = 0;    ///< done and verified
inline constexpr int kExitFailed = 1;  ///< a check failed, a deadlock, `--max-cycles` reached
inline constexpr int kExitUsage = 2;   ///< bad input or usage, or a model too large for memory
inline constexpr int kExitSomePointsFailed = 3;  ///< of a sweep
inline constexpr int kExitMissingProgram = 4;    ///< an outside program is missing

}  // namespace sgdma::app
