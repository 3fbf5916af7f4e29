/// Parts of the cycle-level core as SystemC modules own and bind them.
#pragma once

#include <cstdint>

#include <systemc>

namespace sgdma::model {

/// What a part goes by.
enum class PartTiming : std::uint8_t {
  kKernel,  ///< it may look at the kernel's time, notify events, or change when that goes on
  kEdges,   ///< only the edges that it is called with
};

/// What a port leads to: a part of the core. Modules are bound through these at elaboration, and
/// the parts are handed to the pipeline once; nothing is looked up while the simulation runs.
template <class Part>
class PartInterface : public virtual sc_core::sc_interface {
 public:
  virtual Part& part() = 0;
  /// A part that goes by edges may be called ahead of the kernel's time; others are not.
  virtual PartTiming timing() const { return PartTiming::kKernel; }
};

template <class Part>
using PartPort = sc_core::sc_port<PartInterface<Part>>;

/// Exports a part that its module owns. The part is set before the end of elaboration is over.
template <class Part>
class PartExport : public sc_core::sc_export<PartInterface<Part>> {
 public:
  explicit PartExport(const char* name, PartTiming timing = PartTiming::kKernel)
      : sc_core::sc_export<PartInterface<Part>>(name), holder_(timing) {
    this->bind(holder_);
  }
  void set(Part& part) { holder_.held = &part; }

 private:
  struct Holder : PartInterface<Part> {
    explicit Holder(PartTiming timing) : goes_by(timing) {}
    Part& part() override { return *held; }
    PartTiming timing() const override { return goes_by; }
    PartTiming goes_by;
    Part* held = nullptr;
  };
  Holder holder_;
};

}  // namespace sgdma::model
