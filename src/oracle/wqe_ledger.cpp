#include "oracle/wqe_ledger.h"

namespace sgdma::oracle {

std::uint32_t WqeLedger::post(platform::WqeOpcode opcode, bool signaled) {
  Wqe wqe;
  wqe.opcode = opcode;
  wqe.signaled = signaled;
  wqe.late = flushing_;
  wqes_.push_back(wqe);
  return first_ + static_cast<std::uint32_t>(wqes_.size()) - 1;
}

WqeLedger::Wqe* WqeLedger::find(std::uint32_t number) {
  const std::uint32_t at = number - first_;
  return at < wqes_.size() ? &wqes_[at] : nullptr;
}

void WqeLedger::expect(std::uint32_t number, std::uint32_t transfers) {
  if (Wqe* wqe = find(number); wqe != nullptr) {
    wqe->transfers += transfers;
  }
}

void WqeLedger::forget(std::uint32_t number, std::uint32_t transfers) {
  if (Wqe* wqe = find(number); wqe != nullptr) {
    wqe->transfers -= transfers;
    settle();
  }
}

void WqeLedger::close(std::uint32_t number, const WqeEnd& end) {
  if (Wqe* wqe = find(number); wqe != nullptr && !wqe->closed) {
    wqe->closed = true;
    wqe->end = end;
    settle();
  }
}

void WqeLedger::fail(std::uint32_t number, StatusSet statuses, std::uint64_t scatter_fence) {
  Wqe* wqe = find(number);
  if (wqe == nullptr) {
    return;
  }
  if (wqe->errors.empty()) {
    wqe->end.scatter_fence = scatter_fence;
  }
  wqe->errors |= statuses;
}

void WqeLedger::may_fail(std::uint32_t number, StatusSet statuses) {
  if (Wqe* wqe = find(number); wqe != nullptr) {
    wqe->open_errors |= statuses;
  }
}

void WqeLedger::await_acknowledge(std::uint32_t number) {
  if (Wqe* wqe = find(number); wqe != nullptr) {
    wqe->unacknowledged = true;
  }
}

void WqeLedger::acknowledge() {
  if (next_acknowledged_ < first_) {
    next_acknowledged_ = first_;
  }
  Wqe* wqe = find(next_acknowledged_);
  while (wqe != nullptr && !wqe->awaits()) {
    wqe = find(++next_acknowledged_);
  }
  if (!log_.holds(wqe != nullptr)) {
    log_.report("acknowledge_unexpected", place(next_acknowledged_),
                "no WQE waits for an acknowledge");
    return;
  }
  if (!log_.holds(wqe->transfers == 0)) {
    log_.report("acknowledge_early", place(next_acknowledged_),
                "the message has not been gathered in full");
  }
  wqe->unacknowledged = false;
  settle();
}

void WqeLedger::transfer_over(std::uint32_t number) { forget(number, 1); }

void WqeLedger::clear() {
  wqes_.clear();
  first_ = 0;
  behind_cqe_ = 0;
  next_acknowledged_ = 0;
  flushing_ = false;
  error_seen_ = false;
  region_failed_ = false;
}

void WqeLedger::flush() {
  flushing_ = true;
  for (Wqe& wqe : wqes_) {
    wqe.late = !wqe.over();
    if (!wqe.closed || wqe.awaits()) {
      wqe.errors |= {CompletionStatus::kWrFlushErr};
      wqe.closed = true;
    } else {
      wqe.open_errors |= {CompletionStatus::kWrFlushErr};
    }
  }
  settle();
}

bool WqeLedger::failed(std::uint32_t number) const {
  const std::uint32_t at = number - first_;
  return at < wqes_.size() && !wqes_[at].errors.empty();
}

void WqeLedger::settle() {
  while (!wqes_.empty()) {
    Wqe& wqe = wqes_.front();
    if (flushing_ && error_seen_ && wqe.late && wqe.over() && wqe.errors.empty()) {
      wqe.errors |= {CompletionStatus::kWrFlushErr};  // a success behind a failure
    }
    if (!wqe.settled()) {
      return;
    }
    wqes_.pop_front();
    ++first_;
  }
}

Place WqeLedger::place(std::uint32_t number) const {
  CompletionTag tag;
  tag.qp = qp_;
  tag.side = side_;
  tag.number = number;
  return place_of(tag);
}

void WqeLedger::on_cqe(const platform::CompletionQueueEntry& cqe, const PrefixTracker& scatters) {
  const Place where = place(cqe.number);
  Wqe* wqe = find(cqe.number);
  if (wqe == nullptr && flushes_in_arrears(cqe)) {
    behind_cqe_ = cqe.number + 1;
    return;
  }
  if (!log_.holds(wqe != nullptr)) {
    log_.report("cqe_unexpected", where,
                cqe.number < first_ ? "a CQE of a WQE that has its CQE or needs none"
                                    : "a CQE of a WQE that was never posted");
    return;
  }
  if (!log_.holds(!wqe->has_cqe)) {
    log_.report("cqe_duplicate", where, "a second CQE of one WQE");
    return;
  }
  check_order(cqe.number, where);
  if (!log_.holds(wqe->over() || !wqe->errors.empty())) {
    log_.report("cqe_early", where,
                std::to_string(wqe->transfers) + " transfers of the WQE are not over" +
                    (wqe->closed ? "" : ", and its message has not ended"));
  }
  const bool fenced = side_ == Side::kReceiveQueue;
  if (!log_.holds(!fenced || scatters.all_closed_before() >= wqe->end.scatter_fence)) {
    log_.report("cqe_before_scatter", where,
                "scatter " + std::to_string(scatters.all_closed_before()) +
                    " of the queue pair, which is earlier, is not safe in memory");
  }
  check_contents(*wqe, cqe, where);
  wqe->has_cqe = true;
  behind_cqe_ = cqe.number + 1;
  settle();
}

bool WqeLedger::flushes_in_arrears(const platform::CompletionQueueEntry& cqe) const {
  return flushing_ && error_seen_ && cqe.status == CompletionStatus::kWrFlushErr &&
         cqe.bytes == 0 && cqe.number >= behind_cqe_ && cqe.number < first_;
}

void WqeLedger::check_order(std::uint32_t number, const Place& where) {
  std::uint32_t earlier = first_;
  while (earlier != number &&
         (wqes_[earlier - first_].has_cqe || wqes_[earlier - first_].settled())) {
    ++earlier;
  }
  if (!log_.holds(earlier == number)) {
    log_.report("cqe_order", where,
                "WQE " + std::to_string(earlier) + " of the same queue has to complete before");
  }
}

void WqeLedger::check_contents(const Wqe& wqe, const platform::CompletionQueueEntry& cqe,
                               const Place& where) {
  const bool success = cqe.status == CompletionStatus::kSuccess;
  // What failed before it stands before its own failure, and any failure before a flush.
  const bool founded = cqe.status == CompletionStatus::kWrFlushErr     ? wqe.errors.empty()
                       : cqe.status == CompletionStatus::kRemAccessErr ? region_failed_
                                                                       : true;
  const bool open = founded && wqe.open_errors.contains(cqe.status);
  const bool status_right = success ? wqe.errors.empty() : wqe.errors.contains(cqe.status) || open;
  if (!log_.holds(status_right)) {
    std::string text = "status " + std::string(name_of(cqe.status)) + ", right is ";
    log_.report("cqe_status", where,
                text + (wqe.errors.empty() ? std::string("SUCCESS") : to_string(wqe.errors)));
  }
  if (!log_.holds(!success || wqe.signaled)) {
    log_.report("cqe_unexpected", where, "a success of an unsignaled WQE writes no CQE");
  }
  if (!log_.holds(!success || !flushing_ || !error_seen_)) {
    log_.report("cqe_status", where, "a success behind an error of a queue pair in ERR");
  }
  error_seen_ = error_seen_ || !success;
  const std::uint64_t bytes = success ? wqe.end.bytes : 0;
  if (!log_.holds(cqe.bytes == bytes || (wqe.end.bytes_open && cqe.bytes == 0))) {
    log_.report("cqe_bytes", where,
                "byte_len " + std::to_string(cqe.bytes) + ", right is " + std::to_string(bytes));
  }
  if (!log_.holds(cqe.opcode == wqe.opcode && (!success || cqe.immediate == wqe.end.immediate))) {
    log_.report("cqe_opcode", where, "opcode or immediate flag is not the WQE's");
  }
}

void WqeLedger::finish(const FinalState& state) {
  if (!state.drained || !state.cqes_written) {
    return;
  }
  for (std::size_t at = 0; at < wqes_.size(); ++at) {
    const Wqe& wqe = wqes_[at];
    if (!wqe.over()) {
      return;  // It waits for packets that never came (or for a transfer, which is reported as
               // such).
    }
    if (!log_.holds(wqe.has_cqe || !wqe.needs_cqe())) {
      log_.report("cqe_missing", place(first_ + static_cast<std::uint32_t>(at)),
                  "the WQE is over and its CQE was never written");
    }
  }
}

}  // namespace sgdma::oracle
