/// What a waveform of a run shall hold.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "observe/signals/signal_selection.h"
#include "observe/wave/wave_trigger.h"
#include "types/cycle.h"

namespace sgdma::observe {

struct WaveOptions {
  std::string path;                        ///< `.vcd` or `.fst`
  Cycle from = 0;                          ///< first edge
  Cycle to = kNever;                       ///< last edge, included
  SignalSelection selection;               ///< slots and queue pairs
  std::optional<TriggerCondition> around;  ///< instead of `from` and `to`
  Cycle margin = 100;                      ///< cycles before and after what `around` fires on
  std::uint64_t limit = 0;                 ///< bytes; 0: none
};

/// What became of it.
struct WaveReport {
  std::string path;
  bool written = false;  ///< false: what it should hold never came, and there is no file
  bool full = false;     ///< it ended because of its size
  bool too_many_queue_pairs = false;  ///< they are left out, and none was named
  bool save_kept = false;     ///< the save file is one that somebody has arranged, and stays
  Cycle first = 0;            ///< first edge in the file
  Cycle last = 0;             ///< last edge in the file
  std::uint64_t changes = 0;  ///< besides the clock's
  std::uint64_t bytes = 0;
};

}  // namespace sgdma::observe
