/// Room for the bytes of beats.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace sgdma::model {

/// Buffers of one bus word each, used again and again: the one given back last serves first, since
/// it is still in the processor's cache. Grows to the highest number in use, and allocates nothing
/// after that. A buffer stays where it is.
class BeatBuffers {
 public:
  /// `bus_width` in bytes.
  explicit BeatBuffers(std::uint32_t bus_width) : bus_width_(bus_width) {}

  /// A buffer that nobody uses, by its index.
  std::uint32_t acquire() {
    if (free_.empty()) {
      grow();
    }
    const std::uint32_t index = free_.back();
    free_.pop_back();
    return index;
  }
  void release(std::uint32_t index) { free_.push_back(index); }
  std::uint8_t* at(std::uint32_t index) { return buffers_[index]; }
  std::size_t in_use() const { return buffers_.size() - free_.size(); }

 private:
  static constexpr std::uint32_t kChunk = 64;

  void grow();

  std::uint32_t bus_width_;
  std::vector<std::unique_ptr<std::uint8_t[]>> chunks_;
  std::vector<std::uint8_t*> buffers_;
  std::vector<std::uint32_t> free_;
};

}  // namespace sgdma::model
