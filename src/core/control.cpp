#include "core/control.h"

#include <algorithm>
#include <tuple>

#include "core/ensure.h"
#include "core/mutation.h"

namespace sgdma::core {
namespace {

std::uint32_t number_of(const ControlRequest& request) {
  switch (request.kind) {
    case ControlKind::kEngineReset: return 0;
    case ControlKind::kQueuePairReset:
    case ControlKind::kQueuePairError: return raw(request.qp);
    case ControlKind::kDeregister:
    case ControlKind::kRegister: return raw(request.region);
  }
  return 0;
}

bool of_queue_pair(const ControlRequest& request) {
  return request.kind == ControlKind::kQueuePairReset ||
         request.kind == ControlKind::kQueuePairError;
}

bool of_one_region(const ControlRequest& one, const ControlRequest& other) {
  return concerns_region(one.kind) && concerns_region(other.kind) && one.region == other.region;
}

// Whether the order of the two matters.
bool meet(const ControlRequest& one, const ControlRequest& other) {
  return one.kind == ControlKind::kEngineReset || other.kind == ControlKind::kEngineReset ||
         (of_queue_pair(one) && of_queue_pair(other) && one.qp == other.qp) ||
         of_one_region(one, other);
}

}  // namespace

void Control::ask(Cycle edge, const ControlRequest& request) { ask(Asked{edge, request, false}); }

void Control::ask(const Asked& asked) {
  const auto order = [](const Asked& a) {
    return a.held_up ? std::make_tuple(a.edge, 0, ControlKind{}, 0U)
                     : std::make_tuple(a.edge, 1, a.request.kind, number_of(a.request));
  };
  const auto behind =
      std::upper_bound(asked_.begin(), asked_.end(), asked,
                       [&](const Asked& a, const Asked& b) { return order(a) < order(b); });
  asked_.insert(behind, asked);
  next_ = asked_.front().edge;
  parts_.transfers.call_attention_at(next_);
}

bool Control::blocked(const ControlRequest& request) const {
  return resets(request) ||
         std::any_of(held_up_.begin(), held_up_.end(),
                     [&](const ControlRequest& before) { return meet(before, request); }) ||
         std::any_of(unanswered_.begin(), unanswered_.end(),
                     [&](const ControlRequest& before) { return of_one_region(before, request); });
}

void Control::begin(Cycle now) {
  const auto later = std::find_if(asked_.begin(), asked_.end(),
                                  [&](const Asked& asked) { return asked.edge > now; });
  std::vector<Asked> due(asked_.begin(), later);
  asked_.erase(asked_.begin(), later);
  next_ = asked_.empty() ? kNever : asked_.front().edge;
  for (const Asked& asked : due) {
    ensure(asked.edge == now, "a control request was overlooked");
    if (blocked(asked.request)) {
      held_up_.push_back(asked.request);
    } else {
      serve(now, asked.request);
    }
  }
}

void Control::serve(Cycle now, const ControlRequest& request) {
  report(now, request, false);
  unanswered_.push_back(request);
  switch (request.kind) {
    case ControlKind::kEngineReset: reset_engine(now); break;
    case ControlKind::kQueuePairReset: reset(now, request); break;
    case ControlKind::kQueuePairError: flush(now, request); break;
    case ControlKind::kDeregister: deregister(now, request); break;
    case ControlKind::kRegister: break;
  }
  if (client_ != nullptr) {
    client_->on_begin(now, request);
  }
}

template <class Chosen>
void Control::tear_down(Cycle now, const TornEnd& end, Chosen chosen) {
  parts_.transfers.for_each_running([&](SlotIndex slot) {
    const InFlightEntry& entry = parts_.transfers.entry(slot);
    const bool overlooked =
        mutated(Fault::kScattersOverlooked) && entry.direction == Direction::kScatter;
    if (chosen(entry) && !overlooked) {
      parts_.teardown.begin(now, slot, end);
    }
  });
}

void Control::reset_engine(Cycle now) {
  parts_.queues.reset_all();
  parts_.completions.drop(std::nullopt);
  tear_down(now, {TeardownCause::kEngineReset, CompletionStatus::kWrFlushErr, true},
            [](const InFlightEntry&) { return true; });
}

void Control::reset(Cycle now, const ControlRequest& request) {
  if (!mutated(Fault::kQueueKept)) {
    parts_.queues.reset(request.qp);
  }
  if (!mutated(Fault::kCompletionsKept)) {
    parts_.completions.drop(request.number);
  }
  tear_down(now, {TeardownCause::kQueuePairReset, CompletionStatus::kWrFlushErr, true},
            [&](const InFlightEntry& entry) { return entry.qp == request.number; });
}

void Control::flush(Cycle now, const ControlRequest& request) {
  parts_.queues.flush(request.qp);
  tear_down(now, {TeardownCause::kQueuePairError, CompletionStatus::kWrFlushErr, false},
            [&](const InFlightEntry& entry) { return entry.qp == request.number; });
}

void Control::deregister(Cycle now, const ControlRequest& request) {
  const std::optional<RegionHandle> region =
      client_ != nullptr ? client_->registration_of(request.region) : std::nullopt;
  if (region) {
    parts_.deregistrations.begin(now, request.region, *region);
  }
}

bool Control::engine_resets() const {
  return std::any_of(unanswered_.begin(), unanswered_.end(), [](const ControlRequest& request) {
    return request.kind == ControlKind::kEngineReset;
  });
}

bool Control::resets(const ControlRequest& request) const {
  return std::any_of(unanswered_.begin(), unanswered_.end(), [&](const ControlRequest& other) {
    return other.kind == ControlKind::kEngineReset ||
           (other.kind == ControlKind::kQueuePairReset && of_queue_pair(request) &&
            other.qp == request.qp);
  });
}

bool Control::holds(const ControlRequest& request) const {
  if (mutated(Fault::kAnswersAtOnce)) {
    return true;
  }
  switch (request.kind) {
    case ControlKind::kEngineReset: return parts_.transfers.busy() == 0;
    case ControlKind::kQueuePairReset:
      return parts_.queues.in_flight(request.qp) == 0 &&
             (parts_.transfers.busy() == 0 || !engine_resets());
    case ControlKind::kQueuePairError:
      return parts_.queues.in_flight(request.qp) == 0 &&
             (resets(request) ||
              (parts_.queues.depth(request.qp) == 0 && !parts_.completions.holds(request.number)));
    case ControlKind::kDeregister: return parts_.deregistrations.done(request.region);
    case ControlKind::kRegister: break;
  }
  return true;
}

bool Control::answer_all(Cycle now) {
  const auto open =
      std::stable_partition(unanswered_.begin(), unanswered_.end(),
                            [this](const ControlRequest& request) { return holds(request); });
  const std::vector<ControlRequest> answered(unanswered_.begin(), open);
  unanswered_.erase(unanswered_.begin(), open);
  for (const ControlRequest& request : answered) {
    release(now, request);
    report(now, request, true);
    if (client_ != nullptr) {
      client_->on_answer(now, request);
    }
  }
  if (!answered.empty()) {
    const std::vector<ControlRequest> held_up = std::exchange(held_up_, {});
    for (const ControlRequest& request : held_up) {
      ask(Asked{now + 1, request, true});
    }
  }
  return !answered.empty();
}

void Control::release(Cycle now, const ControlRequest& request) {
  if (mutated(Fault::kQueuesStayHeld)) {
    return;
  }
  if (request.kind == ControlKind::kDeregister) {
    parts_.deregistrations.end(now, request.region);
  } else if (request.kind == ControlKind::kQueuePairReset) {
    parts_.queues.release(request.qp);
  } else if (request.kind == ControlKind::kEngineReset) {
    parts_.queues.release_all();
  }
}

void Control::report(Cycle now, const ControlRequest& request, bool answered) const {
  if (watch_.observer == nullptr) {
    return;
  }
  ControlEvent event{request.kind, answered, {}, {}};
  if (concerns_region(request.kind)) {
    event.region = request.region;
  } else if (request.kind != ControlKind::kEngineReset) {
    event.qp = request.number;
  }
  watch_.observer->on_control(now, event);
}

}  // namespace sgdma::core
