#include "explore/report/bus_use.h"

#include <algorithm>
#include <string_view>

#include <boost/json.hpp>

namespace sgdma::explore {

namespace json = boost::json;

void BusUse::add(const json::object& event) {
  const std::string_view kind = event.at("event").as_string();
  const bool wanted = has_beats_ ? kind == "beat" : kind == "burst" || kind == "response";
  if (!wanted) return;
  const std::size_t direction = event.at("dir") == "gather" ? 0 : 1;
  const Cycle cycle = event.at("cycle").to_number<Cycle>();
  if (has_beats_) {
    count(direction, cycle, event.at("bytes").to_number<std::uint64_t>());
    return;
  }
  const auto id = event.at("id").to_number<std::uint64_t>();
  if (kind == "response") {
    const auto read = reads_.find(id);
    if (direction != 0 || read == reads_.end()) return;
    spread(0, cycle - std::min(cycle, read->second.beats - 1), read->second);
    reads_.erase(read);
    return;
  }
  const Burst burst{event.at("bytes").to_number<std::uint64_t>(),
                    event.at("beats").to_number<std::uint64_t>()};
  if (direction == 0) {
    reads_[id] = burst;
  } else {
    spread(1, cycle, burst);
  }
}

void BusUse::spread(std::size_t direction, Cycle first, const Burst& burst) {
  std::uint64_t given = 0;
  for (std::uint64_t beat = 0; beat < burst.beats; ++beat) {
    const std::uint64_t up_to = burst.bytes * (beat + 1) / burst.beats;
    count(direction, first + beat, up_to - given);
    given = up_to;
  }
}

void BusUse::count(std::size_t direction, Cycle cycle, std::uint64_t bytes) {
  while (cycle / width_ >= kMostBins) {
    for (std::size_t at = 0; at < bins_.size(); ++at) {
      if (at % 2 == 0) {
        bins_[at / 2] = bins_[at];
      } else {
        for (const std::size_t each : {0U, 1U}) bins_[at / 2][each] += bins_[at][each];
      }
    }
    bins_.resize((bins_.size() + 1) / 2);
    width_ *= 2;
  }
  const auto bin = static_cast<std::size_t>(cycle / width_);
  if (bin >= bins_.size()) bins_.resize(bin + 1);
  bins_[bin][direction] += bytes;
}

json::object BusUse::json(Cycle end) const {
  json::array gather;
  json::array scatter;
  for (std::size_t bin = 0; bin < bins_.size() || bin * width_ < end; ++bin) {
    const Bytes bytes = bin < bins_.size() ? bins_[bin] : Bytes{};
    gather.push_back(bytes[0]);
    scatter.push_back(bytes[1]);
    if (bin + 1 == kMostBins) break;
  }
  return {{"bin", width_},
          {"gather", gather},
          {"scatter", scatter},
          {"from", has_beats_ ? "beats" : "bursts"}};
}

}  // namespace sgdma::explore
