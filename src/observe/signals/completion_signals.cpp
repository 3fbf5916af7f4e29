#include "observe/signals/completion_signals.h"

#include <string>

#include "observe/signals/widths.h"
#include "observe/signals/words.h"

namespace sgdma::observe {

CompletionSignals::CompletionSignals(SignalBoard& board, ScopeId port_scope,
                                     const model::CompletionPort& port)
    : board_(board),
      port_(port),
      waiting_(board.add(port_scope, "waiting", kLengthBits)),
      reserved_(board.add(port_scope, "reserved", kLengthBits)) {
  for (const Direction direction : {Direction::kGather, Direction::kScatter}) {
    const ScopeId scope = board.add_scope(port_scope, name_of(direction));
    Presented& presented = presented_[index_of(direction)];
    presented.valid = board.add_bit(scope, "valid");
    presented.status = board.add(scope, "status", 4, &completion_status_words());
    presented.bytes = board.add(scope, "bytes", kLengthBits);
    presented.tag.emplace(board, board.add_scope(scope, "tag"));
    presented.bundle = board.add_bundle(presented.valid);
  }
  board.set(waiting_, 0);
  board.set(reserved_, 0);
}

void CompletionSignals::on_completion(const Completion& completion) {
  const Presented& presented = presented_[index_of(completion.direction)];
  board_.strobe(presented.bundle);
  board_.set(presented.status, static_cast<std::uint64_t>(completion.status));
  board_.set(presented.bytes, completion.bytes);
  presented.tag->set(board_, completion.tag);
}

void CompletionSignals::sample() {
  board_.set(waiting_, port_.port().waiting());
  board_.set(reserved_, port_.port().reserved());
}

}  // namespace sgdma::observe
