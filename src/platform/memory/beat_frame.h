/// Where a beat stands in its burst.
#pragma once

#include <cstdint>

#include <tlm>

#include "model/burst_extension.h"

namespace sgdma::platform {

/// Read from the burst extension; a beat without one is a burst of its own.
struct BeatFrame {
  bool first = true;
  bool last = true;
  std::uint32_t burst_bytes = 0;
  std::uint32_t burst_beats = 1;

  explicit BeatFrame(const tlm::tlm_generic_payload& payload)
      : burst_bytes(payload.get_data_length()) {
    const model::BurstExtension* frame = nullptr;
    payload.get_extension(frame);
    if (frame != nullptr) {
      first = frame->first();
      last = frame->last();
      burst_bytes = frame->burst.bytes;
      burst_beats = frame->burst.beats;
    }
  }
};

}  // namespace sgdma::platform
