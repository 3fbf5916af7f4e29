/// The payload end of the scatters: incoming bytes of granted transfers, buffered at a rate.
#pragma once

#include <algorithm>
#include <cstdint>

#include <boost/circular_buffer.hpp>

#include "core/transfers.h"
#include "core/wide.h"
#include "types/engine_config.h"

namespace sgdma::core {

/// Payload comes in the order of the grants, `rate` bytes a cycle, while the buffer has room. What
/// comes with edge n can be written from n + 1 on; room that a write beat gives back at n serves at
/// n + 1. A link that has nothing to bring, or no room to bring it to, saves nothing up. Without a
/// rate the payload of a transfer is there in full with its grant.
class PayloadIngress {
 public:
  PayloadIngress(const EngineConfig& config, Transfers& transfers);

  /// Whether payload comes at a rate; without one there is nothing to settle.
  bool limited() const { return !rate_.unlimited(); }
  /// A scatter was granted; its payload stands in the queue.
  void begin(SlotIndex slot);
  /// `bytes` left the buffer with a write beat.
  void drained(std::uint32_t bytes) { drained_ += limited() ? bytes : 0; }
  /// Payload that the transfer has no use for any more does not come, or is thrown away.
  void curtail(SlotIndex slot);
  /// So is what of its payload has not been driven: all from `driven` on, a byte of the transfer.
  void discard(SlotIndex slot, std::uint32_t driven);
  /// Whether the rest of the slot's payload will come whatever becomes of the other transfers: what
  /// they have in the buffer leaves room for a bus word.
  bool room_for_rest(SlotIndex slot) const;

  /// End of an edge: brings payload. Calls `arrived(slot)` for each transfer that got some.
  template <class Arrived>
  void settle(Arrived arrived);

  /// Whether `settle` at the next edge would bring anything.
  bool busy() const { return !rate_.unlimited() && !queue_.empty() && level_ < depth_; }
  /// Fill in bytes; 0 without a rate.
  std::uint32_t level() const { return level_; }
  std::uint32_t max_level() const { return max_level_; }

 private:
  PayloadRate rate_;
  std::uint32_t bus_width_;
  std::uint32_t depth_;
  Transfers& transfers_;
  boost::circular_buffer<SlotIndex> queue_;  ///< transfers whose payload has not come in full
  WideUnsigned credit_ = 0;                  ///< bytes x denominator
  std::uint32_t level_ = 0;
  std::uint32_t drained_ = 0;  ///< at this edge
  std::uint32_t max_level_ = 0;
};

template <class Arrived>
void PayloadIngress::settle(Arrived arrived) {
  if (!rate_.unlimited()) {
    if (busy()) {
      credit_ += rate_.numerator;
      auto budget = static_cast<std::uint64_t>(credit_ / rate_.denominator);
      while (!queue_.empty() && budget > 0 && level_ < depth_) {
        const SlotIndex slot = queue_.front();
        TransferState& state = transfers_.state(slot);
        const std::uint64_t wanted = state.usable_payload() - state.payload_bytes;
        const auto bytes =
            static_cast<std::uint32_t>(std::min({wanted, budget, std::uint64_t{depth_ - level_}}));
        state.payload_bytes += bytes;
        level_ += bytes;
        budget -= bytes;
        credit_ -= WideUnsigned{bytes} * rate_.denominator;
        if (bytes == wanted) {
          queue_.pop_front();
        }
        arrived(slot);
      }
      max_level_ = std::max(max_level_, level_);
      if (!busy()) {
        credit_ = 0;
      }
    }
    level_ -= drained_;
  }
  drained_ = 0;
}

}  // namespace sgdma::core
