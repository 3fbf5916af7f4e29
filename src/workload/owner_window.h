/// Cycles that queue pairs own within the measurement window.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include <boost/unordered/unordered_flat_map.hpp>

#include "core/pipeline.h"
#include "core/stall_account.h"
#include "types/cycle.h"
#include "types/direction.h"
#include "types/ids.h"

namespace sgdma::workload {

/// What has been charged up to the beginning of the window, and up to its end, is kept: nothing is
/// where it is the whole run.
class OwnerWindow {
 public:
  using ByCause = std::array<Cycle, core::kStallCauses>;

  /// Of the edges accounted for, the window begins behind the last.
  void begin(const core::Pipeline& pipeline) { start_ = accounts_of(pipeline); }
  /// Likewise, it ends with the last.
  void end(const core::Pipeline& pipeline) { end_ = accounts_of(pipeline); }

  /// Of the pipeline's account, what is in the window.
  ByCause cycles(const core::Pipeline& pipeline, QpIndex qp, Direction direction) const;

 private:
  /// By queue pair and direction.
  using Accounts = boost::unordered_flat_map<std::uint64_t, ByCause>;

  static std::uint64_t key(QpIndex qp, Direction direction) {
    return std::uint64_t{raw(qp)} * kDirections + index_of(direction);
  }
  static Accounts accounts_of(const core::Pipeline& pipeline);

  Accounts start_;
  std::optional<Accounts> end_;  ///< else the run's own
};

}  // namespace sgdma::workload
