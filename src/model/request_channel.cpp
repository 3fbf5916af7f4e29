#include "model/request_channel.h"

namespace sgdma::model {

void RequestChannel::find_target() {
  transport_ = port_.get_interface() == nullptr ? nullptr : port_.operator->();
  target_ = dynamic_cast<const KernelActivity*>(port_.get_interface());
  activity_ = target_ == nullptr ? nullptr : &target_->activity();
}

void RequestChannel::note_activity() {
  if (activity_ != nullptr) {
    seen_activity_ = *activity_;
  }
  run_ahead_.called(port_);
}

Answer RequestChannel::returned(BeatPayload& beat, tlm::tlm_sync_enum sync,
                                const tlm::tlm_phase& phase, Ticks edge_time, Ticks time) {
  if (last_ == nullptr) {
    // Answered on the backward path from inside the call: the beat may be another one's by now.
    if (sync == tlm::TLM_COMPLETED || (sync == tlm::TLM_UPDATED && phase == tlm::BEGIN_RESP)) {
      errors_.add(ProtocolErrors::Kind::kNotAwaited);
    }
    return {};
  }
  if (sync == tlm::TLM_UPDATED && phase == tlm::BEGIN_RESP) {
    last_ = nullptr;
    accepted_edge_ = kOpen;
    return {Answer::Kind::kResponse, time};
  }
  beat.set_awaited(true);
  if (sync == tlm::TLM_UPDATED && phase == tlm::END_REQ) {
    if (accepted_edge_ != kNever) {
      errors_.add(ProtocolErrors::Kind::kEndRequest);
    } else {
      accepted_edge_ = time == edge_time ? kOpen : clock_.edge_after(time);
    }
  } else if (sync == tlm::TLM_UPDATED) {
    errors_.illegal_phase(phase);
  }
  return {};
}

RequestChannel::Backward RequestChannel::receive(tlm::tlm_generic_payload& payload,
                                                 const tlm::tlm_phase& phase, Ticks& time) {
  if (time < run_ahead_.edge()) {
    RunAhead::report_past(port_, "the target says something for a time that is over");
    time = run_ahead_.edge();
  }
  if (phase == tlm::END_REQ) {
    if (last_ != &payload || accepted_edge_ != kNever) {
      errors_.add(ProtocolErrors::Kind::kEndRequest);
      return Backward::kNothing;
    }
    accepted_edge_ = clock_.edge_after(time);
    return Backward::kAcceptance;
  }
  if (phase != tlm::BEGIN_RESP) {
    errors_.illegal_phase(phase);
    return Backward::kNothing;
  }
  if (!pool_.owns(payload)) {
    errors_.add(ProtocolErrors::Kind::kForeign);
    return Backward::kNothing;
  }
  auto& beat = static_cast<BeatPayload&>(payload);
  if (!beat.awaited() && last_ != &payload) {
    errors_.add(ProtocolErrors::Kind::kNotAwaited);
    return Backward::kNothing;
  }
  beat.set_awaited(false);
  if (last_ == &payload) {
    last_ = nullptr;
    accepted_edge_ = accepted_edge_ == kNever ? clock_.edge_after(time) : accepted_edge_;
  }
  return Backward::kResponse;
}

void RequestChannel::end_response(Ticks time, BeatPayload& beat) {
  tlm::tlm_phase phase = tlm::END_RESP;
  sc_core::sc_time delay = until(time);
  port_->nb_transport_fw(beat, phase, delay);
  sent();
}

}  // namespace sgdma::model
