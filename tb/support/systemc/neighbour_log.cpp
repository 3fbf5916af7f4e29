#include "support/systemc/neighbour_log.h"

#include <algorithm>
#include <fstream>
#include <tuple>

#include <fmt/format.h>

namespace sgdma::test {

void NeighbourLog::add(const std::string& who, const std::string& what,
                       const sc_core::sc_time& delay) {
  lines_.push_back({model::now_ticks() + delay.value(), who, what});
}

void NeighbourLog::write(const std::string& path) {
  std::stable_sort(lines_.begin(), lines_.end(), [](const Line& a, const Line& b) {
    return std::tie(a.time, a.who) < std::tie(b.time, b.who);
  });
  std::ofstream file(path, std::ios::binary);
  for (const Line& line : lines_) {
    file << line.time << ' ' << line.who << ' ' << line.what << '\n';
  }
}

std::string look_at(const model::SgdmaEngine& engine) {
  const core::ChannelCounters& gather = engine.gather_channel.channel().counters();
  const core::ChannelCounters& scatter = engine.scatter_channel.channel().counters();
  const core::Pipeline& pipeline = engine.pipeline();
  return fmt::format("edges {} idle {} grants {} {} bursts {} {} beats {} {}", pipeline.cycles(),
                     pipeline.idle(), pipeline.grants(Direction::kGather),
                     pipeline.grants(Direction::kScatter), gather.bursts, scatter.bursts,
                     gather.beats, scatter.beats);
}

}  // namespace sgdma::test
