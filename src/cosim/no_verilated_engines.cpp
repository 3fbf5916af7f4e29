// A build without Verilator.

#include "cosim/verilated_engines.h"

namespace sgdma::cosim {

std::vector<RtlShape> verilated_shapes() { return {}; }

std::unique_ptr<RtlEngine> make_verilated_engine(const RtlShape&) { return nullptr; }

}  // namespace sgdma::cosim
