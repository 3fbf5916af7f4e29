#include "oracle/transfer_checker.h"

#include <algorithm>

#include <fmt/format.h>

#include "oracle/region_runs.h"
#include "types/byte_pattern.h"

namespace sgdma::oracle {
namespace {

/// Whether two tags name the same part of the same work; `last_part` is a property of it.
bool same_part(const CompletionTag& a, const CompletionTag& b) {
  return a.qp == b.qp && a.side == b.side && a.number == b.number && a.part == b.part &&
         a.epoch == b.epoch;
}

}  // namespace

ExpectedWork* TransferChecker::turn(QueuePairBooks& books, const CompletionTag& tag, bool grants) {
  WorkOrder& order = books.order();
  const auto next = [&] { return grants ? order.next_grant() : order.next_post(); };
  const auto due = [&](const ExpectedWork& work) {
    return same_part(work.part(grants ? work.granted : work.posted).tag, tag);
  };
  ExpectedWork* work = next();
  while (work != nullptr && !due(*work) && work->optional &&
         (!grants || work->posted == work->granted)) {
    books.drop_parts(*work, work->posted);
    work = next();
  }
  if (log_.holds(work != nullptr && due(*work))) {
    return work;
  }
  const char* verb = grants ? "granted" : "taken in";
  ExpectedWork* found = order.find(tag);
  if (found == nullptr) {
    log_.report("transfer_unexpected", place_of(tag),
                fmt::format("a transfer is {} that the work does not ask for", verb));
  } else {
    log_.report("work_order", place_of(tag),
                fmt::format("{} before {}, which is earlier in its queue pair", verb,
                            work == nullptr ? std::string("its intake") : to_string(work->tag)));
  }
  return found;
}

void TransferChecker::on_post(QueuePairBooks& books, const TransferRequest& request) {
  ExpectedWork* work = turn(books, request.tag, false);
  if (work == nullptr) {
    return;
  }
  const std::uint32_t part = request.tag.part - work->tag.part;
  check_request(*work, part, request);
  work->map.advance(work->next_posted, work->part(part).bytes);
  work->posted = work->atomic ? work->parts : work->posted + 1;
  books.posted(*work);
}

void TransferChecker::check_request(const ExpectedWork& work, std::uint32_t part,
                                    const TransferRequest& request) {
  const ExpectedTransfer right = work.part(part);
  const Place place = place_of(request.tag);
  if (!log_.holds(request.bytes == right.bytes && request.direction == right.direction)) {
    log_.report("request", place,
                fmt::format("a {} of {} bytes, right is a {} of {}", name_of(request.direction),
                            request.bytes, name_of(right.direction), right.bytes));
    return;
  }
  const bool atomic_tag = work.atomic.has_value();
  if (!log_.holds(atomic_tag || request.tag.last_part == right.tag.last_part)) {
    log_.report("request", place,
                right.tag.last_part ? "the tag is not marked as the last part"
                                    : "the tag is marked as the last part");
  }
  MapCursor at = work.next_posted;
  std::uint32_t left = right.bytes;
  std::size_t segment = 0;
  for (; left > 0; ++segment) {
    const std::uint32_t bytes = std::min(left, work.map.left_in_run(at));
    const bool there = segment < request.segments.size();
    if (!log_.holds(there && request.segments[segment].address == work.map.address(at) &&
                    request.segments[segment].bytes == bytes &&
                    request.segments[segment].region == work.map.runs()[at.run].region)) {
      log_.report(
          "request_segment", place,
          fmt::format("segment {} is not the {} bytes at 0x{:x} of registration {}", segment, bytes,
                      work.map.address(at), raw(work.map.runs()[at.run].region)));
      return;
    }
    work.map.advance(at, bytes);
    left -= bytes;
  }
  if (!log_.holds(segment == request.segments.size())) {
    log_.report("request_segment", place,
                fmt::format("{} segments, right is {}", request.segments.size(), segment));
  }
}

void TransferChecker::on_grant(QueuePairBooks& books, SlotIndex slot, const SeenEntry& entry) {
  const Place place = place_of(slot, entry.tag);
  check_rate(last_grant_, entry.direction, "grant_rate", place);
  if (!log_.holds(slots_.exists(slot))) {
    log_.report("slot_range", place, fmt::format("the table has {} slots", slots_.slots()));
    return;
  }
  RunningTransfer& transfer = slots_.at(slot);
  if (!log_.holds(!transfer.busy && (!transfer.was_freed || log_.now() > transfer.freed))) {
    log_.report("slot_busy", place,
                transfer.busy ? "granted while " + to_string(transfer.tag) + " holds the slot"
                              : std::string("granted at the edge that frees the slot"));
  }
  transfer = RunningTransfer{};
  transfer.busy = true;
  transfer.books = &books;
  transfer.work = turn(books, entry.tag, true);
  transfer.tag = entry.tag;
  transfer.direction = entry.direction;
  transfer.bytes = entry.remaining;
  transfer.payload_seed = payload_pattern(entry.tag);
  if (transfer.work != nullptr) {
    begin(books, slot, transfer, entry);
  }
  ++books.running;
  books.running_scatters += transfer.direction == Direction::kScatter ? 1U : 0U;
  if (!log_.holds(limits_.slots_per_qp == 0 || books.running <= limits_.slots_per_qp)) {
    log_.report(
        "limit_slots_per_qp", place,
        fmt::format("the queue pair holds {} slots of {}", books.running, limits_.slots_per_qp));
  }
}

void TransferChecker::begin(QueuePairBooks& books, SlotIndex slot, RunningTransfer& transfer,
                            const SeenEntry& entry) {
  ExpectedWork& work = *transfer.work;
  const std::uint32_t part = entry.tag.part - work.tag.part;
  const ExpectedTransfer right = work.part(part);
  transfer.part = part;
  transfer.bytes = right.bytes;
  transfer.direction = right.direction;
  transfer.begin = work.next_granted;
  transfer.issued = transfer.served = MapWalk(work.map, transfer.begin, right.bytes);
  check_grant(books, work, part, slot);
  if (!log_.holds(entry.tag == right.tag || (work.atomic && part == 0))) {
    log_.report("entry", place_of(slot, entry.tag), "the tag's last part is marked wrongly");
  }
  check_entry(slot, transfer, entry);
  if (!work.atomic) {
    work.map.advance(work.next_granted, right.bytes);
  }
  books.part_granted(work);
}

void TransferChecker::check_grant(QueuePairBooks& books, const ExpectedWork& work,
                                  std::uint32_t part, SlotIndex slot) {
  const ExpectedTransfer right = work.part(part);
  const Place place = place_of(slot, right.tag);
  if (!log_.holds(part < work.posted)) {
    log_.report("grant_unposted", place, "granted before intake took it");
  }
  if (!log_.holds(right.bytes > 0)) {
    log_.report("grant_empty", place, "a transfer of zero length takes no slot");
  }
  const bool waits = work.after_scatters && right.direction == Direction::kGather;
  if (!log_.holds(!waits || books.running_scatters == 0)) {
    log_.report("grant_before_scatter", place,
                fmt::format("{} earlier scatters of the queue pair are not safe in memory",
                            books.running_scatters));
  }
  if (!log_.holds(!touches_ended(lives_, work.map, work.next_granted, right.bytes))) {
    log_.report("grant_after_deregistration", place,
                "a slot is granted to a transfer whose region is deregistered");
  }
  if (work.atomic && part == 0) {
    lock(work, place);
  }
}

void TransferChecker::lock(const ExpectedWork& work, const Place& place) {
  const std::uint64_t granule = work.map.runs().front().address;
  if (!log_.holds(locked_.insert(granule).second)) {
    log_.report("atomic_lock", place,
                fmt::format("granted while another atomic holds the granule at 0x{:x}", granule));
  }
}

void TransferChecker::check_entry(SlotIndex slot, const RunningTransfer& transfer,
                                  const SeenEntry& entry) {
  const Place place = place_of(slot, transfer.tag);
  if (!log_.holds(entry.qp == transfer.tag.qp && entry.tag == transfer.tag &&
                  entry.direction == transfer.direction)) {
    log_.report("entry", place,
                fmt::format("the entry shows QP {}, {} and tag {}", raw(entry.qp),
                            name_of(entry.direction), to_string(entry.tag)));
  }
  const std::uint32_t left = transfer.bytes - std::min(transfer.bytes, transfer.moved);
  if (!log_.holds(entry.remaining == left)) {
    log_.report("remaining", place,
                fmt::format("{} bytes remain, right is {}", entry.remaining, left));
  }
  if (transfer.work == nullptr || left == 0) {
    return;
  }
  MapWalk walk(transfer.work->map, transfer.begin, transfer.bytes);
  walk.skip(transfer.work->map, transfer.moved);
  const std::uint64_t address = walk.address();
  const std::uint32_t cursor = walk.run() - transfer.begin.run;
  if (!log_.holds(entry.address == address && entry.cursor == cursor)) {
    log_.report("entry_address", place,
                fmt::format("segment {} at 0x{:x}, right is segment {} at 0x{:x}", entry.cursor,
                            entry.address, cursor, address));
  }
}

void TransferChecker::check_rate(std::array<Cycle, kDirections>& last, Direction direction,
                                 std::string_view check, const Place& place) {
  Cycle& before = last[index_of(direction)];
  if (!log_.holds(before != log_.now())) {
    log_.report(check, place,
                fmt::format("the second of the {} direction at one edge", name_of(direction)));
  }
  before = log_.now();
}

RunningTransfer* TransferChecker::on_fault(SlotIndex slot, const SeenEntry& entry,
                                           BusStatus status) {
  RunningTransfer* transfer = slots_.running(slot, entry.tag);
  const Place place = place_of(slot, entry.tag);
  if (!log_.holds(transfer != nullptr)) {
    log_.report("fault_stray", place, "a fault of a transfer that does not run in this slot");
    return nullptr;
  }
  check_entry(slot, *transfer, entry);
  transfer->failed = true;
  transfer->timed_out = status == BusStatus::kTimeout;
  if (!log_.holds(transfer->timed_out || transfer->fault.has_value())) {
    log_.report("fault_unfounded", place, "a fault was recorded, memory answered with OKAY");
  }
  const bool stopped = transfer->stop && transfer->stop->policy == TeardownPolicy::kFinishBeat;
  if (!log_.holds(!stopped || transfer->moved == transfer->bytes)) {
    log_.report("fault_unfounded", place, "a fault is recorded of a transfer that was stopped");
  }
  return transfer;
}

void TransferChecker::on_free(SlotIndex slot, const SeenEntry& entry) {
  RunningTransfer* transfer = slots_.running(slot, entry.tag);
  const Place place = place_of(slot, entry.tag);
  check_rate(last_free_, entry.direction, "free_rate", place);
  if (!log_.holds(transfer != nullptr)) {
    log_.report("slot_free", place, "the transfer does not run in this slot");
    return;
  }
  check_entry(slot, *transfer, entry);
  if (!log_.holds(transfer->bursts == 0)) {
    log_.report("free_early", place,
                fmt::format("{} bursts of the slot are outstanding", transfer->bursts));
  }
  QueuePairBooks& books = *transfer->books;
  const EndedTransfer gone{slot,
                           transfer->tag,
                           transfer->work,
                           transfer->part,
                           transfer->direction,
                           transfer->bytes,
                           transfer->served.bytes(),
                           transfer->moved,
                           transfer->fault,
                           transfer->torn,
                           transfer->expelled,
                           transfer->timed_out,
                           transfer->silent_target};
  transfer->busy = false;
  transfer->freed = log_.now();
  transfer->was_freed = true;
  if (transfer->silent) {
    over(books, gone, CompletionStatus::kWrFlushErr);
  } else {
    books.ended.push_back(gone);
  }
}

void TransferChecker::on_completion(QueuePairBooks& books, const Completion& completion) {
  check_rate(last_completion_, completion.direction, "completion_rate", place_of(completion.tag));
  const auto gone = std::find_if(books.ended.begin(), books.ended.end(),
                                 [&](const auto& ended) { return ended.tag == completion.tag; });
  if (gone == books.ended.end()) {
    pass(books, completion);
    return;
  }
  check_end(*gone, completion);
  over(books, *gone, completion.status);
  books.ended.erase(gone);
}

void TransferChecker::over(QueuePairBooks& books, const EndedTransfer& gone,
                           CompletionStatus status) {
  --books.running;
  books.running_scatters -= gone.direction == Direction::kScatter ? 1U : 0U;
  if (gone.work == nullptr) {
    return;
  }
  const bool failed = status != CompletionStatus::kSuccess;
  if (gone.work->atomic && (failed || gone.part == 1)) {
    unlock(*gone.work);
  }
  books.part_over(*gone.work, gone.part, status);
}

void TransferChecker::unlock(const ExpectedWork& work) {
  locked_.erase(work.map.runs().front().address);
}

void TransferChecker::reset(QueuePairBooks& books) {
  for (std::uint32_t slot = 0; slot < slots_.slots(); ++slot) {
    const RunningTransfer& transfer = slots_.at(SlotIndex{slot});
    if (transfer.busy && transfer.books == &books && transfer.work != nullptr) {
      transfer.work->wqe_side.reset();
      transfer.work->scatter.reset();
    }
  }
  for (ExpectedWork* work = books.order().next_grant(); work != nullptr; work = work->next) {
    if (work->atomic && work->completed == 1) {
      unlock(*work);  // between its gather and its scatter
    }
  }
  books.reset();
}

void TransferChecker::pass(QueuePairBooks& books, const Completion& completion) {
  const Place place = place_of(completion.tag);
  ExpectedWork* work = turn(books, completion.tag, true);
  const bool flushed = completion.status == CompletionStatus::kWrFlushErr && books.flushing();
  const bool region_gone =
      work != nullptr && touches_ended(lives_, work->map, work->next_granted,
                                       work->part(completion.tag.part - work->tag.part).bytes);
  if (!log_.holds(work != nullptr && (work->zero_length() || flushed || region_gone))) {
    if (work != nullptr) {
      log_.report("completion_unexpected", place, "the transfer has not run");
    }
    return;
  }
  const std::uint32_t part = completion.tag.part - work->tag.part;
  const ExpectedTransfer right = work->part(part);
  if (!log_.holds(work->posted > part && books.running == 0)) {
    log_.report("completion_order", place,
                "a transfer that takes no slot passed before its queue pair's earlier work");
  }
  const CompletionStatus status = flushed       ? CompletionStatus::kWrFlushErr
                                  : region_gone ? region_status(completion.tag)
                                                : CompletionStatus::kSuccess;
  if (!log_.holds(completion.status == status && completion.bytes == 0 &&
                  completion.direction == right.direction)) {
    log_.report("completion", place,
                fmt::format("{} with {} bytes, right is {} with 0", name_of(completion.status),
                            completion.bytes, name_of(status)));
  }
  if (work->atomic && part == 1) {
    unlock(*work);
  } else if (!work->atomic) {
    work->map.advance(work->next_granted, right.bytes);
  }
  books.part_granted(*work);
  books.part_over(*work, part, completion.status);
}

void TransferChecker::finish(const FinalState& state) {
  std::uint32_t busy = 0;
  for (std::uint32_t slot = 0; slot < slots_.slots(); ++slot) {
    const RunningTransfer& transfer = slots_.at(SlotIndex{slot});
    busy += transfer.busy ? 1U : 0U;
    if (!log_.holds(!state.drained || !transfer.busy)) {
      log_.report("slot_leak", place_of(SlotIndex{slot}, transfer.tag),
                  "the slot was never given back");
    }
  }
  const std::uint32_t free = slots_.slots() - busy;
  if (!log_.holds(!state.free_slots || *state.free_slots == free)) {
    log_.report("slot_leak", {},
                fmt::format("{} slots are free, right is {}", *state.free_slots, free));
  }
  if (!log_.holds(!state.granules_locked || *state.granules_locked == locked_.size())) {
    log_.report(
        "credit_leak", {},
        fmt::format("{} granules are locked, right is {}", *state.granules_locked, locked_.size()));
  }
  const bool all_taken = state.drained && state.cqes_written;
  const std::uint64_t reserved = state.completion_entries_reserved.value_or(0);
  if (!log_.holds(!all_taken || reserved == 0)) {
    log_.report("credit_leak", {},
                fmt::format("{} completion entries are still reserved", reserved));
  }
}

}  // namespace sgdma::oracle
