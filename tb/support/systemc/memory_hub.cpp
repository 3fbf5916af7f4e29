#include "support/systemc/memory_hub.h"

#include <algorithm>
#include <string>

#include "model/burst_extension.h"

namespace sgdma::test {

namespace {

constexpr std::size_t kRecent = 16;

bool ends_burst(const tlm::tlm_generic_payload& payload) {
  const auto* frame = payload.get_extension<model::BurstExtension>();
  return frame == nullptr || frame->last();
}

}  // namespace

MemoryHub::Input::Input(MemoryHub& owner, std::size_t number)
    : hub(owner),
      socket((std::string(owner.basename()) + "_from_" + std::to_string(number)).c_str()) {
  socket.bind(static_cast<tlm::tlm_fw_transport_if<>&>(*this));
}

MemoryHub::MemoryHub(const sc_core::sc_module_name& name, std::uint32_t rank)
    : sc_core::sc_module(name), turn_(rank) {
  using SC_CURRENT_USER_MODULE = MemoryHub;
  to.bind(static_cast<tlm::tlm_bw_transport_if<>&>(*this));
  SC_METHOD(release_first);
  sensitive << release_event_;
  dont_initialize();
}

tlm::tlm_target_socket<>& MemoryHub::add_input() {
  return inputs_.emplace_back(*this, inputs_.size()).socket;
}

tlm::tlm_sync_enum MemoryHub::Input::nb_transport_fw(tlm::tlm_generic_payload& payload,
                                                     tlm::tlm_phase& phase,
                                                     sc_core::sc_time& delay) {
  if (phase == tlm::BEGIN_REQ) {
    return hub.request(*this, payload, phase, delay);
  }
  return hub.ended_.erase(&payload) > 0 ? tlm::TLM_COMPLETED
                                        : hub.to->nb_transport_fw(payload, phase, delay);
}

void MemoryHub::Input::b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  hub.to->b_transport(payload, delay);
}

unsigned int MemoryHub::Input::transport_dbg(tlm::tlm_generic_payload& payload) {
  return hub.to->transport_dbg(payload);
}

bool MemoryHub::Input::get_direct_mem_ptr(tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi) {
  return hub.to->get_direct_mem_ptr(payload, dmi);
}

tlm::tlm_sync_enum MemoryHub::request(Input& input, tlm::tlm_generic_payload& payload,
                                      tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  owner_[&payload] = &input;
  recent_.push_back(payload.get_address());
  if (recent_.size() > kRecent) {
    recent_.pop_front();
  }
  const sc_core::sc_time time = sc_core::sc_time_stamp() + delay;
  const bool others_burst = in_burst_ != nullptr && in_burst_ != &input;
  if (open_ != nullptr || time < free_from_ || others_burst) {
    waiting_.push_back({&input, &payload, time});
    wake();
    return tlm::TLM_ACCEPTED;
  }
  return forward(input, payload, phase, delay);
}

tlm::tlm_sync_enum MemoryHub::forward(Input& input, tlm::tlm_generic_payload& payload,
                                      tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  const sc_core::sc_time time = sc_core::sc_time_stamp() + delay;
  in_burst_ = ends_burst(payload) ? nullptr : &input;
  open_ = &payload;
  const tlm::tlm_sync_enum sync = to->nb_transport_fw(payload, phase, delay);
  if (open_ != &payload) {
    return sync;  // accepted on the backward path, from inside the call
  }
  if (sync == tlm::TLM_COMPLETED) {
    accepted(time);
  } else if (sync == tlm::TLM_UPDATED) {
    accepted(phase == tlm::END_REQ ? sc_core::sc_time_stamp() + delay : time);
  }
  return sync;
}

tlm::tlm_sync_enum MemoryHub::nb_transport_bw(tlm::tlm_generic_payload& payload,
                                              tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  if (open_ == &payload) {
    accepted(sc_core::sc_time_stamp() + delay);
  }
  return owner_.at(&payload)->socket->nb_transport_bw(payload, phase, delay);
}

void MemoryHub::accepted(const sc_core::sc_time& time) {
  open_ = nullptr;
  free_from_ = std::max(free_from_, time);
  wake();
}

std::vector<MemoryHub::Waiting>::iterator MemoryHub::next() {
  return std::find_if(waiting_.begin(), waiting_.end(), [this](const Waiting& waiting) {
    return in_burst_ == nullptr || in_burst_ == waiting.input;
  });
}

void MemoryHub::wake() {
  const auto first = next();
  if (open_ == nullptr && first != waiting_.end()) {
    const sc_core::sc_time& now = sc_core::sc_time_stamp();
    release_event_.notify(std::max({first->from, free_from_, now}) - now);
  }
}

void MemoryHub::release_first() {
  if (!turn_.has_come()) {
    return;
  }
  const auto first = next();
  if (open_ != nullptr || first == waiting_.end()) {
    return;
  }
  if (std::max(first->from, free_from_) > sc_core::sc_time_stamp()) {
    wake();
    return;
  }
  const Waiting waiting = *first;
  waiting_.erase(first);
  release(waiting);
  wake();
}

void MemoryHub::release(const Waiting& waiting) {
  tlm::tlm_generic_payload& payload = *waiting.payload;
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  const tlm::tlm_sync_enum sync = forward(*waiting.input, payload, phase, delay);
  if (sync == tlm::TLM_ACCEPTED) {
    return;
  }
  if (sync == tlm::TLM_COMPLETED) {
    phase = tlm::BEGIN_RESP;
    ended_.insert(&payload);
  }
  const bool responds = phase == tlm::BEGIN_RESP;
  const tlm::tlm_sync_enum said = waiting.input->socket->nb_transport_bw(payload, phase, delay);
  const bool over = said == tlm::TLM_COMPLETED || phase == tlm::END_RESP;
  if (!responds || !over) {
    return;
  }
  if (ended_.erase(&payload) == 0) {  // the target wants to know
    phase = tlm::END_RESP;
    to->nb_transport_fw(payload, phase, delay);
  }
}

}  // namespace sgdma::test
