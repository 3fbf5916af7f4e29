/// One event, replayed at every cut point of a scenario.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "explore/cutpoints/cut_event.h"
#include "observe/latency_histogram.h"
#include "types/cycle.h"
#include "workload/scenario.h"

namespace sgdma::explore {

/// What is counted to find cut points.
enum class CutUnit : std::uint8_t { kBeats, kBursts, kCycles };

struct CutOptions {
  CutUnit unit = CutUnit::kBeats;
  unsigned jobs = 1;
  std::optional<std::uint64_t> only;  ///< this point alone
  std::optional<std::string> events;  ///< with `only`: event log of what follows the cut
  std::chrono::seconds timeout{60};   ///< for each point
  const std::atomic<int>* stop = nullptr;
  /// Called with the points done and, where that is known, all there are.
  std::function<void(std::uint64_t, std::uint64_t)> progress;
};

/// A point at which a check failed, or that did not come to its end.
struct FailedPoint {
  std::uint64_t point = 0;  ///< the first of those at its edge
  Cycle cycle = 0;          ///< edge behind which the event is asked for
  std::string reason;
};

/// Distributions are over the points, each of which counts once; that of the latency over those
/// that have one.
struct CutResult {
  std::uint64_t points = 0;
  /// Points at which there was something for the event to hit: every one, save where no beat of
  /// the queue pair was left to be answered with an error.
  std::uint64_t struck = 0;
  std::uint64_t edges = 0;  ///< at which they lie: points of one edge share their run
  Cycle cycles = 0;         ///< of the run without the event
  std::uint64_t failed = 0;
  std::vector<FailedPoint> failures;  ///< the first ones, by point
  /// Cycles from taking effect to the answer; of a bus error, from the fault to the CQE of its
  /// WQE, where it has one.
  observe::LatencyHistogram latency;
  /// Bytes that moved meanwhile, of what it is about; of a bus error, those of its transfer behind
  /// the fault.
  observe::LatencyHistogram exposed;
  observe::LatencyHistogram wasted;        ///< beats
  observe::LatencyHistogram slowdown;      ///< of the other queue pairs' latency, in per mille
  std::uint64_t exposed_after_answer = 0;  ///< bytes, over all points
  bool interrupted = false;
};

/// Runs the scenario once and branches with `fork()` behind each edge with a cut point, so that the
/// cost is that of the tails. Cut point k is asked for just after beat, burst or cycle k, counted
/// from 0, and takes effect at the next edge; a bus error strikes the next beat of its queue pair
/// that asks memory. Every branch has the byte oracle and the invariants.
///
/// One per process, since SystemC elaborates once. Throws workload::ConfigError and what
/// workload::Simulation throws.
CutResult run_cut_campaign(const workload::Scenario& scenario, const CutEvent& event,
                           const CutOptions& options);

}  // namespace sgdma::explore
