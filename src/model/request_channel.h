/// Sends beats to a target, one request at a time, by the base protocol's rules.
#pragma once

#include <systemc>
#include <tlm>

#include "model/beat_payload.h"
#include "model/engine_clock.h"
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
class RequestChannel {
 public:
  RequestChannel(const EngineClock& clock, sc_core::sc_port_b<tlm::tlm_fw_transport_if<>>& port)
      : clock_(clock), port_(port) {}

  /// Sends BEGIN_REQ at edge `now`. Requires `open(now)`.
  Answer send(Cycle now, BeatPayload& beat);
  /// Whether nothing blocks a request at edge `now`.
  bool open(Cycle now) const { return accepted_edge_ == kOpen || accepted_edge_ <= now; }
  /// Whether the last request was accepted at once: at the instant at which it was sent.
  bool at_once() const { return accepted_edge_ == kOpen; }
  /// Edge at which the last request's acceptance is sampled; `kNever` while it is not known.
  Cycle accepted_edge() const { return accepted_edge_; }

  /// END_REQ, or what implies it, came on the backward path and is valid at `time`.
  void accept(const tlm::tlm_generic_payload& payload, Ticks time);
  /// Sends END_RESP, effective at `time`, which is not in the past.
  void end_response(Ticks time, BeatPayload& beat);

 private:
  static constexpr Cycle kOpen = 0;

  /// The target returned TLM_UPDATED with `phase`, effective at `time`.
  Answer updated(const tlm::tlm_phase& phase, Ticks edge_time, Ticks time);

  const EngineClock& clock_;
  sc_core::sc_port_b<tlm::tlm_fw_transport_if<>>& port_;
  const tlm::tlm_generic_payload* waiting_ = nullptr;  ///< for its END_REQ
  Cycle accepted_edge_ = kOpen;
};

inline Answer RequestChannel::send(Cycle now, BeatPayload& beat) {
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  const Ticks edge_time = clock_.time_of(now);
  sc_core::sc_time delay = clock_.lead();
  // Known before the call: the target may answer on the backward path from inside it.
  waiting_ = &beat;
  accepted_edge_ = kNever;
  const tlm::tlm_sync_enum sync = port_->nb_transport_fw(beat, phase, delay);
  const Ticks time = edge_time + (delay.value() - clock_.lead().value());
  if (sync == tlm::TLM_COMPLETED) {
    waiting_ = nullptr;
    accepted_edge_ = kOpen;
    return {Answer::Kind::kCompleted, time};
  }
  return sync == tlm::TLM_ACCEPTED ? Answer{} : updated(phase, edge_time, time);
}

}  // namespace sgdma::model
