/// What intake has seen, handed on and turned away.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "platform/work_observer.h"

namespace sgdma::platform {

/// Counts since the start.
struct IntakeCounters {
  std::uint64_t send_wqes = 0;  ///< posted to send queues, good or bad
  std::uint64_t receive_wqes = 0;
  std::uint64_t packets = 0;  ///< of any kind, acknowledges too
  std::uint64_t acknowledges = 0;
  std::uint64_t transfers = 0;  ///< handed to the engine; the scatter of an atomic not counted
  std::uint64_t receiver_not_ready = 0;  ///< messages that found no receive posted
  std::uint64_t out_of_context = 0;      ///< packets whose place in a message is not the one due
  std::uint64_t refused = 0;             ///< items for queue pairs in ERR or being reset
  std::uint64_t held_back = 0;           ///< items that were taken in late, for the backlog
  Cycle longest_wait = 0;                ///< of those items, in cycles
  std::array<std::uint64_t, kCompletionStatusNames.size()> rejected{};  ///< items, by status
};

/// Counts, and tells the observer.
class IntakeLedger {
 public:
  explicit IntakeLedger(WorkObserver* observer) : observer_(observer) {}

  /// Intake looks at an item.
  void look_at(Cycle now, const WorkItem& item);
  /// The item becomes no transfer. `bytes`: the length that it asks for.
  void reject(Cycle now, const CompletionTag& tag, CompletionStatus status, std::uint64_t bytes);
  /// The queue pair takes no work.
  void refuse() { ++counters_.refused; }
  /// The item was there `cycles` before intake let it in.
  void wait(Cycle cycles) {
    counters_.held_back += cycles > 0 ? 1 : 0;
    counters_.longest_wait = cycles > counters_.longest_wait ? cycles : counters_.longest_wait;
  }
  void hand_over() { ++counters_.transfers; }
  /// The work that intake looks at, or its message, fails its queue pair.
  void fail() { failed_ = true; }
  /// Whether that was so since this was asked last.
  bool take_failure() { return std::exchange(failed_, false); }
  void receiver_not_ready() { ++counters_.receiver_not_ready; }
  void out_of_context() { ++counters_.out_of_context; }

  const IntakeCounters& counters() const { return counters_; }

 private:
  WorkObserver* observer_;
  IntakeCounters counters_;
  bool failed_ = false;
};

}  // namespace sgdma::platform
