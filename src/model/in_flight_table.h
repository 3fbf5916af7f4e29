/// The in-flight table as a module.
#pragma once

#include <systemc>

#include "core/in_flight_table.h"
#include "core/transfers.h"
#include "model/part.h"

namespace sgdma::model {

/// Holds exactly six architected fields per slot, and beside them the micro-architectural state of
/// the running transfers.
class InFlightTable : public sc_core::sc_module {
 public:
  PartExport<core::Transfers> transfers{"transfers"};

  InFlightTable(const sc_core::sc_module_name& name, const EngineConfig& config)
      : sc_core::sc_module(name), entries_(config.slots), transfers_(config, entries_) {
    transfers.set(transfers_);
  }

  const core::InFlightTable& entries() const { return entries_; }
  const core::Transfers& running() const { return transfers_; }

 private:
  core::FlatInFlightTable entries_;
  core::Transfers transfers_;
};

}  // namespace sgdma::model
