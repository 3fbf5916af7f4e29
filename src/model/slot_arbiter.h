/// The slot arbiter as a module.
#pragma once

#include <memory>
#include <vector>

#include <systemc>

#include "core/slot_arbiter.h"
#include "core/work_queues.h"
#include "model/part.h"
#include "model/stand_ins.h"

namespace sgdma::model {

/// The queues of work, one per queue pair, and the arbiter that their heads are shown to.
class SlotArbiter : public sc_core::sc_module {
 public:
  PartExport<core::SlotArbiter> arbiter{"arbiter"};
  PartExport<core::WorkQueues> queues{"queues"};

  SlotArbiter(const sc_core::sc_module_name& name, const EngineConfig& config,
              const QueuePairConfigs& queue_pairs, core::FirstUnits& first_units,
              const core::Watch& watch, const StandIns& stand_ins)
      : sc_core::sc_module(name),
        arbiter_(stand_ins.slot_arbiter
                     ? stand_ins.slot_arbiter(config, queue_pairs)
                     : std::make_unique<core::PolicySlotArbiter>(config, queue_pairs)),
        queues_(config, *arbiter_, first_units, watch) {
    arbiter.set(*arbiter_);
    queues.set(queues_);
  }

  const core::WorkQueues& work_queues() const { return queues_; }

 private:
  std::unique_ptr<core::SlotArbiter> arbiter_;
  core::WorkQueues queues_;
};

}  // namespace sgdma::model
