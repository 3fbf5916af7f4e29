/// The slot arbiter as a module.
#pragma once

#include <vector>

#include <systemc>

#include "core/slot_arbiter.h"
#include "core/work_queues.h"
#include "model/part.h"

namespace sgdma::model {

/// The queues of work, one per queue pair, and the arbiter that their heads are shown to.
class SlotArbiter : public sc_core::sc_module {
 public:
  PartExport<core::SlotArbiter> arbiter{"arbiter"};
  PartExport<core::WorkQueues> queues{"queues"};

  SlotArbiter(const sc_core::sc_module_name& name, const EngineConfig& config,
              const QueuePairConfigs& queue_pairs, core::FirstUnits& first_units,
              const core::Watch& watch)
      : sc_core::sc_module(name),
        arbiter_(config, queue_pairs),
        queues_(config, arbiter_, first_units, watch) {
    arbiter.set(arbiter_);
    queues.set(queues_);
  }

  const core::WorkQueues& work_queues() const { return queues_; }

 private:
  core::PolicySlotArbiter arbiter_;
  core::WorkQueues queues_;
};

}  // namespace sgdma::model
