/// What resets, errors, deregistrations and silent targets in the middle of transfers cost: how
/// long they take, and what lands meanwhile.
#pragma once

#include <array>
#include <cstdint>

#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>

#include "observe/latency_histogram.h"
#include "observe/region_exposure.h"
#include "platform/work_observer.h"
#include "types/observer.h"

namespace sgdma::observe {

/// Over all requests of one kind.
struct ControlFigures {
  std::uint64_t asked = 0;
  std::uint64_t answered = 0;
  LatencyHistogram latency;  ///< cycles from the edge at which it takes effect to the answer
  /// Bytes that moved behind that edge, up to the answer, of the queue pairs that the request is
  /// about. Those of a region are `ControlStatistics::regions`'.
  std::array<std::uint64_t, kDirections> exposed{};
};

/// Bursts of one direction that were not answered in time.
struct QuarantineFigures {
  std::uint64_t bursts = 0;  ///< ever
  LatencyHistogram time;     ///< cycles from the timeout to the answer, of those that were answered

  /// Bursts whose tags are held.
  std::uint64_t held() const { return bursts - time.count(); }
};

/// Watches beats; each by the queue pair and the epoch in its tag, and by its region. Failures are
/// timed from the fault on the bus to the CQE of its WQE, where that gets one.
class ControlStatistics final : public Observer, public platform::WorkObserver {
 public:
  /// `regions` outlive this.
  explicit ControlStatistics(const std::vector<platform::Region>& regions) : regions_(regions) {}

  void on_grant(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                const TransferRequest& request) override;
  void on_control(Cycle now, const ControlEvent& event) override;
  void on_teardown(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                   const TeardownEvent& event) override;
  void on_fault(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                const FaultRecord& fault) override;
  void on_free(Cycle now, SlotIndex slot, const InFlightEntry& entry) override;
  void on_quarantine(Cycle now, const QuarantineEvent& event) override;
  void on_beat(Cycle now, const BeatEvent& beat) override;
  void on_state(Cycle now, QpNumber qp, platform::QpState state) override;
  void on_registered(Cycle now, RegionHandle handle, std::uint32_t listed) override;
  void on_cqe(Cycle now, const platform::CompletionQueueEntry& entry) override;

  const ControlFigures& figures(ControlKind kind) const {
    return figures_[static_cast<std::size_t>(kind)];
  }
  /// Bytes that moved behind the edge of requests of the kind, up to their answers, of what they
  /// are about.
  const std::array<std::uint64_t, kDirections>& exposed(ControlKind kind) const {
    return concerns_region(kind) ? regions_.before_answer() : figures(kind).exposed;
  }
  /// What moves on regions that are being deregistered, or have been.
  const RegionExposure& regions() const { return regions_; }
  const QuarantineFigures& quarantine(Direction direction) const {
    return quarantine_[index_of(direction)];
  }
  /// Transfers that were torn down, by cause; one may count under several.
  std::uint64_t torn(TeardownCause cause) const { return torn_[static_cast<std::size_t>(cause)]; }
  /// Cycles from a fault to the CQE with the error.
  const LatencyHistogram& fault_to_cqe() const { return fault_to_cqe_; }
  /// Bytes that moved of transfers of which a fault had been recorded.
  const std::array<std::uint64_t, kDirections>& exposed_after_fault() const { return failed_; }
  /// Bytes of an epoch that moved after the reset that ended it was answered.
  const std::array<std::uint64_t, kDirections>& exposed_after_answer() const { return after_; }

 private:
  static constexpr std::size_t kKinds = 5;

  static std::uint64_t key_of(const ControlEvent& event) {
    const std::uint32_t number = concerns_region(event.kind) ? raw(event.region) : raw(event.qp);
    return std::uint64_t{static_cast<std::uint8_t>(event.kind)} << 32U | number;
  }
  static std::uint64_t key_of(QpNumber qp, Side side, std::uint32_t number) {
    return std::uint64_t{raw(qp)} << 40U | std::uint64_t{static_cast<std::uint8_t>(side)} << 32U |
           number;
  }
  void expose(ControlKind kind, QpNumber qp, const BeatEvent& beat);

  std::array<ControlFigures, kKinds> figures_;
  std::array<QuarantineFigures, kDirections> quarantine_;
  std::array<std::uint64_t, kTeardownCauses> torn_{};
  /// Edges at which requests that are open took effect, by what they are about. Answers come in
  /// their order.
  boost::unordered_flat_map<std::uint64_t, std::vector<Cycle>> open_;
  RegionExposure regions_;
  boost::unordered_flat_map<std::uint32_t, std::uint16_t> epochs_;  ///< of reset queue pairs
  boost::unordered_flat_map<std::uint64_t, Cycle> faults_;          ///< by WQE, without its CQE yet
  boost::unordered_flat_set<std::uint32_t> failing_;                ///< slots with a fault recorded
  LatencyHistogram fault_to_cqe_;
  std::array<std::uint64_t, kDirections> failed_{};
  std::array<std::uint64_t, kDirections> after_{};
};

}  // namespace sgdma::observe
