/// What has happened lately, of one side.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "types/cycle.h"

namespace sgdma::cosim {

/// Something that happened to the transfer of a slot.
struct RecentEvent {
  enum class Kind : std::uint8_t {
    kGrant,
    kRequest,  ///< a read burst is asked for
    kBegin,    ///< a write burst begins
    kMove,     ///< a beat moved
    kWaste,    ///< a beat moved nothing
    kFault,
    kDone,
  };
  Cycle cycle = 0;
  Kind kind{};
  std::uint32_t slot = 0;
  std::uint64_t address = 0;
  std::uint32_t count = 0;  ///< bytes that remain; of a burst, beats
};

/// A ring: the last ones stay.
class RecentEvents {
 public:
  /// From now on nothing is added.
  void close() { closed_ = true; }
  void add(const RecentEvent& event) {
    if (closed_) return;
    if (events_.size() < kMost) {
      events_.push_back(event);
    } else {
      events_[next_ % kMost] = event;
    }
    ++next_;
  }
  /// Those of the slot's last transfer, the oldest first, `most` at most, as texts.
  std::vector<std::string> of_slot(std::uint32_t slot, std::size_t most) const;

 private:
  static constexpr std::size_t kMost = 4096;

  std::vector<RecentEvent> events_;
  std::size_t next_ = 0;
  bool closed_ = false;
};

}  // namespace sgdma::cosim
