/// The key cache as a module.
#pragma once

#include <optional>

#include <systemc>

#include "core/transfers.h"
#include "core/translation/first_units.h"
#include "core/translation/key_port.h"
#include "core/translation/region_gate.h"
#include "core/translation/slot_units.h"
#include "model/part.h"

namespace sgdma::model {

/// The shared cache of translations, and what queued and running transfers have derived through it.
class KeyCache : public sc_core::sc_module {
 public:
  PartPort<core::Transfers> transfers{"transfers"};
  PartExport<core::SlotUnits> slot_units{"slot_units"};
  PartExport<core::KeyPort> keys{"keys"};

  KeyCache(const sc_core::sc_module_name& name, const EngineConfig& config)
      : sc_core::sc_module(name), port_(config.key_cache), first_units_(config, gate_, port_) {
    keys.set(port_);
  }

  /// Called by the engine at the end of elaboration.
  void assemble(const EngineConfig& config) {
    slot_units_.emplace(config, transfers->part(), port_);
    slot_units.set(*slot_units_);
  }

  core::RegionGate& gate() { return gate_; }
  core::KeyPort& port() { return port_; }
  core::FirstUnits& first_units() { return first_units_; }
  const core::KeyCacheCounters& counters() const { return port_.cache().counters(); }

 private:
  core::RegionGate gate_;
  core::KeyPort port_;
  core::FirstUnits first_units_;
  std::optional<core::SlotUnits> slot_units_;
};

}  // namespace sgdma::model
