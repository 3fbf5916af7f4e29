#include "model/read_path.h"

#include <algorithm>

#include "core/ensure.h"
#include "model/bus_status_of.h"

namespace sgdma::model {

ReadPath::ReadPath(const EngineClock& clock, std::uint32_t bus_width,
                   sc_core::sc_port_b<tlm::tlm_fw_transport_if<>>& port, Waker& waker)
    : clock_(clock), bus_width_(bus_width), requests_(clock, port), waker_(waker) {}

void ReadPath::drive_read(Cycle now, const core::BusBurst& burst) {
  burst_ = burst;
  beats_sent_ = 0;
  send_beats(now);
}

void ReadPath::send_beats(Cycle now) {
  while (beats_sent_ < burst_.burst.beats && (beats_sent_ == 0 || requests_.open(now))) {
    const core::BeatRange range = core::beat_range(burst_.burst, beats_sent_, bus_width_);
    BeatPayload& beat = pool_.acquire(tlm::TLM_READ_COMMAND, range.address, range.bytes);
    beat.frame.tag = burst_.tag;
    beat.frame.slot = burst_.slot;
    beat.frame.owner = burst_.owner;
    beat.frame.burst = burst_.burst;
    beat.frame.beat = beats_sent_;
    ++beats_sent_;
    last_sent_ = now;
    const Answer answer = requests_.send(now, beat);
    if (answer.responded) {
      put(beat, answer.valid_at, answer.wants_end);
    }
    if (!requests_.at_once()) {
      return;
    }
  }
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
  if (!responses_.seen_at(clock_.time_of(now))) {
    return nullptr;
  }
  front_ = responses_.front().item.beat;
  return &front_;
}

void ReadPath::take_read(Cycle now) {
  const bool wants_end = responses_.front().item.wants_end;
  responses_.pop();
  if (wants_end) {
    requests_.end_response(clock_.time_of(now), pool_.at(front_.handle));
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

void ReadPath::put(BeatPayload& beat, Ticks valid_at, bool wants_end) {
  responses_.put(
      {valid_at,
       {{beat.frame.tag, beat.frame.beat, bus_status_of(beat), beat.get_data_ptr(), beat.index()},
        wants_end}});
}

tlm::tlm_sync_enum ReadPath::nb_transport_bw(tlm::tlm_generic_payload& payload,
                                             tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  const Ticks time = now_ticks() + delay.value();
  core::ensure(phase == tlm::END_REQ || phase == tlm::BEGIN_RESP,
               "a target sends an illegal phase on the backward path");
  requests_.accept(payload, time);
  if (phase == tlm::BEGIN_RESP) {
    put(static_cast<BeatPayload&>(payload), time, true);
  }
  waker_.wake_at(clock_.edge_after(time));
  return tlm::TLM_ACCEPTED;
}

}  // namespace sgdma::model
