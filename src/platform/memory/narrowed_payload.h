/// A payload as the bytes that its byte enables name.
#pragma once

#include <cstdint>

#include <tlm>

namespace sgdma::platform {

/// While it lives, a payload with byte enables that name one run of bytes looks like one that
/// covers that run and nothing else. Then every attribute is as it was: nobody may see the payload
/// before.
class NarrowedPayload {
 public:
  explicit NarrowedPayload(tlm::tlm_generic_payload& payload);
  ~NarrowedPayload();
  NarrowedPayload(const NarrowedPayload&) = delete;
  NarrowedPayload& operator=(const NarrowedPayload&) = delete;

 private:
  tlm::tlm_generic_payload& payload_;
  std::uint64_t address_;
  std::uint32_t length_;
  unsigned char* data_;
  unsigned char* enables_;
};

}  // namespace sgdma::platform
