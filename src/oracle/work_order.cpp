#include "oracle/work_order.h"

#include <utility>

namespace sgdma::oracle {

ExpectedWork& WorkPool::acquire() {
  if (free_.empty()) {
    return all_.emplace_back();
  }
  ExpectedWork& work = *free_.back();
  free_.pop_back();
  ByteMap map = std::move(work.map);
  map.clear();
  work = ExpectedWork{};
  work.map = std::move(map);
  return work;
}

void WorkOrder::append(ExpectedWork& work) {
  work.next = nullptr;
  if (head_ == nullptr) {
    head_ = &work;
  } else {
    tail_->next = &work;
  }
  tail_ = &work;
  if (post_ == nullptr) {
    post_ = &work;
  }
}

ExpectedWork* WorkOrder::next_post() {
  while (post_ != nullptr && post_->posted == post_->parts) {
    post_ = post_->next;
  }
  return post_;
}

ExpectedWork* WorkOrder::find(const CompletionTag& tag) const {
  for (ExpectedWork* work = head_; work != nullptr; work = work->next) {
    const CompletionTag& first = work->tag;
    if (first.side == tag.side && first.number == tag.number && first.epoch == tag.epoch &&
        tag.part - first.part >= work->granted && tag.part - first.part < work->parts) {
      return work;
    }
  }
  return nullptr;
}

void WorkOrder::remove(ExpectedWork& work) {
  ExpectedWork* before = nullptr;
  for (ExpectedWork* at = head_; at != &work; at = at->next) {
    before = at;
  }
  (before == nullptr ? head_ : before->next) = work.next;
  if (tail_ == &work) {
    tail_ = before;
  }
  if (post_ == &work) {
    post_ = work.next;
  }
}

}  // namespace sgdma::oracle
