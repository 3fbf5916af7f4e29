/// Settings of a predictor, as text.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "types/engine_config.h"

namespace sgdma::cosim {

/// What is wrong with an argument of the C interface.
class BadArgument : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

struct PredictorSettings {
  EngineConfig engine;
  QueuePairConfigs queue_pairs;
};

/// Reads "key=value" pairs as include/sgdma/sgdma_dpi.h lists them. Throws BadArgument, which names
/// the key.
PredictorSettings parse_settings(std::string_view text);

}  // namespace sgdma::cosim
