// How a transfer may end: the second half of TransferChecker.

#include <fmt/format.h>

#include "oracle/region_runs.h"
#include "oracle/transfer_checker.h"

namespace sgdma::oracle {

void TransferChecker::check_end(const EndedTransfer& gone, const Completion& completion) {
  const Place place = place_of(gone.slot, gone.tag);
  const bool success = completion.status == CompletionStatus::kSuccess;
  if (!log_.holds(completion.direction == gone.direction && completion.bytes == gone.moved)) {
    log_.report("completion", place,
                fmt::format("a {} with {} bytes, {} bytes have moved",
                            name_of(completion.direction), completion.bytes, gone.moved));
  }
  if (!log_.holds(!success || gone.moved == gone.bytes)) {
    log_.report("bytes_missing", place,
                fmt::format("success, and {} of {} bytes have moved", gone.moved, gone.bytes));
  }
  if (gone.work == nullptr) {
    return;
  }
  if (!log_.holds(!success || gone.served == gone.bytes)) {
    log_.report(
        "bytes_missing", place,
        fmt::format("success, and memory has served {} of {} bytes", gone.served, gone.bytes));
  }
  const bool says_so = completion.status == CompletionStatus::kGeneralErr &&
                       completion.fault.status == BusStatus::kTimeout;
  if (!log_.holds(!gone.timed_out || says_so)) {
    log_.report("status", place,
                fmt::format("status {}, {}, and the target was silent", name_of(completion.status),
                            name_of(completion.fault.status)));
  }
  if (completion.status == CompletionStatus::kWrFlushErr) {
    if (!log_.holds(gone.torn && gone.moved < gone.bytes)) {
      log_.report("status", place,
                  fmt::format("flushed after {} of {} bytes{}", gone.moved, gone.bytes,
                              gone.torn ? "" : ", and its queue pair is not in error"));
    }
  } else if (is_region_status(completion.status)) {
    if (!log_.holds(gone.expelled && gone.moved < gone.bytes &&
                    completion.status == region_status(gone.tag))) {
      log_.report("status", place,
                  fmt::format("{} after {} of {} bytes{}", name_of(completion.status), gone.moved,
                              gone.bytes,
                              gone.expelled ? "" : ", and no deregistration has taken its region"));
    }
  } else if (!success || gone.fault) {
    check_fault(gone, completion);
  }
}

void TransferChecker::check_fault(const EndedTransfer& gone, const Completion& completion) {
  const Place place = place_of(gone.slot, gone.tag);
  const bool unanswered = limits_.posted_writes && gone.direction == Direction::kScatter;
  if (unanswered && completion.status == CompletionStatus::kSuccess) {
    return;
  }
  const FaultRecord& fault = completion.fault;
  if (fault.status == BusStatus::kTimeout && completion.status == CompletionStatus::kGeneralErr &&
      gone.silent_target) {
    return;  // the record was checked as it was made
  }
  if (!log_.holds(gone.fault && completion.status == CompletionStatus::kGeneralErr)) {
    log_.report("status", place,
                fmt::format("status {}, and memory answered with {}", name_of(completion.status),
                            gone.fault ? name_of(gone.fault->status) : "OKAY"));
    return;
  }
  if (gone.direction == Direction::kScatter) {
    // A write response names the first beat with the worst status of its burst.
    const bool right = fault.status > gone.fault->status ||
                       (fault.status == gone.fault->status && fault.address == gone.fault->address);
    if (!log_.holds(right)) {
      log_.report(
          "fault_record", place,
          fmt::format("{} at 0x{:x}, the first fault is {} at 0x{:x}", name_of(fault.status),
                      fault.address, name_of(gone.fault->status), gone.fault->address));
    }
    return;
  }
  if (!log_.holds(fault.address == gone.fault->address && fault.status == gone.fault->status &&
                  fault.segment == gone.fault->segment && gone.moved == gone.fault->offset)) {
    log_.report("fault_record", place,
                fmt::format("{} at 0x{:x} after {} bytes, the first fault is {} at 0x{:x} after {}",
                            name_of(fault.status), fault.address, gone.moved,
                            name_of(gone.fault->status), gone.fault->address, gone.fault->offset));
  }
}

}  // namespace sgdma::oracle
