/// An engine as signals, in the hierarchy of its modules.
#pragma once

#include <array>
#include <vector>

#include "core/edge_observer.h"
#include "model/sgdma_engine.h"
#include "observe/signals/arbiter_signals.h"
#include "observe/signals/bus_signals.h"
#include "observe/signals/channel_signals.h"
#include "observe/signals/completion_signals.h"
#include "observe/signals/control_signals.h"
#include "observe/signals/signal_selection.h"
#include "observe/signals/slot_signals.h"
#include "types/observer.h"

namespace sgdma::observe {

/// Turns what an engine's observers are told into values on a board.
///
/// Timing: every signal shows, from edge n on, what edge n left behind, as a register would. What
/// is of one edge only (a grant, a beat, a completion) shows from n to n + 1. `edge` and `quiet`
/// end an edge; what reads the board comes after them.
class EngineSignals : public Observer {
 public:
  /// `scope` is the scope of the engine's own name; `queue_pairs` are the numbers by `QpIndex`.
  EngineSignals(SignalBoard& board, ScopeId scope, const model::SgdmaEngine& engine,
                const std::vector<QpNumber>& queue_pairs, const SignalSelection& selection);

  void on_grant(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                const TransferRequest& request) override;
  void on_burst(Cycle now, const BurstEvent& event) override;
  void on_beat(Cycle now, const BeatEvent& event) override;
  void on_response(Cycle now, const ResponseEvent& event) override;
  void on_control(Cycle now, const ControlEvent& event) override;
  void on_fault(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                const FaultRecord& fault) override;
  void on_free(Cycle now, SlotIndex slot, const InFlightEntry& entry) override;
  void on_completion(Cycle now, const Completion& completion) override;
  void on_read_beat(const core::ReadBeatEvent& event) { bus_.on_read_beat(event); }
  void on_queue(QpIndex qp, const core::QueueSignals& signals) { arbiter_.on_queue(qp, signals); }

  /// Edge `now` is over.
  void edge(Cycle now, const core::EdgeSignals& signals);
  /// The first edge of several at which nothing happens is over.
  void quiet(Cycle first, const core::EdgeSignals& signals);
  /// Edge `now` is over, and all that it can change is the fill of the outgoing payload end.
  void drain(Cycle now);
  /// Whether the outgoing payload end goes on emptying after edge `now`.
  bool draining(Cycle now) const { return engine_.gather_channel.egress().level_bytes(now) > 0; }

  const SlotSignals& slots() const { return slots_; }
  const ArbiterSignals& arbiter() const { return arbiter_; }

 private:
  ChannelSignals& channel(Direction direction) { return channels_[index_of(direction)]; }

  const model::SgdmaEngine& engine_;
  SlotSignals slots_;
  ArbiterSignals arbiter_;
  std::array<ChannelSignals, kDirections> channels_;
  BusSignals bus_;
  CompletionSignals completions_;
  ControlSignals control_;
};

}  // namespace sgdma::observe
