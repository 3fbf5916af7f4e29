/// The host memory bus as signals, both directions beat by beat.
#pragma once

#include <cstdint>

#include "core/edge_observer.h"
#include "model/sgdma_engine.h"
#include "observe/signals/bus_channel_signals.h"

namespace sgdma::observe {

/// What the engine drives (read requests, write beats) is valid from the edge that drives it up to
/// the edge that sees it accepted. What it takes (read beats, write responses) shows at the edge
/// that takes it.
class BusSignals {
 public:
  BusSignals(SignalBoard& board, ScopeId bus, const model::SgdmaEngine& engine,
             std::uint32_t address_bits);

  void on_burst(const BurstEvent& event);
  void on_read_beat(const core::ReadBeatEvent& event);
  void on_response(const ResponseEvent& event);
  /// The engine drives a write beat from this edge on.
  void on_write_beat(const core::ScatterChannel::DrivenBeat& beat, const CompletionTag& tag);
  /// End of an edge.
  void sample();

 private:
  /// Releases what is not driven any more. `shown` is whether it is shown as driven.
  static void follow(const BusChannelSignals& channel, bool driving, bool& shown);

  SignalBoard& board_;
  const model::SgdmaEngine& engine_;

  BusChannelSignals request_;
  BusChannelSignals read_;
  BusChannelSignals write_;
  BusChannelSignals answer_;
  SignalId reads_outstanding_;
  SignalId lines_outstanding_;
  SignalId read_bytes_outstanding_;
  SignalId writes_outstanding_;
  bool requesting_ = false;  ///< as it is shown
  bool writing_ = false;     ///< as it is shown
};

}  // namespace sgdma::observe
