#include "model/read_path.h"

#include <algorithm>

#include "model/bus_status_of.h"

namespace sgdma::model {

ReadPath::ReadPath(const EngineClock& clock, RunAhead& run_ahead, const EngineConfig& config,
                   sc_core::sc_port_b<tlm::tlm_fw_transport_if<>>& port, Waker& waker)
    : clock_(clock),
      edges_(clock),
      bus_width_(config.bus_width),
      form_(config.beats),
      buffers_(config.max_read_burst),
      pool_(config.bus_width, config.beats, buffers_),
      requests_(clock, run_ahead, port, pool_),
      waker_(waker),
      runs_(clock.period(), config.bus_width) {}

void ReadPath::drive_read(Cycle now, const core::BusBurst& burst) {
  burst_ = burst;
  beats_sent_ = 0;
  buffer_ = buffers_.acquire();
  if (requests_.completes_reads()) {
    send_row(now);
  } else {
    send_beats(now);
  }
}

void ReadPath::send_row(Cycle now) {
  const Ticks time = clock_.time_of(now);
  const std::uint32_t beats = burst_.burst.beats;
  std::uint8_t* word = buffers_.at(buffer_);
  BeatPayload& payload = pool_.acquire(tlm::TLM_READ_COMMAND, burst_, buffer_, word);
  BeatRange range = core::beat_range(burst_.burst, 0, bus_width_);
  Ticks next_valid = 0;
  const std::uint8_t* next_bytes = nullptr;
  for (std::uint32_t beat = 0; beat < beats; ++beat) {
    aim(payload, beat, range, word);
    const Ticks valid = time + requests_.complete(payload);
    if (valid != next_valid || payload.bytes() != next_bytes) {
      file_at_once();
      at_once_ = {valid, read_beat(payload, buffer_ | kBufferOnly), 0, false};
    }
    ++at_once_.beats;
    next_valid = valid + clock_.period();
    next_bytes = payload.bytes() + bus_width_;
    range = core::next_beat(burst_.burst, range, bus_width_);
    word += bus_width_;
  }
  file_at_once();
  beats_sent_ = beats;
  last_sent_ = now;
  buffers_.release(buffer_);
  payload.release();
}

void ReadPath::send_beats(Cycle now) {
  const std::uint32_t beats = burst_.burst.beats;
  std::uint8_t* word = buffers_.at(buffer_) + std::size_t{beats_sent_} * bus_width_;
  BeatPayload* payload = nullptr;
  BeatRange range = range_;
  std::uint32_t sent = beats_sent_;
  do {
    range = sent == 0 ? core::beat_range(burst_.burst, 0, bus_width_)
                      : core::next_beat(burst_.burst, range, bus_width_);
    if (payload == nullptr) {
      payload = &pool_.acquire(tlm::TLM_READ_COMMAND, burst_, buffer_, word);
    }
    BeatPayload& beat = *payload;
    aim(beat, sent, range, word);
    ++sent;
    word += bus_width_;
    const Answer answer = requests_.send(now, beat);
    if (answer.kind == Answer::Kind::kCompleted && beat.get_ref_count() == 1) {
      if (!runs_.continues(at_once_, answer.valid_at, beat.bytes(), bus_status_of(beat))) {
        file_at_once();
        at_once_ = {answer.valid_at, read_beat(beat, buffer_ | kBufferOnly), 0, false};
      }
      ++at_once_.beats;
      beat.renew();
      continue;
    }
    payload = nullptr;
    file_at_once();
    if (answer.kind != Answer::Kind::kNone) {
      file({answer.valid_at, read_beat(beat, beat.index()), 1,
            answer.kind == Answer::Kind::kResponse});
    }
  } while (sent < beats && requests_.at_once());
  file_at_once();
  requests_.sent();
  range_ = range;
  beats_sent_ = sent;
  last_sent_ = now;
  if (sent == beats) {
    buffers_.release(buffer_);
  }
  if (payload != nullptr) {
    payload->release();
  }
}

core::ReadBeat ReadPath::read_beat(const BeatPayload& beat, std::uint32_t handle) {
  return {beat.frame.tag, beat.frame.beat, bus_status_of(beat), beat.bytes(), handle};
}

void ReadPath::file_at_once() {
  if (at_once_.beats != 0) {
    buffers_.hold(buffer_, at_once_.beats);
    file(at_once_);
    at_once_.beats = 0;
  }
}

void ReadPath::file(const ReadRun& run) {
  runs_.put(run);
  show_first();
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

inline void ReadPath::pop(std::uint32_t beats) {
  const std::uint32_t left = runs_.left();
  runs_.pop(beats);
  if (left > beats) {
    show_read(&runs_.front(), shown_from() + beats, left - beats);
  } else {
    show_first();
  }
}

void ReadPath::take_read(Cycle now) {
  BeatPayload* ends = runs_.wants_end() ? &pool_.at(runs_.front().handle) : nullptr;
  pop(1);
  if (ends != nullptr) {
    requests_.end_response(clock_.time_of(now), *ends);
  }
}

void ReadPath::finish_read(Cycle now) {
  const std::uint32_t handle = runs_.front().handle;
  if ((handle & kBufferOnly) != 0) {
    pop(1);
    buffers_.release(handle & ~kBufferOnly);
  } else {
    take_read(now);
    pool_.at(handle).release();
  }
}

void ReadPath::finish_row(Cycle last, std::uint32_t beats) {
  const std::uint32_t handle = runs_.front().handle;
  if ((handle & kBufferOnly) != 0) {
    pop(beats);
    buffers_.release(handle & ~kBufferOnly, beats);
  } else {
    finish_read(last);  // a payload's beat stands alone
  }
}

Cycle ReadPath::next_read_edge(Cycle now) const {
  const bool asking =
      now < last_sent_ + 1 || beats_sent_ < burst_.burst.beats || !requests_.open(now);
  const Cycle acceptance =
      !asking ? kNever : (requests_.at_once() ? last_sent_ + 1 : requests_.accepted_edge());
  return std::max(now + 1, std::min(acceptance, shown_from()));
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
    file_at_once();
    file({time, read_beat(beat, beat.index()), 1, true});
  }
  waker_.wake_at(clock_.edge_after(time));
  return tlm::TLM_ACCEPTED;
}

}  // namespace sgdma::model
