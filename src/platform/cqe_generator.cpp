#include "platform/cqe_generator.h"

#include "core/mutation.h"

namespace sgdma::platform {

CqeGenerator::CqeGenerator(const QueuePairList& queue_pairs, const CompletionQueueConfig& queue,
                           Picoseconds period, PendingAtomics& atomics, WorkObserver* observer)
    : queue_pairs_(queue_pairs),
      period_(period),
      queue_(queue, period),
      atomics_(atomics),
      observer_(observer),
      orders_(queue_pairs.size()) {}

bool CqeGenerator::ready(Cycle now) {
  if (next_write_ <= now) {
    write_waiting(now);
  }
  return queue_.room(now);  // and then no CQE waits
}

Cycle CqeGenerator::next_ready(Cycle now) const {
  return waiting_.empty() ? queue_.next_room(now) : next_write_;
}

void CqeGenerator::take(Cycle now, const Completion& completion) {
  ++counters_.completions_taken;
  const QpIndex qp = queue_pairs_.index_of(completion.tag.qp);
  under_way_ -= orders_[qp].complete(completion) ? 1U : 0U;
  const bool scatter_follows =
      completion.direction == Direction::kGather && completion.status == CompletionStatus::kSuccess;
  if (completion.tag.side == Side::kResponder && !scatter_follows && !atomics_.empty()) {
    atomics_.end(completion.tag);
  }
  if (failures_ != nullptr) {
    tell_failure(now, qp, completion.status);
  }
  release(now, qp);
  settle(qp);
}

/// The engine looks at no key: from it these statuses say that a region is gone.
void CqeGenerator::tell_failure(Cycle now, QpIndex qp, CompletionStatus status) {
  switch (status) {
    case CompletionStatus::kSuccess:
    case CompletionStatus::kWrFlushErr: break;
    case CompletionStatus::kLocProtErr:
    case CompletionStatus::kRemAccessErr: failures_->on_region_gone(now, qp); break;
    default: failures_->on_failure(now, qp);
  }
}

void CqeGenerator::flush(Cycle now, QpIndex qp) {
  orders_[qp].flush();
  release(now, qp);
  settle(qp);
}

void CqeGenerator::reset(Cycle now, QpIndex qp) {
  QpCompletions& order = orders_[qp];
  under_way_ -= order.under_way();
  counters_.wqes_discarded += order.unfinished(Side::kSendQueue);
  counters_.wqes_discarded += order.unfinished(Side::kReceiveQueue);
  if (!core::mutated(core::Fault::kOldWqesKept)) {
    order = QpCompletions{};
  }
  settle(qp);
  queue_.drop(now, qp);
  const QpNumber number = queue_pairs_.number_of(qp);
  for (std::size_t left = waiting_.size(); left > 0; --left) {
    const CompletionQueueEntry entry = waiting_.front();
    waiting_.pop_front();
    if (entry.qp != number) {
      waiting_.push_back() = entry;
    }
  }
  write_waiting(now);
}

void CqeGenerator::begin_anew(Cycle now, QpIndex qp) {
  atomics_.drop(queue_pairs_.number_of(qp));
  if (listener_ != nullptr) {
    listener_->on_reset(now * period_, qp);
  }
}

void CqeGenerator::hand_over(const TransferRequest& request) {
  ++under_way_;
  orders_[request.qp].hand_over(request.tag, request.direction, request.atomic_granule.has_value());
}

void CqeGenerator::release(Cycle now, QpIndex qp) {
  QpCompletions& order = orders_[qp];
  if (listener_ != nullptr) {
    tell(now, qp, order);
  } else {
    order.take_messages_done();  // nobody wants to know
  }
  while (const std::optional<FinishedWqe> finished = order.next_finished()) {
    const bool good = finished->status == CompletionStatus::kSuccess;
    if (finished->side == Side::kReceiveQueue) {
      ++counters_.receives_completed;
    } else if (finished->signaled) {
      ++counters_.signaled_completed;
    } else {
      ++counters_.unsignaled_completed;
      if (good) {
        continue;
      }
    }
    write(now, {queue_pairs_.number_of(qp), finished->side, finished->number, finished->opcode,
                finished->status, finished->bytes, finished->immediate});
  }
}

void CqeGenerator::tell(Cycle now, QpIndex qp, QpCompletions& order) {
  while (const std::optional<SentWqe> sent = order.next_sent()) {
    listener_->on_sent(now * period_, qp, *sent);
  }
  if (const std::uint32_t done = order.take_messages_done(); done > 0) {
    listener_->on_messages_done(now * period_, qp, done);
  }
}

void CqeGenerator::write(Cycle now, const CompletionQueueEntry& entry) {
  waiting_.push_back() = entry;
  write_waiting(now);
  counters_.cqes_held_back += waiting_.empty() ? 0U : 1U;
}

void CqeGenerator::write_waiting(Cycle now) {
  while (!waiting_.empty() && queue_.room(now)) {
    const CompletionQueueEntry& entry = waiting_.front();
    queue_.write(now, queue_pairs_.index_of(entry.qp));
    ++counters_.cqes[static_cast<std::size_t>(entry.status)];
    if (observer_ != nullptr) {
      observer_->on_cqe(now, entry);
    }
    if (listener_ != nullptr) {
      if (const std::optional<Picoseconds> taken = queue_.taken_at(now)) {
        listener_->on_cqe_taken(*taken, queue_pairs_.index_of(entry.qp), entry);
      }
    }
    waiting_.pop_front();
  }
  next_write_ = waiting_.empty() ? kNever : queue_.next_room(now);
}

std::size_t CqeGenerator::unfinished(QpIndex qp, Side side) const {
  const QpCompletions* order = orders_.awake(qp);
  return order != nullptr ? order->unfinished(side) : 0;
}

}  // namespace sgdma::platform
