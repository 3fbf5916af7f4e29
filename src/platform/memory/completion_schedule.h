/// Which read completion passes the read path next.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include <tlm>

#include "core/ring_queue.h"
#include "platform/memory/data_path.h"

namespace sgdma::platform {

/// Answers read bursts in completions, which are cut at multiples of the completion size and each
/// carry a header.
///
/// Of the bursts that are not answered in full, the `window` oldest may be answered; so a burst
/// passes at most `window` - 1 older ones. Those that are ready take turns, a completion each, the
/// youngest followed by the oldest. Within a burst the order is that of its beats, which with a
/// window of 1 is the order of the requests.
class CompletionSchedule {
 public:
  using Time = DataPath::Time;
  static constexpr Time kNever = std::numeric_limits<Time>::max();

  struct Costs {
    Time overhead = 0;                  ///< of each burst on the path
    std::uint32_t header = 0;           ///< bytes of each completion
    std::uint32_t completion_size = 0;  ///< bytes, a power of two; 0: a whole burst
    std::uint32_t window = 1;           ///< bursts, 1 or more
  };
  /// A beat, and when it passes.
  struct Passed {
    tlm::tlm_generic_payload* payload = nullptr;
    Time at = 0;
    Time late = 0;  ///< as it was added
  };

  CompletionSchedule(const Costs& costs, DataPath& path) : costs_(costs), path_(path) {}

  /// The next beat of the burst that is being asked for. Its range counts as it is now. How `late`
  /// its answer comes is no matter here: it passes in its turn.
  void add_beat(tlm::tlm_generic_payload& payload, Time late) {
    asked_.beats.push_back({&payload, payload.get_address(), payload.get_data_length(), late});
  }
  /// That burst is complete, and its data are there from `ready` on.
  void add_burst(Time ready);

  /// When the next completion can pass as far as is known, or `kNever`.
  Time next() const;
  /// Requires a burst that is ready at `now`. The completion's beats, until the next call.
  const std::vector<Passed>& pass_next(Time now);

 private:
  struct Beat {
    tlm::tlm_generic_payload* payload = nullptr;
    std::uint64_t address = 0;
    std::uint32_t bytes = 0;
    Time late = 0;
  };
  struct ReadBurst {
    Time ready = 0;
    std::uint64_t number = 0;  ///< in the order of the requests
    std::size_t passed = 0;    ///< beats
    std::vector<Beat> beats;
  };

  ReadBurst& pick(Time now);
  /// Headers of the completions that begin with or inside the next beat.
  std::uint32_t headers_before(const ReadBurst& burst) const;
  /// Whether a completion ends with the last byte of the beat.
  bool ends_completion(const Beat& beat) const;
  void pass_beat(ReadBurst& burst);
  void finish(ReadBurst& burst);

  Costs costs_;
  DataPath& path_;
  ReadBurst asked_;
  std::vector<ReadBurst> window_;       ///< by age; those that may be answered
  core::RingQueue<ReadBurst> waiting_;  ///< by age
  std::vector<ReadBurst> spare_;        ///< for their storage
  std::vector<Passed> passed_;
  std::uint64_t bursts_ = 0;
  std::uint64_t turn_ = 0;  ///< number of the burst whose turn is next
};

}  // namespace sgdma::platform
