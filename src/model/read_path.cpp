#include "model/read_path.h"

#include <algorithm>

#include "model/bus_status_of.h"

namespace sgdma::model {

ReadPath::ReadPath(const EngineClock& clock, RunAhead& run_ahead, const EngineConfig& config,
                   sc_core::sc_port_b<tlm::tlm_fw_transport_if<>>& port, Waker& waker)
    : clock_(clock),
      bus_width_(config.bus_width),
      form_(config.beats),
      pool_(config.bus_width, config.beats),
      requests_(clock, run_ahead, port, pool_),
      waker_(waker) {}

void ReadPath::drive_read(Cycle now, const core::BusBurst& burst) {
  burst_ = burst;
  beats_sent_ = 0;
  send_beats(now);
}

void ReadPath::send_beats(Cycle now) {
  const std::uint32_t beats = burst_.burst.beats;
  BeatPayload* next = nullptr;
  BeatRange range = range_;
  std::uint32_t sent = beats_sent_;
  do {
    range = sent == 0 ? core::beat_range(burst_.burst, 0, bus_width_)
                      : core::next_beat(burst_.burst, range, bus_width_);
    if (next == nullptr) {
      next = &pool_.acquire(tlm::TLM_READ_COMMAND);
      next->frame.set(burst_, sent);
    }
    BeatPayload& beat = *next;
    beat.frame.beat = sent;
    if (form_ == BeatForm::kExact) {
      beat.aim(range);
    } else {
      beat.aim_word(range);
    }
    ++sent;
    const Answer answer = requests_.send(now, beat);
    if (answer.kind == Answer::Kind::kCompleted && beat.get_ref_count() == 1) {
      keep_buffer(beat, answer.valid_at);
      continue;
    }
    next = nullptr;
    if (answer.kind != Answer::Kind::kNone) {
      put(beat, answer.valid_at, beat.index(), answer.kind == Answer::Kind::kResponse);
    }
  } while (sent < beats && requests_.at_once());
  requests_.sent();
  range_ = range;
  beats_sent_ = sent;
  last_sent_ = now;
  if (next != nullptr) {
    next->release();
  }
}

inline void ReadPath::keep_buffer(BeatPayload& beat, Ticks valid_at) {
  put(beat, valid_at, beat.buffer().index | kBufferOnly, false);
  pool_.detach_buffer(beat);
  beat.renew();
}

bool ReadPath::read_accepted(Cycle now) {
  if (!requests_.open(now) || now <= last_sent_) {
    return false;
  }
  if (beats_sent_ == burst_.burst.beats) {
    return true;
  }
  send_beats(now);
  return false;
}

const core::ReadBeat* ReadPath::peek_read(Cycle now) {
  return responses_.seen_at(clock_.time_of(now)) ? &responses_.front().beat : nullptr;
}

void ReadPath::take_read(Cycle now) {
  const Response& front = responses_.front();
  BeatPayload* ends = front.wants_end ? &pool_.at(front.beat.handle) : nullptr;
  responses_.pop();
  if (ends != nullptr) {
    requests_.end_response(clock_.time_of(now), *ends);
  }
}

void ReadPath::finish_read(Cycle now) {
  const std::uint32_t handle = responses_.front().beat.handle;
  if ((handle & kBufferOnly) != 0) {
    responses_.pop();
    pool_.release_buffer(handle & ~kBufferOnly);
  } else {
    take_read(now);
    pool_.at(handle).release();
  }
}

Cycle ReadPath::next_read_edge(Cycle now) const {
  const bool asking =
      now < last_sent_ + 1 || beats_sent_ < burst_.burst.beats || !requests_.open(now);
  const Cycle acceptance =
      !asking ? kNever : (requests_.at_once() ? last_sent_ + 1 : requests_.accepted_edge());
  return std::min(acceptance == kNever ? kNever : std::max(acceptance, now + 1),
                  responses_.next_edge(now, clock_));
}

inline void ReadPath::put(const BeatPayload& beat, Ticks valid_at, std::uint32_t handle,
                          bool wants_end) {
  Response& response = responses_.put(valid_at);
  response.beat = {beat.frame.tag, beat.frame.beat, bus_status_of(beat), beat.bytes(), handle};
  response.wants_end = wants_end;
}

tlm::tlm_sync_enum ReadPath::nb_transport_bw(tlm::tlm_generic_payload& payload,
                                             tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  Ticks time = now_ticks() + delay.value();
  const RequestChannel::Backward brings = requests_.receive(payload, phase, time);
  if (brings == RequestChannel::Backward::kNothing) {
    return dropped(phase);
  }
  if (brings == RequestChannel::Backward::kResponse) {
    const auto& beat = static_cast<BeatPayload&>(payload);
    put(beat, time, beat.index(), true);
  }
  waker_.wake_at(clock_.edge_after(time));
  return tlm::TLM_ACCEPTED;
}

}  // namespace sgdma::model
