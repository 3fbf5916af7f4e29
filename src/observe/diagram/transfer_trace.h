/// One transfer, as a timing diagram shows it.
#pragma once

#include <cstdint>
#include <optional>

#include "observe/diagram/column_window.h"
#include "platform/work_observer.h"
#include "types/observer.h"

namespace sgdma::observe {

/// Follows the transfer's entry beat by beat, as the in-flight table does. Every call is about this
/// transfer, and in the order of `Observer`.
class TransferTrace {
 public:
  /// Granted at `now`. Intake took it at `request.taken_at`.
  TransferTrace(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                const TransferRequest& request, std::optional<Cycle> around);
  /// Of zero length, taken in at `now`: it never has a slot or an entry.
  TransferTrace(Cycle now, const TransferRequest& request, std::optional<Cycle> around);

  const ColumnWindow& window() const { return window_; }
  const CompletionTag& tag() const { return tag_; }
  Direction direction() const { return direction_; }
  std::uint32_t bytes() const { return bytes_; }
  std::optional<SlotIndex> slot() const { return slot_; }
  /// The edge of the grant; of intake where there is no slot.
  Cycle begins() const { return begins_; }
  /// The edge from which on the entry does not exist; `kNever` as long as it does.
  Cycle ends() const { return ends_; }
  /// Whether events of `slot` at `now` are this transfer's.
  bool holds(SlotIndex slot, Cycle now) const { return slot_ == slot && now <= ends_; }

  void burst(Cycle now, const BurstEvent& event);
  void beat(Cycle now, const BeatEvent& event);
  void response(Cycle now, const ResponseEvent& event);
  void waste(Cycle now, const BeatEvent& event);
  /// Of any queue pair. Shown are requests that stop the transfer, and their answers.
  void control(Cycle now, const ControlEvent& event);
  void teardown(Cycle now, const TeardownEvent& event);
  void fault(Cycle now, const FaultRecord& fault);
  void free(Cycle now);
  void completion(Cycle now, const Completion& completion);
  void cqe(Cycle now, const platform::CompletionQueueEntry& entry);

 private:
  void show(Cycle now, SlotState state);
  void move(const BeatEvent& event);

  ColumnWindow window_;
  CompletionTag tag_;
  Direction direction_;
  std::uint32_t bytes_;
  std::optional<SlotIndex> slot_;
  Cycle begins_;
  Cycle ends_ = kNever;
  boost::container::small_vector<Segment, 3> segments_;
  EntryView view_;
  std::uint32_t segment_left_ = 0;  ///< bytes of the active segment that have not moved
  std::uint32_t unanswered_ = 0;    ///< requests shown
};

}  // namespace sgdma::observe
