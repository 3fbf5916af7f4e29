/// Parts of the cycle-level core as SystemC modules own and bind them.
#pragma once

#include <systemc>

namespace sgdma::model {

/// What a port leads to: a part of the core. Modules are bound through these at elaboration, and
/// the parts are handed to the pipeline once; nothing is looked up while the simulation runs.
template <class Part>
class PartInterface : public virtual sc_core::sc_interface {
 public:
  virtual Part& part() = 0;
};

template <class Part>
using PartPort = sc_core::sc_port<PartInterface<Part>>;

/// Exports a part that its module owns. The part is set before the end of elaboration is over.
template <class Part>
class PartExport : public sc_core::sc_export<PartInterface<Part>> {
 public:
  explicit PartExport(const char* name) : sc_core::sc_export<PartInterface<Part>>(name) {
    this->bind(holder_);
  }
  void set(Part& part) { holder_.held = &part; }

 private:
  struct Holder : PartInterface<Part> {
    Part& part() override { return *held; }
    Part* held = nullptr;
  };
  Holder holder_;
};

}  // namespace sgdma::model
