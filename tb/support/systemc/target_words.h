/// Targets as docs/timing.md writes them.
#pragma once

#include <string>
#include <vector>

#include "support/systemc/target_style.h"

namespace sgdma::test {

/// A target of a diagram.
struct TargetWords {
  TargetStyle style{};
  TargetScript script;
  std::string text;  ///< as it was written
};

/// `style setting=value ..., style ...`: one or more targets that must all do the same. The
/// settings are `accept_delay`, `end_req_by_call` and `hold`. Throws `std::invalid_argument` where
/// a word is none of these.
std::vector<TargetWords> read_targets(const std::string& text);

}  // namespace sgdma::test
