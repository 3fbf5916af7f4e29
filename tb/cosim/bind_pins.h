/// Clock, reset and channels of a module with one set of pins.
#pragma once

#include <systemc>

namespace sgdma::test {

template <class Module, class Clock, class Wires>
void bind_pins(Module& module, Clock& clk, sc_core::sc_signal<bool>& aresetn, Wires& wires) {
  module.clk(clk);
  module.aresetn(aresetn);
  module.axi.bind(wires);
}

}  // namespace sgdma::test
