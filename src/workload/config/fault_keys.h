/// The key table of `[[fault]]`.
#pragma once

#include "platform/memory/fault_rule.h"
#include "workload/config/key.h"

namespace sgdma::workload {

const KeyTable<platform::FaultRule>& fault_keys();

}  // namespace sgdma::workload
