/// The expected work of one queue pair, in the order in which it must be taken and granted.
///
/// Invariant: a piece of work stands in the order until its last part is granted (or, without
/// bytes, has passed) or its other parts are dropped.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "oracle/expected_work.h"

namespace sgdma::oracle {

/// Work items are used again, with the room that their maps hold.
class WorkPool {
 public:
  ExpectedWork& acquire();
  void release(ExpectedWork& work) { free_.push_back(&work); }

 private:
  std::deque<ExpectedWork> all_;
  std::vector<ExpectedWork*> free_;
};

class WorkOrder {
 public:
  void append(ExpectedWork& work);
  /// The work whose part is taken in next, or nullptr.
  ExpectedWork* next_post();
  /// The work whose part is granted next, or nullptr.
  ExpectedWork* next_grant() const { return head_; }
  /// First work with a part `tag` that is not granted, or nullptr. Slow.
  ExpectedWork* find(const CompletionTag& tag) const;
  /// All parts of `work` that are left are granted: it leaves the order.
  void remove(ExpectedWork& work);

 private:
  ExpectedWork* head_ = nullptr;
  ExpectedWork* tail_ = nullptr;
  ExpectedWork* post_ = nullptr;
};

}  // namespace sgdma::oracle
