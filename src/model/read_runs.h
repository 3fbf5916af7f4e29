/// Read beats that are on their way, in the order in which they become valid.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/memory_bus.h"
#include "core/ring_queue.h"
#include "model/engine_clock.h"

namespace sgdma::model {

/// Beats of one burst that follow each other in time as in memory: one a period, a word further.
struct ReadRun {
  Ticks valid_at = 0;   ///< of the next beat
  core::ReadBeat beat;  ///< the next one
  std::uint32_t beats = 0;
  bool wants_end = false;  ///< the response, which is the only one, has to be ended
};

/// Ordered by effective time, then by the order of the calls that brought them.
class ReadRuns {
 public:
  /// `word`: bytes from one beat's data to the next's.
  ReadRuns(Ticks period, std::uint32_t word) : period_(period), word_(word) {}

  /// Whether a beat of the run's burst, the one behind it, goes on with the run.
  bool continues(const ReadRun& run, Ticks valid_at, const std::uint8_t* data,
                 BusStatus status) const {
    return run.beats != 0 && valid_at == run.valid_at + run.beats * period_ &&
           data == run.beat.data + std::size_t{run.beats} * word_ && status == run.beat.status;
  }
  void put(const ReadRun& run);

  bool empty() const { return runs_.empty(); }
  /// The beat that becomes valid first. Requires the queue not to be empty, as do the following.
  const core::ReadBeat& front() const { return runs_.front().beat; }
  Ticks next_valid() const { return runs_.front().valid_at; }
  bool wants_end() const { return runs_.front().wants_end; }
  /// Beats of the front's run, itself included.
  std::uint32_t left() const { return runs_.front().beats; }
  /// Requires no more than are `left`.
  void pop(std::uint32_t beats = 1) {
    ReadRun& run = runs_.front();
    if (run.beats == beats) {
      runs_.pop_front();
    } else {
      advance(run, beats);
    }
  }

 private:
  void advance(ReadRun& run, std::uint32_t beats) const {
    run.valid_at += beats * period_;
    run.beat.beat += beats;
    run.beat.data += std::size_t{beats} * word_;
    run.beats -= beats;
  }
  Ticks last_of(const ReadRun& run) const { return run.valid_at + (run.beats - 1) * period_; }
  void insert(std::size_t at, const ReadRun& run);
  /// Puts the first beat of the run before what becomes valid later, and the others after it.
  void put_before(ReadRun run);

  Ticks period_;
  std::uint32_t word_;
  core::RingQueue<ReadRun> runs_;
  Ticks last_valid_ = 0;  ///< of the last beat that was put
};

}  // namespace sgdma::model
