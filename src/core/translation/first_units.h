/// What a transfer has derived before it begins.
#pragma once

#include <cstdint>
#include <vector>

#include "core/request_pool.h"
#include "core/translation/region_gate.h"
#include "core/translation/translation_units.h"
#include "core/translation/unit_lookups.h"
#include "types/engine_config.h"

namespace sgdma::core {

/// The first unit of each queued transfer, which is all of it where addresses are captured. A miss
/// holds the transfer, and so its queue pair, but no slot.
///
/// Timing: taken in at n, looked up from n on; at hand at e, it can be granted at e + 1. A request
/// of zero length needs nothing; nor does the scatter of an atomic, whose 8 bytes its gather has
/// derived.
class FirstUnits {
 public:
  /// `config`, `gate` and `keys` outlive this.
  FirstUnits(const EngineConfig& config, const RegionGate& gate, KeyPort& keys)
      : config_(config), gate_(gate), lookups_(keys) {}

  /// Intake took the request; one whose region is closed is refused. Sets `lookup` and `refused`.
  void take_in(Cycle now, QueuedRequest& queued);
  /// The request needs no address any more.
  void forget(QueuedRequest& queued);
  /// Calls `came(queued)` for each request that waits no longer.
  template <class Came>
  void step(Cycle now, Came came) {
    lookups_.step(now, [&](std::uint32_t id, bool good) {
      QueuedRequest& queued = *waiting_[id];
      release(queued);
      if (!good) {
        queued.refused = CompletionStatus::kGeneralErr;  // memory did not give the page list
      }
      came(queued);
    });
  }
  Cycle next_edge(Cycle now) const { return lookups_.next_edge(now); }

  const RegionGate& gate() const { return gate_; }
  /// Requests that wait.
  std::size_t waiting() const { return waiting_.size() - free_.size(); }

 private:
  void release(QueuedRequest& queued);

  const EngineConfig& config_;
  const RegionGate& gate_;
  UnitLookups lookups_;
  std::vector<QueuedRequest*> waiting_;  ///< by unit
  std::vector<std::uint32_t> free_;
};

}  // namespace sgdma::core
