#include "support/systemc/target_style.h"

#include <array>
#include <stdexcept>
#include <string>

#include "support/systemc/blocking_target.h"
#include "support/systemc/early_target.h"
#include "support/systemc/four_phase_target.h"
#include "support/systemc/reordering_target.h"
#include "support/systemc/return_path_target.h"

namespace sgdma::test {

namespace {

constexpr std::array<std::string_view, 5> kNames = {"early", "return_path", "four_phase",
                                                    "reordering", "blocking"};

}  // namespace

std::string_view name_of(TargetStyle style) { return kNames.at(static_cast<std::size_t>(style)); }

TargetStyle target_style_of(std::string_view name) {
  for (std::size_t style = 0; style < kNames.size(); ++style) {
    if (kNames[style] == name) {
      return static_cast<TargetStyle>(style);
    }
  }
  throw std::invalid_argument("no such target style: " + std::string(name));
}

std::unique_ptr<TestTarget> make_target(TargetStyle style, const sc_core::sc_module_name& name,
                                        const TargetScript& script) {
  switch (style) {
    case TargetStyle::kEarly: return std::make_unique<EarlyTarget>(name, script);
    case TargetStyle::kReturnPath: return std::make_unique<ReturnPathTarget>(name, script);
    case TargetStyle::kReordering: return std::make_unique<ReorderingTarget>(name, script);
    case TargetStyle::kBlocking: return std::make_unique<BlockingTarget>(name, script);
    case TargetStyle::kFourPhase: break;
  }
  return std::make_unique<FourPhaseTarget>(name, script);
}

}  // namespace sgdma::test
