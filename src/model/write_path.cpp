#include "model/write_path.h"

#include <algorithm>

#include "model/bus_status_of.h"

namespace sgdma::model {

WritePath::WritePath(const EngineClock& clock, RunAhead& run_ahead, const EngineConfig& config,
                     sc_core::sc_port_b<tlm::tlm_fw_transport_if<>>& port, Waker& waker)
    : clock_(clock),
      run_ahead_(run_ahead),
      edges_(clock),
      bus_width_(config.bus_width),
      posted_(config.posted_writes),
      form_(config.beats),
      buffers_(config.max_write_burst),
      pool_(config.bus_width, config.beats, buffers_),
      requests_(clock, run_ahead, port, pool_),
      waker_(waker),
      answers_(config.write_bursts) {}

void WritePath::begin_write(const core::BusBurst& burst) {
  burst_ = burst;
  buffer_ = buffers_.acquire();
  bytes_ = buffers_.at(buffer_) + (burst.burst.address & (bus_width_ - 1U));
}

void WritePath::make_room() {
  next_ = &pool_.acquire(tlm::TLM_WRITE_COMMAND, burst_, buffer_, bytes_);
  room_ = bytes_;
}

bool WritePath::drive_write(Cycle now, std::uint32_t beat, const BeatRange& range) {
  BeatPayload& payload = *next_;
  return send(now, payload, beat, range, false);
}

bool WritePath::drive_cut(Cycle now, std::uint32_t beat, const BeatRange& range) {
  if (next_ != nullptr) {
    next_->release();
  }
  BeatPayload& payload = pool_.acquire(tlm::TLM_IGNORE_COMMAND, burst_, buffer_, bytes_);
  payload.frame.cut = true;
  return send(now, payload, beat, range, true);
}

inline bool WritePath::send(Cycle now, BeatPayload& payload, std::uint32_t beat,
                            const BeatRange& range, bool cut) {
  aim(payload, beat, range);
  next_ = nullptr;
  room_ = nullptr;
  last_sent_ = now;
  const bool last = beat + 1 == burst_.burst.beats;
  if (last) {
    buffers_.release(buffer_);
  }
  const Answer answer = requests_.send(now, payload);
  requests_.sent();
  if (answer.kind == Answer::Kind::kNone) {
    return requests_.at_once();
  }
  answered(payload, answer.valid_at);
  if (answer.kind == Answer::Kind::kResponse) {
    requests_.end_response(answer.valid_at, payload);
  }
  if (!last && !cut && payload.get_ref_count() == 1) {
    payload.renew();
    next_ = &payload;
    room_ = bytes_;
  } else {
    payload.release();
  }
  return true;
}

void WritePath::drive_row(Cycle now, std::uint32_t beat, const BeatRange& range,
                          std::uint32_t beats) {
  BeatPayload& payload = *next_;
  BeatRange driven = range;
  Ticks time = clock_.time_of(now);
  Ticks last_valid = 0;
  for (std::uint32_t at = 0; at < beats; ++at) {
    if (at > 0) {
      time += clock_.period();
      run_ahead_.lead_to(time);
      driven = core::next_beat(burst_.burst, driven, bus_width_);
    }
    aim(payload, beat + at, driven);
    last_valid = std::max(last_valid, time + requests_.complete(payload));
  }
  if (!posted_) {
    count_answers(burst_.tag, burst_.burst.beats, beats, last_valid);
  }
  last_sent_ = now + beats - 1;
  if (beat + beats < burst_.burst.beats) {
    payload.renew();
    next_ = &payload;
    room_ = bytes_;
    return;
  }
  next_ = nullptr;
  room_ = nullptr;
  payload.release();
  buffers_.release(buffer_);
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
  if (status != BusStatus::kOkay &&
      (status > answers.worst || (status == answers.worst && beat.frame.beat < answers.bad_beat))) {
    answers.bad_beat = beat.frame.beat;
  }
  answers.worst = std::max(answers.worst, status);
  count_answers(beat.frame.tag, beat.frame.burst.beats, 1, valid_at);
}

inline void WritePath::count_answers(BusTag tag, std::uint32_t of, std::uint32_t beats,
                                     Ticks last_valid) {
  Answers& answers = answers_[raw(tag)];
  answers.beats += beats;
  answers.last_valid = std::max(answers.last_valid, last_valid);
  if (answers.beats == of) {
    responses_.put(answers.last_valid) = {tag, answers.worst, answers.bad_beat};
    show_first();
    answers = Answers{};
  }
}

Cycle WritePath::next_write_edge(Cycle now) const {
  const Cycle acceptance = requests_.at_once() ? last_sent_ + 1 : requests_.accepted_edge();
  const Cycle response = std::max(now + 1, response_edge());
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
