/// Answers of memory in one direction: the bus takes one an edge, so that others may have to wait.
#pragma once

#include <algorithm>
#include <functional>
#include <queue>
#include <vector>

#include "types/cycle.h"

namespace sgdma::oracle {

/// Knows of every answer from when it could be seen, and that no edge passes without one being
/// taken where one is there; in which order they are taken it need not know.
///
/// Invariant: what was asked about does not change: an answer that is put can be seen later than
/// every edge that was asked about before.
class AnswerQueue {
 public:
  /// `edge`: first that can see it.
  void put(Cycle edge) { due_.push(edge); }
  /// Whether an answer that could be seen at `now` or before is left behind that edge.
  bool backlog(Cycle now) {
    take_until(now);
    return !due_.empty() && due_.top() <= now;
  }
  /// Forgets what was taken up to this edge.
  void take_until(Cycle now) {
    while (!due_.empty() && std::max(due_.top(), free_) <= now) {
      free_ = std::max(due_.top(), free_) + 1;
      due_.pop();
    }
  }

 private:
  std::priority_queue<Cycle, std::vector<Cycle>, std::greater<>> due_;
  Cycle free_ = 0;  ///< first edge at which nothing has been taken
};

}  // namespace sgdma::oracle
