/// Checks between keys: configurations that can deadlock, or that make no sense.
#pragma once

#include "workload/config/error_list.h"
#include "workload/config/table_reader.h"
#include "workload/scenario.h"

namespace sgdma::workload {

/// Each key by itself is in range. An error is reported where the last key that has to do with it
/// was given; checks on keys that had errors of their own are left out.
void check_engine(const Scenario& scenario, const KeysSeen& seen, ErrorList& errors);

}  // namespace sgdma::workload
