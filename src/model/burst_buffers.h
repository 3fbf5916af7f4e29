/// Room for the bytes of read bursts.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace sgdma::model {

/// Buffers for one burst each, used again and again: the one given back last serves first, since it
/// is still in the processor's cache. Grows to the highest number in use, and allocates nothing
/// after that. A buffer stays where it is.
///
/// Invariant: a buffer is in use while somebody holds it.
class BurstBuffers {
 public:
  /// `bytes` of the longest burst, in whole bus words.
  explicit BurstBuffers(std::uint32_t bytes) : bytes_(bytes) {}

  /// A buffer with one holder, by its index.
  std::uint32_t acquire() {
    if (free_.empty()) {
      grow();
    }
    const std::uint32_t index = free_.back();
    free_.pop_back();
    buffers_[index].holders = 1;
    return index;
  }
  /// That many holders more. Requires one.
  void hold(std::uint32_t index, std::uint32_t more) { buffers_[index].holders += more; }
  /// That many holders less. Requires as many.
  void release(std::uint32_t index, std::uint32_t less = 1) {
    buffers_[index].holders -= less;
    if (buffers_[index].holders == 0) {
      free_.push_back(index);
    }
  }
  std::uint8_t* at(std::uint32_t index) { return buffers_[index].bytes.get(); }
  std::size_t in_use() const { return buffers_.size() - free_.size(); }

 private:
  struct Buffer {
    std::unique_ptr<std::uint8_t[]> bytes;
    std::uint32_t holders = 0;
  };

  void grow();

  std::uint32_t bytes_;
  std::vector<Buffer> buffers_;
  std::vector<std::uint32_t> free_;
};

}  // namespace sgdma::model
