/// Bytes that move on regions that are being deregistered, or have been.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <boost/container/small_vector.hpp>
#include <boost/unordered/unordered_flat_map.hpp>

#include "platform/region.h"
#include "types/observer.h"

namespace sgdma::observe {

/// Each byte of a transfer belongs to the registration that its segment names, whatever address it
/// stands at: two registrations may share pages. Registrations are counted as the platform counts
/// them, those of the start first.
///
/// A grant costs a step for each segment; a beat costs nothing before the first deregistration.
class RegionExposure {
 public:
  using Bytes = std::array<std::uint64_t, kDirections>;

  /// `regions` outlive this.
  explicit RegionExposure(const std::vector<platform::Region>& regions);

  void on_registered(RegionHandle handle, std::uint32_t listed);
  /// A deregistration is asked for or answered.
  void on_deregistration(RegionKey key, bool answered);
  void on_grant(SlotIndex slot, const TransferRequest& request);
  void on_beat(const BeatEvent& beat);

  /// Bytes that moved behind the edge of a request, up to its answer.
  const Bytes& before_answer() const { return before_; }
  /// Bytes that moved behind the edge of the answer.
  const Bytes& after_answer() const { return after_; }

 private:
  enum class State : std::uint8_t { kRegistered, kClosing, kGone };

  /// Neighbouring segments of one registration.
  struct Piece {
    RegionHandle region = kNoRegion;
    std::uint32_t end = 0;  ///< bytes of the transfer up to here
  };
  using Pieces = boost::container::small_vector<Piece, 1>;

  const std::vector<platform::Region>& regions_;
  std::vector<State> states_;                                       ///< by handle
  boost::unordered_flat_map<std::uint32_t, RegionHandle> by_key_;   ///< registered
  boost::unordered_flat_map<std::uint32_t, RegionHandle> closing_;  ///< by key
  std::vector<Pieces> slots_;
  bool deregistered_ = false;  ///< anything, so far
  Bytes before_{};
  Bytes after_{};
};

}  // namespace sgdma::observe
