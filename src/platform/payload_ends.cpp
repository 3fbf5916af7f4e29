#include "platform/payload_ends.h"

#include "types/byte_pattern.h"

namespace sgdma::platform {

void PayloadEnds::put(Cycle, const CompletionTag& tag, std::uint32_t offset,
                      const std::uint8_t* data, std::uint32_t bytes) {
  bytes_out_ += bytes;
  if (!atomics_.empty()) {
    atomics_.gathered(tag, offset, data, bytes);
  }
}

void PayloadEnds::get(const CompletionTag& tag, std::uint32_t offset, std::uint8_t* data,
                      std::uint32_t bytes) {
  bytes_in_ += bytes;
  if (tag == tag_ && atomics_.empty()) {
    fill_pattern(pattern_, offset, data, bytes);
  } else {
    get_other(tag, offset, data, bytes);
  }
}

void PayloadEnds::get_other(const CompletionTag& tag, std::uint32_t offset, std::uint8_t* data,
                            std::uint32_t bytes) {
  if (!atomics_.empty() && atomics_.new_value(tag, offset, data, bytes)) {
    return;
  }
  tag_ = tag;
  pattern_ = payload_pattern(tag);
  fill_pattern(pattern_, offset, data, bytes);
}

}  // namespace sgdma::platform
