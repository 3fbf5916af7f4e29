#include "platform/completion_queue.h"

#include <algorithm>

#include "core/ensure.h"

namespace sgdma::platform {

CompletionQueue::CompletionQueue(const CompletionQueueConfig& config, Picoseconds period)
    : config_(config), period_(period), next_poll_(config.poll_start) {
  core::ensure(period > 0, "a clock without a period");
}

bool CompletionQueue::room(Cycle now) {
  if (config_.depth == 0) {
    return true;
  }
  poll_before(now);
  return entries_.size() < config_.depth;
}

void CompletionQueue::write(Cycle now, QpIndex qp) {
  core::ensure(room(now), "a CQE is written to a full completion queue");
  if (config_.depth > 0) {
    entries_.push_back() = qp;
    max_entries_ = std::max(max_entries_, static_cast<std::uint32_t>(entries_.size()));
  }
}

void CompletionQueue::drop(Cycle now, QpIndex qp) {
  poll_before(now);
  for (std::size_t left = entries_.size(); left > 0; --left) {
    const QpIndex entry = entries_.front();
    entries_.pop_front();
    if (entry != qp) {
      entries_.push_back() = entry;
    }
  }
}

std::optional<Picoseconds> CompletionQueue::taken_at(Cycle now) {
  if (!config_.polled) {
    return std::nullopt;
  }
  Picoseconds at = std::max(now * period_, config_.poll_start);
  if (config_.poll_interval > 0) {
    const Picoseconds interval = config_.poll_interval;
    const Picoseconds polls = (at - config_.poll_start + interval - 1) / interval;
    at = config_.poll_start + polls * interval;
    if (last_taken_ && at <= *last_taken_) {
      at = *last_taken_ + interval;
    }
  }
  last_taken_ = at;
  return at;
}

Cycle CompletionQueue::next_room(Cycle now) const {
  if (config_.depth == 0 || entries_.size() < config_.depth) {
    return now + 1;
  }
  return config_.polled ? std::max(now + 1, edge_after(next_poll_)) : kNever;
}

void CompletionQueue::take(std::uint64_t entries) {
  for (; entries > 0 && !entries_.empty(); --entries) {
    entries_.pop_front();
  }
}

void CompletionQueue::poll_before(Cycle now) {
  const Picoseconds until = now * period_;
  if (!config_.polled || next_poll_ >= until) {
    return;
  }
  if (config_.poll_interval == 0) {
    take(entries_.size());
    next_poll_ = until;
    return;
  }
  const std::uint64_t polls = 1 + (until - 1 - next_poll_) / config_.poll_interval;
  take(polls);
  next_poll_ += polls * config_.poll_interval;
}

}  // namespace sgdma::platform
