/// Several work observers in the place of one.
#pragma once

#include <algorithm>
#include <vector>

#include "platform/work_observer.h"

namespace sgdma::observe {

/// Calls each in the order in which they were added.
class WorkObserverList final : public platform::WorkObserver {
 public:
  void add(platform::WorkObserver& observer) { observers_.push_back(&observer); }
  void remove(platform::WorkObserver& observer) {
    observers_.erase(std::remove(observers_.begin(), observers_.end(), &observer),
                     observers_.end());
  }

  void on_item(Cycle now, const platform::WorkItem& item) override {
    for (platform::WorkObserver* observer : observers_) observer->on_item(now, item);
  }
  void on_reject(Cycle now, const CompletionTag& tag, CompletionStatus status,
                 std::uint64_t bytes) override {
    for (platform::WorkObserver* observer : observers_) {
      observer->on_reject(now, tag, status, bytes);
    }
  }
  void on_state(Cycle now, QpNumber qp, platform::QpState state) override {
    for (platform::WorkObserver* observer : observers_) observer->on_state(now, qp, state);
  }
  void on_registered(Cycle now, RegionHandle handle, std::uint32_t listed) override {
    for (platform::WorkObserver* observer : observers_) {
      observer->on_registered(now, handle, listed);
    }
  }
  void on_cqe(Cycle now, const platform::CompletionQueueEntry& entry) override {
    for (platform::WorkObserver* observer : observers_) observer->on_cqe(now, entry);
  }

 private:
  std::vector<platform::WorkObserver*> observers_;
};

}  // namespace sgdma::observe
