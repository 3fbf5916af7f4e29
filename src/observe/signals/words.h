/// The words that a waveform shows for numbers.
#pragma once

#include "observe/signals/signal_table.h"

namespace sgdma::observe {

/// What becomes of a slot, derived from its transfer; it is stored nowhere.
enum class SlotState : std::uint8_t {
  kFree,
  kGranted,    ///< no burst has begun
  kRequested,  ///< a burst has begun, and no byte has moved
  kMoving,     ///< bytes have moved, and more are to come
  kAnswering,  ///< every byte has moved, and write responses are to come
  kFailing,    ///< a fault was recorded, and bursts drain
  kOther,      ///< a transfer of a queue pair that the waveform leaves out
};

const WordTable& slot_state_words();
const WordTable& direction_words();
const WordTable& side_words();
const WordTable& completion_status_words();
const WordTable& bus_status_words();
const WordTable& stall_cause_words();
const WordTable& control_words();

}  // namespace sgdma::observe
