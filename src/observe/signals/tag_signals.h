/// A completion tag as signals of its own.
#pragma once

#include "observe/signals/signal_board.h"
#include "types/completion_tag.h"

namespace sgdma::observe {

/// `qp`, `side`, `number`, `part`, `last_part` and `epoch` in one scope.
class TagSignals {
 public:
  TagSignals(SignalBoard& board, ScopeId scope);

  void set(SignalBoard& board, const CompletionTag& tag) const;
  void release(SignalBoard& board) const;

 private:
  SignalId qp_;
  SignalId side_;
  SignalId number_;
  SignalId part_;
  SignalId last_part_;
  SignalId epoch_;
};

}  // namespace sgdma::observe
