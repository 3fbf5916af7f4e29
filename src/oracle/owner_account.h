/// Whose the cycles of the data channels are: each cycle that moved a beat is that beat's queue
/// pair's, and who owns a cycle for a cause of a transfer in a slot has had one there.
#pragma once

#include <array>
#include <cstdint>

#include <boost/unordered/unordered_flat_map.hpp>

#include "oracle/final_state.h"
#include "oracle/violation_log.h"
#include "types/in_flight_entry.h"
#include "types/observer.h"

namespace sgdma::oracle {

class OwnerAccount {
 public:
  explicit OwnerAccount(ViolationLog& log) : log_(log) {}

  /// Its transfer holds a slot from the next edge on, up to and with that of `on_free`.
  void on_grant(const InFlightEntry& entry);
  void on_free(const InFlightEntry& entry);
  /// `beats` beats of the transfer moved, at an edge each.
  void on_beats(const BeatEvent& beat, std::uint32_t beats) {
    Run& run = runs_[index_of(beat.direction)];
    if (run.qp != beat.tag.qp) {
      begin(beat.direction, beat.tag.qp);
    }
    run.beats += beats;
  }
  /// Checks what the run says of its owners, if it says anything.
  void finish(const FinalState& state);

 private:
  /// Of a queue pair in a direction.
  struct Seen {
    Cycle beats = 0;
    Cycle held = 0;             ///< edges at which it held a slot, up to `since`
    Cycle since = 0;            ///< first edge of those that go on
    std::uint32_t holding = 0;  ///< slots
  };
  /// Beats of one queue pair, behind one another.
  struct Run {
    QpNumber qp{};
    Cycle beats = 0;
  };

  static std::uint64_t key(QpNumber qp, Direction direction) {
    return std::uint64_t{raw(qp)} * kDirections + index_of(direction);
  }
  [[gnu::noinline]] void begin(Direction direction, QpNumber qp);
  void check_nobody(const OwnedCycles& owned);
  void check_queue_pair(const OwnedCycles& owned, Cycle cycles);
  void check_sums(const FinalState& state, Direction direction, const std::vector<Cycle>& sums);

  ViolationLog& log_;
  std::array<Run, kDirections> runs_;
  boost::unordered_flat_map<std::uint64_t, Seen> seen_;
};

}  // namespace sgdma::oracle
