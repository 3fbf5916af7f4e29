#include "core/arbitration/arbitration_policy.h"

#include "core/arbitration/deficit_round_robin.h"
#include "core/arbitration/ordered_heads.h"
#include "core/arbitration/round_robin.h"
#include "core/arbitration/weighted_round_robin.h"
#include "core/ensure.h"

namespace sgdma::core {

std::unique_ptr<ArbitrationPolicy> make_arbitration_policy(const EngineConfig& config,
                                                           const QueuePairConfigs& queue_pairs) {
  switch (config.arbitration) {
    case ArbitrationKind::kRoundRobin: return std::make_unique<RoundRobin>(config.queue_pairs);
    case ArbitrationKind::kWeightedRoundRobin:
      return std::make_unique<WeightedRoundRobin>(queue_pairs);
    case ArbitrationKind::kDeficitRoundRobin:
      return std::make_unique<DeficitRoundRobin>(queue_pairs, config.quantum);
    case ArbitrationKind::kStrictPriority: return std::make_unique<StrictPriority>(queue_pairs);
    case ArbitrationKind::kOldestFirst: return std::make_unique<OldestFirst>(config.queue_pairs);
  }
  model_error("unknown arbitration policy");
}

}  // namespace sgdma::core
