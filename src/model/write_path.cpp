#include "model/write_path.h"

#include <algorithm>

#include "model/bus_status_of.h"

namespace sgdma::model {

WritePath::WritePath(const EngineClock& clock, RunAhead& run_ahead, const EngineConfig& config,
                     sc_core::sc_port_b<tlm::tlm_fw_transport_if<>>& port, Waker& waker)
    : clock_(clock),
      edges_(clock),
      posted_(config.posted_writes),
      form_(config.beats),
      pool_(config.bus_width, config.beats),
      requests_(clock, run_ahead, port, pool_),
      waker_(waker),
      answers_(config.write_bursts) {}

void WritePath::make_room() {
  next_ = &pool_.acquire(tlm::TLM_WRITE_COMMAND);
  next_->frame.set(burst_, 0);
  room_ = next_->buffer().bytes;
}

bool WritePath::drive_write(Cycle now, std::uint32_t beat, const BeatRange& range) {
  BeatPayload& payload = *next_;
  return send(now, payload, beat, range, false);
}

bool WritePath::drive_cut(Cycle now, std::uint32_t beat, const BeatRange& range) {
  if (next_ != nullptr) {
    next_->release();
  }
  BeatPayload& payload = pool_.acquire(tlm::TLM_IGNORE_COMMAND);
  payload.frame.set(burst_, beat);
  payload.frame.cut = true;
  return send(now, payload, beat, range, true);
}

inline bool WritePath::send(Cycle now, BeatPayload& payload, std::uint32_t beat,
                            const BeatRange& range, bool cut) {
  if (form_ == BeatForm::kExact) {
    payload.aim(range);
  } else {
    payload.aim_word(range);
  }
  payload.frame.beat = beat;
  next_ = nullptr;
  room_ = nullptr;
  last_sent_ = now;
  const Answer answer = requests_.send(now, payload);
  requests_.sent();
  if (answer.kind == Answer::Kind::kNone) {
    return requests_.at_once();
  }
  answered(payload, answer.valid_at);
  if (answer.kind == Answer::Kind::kResponse) {
    requests_.end_response(answer.valid_at, payload);
  }
  const bool last = beat + 1 == burst_.burst.beats;
  if (!last && !cut && BeatPool::renew(payload)) {
    next_ = &payload;
    room_ = payload.buffer().bytes;
  } else {
    payload.release();
  }
  return true;
}

inline void WritePath::answered(BeatPayload& beat, Ticks valid_at) {
  BusStatus status = bus_status_of(beat);
  if (status != BusStatus::kOkay && (posted_ || beat.frame.cut)) {
    ++late_errors_;
    status = BusStatus::kOkay;
  }
  if (posted_) {
    return;
  }
  Answers& answers = answers_[raw(beat.frame.tag)];
  ++answers.beats;
  if (status != BusStatus::kOkay &&
      (status > answers.worst || (status == answers.worst && beat.frame.beat < answers.bad_beat))) {
    answers.bad_beat = beat.frame.beat;
  }
  answers.worst = std::max(answers.worst, status);
  answers.last_valid = std::max(answers.last_valid, valid_at);
  if (answers.beats == beat.frame.burst.beats) {
    responses_.put(answers.last_valid) = {beat.frame.tag, answers.worst, answers.bad_beat};
    show_first();
    answers = Answers{};
  }
}

Cycle WritePath::next_write_edge(Cycle now) const {
  const Cycle acceptance = requests_.at_once() ? last_sent_ + 1 : requests_.accepted_edge();
  const Cycle response = std::max(now + 1, shown_from());
  return acceptance > now ? std::min(acceptance, response) : response;
}

tlm::tlm_sync_enum WritePath::nb_transport_bw(tlm::tlm_generic_payload& payload,
                                              tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  Ticks time = now_ticks() + delay.value();
  const RequestChannel::Backward brings = requests_.receive(payload, phase, time);
  if (brings == RequestChannel::Backward::kNothing) {
    return dropped(phase);
  }
  waker_.wake_at(clock_.edge_after(time));
  if (brings == RequestChannel::Backward::kAcceptance) {
    return tlm::TLM_ACCEPTED;
  }
  auto& beat = static_cast<BeatPayload&>(payload);
  answered(beat, time);
  beat.release();
  return tlm::TLM_COMPLETED;
}

}  // namespace sgdma::model
