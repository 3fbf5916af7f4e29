#include "workload/repeated_work.h"

#include <algorithm>

namespace sgdma::workload {

RepeatedWork::RepeatedWork(const std::vector<RepeatedItem>& work) : work_(work) {
  heap_.reserve(work.size());
  for (std::size_t position = 0; position < work.size(); ++position) {
    if (work[position].count > 0) {
      heap_.push_back({work[position].item.at, position, 0});
    }
  }
  std::make_heap(heap_.begin(), heap_.end());
  if (!heap_.empty()) {
    fill(heap_.front());
  }
}

const platform::WorkItem* RepeatedWork::peek() { return heap_.empty() ? nullptr : &item_; }

void RepeatedWork::pop() {
  std::pop_heap(heap_.begin(), heap_.end());
  Next& taken = heap_.back();
  const RepeatedItem& repeated = work_[taken.position];
  if (++taken.repetition < repeated.count) {
    taken.at += repeated.every;
    std::push_heap(heap_.begin(), heap_.end());
  } else {
    heap_.pop_back();
  }
  if (!heap_.empty()) {
    fill(heap_.front());
  }
}

void RepeatedWork::fill(const Next& next) {
  const RepeatedItem& repeated = work_[next.position];
  item_ = repeated.item;
  item_.at = next.at;
  const std::uint64_t step = repeated.wrap == 0 ? next.repetition : next.repetition % repeated.wrap;
  const std::uint64_t shift = repeated.stride * step;
  if (shift == 0) {
    return;
  }
  if (auto* wqe = std::get_if<platform::WorkQueueElement>(&item_.work)) {
    for (platform::ScatterGatherEntry& sge : wqe->sges) {
      sge.address += shift;
    }
  } else {
    std::get<platform::IncomingPacket>(item_.work).address += shift;
  }
}

}  // namespace sgdma::workload
