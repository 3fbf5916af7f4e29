#include "platform/memory/read_completer.h"

#include <algorithm>

#include "platform/memory/beat_frame.h"
#include "platform/memory/fault_injector.h"

namespace sgdma::platform {

ReadCompleter::ReadCompleter(const sc_core::sc_module_name& name, const Costs& costs,
                             model::Ticks period, DataPath& request_path, DataPath& read_path,
                             Latency& latency, tlm::tlm_target_socket<>& socket,
                             ResponseSender& responses, DelayedResponses& delayed)
    : sc_core::sc_module(name),
      costs_(costs),
      period_(period),
      request_path_(request_path),
      latency_(latency),
      socket_(socket),
      credits_(costs.non_posted_credits),
      schedule_(costs.completions, read_path),
      responses_(responses),
      delayed_(delayed) {
  using SC_CURRENT_USER_MODULE = ReadCompleter;
  SC_METHOD(work);
  sensitive << work_event_;
  dont_initialize();
}

tlm::tlm_sync_enum ReadCompleter::request(model::Ticks now, tlm::tlm_generic_payload& payload,
                                          tlm::tlm_phase& phase, sc_core::sc_time& delay,
                                          model::Ticks late) {
  payload.acquire();
  schedule_.add_beat(payload, late);
  if (!BeatFrame(payload).last) {
    phase = tlm::END_REQ;
    return tlm::TLM_UPDATED;
  }
  const model::Ticks credit_at = credits_.take(now + period_, 1);
  if (credit_at > now + period_) {
    held_ = Held{&payload, credit_at};
    wake();
    return tlm::TLM_ACCEPTED;
  }
  delay += sc_core::sc_time::from_value(take(credit_at) - credit_at);
  phase = tlm::END_REQ;
  return tlm::TLM_UPDATED;
}

model::Ticks ReadCompleter::take(model::Ticks at) {
  const model::Ticks taken =
      costs_.request_header == 0 ? at : request_path_.pass_header(at, costs_.request_header);
  const model::Ticks ready = taken + latency_.draw();
  credits_.give_back(ready + costs_.credit_latency, 1);
  schedule_.add_burst(ready);
  completes_ = std::min(completes_, schedule_.next());
  wake();
  return taken;
}

void ReadCompleter::release_held() {
  const Held held = *held_;
  held_.reset();
  tlm::tlm_phase phase = tlm::END_REQ;
  sc_core::sc_time delay = sc_core::sc_time::from_value(take(held.credit_at) - held.credit_at);
  socket_->nb_transport_bw(*held.last_beat, phase, delay);
}

void ReadCompleter::work() {
  const model::Ticks now = model::now_ticks();
  if (held_ && held_->credit_at - period_ <= now) {
    release_held();
  }
  if (completes_ <= now) {
    for (const CompletionSchedule::Passed& beat : schedule_.pass_next(now)) {
      if (beat.late == 0) {
        responses_.put(*beat.payload, beat.at);
      } else if (beat.late != FaultInjector::kNeverAnswered) {
        delayed_.put(*beat.payload, beat.at + beat.late);
      }
    }
    completes_ = schedule_.next();
  }
  wake();
}

void ReadCompleter::wake() {
  model::Ticks next = completes_;
  if (held_) {
    next = std::min(next, held_->credit_at - period_);
  }
  if (next != CompletionSchedule::kNever) {
    work_event_.notify(model::until(next));
  }
}

}  // namespace sgdma::platform
