#include "platform/responder.h"

#include "platform/scatter_gather_walk.h"

namespace sgdma::platform {
namespace {

/// Whether a message of this opcode may have several packets.
bool may_have_parts(PacketOpcode opcode) {
  return opcode == PacketOpcode::kSend || opcode == PacketOpcode::kWrite;
}

void start_scatter(TransferRequest& request, std::uint32_t bytes) {
  request.direction = Direction::kScatter;
  request.after_scatters = false;
  request.bytes = bytes;
}

}  // namespace

bool Responder::receive(const IntakePlace& place, const IncomingPacket& packet,
                        TransferRequest& request) {
  RequestMessage& message = place.context.request;
  MessageProgress& progress = message.progress;
  if (begins_message(packet.position)) {
    cut_off(place);
    begin(place, packet);
  } else if (!progress.open || message.opcode != packet.opcode) {
    ledger_.out_of_context();
    ledger_.reject(place.now, place.tag(Side::kResponder, place.context.messages, 0),
                   CompletionStatus::kRemInvReqErr, asked_bytes(packet));
    return false;
  }
  request.tag = message.tag;
  request.tag.part = progress.packets;
  request.tag.last_part = ends_message(packet.position);
  request.qp = place.qp;
  request.segments.clear();
  request.atomic_granule.reset();
  const CompletionStatus status =
      progress.dropped ? progress.status : select(place, packet, request);
  const bool good = status == CompletionStatus::kSuccess;
  const bool filled = good && packet.opcode != PacketOpcode::kReadRequest;
  if (filled) {
    hand_over(place, packet, request);
  } else if (!good) {
    if (!progress.dropped) {
      drop(place, status);
    }
    ledger_.reject(place.now, request.tag, status, asked_bytes(packet));
    cqes_.release(place.now, place.qp);
  }
  ++progress.packets;
  progress.bytes += packet.bytes;
  progress.open = !ends_message(packet.position) && may_have_parts(packet.opcode);
  return filled;
}

void Responder::begin(const IntakePlace& place, const IncomingPacket& packet) {
  QpContext& context = place.context;
  RequestMessage& message = context.request;
  message.progress = {};
  message.opcode = packet.opcode;
  message.tag = place.tag(Side::kResponder, context.messages++, 0);
  message.address = packet.address;
  message.key = packet.key;
  message.length = packet.length;
  QpCompletions& order = cqes_.order(place.qp);
  order.begin_message(packet.opcode == PacketOpcode::kSend);
  if (packet.opcode != PacketOpcode::kSend) {
    return;
  }
  order.end_message(message.tag.number);
  if (!context.posted.empty()) {
    message.tag = place.tag(Side::kReceiveQueue, context.posted.front().number, 0);
  }
}

void Responder::cut_off(const IntakePlace& place) {
  if (!place.context.request.progress.open) {
    return;
  }
  ledger_.out_of_context();
  if (!place.context.request.progress.dropped) {
    drop(place, CompletionStatus::kRemInvReqErr);
    cqes_.release(place.now, place.qp);
  }
}

CompletionStatus Responder::select(const IntakePlace& place, const IncomingPacket& packet,
                                   TransferRequest& request) {
  if (!may_have_parts(packet.opcode) && packet.position != PacketPosition::kOnly) {
    return CompletionStatus::kRemInvReqErr;
  }
  switch (packet.opcode) {
    case PacketOpcode::kSend: return select_send(place, packet, request);
    case PacketOpcode::kWrite: return select_write(place, packet, request);
    case PacketOpcode::kReadRequest: return select_read(place, packet);
    default: return select_atomic(packet, request);
  }
}

CompletionStatus Responder::select_send(const IntakePlace& place, const IncomingPacket& packet,
                                        TransferRequest& request) {
  if (request.tag.side != Side::kReceiveQueue) {
    ledger_.receiver_not_ready();
    return CompletionStatus::kRemOpErr;
  }
  MessageProgress& progress = place.context.request.progress;
  const PostedReceive& posted = place.context.posted.front();
  const std::uint64_t bytes = std::uint64_t{progress.bytes} + packet.bytes;
  if (bytes > posted.capacity || bytes > kMaxMessageBytes) {
    return CompletionStatus::kLocLenErr;
  }
  start_scatter(request, packet.bytes);
  return append_segments(regions_, posted.sges, packet.bytes, access::kLocalWrite, progress.cursor,
                         request.segments);
}

CompletionStatus Responder::select_write(const IntakePlace& place, const IncomingPacket& packet,
                                         TransferRequest& request) {
  const RequestMessage& message = place.context.request;
  if (begins_message(packet.position)) {
    const CheckedRange range = checker_.check_remote(packet, packet.length, access::kRemoteWrite);
    if (range.status != CompletionStatus::kSuccess) {
      return range.status;
    }
  }
  const bool ends = ends_message(packet.position);
  const std::uint32_t left = message.length - message.progress.bytes;
  if (packet.bytes > left || (ends && packet.bytes != left)) {
    return CompletionStatus::kRemInvReqErr;
  }
  if (ends && packet.immediate && place.context.posted.empty()) {
    ledger_.receiver_not_ready();
    return CompletionStatus::kRemOpErr;
  }
  start_scatter(request, packet.bytes);
  if (packet.bytes > 0) {
    const RangeLookup found = regions_.look_up(
        message.key, message.address + message.progress.bytes, packet.bytes, access::kRemoteWrite);
    if (found.region == nullptr) {
      return CompletionStatus::kRemAccessErr;
    }
    found.region->append_segments(found.offset, packet.bytes, request.segments);
  }
  return CompletionStatus::kSuccess;
}

CompletionStatus Responder::select_read(const IntakePlace& place, const IncomingPacket& packet) {
  const CheckedRange range = checker_.check_remote(packet, packet.length, access::kRemoteRead);
  if (range.status == CompletionStatus::kSuccess) {
    gather_.begin(place.context.request.tag, place.qp, range.region, range.offset, packet.length);
  }
  return range.status;
}

CompletionStatus Responder::select_atomic(const IncomingPacket& packet, TransferRequest& request) {
  const bool write = packet.opcode == PacketOpcode::kAtomicWrite;
  const CheckedRange range =
      checker_.check_remote_atomic(packet, write ? access::kRemoteWrite : access::kRemoteAtomic);
  if (range.status != CompletionStatus::kSuccess) {
    return range.status;
  }
  start_scatter(request, kAtomicBytes);
  range.region->append_segments(range.offset, kAtomicBytes, request.segments);
  if (!write) {
    request.direction = Direction::kGather;
    request.after_scatters = true;
    request.atomic_granule = request.segments.front().address;
    request.tag.last_part = false;
    atomics_.begin(request.tag, packet);
  }
  return CompletionStatus::kSuccess;
}

void Responder::hand_over(const IntakePlace& place, const IncomingPacket& packet,
                          const TransferRequest& request) {
  cqes_.hand_over(request);
  ledger_.hand_over();
  if (!ends_message(packet.position)) {
    return;
  }
  QpContext& context = place.context;
  const RequestMessage& message = context.request;
  QpCompletions& order = cqes_.order(place.qp);
  if (packet.opcode == PacketOpcode::kSend) {
    order.end_receive(message.tag.number, message.progress.bytes + packet.bytes, packet.immediate);
    context.posted.pop_front();
  } else if (packet.opcode == PacketOpcode::kWrite && packet.immediate) {
    order.end_message_with_receive(message.tag.number, context.posted.front().number,
                                   message.length);
    context.posted.pop_front();
  } else {
    order.end_message(message.tag.number);
  }
}

void Responder::drop(const IntakePlace& place, CompletionStatus status) {
  RequestMessage& message = place.context.request;
  message.progress.dropped = true;
  message.progress.status = status;
  if (status != CompletionStatus::kRemOpErr) {  // a receiver that is not ready is no failure
    ledger_.fail();
  }
  QpCompletions& order = cqes_.order(place.qp);
  if (message.tag.side == Side::kReceiveQueue) {
    order.fail_receive(message.tag.number, message.progress.packets, status);
    place.context.posted.pop_front();
  } else if (message.opcode != PacketOpcode::kSend) {
    order.end_message(message.tag.number);
  }
}

}  // namespace sgdma::platform
