/// What software asks of the engine: resets, errors, and when they are answered.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/completion_port.h"
#include "core/deregistrations.h"
#include "core/teardown.h"
#include "core/transfers.h"
#include "core/watch.h"
#include "core/work_queues.h"
#include "types/control.h"

namespace sgdma::core {

/// Who keeps the state of queue pairs and regions, and hears what becomes of requests.
class ControlClient {
 public:
  ControlClient() = default;
  ControlClient(const ControlClient&) = delete;
  ControlClient& operator=(const ControlClient&) = delete;
  virtual ~ControlClient() = default;

  /// The request takes effect at edge `now`: from there on work is handed over as it says.
  virtual void on_begin(Cycle now, const ControlRequest& request) = 0;
  /// The registration that `key` names now, before `on_begin` of its deregistration; none where it
  /// names none: then there is nothing to do.
  virtual std::optional<RegionHandle> registration_of(RegionKey key) const = 0;
  /// From edge `now` on it holds.
  virtual void on_answer(Cycle now, const ControlRequest& request) = 0;
};

/// Serves requests of an edge in the order of `ControlKind`, then by number. A request for what is
/// being reset waits for the answer, and so does one behind it for the same; at the edge after the
/// answer they are served in their order, before what is asked for that edge.
///
///  - engine_reset: what is in flight, queued or presented is gone without completions. Answered
///    when every slot is free.
///  - qp_reset: the same for one queue pair. Answered when no slot holds a transfer of it.
///  - qp_error: what is in flight is torn down with WR_FLUSH_ERR, what is queued and what comes is
///    flushed, in order. Answered when all of it has completed and the completions are taken; with
///    a reset behind it, which takes the rest away, when no slot holds a transfer of it.
///  - deregister: see `Deregistrations`.
///  - register: the client's alone. Answered at once.
///
/// Timing: asked for at time t, it takes effect at the first edge strictly after t, behind
/// responses and acceptances, before faults and issue; so what is done at that edge is done, a
/// completion presented at it is dropped by a reset, and nothing is granted at it. Answered at the
/// edge at which the condition holds; work that comes with that edge is taken.
class Control {
 public:
  struct Parts {
    Transfers& transfers;
    WorkQueues& queues;
    CompletionPort& completions;
    Teardown& teardown;
    Retirement& retirement;
    Deregistrations& deregistrations;
  };

  Control(const Parts& parts, const Watch& watch) : parts_(parts), watch_(watch) {}

  /// Outlives the control; nullptr: nobody listens.
  void set_client(ControlClient* client) { client_ = client; }
  /// To take effect at `edge`, which has not been stepped.
  void ask(Cycle edge, const ControlRequest& request);

  /// Whether `begin` has something to do at edge `now`.
  bool due(Cycle now) const { return next_ <= now; }
  /// Stage "control". Requires `due(now)`.
  void begin(Cycle now);
  /// Answers what holds at the end of the stages that end transfers. Whether there was anything to
  /// answer.
  bool answer(Cycle now) { return !unanswered_.empty() && answer_all(now); }
  /// Whether a request is served and not answered.
  bool unanswered() const { return !unanswered_.empty(); }
  /// First edge after `now` at which there is something to do, or `kNever`.
  Cycle next_edge(Cycle now) const { return next_ == kNever ? kNever : std::max(next_, now + 1); }
  /// Whether all that was asked for is answered.
  bool idle() const { return asked_.empty() && unanswered_.empty(); }

 private:
  struct Asked {
    Cycle edge = 0;
    ControlRequest request;
    bool held_up = false;  ///< it was, up to the edge before
  };

  void ask(const Asked& asked);
  bool blocked(const ControlRequest& request) const;
  void serve(Cycle now, const ControlRequest& request);
  void reset_engine(Cycle now);
  void reset(Cycle now, const ControlRequest& request);
  void flush(Cycle now, const ControlRequest& request);
  void deregister(Cycle now, const ControlRequest& request);
  template <class Chosen>
  void tear_down(Cycle now, const TornEnd& end, Chosen chosen);
  bool engine_resets() const;
  /// Whether the queue pair's reset, or the engine's, is served and not answered.
  bool resets(const ControlRequest& request) const;
  bool holds(const ControlRequest& request) const;
  bool answer_all(Cycle now);
  void release(Cycle now, const ControlRequest& request);
  void report(Cycle now, const ControlRequest& request, bool answered) const;

  Parts parts_;
  const Watch& watch_;
  ControlClient* client_ = nullptr;
  std::vector<Asked> asked_;  ///< in the order in which they are served
  Cycle next_ = kNever;       ///< edge of the first
  std::vector<ControlRequest> unanswered_;
  std::vector<ControlRequest> held_up_;  ///< wait for the answer to one of those
};

}  // namespace sgdma::core
