/// The first thing in which model and RTL differ.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "types/cycle.h"

namespace sgdma::cosim {

struct Difference {
  Cycle cycle = 0;                    ///< edge behind which it stands
  std::optional<std::uint32_t> slot;  ///< where it concerns one
  std::string field;                  ///< "remaining", "AR address", ...
  std::string model;                  ///< what stands there
  std::string rtl;
};

}  // namespace sgdma::cosim
