#include "observe/signals/tag_signals.h"

#include "observe/signals/widths.h"
#include "observe/signals/words.h"

namespace sgdma::observe {

TagSignals::TagSignals(SignalBoard& board, ScopeId scope)
    : qp_(board.add(scope, "qp", kQueuePairBits)),
      side_(board.add(scope, "side", 2, &side_words())),
      number_(board.add(scope, "number", 32)),
      part_(board.add(scope, "part", 32)),
      last_part_(board.add(scope, "last_part", 1)),
      epoch_(board.add(scope, "epoch", 16)) {}

void TagSignals::set(SignalBoard& board, const CompletionTag& tag) const {
  board.set(qp_, raw(tag.qp));
  board.set(side_, static_cast<std::uint64_t>(tag.side));
  board.set(number_, tag.number);
  board.set(part_, tag.part);
  board.set(last_part_, tag.last_part ? 1 : 0);
  board.set(epoch_, tag.epoch);
}

void TagSignals::release(SignalBoard& board) const {
  for (const SignalId signal : {qp_, side_, number_, part_, last_part_, epoch_}) {
    board.release(signal);
  }
}

}  // namespace sgdma::observe
