/// Answers reads in completions, at times of which the request knows nothing.
#pragma once

#include <optional>

#include <systemc>
#include <tlm>

#include "platform/memory/completion_schedule.h"
#include "platform/memory/credit_pool.h"
#include "platform/memory/delayed_responses.h"
#include "platform/memory/latency.h"
#include "platform/memory/response_sender.h"

namespace sgdma::platform {

/// What a host does with the read requests of a device (PCIe's completer, a memory controller).
///
/// Timing of a burst whose last beat's request arrives at t, with a clock period of T: it takes a
/// non-posted credit at the first time from t + T on at which there is one, and then its header
/// passes the request path, behind what was asked to pass before. When the header has passed, at s,
/// the request is taken: the last beat's END_REQ is at s - T (the engine samples it as an
/// acceptance at the first edge from s - T on, never before t + T). The data are there from
/// s + read latency on, which also frees the request's place with the receiver: the credit is back
/// one credit latency later. While a request waits for its credit, others pass on the path. The
/// beats are valid when they pass the read path, and no earlier than the END_RESP of the one
/// before. One whose answer is late passes all the same, and is answered later.
class ReadCompleter : public sc_core::sc_module {
 public:
  struct Costs {
    CompletionSchedule::Costs completions;
    std::uint32_t request_header = 0;      ///< bytes on the request path
    std::uint32_t non_posted_credits = 0;  ///< 0: unlimited
    model::Ticks credit_latency = 0;
  };

  /// `request_path` is what request headers pass, `read_path` what completions pass; they may be
  /// one. `latency` is drawn from once for each burst. Answers go by `responses`, or by `delayed`
  /// where they are late.
  ReadCompleter(const sc_core::sc_module_name& name, const Costs& costs, model::Ticks period,
                DataPath& request_path, DataPath& read_path, Latency& latency,
                tlm::tlm_target_socket<>& socket, ResponseSender& responses,
                DelayedResponses& delayed);

  /// BEGIN_REQ, valid at `now`, of a beat that has been served and is answered `late` by so much,
  /// or never (FaultInjector::kNeverAnswered).
  tlm::tlm_sync_enum request(model::Ticks now, tlm::tlm_generic_payload& payload,
                             tlm::tlm_phase& phase, sc_core::sc_time& delay, model::Ticks late);

 private:
  /// A request that waits for its credit.
  struct Held {
    tlm::tlm_generic_payload* last_beat = nullptr;
    model::Ticks credit_at = 0;
  };

  /// The credit is there at `at`. Returns when the request is taken.
  model::Ticks take(model::Ticks at);
  void release_held();
  void work();
  void wake();

  Costs costs_;
  model::Ticks period_;
  DataPath& request_path_;
  Latency& latency_;
  tlm::tlm_target_socket<>& socket_;
  CreditPool credits_;
  CompletionSchedule schedule_;
  ResponseSender& responses_;
  DelayedResponses& delayed_;
  std::optional<Held> held_;
  model::Ticks completes_ = CompletionSchedule::kNever;  ///< when the next completion is due
  sc_core::sc_event work_event_;
};

}  // namespace sgdma::platform
