/// Several edge observers in the place of one.
#pragma once

#include <vector>

#include "core/edge_observer.h"

namespace sgdma::observe {

/// Calls each in the order in which they were added.
class EdgeObserverList final : public core::EdgeObserver {
 public:
  void add(core::EdgeObserver& observer) { observers_.push_back(&observer); }
  void clear() { observers_.clear(); }
  /// The list itself, its only member, or nullptr where it is empty: what the engine should call.
  core::EdgeObserver* entry() {
    return observers_.empty() ? nullptr : observers_.size() == 1 ? observers_.front() : this;
  }

  void on_read_beat(Cycle now, const core::ReadBeatEvent& event) override {
    for (core::EdgeObserver* observer : observers_) observer->on_read_beat(now, event);
  }
  void on_queue(QpIndex qp, const core::QueueSignals& signals) override {
    for (core::EdgeObserver* observer : observers_) observer->on_queue(qp, signals);
  }
  void on_edge(Cycle now, const core::EdgeSignals& signals) override {
    for (core::EdgeObserver* observer : observers_) observer->on_edge(now, signals);
  }
  void on_quiet(Cycle from, Cycle last, const core::EdgeSignals& signals) override {
    for (core::EdgeObserver* observer : observers_) observer->on_quiet(from, last, signals);
  }

 private:
  std::vector<core::EdgeObserver*> observers_;
};

}  // namespace sgdma::observe
