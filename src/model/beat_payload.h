/// A generic payload for one beat.
#pragma once

#include <cstdint>
#include <vector>

#include <tlm>

#include "core/burst.h"
#include "model/burst_extension.h"

namespace sgdma::model {

/// Carries a burst extension of its own and a word of a burst's buffer. Both belong to it until its
/// last reference is released: a target may write late.
class BeatPayload final : public tlm::tlm_generic_payload {
 public:
  /// A word of a burst's buffer, and the buffer's index.
  struct Buffer {
    std::uint32_t index = 0;
    std::uint8_t* bytes = nullptr;
  };

  /// `enables`: room for byte enables, one for each byte of the bus word; 0 where `aim` is used.
  BeatPayload(tlm::tlm_mm_interface& pool, std::uint32_t index, std::uint32_t enables);
  BeatPayload(const BeatPayload&) = delete;
  BeatPayload& operator=(const BeatPayload&) = delete;
  ~BeatPayload() override;

  std::uint32_t index() const { return index_; }  ///< in its pool
  const Buffer& buffer() const { return buffer_; }
  void set_buffer(const Buffer& buffer) {
    buffer_ = buffer;
    set_data_ptr(buffer.bytes);
  }
  /// The buffer is one whose word stands at `word`.
  void place(std::uint8_t* word) {
    buffer_.bytes = word;
    set_data_ptr(word);
  }
  /// Whether its transaction waits for a response; a transaction that is over at once never does.
  bool awaited() const { return awaited_; }
  void set_awaited(bool awaited) { awaited_ = awaited; }
  /// The beat's bytes, wherever they stand in the buffer.
  const std::uint8_t* bytes() const { return buffer_.bytes + in_word_; }
  /// Covers the beat's bytes and nothing else; they stand where the payload was placed.
  void aim(const BeatRange& range) {
    set_address(range.address);
    set_data_length(range.bytes);
    set_streaming_width(range.bytes);
  }
  /// Covers the bus word in which the beat's bytes are, each at its place in the buffer. Byte
  /// enables name them, unless they are the whole word.
  [[gnu::cold, gnu::noinline]] void aim_word(const BeatRange& range);
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
  std::uint32_t in_word_ = 0;  ///< bytes of the buffer before the beat's own
  bool awaited_ = false;
  std::vector<std::uint8_t> enables_;
};

}  // namespace sgdma::model
