/// Generic payloads for beats, used again and again.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <tlm>

#include "model/beat_payload.h"
#include "model/burst_buffers.h"
#include "types/engine_config.h"

namespace sgdma::model {

/// Grows to the highest number of beats outstanding, and allocates nothing after that.
///
/// A payload is lent a word of its burst's buffer, which it holds until its last reference is
/// released. A read that is answered at once is over, and only its bytes are still needed: others
/// hold the buffer for them, and the payload serves the next beat while it is still in the
/// processor's cache. Nothing is copied.
class BeatPool : public tlm::tlm_mm_interface {
 public:
  /// `bus_width` in bytes. `buffers` outlive the pool.
  BeatPool(std::uint32_t bus_width, BeatForm form, BurstBuffers& buffers)
      : enables_(form == BeatForm::kFullWord ? bus_width : 0), buffers_(buffers) {}

  /// A payload with one reference, for a beat of `burst` that is to be aimed. Its bytes stand at
  /// `word` of the burst's buffer.
  BeatPayload& acquire(tlm::tlm_command command, const core::BusBurst& burst, std::uint32_t buffer,
                       std::uint8_t* word) {
    if (free_.empty()) {
      grow();
    }
    BeatPayload& beat = *free_.back();
    free_.pop_back();
    beat.set_command(command);
    beat.acquire();
    beat.frame.set(burst, 0);
    buffers_.hold(buffer, 1);
    beat.set_buffer({buffer, word});
    return beat;
  }
  /// Whether a payload, which is alive, is one of these.
  bool owns(const tlm::tlm_generic_payload& payload) const {
    const auto* beat = dynamic_cast<const BeatPayload*>(&payload);
    return beat != nullptr && beat->index() < beats_.size() && beats_[beat->index()].get() == beat;
  }
  BeatPayload& at(std::uint32_t index) { return *beats_[index]; }
  void free(tlm::tlm_generic_payload* payload) override;

  /// Payloads in all: as many as there ever were in use at once.
  std::size_t size() const { return beats_.size(); }
  /// Those that are not free.
  std::size_t in_use() const { return beats_.size() - free_.size(); }

 private:
  void grow();

  std::uint32_t enables_;  ///< byte enables of a payload
  BurstBuffers& buffers_;
  std::vector<std::unique_ptr<BeatPayload>> beats_;
  std::vector<BeatPayload*> free_;
};

}  // namespace sgdma::model
