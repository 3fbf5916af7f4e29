/// Where a transfer stops that is torn down.
#pragma once

#include "oracle/running_transfer.h"
#include "types/cycle.h"
#include "types/teardown.h"

namespace sgdma::oracle {

/// The transfer stops as `policy` says, from edge `now` on. Where it was to stop already, the
/// stricter of the two holds.
void stop_transfer(RunningTransfer& transfer, TeardownPolicy policy, Cycle now);

}  // namespace sgdma::oracle
