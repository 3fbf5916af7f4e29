/// The write side of the engine as a module.
#pragma once

#include <optional>

#include <systemc>

#include "core/payload_ingress.h"
#include "core/scatter_channel.h"
#include "model/part.h"

namespace sgdma::model {

/// Binds the scatter channel to the transfers, the write bus and the incoming payload.
class ScatterChannel : public sc_core::sc_module {
 public:
  PartPort<core::Transfers> transfers{"transfers"};
  PartPort<core::SlotUnits> units{"units"};
  PartPort<core::WriteBus> bus{"bus"};
  PartPort<core::PayloadSource> payload_in{"payload_in"};

  explicit ScatterChannel(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {}

  /// Called by the engine at the end of elaboration.
  void assemble(const EngineConfig& config, core::Retirement& retirement,
                const core::Watch& watch) {
    ingress_.emplace(config, transfers->part());
    part_.emplace(config, transfers->part(), units->part(), bus->part(), *ingress_,
                  payload_in->part(), retirement, watch);
  }

  core::ScatterChannel& channel() { return *part_; }
  const core::ScatterChannel& channel() const { return *part_; }
  const core::PayloadIngress& ingress() const { return *ingress_; }

 private:
  std::optional<core::PayloadIngress> ingress_;
  std::optional<core::ScatterChannel> part_;
};

}  // namespace sgdma::model
