#include "core/completion_port.h"

#include <algorithm>
#include <limits>

#include "core/ensure.h"
#include "core/mutation.h"

namespace sgdma::core {

CompletionPort::CompletionPort(const EngineConfig& config, CompletionReader& reader,
                               const Watch& watch)
    : depth_(config.completion_depth),
      reader_(reader),
      watch_(watch),
      waiting_(config.completion_depth == kUnlimited ? config.slots : config.completion_depth) {}

std::uint32_t CompletionPort::entries() const {
  return depth_ == kUnlimited ? std::numeric_limits<std::uint32_t>::max() : depth_ - reserved_;
}

void CompletionPort::present(Cycle now, const Completion& completion) {
  bool& used = used_[index_of(completion.direction)];
  ensure(!used, "two completions of one direction at one edge");
  used = true;
  if (waiting_.full()) {
    ensure(depth_ == kUnlimited, "the completion port overflows");
    waiting_.set_capacity(2 * waiting_.capacity());
  }
  waiting_.push_back({completion, now});
  if (watch_.observer != nullptr) {
    watch_.observer->on_completion(now, completion);
  }
}

void CompletionPort::take_waiting(Cycle now) {
  std::array<bool, kDirections> took{};
  while (!waiting_.empty()) {
    const Waiting& first = waiting_.front();
    bool& took_direction = took[index_of(first.completion.direction)];
    if (first.presented >= now || took_direction || !reader_.ready(now)) {
      return;
    }
    took_direction = true;
    reader_.take(now, first.completion);
    waiting_.pop_front();
    ++given_back_;
  }
}

void CompletionPort::drop(std::optional<QpNumber> qp) {
  const auto dropped = [&](const Waiting& waiting) {
    return !qp || waiting.completion.tag.qp == *qp || mutated(Fault::kDropTakesAll);
  };
  const auto end = std::remove_if(waiting_.begin(), waiting_.end(), dropped);
  if (!mutated(Fault::kDroppedKeepRoom)) {
    given_back_ += static_cast<std::uint32_t>(waiting_.end() - end);
  }
  waiting_.erase(end, waiting_.end());
}

bool CompletionPort::holds(QpNumber qp) const {
  return std::any_of(waiting_.begin(), waiting_.end(),
                     [&](const Waiting& waiting) { return waiting.completion.tag.qp == qp; });
}

Cycle CompletionPort::next_edge(Cycle now) const {
  if (waiting_.empty()) {
    return kNever;
  }
  // The reader hears of a completion at the edge after, and is not asked before.
  const bool presented_now =
      waiting_.front().presented == now && !mutated(Fault::kReaderAskedAhead);
  return presented_now ? now + 1 : std::max(now + 1, reader_.next_ready(now));
}

}  // namespace sgdma::core
