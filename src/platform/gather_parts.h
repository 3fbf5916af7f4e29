/// A gather that is handed to the engine in parts.
#pragma once

#include <cstdint>

#include "platform/qp_context.h"
#include "platform/region_table.h"
#include "types/transfer_request.h"

namespace sgdma::platform {

/// One gather at a time, cut into transfers of at most `max_transfer` bytes (0: one transfer).
/// Parts are numbered from 0; a gather of zero length is one part without segments. Its ranges have
/// been checked.
class GatherParts {
 public:
  GatherParts(const RegionTable& regions, std::uint32_t max_transfer);

  /// Whether a part is left.
  bool active() const { return active_; }

  /// Begins the gather of the first `bytes` bytes of `sges`. Requires `!active()`.
  void begin(const CompletionTag& tag, QpIndex qp, const ScatterGatherList& sges,
             std::uint32_t bytes);
  /// Begins the gather of `bytes` bytes of a region, for a responder: it waits for earlier
  /// scatters. `region` is not looked at where `bytes` is 0. Requires `!active()`.
  void begin(const CompletionTag& tag, QpIndex qp, const RegisteredRegion* region,
             std::uint64_t offset, std::uint32_t bytes);
  /// Fills `request` with the next part, all fields but `taken_at`. Requires `active()`.
  void next(TransferRequest& request);

 private:
  void open(const CompletionTag& tag, QpIndex qp, std::uint32_t bytes);

  const RegionTable& regions_;
  std::uint32_t max_transfer_;
  bool active_ = false;
  CompletionTag tag_;
  QpIndex qp_{};
  std::uint32_t left_ = 0;
  bool responder_ = false;
  ScatterGatherList sges_;
  ScatterGatherCursor cursor_;
  const RegisteredRegion* region_ = nullptr;
  std::uint64_t offset_ = 0;
};

}  // namespace sgdma::platform
