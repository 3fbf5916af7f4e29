#include "cosim/recent_events.h"

#include <algorithm>

#include <fmt/format.h>

namespace sgdma::cosim {
namespace {

std::string text_of(const RecentEvent& event) {
  const auto line = [&](const char* what) {
    return fmt::format("cycle {}: {} at 0x{:x}", event.cycle, what, event.address);
  };
  switch (event.kind) {
    case RecentEvent::Kind::kGrant:
      return fmt::format("{}, {} bytes", line("granted"), event.count);
    case RecentEvent::Kind::kRequest:
      return fmt::format("{}, {} beats", line("read burst"), event.count);
    case RecentEvent::Kind::kBegin:
      return fmt::format("{}, {} beats", line("write burst"), event.count);
    case RecentEvent::Kind::kMove:
      return fmt::format("{}, {} bytes remain", line("beat moved; next"), event.count);
    case RecentEvent::Kind::kWaste: return fmt::format("cycle {}: beat wasted", event.cycle);
    case RecentEvent::Kind::kFault: return line("fault");
    case RecentEvent::Kind::kDone: return fmt::format("cycle {}: slot free", event.cycle);
  }
  return {};
}

}  // namespace

std::vector<std::string> RecentEvents::of_slot(std::uint32_t slot, std::size_t most) const {
  std::vector<std::string> texts;
  for (std::size_t back = 1; back <= events_.size() && texts.size() < most; ++back) {
    const RecentEvent& event = events_[(next_ - back) % kMost];
    if (event.slot != slot) continue;
    texts.push_back(text_of(event));
    if (event.kind == RecentEvent::Kind::kGrant) break;
  }
  std::reverse(texts.begin(), texts.end());
  return texts;
}

}  // namespace sgdma::cosim
