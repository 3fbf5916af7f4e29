/// What RTL memory behind the pins holds before and after work.
#pragma once

#include <cstdint>
#include <vector>

#include "types/byte_pattern.h"
#include "types/completion_tag.h"
#include "types/transfer_request.h"

namespace sgdma::test {

/// All of it: addresses wrap.
inline constexpr std::uint64_t kPinMemory = 1U << 22U;

/// Before anything is written.
inline std::vector<std::uint8_t> fresh_memory() {
  std::vector<std::uint8_t> memory(kPinMemory);
  fill_pattern(99, 0, memory.data(), kPinMemory);
  return memory;
}

/// Before the simulation starts.
template <class Ram>
void set_memory(Ram& ram, unsigned word, const std::vector<std::uint8_t>& memory) {
  for (std::uint64_t address = 0; address < kPinMemory; address += word) {
    ram.set_word(address, &memory[address]);
  }
}

/// What a gather brings of it.
inline std::vector<std::uint8_t> gathered_from(const std::vector<std::uint8_t>& memory,
                                               const TransferRequest& request) {
  std::vector<std::uint8_t> bytes;
  for (const Segment& segment : request.segments) {
    const std::uint8_t* from = memory.data() + segment.address;
    bytes.insert(bytes.end(), from, from + segment.bytes);
  }
  return bytes;
}

/// What a scatter makes of it.
inline void scatter_into(std::vector<std::uint8_t>& memory, const TransferRequest& request) {
  std::uint32_t offset = 0;
  for (const Segment& segment : request.segments) {
    fill_pattern(payload_pattern(request.tag), offset, memory.data() + segment.address,
                 segment.bytes);
    offset += segment.bytes;
  }
}

}  // namespace sgdma::test
