/// The read side of the engine as a module.
#pragma once

#include <optional>

#include <systemc>

#include "core/gather_channel.h"
#include "core/payload_egress.h"
#include "model/part.h"

namespace sgdma::model {

/// Binds the gather channel to the transfers, the read bus and the outgoing payload.
class GatherChannel : public sc_core::sc_module {
 public:
  PartPort<core::Transfers> transfers{"transfers"};
  PartPort<core::SlotUnits> units{"units"};
  PartPort<core::KeyPort> keys{"keys"};
  PartPort<core::ReadBus> bus{"bus"};
  PartPort<core::PayloadSink> payload_out{"payload_out"};

  explicit GatherChannel(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {}

  /// Called by the engine at the end of elaboration.
  void assemble(const EngineConfig& config, core::Retirement& retirement,
                const core::Watch& watch) {
    egress_.emplace(config, payload_out->part());
    part_.emplace(config, transfers->part(), units->part(), keys->part(), bus->part(), *egress_,
                  retirement, watch);
  }

  core::GatherChannel& channel() { return *part_; }
  const core::GatherChannel& channel() const { return *part_; }
  const core::PayloadEgress& egress() const { return *egress_; }

 private:
  std::optional<core::PayloadEgress> egress_;
  std::optional<core::GatherChannel> part_;
};

}  // namespace sgdma::model
