/// The waveform of one run: signals, window, file, and the save file beside it.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/edge_observer.h"
#include "observe/edge_observer_list.h"
#include "observe/observer_list.h"
#include "observe/signals/engine_signals.h"
#include "observe/signals/work_signals.h"
#include "observe/wave/clocked_wave.h"
#include "observe/wave/wave_markers.h"
#include "observe/wave/wave_options.h"
#include "observe/wave/wave_trigger.h"
#include "observe/wave/wave_window.h"
#include "observe/work_observer_list.h"
#include "platform/platform.h"
#include "types/observer.h"

namespace sgdma::observe {

/// The file is created when its first edge is written, so a run that fails before leaves an older
/// file as it is.
class Waveform final : private Observer, private core::EdgeObserver {
 public:
  /// `options.path` is not refused (make_wave_file.h). All calls that write throw
  /// `std::system_error` where the file cannot be written.
  Waveform(const WaveOptions& options, const platform::Platform& platform,
           const std::vector<QpNumber>& queue_pairs, std::uint64_t period_ps);

  /// Watches from now on: adds itself to the observers of transfers, of beats and of work. `edges`
  /// is for the engine's watch.
  void attach(ObserverList& transfers, ObserverList& beats, WorkObserverList& work);
  core::EdgeObserver& edges() { return edges_; }
  /// Undoes `attach`.
  void detach(ObserverList& transfers, ObserverList& beats, WorkObserverList& work);
  /// Whether nothing more will be written, so that it need not watch any longer.
  bool closed() const { return window_.closed(); }

  /// The run is over with the cycle of edge `last`. Writes the save file beside a file that was
  /// begun, unless there is one that a viewer has written.
  void finish(Cycle last);
  WaveReport report() const;

 private:
  void on_grant(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                const TransferRequest& request) override;
  void on_control(Cycle now, const ControlEvent& event) override;
  void on_fault(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                const FaultRecord& fault) override;
  void on_completion(Cycle now, const Completion& completion) override;
  void on_edge(Cycle now, const core::EdgeSignals& signals) override;
  void on_quiet(Cycle from, Cycle last, const core::EdgeSignals& signals) override;

  void pass(Cycle now);
  void write_save_file();

  WaveOptions options_;
  SignalBoard board_;
  ScopeId top_;
  SignalId clock_;
  EngineSignals engine_;
  WorkSignals work_;
  EdgeObserverList edges_;
  std::unique_ptr<WaveFile> file_;
  ClockedWave wave_;
  WaveWindow window_;
  std::optional<WaveTrigger> trigger_;
  WaveMarkers markers_;
  bool save_kept_ = false;
};

}  // namespace sgdma::observe
