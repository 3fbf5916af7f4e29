#include "cosim/reference_engine.h"

#include <utility>

namespace sgdma::cosim {

ReferenceEngine::ReferenceEngine(const EngineConfig& config, const QueuePairConfigs& queue_pairs)
    : config_(config),
      queue_pairs_(queue_pairs),
      watch_{this, this, this},
      bus_(config_),
      table_(config_.slots),
      transfers_(config_, table_),
      keys_(config_.key_cache),
      first_units_(config_, gate_, keys_),
      slot_units_(config_, transfers_, keys_),
      arbiter_(config_, queue_pairs_),
      queues_(config_, arbiter_, first_units_, watch_),
      completions_(config_, *this, watch_),
      retirement_(transfers_, queues_, completions_, watch_),
      egress_(config_, *this),
      ingress_(config_, transfers_),
      gather_(config_, transfers_, slot_units_, keys_, bus_, egress_, retirement_, watch_),
      scatter_(config_, transfers_, slot_units_, bus_, ingress_, *this, retirement_, watch_),
      teardown_(config_, transfers_, gather_, scatter_, retirement_, watch_),
      deregistrations_(
          config_, {transfers_, queues_, gather_, scatter_, teardown_, keys_, gate_, slot_units_}),
      control_({transfers_, queues_, completions_, teardown_, retirement_, deregistrations_},
               watch_),
      pipeline_({transfers_, arbiter_, queues_, gather_, scatter_, completions_, retirement_,
                 teardown_, keys_, first_units_, slot_units_, deregistrations_, control_, *this},
                watch_) {}

Cycle ReferenceEngine::step() {
  now_ = pipeline_.cycles();
  edge_ = {};
  bus_.begin_edge(now_);
  pipeline_.step(now_);
  bus_.end_edge();
  return now_;
}

bool ReferenceEngine::pull(Cycle, TransferRequest& request) {
  request = std::move(work_.front());
  work_.pop_front();
  return true;
}

void ReferenceEngine::on_grant(Cycle, SlotIndex slot, const InFlightEntry& entry,
                               const TransferRequest& request) {
  edge_.grants[index_of(entry.direction)] = {raw(request.qp), raw(slot)};
}

void ReferenceEngine::on_fault(Cycle, SlotIndex slot, const InFlightEntry& entry,
                               const FaultRecord& fault) {
  edge_.faults[index_of(entry.direction)] = {raw(slot), fault};
}

void ReferenceEngine::on_completion(Cycle, const Completion& completion) {
  edge_.completions[index_of(completion.direction)] = completion;
}

void ReferenceEngine::on_control(Cycle, const ControlEvent& event) {
  if (event.answered) {
    edge_.answered.push_back(raw(event.qp));
    return;
  }
  // A reset drops what was presented at its edge.
  for (std::optional<Completion>& completion : edge_.completions) {
    if (event.kind == ControlKind::kQueuePairReset && completion &&
        completion->tag.qp == event.qp) {
      completion.reset();
    }
  }
}

void ReferenceEngine::on_edge(Cycle, const core::EdgeSignals& signals) {
  for (std::size_t direction = 0; direction < kDirections; ++direction) {
    if (signals.winners[direction] && !edge_.grants[direction]) {
      edge_.grants[direction] = {raw(*signals.winners[direction]), std::nullopt};
    }
  }
}

}  // namespace sgdma::cosim
