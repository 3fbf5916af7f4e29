/// The completion port as a module.
#pragma once

#include <optional>

#include <systemc>

#include "core/completion_port.h"
#include "model/part.h"

namespace sgdma::model {

/// Forwards {tag, status, bytes moved, fault record} to the reader that its port is bound to.
class CompletionPort : public sc_core::sc_module {
 public:
  PartPort<core::CompletionReader> reader{"reader"};
  PartExport<core::CompletionPort> completions{"completions"};

  explicit CompletionPort(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {}

  /// Called by the engine at the end of elaboration.
  void assemble(const EngineConfig& config, const core::Watch& watch) {
    part_.emplace(config, reader->part(), watch);
    completions.set(*part_);
  }

  const core::CompletionPort& port() const { return *part_; }

 private:
  std::optional<core::CompletionPort> part_;
};

}  // namespace sgdma::model
