/// A run of the engine's core with control requests, and what it showed.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "support/core_bench.h"

namespace sgdma::test {

/// Steps every edge. The run that steps only the edges at which something can happen must show the
/// same, nothing may leak, and the accounts must add up: failures are the test's.
class ControlRun {
 public:
  /// `stimulus` as `parse_stimulus` reads it.
  ControlRun(const CoreBenchConfig& config, const std::string& stimulus);

  /// `edge text` of the events of these kinds, in order; of all kinds where none is named.
  std::vector<std::string> lines(std::initializer_list<TraceKind> kinds = {}) const;
  /// What was asked for, and what was answered.
  std::vector<std::string> control() const {
    return lines({TraceKind::kAsked, TraceKind::kAnswered});
  }
  /// `edge taken qp status` of the completions that the reader took.
  std::vector<std::string> taken() const;
  /// Edges that the direction is charged with.
  Cycle cycles(Direction direction, core::StallCause cause) const {
    return bench_.pipeline().account(direction).cycles(cause);
  }

 private:
  CoreBench bench_;
};

}  // namespace sgdma::test
