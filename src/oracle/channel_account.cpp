#include "oracle/channel_account.h"

#include <numeric>

#include <fmt/format.h>

namespace sgdma::oracle {

void ChannelAccount::report_rate(const BeatEvent& beat) {
  log_.report("beat_rate", place_of(beat.slot, beat.tag),
              "the second beat of its channel at one edge");
}

void ChannelAccount::finish(const FinalState& state) {
  for (const Direction direction : {Direction::kGather, Direction::kScatter}) {
    const std::vector<Cycle>& charged = state.charged[index_of(direction)];
    if (charged.empty()) {
      continue;
    }
    const Cycle sum = std::accumulate(charged.begin(), charged.end(), Cycle{0});
    if (!log_.holds(sum == state.cycles)) {
      log_.report("stall_account", {},
                  fmt::format("the causes of the {} channel add up to {} of {} cycles",
                              name_of(direction), sum, state.cycles));
    }
    const Cycle beats = beats_[index_of(direction)];
    if (!log_.holds(charged.front() == beats)) {
      log_.report("stall_account", {},
                  fmt::format("{} cycles of the {} channel are charged as moved, {} beats moved",
                              charged.front(), name_of(direction), beats));
    }
  }
}

}  // namespace sgdma::oracle
