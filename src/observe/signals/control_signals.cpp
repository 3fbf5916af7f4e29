#include "observe/signals/control_signals.h"

#include "observe/signals/widths.h"
#include "observe/signals/words.h"

namespace sgdma::observe {

ControlSignals::ControlSignals(SignalBoard& board, ScopeId engine) : board_(board) {
  const ScopeId control = board.add_scope(engine, "control");
  asked_ = add(control, "asked");
  answered_ = add(control, "answered");
}

ControlSignals::Event ControlSignals::add(ScopeId control, const char* name) const {
  const ScopeId scope = board_.add_scope(control, name);
  return {board_.add_bit(scope, "valid"), board_.add(scope, "kind", 2, &control_words()),
          board_.add(scope, "qp", kQueuePairBits), board_.add(scope, "region", 32)};
}

void ControlSignals::on_control(const ControlEvent& event) const {
  const Event& shown = event.answered ? answered_ : asked_;
  board_.strobe_bit(shown.valid);
  board_.strobe(shown.kind, static_cast<std::uint64_t>(event.kind));
  board_.strobe(shown.qp, raw(event.qp));
  board_.strobe(shown.region, raw(event.region));
}

}  // namespace sgdma::observe
