/// The styles in which a TLM-2.0 target can answer.
#pragma once

#include <memory>
#include <string_view>

#include "support/systemc/test_target.h"

namespace sgdma::test {

enum class TargetStyle { kEarly, kReturnPath, kFourPhase, kReordering, kBlocking };

/// As docs/timing.md calls it: `early`, `return_path`, `four_phase`, `reordering`, `blocking`.
std::string_view name_of(TargetStyle style);
/// Throws `std::invalid_argument` where there is no such style.
TargetStyle target_style_of(std::string_view name);

std::unique_ptr<TestTarget> make_target(TargetStyle style, const sc_core::sc_module_name& name,
                                        const TargetScript& script);

}  // namespace sgdma::test
