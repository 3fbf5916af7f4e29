#include "platform/memory/completion_schedule.h"

#include <algorithm>
#include <utility>

namespace sgdma::platform {

void CompletionSchedule::add_burst(Time ready) {
  asked_.ready = ready;
  asked_.number = bursts_++;
  asked_.passed = 0;
  if (window_.size() < costs_.window) {
    window_.emplace_back();
    if (!spare_.empty()) {
      window_.back() = std::move(spare_.back());
      spare_.pop_back();
    }
    std::swap(window_.back(), asked_);
  } else {
    std::swap(waiting_.push_back(), asked_);
  }
  asked_.beats.clear();
}

CompletionSchedule::Time CompletionSchedule::next() const {
  Time ready = kNever;
  for (const ReadBurst& burst : window_) {
    ready = std::min(ready, burst.ready);
  }
  return ready == kNever ? kNever : std::max(ready, path_.free_at());
}

CompletionSchedule::ReadBurst& CompletionSchedule::pick(Time now) {
  ReadBurst* oldest = nullptr;
  for (ReadBurst& burst : window_) {
    if (burst.ready > now) {
      continue;
    }
    if (burst.number >= turn_) {
      return burst;
    }
    oldest = oldest == nullptr ? &burst : oldest;
  }
  return *oldest;
}

const std::vector<CompletionSchedule::Passed>& CompletionSchedule::pass_next(Time now) {
  passed_.clear();
  ReadBurst& burst = pick(now);
  turn_ = burst.number + 1;
  if (burst.passed == 0) {
    path_.hold(burst.ready, costs_.overhead);
  }
  do {
    pass_beat(burst);
  } while (burst.passed < burst.beats.size() && !ends_completion(burst.beats[burst.passed - 1]));
  if (burst.passed == burst.beats.size()) {
    finish(burst);
  }
  return passed_;
}

void CompletionSchedule::pass_beat(ReadBurst& burst) {
  const Beat& beat = burst.beats[burst.passed];
  const std::uint32_t header = headers_before(burst) * costs_.header;
  passed_.push_back({beat.payload, path_.pass(burst.ready, header, beat.bytes), beat.late});
  ++burst.passed;
}

std::uint32_t CompletionSchedule::headers_before(const ReadBurst& burst) const {
  const bool first = burst.passed == 0;
  if (costs_.completion_size == 0) {
    return first ? 1 : 0;
  }
  // A completion begins with the burst, and at each multiple of the size after that.
  const Beat& beat = burst.beats[burst.passed];
  const std::uint64_t begin = beat.address;
  const std::uint64_t last = begin + beat.bytes - 1;
  const bool inside = begin % costs_.completion_size != 0;
  return static_cast<std::uint32_t>(last / costs_.completion_size -
                                    begin / costs_.completion_size) +
         (first || !inside ? 1U : 0U);
}

bool CompletionSchedule::ends_completion(const Beat& beat) const {
  return costs_.completion_size != 0 && (beat.address + beat.bytes) % costs_.completion_size == 0;
}

void CompletionSchedule::finish(ReadBurst& burst) {
  burst.beats.clear();
  const auto place = window_.begin() + (&burst - window_.data());
  std::rotate(place, place + 1, window_.end());
  if (waiting_.empty()) {
    spare_.push_back(std::move(window_.back()));
    window_.pop_back();
  } else {
    std::swap(window_.back(), waiting_.front());
    waiting_.pop_front();
  }
}

}  // namespace sgdma::platform
