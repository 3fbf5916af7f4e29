/// Watches work on its way in and CQEs on their way out.
#pragma once

#include <cstdint>
#include <string_view>

#include "platform/work_item.h"
#include "types/completion_status.h"
#include "types/completion_tag.h"
#include "types/cycle.h"
#include "types/ids.h"

namespace sgdma::platform {

/// What a queue pair does with its work.
enum class QpState : std::uint8_t {
  kReady,      ///< RTS: it works
  kError,      ///< ERR: WQEs are flushed, packets dropped
  kResetting,  ///< a RESET is not answered: nothing is taken
};

/// "ready", "error" or "resetting".
constexpr std::string_view name_of(QpState state) {
  switch (state) {
    case QpState::kReady: return "ready";
    case QpState::kError: return "error";
    case QpState::kResetting: return "resetting";
  }
  return "?";
}

/// A completion queue entry.
struct CompletionQueueEntry {
  QpNumber qp{};
  Side side = Side::kSendQueue;  ///< of the WQE: send queue or receive queue
  std::uint32_t number = 0;      ///< WQE number in that queue
  WqeOpcode opcode = WqeOpcode::kSend;
  CompletionStatus status = CompletionStatus::kSuccess;
  std::uint32_t bytes = 0;  ///< byte_len; 0 with an error
  bool immediate = false;   ///< a receive that was consumed by a packet with ImmDt
};

class WorkObserver {
 public:
  WorkObserver() = default;
  WorkObserver(const WorkObserver&) = delete;
  WorkObserver& operator=(const WorkObserver&) = delete;
  virtual ~WorkObserver() = default;

  /// Intake looks at an item, at the first edge after it arrived.
  virtual void on_item(Cycle, const WorkItem&) {}
  /// The item failed its checks and never reaches the arbiter. `tag` is the one its (first)
  /// transfer would have had, `bytes` the length that it asks for (`asked_bytes`).
  virtual void on_reject(Cycle, const CompletionTag& /*tag*/, CompletionStatus,
                         std::uint64_t /*bytes*/) {}
  /// A queue pair enters a state: what stands in it holds from here on.
  virtual void on_state(Cycle, QpNumber, QpState) {}
  /// Region `listed` of the list is registered, as `handle`; not for those of the start.
  virtual void on_registered(Cycle, RegionHandle /*handle*/, std::uint32_t /*listed*/) {}
  /// The CQE generator wrote a CQE.
  virtual void on_cqe(Cycle, const CompletionQueueEntry&) {}
};

}  // namespace sgdma::platform
