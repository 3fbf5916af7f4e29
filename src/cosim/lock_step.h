/// Model and RTL in lock step: the same work and the same answers of memory at the same edges, and
/// at every edge what stands in both is compared.
///
/// The model runs as it always does; this watches it. At the end of each edge the RTL is given one
/// clock, with the inputs that the model has had: acceptances, read beats and write responses as
/// memory gave them, heads of queues, resets. As long as both agree, that is what memory would have
/// answered the RTL; the first difference ends it.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cosim/difference.h"
#include "cosim/model_bus.h"
#include "cosim/pair_history.h"
#include "cosim/recent_events.h"
#include "cosim/rtl_engine.h"
#include "observe/engine_watcher.h"

namespace sgdma::cosim {

/// What a run in lock step has seen: cycles in which nothing happens prove little.
struct LockStepCount {
  std::uint64_t cycles = 0;
  std::uint64_t idle = 0;             ///< no slot is busy
  std::uint64_t two_busy = 0;         ///< two slots or more are
  std::uint64_t both_directions = 0;  ///< slots of both are
  std::uint64_t back_pressure = 0;    ///< a request or a write beat is out and not accepted
  std::uint64_t beats = 0;            ///< that moved
  std::uint64_t wasted = 0;           ///< that moved nothing
  std::uint64_t bursts = 0;
  std::uint64_t transfers = 0;
  std::uint64_t faults = 0;
  std::uint64_t resets = 0;
  std::uint64_t compared = 0;  ///< values
};

class LockStep final : public observe::EngineWatcher {
 public:
  /// Edges that are followed behind the first difference, so that a waveform shows them.
  static constexpr std::uint32_t kEdgesAfter = 8;

  /// `numbers`: of the queue pairs, by index. `differs` is called once, some edges behind the first
  /// difference.
  LockStep(RtlEngine& rtl, RtlConfig config, std::vector<QpNumber> numbers,
           std::function<void()> differs);

  void begin(const model::SgdmaEngine& engine) override;

  /// Up to the last edge that was compared, the one of the difference included.
  const LockStepCount& count() const { return count_; }
  const std::optional<Difference>& difference() const { return difference_; }
  /// Why it cannot go on: work that the RTL has no way to do; empty where it can.
  const std::string& obstacle() const { return obstacle_; }
  const RecentEvents& model_events() const { return model_events_; }
  const RecentEvents& rtl_events() const { return rtl_events_; }
  const model::SgdmaEngine& engine() const { return *engine_; }
  const RtlEngine& rtl() const { return rtl_; }
  const PairHistory& history() const { return history_; }

  void on_post(Cycle now, const TransferRequest& request) override;
  void on_grant(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                const TransferRequest& request) override;
  void on_burst(Cycle now, const BurstEvent& event) override;
  void on_beat(Cycle now, const BeatEvent& event) override;
  void on_waste(Cycle now, const BeatEvent& event) override;
  void on_response(Cycle now, const ResponseEvent& event) override;
  void on_control(Cycle now, const ControlEvent& event) override;
  void on_fault(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                const FaultRecord& fault) override;
  void on_free(Cycle now, SlotIndex slot, const InFlightEntry& entry) override;
  void on_completion(Cycle now, const Completion& completion) override;
  void on_read_beat(Cycle now, const core::ReadBeatEvent& event) override;
  void on_edge(Cycle now, const core::EdgeSignals& signals) override;
  void on_quiet(Cycle from, Cycle last, const core::EdgeSignals& signals) override;

 private:
  /// What the model did at the edge that is under way.
  struct ModelEdge {
    std::array<RtlState::Grant, kDirections> grants;
    std::array<std::optional<BurstEvent>, kDirections> bursts;
    std::optional<core::ReadBeatEvent> read_beat;
    std::optional<BeatEvent> gathered;  ///< its data are in `read_word_`
    bool write_accepted = false;
    std::optional<ResponseEvent> response;  ///< of a write burst
    std::array<std::optional<FaultRecord>, kDirections> faults;
    std::array<std::uint32_t, kDirections> fault_slots{};
    std::array<std::optional<Completion>, kDirections> completions;
    std::vector<std::uint32_t> resets;
    std::uint64_t answered = 0;
  };
  void step(Cycle now);
  RtlInputs inputs();
  void read_model_bus();
  void check(Cycle now);
  void check_wires(Cycle now);
  void check_table(Cycle now);
  void check_bus(Cycle now);
  void check_address(Cycle now, const char* channel, const RtlState::Address& model,
                     const RtlState::Address& rtl);
  void check_exceptions(Cycle now);
  void follow_queues();
  void follow_rtl(Cycle now);
  void tally();
  void show_head(std::uint32_t qp);
  std::uint32_t index_of_number(QpNumber number) const;
  void fill_payload();

  /// Both are compared; true where they are the same.
  bool same(Cycle now, std::optional<std::uint32_t> slot, const char* field, std::uint64_t model,
            std::uint64_t rtl, bool hexadecimal = false);
  void report(Cycle now, std::optional<std::uint32_t> slot, std::string field, std::string model,
              std::string rtl);

  RtlEngine& rtl_;
  RtlConfig config_;
  std::vector<QpNumber> numbers_;
  std::function<void()> differs_;
  const model::SgdmaEngine* engine_ = nullptr;
  std::uint32_t word_ = 0;                           ///< bytes of a bus word
  std::vector<std::deque<TransferRequest>> queues_;  ///< as intake filled them
  std::vector<std::uint32_t> changed_;               ///< queue pairs whose head may have changed
  ModelEdge edge_;
  ModelBus bus_;             ///< before the edge that is under way
  ModelBus bus_behind_;      ///< behind it
  std::uint32_t after_ = 0;  ///< edges since the difference
  std::vector<std::uint8_t> read_word_;
  std::vector<std::uint8_t> payload_;
  RtlState before_;      ///< of the RTL
  LockStepCount seen_;   ///< by the model, whether compared or not
  LockStepCount count_;  ///< up to the last edge that was compared
  std::optional<Difference> difference_;
  std::string obstacle_;
  RecentEvents model_events_;
  RecentEvents rtl_events_;
  PairHistory history_;
};

}  // namespace sgdma::cosim
