/// `sgdma diff`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace sgdma::app {

/// Prints the first event in which two logs differ, on standard output, and what its transfer did
/// around it on both sides. Returns the exit code: done where the logs are the same, else failed.
/// Throws ConfigError.
int diff(const std::string& a, const std::string& b);

struct TolerantDiffOptions {
  std::string model;    ///< event log
  std::string foreign;  ///< bursts and beats, CSV or JSON Lines
  std::string by = "slot";
  std::optional<std::uint64_t> tolerance;  ///< cycles
  bool json = false;
};

/// `sgdma diff --latency-tolerant`: the model's event log beside a log of somebody's own RTL. As
/// above.
int tolerant_diff(const TolerantDiffOptions& options);

}  // namespace sgdma::app
