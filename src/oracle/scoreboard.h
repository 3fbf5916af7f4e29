/// The always-on check of a run: byte oracle and invariants behind the faces of the observers.
///
/// From the work alone it derives which transfers, bytes and CQEs must exist, and compares with
/// what it watches. It never steers, throws or prints. This is the one part of the oracle that
/// knows the engine's event vocabulary.
///
/// Timing: what memory serves is placed at the edge of the event that was seen last, a row of write
/// beats at the edges that drive them. What is found in rows is sorted in as if each edge had been
/// told by itself.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "oracle/burst_rules.h"
#include "oracle/byte_checker.h"
#include "oracle/channel_account.h"
#include "oracle/control_checker.h"
#include "oracle/deregistration_checker.h"
#include "oracle/final_state.h"
#include "oracle/owner_account.h"
#include "oracle/region_lives.h"
#include "oracle/requester.h"
#include "oracle/responder.h"
#include "oracle/row_ahead.h"
#include "oracle/rules.h"
#include "oracle/silence_checker.h"
#include "oracle/target_map.h"
#include "oracle/transfer_checker.h"
#include "platform/memory/memory_monitor.h"
#include "platform/platform_config.h"
#include "platform/queue_pair_list.h"
#include "platform/region.h"
#include "platform/work_observer.h"
#include "types/engine_config.h"
#include "types/observer.h"

namespace sgdma::oracle {

class Scoreboard final : public Observer,
                         public platform::WorkObserver,
                         public platform::MemoryMonitor,
                         private platform::RowMonitor {
 public:
  /// Requires `regions` to outlive it.
  Scoreboard(const std::vector<platform::Region>& regions,
             const platform::QueuePairList& queue_pairs, const platform::TargetConfig& target,
             const EngineConfig& engine);
  ~Scoreboard() override;

  void on_item(Cycle now, const platform::WorkItem& item) override;
  void on_reject(Cycle now, const CompletionTag& tag, CompletionStatus status,
                 std::uint64_t bytes) override;
  void on_state(Cycle now, QpNumber qp, platform::QpState state) override;
  void on_registered(Cycle now, RegionHandle handle, std::uint32_t listed) override;
  void on_cqe(Cycle now, const platform::CompletionQueueEntry& cqe) override;

  void on_post(Cycle now, const TransferRequest& request) override;
  void on_grant(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                const TransferRequest& request) override;
  void on_burst(Cycle now, const BurstEvent& event) override;
  void on_beat(Cycle now, const BeatEvent& event) override;
  bool takes_rows() const override { return silence_.idle(); }
  void on_row_ahead(Cycle first, BusTag tag, std::uint32_t beat, std::uint32_t beats) override;
  void on_row(Cycle first, const BeatEvent& event, std::uint32_t beats) override;
  void on_waste(Cycle now, const BeatEvent& event) override;
  void on_response(Cycle now, const ResponseEvent& event) override;
  void on_control(Cycle now, const ControlEvent& event) override;
  void on_teardown(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                   const TeardownEvent& event) override;
  void on_quarantine(Cycle now, const QuarantineEvent& event) override;
  void on_fault(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                const FaultRecord& fault) override;
  void on_free(Cycle now, SlotIndex slot, const InFlightEntry& entry) override;
  void on_completion(Cycle now, const Completion& completion) override;

  bool asks_for_answers() const override { return !silence_.idle(); }
  void on_served(const platform::ServedBeat& beat) override;
  platform::RowMonitor* rows() override { return silence_.idle() ? this : nullptr; }

  /// The run is over. To be called once, after the last event.
  void finish(const FinalState& state);

  /// The first violations, in the order in which they were seen.
  const std::vector<Violation>& violations() const { return log_.violations(); }
  /// Violations in all.
  std::uint64_t broken() const { return log_.broken(); }
  /// Checks made.
  std::uint64_t checked() const { return log_.checked(); }
  bool verified() const { return log_.broken() == 0; }
  /// Bytes that memory served of regions whose deregistration had been answered, where that is the
  /// unsafe policy's right.
  std::uint64_t exposed_bytes() const { return deregistrations_.exposed_bytes(); }

 private:
  struct QueuePairState;

  /// An item for a queue pair that takes none.
  void refuse(QueuePairState& pair, const platform::WorkItem& item);

  void on_read(const BurstFrame& frame, std::uint64_t address, const std::uint8_t* data,
               std::uint32_t bytes) override;
  void on_write(const BurstFrame& frame, std::uint64_t address, const std::uint8_t* data,
                std::uint32_t bytes) override;
  /// A beat with which no course goes on.
  [[gnu::noinline]] void other_read(const BurstFrame& frame, std::uint64_t address,
                                    const std::uint8_t* data, std::uint32_t bytes);
  [[gnu::noinline]] void other_write(const BurstFrame& frame, std::uint64_t address,
                                     const std::uint8_t* data, std::uint32_t bytes);
  /// A beat that is not usual.
  [[gnu::noinline]] void serve(bool write, const BurstFrame& frame, std::uint64_t address,
                               const std::uint8_t* data, std::uint32_t bytes);
  /// A row, or what is left of it, does not go on as the beat before it.
  [[gnu::noinline]] void check_row(Cycle first, const BeatEvent& event, std::uint32_t beats);
  void check_row(const BeatEvent& event, std::uint32_t beats, const RunningTransfer& transfer) {
    if (transfer.work == nullptr) {
      return;
    }
    if (event.direction == Direction::kScatter && ahead_.irregular()) {
      bytes_.check_one_by_one(event, beats, transfer, &ahead_);
    } else {
      bytes_.on_row(event, beats, transfer);
    }
  }
  void check_beat(const BeatEvent& event);
  void serve(const platform::ServedBeat& beat);
  /// Where there is a timeout.
  [[gnu::noinline]] void on_beat_timed(const BeatEvent& event);
  /// Where it matters whose region it is, or when its answer comes.
  [[gnu::noinline]] void on_served_watched(const platform::ServedBeat& beat);
  /// Any event but beats that move, and the begins and answers of bursts.
  void at(Cycle now) {
    pass_to(now);
    bursts_.look_anew();
    bytes_.look_anew();
  }
  void pass_to(Cycle now) {
    if (now < log_.now()) {
      report_time(now);
    } else {
      log_.set_now(now);
    }
  }
  [[gnu::cold, gnu::noinline]] void report_time(Cycle now);
  QueuePairState& state(QpIndex qp);
  QueuePairState* state(QpNumber number, const Place& place);

  platform::QueuePairList queue_pairs_;
  Limits limits_;
  platform::TargetConfig target_;
  TargetMap targets_;
  RegionLives lives_;
  Rules rules_{targets_, target_};
  ViolationLog log_;
  WorkPool pool_;
  SlotTable slots_;
  BurstRules bursts_;
  SilenceChecker silence_;
  ByteChecker bytes_;
  TransferChecker transfers_;
  ControlChecker control_;
  DeregistrationChecker deregistrations_;
  ChannelAccount account_;
  OwnerAccount owners_;
  RowAhead ahead_;
  Cycle beside_ = kNever;  ///< edge at which a row of the gather may begin, beside `ahead_`
  std::vector<std::unique_ptr<QueuePairState>> states_;  ///< by index; made at their first use
};

}  // namespace sgdma::oracle
