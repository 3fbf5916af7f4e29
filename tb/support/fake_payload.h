/// Both payload ends: bytes that say where they come from, and what came out.
#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/payload.h"
#include "types/byte_pattern.h"

namespace sgdma::test {

/// Scatters get the pattern of their tag. What gathers deliver is kept by tag.
class FakePayload final : public core::PayloadSink, public core::PayloadSource {
 public:
  void put(Cycle, const CompletionTag& tag, std::uint32_t offset, const std::uint8_t* data,
           std::uint32_t bytes) override {
    std::vector<std::uint8_t>& payload = gathered_[to_string(tag)];
    if (payload.size() != offset) {
      throw std::logic_error("payload out of order");
    }
    payload.insert(payload.end(), data, data + bytes);
  }

  void get(const CompletionTag& tag, std::uint32_t offset, std::uint8_t* data,
           std::uint32_t bytes) override {
    fill_pattern(payload_pattern(tag), offset, data, bytes);
  }

  /// Bytes that a gather has delivered, by `to_string(tag)`.
  const std::map<std::string, std::vector<std::uint8_t>>& gathered() const { return gathered_; }

 private:
  std::map<std::string, std::vector<std::uint8_t>> gathered_;
};

}  // namespace sgdma::test
