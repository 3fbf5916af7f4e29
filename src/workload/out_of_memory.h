/// What is said where memory runs out.
#pragma once

#include <stdexcept>
#include <string>

#include "types/cycle.h"
#include "workload/config/config_error.h"
#include "workload/scenario.h"

namespace sgdma::workload {

/// A user's mistake: the model that `scenario` describes does not fit. Names what it has most of.
/// `source`: the file's name.
ConfigError too_large_a_model(const Scenario& scenario, const std::string& source);

/// A user's mistake: `source` is too large to be read.
ConfigError too_large_an_input(const std::string& source);

/// Memory ran out while a model ran, at cycle `at`.
class OutOfMemory : public std::runtime_error {
 public:
  explicit OutOfMemory(Cycle at);
};

}  // namespace sgdma::workload
