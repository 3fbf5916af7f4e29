#include "workload/config/fault_checks.h"

#include <algorithm>
#include <string>

#include "core/wide.h"
#include "types/direction.h"

namespace sgdma::workload {
namespace {

using core::WideUnsigned;
using platform::FaultAnswer;
using platform::FaultRule;

constexpr WideUnsigned kAddressSpace = WideUnsigned{1} << 64U;

/// Beats of the longest burst that the rule may meet.
std::uint32_t longest_burst(const FaultRule& rule, const EngineConfig& engine) {
  std::uint32_t bytes = std::max(engine.max_read_burst, engine.max_write_burst);
  if (rule.direction) {
    bytes = *rule.direction == Direction::kGather ? engine.max_read_burst : engine.max_write_burst;
  }
  return bytes / engine.bus_width;
}

void check_tag(const FaultRule& rule, const KeysSeen& seen, ErrorList& errors) {
  for (const char* key : {"fault.side", "fault.number", "fault.part"}) {
    if (rule.qp || !seen.has(key)) continue;
    errors.report(seen.place(key, {}), std::string(key) + " has no meaning without fault.qp",
                  "every queue pair has its own numbers");
    return;
  }
}

void check_range(const FaultRule& rule, const KeysSeen& seen, ErrorList& errors) {
  const bool has_address = seen.has("fault.address");
  if (has_address != seen.has("fault.size")) {
    errors.report(
        seen.place(has_address ? "fault.address" : "fault.size", {}),
        has_address ? "fault.address has no fault.size" : "fault.size has no fault.address",
        "a range has both");
  } else if (WideUnsigned{rule.address} + rule.bytes > kAddressSpace) {
    errors.report(seen.place("fault.size", {}), "fault.address + fault.size goes beyond 2^64");
  }
}

void check_place(const FaultRule& rule, const EngineConfig& engine, const KeysSeen& seen,
                 const KeysSeen& sections, ErrorList& errors) {
  for (const char* key : {"bus.width", "bus.max_read_burst", "bus.max_write_burst"}) {
    if (sections.is_bad(key)) return;
  }
  const std::uint32_t beats = longest_burst(rule, engine);
  if (!rule.burst || !rule.beat || *rule.beat < beats) return;
  errors.report(seen.place("fault.beat", {}),
                "fault.beat (" + std::to_string(*rule.beat) + ") is beyond the longest burst, of " +
                    std::to_string(beats) + " beats",
                "with fault.burst, beats count from 0 in that burst");
}

}  // namespace

void check_fault(const FaultRule& rule, const EngineConfig& engine, const KeysSeen& seen,
                 const KeysSeen& sections, ErrorList& errors) {
  check_tag(rule, seen, errors);
  check_range(rule, seen, errors);
  check_place(rule, engine, seen, sections, errors);
  if (seen.has("fault.late") && rule.answer != FaultAnswer::kSilent) {
    errors.report(seen.place("fault.late", {}), "fault.late has no meaning with an error",
                  "only an answer that is \"silent\" may come later");
  }
}

}  // namespace sgdma::workload
