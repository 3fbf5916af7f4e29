#include "platform/memory/narrowed_payload.h"

#include <algorithm>

namespace sgdma::platform {

NarrowedPayload::NarrowedPayload(tlm::tlm_generic_payload& payload)
    : payload_(payload),
      address_(payload.get_address()),
      length_(payload.get_data_length()),
      data_(payload.get_data_ptr()),
      enables_(payload.get_byte_enable_ptr()) {
  if (payload.get_byte_enable_length() < length_) {
    return;
  }
  const auto disabled = [](unsigned char enable) { return enable == TLM_BYTE_DISABLED; };
  const unsigned char* end = enables_ + length_;
  const unsigned char* first = std::find_if_not(enables_, enables_ + length_, disabled);
  const unsigned char* last = std::find_if(first, end, disabled);
  if (first == end || std::find_if_not(last, end, disabled) != end) {
    return;
  }
  const auto in_word = static_cast<std::uint32_t>(first - enables_);
  payload.set_address(address_ + in_word);
  payload.set_data_ptr(data_ + in_word);
  payload.set_data_length(static_cast<std::uint32_t>(last - first));
  payload.set_byte_enable_ptr(nullptr);
}

NarrowedPayload::~NarrowedPayload() {
  payload_.set_address(address_);
  payload_.set_data_length(length_);
  payload_.set_data_ptr(data_);
  payload_.set_byte_enable_ptr(enables_);
}

}  // namespace sgdma::platform
