#include "platform/host_memory.h"

#include "core/ensure.h"
#include "model/burst_extension.h"
#include "model/bus_status_of.h"
#include "platform/narrowed_payload.h"

namespace sgdma::platform {

namespace {

model::Ticks ticks(Picoseconds time) { return time * sc_core::sc_time(1, sc_core::SC_PS).value(); }

bool is_first_beat(const tlm::tlm_generic_payload& payload) {
  const model::BurstExtension* frame = nullptr;
  payload.get_extension(frame);
  return frame == nullptr || frame->first();
}

model::Ticks ticks_a_second() { return sc_core::sc_time(1, sc_core::SC_SEC).value(); }

}  // namespace

HostMemory::HostMemory(const sc_core::sc_module_name& name, const HostMemoryConfig& config,
                       Picoseconds period)
    : sc_core::sc_module(name),
      bytes_(config.bytes),
      period_(ticks(period)),
      read_latency_(ticks(config.read_latency)),
      write_latency_(ticks(config.write_latency)),
      framed_(config.read_burst_overhead != 0 || config.write_burst_overhead != 0),
      read_path_(config.read_bandwidth, ticks(config.read_burst_overhead), period_,
                 ticks_a_second()),
      write_path_(config.write_bandwidth, ticks(config.write_burst_overhead), period_,
                  ticks_a_second()),
      read_interval_(period_),
      write_interval_(period_),
      late_(64) {
  using SC_CURRENT_USER_MODULE = HostMemory;
  read_socket.bind(static_cast<tlm::tlm_fw_transport_if<>&>(*this));
  write_socket.bind(static_cast<tlm::tlm_fw_transport_if<>&>(*this));
  SC_METHOD(answer_late);
  sensitive << answer_event_;
  dont_initialize();
}

tlm::tlm_sync_enum HostMemory::nb_transport_fw(tlm::tlm_generic_payload& payload,
                                               tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  if (phase != tlm::BEGIN_REQ) {
    return tlm::TLM_ACCEPTED;
  }
  if (payload.get_byte_enable_ptr() != nullptr) {
    return begin_narrowed(payload, phase, delay);
  }
  return begin_request(payload, phase, delay);
}

tlm::tlm_sync_enum HostMemory::begin_narrowed(tlm::tlm_generic_payload& payload,
                                              tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  const NarrowedPayload narrowed(payload);
  return begin_request(payload, phase, delay);
}

inline tlm::tlm_sync_enum HostMemory::begin_request(tlm::tlm_generic_payload& payload,
                                                    tlm::tlm_phase& phase,
                                                    sc_core::sc_time& delay) {
  serve(payload);
  return payload.is_read() ? read(payload, delay) : write(payload, phase, delay);
}

inline tlm::tlm_sync_enum HostMemory::read(const tlm::tlm_generic_payload& payload,
                                           sc_core::sc_time& delay) {
  const model::Ticks now = model::now_ticks() + delay.value();
  const model::Ticks valid = read_path_.pass(now + period_ + read_latency_,
                                             payload.get_data_length(), begins_burst(payload));
  delay += read_interval_.of(valid - now);
  return tlm::TLM_COMPLETED;
}

inline tlm::tlm_sync_enum HostMemory::write(tlm::tlm_generic_payload& payload,
                                            tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  const model::Ticks now = model::now_ticks() + delay.value();
  const model::Ticks taken =
      write_path_.pass(now + period_, payload.get_data_length(), begins_burst(payload));
  if (taken == now + period_) {
    delay += write_interval_.of(period_ + write_latency_);
    return tlm::TLM_COMPLETED;
  }
  answer_later(payload, taken + write_latency_);
  phase = tlm::END_REQ;
  delay += sc_core::sc_time::from_value(taken - period_ - now);
  return tlm::TLM_UPDATED;
}

inline bool HostMemory::begins_burst(const tlm::tlm_generic_payload& payload) const {
  return framed_ && is_first_beat(payload);
}

void HostMemory::answer_later(tlm::tlm_generic_payload& payload, model::Ticks answer) {
  if (late_.full()) {
    late_.set_capacity(2 * late_.capacity());
  }
  late_.push_back({answer, &payload});
  payload.acquire();
  if (late_.size() == 1) {
    answer_event_.notify(model::until(late_.front().at));
  }
}

void HostMemory::answer_late() {
  while (!late_.empty() && late_.front().at <= model::now_ticks()) {
    tlm::tlm_generic_payload& payload = *late_.front().payload;
    late_.pop_front();
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    write_socket->nb_transport_bw(payload, phase, delay);
    payload.release();
  }
  if (!late_.empty()) {
    answer_event_.notify(model::until(late_.front().at));
  }
}

inline void HostMemory::serve(tlm::tlm_generic_payload& payload) {
  const std::uint64_t address = payload.get_address();
  const bool mapped =
      bytes_ == 0 || (address < bytes_ && payload.get_data_length() <= bytes_ - address);
  if (mapped) {
    access(payload);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  } else {
    payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
  }
  if (monitor_ != nullptr) {
    watch(payload);
  }
}

inline void HostMemory::access(tlm::tlm_generic_payload& payload) {
  if (payload.is_read()) {
    contents_.read(payload.get_address(), payload.get_data_ptr(), payload.get_data_length());
  } else if (payload.is_write()) {
    if (payload.get_byte_enable_ptr() == nullptr) {
      contents_.write(payload.get_address(), payload.get_data_ptr(), payload.get_data_length());
    } else {
      write_enabled_bytes(payload);
    }
  }
}

void HostMemory::write_enabled_bytes(const tlm::tlm_generic_payload& payload) {
  const std::uint64_t address = payload.get_address();
  const std::uint32_t bytes = payload.get_data_length();
  const unsigned char* enables = payload.get_byte_enable_ptr();
  for (std::uint32_t byte = 0; byte < bytes; ++byte) {
    if (enables[byte % payload.get_byte_enable_length()] != TLM_BYTE_DISABLED) {
      contents_.write(address + byte, payload.get_data_ptr() + byte, 1);
    }
  }
}

void HostMemory::watch(const tlm::tlm_generic_payload& payload) {
  ServedBeat beat;
  beat.write = payload.is_write();
  beat.address = payload.get_address();
  beat.bytes = payload.get_data_length();
  beat.data = payload.get_data_ptr();
  beat.status = model::bus_status_of(payload);
  const model::BurstExtension* frame = nullptr;
  payload.get_extension(frame);
  if (frame != nullptr) {
    beat.framed = true;
    beat.owner = frame->owner;
    beat.slot = frame->slot;
    beat.bus_tag = frame->tag;
    beat.beat = frame->beat;
    beat.beats = frame->burst.beats;
  }
  monitor_->on_served(beat);
}

void HostMemory::b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  serve(payload);
  delay +=
      sc_core::sc_time::from_value(period_ + (payload.is_read() ? read_latency_ : write_latency_));
}

unsigned int HostMemory::transport_dbg(tlm::tlm_generic_payload& payload) {
  access(payload);
  return payload.get_data_length();
}

bool HostMemory::get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi&) { return false; }

}  // namespace sgdma::platform
