/// Several observers in the place of one.
#pragma once

#include <algorithm>
#include <vector>

#include "types/observer.h"

namespace sgdma::observe {

/// Calls each in the order in which they were added.
class ObserverList final : public Observer {
 public:
  void add(Observer& observer) { observers_.push_back(&observer); }
  void remove(Observer& observer) {
    observers_.erase(std::remove(observers_.begin(), observers_.end(), &observer),
                     observers_.end());
  }
  /// The list itself, its only member, or nullptr where it is empty: what the engine should call.
  Observer* entry() {
    return observers_.empty() ? nullptr : observers_.size() == 1 ? observers_.front() : this;
  }

  void on_post(Cycle now, const TransferRequest& request) override {
    for (Observer* observer : observers_) observer->on_post(now, request);
  }
  void on_grant(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                const TransferRequest& request) override {
    for (Observer* observer : observers_) observer->on_grant(now, slot, entry, request);
  }
  void on_burst(Cycle now, const BurstEvent& event) override {
    for (Observer* observer : observers_) observer->on_burst(now, event);
  }
  void on_beat(Cycle now, const BeatEvent& event) override {
    for (Observer* observer : observers_) observer->on_beat(now, event);
  }
  bool takes_rows() const override {
    return std::all_of(observers_.begin(), observers_.end(),
                       [](const Observer* observer) { return observer->takes_rows(); });
  }
  void on_row_ahead(Cycle first, BusTag tag, std::uint32_t beat, std::uint32_t beats) override {
    for (Observer* observer : observers_) observer->on_row_ahead(first, tag, beat, beats);
  }
  void on_row(Cycle first, const BeatEvent& event, std::uint32_t beats) override {
    for (Observer* observer : observers_) observer->on_row(first, event, beats);
  }
  void on_response(Cycle now, const ResponseEvent& event) override {
    for (Observer* observer : observers_) observer->on_response(now, event);
  }
  void on_waste(Cycle now, const BeatEvent& event) override {
    for (Observer* observer : observers_) observer->on_waste(now, event);
  }
  void on_key_fetch(Cycle now, const KeyFetchEvent& event) override {
    for (Observer* observer : observers_) observer->on_key_fetch(now, event);
  }
  void on_teardown(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                   const TeardownEvent& event) override {
    for (Observer* observer : observers_) observer->on_teardown(now, slot, entry, event);
  }
  void on_control(Cycle now, const ControlEvent& event) override {
    for (Observer* observer : observers_) observer->on_control(now, event);
  }
  void on_fault(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                const FaultRecord& fault) override {
    for (Observer* observer : observers_) observer->on_fault(now, slot, entry, fault);
  }
  void on_quarantine(Cycle now, const QuarantineEvent& event) override {
    for (Observer* observer : observers_) observer->on_quarantine(now, event);
  }
  void on_free(Cycle now, SlotIndex slot, const InFlightEntry& entry) override {
    for (Observer* observer : observers_) observer->on_free(now, slot, entry);
  }
  void on_completion(Cycle now, const Completion& completion) override {
    for (Observer* observer : observers_) observer->on_completion(now, completion);
  }

 private:
  std::vector<Observer*> observers_;
};

}  // namespace sgdma::observe
