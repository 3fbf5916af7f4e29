/// A reader of the completion port that takes at certain edges only.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "core/completion_port.h"

namespace sgdma::test {

/// Takes at the edges for which `takes_at(edge)` holds; without one at every edge. `takes_at` must
/// hold again and again: the next such edge is searched for.
class FakeCompletionReader final : public core::CompletionReader {
 public:
  explicit FakeCompletionReader(std::function<bool(Cycle)> takes_at)
      : takes_at_(std::move(takes_at)) {}

  bool ready(Cycle now) override { return !takes_at_ || takes_at_(now); }
  void take(Cycle now, const Completion& completion) override {
    taken_.emplace_back(now, completion);
  }
  Cycle next_ready(Cycle now) const override {
    Cycle next = now + 1;
    while (takes_at_ && !takes_at_(next)) {
      ++next;
    }
    return next;
  }

  const std::vector<std::pair<Cycle, Completion>>& taken() const { return taken_; }

 private:
  std::function<bool(Cycle)> takes_at_;
  std::vector<std::pair<Cycle, Completion>> taken_;
};

}  // namespace sgdma::test
