/// What can be watched of the engine. Observers watch and never steer.
#pragma once

#include <cstdint>

#include "types/burst.h"
#include "types/completion.h"
#include "types/control.h"
#include "types/cycle.h"
#include "types/ids.h"
#include "types/in_flight_entry.h"
#include "types/teardown.h"
#include "types/transfer_request.h"

namespace sgdma {

/// A burst's first drive on the bus.
struct BurstEvent {
  SlotIndex slot{};
  Direction direction{};
  CompletionTag tag;
  BusTag bus_tag{};
  std::uint32_t segment = 0;
  Burst burst;
};

/// A beat that moved.
struct BeatEvent {
  SlotIndex slot{};
  Direction direction{};
  CompletionTag tag;
  BusTag bus_tag{};
  std::uint32_t beat = 0;  ///< position in its burst
  bool last = false;       ///< of its burst
  BeatRange range;         ///< bytes that moved; `range.offset` counts from the burst's first byte
  std::uint32_t offset = 0;     ///< offset of the first byte in the transfer
  std::uint32_t remaining = 0;  ///< bytes left in the transfer afterwards
  Cycle driven = 0;             ///< edge that drove the request (gather) or the beat (scatter)
  const std::uint8_t* data = nullptr;  ///< `range.bytes` bytes; gather only
};

/// The beat after this one in a row (see `Observer::on_row`), `word` bytes further.
inline BeatEvent next_in_row(BeatEvent beat, std::uint32_t word) {
  ++beat.beat;
  beat.range.address += word;
  beat.range.offset += word;
  beat.offset += word;
  beat.remaining -= word;
  beat.driven += beat.direction == Direction::kScatter ? 1U : 0U;
  beat.data = beat.data == nullptr ? nullptr : beat.data + word;
  return beat;
}

/// A burst's answer: with the last beat of a read, or the write response.
struct ResponseEvent {
  SlotIndex slot{};
  Direction direction{};
  CompletionTag tag;
  BusTag bus_tag{};
  std::uint64_t address = 0;  ///< the burst's
  BusStatus status = BusStatus::kOkay;
  std::uint32_t bytes = 0;  ///< the burst's
};

/// A line of a page list that is read over the bus: asked for, or answered.
struct KeyFetchEvent {
  RegionHandle region{};
  std::uint32_t line = 0;  ///< of the region's list
  Burst burst;
  BusTag bus_tag{};
  bool answered = false;
  BusStatus status = BusStatus::kOkay;  ///< of an answer, the worst of its beats
};

/// A burst was not answered in time, so that its transfer went without it; or all of its answer has
/// come, so that its tag is given back.
struct QuarantineEvent {
  SlotIndex slot{};  ///< in which its transfer ran
  Direction direction{};
  CompletionTag tag;
  BusTag bus_tag{};
  Burst burst;
  std::uint32_t heard = 0;  ///< beats that the bus has passed
  Cycle since = 0;          ///< edge of the timeout
  bool over = false;
};

/// All calls come in stage order within an edge, and edges in order; but for rows of beats, where
/// that is all one to whoever watches them.
class Observer {
 public:
  Observer() = default;
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;
  virtual ~Observer() = default;

  /// Intake took a request.
  virtual void on_post(Cycle, const TransferRequest&) {}
  /// A slot was granted; `bytes` is the transfer's length.
  virtual void on_grant(Cycle, SlotIndex, const InFlightEntry&, const TransferRequest&) {}
  virtual void on_burst(Cycle, const BurstEvent&) {}
  virtual void on_beat(Cycle, const BeatEvent&) {}
  /// Whether beats in the middle of bursts may be told in rows; always the same. At edges at which
  /// only such beats move, all that the scatter does is told first then, and what the gather moved
  /// after that.
  virtual bool takes_rows() const { return false; }
  /// Write beats, `beats` from `beat` on of a burst, are about to be driven at edges from `first`
  /// on, one at each. All but the last move meanwhile, and are told once all of them have been
  /// driven.
  virtual void on_row_ahead(Cycle /*first*/, BusTag, std::uint32_t /*beat*/,
                            std::uint32_t /*beats*/) {}
  /// `beats` beats of a burst moved, none of them its last: one at edge `first`, and each other an
  /// edge after the one before it, and a bus word further (`next_in_row`). Each is a whole bus
  /// word, or there is but one.
  virtual void on_row(Cycle first, const BeatEvent& beat, std::uint32_t beats) {
    BeatEvent next = beat;
    for (std::uint32_t at = 0; at < beats; ++at) {
      on_beat(first + at, next);
      next = next_in_row(next, beat.range.bytes);
    }
  }
  virtual void on_response(Cycle, const ResponseEvent&) {}
  /// A beat passed the bus and moved nothing: a read beat that is thrown away, a write beat that is
  /// cut. `offset` and `remaining` are the transfer's as they stand, or stood at its end: the beat
  /// may be one of a burst in quarantine.
  virtual void on_waste(Cycle, const BeatEvent&) {}
  virtual void on_key_fetch(Cycle, const KeyFetchEvent&) {}
  virtual void on_control(Cycle, const ControlEvent&) {}
  /// The transfer stops as the policy says. May come more than once, each time to stop earlier.
  virtual void on_teardown(Cycle, SlotIndex, const InFlightEntry&, const TeardownEvent&) {}
  /// The first fault of a transfer was recorded.
  virtual void on_fault(Cycle, SlotIndex, const InFlightEntry&, const FaultRecord&) {}
  virtual void on_quarantine(Cycle, const QuarantineEvent&) {}
  /// The entry is gone; the slot serves again at the next edge.
  virtual void on_free(Cycle, SlotIndex, const InFlightEntry&) {}
  /// The completion port presents a completion.
  virtual void on_completion(Cycle, const Completion&) {}
};

}  // namespace sgdma
