#include "support/systemc/sharing_neighbour.h"

#include <algorithm>

#include <fmt/format.h>

#include "support/logged_parts.h"
#include "support/systemc/restless_neighbour.h"

namespace sgdma::test {

SharingNeighbour::SharingNeighbour(const sc_core::sc_module_name& name, std::uint64_t seed,
                                   const Habits& habits, NeighbourLog& log)
    : sc_core::sc_module(name),
      random_(seed),
      end_random_(~seed),
      habits_(habits),
      log_(log),
      left_(random_.between(5, 80)),
      widest_gap_(random_.one_of<std::uint64_t>({2, 10, 40, 200})),
      ask_turn_(habits.rank),
      end_turn_(habits.rank + 1) {
  using SC_CURRENT_USER_MODULE = SharingNeighbour;
  socket.bind(static_cast<tlm::tlm_bw_transport_if<>&>(*this));
  if (habits_.blocking) {
    SC_THREAD(run_blocking);
    return;
  }
  SC_METHOD(ask);
  sensitive << ask_event_;
  dont_initialize();
  SC_METHOD(end_responses);
  sensitive << end_event_;
  dont_initialize();
}

void SharingNeighbour::start_of_simulation() {
  if (!habits_.blocking) {
    go_on();
  }
}

SharingNeighbour::Word& SharingNeighbour::next_word() {
  Word& word = words_.emplace_back(habits_.bytes);
  const std::uint64_t address = habits_.address();
  word.payload.set_command(habits_.read ? tlm::TLM_READ_COMMAND : tlm::TLM_WRITE_COMMAND);
  word.payload.set_address(address - address % habits_.bytes);
  word.payload.set_data_ptr(word.data.data());
  word.payload.set_data_length(habits_.bytes);
  word.payload.set_streaming_width(habits_.bytes);
  word.payload.set_byte_enable_ptr(nullptr);
  word.payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  if (!habits_.read) {
    std::fill(word.data.begin(), word.data.end(),
              static_cast<unsigned char>(random_.between(0, 255)));
  }
  return word;
}

void SharingNeighbour::ask() {
  if (!ask_turn_.has_come()) {
    return;
  }
  if (open_ || sc_core::sc_time_stamp() < free_from_) {
    go_on();
    return;
  }
  tlm::tlm_generic_payload& payload = next_word().payload;
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay;
  if (random_.chance(30)) {
    delay = random_gap(random_, *habits_.clock, 3);
  }
  free_from_ = sc_core::sc_time_stamp() + delay;
  open_ = true;
  switch (socket->nb_transport_fw(payload, phase, delay)) {
    case tlm::TLM_ACCEPTED: break;
    case tlm::TLM_UPDATED:
      open_ = false;
      if (phase == tlm::END_REQ) {
        free_from_ = sc_core::sc_time_stamp() + delay;
        break;
      }
      answered(payload, delay);
      phase = tlm::END_RESP;
      socket->nb_transport_fw(payload, phase, delay);
      break;
    case tlm::TLM_COMPLETED:
      open_ = false;
      answered(payload, delay);
      break;
  }
  go_on();
}

tlm::tlm_sync_enum SharingNeighbour::nb_transport_bw(tlm::tlm_generic_payload& payload,
                                                     tlm::tlm_phase& phase,
                                                     sc_core::sc_time& delay) {
  if (&payload == &words_.back().payload && open_) {
    open_ = false;
    free_from_ = sc_core::sc_time_stamp() + delay;
  }
  if (phase == tlm::END_REQ) {
    return tlm::TLM_ACCEPTED;
  }
  answered(payload, delay);
  if (ends_ != nullptr || end_random_.chance(60)) {
    return tlm::TLM_COMPLETED;
  }
  ends_ = &payload;
  // From when the response is valid: the call may come ahead of that.
  const sc_core::sc_time valid = sc_core::sc_time_stamp() + delay;
  end_event_.notify(delay + random_gap(end_random_, *habits_.clock, 4, valid));
  return tlm::TLM_ACCEPTED;
}

void SharingNeighbour::end_responses() {
  if (!end_turn_.has_come()) {
    return;
  }
  tlm::tlm_generic_payload& payload = *ends_;
  ends_ = nullptr;
  tlm::tlm_phase phase = tlm::END_RESP;
  sc_core::sc_time delay;
  if (end_random_.chance(30)) {
    delay = random_gap(end_random_, *habits_.clock, 3);
  }
  socket->nb_transport_fw(payload, phase, delay);
}

void SharingNeighbour::run_blocking() {
  const model::EngineClock& clock = *habits_.clock;
  const sc_core::sc_time quantum =
      sc_core::sc_time::from_value(random_.between(1, 20) * clock.period());
  sc_core::sc_time ahead;
  for (; left_ > 0; --left_) {
    ahead += random_gap(random_, clock, widest_gap_);
    if (ahead > quantum) {
      sc_core::wait(ahead);
      ask_turn_.wait();
      ahead = sc_core::SC_ZERO_TIME;
    }
    tlm::tlm_generic_payload& payload = next_word().payload;
    socket->b_transport(payload, ahead);
    answered(payload, ahead);
  }
}

void SharingNeighbour::answered(const tlm::tlm_generic_payload& payload,
                                const sc_core::sc_time& delay) {
  const unsigned char* data = payload.get_data_ptr();
  log_.add(basename(),
           fmt::format("{:#x} answered: {} {}", payload.get_address(),
                       payload.get_response_string(), digest(data, payload.get_data_length())),
           delay);
}

void SharingNeighbour::go_on() {
  if (left_ > 0) {
    --left_;
    ask_event_.notify(random_gap(random_, *habits_.clock, widest_gap_));
  }
}

}  // namespace sgdma::test
