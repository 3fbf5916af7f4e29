/// What the world outside hears of the work of the queue pairs, so that it can answer.
#pragma once

#include <cstdint>

#include "platform/work_item.h"
#include "platform/work_observer.h"
#include "types/ids.h"

namespace sgdma::platform {

/// A WQE whose message has left: its gather is done, or it is the request of a READ or an atomic.
struct SentWqe {
  WqeOpcode opcode = WqeOpcode::kSend;
  std::uint32_t number = 0;  ///< in its send queue
  std::uint32_t bytes = 0;   ///< that its SGEs hold
};

/// Peers and software. Work that they make in answer arrives at the time of the call or later.
class WorkListener {
 public:
  WorkListener() = default;
  WorkListener(const WorkListener&) = delete;
  WorkListener& operator=(const WorkListener&) = delete;
  virtual ~WorkListener() = default;

  /// A message left in full, in the order of its queue pair. Not for WQEs that failed.
  virtual void on_sent(Picoseconds at, QpIndex qp, const SentWqe& sent) = 0;
  /// Software takes a CQE out of the completion queue.
  virtual void on_cqe_taken(Picoseconds at, QpIndex qp, const CompletionQueueEntry& entry) = 0;
  /// `messages` incoming WRITEs, READs and atomics of the queue pair are done.
  virtual void on_messages_done(Picoseconds at, QpIndex qp, std::uint32_t messages) = 0;
  /// A RESET of the queue pair is answered: nothing more will be heard of its work so far.
  virtual void on_reset(Picoseconds at, QpIndex qp) = 0;
};

}  // namespace sgdma::platform
