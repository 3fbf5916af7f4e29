/// Generic payloads for beats, used again and again.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include <tlm>

#include "model/burst_extension.h"

namespace sgdma::model {

inline constexpr std::uint32_t kMaxBusWidth = 256;  ///< bytes

/// A generic payload with a buffer and a burst extension of its own. Both belong to it until its
/// last reference is released: a target may write late.
class alignas(64) BeatPayload : public tlm::tlm_generic_payload {
 public:
  BeatPayload(tlm::tlm_mm_interface& pool, std::uint32_t index);
  BeatPayload(const BeatPayload&) = delete;
  BeatPayload& operator=(const BeatPayload&) = delete;
  ~BeatPayload() override;

  std::uint32_t index() const { return index_; }  ///< in its pool
  std::uint8_t* buffer() { return buffer_.data(); }
  /// Restores every attribute and the extension to what a fresh payload has.
  void restore();

  BurstExtension frame;

 private:
  std::uint32_t index_;
  std::array<std::uint8_t, kMaxBusWidth> buffer_;
};

/// Grows to the highest number of beats outstanding, and allocates nothing after that.
class BeatPool : public tlm::tlm_mm_interface {
 public:
  /// A payload with one reference, for a beat of `bytes` bytes at `address`.
  BeatPayload& acquire(tlm::tlm_command command, std::uint64_t address, std::uint32_t bytes);
  BeatPayload& at(std::uint32_t index) { return *beats_[index]; }
  void free(tlm::tlm_generic_payload* payload) override;

  std::size_t in_use() const { return beats_.size() - free_.size(); }
  std::size_t high_water() const { return beats_.size(); }

 private:
  std::vector<std::unique_ptr<BeatPayload>> beats_;
  std::vector<BeatPayload*> free_;
};

}  // namespace sgdma::model
