/// The Verilated engines that this build has.
#pragma once

#include <memory>
#include <vector>

#include "cosim/rtl_engine.h"

namespace sgdma::cosim {

/// Their shapes, the smaller before the larger.
std::vector<RtlShape> verilated_shapes();
/// The smallest one with this bus width that has as many slots and queue pairs, or more; nullptr
/// where there is none.
std::unique_ptr<RtlEngine> make_verilated_engine(const RtlShape& least);

}  // namespace sgdma::cosim
