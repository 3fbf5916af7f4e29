#include "oracle/stop_rule.h"

#include <algorithm>

namespace sgdma::oracle {

void stop_transfer(RunningTransfer& transfer, TeardownPolicy policy, Cycle now) {
  const std::uint32_t issued = transfer.issued.bytes();
  std::uint32_t limit = issued;
  if (policy == TeardownPolicy::kFinishTransfer) {
    limit = transfer.bytes;
  } else if (policy == TeardownPolicy::kFinishSegment && transfer.work != nullptr && issued > 0) {
    const MapWalk& walk = transfer.issued;
    const Run* run = walk.left() > 0 ? &transfer.work->map.runs()[walk.run()] : nullptr;
    const bool begun =
        run != nullptr && walk.address() != run->address && walk.run() >= transfer.begin.run;
    limit += begun ? walk.left() : 0;
  }
  if (!transfer.stop) {
    transfer.stop = Stop{now, policy, limit};
    return;
  }
  Stop& stop = *transfer.stop;
  stop.issue_limit = std::min(stop.issue_limit, limit);
  if (policy < stop.policy) {
    stop.at = now;
    stop.policy = policy;
  }
}

}  // namespace sgdma::oracle
