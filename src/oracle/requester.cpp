#include "oracle/requester.h"

namespace sgdma::oracle {
namespace {

using platform::WqeOpcode;

std::uint64_t sum_of(const platform::WorkQueueElement& wqe) {
  std::uint64_t total = 0;
  for (const platform::ScatterGatherEntry& sge : wqe.sges) {
    total += sge.bytes;
  }
  return total;
}

}  // namespace

StatusSet Requester::static_faults(const platform::WorkQueueElement& wqe,
                                   std::uint64_t total) const {
  StatusSet faults;
  const bool inlined = wqe.inlined && !waits_for_response(wqe.opcode);
  if (inlined) {
    return wqe.inline_bytes > rules_.config.max_inline ? kMalformedWqe : faults;
  }
  if (wqe.sges.size() > rules_.config.max_sge) {
    faults |= kMalformedWqe;
  }
  if (total > kMaxMessage) {
    faults |= {CompletionStatus::kLocLenErr};
  }
  if (!faults.empty()) {
    faults |= rules_.targets.whole_list({wqe.sges.data(), wqe.sges.size(), 0, total}, 0);
  }
  return faults;
}

void Requester::on_wqe(const platform::WorkQueueElement& wqe) {
  WqeLedger& queue = books_.ledger(Side::kSendQueue);
  const std::uint32_t number = queue.post(wqe.opcode, wqe.signaled);
  const std::uint64_t total = sum_of(wqe);
  const StatusSet faults = static_faults(wqe, total);
  if (!faults.empty()) {
    queue.fail(number, faults, 0);
    queue.close(number, {});
    Verdict verdict;
    verdict.kind = ItemKind::kPlain;
    verdict.tag = books_.tag(Side::kSendQueue, number, 0, true);
    verdict.statuses = faults;
    verdict.mandatory = true;
    books_.judge(verdict);
  } else if (waits_for_response(wqe.opcode)) {
    await(wqe, number, total);
  } else {
    gather(wqe, number, total);
  }
}

void Requester::gather(const platform::WorkQueueElement& wqe, std::uint32_t number,
                       std::uint64_t total) {
  WqeLedger& queue = books_.ledger(Side::kSendQueue);
  Verdict verdict;
  verdict.kind = ItemKind::kPlain;
  verdict.tag = books_.tag(Side::kSendQueue, number, 0, true);
  ExpectedWork& work = books_.new_work(verdict.tag, Direction::kGather);
  work.wqe_side = Side::kSendQueue;
  work.wqe_number = number;
  const std::uint64_t moved = wqe.inlined ? 0 : total;
  verdict.statuses =
      rules_.targets.local({wqe.sges.data(), wqe.sges.size(), 0, moved}, 0, work.map);
  if (!verdict.statuses.empty()) {
    verdict.mandatory = true;
    queue.fail(number, verdict.statuses, 0);
    queue.close(number, {});
    books_.discard(work);
    books_.judge(verdict);
    return;
  }
  if (rules_.config.acknowledged) {
    queue.await_acknowledge(number);
  }
  work.split(rules_.config.max_transfer);
  books_.expect(work);
  verdict.work = &work;
  verdict.fails_wqe = true;
  WqeEnd end;
  end.bytes = wqe.inlined ? wqe.inline_bytes : total;
  end.bytes_open = wqe.inlined;
  queue.close(number, end);
  books_.judge(verdict);
}

void Requester::await(const platform::WorkQueueElement& wqe, std::uint32_t number,
                      std::uint64_t total) {
  Waiting read;
  read.number = number;
  read.opcode = wqe.opcode;
  read.sges.assign(wqe.sges.begin(), wqe.sges.end());
  read.total = total;
  Verdict verdict;
  verdict.kind = ItemKind::kWaitingWqe;
  verdict.tag = books_.tag(Side::kSendQueue, number, 0, true);
  verdict.statuses = rules_.targets.whole_list({wqe.sges.data(), wqe.sges.size(), 0, total},
                                               platform::access::kLocalWrite);
  if (wqe.inlined) {
    verdict.statuses |= kMalformedWqe;
  }
  if (wqe.opcode != WqeOpcode::kRead && total != 8) {
    verdict.statuses |= kMalformedWqe;
  }
  verdict.fails_wqe = true;
  waiting_.push_back(read);
  books_.judge(verdict);
}

void Requester::on_acknowledge() {
  if (rules_.config.acknowledged) {
    books_.ledger(Side::kSendQueue).acknowledge();
  }
}

void Requester::drop() {
  Verdict verdict;
  verdict.kind = ItemKind::kPlain;
  verdict.tag = books_.tag(Side::kSendQueue, 0, 0, true);
  verdict.tag_open = true;
  verdict.statuses = StatusSet::any_error();
  books_.judge(verdict);
}

/// A response begins before the one in progress has ended: that one will not be completed.
void Requester::cut_off() {
  const Waiting& read = waiting_.front();
  if (!read.aborted) {
    WqeLedger& queue = books_.ledger(Side::kSendQueue);
    queue.fail(read.number, StatusSet::any_error(), 0);
    queue.close(read.number, {});
  }
  waiting_.pop_front();
}

void Requester::on_response(const platform::IncomingPacket& packet) {
  const bool reads = packet.opcode == platform::PacketOpcode::kReadResponse;
  const bool first = !reads || begins_message(packet.position);
  const bool last = !reads || ends_message(packet.position);
  if (first && !waiting_.empty() && waiting_.front().part > 0) {
    cut_off();
  }
  if (waiting_.empty() || reads != (waiting_.front().opcode == WqeOpcode::kRead)) {
    drop();
    return;
  }
  Waiting& read = waiting_.front();
  const bool out_of_place = first != (read.part == 0);
  if (out_of_place || read.aborted) {
    drop();
  } else {
    scatter(read, reads ? packet.bytes : 8, last);
  }
  if (last && !out_of_place) {
    waiting_.pop_front();
  }
}

StatusSet Requester::open_faults(const Waiting& read, const SgeRange& range, bool last) {
  StatusSet faults = rules_.targets.whole_list(range, platform::access::kLocalWrite);
  const auto bytes = static_cast<std::uint32_t>(range.bytes);
  const bool length_right = read.opcode != WqeOpcode::kRead ||
                            packet_length_is_right(bytes, read.part == 0, last, books_.path_mtu());
  const bool short_message = last && read.offset + bytes != read.total;
  if (!length_right || short_message) {
    faults |= kWrongLength;
  }
  if (books_.ledger(Side::kSendQueue).failed(read.number)) {
    faults |= StatusSet::any_error();
  }
  return faults;
}

void Requester::scatter(Waiting& read, std::uint32_t bytes, bool last) {
  WqeLedger& queue = books_.ledger(Side::kSendQueue);
  const SgeRange range{read.sges.data(), read.sges.size(), read.offset, bytes};
  Verdict verdict;
  verdict.kind = ItemKind::kResponse;
  verdict.tag = books_.tag(Side::kSendQueue, read.number, read.part, last);
  ExpectedWork& work = books_.new_work(verdict.tag, Direction::kScatter);
  verdict.statuses = rules_.targets.local(range, platform::access::kLocalWrite, work.map);
  if (read.offset + bytes > read.total) {
    verdict.statuses |= kWrongLength;
  }
  verdict.fails_wqe = true;
  if (!verdict.statuses.empty()) {
    verdict.mandatory = true;
    verdict.statuses |= open_faults(read, range, last);
    queue.fail(read.number, verdict.statuses, 0);
    queue.close(read.number, {});
    read.aborted = true;
    ++read.part;
    books_.discard(work);
    books_.judge(verdict);
    return;
  }
  work.wqe_side = Side::kSendQueue;
  work.wqe_number = read.number;
  work.optional = queue.failed(read.number);
  verdict.statuses = open_faults(read, range, last);
  books_.expect(work);
  verdict.work = &work;
  read.offset += bytes;
  ++read.part;
  if (last) {
    WqeEnd end;
    end.bytes = read.offset;
    queue.close(read.number, end);
  }
  books_.judge(verdict);
}

void Requester::abandon() { waiting_.clear(); }

void Requester::rejected(ItemKind kind) {
  if (kind == ItemKind::kWaitingWqe && !waiting_.empty()) {
    waiting_.pop_back();
  } else if (kind == ItemKind::kResponse && !waiting_.empty() && waiting_.front().part > 0) {
    waiting_.front().aborted = true;
  }
}

}  // namespace sgdma::oracle
