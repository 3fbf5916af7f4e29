#include "platform/requester.h"

#include "platform/pending_atomics.h"
#include "platform/scatter_gather_walk.h"

namespace sgdma::platform {
namespace {

/// Whether a packet can be the next one of a response, as far as that has come.
bool is_due(const QpContext& context, const IncomingPacket& packet) {
  const bool atomic = packet.opcode == PacketOpcode::kAtomicResponse;
  return begins_message(packet.position) != context.response.open && !context.awaited.empty() &&
         context.awaited.front().atomic == atomic;
}

void end_response(QpContext& context) {
  context.awaited.pop_front();
  context.response = {};
}

}  // namespace

void Requester::post(const IntakePlace& place, const WorkQueueElement& wqe) {
  if (wqe.opcode == WqeOpcode::kReceive) {
    post_receive(place, wqe);
    return;
  }
  const CompletionTag tag = place.tag(Side::kSendQueue, place.context.sends++, 0);
  const CheckedLength checked = checker_.check_send(wqe);
  const auto bytes = static_cast<std::uint32_t>(checked.bytes);
  QpCompletions& order = cqes_.order(place.qp);
  order.post_send(wqe.opcode, wqe.signaled, wqe.inlined ? bytes : 0, bytes,
                  checker_.acknowledged() && !waits_for_response(wqe.opcode));
  if (checked.status != CompletionStatus::kSuccess) {
    order.fail_send(tag.number, 0, checked.status);
    ledger_.fail();
    ledger_.reject(place.now, tag, checked.status, checked.bytes);
    cqes_.release(place.now, place.qp);
    return;
  }
  if (!waits_for_response(wqe.opcode)) {
    gather_.begin(tag, place.qp, wqe.sges, wqe.inlined ? 0 : bytes);
    return;
  }
  AwaitedResponse& awaited = place.context.awaited.push_back();
  awaited.number = tag.number;
  awaited.atomic = wqe.opcode != WqeOpcode::kRead;
  awaited.bytes = bytes;
  awaited.sges = wqe.sges;
  cqes_.release(place.now, place.qp);  // its request may leave
}

void Requester::flush(const IntakePlace& place, const WorkQueueElement& wqe) {
  constexpr CompletionStatus kFlushed = CompletionStatus::kWrFlushErr;
  const bool receive = wqe.opcode == WqeOpcode::kReceive;
  QpContext& context = place.context;
  const CompletionTag tag = receive ? place.tag(Side::kReceiveQueue, context.receives++, 0)
                                    : place.tag(Side::kSendQueue, context.sends++, 0);
  QpCompletions& order = cqes_.order(place.qp);
  if (receive) {
    order.post_receive();
    order.refuse_receive(tag.number, kFlushed);
  } else {
    order.post_send(wqe.opcode, wqe.signaled, 0, 0, false);
    order.fail_send(tag.number, 0, kFlushed);
  }
  ledger_.reject(place.now, tag, kFlushed, asked_bytes(wqe));
  cqes_.release(place.now, place.qp);
}

void Requester::acknowledge(const IntakePlace& place) {
  if (!checker_.acknowledged()) {
    return;
  }
  if (!cqes_.order(place.qp).acknowledge()) {
    ledger_.out_of_context();
  }
  cqes_.release(place.now, place.qp);
}

void Requester::post_receive(const IntakePlace& place, const WorkQueueElement& wqe) {
  const CompletionTag tag = place.tag(Side::kReceiveQueue, place.context.receives++, 0);
  QpCompletions& order = cqes_.order(place.qp);
  order.post_receive();
  const CompletionStatus status = checker_.check_receive(wqe);
  if (status != CompletionStatus::kSuccess) {
    order.refuse_receive(tag.number, status);
    ledger_.fail();
    ledger_.reject(place.now, tag, status, asked_bytes(wqe));
    cqes_.release(place.now, place.qp);
    return;
  }
  PostedReceive& posted = place.context.posted.push_back();
  posted.number = tag.number;
  posted.capacity = total_bytes(wqe.sges);
  posted.sges = wqe.sges;
}

bool Requester::respond(const IntakePlace& place, const IncomingPacket& packet,
                        TransferRequest& request) {
  QpContext& context = place.context;
  if (context.response.open && begins_message(packet.position)) {
    cut_off(place);
  }
  if (!is_due(context, packet)) {
    ledger_.out_of_context();
    ledger_.reject(place.now, place.tag(Side::kSendQueue, context.sends, 0),
                   CompletionStatus::kLocQpOpErr, asked_bytes(packet));
    return false;
  }
  MessageProgress& progress = context.response;
  const bool atomic = packet.opcode == PacketOpcode::kAtomicResponse;
  const bool ends = atomic || ends_message(packet.position);
  const std::uint32_t bytes = atomic ? kAtomicBytes : packet.bytes;
  progress.open = true;
  request.tag = place.tag(Side::kSendQueue, context.awaited.front().number, progress.packets);
  request.tag.last_part = ends;
  request.qp = place.qp;
  if (!progress.dropped) {
    const CompletionStatus status = select(context, bytes, ends, progress.cursor, request);
    if (status != CompletionStatus::kSuccess) {
      fail(place, status);
    }
  }
  const bool placed = !progress.dropped;
  if (placed) {
    cqes_.hand_over(request);
    ledger_.hand_over();
  } else {
    ledger_.reject(place.now, request.tag, progress.status, bytes);
    cqes_.release(place.now, place.qp);
  }
  progress.bytes += bytes;
  ++progress.packets;
  if (ends) {
    end_response(context);
  }
  return placed;
}

CompletionStatus Requester::select(const QpContext& context, std::uint32_t bytes, bool ends,
                                   ScatterGatherCursor& cursor, TransferRequest& request) const {
  const AwaitedResponse& awaited = context.awaited.front();
  const std::uint32_t left = awaited.bytes - context.response.bytes;
  if (bytes > left || (ends && bytes != left)) {
    return CompletionStatus::kLocLenErr;
  }
  request.direction = Direction::kScatter;
  request.after_scatters = false;
  request.bytes = bytes;
  request.segments.clear();
  request.atomic_granule.reset();
  return append_segments(regions_, awaited.sges, bytes, access::kLocalWrite, cursor,
                         request.segments);
}

void Requester::cut_off(const IntakePlace& place) {
  ledger_.out_of_context();
  if (!place.context.response.dropped) {
    fail(place, CompletionStatus::kLocQpOpErr);
    cqes_.release(place.now, place.qp);
  }
  end_response(place.context);
}

void Requester::fail(const IntakePlace& place, CompletionStatus status) {
  MessageProgress& progress = place.context.response;
  progress.dropped = true;
  progress.status = status;
  ledger_.fail();
  cqes_.order(place.qp).fail_send(place.context.awaited.front().number, progress.packets, status);
}

}  // namespace sgdma::platform
