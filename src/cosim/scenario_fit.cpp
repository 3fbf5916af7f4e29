#include "cosim/scenario_fit.h"

#include <algorithm>

#include <fmt/format.h>

#include "workload/config/config_error.h"

namespace sgdma::cosim {
namespace {

constexpr std::uint32_t kMostSlots = 64;
constexpr std::uint32_t kMostQueuePairs = 64;

std::uint32_t limit_of(std::uint32_t limit) { return limit == kUnlimited ? 0 : limit; }

bool cuts(TeardownPolicy policy) { return policy == TeardownPolicy::kFinishBeat; }

bool known(TeardownPolicy policy) {
  return policy == TeardownPolicy::kFinishBeat || policy == TeardownPolicy::kFinishBurst;
}

/// Collects what the RTL does not have.
class Fit {
 public:
  explicit Fit(const workload::Scenario& scenario) : scenario_(scenario) {
    check_engine();
    check_surroundings();
    if (!missing_.empty()) {
      throw workload::ConfigError(std::move(missing_));
    }
  }

 private:
  void need(bool has, const char* key, const std::string& message) {
    if (has) return;
    workload::Diagnostic diagnostic;
    diagnostic.source = key;
    diagnostic.message = "the RTL engine " + message;
    missing_.push_back(std::move(diagnostic));
  }

  void check_engine() {
    const EngineConfig& engine = scenario_.engine;
    need(engine.slots <= kMostSlots, "engine.slots", fmt::format("has up to {} slots", kMostSlots));
    need(!scenario_.queue_pairs.empty() && scenario_.queue_pairs.size() <= kMostQueuePairs, "qp",
         fmt::format("has up to {} queue pairs", kMostQueuePairs));
    need(engine.bus_width >= 8 && engine.bus_width <= 64, "bus.width",
         "has a bus of 8 to 64 bytes");
    need(engine.arbitration == ArbitrationKind::kRoundRobin ||
             engine.arbitration == ArbitrationKind::kWeightedRoundRobin,
         "arbiter.policy", "has round_robin and weighted_round_robin");
    need(engine.burst_scheduling != BurstScheduling::kOldestFirst, "arbiter.burst_scheduling",
         "has round_robin and run_to_completion");
    need(engine.response_order == ResponseOrder::kSlot, "bus.response_order",
         "takes the read beats of a slot in order: slot");
    need(engine.bus_timeout == 0, "bus.timeout", "has no timeout");
    need(engine.translation == Translation::kCaptured, "key_cache.translation",
         "is handed addresses: captured");
    need(engine.key_cache.capacity == kUnlimited && engine.key_cache.hit_latency == 0,
         "key_cache.capacity", "has no key cache: an unlimited capacity and no latency");
    need(engine.gather_rate.unlimited(), "payload.gather_rate", "has payload ends without a rate");
    need(engine.scatter_rate.unlimited(), "payload.scatter_rate",
         "has payload ends without a rate");
    need(known(engine.teardown.qp_reset), "teardown.qp_reset", "has finish_beat and finish_burst");
    need(known(engine.teardown.bus_fault), "teardown.bus_fault",
         "has finish_beat and finish_burst");
  }

  void check_surroundings() {
    need(scenario_.completion_queue.depth == 0, "completion.queue_depth",
         "has a reader that takes each completion at the next edge: unlimited");
    need(scenario_.on_failure == workload::FailureAction::kGoOn, "teardown.on_failure",
         "has no ERR state: go_on");
    const bool resets_only =
        std::all_of(scenario_.events.begin(), scenario_.events.end(),
                    [](const platform::ControlEventConfig& event) {
                      return event.request.kind == ControlKind::kQueuePairReset;
                    });
    need(resets_only, "event", "has qp_reset alone");
  }

  const workload::Scenario& scenario_;
  std::vector<workload::Diagnostic> missing_;
};

}  // namespace

RtlConfig rtl_config(const workload::Scenario& scenario) {
  const Fit fit(scenario);
  const EngineConfig& engine = scenario.engine;
  RtlConfig config;
  config.read = {engine.max_read_burst, engine.read_bursts, limit_of(engine.read_bursts_per_slot)};
  config.write = {engine.max_write_burst, engine.write_bursts,
                  limit_of(engine.write_bursts_per_slot)};
  config.read_bytes = limit_of(engine.read_bytes);
  config.slots = engine.slots;
  config.slots_per_qp = limit_of(engine.slots_per_qp);
  config.reserve = {engine.reserve_gather, engine.reserve_scatter};
  config.completion_depth = limit_of(engine.completion_depth);
  config.weighted = engine.arbitration == ArbitrationKind::kWeightedRoundRobin;
  config.run_to_completion = engine.burst_scheduling == BurstScheduling::kRunToCompletion;
  config.reset_cuts = cuts(engine.teardown.qp_reset);
  config.fault_cuts = cuts(engine.teardown.bus_fault);
  config.posted = engine.posted_writes;
  for (const platform::QueuePair qp : scenario.queue_pairs) {
    config.weights.push_back(qp.arbitration.weight);
  }
  return config;
}

}  // namespace sgdma::cosim
