/// The payload ends as the test bench has them: patterns come in, bytes that go out are counted.
#pragma once

#include <cstdint>

#include "core/payload.h"
#include "platform/pending_atomics.h"
#include "types/byte_pattern.h"

namespace sgdma::platform {

/// Byte `offset` of a scatter is byte `offset` of the pattern `payload_pattern(tag)`
/// (`types/byte_pattern.h`); the scatter of an atomic gets the value that its operation gives.
class PayloadEnds : public core::PayloadSink, public core::PayloadSource {
 public:
  explicit PayloadEnds(PendingAtomics& atomics) : atomics_(atomics) {}

  void put(Cycle now, const CompletionTag& tag, std::uint32_t offset, const std::uint8_t* data,
           std::uint32_t bytes) override;
  bool takes_rows() const override { return true; }
  void get(const CompletionTag& tag, std::uint32_t offset, std::uint8_t* data,
           std::uint32_t bytes) override;
  bool gives_rows() const override { return true; }

  /// Bytes that gathers have handed on.
  std::uint64_t bytes_out() const { return bytes_out_; }
  /// Bytes that scatters have asked for.
  std::uint64_t bytes_in() const { return bytes_in_; }

 private:
  /// Of another transfer than the last time, or perhaps of an atomic.
  [[gnu::noinline]] void get_other(const CompletionTag& tag, std::uint32_t offset,
                                   std::uint8_t* data, std::uint32_t bytes);

  PendingAtomics& atomics_;
  CompletionTag tag_;  ///< asked for last
  std::uint64_t pattern_ = payload_pattern(tag_);
  std::uint64_t bytes_out_ = 0;
  std::uint64_t bytes_in_ = 0;
};

}  // namespace sgdma::platform
