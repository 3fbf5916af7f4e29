#include "observe/wave/wave_markers.h"

#include <utility>

namespace sgdma::observe {

void WaveMarkers::fire(Cycle from) {
  waiting_ = false;
  from_ = from;
  while (!markers_.empty() && markers_.front().edge < from) {
    markers_.pop_front();
  }
}

void WaveMarkers::add(Cycle edge, std::string text) {
  if (edge < from_) {
    return;
  }
  if (markers_.size() == kMost) {
    if (!waiting_) {
      return;
    }
    markers_.pop_front();
  }
  markers_.push_back({edge, std::move(text)});
}

std::vector<WaveMarker> WaveMarkers::within(Cycle first, Cycle last) const {
  std::vector<WaveMarker> within;
  for (const WaveMarker& marker : markers_) {
    if (marker.edge >= first && marker.edge <= last) {
      within.push_back(marker);
    }
  }
  return within;
}

}  // namespace sgdma::observe
