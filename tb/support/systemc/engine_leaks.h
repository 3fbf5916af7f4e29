/// What an engine has not got back.
#pragma once

#include <string>

#include "model/sgdma_engine.h"

namespace sgdma::test {

/// Slots, tags, ids, credits, requests and payloads of an engine that has come to rest, as
/// "name: count instead of count; " each. Empty where all has come back.
std::string engine_leaks(const model::SgdmaEngine& engine);

}  // namespace sgdma::test
