/// The payload ends: where gathered bytes go and where scattered bytes come from.
#pragma once

#include <cstdint>

#include "types/completion_tag.h"
#include "types/cycle.h"

namespace sgdma::core {

/// Takes the payload of gathers. Called at the edge at which the beat moves.
class PayloadSink {
 public:
  PayloadSink() = default;
  PayloadSink(const PayloadSink&) = delete;
  PayloadSink& operator=(const PayloadSink&) = delete;
  virtual ~PayloadSink() = default;

  /// `bytes` bytes of the transfer `tag`, from `offset` on; the beats of a transfer come in order.
  virtual void put(Cycle now, const CompletionTag& tag, std::uint32_t offset,
                   const std::uint8_t* data, std::uint32_t bytes) = 0;
  /// Whether it is all one to the sink if it gets beats of several edges in one call, of which
  /// `now` is the last, before or after other parts are called for these edges. Nobody has work for
  /// the engine because of them.
  virtual bool takes_rows() const { return false; }
};

/// Gives the payload of scatters.
class PayloadSource {
 public:
  PayloadSource() = default;
  PayloadSource(const PayloadSource&) = delete;
  PayloadSource& operator=(const PayloadSource&) = delete;
  virtual ~PayloadSource() = default;

  /// Fills `data` with `bytes` bytes of the transfer `tag`, from `offset` on.
  virtual void get(const CompletionTag& tag, std::uint32_t offset, std::uint8_t* data,
                   std::uint32_t bytes) = 0;
  /// Whether it is all one to the source if it is asked for beats of several edges in one call,
  /// before other parts are called for these edges. Nobody has work for the engine because of that.
  virtual bool gives_rows() const { return false; }
};

}  // namespace sgdma::core
