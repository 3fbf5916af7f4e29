/// The last edges of both sides, for a waveform.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/transfers.h"
#include "cosim/difference.h"
#include "cosim/model_bus.h"
#include "cosim/rtl_engine.h"
#include "types/cycle.h"

namespace sgdma::cosim {

/// What both sides hold behind one edge.
struct PairSnapshot {
  Cycle cycle = 0;
  std::uint64_t model_busy = 0;  ///< a bit for each slot
  std::vector<InFlightEntry> model;
  ModelBus model_bus;
  RtlState rtl;  ///< without its entries
  std::vector<std::uint32_t> rtl_entries;
};

/// A ring of snapshots; nothing is allocated once it is full.
class PairHistory {
 public:
  static constexpr std::size_t kMost = 128;

  void add(Cycle now, const core::Transfers& transfers, const ModelBus& bus, const RtlState& rtl);
  std::size_t size() const { return snapshots_.size(); }
  /// The oldest one is the first.
  const PairSnapshot& at(std::size_t position) const {
    return snapshots_[(next_ - snapshots_.size() + position) % kMost];
  }

 private:
  std::vector<PairSnapshot> snapshots_;
  std::size_t next_ = 0;
};

}  // namespace sgdma::cosim
