/// Checks of fault rules that their key table cannot make.
#pragma once

#include "platform/memory/fault_rule.h"
#include "types/engine_config.h"
#include "workload/config/error_list.h"
#include "workload/config/table_reader.h"

namespace sgdma::workload {

/// Conditions do not want each other, and one beat at least can meet all of them. `seen` are its
/// keys, all good; `sections` are those of the sections.
void check_fault(const platform::FaultRule& rule, const EngineConfig& engine, const KeysSeen& seen,
                 const KeysSeen& sections, ErrorList& errors);

}  // namespace sgdma::workload
