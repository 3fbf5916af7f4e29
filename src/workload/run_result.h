/// What a run found.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/channel_counters.h"
#include "core/key_cache/key_cache_counters.h"
#include "core/pipeline.h"
#include "core/stall_account.h"
#include "core/storage_cost.h"
#include "observe/control_statistics.h"
#include "observe/transfer_statistics.h"
#include "platform/queue_pair_list.h"
#include "types/cycle.h"
#include "types/direction.h"
#include "workload/owner_window.h"

namespace sgdma::workload {

/// How a run ended.
enum class Ending : std::uint8_t {
  kDone,         ///< all work is finished
  kDeadlock,     ///< work is left and nothing can happen any more
  kCycleLimit,   ///< work is left at `max_cycles`
  kInterrupted,  ///< the user asked for it
};

/// Counts that grow over a run; a window's are the difference of two.
struct Totals {
  Cycle cycles = 0;
  std::array<core::ChannelCounters, kDirections> channels;
  using ByCause = std::array<Cycle, core::kStallCauses>;
  std::array<ByCause, kDirections> causes{};
  std::array<ByCause, kDirections> nobodys{};  ///< of them those that nobody owns
  core::Occupancy slots;
  core::Occupancy reads_outstanding;
  core::Occupancy writes_outstanding;
  core::Occupancy reordered_bytes;  ///< in the reorder buffer
};

/// One broken check, in words.
struct BrokenCheck {
  std::string text;
};

/// A socket whose request the target has not accepted in time, nor later.
struct BlockedSocket {
  std::string name;           ///< "read" or "write"
  std::string owner;          ///< completion tag of the transfer that asked
  std::uint64_t address = 0;  ///< of its burst
  std::uint32_t id = 0;       ///< read tag or write burst id
};

/// Everything that `--json` prints. Figures by cause, beats and occupancy are those of the
/// measurement window; the whole run is the default window.
struct RunResult {
  std::string name;
  Ending ending = Ending::kDone;
  std::uint64_t seed = 0;
  Cycle cycles = 0;  ///< of the whole run
  std::uint64_t period_ps = 0;
  std::uint32_t bus_width = 0;
  Totals measured;
  /// Edges at which intake took the last transfer that got a slot, and at which the last one ended.
  std::array<Cycle, kDirections> last_taken{};
  std::array<Cycle, kDirections> last_end{};
  std::array<bool, kDirections> active{};  ///< the direction had work at some edge
  std::uint64_t transfers = 0;
  std::uint64_t rejected = 0;        ///< work items that failed their checks
  std::uint64_t refused = 0;         ///< of them for queue pairs in ERR or being reset
  std::uint64_t wqes_discarded = 0;  ///< by resets
  std::uint64_t held_back = 0;       ///< work items that waited for the backlog
  Cycle longest_wait = 0;            ///< of those items
  std::uint64_t late_errors = 0;
  std::uint64_t protocol_errors = 0;  ///< answers that fit no request and no beat
  std::array<std::uint64_t, kCompletionStatusNames.size()>
      completions{};                                                ///< of transfers, by status
  std::array<std::uint64_t, kCompletionStatusNames.size()> cqes{};  ///< by status
  QueuePairConfigs arbitration;                                     ///< by QpIndex
  const observe::TransferStatistics* statistics = nullptr;          ///< outlives the result's use
  const observe::ControlStatistics* control = nullptr;              ///< likewise
  const core::Pipeline* pipeline = nullptr;                         ///< likewise: whose cycles are,
  const OwnerWindow* owners = nullptr;                              ///< and which of them count
  platform::QueuePairList queue_pairs;
  core::KeyCacheCounters keys;
  std::vector<BlockedSocket> blocked_sockets;  ///< at the end
  core::StorageCost storage;
  std::uint64_t gather_buffer_max = 0;   ///< bytes
  std::uint64_t scatter_buffer_max = 0;  ///< bytes
  std::optional<bool> verified;          ///< absent where the oracle was off or saw a cut-off run
  std::uint64_t checks = 0;
  std::uint64_t broken = 0;
  std::vector<BrokenCheck> broken_checks;  ///< the first ones
  std::string holder;                      ///< with a deadlock: who holds what

  double seconds() const {
    return static_cast<double>(cycles) * static_cast<double>(period_ps) * 1e-12;
  }
};

}  // namespace sgdma::workload
