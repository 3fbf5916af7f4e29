#include "oracle/responder.h"

namespace sgdma::oracle {
namespace {

using platform::PacketOpcode;
namespace access = platform::access;

AtomicOperation operation_of(const platform::IncomingPacket& packet) {
  AtomicOperation operation;
  operation.swaps = packet.opcode == PacketOpcode::kCompareSwap;
  operation.compare = packet.compare;
  operation.operand = packet.swap_or_add;
  return operation;
}

}  // namespace

void Responder::on_receive(const platform::WorkQueueElement& wqe) {
  WqeLedger& queue = books_.ledger(Side::kReceiveQueue);
  Receive receive;
  receive.number = queue.post(platform::WqeOpcode::kReceive, true);
  receive.sges.assign(wqe.sges.begin(), wqe.sges.end());
  for (const platform::ScatterGatherEntry& sge : wqe.sges) {
    receive.total += sge.bytes;
  }
  const CompletionTag tag = books_.tag(Side::kReceiveQueue, receive.number, 0, true);
  Verdict verdict;
  verdict.kind = ItemKind::kReceiveWqe;
  verdict.tag = tag;
  verdict.statuses = rules_.targets.whole_list({wqe.sges.data(), wqe.sges.size(), 0, receive.total},
                                               access::kLocalWrite);
  if (wqe.sges.size() > rules_.config.max_sge) {
    verdict.statuses |= kMalformedWqe;
    queue.fail(receive.number, verdict.statuses, 0);
    queue.close(receive.number, {});
    must_reject(tag, verdict.statuses);
    return;
  }
  if (receive.total > kMaxMessage) {
    verdict.statuses |= {CompletionStatus::kLocLenErr};
  }
  verdict.fails_wqe = true;
  receives_.push_back(receive);
  books_.judge(verdict);
}

void Responder::on_request(const platform::IncomingPacket& packet) {
  if (packet.opcode != PacketOpcode::kAcknowledge && begins_message(packet.position)) {
    cut_off();
  }
  switch (packet.opcode) {
    case PacketOpcode::kSend: send(packet); break;
    case PacketOpcode::kWrite: write(packet); break;
    case PacketOpcode::kReadRequest: read(packet); break;
    case PacketOpcode::kCompareSwap:
    case PacketOpcode::kFetchAdd: atomic(packet); break;
    case PacketOpcode::kAtomicWrite: atomic_write(packet); break;
    case PacketOpcode::kReadResponse:
    case PacketOpcode::kAtomicResponse:
    case PacketOpcode::kAcknowledge: books_.judge({}); break;
  }
}

void Responder::must_reject(const CompletionTag& tag, StatusSet statuses) {
  Verdict verdict;
  verdict.kind = ItemKind::kPlain;
  verdict.tag = tag;
  verdict.statuses = statuses;
  verdict.mandatory = true;
  books_.judge(verdict);
}

void Responder::drop() {
  Verdict verdict;
  verdict.kind = ItemKind::kPlain;
  verdict.tag_open = true;
  verdict.statuses = StatusSet::any_error();
  books_.judge(verdict);
}

void Responder::expect(ExpectedWork& work, Verdict& verdict) {
  books_.expect(work);
  verdict.work = &work;
  verdict.tag = work.tag;
}

StatusSet Responder::length_faults(const platform::IncomingPacket& packet,
                                   std::uint64_t total) const {
  const bool last = ends_message(packet.position);
  const bool first = begins_message(packet.position);
  const bool right = packet_length_is_right(packet.bytes, first, last, books_.path_mtu());
  const bool ends_right = !last || message_.offset + packet.bytes == total;
  return right && ends_right ? StatusSet{} : kWrongLength;
}

/// A message begins: one in progress will not be completed, and the receive of a SEND fails.
void Responder::cut_off() {
  if (message_.active && message_.sends) {
    WqeLedger& queue = books_.ledger(Side::kReceiveQueue);
    queue.fail(message_.receive.number, StatusSet::any_error(), books_.scatters().opened());
    queue.close(message_.receive.number, {});
  }
  message_ = Message{};
}

/// An atomic needs its granule aligned at its address, and where that lies in memory.
StatusSet Responder::alignment_faults(const platform::IncomingPacket& packet,
                                      const ExpectedWork& work) {
  const auto& runs = work.map.runs();
  const bool aligned = packet.address % 8 == 0 && (runs.empty() || runs.front().address % 8 == 0);
  return aligned ? StatusSet{} : StatusSet{CompletionStatus::kRemInvReqErr};
}

void Responder::begin_send() {
  message_.sends = true;
  ++messages_;
  if (!receives_.empty()) {
    message_.active = true;
    message_.receive = receives_.front();
    receives_.pop_front();
  }
}

void Responder::send(const platform::IncomingPacket& packet) {
  const bool last = ends_message(packet.position);
  if (begins_message(packet.position)) {
    begin_send();
  }
  if (!message_.active || !message_.sends) {
    drop();
    return;
  }
  place_send(packet, last);
}

void Responder::place_send(const platform::IncomingPacket& packet, bool last) {
  WqeLedger& queue = books_.ledger(Side::kReceiveQueue);
  const Receive& receive = message_.receive;
  const SgeRange range{receive.sges.data(), receive.sges.size(), message_.offset, packet.bytes};
  const CompletionTag tag = books_.tag(Side::kReceiveQueue, receive.number, message_.part, last);
  ExpectedWork& work = books_.new_work(tag, Direction::kScatter);
  StatusSet faults = rules_.targets.local(range, access::kLocalWrite, work.map);
  if (message_.offset + packet.bytes > receive.total) {
    faults |= {CompletionStatus::kLocLenErr};
  }
  if (!faults.empty()) {
    books_.discard(work);
    queue.fail(receive.number, faults, books_.scatters().opened());
    queue.close(receive.number, {});
    message_.active = false;
    must_reject(tag, faults);
    return;
  }
  work.wqe_side = Side::kReceiveQueue;
  work.wqe_number = receive.number;
  Verdict verdict;
  verdict.kind = ItemKind::kRequest;
  verdict.fails_wqe = true;
  verdict.statuses = rules_.targets.whole_list(range, access::kLocalWrite);
  verdict.statuses |= length_faults(packet, message_.offset + packet.bytes);
  if (queue.failed(receive.number)) {
    work.optional = true;
    verdict.statuses |= StatusSet::any_error();
  }
  expect(work, verdict);
  message_.offset += packet.bytes;
  ++message_.part;
  if (last) {
    message_.active = false;
    queue.close(receive.number,
                {message_.offset, false, packet.immediate, books_.scatters().opened()});
  }
  books_.judge(verdict);
}

bool Responder::begin_write(const platform::IncomingPacket& packet) {
  message_.number = messages_++;
  message_.reth = packet;
  StatusSet faults;
  if (packet.length > kMaxMessage) {
    faults = kWrongLength;
    faults |= {CompletionStatus::kRemAccessErr};
  } else if (packet.length > 0) {
    faults = rules_.targets.remote_faults(packet.key, packet.address, packet.length,
                                          access::kRemoteWrite);
  }
  if (!faults.empty()) {
    must_reject(books_.tag(Side::kResponder, message_.number, 0, ends_message(packet.position)),
                faults);
    return false;
  }
  message_.active = true;
  return true;
}

void Responder::write(const platform::IncomingPacket& packet) {
  const bool last = ends_message(packet.position);
  if (begins_message(packet.position)) {
    if (!begin_write(packet)) {
      return;
    }
  } else if (!message_.active || message_.sends) {
    drop();
    return;
  }
  const CompletionTag tag = books_.tag(Side::kResponder, message_.number, message_.part, last);
  if (message_.offset + packet.bytes > message_.reth.length) {
    message_.active = false;
    must_reject(tag, kWrongLength);
    return;
  }
  ExpectedWork& work = books_.new_work(tag, Direction::kScatter);
  if (packet.bytes > 0) {
    StatusSet faults =
        rules_.targets.remote(message_.reth.key, message_.reth.address + message_.offset,
                              packet.bytes, access::kRemoteWrite, work.map);
    if (!faults.empty()) {  // deregistered since the first packet
      faults |= length_faults(packet, message_.reth.length);
      if (last && packet.immediate && receives_.empty()) {
        faults |= StatusSet::any_error();
      }
      books_.discard(work);
      message_.active = false;
      must_reject(tag, faults);
      return;
    }
  }
  work.optional = packet.bytes == 0;
  Verdict verdict;
  verdict.kind = ItemKind::kRequest;
  verdict.statuses = length_faults(packet, message_.reth.length);
  if (last && packet.immediate) {
    consume_receive(work, verdict);
  }
  expect(work, verdict);
  message_.offset += packet.bytes;
  ++message_.part;
  if (last) {
    message_.active = false;
  }
  if (verdict.receive) {
    end_write(*verdict.receive);
  }
  books_.judge(verdict);
}

void Responder::consume_receive(ExpectedWork& work, Verdict& verdict) {
  if (receives_.empty()) {
    work.optional = true;
    verdict.statuses = StatusSet::any_error();
    return;
  }
  verdict.receive = receives_.front().number;
  verdict.fails_wqe = true;
  receives_.pop_front();
  work.optional = false;
  work.wqe_side = Side::kReceiveQueue;
  work.wqe_number = *verdict.receive;
}

void Responder::end_write(std::uint32_t receive) {
  WqeLedger& queue = books_.ledger(Side::kReceiveQueue);
  queue.close(receive, {message_.reth.length, false, true, books_.scatters().opened()});
  if (message_.part > 1) {
    // A bus error in an earlier packet has no CQE of its own, nor has one whose region was gone.
    queue.may_fail(receive, {CompletionStatus::kGeneralErr, CompletionStatus::kRemAccessErr});
  }
}

void Responder::read(const platform::IncomingPacket& packet) {
  const CompletionTag tag = books_.tag(Side::kResponder, messages_++, 0, true);
  ExpectedWork& work = books_.new_work(tag, Direction::kGather);
  StatusSet faults;
  if (packet.length > kMaxMessage) {
    faults = kWrongLength;
    faults |= {CompletionStatus::kRemAccessErr};
  } else if (packet.length > 0) {
    faults = rules_.targets.remote(packet.key, packet.address, packet.length, access::kRemoteRead,
                                   work.map);
  }
  if (!faults.empty()) {
    books_.discard(work);
    must_reject(tag, faults);
    return;
  }
  work.after_scatters = true;
  work.optional = packet.length == 0;
  work.split(rules_.config.max_transfer);
  Verdict verdict;
  verdict.kind = ItemKind::kPlain;
  expect(work, verdict);
  books_.judge(verdict);
}

void Responder::atomic(const platform::IncomingPacket& packet) {
  CompletionTag tag = books_.tag(Side::kResponder, messages_++, 0, true);
  ExpectedWork& work = books_.new_work(tag, Direction::kGather);
  StatusSet faults =
      rules_.targets.remote(packet.key, packet.address, 8, access::kRemoteAtomic, work.map);
  faults |= alignment_faults(packet, work);
  if (!faults.empty()) {
    books_.discard(work);
    must_reject(tag, faults);
    return;
  }
  work.after_scatters = true;
  work.atomic = operation_of(packet);
  work.parts = 2;
  Verdict verdict;
  verdict.kind = ItemKind::kPlain;
  expect(work, verdict);
  books_.judge(verdict);
}

void Responder::atomic_write(const platform::IncomingPacket& packet) {
  const CompletionTag tag = books_.tag(Side::kResponder, messages_++, 0, true);
  ExpectedWork& work = books_.new_work(tag, Direction::kScatter);
  Verdict verdict;
  verdict.kind = ItemKind::kPlain;
  StatusSet faults =
      rules_.targets.remote(packet.key, packet.address, 8, access::kRemoteWrite, work.map);
  if (!faults.empty() &&
      rules_.targets.remote(packet.key, packet.address, 8, access::kRemoteAtomic, work.map)
          .empty()) {
    verdict.statuses = faults;  // Which of the two rights it needs is left open.
    faults = {};
  }
  faults |= alignment_faults(packet, work);
  if (!faults.empty()) {
    books_.discard(work);
    must_reject(tag, faults);
    return;
  }
  if (packet.bytes != 8) {
    verdict.statuses |= kWrongLength;
  }
  expect(work, verdict);
  books_.judge(verdict);
}

void Responder::reset() {
  abandon();
  messages_ = 0;
}

void Responder::abandon() {
  receives_.clear();
  message_ = Message{};
}

void Responder::rejected(ItemKind kind) {
  if (kind == ItemKind::kReceiveWqe && !receives_.empty()) {
    receives_.pop_back();
  } else if (kind == ItemKind::kRequest) {
    message_.active = false;
  }
}

}  // namespace sgdma::oracle
