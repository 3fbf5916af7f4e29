#include "oracle/queue_pair_books.h"

namespace sgdma::oracle {

QueuePairBooks::QueuePairBooks(QpNumber number, QpIndex index, std::uint32_t path_mtu,
                               WorkPool& pool, ViolationLog& log)
    : number_(number),
      index_(index),
      path_mtu_(path_mtu),
      pool_(pool),
      log_(log),
      send_(number, Side::kSendQueue, log),
      receive_(number, Side::kReceiveQueue, log) {}

CompletionTag QueuePairBooks::tag(Side side, std::uint32_t number, std::uint32_t part,
                                  bool last) const {
  CompletionTag tag;
  tag.qp = number_;
  tag.side = side;
  tag.number = number;
  tag.part = part;
  tag.last_part = last;
  tag.epoch = epoch_;
  return tag;
}

ExpectedWork& QueuePairBooks::new_work(const CompletionTag& tag, Direction direction) {
  ExpectedWork& work = pool_.acquire();
  work.qp = index_;
  work.tag = tag;
  work.direction = direction;
  return work;
}

void QueuePairBooks::expect(ExpectedWork& work) {
  if (work.direction == Direction::kScatter || work.atomic) {
    work.scatter = scatters_.open();
  }
  if (work.wqe_side) {
    ledger(*work.wqe_side).expect(work.wqe_number, work.parts);
  }
  order_.append(work);
}

void QueuePairBooks::drop_parts(ExpectedWork& work, std::uint32_t keep) {
  if (work.wqe_side) {
    ledger(*work.wqe_side).forget(work.wqe_number, work.parts - keep);
  }
  if (work.scatter) {
    scatters_.close(*work.scatter);
  }
  work.parts = keep;
  work.posted = keep;
  if (verdict_.work == &work) {
    verdict_.work = nullptr;
  }
  if (work.granted == keep) {
    order_.remove(work);
    release_if_over(work);
  }
}

void QueuePairBooks::part_granted(ExpectedWork& work) {
  if (++work.granted == work.parts) {
    order_.remove(work);
  }
}

void QueuePairBooks::part_over(ExpectedWork& work, std::uint32_t part, CompletionStatus status) {
  ++work.completed;
  const bool failed = status != CompletionStatus::kSuccess;
  if (status == CompletionStatus::kRemAccessErr) {
    receive_.region_failed();
  }
  if (work.wqe_side) {
    if (failed) {
      ledger(*work.wqe_side).fail(work.wqe_number, {status}, 0);
      work.optional = true;
    }
    ledger(*work.wqe_side).transfer_over(work.wqe_number);
  }
  const bool atomic_ended_early =
      work.atomic && part == 0 && failed && work.granted == 1 && work.parts > 1;
  if (atomic_ended_early) {
    drop_parts(work, 1);
    return;
  }
  if (work.scatter && work.part(part).direction == Direction::kScatter) {
    scatters_.close(*work.scatter);
  }
  release_if_over(work);
}

void QueuePairBooks::release_if_over(ExpectedWork& work) {
  if (work.completed == work.parts && work.granted == work.parts) {
    pool_.release(work);
  }
}

void QueuePairBooks::close_verdict() {
  if (!log_.holds(!verdict_.mandatory || verdict_.settled)) {
    log_.report("reject_missing", place_of(verdict_.tag),
                "the work must be rejected with " + to_string(verdict_.statuses) +
                    ", and nothing was reported");
  }
  verdict_ = Verdict{};
}

void QueuePairBooks::judge(const Verdict& verdict) {
  close_verdict();
  verdict_ = verdict;
}

void QueuePairBooks::posted(const ExpectedWork& work) {
  if (verdict_.work == &work) {
    verdict_.work = nullptr;
    verdict_.settled = true;
  }
}

ItemKind QueuePairBooks::reject(const CompletionTag& tag, CompletionStatus status) {
  const Place where = place_of(tag);
  if (!log_.holds(!verdict_.settled && !verdict_.statuses.empty())) {
    log_.report("reject_wrong", where,
                "sound work was rejected with " + std::string(name_of(status)));
  } else if (!log_.holds(verdict_.statuses.contains(status))) {
    log_.report("reject_status", where,
                "rejected with " + std::string(name_of(status)) + ", right is " +
                    to_string(verdict_.statuses));
  }
  if (verdict_.settled || verdict_.kind == ItemKind::kNone) {
    return ItemKind::kNone;
  }
  if (!log_.holds(verdict_.tag_open ||
                  (tag.side == verdict_.tag.side && tag.number == verdict_.tag.number &&
                   tag.part == verdict_.tag.part))) {
    log_.report("reject_tag", where, "the rejected work is " + sgdma::to_string(verdict_.tag));
  }
  WqeLedger& wqes = verdict_.receive ? receive_ : ledger(verdict_.tag.side);
  const std::uint32_t wqe = verdict_.receive.value_or(verdict_.tag.number);
  if (verdict_.fails_wqe) {
    wqes.fail(wqe, {status}, 0);
  }
  if (verdict_.work != nullptr) {
    drop_parts(*verdict_.work, 0);
  }
  if (verdict_.fails_wqe) {
    wqes.close(wqe, {});
  }
  verdict_.settled = true;
  return verdict_.kind;
}

void QueuePairBooks::reset() {
  close_verdict();
  while (ExpectedWork* work = order_.next_grant()) {
    work->wqe_side.reset();
    work->scatter.reset();
    drop_parts(*work, work->granted);
  }
  scatters_ = PrefixTracker{};
  send_.clear();
  receive_.clear();
  flushing_ = false;
  ++epoch_;
}

void QueuePairBooks::flush() {
  close_verdict();
  flushing_ = true;
  send_.flush();
  receive_.flush();
}

void QueuePairBooks::finish(const FinalState& state) {
  close_verdict();
  if (!state.drained) {
    return;
  }
  const ExpectedWork* left = order_.next_grant();
  while (left != nullptr && left->optional && left->posted == left->granted) {
    left = left->next;
  }
  if (!log_.holds(left == nullptr)) {
    log_.report("transfer_missing", place_of(left->part(left->granted).tag),
                left->posted > left->granted ? "the transfer was taken in and never granted"
                                             : "the transfer was never taken in");
  }
  for (const EndedTransfer& gone : ended) {
    log_.report("completion_missing", place_of(gone.slot, gone.tag),
                "the entry is gone and no completion was presented");
  }
  log_.count(1);
  send_.finish(state);
  receive_.finish(state);
}

}  // namespace sgdma::oracle
