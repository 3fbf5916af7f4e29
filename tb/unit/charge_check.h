/// Whose each edge of a run is, held against what happened at it.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/edge_observer.h"
#include "support/core_bench.h"

namespace sgdma::test {

/// Keeps what each edge was charged to.
class ChargeRecorder final : public core::EdgeObserver {
 public:
  using Charges = std::array<core::Charge, kDirections>;

  void on_edge(Cycle now, const core::EdgeSignals& signals) override { note(now, now, signals); }
  void on_quiet(Cycle from, Cycle last, const core::EdgeSignals& signals) override {
    note(from, last, signals);
  }
  /// By edge.
  const std::vector<Charges>& charges() const { return charges_; }

 private:
  void note(Cycle from, Cycle last, const core::EdgeSignals& signals);

  std::vector<Charges> charges_;
};

/// Finds owners from the events of a run alone, as far as they tell: one sentence for each edge
/// whose charge has another. Exact for a beat that moved, for what is driven and not accepted (but
/// lines of page lists, which the events do not tell), and, in a run without faults and control
/// requests whose addresses are captured, for memory that is waited for; elsewhere the owner must
/// have a transfer of the direction in a slot, or in its queue, at that edge.
std::vector<std::string> wrong_owners(const CoreBench& bench, const ChargeRecorder& recorder);

}  // namespace sgdma::test
