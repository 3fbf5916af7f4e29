#include "observe/signals/work_signals.h"

#include "observe/signals/widths.h"
#include "observe/signals/words.h"

namespace sgdma::observe {

namespace {
constexpr std::uint32_t kCountBits = 48;
}

WorkSignals::WorkSignals(SignalBoard& board, ScopeId platform)
    : board_(board),
      reject_(board.add_scope(platform, "rejected_work")),
      rejected_(board.add(reject_, "count", kCountBits)),
      reject_valid_(board.add_bit(reject_, "valid")),
      reject_status_(board.add(reject_, "status", 4, &completion_status_words())),
      reject_bytes_(board.add(reject_, "bytes", 64)),
      reject_tag_(board, board.add_scope(reject_, "tag")),
      reject_bundle_(board.add_bundle(reject_valid_)),
      cqe_(board.add_scope(platform, "cqe_generator")),
      written_(board.add(cqe_, "count", kCountBits)),
      failed_(board.add(cqe_, "errors", kCountBits)),
      cqe_valid_(board.add_bit(cqe_, "valid")),
      cqe_qp_(board.add(cqe_, "qp", kQueuePairBits)),
      cqe_queue_(board.add(cqe_, "queue", 2, &side_words())),
      cqe_number_(board.add(cqe_, "number", 32)),
      cqe_status_(board.add(cqe_, "status", 4, &completion_status_words())),
      cqe_bytes_(board.add(cqe_, "bytes", kLengthBits)),
      cqe_immediate_(board.add(cqe_, "immediate", 1)),
      cqe_bundle_(board.add_bundle(cqe_valid_)) {
  board_.set(rejected_, 0);
  board_.set(written_, 0);
  board_.set(failed_, 0);
}

void WorkSignals::on_reject(Cycle, const CompletionTag& tag, CompletionStatus status,
                            std::uint64_t bytes) {
  board_.strobe(reject_bundle_);
  board_.set(reject_status_, static_cast<std::uint64_t>(status));
  board_.set(reject_bytes_, bytes);
  reject_tag_.set(board_, tag);
  board_.set(rejected_, ++rejects_);
}

void WorkSignals::on_cqe(Cycle, const platform::CompletionQueueEntry& entry) {
  board_.strobe(cqe_bundle_);
  board_.set(cqe_qp_, raw(entry.qp));
  board_.set(cqe_queue_, static_cast<std::uint64_t>(entry.side));
  board_.set(cqe_number_, entry.number);
  board_.set(cqe_status_, static_cast<std::uint64_t>(entry.status));
  board_.set(cqe_bytes_, entry.bytes);
  board_.set(cqe_immediate_, entry.immediate ? 1 : 0);
  board_.set(written_, ++cqes_);
  if (entry.status != CompletionStatus::kSuccess) {
    board_.set(failed_, ++errors_);
  }
}

}  // namespace sgdma::observe
