#include "core/work_queues.h"

#include <algorithm>

#include "core/ensure.h"
#include "core/mutation.h"

namespace sgdma::core {

WorkQueues::WorkQueues(const EngineConfig& config, SlotArbiter& arbiter, FirstUnits& first_units,
                       const Watch& watch)
    : config_(config),
      arbiter_(arbiter),
      first_units_(first_units),
      watch_(watch),
      queues_(config.queue_pairs),
      slot_limited_{HeadsByAge(config.queue_pairs), HeadsByAge(config.queue_pairs)},
      keyless_{HeadsByAge(config.queue_pairs), HeadsByAge(config.queue_pairs)} {
  locks_.reserve(config.slots);
}

WorkQueues::Queue& WorkQueues::begin(std::uint32_t qp) {
  Queue& queue = queues_[qp];
  queue.qp = qp;
  queue.held = all_held_;
  return queue;
}

void WorkQueues::append(QueuedRequest& request) {
  Queue& queue = queue_of(request.request.qp);
  if (!queue.flushing) {
    first_units_.take_in(request.request.taken_at, request);
  }
  if (queue.head == nullptr) {
    queue.head = &request;
    mark_changed(queue);
  } else {
    queue.tail->next = &request;
    if (watch_.edges != nullptr) {
      mark_changed(queue);  // its depth is seen
    }
  }
  queue.tail = &request;
  ++queue.depth;
  ++queued_;
}

QueuedRequest& WorkQueues::take_head(QpIndex qp) {
  Queue& queue = queue_of(qp);
  QueuedRequest& request = *queue.head;
  queue.head = request.next;
  request.next = nullptr;
  queue.shown = Shown::kNothing;
  --heads_shown_;
  --queue.depth;
  --queued_;
  const TransferRequest& transfer = request.request;
  empty_heads_shown_ -= queue.shown_empty ? 1U : 0U;
  if (transfer.bytes > 0) {
    ++queue.slots;
    queue.scatters += transfer.direction == Direction::kScatter ? 1U : 0U;
  }
  const bool runs = !queue.flushing && !request.is_refused();
  if (transfer.atomic_granule && transfer.direction == Direction::kGather && runs) {
    lock(*transfer.atomic_granule, queue);
    queue.atomic_in_flight = true;
  }
  mark_changed(queue);
  return request;
}

void WorkQueues::finish(QueuedRequest& request, bool failed) {
  const TransferRequest& transfer = request.request;
  Queue& queue = queue_of(transfer.qp);
  mark_changed(queue);
  if (transfer.bytes > 0) {
    --queue.slots;
    queue.scatters -= transfer.direction == Direction::kScatter ? 1U : 0U;
  }
  if (!transfer.atomic_granule) {
    pool_.release(request);
    return;
  }
  if (transfer.direction == Direction::kGather) {
    const bool locks = queue.atomic_in_flight;
    queue.atomic_in_flight = false;
    if (!failed) {
      requeue_as_scatter(queue, request);
      return;
    }
    if (!locks) {
      pool_.release(request);  // it was flushed
      return;
    }
  }
  unlock(*transfer.atomic_granule);
  pool_.release(request);
}

void WorkQueues::unlock(std::uint64_t granule) {
  locks_.erase(granule);
  mark_atomic_heads(granule);
}

void WorkQueues::forget_atomic_head(Queue& queue) {
  if (!queue.atomic_head) {
    return;
  }
  queue.atomic_head = false;
  auto& heads = atomic_heads_[*queue.head->request.atomic_granule];
  heads.erase(std::remove(heads.begin(), heads.end(), &queue), heads.end());
}

void WorkQueues::reset(Queue& queue) {
  forget_atomic_head(queue);
  while (queue.head != nullptr) {
    QueuedRequest& request = *queue.head;
    queue.head = request.next;
    const TransferRequest& transfer = request.request;
    if (transfer.atomic_granule && transfer.direction == Direction::kScatter &&
        !mutated(Fault::kLockKept)) {
      unlock(*transfer.atomic_granule);
    }
    first_units_.forget(request);
    pool_.release(request);
    --queue.depth;
    --queued_;
  }
  queue.held = true;
  queue.flushing = false;
  withdraw(queue);
  mark_changed(queue);
}

void WorkQueues::release(Queue& queue) {
  queue.held = false;
  mark_changed(queue);
}

void WorkQueues::reset_all() {
  all_held_ = true;
  queues_.for_each([this](std::uint32_t, Queue& queue) { reset(queue); });
}

void WorkQueues::release_all() {
  all_held_ = false;
  queues_.for_each([this](std::uint32_t, Queue& queue) { release(queue); });
}

void WorkQueues::flush(QpIndex qp) {
  Queue& queue = queue_of(qp);
  forget_atomic_head(queue);
  queue.flushing = !mutated(Fault::kFlushGrants);
  for (QueuedRequest* request = queue.head; request != nullptr; request = request->next) {
    first_units_.forget(*request);
  }
  withdraw(queue);
  mark_changed(queue);
}

void WorkQueues::refuse(RegionHandle region) {
  queues_.for_each([&](std::uint32_t, Queue& queue) {
    for (QueuedRequest* request = queue.head; request != nullptr; request = request->next) {
      if (!RegionGate::touches(request->request, region)) {
        continue;
      }
      first_units_.forget(*request);
      if (!request->is_refused()) {
        request->refused = RegionGate::status_for(request->request.tag);
      }
      if (request == queue.head) {
        forget_atomic_head(queue);
        withdraw(queue);
        mark_changed(queue);
      }
    }
  });
}

void WorkQueues::requeue_as_scatter(Queue& queue, QueuedRequest& request) {
  request.request.direction = Direction::kScatter;
  ++request.request.tag.part;
  if (!first_units_.gate().admits(request.request)) {
    request.refused = RegionGate::status_for(request.request.tag);
  }
  request.request.tag.last_part = true;
  request.next = queue.head;
  if (queue.head == nullptr) {
    queue.tail = &request;
  }
  queue.head = &request;
  ++queue.depth;
  ++queued_;
}

void WorkQueues::mark_atomic_heads(std::uint64_t granule) {
  const auto heads = atomic_heads_.find(granule);
  if (heads == atomic_heads_.end()) {
    return;
  }
  for (Queue* queue : heads->second) {
    mark_changed(*queue);
  }
  if (heads->second.empty()) {
    atomic_heads_.erase(heads);
  }
}

void WorkQueues::lock(std::uint64_t granule, Queue& queue) {
  ensure(!locked(granule), "an atomic is granted while its granule is locked");
  locks_.insert(granule);
  auto& heads = atomic_heads_[granule];
  heads.erase(std::remove(heads.begin(), heads.end(), &queue), heads.end());
  queue.atomic_head = false;
  // The others on this granule are withdrawn from the arbiter.
  mark_atomic_heads(granule);
}

bool WorkQueues::lock_allows(Queue& queue) {
  const TransferRequest& request = queue.head->request;
  if (!request.atomic_granule || request.direction == Direction::kScatter ||
      head_needs_no_slot(queue)) {
    return true;
  }
  if (!queue.atomic_head) {
    queue.atomic_head = true;
    atomic_heads_[*request.atomic_granule].push_back(&queue);
  }
  return !locked(*request.atomic_granule);
}

WorkQueues::Shown WorkQueues::eligibility(const Queue& queue) const {
  if (queue.head == nullptr || queue.atomic_in_flight || queue.held) {
    return Shown::kNothing;
  }
  const TransferRequest& request = queue.head->request;
  if (head_needs_no_slot(queue)) {
    return queue.slots == 0 ? Shown::kHead : Shown::kNothing;
  }
  if (request.after_scatters && request.direction == Direction::kGather && queue.scatters > 0) {
    return Shown::kNothing;
  }
  if (queue.head->waits_for_key()) {
    return Shown::kKeyless;
  }
  const bool limited = config_.slots_per_qp != kUnlimited && queue.slots >= config_.slots_per_qp;
  return limited ? Shown::kSlotLimited : Shown::kHead;
}

void WorkQueues::withdraw(Queue& queue) {
  if (queue.shown == Shown::kHead) {
    arbiter_.withdraw(queue.shown_direction, QpIndex{queue.qp});
    --heads_shown_;
    empty_heads_shown_ -= queue.shown_empty ? 1U : 0U;
  } else if (queue.shown == Shown::kSlotLimited) {
    slot_limited_[index_of(queue.shown_direction)].erase(queue.qp);
  } else if (queue.shown == Shown::kKeyless) {
    keyless_[index_of(queue.shown_direction)].erase(queue.qp);
  }
  queue.shown = Shown::kNothing;
}

void WorkQueues::refresh(Queue& queue) {
  Shown now = eligibility(queue);
  if (now == Shown::kHead && !lock_allows(queue)) {
    now = Shown::kNothing;
  }
  const Direction direction =
      queue.head != nullptr ? queue.head->request.direction : Direction::kGather;
  const bool needs_no_slot = queue.head != nullptr && head_needs_no_slot(queue);
  if (now == queue.shown && (now == Shown::kNothing || (direction == queue.shown_direction &&
                                                        needs_no_slot == queue.shown_empty))) {
    return;
  }
  withdraw(queue);
  if (now == Shown::kHead) {
    arbiter_.show(direction, QpIndex{queue.qp},
                  {queue.head->request.taken_at, needs_no_slot ? 0 : queue.head->request.bytes});
    ++heads_shown_;
    empty_heads_shown_ += needs_no_slot ? 1U : 0U;
  } else if (now == Shown::kSlotLimited) {
    slot_limited_[index_of(direction)].insert(queue.qp, queue.head->request.taken_at);
  } else if (now == Shown::kKeyless) {
    keyless_[index_of(direction)].insert(queue.qp, queue.head->request.taken_at);
  }
  queue.shown = now;
  queue.shown_direction = direction;
  queue.shown_empty = needs_no_slot;
}

void WorkQueues::refresh_changed() {
  for (Queue* queue : changed_) {
    queue->changed = false;
    refresh(*queue);
    if (watch_.edges != nullptr) {
      report(*queue);
    }
    if (queues_.size() > queues_.kFew && queue->is_idle()) {
      const std::uint32_t qp = queue->qp;
      *queue = {};
      queues_.give_back(qp);
    }
  }
  changed_.clear();
}

void WorkQueues::report(const Queue& queue) const {
  const Direction direction =
      queue.head != nullptr ? queue.head->request.direction : Direction::kGather;
  watch_.edges->on_queue(QpIndex{queue.qp}, {queue.depth, queue.shown == Shown::kHead,
                                             queue.shown == Shown::kSlotLimited, direction});
}

}  // namespace sgdma::core
