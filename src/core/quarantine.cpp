#include "core/quarantine.h"

#include <algorithm>

namespace sgdma::core {

QuarantinedBurst* Quarantine::find(BusTag tag) {
  const auto found = bursts_.find(tag);
  return found == bursts_.end() ? nullptr : &found->second;
}

const QuarantinedBurst* Quarantine::find(BusTag tag) const {
  const auto found = bursts_.find(tag);
  return found == bursts_.end() ? nullptr : &found->second;
}

bool Quarantine::touches(std::uint64_t address, std::uint64_t bytes) const {
  return std::any_of(bursts_.begin(), bursts_.end(), [&](const auto& held) {
    const Burst& burst = held.second.burst;
    // By distances, which do not run past the end of the address space.
    return burst.address >= address ? burst.address - address < bytes
                                    : address - burst.address < burst.bytes && bytes > 0;
  });
}

bool Quarantine::touches(RegionHandle region) const {
  return std::any_of(bursts_.begin(), bursts_.end(),
                     [&](const auto& held) { return held.second.region == region; });
}

void Quarantine::admit(BusTag tag, const QuarantinedBurst& burst) {
  bursts_.emplace(tag, burst);
  report(burst.since, tag, burst, false);
}

void Quarantine::release(Cycle now, BusTag tag) {
  const auto found = bursts_.find(tag);
  report(now, tag, found->second, true);
  bursts_.erase(found);
}

void Quarantine::report(Cycle now, BusTag tag, const QuarantinedBurst& burst, bool over) const {
  if (watch_.observer != nullptr) {
    watch_.observer->on_quarantine(now, {burst.slot, direction_, burst.owner, tag, burst.burst,
                                         burst.heard, burst.since, over});
  }
}

}  // namespace sgdma::core
