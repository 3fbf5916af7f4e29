/// The in-flight table as a module.
#pragma once

#include <memory>

#include <systemc>

#include "core/in_flight_table.h"
#include "core/transfers.h"
#include "model/part.h"
#include "model/stand_ins.h"

namespace sgdma::model {

/// Holds exactly six architected fields per slot, and beside them the micro-architectural state of
/// the running transfers.
class InFlightTable : public sc_core::sc_module {
 public:
  PartExport<core::Transfers> transfers{"transfers"};

  InFlightTable(const sc_core::sc_module_name& name, const EngineConfig& config,
                const StandIns& stand_ins)
      : sc_core::sc_module(name),
        entries_(stand_ins.in_flight_table
                     ? stand_ins.in_flight_table(config)
                     : std::make_unique<core::FlatInFlightTable>(config.slots)),
        transfers_(config, *entries_) {
    transfers.set(transfers_);
  }

  const core::InFlightTable& entries() const { return *entries_; }
  const core::Transfers& running() const { return transfers_; }

 private:
  std::unique_ptr<core::InFlightTable> entries_;
  core::Transfers transfers_;
};

}  // namespace sgdma::model
