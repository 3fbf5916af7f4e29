#include "platform/work_intake.h"

#include <algorithm>

#include "core/ensure.h"
#include "core/mutation.h"

namespace sgdma::platform {

WorkIntake::WorkIntake(const IntakeParts& parts, WorkItemStream& stream, Picoseconds period,
                       WorkObserver* observer)
    : max_backlog_(parts.max_backlog),
      queue_pairs_(parts.queue_pairs),
      cqes_(parts.cqes),
      stream_(stream),
      period_(period),
      ledger_(observer),
      checker_(parts.target, parts.regions),
      contexts_(parts.queue_pairs.size()),
      gather_(parts.regions, parts.target.max_transfer),
      requester_(parts.regions, checker_, parts.cqes, ledger_, gather_),
      responder_(parts.regions, checker_, parts.cqes, ledger_, gather_, parts.atomics) {
  core::ensure(period > 0, "a clock without a period");
}

Cycle WorkIntake::next_edge() const {
  if (gather_.active()) {
    return gather_edge_;
  }
  return full() ? cqes_.next_write() : std::min(next_item(), cqes_.next_write());
}

Cycle WorkIntake::next_item() const {
  const WorkItem* item = stream_.peek();
  return item != nullptr ? edge_of(*item) : kNever;
}

/// Items mostly come several at a time, and divisions are slow.
Cycle WorkIntake::edge_of(const WorkItem& item) const {
  if (item.at != asked_) {
    asked_ = item.at;
    edge_ = item.at / period_ + 1;
  }
  return edge_;
}

bool WorkIntake::pull(Cycle now, TransferRequest& request) {
  if (gather_.active()) {
    return next_part(request);
  }
  if (cqes_.next_write() <= now) {
    cqes_.write_waiting(now);
    return false;
  }
  const WorkItem& item = *stream_.peek();
  core::ensure(edge_of(item) <= now, "work is pulled before it is there");
  ledger_.wait(now - edge_of(item));
  ledger_.look_at(now, item);
  const QpIndex qp = item.qp;
  bool filled = dispatch(now, item, request);
  stream_.pop();
  if (gather_.active()) {
    gather_edge_ = now;
    filled = next_part(request);
  }
  contexts_.settle(qp);
  cqes_.settle(qp);
  // A message that is cut off fails with the first packet of the next one, which is taken in.
  if (ledger_.take_failure()) {
    cqes_.failed(now, qp);
  }
  return filled;
}

bool WorkIntake::dispatch(Cycle now, const WorkItem& item, TransferRequest& request) {
  const IntakePlace place{now, item.qp, queue_pairs_.number_of(item.qp), contexts_[item.qp]};
  if (place.context.state != QpState::kReady || closed_) {
    refuse(place, item);
    return false;
  }
  if (const auto* wqe = std::get_if<WorkQueueElement>(&item.work)) {
    requester_.post(place, *wqe);
    return false;
  }
  const auto& packet = std::get<IncomingPacket>(item.work);
  switch (packet.opcode) {
    case PacketOpcode::kAcknowledge: requester_.acknowledge(place); return false;
    case PacketOpcode::kReadResponse:
    case PacketOpcode::kAtomicResponse: return requester_.respond(place, packet, request);
    default: return responder_.receive(place, packet, request);
  }
}

void WorkIntake::refuse(const IntakePlace& place, const WorkItem& item) {
  ledger_.refuse();
  const auto* wqe = std::get_if<WorkQueueElement>(&item.work);
  const bool in_error = place.context.state == QpState::kError && !closed_;
  if (wqe != nullptr && in_error) {
    requester_.flush(place, *wqe);
    return;
  }
  const CompletionStatus status =
      in_error ? CompletionStatus::kWrFlushErr : CompletionStatus::kLocQpOpErr;
  if (wqe != nullptr) {
    const bool receive = wqe->opcode == WqeOpcode::kReceive;
    ledger_.reject(place.now,
                   receive ? place.tag(Side::kReceiveQueue, place.context.receives, 0)
                           : place.tag(Side::kSendQueue, place.context.sends, 0),
                   status, asked_bytes(*wqe));
    return;
  }
  const auto& packet = std::get<IncomingPacket>(item.work);
  if (packet.opcode != PacketOpcode::kAcknowledge) {
    ledger_.reject(place.now, place.tag(Side::kResponder, place.context.messages, 0), status,
                   asked_bytes(packet));
  }
}

bool WorkIntake::reset(QpIndex qp) {
  QpContext& context = contexts_[qp];
  const bool resets = context.state != QpState::kResetting;
  if (resets) {
    const std::uint16_t epoch = context.epoch;
    context.reset();
    if (core::mutated(core::Fault::kEpochKept)) {
      context.epoch = epoch;
    }
  }
  contexts_.settle(qp);
  return resets;
}

bool WorkIntake::begin_anew(QpIndex qp) {
  QpContext& context = contexts_[qp];
  const bool was_reset = context.state == QpState::kResetting;
  if (was_reset) {
    context.state = QpState::kReady;
  }
  contexts_.settle(qp);
  return was_reset;
}

bool WorkIntake::abandon(QpIndex qp) {
  QpContext& context = contexts_[qp];
  const bool was_ready = context.state == QpState::kReady;
  if (was_ready) {
    context.abandon();
  }
  contexts_.settle(qp);
  return was_ready;
}

bool WorkIntake::next_part(TransferRequest& request) {
  gather_.next(request);
  cqes_.hand_over(request);
  ledger_.hand_over();
  return true;
}

}  // namespace sgdma::platform
