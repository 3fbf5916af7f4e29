/// Generic payloads for beats, used again and again.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <tlm>

#include "model/beat_buffers.h"
#include "model/beat_payload.h"
#include "model/burst_buffers.h"
#include "types/engine_config.h"

namespace sgdma::model {

/// Grows to the highest number of beats outstanding, and allocates nothing after that.
///
/// Each payload has a buffer of its own, or is lent one, a word of a burst's: what it holds of that
/// goes back with it. A read that is answered at once is over, and only its bytes are still needed:
/// they are kept by taking the buffer from the payload, which then serves the next beat while it is
/// still in the processor's cache. Nothing is copied.
class BeatPool : public tlm::tlm_mm_interface {
 public:
  /// `bus_width` in bytes.
  explicit BeatPool(std::uint32_t bus_width, BeatForm form = BeatForm::kExact)
      : enables_(form == BeatForm::kFullWord ? bus_width : 0), buffers_(bus_width) {}
  /// Payloads that are lent the buffers of `lender`, which outlives the pool. The index of such a
  /// buffer is that of the burst's.
  BeatPool(std::uint32_t bus_width, BeatForm form, BurstBuffers& lender)
      : BeatPool(bus_width, form) {
    lender_ = &lender;
  }

  /// A payload with one reference, for a beat that is to be aimed.
  BeatPayload& acquire(tlm::tlm_command command) {
    if (free_.empty()) {
      grow();
    }
    BeatPayload& beat = *free_.back();
    free_.pop_back();
    beat.set_command(command);
    beat.acquire();
    return beat;
  }
  /// The transaction is over, and the payload serves the next beat of the same command to the same
  /// target. False, and nothing changes, where somebody else holds a reference.
  static bool renew(BeatPayload& beat) {
    if (beat.get_ref_count() > 1) {
      return false;
    }
    beat.renew();
    return true;
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
  BeatPayload::Buffer new_buffer() {
    const std::uint32_t index = buffers_.acquire();
    return {index, buffers_.at(index)};
  }
  void grow();

  std::uint32_t enables_;  ///< byte enables of a payload
  BeatBuffers buffers_;
  BurstBuffers* lender_ = nullptr;
  std::vector<std::unique_ptr<BeatPayload>> beats_;
  std::vector<BeatPayload*> free_;
};

}  // namespace sgdma::model
