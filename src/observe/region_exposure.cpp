#include "observe/region_exposure.h"

#include <algorithm>

namespace sgdma::observe {

RegionExposure::RegionExposure(const std::vector<platform::Region>& regions) : regions_(regions) {
  for (std::uint32_t listed = 0; listed < regions.size(); ++listed) {
    if (regions[listed].registered) {
      on_registered(RegionHandle{static_cast<std::uint32_t>(states_.size())}, listed);
    }
  }
}

void RegionExposure::on_registered(RegionHandle handle, std::uint32_t listed) {
  states_.resize(raw(handle) + 1, State::kRegistered);
  by_key_.insert_or_assign(raw(regions_[listed].key), handle);
}

void RegionExposure::on_deregistration(RegionKey key, bool answered) {
  auto& from = answered ? closing_ : by_key_;
  const auto found = from.find(raw(key));
  if (found == from.end()) {
    return;
  }
  deregistered_ = true;
  states_[raw(found->second)] = answered ? State::kGone : State::kClosing;
  if (!answered) {
    closing_.insert_or_assign(raw(key), found->second);
  }
  from.erase(found);
}

void RegionExposure::on_grant(SlotIndex slot, const TransferRequest& request) {
  if (slots_.size() <= raw(slot)) {
    slots_.resize(raw(slot) + 1);
  }
  Pieces& pieces = slots_[raw(slot)];
  pieces.clear();
  std::uint32_t end = 0;
  for (const Segment& segment : request.segments) {
    end += segment.bytes;
    if (pieces.empty() || pieces.back().region != segment.region) {
      pieces.push_back({segment.region, end});
    } else {
      pieces.back().end = end;
    }
  }
}

void RegionExposure::on_beat(const BeatEvent& beat) {
  if (!deregistered_ || raw(beat.slot) >= slots_.size()) {
    return;
  }
  const Pieces& pieces = slots_[raw(beat.slot)];
  const auto piece = std::find_if(pieces.begin(), pieces.end(), [&](const Piece& candidate) {
    return beat.offset < candidate.end;
  });
  if (piece == pieces.end() || piece->region == kNoRegion) {
    return;
  }
  switch (states_[raw(piece->region)]) {
    case State::kRegistered: break;
    case State::kClosing: before_[index_of(beat.direction)] += beat.range.bytes; break;
    case State::kGone: after_[index_of(beat.direction)] += beat.range.bytes; break;
  }
}

}  // namespace sgdma::observe
