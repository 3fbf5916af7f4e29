/// A generic payload for one beat.
#pragma once

#include <cstdint>

#include <tlm>

#include "core/burst.h"
#include "model/burst_extension.h"

namespace sgdma::model {

/// Carries a burst extension of its own and a buffer of its pool. Both belong to it until its last
/// reference is released: a target may write late.
class BeatPayload final : public tlm::tlm_generic_payload {
 public:
  /// A place in a pool's storage of buffers.
  struct Buffer {
    std::uint32_t index = 0;
    std::uint8_t* bytes = nullptr;
  };

  BeatPayload(tlm::tlm_mm_interface& pool, std::uint32_t index, const Buffer& buffer);
  BeatPayload(const BeatPayload&) = delete;
  BeatPayload& operator=(const BeatPayload&) = delete;
  ~BeatPayload() override;

  std::uint32_t index() const { return index_; }  ///< in its pool
  const Buffer& buffer() const { return buffer_; }
  void set_buffer(const Buffer& buffer) {
    buffer_ = buffer;
    set_data_ptr(buffer.bytes);
  }
  /// Whether its transaction waits for a response; a transaction that is over at once never does.
  bool awaited() const { return awaited_; }
  void set_awaited(bool awaited) { awaited_ = awaited; }
  void aim(const BeatRange& range) {
    set_address(range.address);
    set_data_length(range.bytes);
    set_streaming_width(range.bytes);
  }
  /// Restores every attribute and the extension to what a fresh payload has.
  void restore();
  /// Restores what a target may change in a transaction (IEEE 1666-2011, 14.7 and 14.21): the
  /// response, the DMI hint, extensions of its own, and the pointer, which bridges move.
  void renew() {
    reset();
    set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    set_dmi_allowed(false);
    set_data_ptr(buffer_.bytes);
  }

  BurstExtension frame;

 private:
  std::uint32_t index_;
  Buffer buffer_;
  bool awaited_ = false;
};

}  // namespace sgdma::model
