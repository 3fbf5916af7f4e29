/// The cycle-level core, stepped without a SystemC kernel: what its surroundings do is told before
/// an edge, what it does is read behind it.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "core/pipeline.h"
#include "cosim/pin_bus.h"

namespace sgdma::cosim {

/// What happened at the last edge.
struct ReferenceEdge {
  struct Grant {
    std::uint32_t qp = 0;
    std::optional<std::uint32_t> slot;  ///< none for zero length
  };
  struct Fault {
    std::uint32_t slot = 0;
    FaultRecord record;
  };
  std::array<std::optional<Grant>, kDirections> grants;
  std::array<std::optional<Fault>, kDirections> faults;
  std::array<std::optional<Completion>, kDirections> completions;
  std::vector<std::uint32_t> answered;  ///< queue pairs whose reset or ERR was
};

/// Requires a valid configuration with read responses in order per slot, `captured` and an
/// unlimited key cache, and payload ends without a rate; the number of a queue pair is its index.
/// Bytes are not carried: what moves is predicted, not what it says. Throws what the core's checks
/// throw.
class ReferenceEngine final : private Observer,
                              private core::EdgeObserver,
                              private core::WorkSource,
                              private core::CompletionReader,
                              private core::PayloadSink,
                              private core::PayloadSource {
 public:
  ReferenceEngine(const EngineConfig& config, const QueuePairConfigs& queue_pairs);

  const EngineConfig& config() const { return config_; }

  /// Intake takes it at the next edge.
  void post(const TransferRequest& request) { work_.push_back(request); }
  /// Of what was posted last and not taken in yet; nullptr where there is nothing.
  TransferRequest* last_posted() { return work_.empty() ? nullptr : &work_.back(); }
  PinBus& bus() { return bus_; }
  void ask(const ControlRequest& request) { control_.ask(pipeline_.cycles(), request); }

  /// Steps the next edge, and returns its number.
  Cycle step();

  const ReferenceEdge& edge() const { return edge_; }
  bool occupied(std::uint32_t slot) const { return table_.occupied(SlotIndex{slot}); }
  const InFlightEntry& entry(std::uint32_t slot) const { return table_.entries()[slot]; }
  const core::GatherChannel& gather() const { return gather_; }
  const core::ScatterChannel& scatter() const { return scatter_; }

 private:
  void on_grant(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                const TransferRequest& request) override;
  void on_fault(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                const FaultRecord& fault) override;
  void on_completion(Cycle now, const Completion& completion) override;
  void on_control(Cycle now, const ControlEvent& event) override;
  void on_edge(Cycle now, const core::EdgeSignals& signals) override;

  Cycle next_edge() const override { return work_.empty() ? kNever : now_; }
  bool pull(Cycle now, TransferRequest& request) override;
  bool ready(Cycle) override { return true; }
  void take(Cycle, const Completion&) override {}
  Cycle next_ready(Cycle now) const override { return now + 1; }
  void put(Cycle, const CompletionTag&, std::uint32_t, const std::uint8_t*,
           std::uint32_t) override {}
  void get(const CompletionTag&, std::uint32_t, std::uint8_t*, std::uint32_t) override {}

  EngineConfig config_;
  QueuePairConfigs queue_pairs_;
  core::Watch watch_;
  Cycle now_ = 0;  ///< edge that is stepped
  std::deque<TransferRequest> work_;
  ReferenceEdge edge_;
  PinBus bus_;
  core::FlatInFlightTable table_;
  core::Transfers transfers_;
  core::RegionGate gate_;
  core::KeyPort keys_;
  core::FirstUnits first_units_;
  core::SlotUnits slot_units_;
  core::PolicySlotArbiter arbiter_;
  core::WorkQueues queues_;
  core::CompletionPort completions_;
  core::Retirement retirement_;
  core::PayloadEgress egress_;
  core::PayloadIngress ingress_;
  core::GatherChannel gather_;
  core::ScatterChannel scatter_;
  core::Teardown teardown_;
  core::Deregistrations deregistrations_;
  core::Control control_;
  core::Pipeline pipeline_;
};

}  // namespace sgdma::cosim
