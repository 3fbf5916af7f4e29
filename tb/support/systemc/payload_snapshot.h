/// What a generic payload holds as its transaction begins.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <tlm>

namespace sgdma::test {

/// The attributes of IEEE 1666-2011, 14.7 that nobody may change while a transaction is alive, and
/// the bytes of a write. The address is none of them: what lies on the way may change it.
class PayloadSnapshot {
 public:
  PayloadSnapshot() = default;
  explicit PayloadSnapshot(const tlm::tlm_generic_payload& payload);

  /// Names of what is not as it was; empty where all is.
  std::string changes(const tlm::tlm_generic_payload& payload) const;

  /// What is wrong with a payload as it is sent; empty where nothing is.
  static std::string faults(const tlm::tlm_generic_payload& payload);

 private:
  tlm::tlm_command command_ = tlm::TLM_IGNORE_COMMAND;
  const unsigned char* data_ = nullptr;
  unsigned int length_ = 0;
  unsigned int streaming_width_ = 0;
  const unsigned char* enables_ = nullptr;
  unsigned int enable_length_ = 0;
  std::vector<std::uint8_t> written_;
};

}  // namespace sgdma::test
