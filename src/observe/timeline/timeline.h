/// A run as a timeline: who held which slot when, for Perfetto.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/edge_observer.h"
#include "observe/timeline/timeline_options.h"
#include "observe/timeline/trace_event_file.h"
#include "observe/timeline/track_lanes.h"
#include "platform/queue_pair_list.h"
#include "platform/work_observer.h"
#include "types/observer.h"

namespace sgdma::observe {

/// Tracks, described in docs/timeline.md:
///   slots: a track each. A slice is a transfer, from its grant to its end; in it its bursts, from
///   their first drive to their answer. Bursts that overlap go to further tracks below it.
///   data channels: what each cycle of either direction was charged to (the stall account), and
///   whose it was.
///   engine: slots in use and bursts outstanding as counters, control requests as instants.
///
/// Faults and teardowns are instants on their slot's track. Slices that are open at the end of the
/// window are ended there and say so. Nothing is kept but what is open.
class Timeline final : public Observer, public core::EdgeObserver, public platform::WorkObserver {
 public:
  /// Throws `std::system_error` where the file cannot be made, as all calls do where it cannot be
  /// written. `title` is any text.
  Timeline(const TimelineOptions& options, std::string_view title, std::uint32_t slots,
           const platform::QueuePairList& queue_pairs, std::uint64_t period_ps);

  /// The run is over, at `end`: its last edge and one more.
  void finish(Cycle end);
  TimelineReport report() const { return report_; }
  /// Nothing more is written.
  bool closed() const { return ended_; }

  void on_grant(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                const TransferRequest& request) override;
  void on_burst(Cycle now, const BurstEvent& event) override;
  void on_response(Cycle now, const ResponseEvent& event) override;
  void on_key_fetch(Cycle now, const KeyFetchEvent& event) override;
  void on_control(Cycle now, const ControlEvent& event) override;
  void on_teardown(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                   const TeardownEvent& event) override;
  void on_fault(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                const FaultRecord& fault) override;
  void on_quarantine(Cycle now, const QuarantineEvent& event) override;
  void on_free(Cycle now, SlotIndex slot, const InFlightEntry& entry) override;
  void on_reject(Cycle now, const CompletionTag& tag, CompletionStatus status,
                 std::uint64_t bytes) override;
  void on_state(Cycle now, QpNumber qp, platform::QpState state) override;
  void on_edge(Cycle now, const core::EdgeSignals& signals) override;
  void on_quiet(Cycle from, Cycle last, const core::EdgeSignals& signals) override;

 private:
  /// An open slice, to be begun again where the window begins.
  struct Slice {
    std::string name;
    std::string args;
  };
  struct OpenBurst {
    Direction direction{};
    BusTag tag{};
    Slice slice;
    friend bool operator==(const OpenBurst& a, const OpenBurst& b) {
      return a.direction == b.direction && a.tag == b.tag;
    }
  };
  struct Slot {
    std::optional<Slice> transfer;
    TrackLanes<OpenBurst> bursts;
    std::size_t named = 0;  ///< lanes that have a name
  };
  /// A value that is told where it has changed.
  struct Counter {
    const char* name;
    std::uint64_t value = 0;
    std::uint64_t told = ~std::uint64_t{0};
  };

  bool shows(Cycle now);
  void open_window(Cycle now);
  void close_window(Cycle now);
  void charge(Cycle from, const core::EdgeSignals& signals);
  Track burst_track(std::size_t slot, std::size_t lane);
  void tell_counters(Cycle now);

  TimelineOptions options_;
  TraceEventFile file_;
  platform::QueuePairList queue_pairs_;
  std::vector<Slot> slots_;
  TrackLanes<std::pair<std::uint32_t, std::uint32_t>> fetches_;  ///< region and line
  std::array<std::optional<core::Charge>, kDirections> charges_;
  std::array<Counter, 3> counters_{
      {{"slots in use"}, {"reads outstanding"}, {"writes outstanding"}}};
  std::size_t fetches_named_ = 0;
  TimelineReport report_;
  bool begun_ = false;
  bool ended_ = false;
};

}  // namespace sgdma::observe
