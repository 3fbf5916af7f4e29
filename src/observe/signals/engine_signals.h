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

/// Turns what an engine's observers are told into values on a board. Attach it to all that the
/// engine's watch offers.
///
/// Timing: every signal shows, from edge n on, what edge n left behind, as a register would. What
/// is of one edge only (a grant, a beat, a completion) shows from n to n + 1. `on_edge` and
/// `on_quiet` end an edge; what reads the board is called after them.
class EngineSignals final : public Observer, public core::EdgeObserver {
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
  void on_read_beat(Cycle now, const core::ReadBeatEvent& event) override;
  void on_queue(QpIndex qp, const core::QueueSignals& signals) override;
  void on_edge(Cycle now, const core::EdgeSignals& signals) override;
  /// Only of edge `from`: what the later ones can change is `drain`'s.
  void on_quiet(Cycle from, Cycle last, const core::EdgeSignals& signals) override;

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
