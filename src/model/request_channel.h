/// Sends beats to a target, one request at a time, by the base protocol's rules.
#pragma once

#include <systemc>
#include <tlm>

#include "core/ensure.h"
#include "model/beat_pool.h"
#include "model/engine_clock.h"
#include "model/kernel_activity.h"
#include "model/protocol_errors.h"
#include "model/run_ahead.h"
#include "types/cycle.h"

namespace sgdma::model {

/// What a target said to a request.
struct Answer {
  enum class Kind : std::uint8_t {
    kNone,       ///< no response yet
    kResponse,   ///< BEGIN_RESP: END_RESP is still to come
    kCompleted,  ///< the transaction is over
  };
  Kind kind = Kind::kNone;
  Ticks valid_at = 0;  ///< when the response is valid
};

/// A request without END_REQ blocks its socket: the next one goes when the acceptance has been
/// sampled. An answer at once, without accept delay, lets the next request go at the same instant.
///
/// The target is not trusted: what it says of no request and no transaction is dropped and counted.
class RequestChannel {
 public:
  /// What a call on the backward path brings.
  enum class Backward : std::uint8_t { kAcceptance, kResponse, kNothing };

  /// Beats are those of `pool`.
  RequestChannel(const EngineClock& clock, RunAhead& run_ahead,
                 sc_core::sc_port_b<tlm::tlm_fw_transport_if<>>& port, const BeatPool& pool)
      : clock_(clock), run_ahead_(run_ahead), port_(port), pool_(pool), errors_(port) {}

  /// Sends BEGIN_REQ at edge `now`. Requires `open(now)`. After the last call of an edge, `sent()`.
  [[gnu::always_inline]] Answer send(Cycle now, BeatPayload& beat);
  void sent() {
    if (activity_ == nullptr || *activity_ != seen_activity_) {
      note_activity();
    }
  }
  /// What the target says of itself (see `KernelActivity`).
  bool completes_reads() const { return target_ != nullptr && target_->completes_reads(); }
  bool completes_writes() const { return target_ != nullptr && target_->completes_writes(); }
  /// Sends BEGIN_REQ to a target that says that it completes the beat. Requires that nothing blocks
  /// it. Returns how long after the call the response is valid.
  [[gnu::always_inline]] Ticks complete(BeatPayload& beat);
  /// The port is bound. To be called before the simulation starts.
  void find_target();
  /// Whether nothing blocks a request at edge `now`.
  bool open(Cycle now) const { return accepted_edge_ == kOpen || accepted_edge_ <= now; }
  /// Whether the last request was accepted at once: at the instant at which it was sent.
  bool at_once() const { return accepted_edge_ == kOpen; }
  /// Edge at which the last request's acceptance is sampled; `kNever` while it is not known.
  Cycle accepted_edge() const { return accepted_edge_; }

  /// A call on the backward path that is valid at `time`. With a response the payload is a beat of
  /// the pool that was awaited.
  /// A time that is over is an error, and the last edge's is taken instead.
  Backward receive(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase, Ticks& time);
  /// Sends END_RESP, effective at `time`, which is not in the past.
  void end_response(Ticks time, BeatPayload& beat);

  std::uint64_t protocol_errors() const { return errors_.count(); }

 private:
  static constexpr Cycle kOpen = 0;

  /// The call that sent `beat` has not completed it, or not as it may. `time`: of what it says.
  [[gnu::cold, gnu::noinline]] Answer returned(BeatPayload& beat, tlm::tlm_sync_enum sync,
                                               const tlm::tlm_phase& phase, Ticks edge_time,
                                               Ticks time);

  /// The target may have made something pending.
  [[gnu::noinline]] void note_activity();
  /// The time of what the target says to a call at `edge_time`: not before that.
  Ticks answered_at(Ticks edge_time, Ticks time) const;

  const EngineClock& clock_;
  RunAhead& run_ahead_;
  sc_core::sc_port_b<tlm::tlm_fw_transport_if<>>& port_;
  const BeatPool& pool_;
  /// The beat sent last, while it is not answered.
  const tlm::tlm_generic_payload* last_ = nullptr;
  Cycle accepted_edge_ = kOpen;
  tlm::tlm_fw_transport_if<>* transport_ = nullptr;
  const KernelActivity* target_ = nullptr;   ///< if it is one
  const std::uint64_t* activity_ = nullptr;  ///< of a target that counts it
  std::uint64_t seen_activity_ = 0;
  ProtocolErrors errors_;
};

/// What a backward call that brings nothing returns: a response is over with it.
inline tlm::tlm_sync_enum dropped(const tlm::tlm_phase& phase) {
  return phase == tlm::BEGIN_RESP ? tlm::TLM_COMPLETED : tlm::TLM_ACCEPTED;
}

inline Ticks RequestChannel::answered_at(Ticks edge_time, Ticks time) const {
  if (time < edge_time) {
    RunAhead::report_past(port_, "the target answers before the time of the call");
    return edge_time;
  }
  return time;
}

inline Ticks RequestChannel::complete(BeatPayload& beat) {
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  const sc_core::sc_time& lead = run_ahead_.lead();
  sc_core::sc_time delay = lead;
  beat.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  const tlm::tlm_sync_enum sync = transport_->nb_transport_fw(beat, phase, delay);
  core::ensure(sync == tlm::TLM_COMPLETED && beat.is_response_ok() && delay >= lead,
               "a target that says that it completes a beat has not");
  return delay.value() - lead.value();
}

inline Answer RequestChannel::send(Cycle now, BeatPayload& beat) {
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  const Ticks edge_time = clock_.time_of(now);
  sc_core::sc_time delay = run_ahead_.lead();
  // Known before the call: the target may answer on the backward path from inside it.
  last_ = &beat;
  accepted_edge_ = kNever;
  const tlm::tlm_sync_enum sync = port_->nb_transport_fw(beat, phase, delay);
  // With TLM_ACCEPTED the delay says nothing.
  const Ticks time =
      sync == tlm::TLM_ACCEPTED
          ? edge_time
          : answered_at(edge_time, edge_time + (delay.value() - run_ahead_.lead().value()));
  if (sync == tlm::TLM_COMPLETED && last_ != nullptr) {
    last_ = nullptr;
    accepted_edge_ = kOpen;
    return {Answer::Kind::kCompleted, time};
  }
  return returned(beat, sync, phase, edge_time, time);
}

}  // namespace sgdma::model
