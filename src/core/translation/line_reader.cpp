#include "core/translation/line_reader.h"

#include <algorithm>

#include "core/burst.h"
#include "core/ensure.h"

namespace sgdma::core {

Cycle LineReader::next_edge(Cycle now) {
  if (!config_.key_cache.fetch_over_bus) {
    return kNever;
  }
  return waits(now) ? now + 1 : keys_.cache().next_edge();
}

BusBurst LineReader::begin(Cycle now, BusTag tag) {
  ensure(page_lists_ != nullptr,
         "page lists are read over the bus, and nobody knows where they are");
  KeyCache& cache = keys_.at(now);
  const LineFetch fetch = *cache.next_fetch();
  cache.begin_fetch();
  const std::uint64_t address =
      page_lists_->page_list_of(fetch.line.region) + std::uint64_t{fetch.line.number} * bytes();
  const Burst burst = next_burst(address, bytes(), config_.max_read_burst, config_.bus_width);
  ensure(burst.bytes == bytes(), "a line of a page list is no single burst");
  lines_[raw(tag)] = {fetch.id, fetch.line, burst, 0, BusStatus::kOkay, false};
  ++outstanding_;
  keys_.wait();
  report(now, tag, false);
  BusBurst framed{tag, SlotIndex{config_.slots}, {}, burst};
  framed.page_list = true;
  return framed;
}

bool LineReader::take(Cycle now, const ReadBeat& beat) {
  Line& line = lines_[raw(beat.tag)];
  ensure(line.beats == beat.beat, "a beat of a page list came out of order");
  ++line.beats;
  line.worst = std::max(line.worst, beat.status);
  if (line.beats < line.burst.beats) {
    return false;
  }
  if (line.abandoned) {
    --abandoned_;
  } else {
    finish(now, beat.tag);
  }
  return true;
}

void LineReader::finish(Cycle now, BusTag tag) {
  const Line& line = lines_[raw(tag)];
  --outstanding_;
  keys_.rest();
  if (line.worst == BusStatus::kOkay) {
    keys_.at(now).fill(line.fetch);
  } else {
    keys_.at(now).fail_fetch(line.fetch);
  }
  report(now, tag, true);
}

void LineReader::abandon(Cycle now, BusTag tag) {
  Line& line = lines_[raw(tag)];
  line.worst = BusStatus::kTimeout;
  line.abandoned = true;
  ++abandoned_;
  finish(now, tag);
}

void LineReader::report(Cycle now, BusTag tag, bool answered) const {
  if (watch_.observer == nullptr) {
    return;
  }
  const Line& line = lines_[raw(tag)];
  watch_.observer->on_key_fetch(
      now, {line.line.region, line.line.number, line.burst, tag, answered, line.worst});
}

}  // namespace sgdma::core
