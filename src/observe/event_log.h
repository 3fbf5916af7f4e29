/// The event log: JSON Lines, one event a line, in stage order within a cycle.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "observe/buffered_file.h"
#include "platform/work_observer.h"
#include "types/observer.h"

namespace sgdma::observe {

/// Fields and their meaning stand in docs/events.md. The schema number changes when a field changes
/// its meaning or goes; a new field or event does not change it.
class EventLog final : public Observer, public platform::WorkObserver {
 public:
  static constexpr int kSchema = 1;

  /// Writes to `path`, which is created or emptied. Throws `std::system_error` where that fails.
  /// `beats`: one line for every beat as well.
  EventLog(const std::string& path, std::uint32_t bus_width, std::uint64_t period_ps, bool beats);

  bool wants_beats() const { return beats_; }
  /// Writes what is buffered. Throws `std::system_error` where the file cannot take it.
  void flush() { file_.flush(); }

  void on_post(Cycle now, const TransferRequest& request) override;
  void on_grant(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                const TransferRequest& request) override;
  void on_burst(Cycle now, const BurstEvent& event) override;
  void on_beat(Cycle now, const BeatEvent& event) override;
  void on_waste(Cycle now, const BeatEvent& event) override;
  void on_response(Cycle now, const ResponseEvent& event) override;
  void on_key_fetch(Cycle now, const KeyFetchEvent& event) override;
  void on_control(Cycle now, const ControlEvent& event) override;
  void on_teardown(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                   const TeardownEvent& event) override;
  void on_fault(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                const FaultRecord& fault) override;
  void on_quarantine(Cycle now, const QuarantineEvent& event) override;
  void on_free(Cycle now, SlotIndex slot, const InFlightEntry& entry) override;
  void on_completion(Cycle now, const Completion& completion) override;
  void on_reject(Cycle now, const CompletionTag& tag, CompletionStatus status,
                 std::uint64_t bytes) override;
  void on_state(Cycle now, QpNumber qp, platform::QpState state) override;
  void on_cqe(Cycle now, const platform::CompletionQueueEntry& entry) override;

 private:
  void begin(Cycle now, const char* event);
  void slot(SlotIndex slot);
  void owner(Direction direction, const CompletionTag& tag);
  void tag(const CompletionTag& tag);
  void end();

  template <class... Args>
  void put(fmt::format_string<Args...> format, Args&&... args) {
    file_.put(format, std::forward<Args>(args)...);
  }

  BufferedFile file_;
  std::uint32_t bus_width_;
  bool beats_;
};

}  // namespace sgdma::observe
