/// The keys of `[[generator]]`.
#pragma once

#include "workload/config/key.h"
#include "workload/config/list_entries.h"

namespace sgdma::workload {

const KeyTable<GeneratorEntry>& generator_keys();

}  // namespace sgdma::workload
