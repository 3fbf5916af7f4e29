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
  Event event;
  const SignalId valid = board_.add_bit(scope, "valid");
  event.kind = board_.add(scope, "kind", 2, &control_words());
  event.qp = board_.add(scope, "qp", kQueuePairBits);
  event.region = board_.add(scope, "region", 32);
  event.bundle = board_.add_bundle(valid);
  return event;
}

void ControlSignals::on_control(const ControlEvent& event) const {
  const Event& shown = event.answered ? answered_ : asked_;
  board_.strobe(shown.bundle);
  board_.set(shown.kind, static_cast<std::uint64_t>(event.kind));
  board_.set(shown.qp, raw(event.qp));
  board_.set(shown.region, raw(event.region));
}

}  // namespace sgdma::observe
