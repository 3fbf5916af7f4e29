#include "platform/memory/host_memory.h"

#include <algorithm>

#include "core/mutation.h"
#include "model/burst_extension.h"
#include "model/bus_status_of.h"
#include "platform/memory/beat_frame.h"
#include "platform/memory/narrowed_payload.h"

namespace sgdma::platform {

namespace {

model::Ticks ticks_a_second() { return sc_core::sc_time(1, sc_core::SC_SEC).value(); }

/// Whether a read cannot be answered with its request: something comes between.
bool needs_completer(const HostMemoryConfig& config) {
  return config.shared_data_path || config.request_header != 0 || config.completion_header != 0 ||
         config.non_posted_credits != 0 || config.reorder_window > 1;
}

/// Whether a write burst costs more than its beats.
bool frames_writes(const HostMemoryConfig& config) {
  return config.shared_data_path || config.request_header != 0 || config.write_header != 0 ||
         config.posted_header_credits != 0 || config.posted_data_credits != 0 ||
         config.write_burst_overhead != 0 || !config.write_latency.is_constant();
}

ReadCompleter::Costs read_costs(const HostMemoryConfig& config) {
  ReadCompleter::Costs costs;
  costs.completions = {ticks(config.read_burst_overhead), config.completion_header,
                       config.read_completion_size, config.reorder_window};
  costs.request_header = config.request_header;
  costs.non_posted_credits = config.non_posted_credits;
  costs.credit_latency = ticks(config.credit_latency);
  return costs;
}

WriteTiming::Costs write_costs(const HostMemoryConfig& config) {
  return {ticks(config.write_burst_overhead), config.write_header, config.posted_header_credits,
          config.posted_data_credits, ticks(config.credit_latency)};
}

}  // namespace

HostMemory::HostMemory(const sc_core::sc_module_name& name, const HostMemoryConfig& config,
                       Picoseconds period)
    : sc_core::sc_module(name),
      faults_(config.bytes, config.seed),
      period_(ticks(period)),
      read_latencies_(config.read_latency, config.seed, "memory.read_latency"),
      write_latencies_(config.write_latency, config.seed, "memory.write_latency"),
      read_latency_(ticks(config.read_latency.smallest())),
      write_latency_(ticks(config.write_latency.smallest())),
      read_overhead_(ticks(config.read_burst_overhead)),
      frames_reads_(config.read_burst_overhead != 0 || !read_latencies_.is_constant()),
      frames_writes_(frames_writes(config)),
      plain_reads_(!frames_reads_ && !needs_completer(config) && config.read_bandwidth == 0),
      plain_writes_(!frames_writes_ && config.write_bandwidth == 0),
      read_path_(config.read_bandwidth, period_, ticks_a_second()),
      write_path_(config.write_bandwidth, period_, ticks_a_second()),
      read_responses_(read_socket),
      write_responses_(write_socket),
      delayed_reads_("delayed_reads", read_responses_),
      delayed_writes_("delayed_writes", write_responses_),
      write_timing_(write_costs(config), write_path_),
      read_interval_(period_),
      write_interval_(period_),
      clock_(sc_core::sc_time::from_value(period_)),
      read_edges_(clock_),
      write_edges_(clock_) {
  read_socket.bind(static_cast<tlm::tlm_fw_transport_if<>&>(*this));
  write_socket.bind(static_cast<tlm::tlm_fw_transport_if<>&>(*this));
  if (needs_completer(config)) {
    completer_.emplace("completer", read_costs(config), period_, write_path_,
                       config.shared_data_path ? write_path_ : read_path_, read_latencies_,
                       read_socket, read_responses_, delayed_reads_);
  }
  for (const FaultRule& rule : config.faults) {
    faults_.arm(rule);
  }
}

inline void HostMemory::show(const tlm::tlm_generic_payload& payload, bool write) {
  const model::BurstExtension* frame = nullptr;
  payload.get_extension(frame);
  if (frame == nullptr) {
    watch(payload, 0);
  } else if (write) {
    rows_->on_write(*frame, payload.get_address(), payload.get_data_ptr(),
                    payload.get_data_length());
  } else {
    rows_->on_read(*frame, payload.get_address(), payload.get_data_ptr(),
                   payload.get_data_length());
  }
}

tlm::tlm_sync_enum HostMemory::nb_transport_fw(tlm::tlm_generic_payload& payload,
                                               tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  if (phase != tlm::BEGIN_REQ || payload.get_byte_enable_ptr() != nullptr || !usual()) {
    return other_call(payload, phase, delay);
  }
  const model::Ticks now = simcontext()->time_stamp().value() + delay.value();
  if (payload.is_read() && plain_reads_) {
    contents_.read(payload.get_address(), payload.get_data_ptr(), payload.get_data_length());
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    if (rows_ != nullptr) {
      show(payload, false);
    }
    delay += read_interval_.of(read_path_.pass_word(now + period_ + read_latency_) - now);
    return tlm::TLM_COMPLETED;
  }
  if (payload.is_write() && plain_writes_) {
    contents_.write(payload.get_address(), payload.get_data_ptr(), payload.get_data_length());
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    if (rows_ != nullptr) {
      show(payload, true);
    }
    const model::Ticks taken = write_path_.pass_word(now + period_);
    return write(now, payload, phase, delay, {taken, taken + write_latency_});
  }
  return other_call(payload, phase, delay);
}

tlm::tlm_sync_enum HostMemory::other_call(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                          sc_core::sc_time& delay) {
  if (phase != tlm::BEGIN_REQ) {
    return end_response(payload, delay);
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
  if (!faults_.idle()) {
    return begin_judged(payload, phase, delay);
  }
  serve(payload);
  if (shows_answers_) {
    return respond_watched(payload, phase, delay);
  }
  if (monitor_ != nullptr) {
    watch(payload, 0);
  }
  return respond(payload, phase, delay);
}

tlm::tlm_sync_enum HostMemory::respond_watched(tlm::tlm_generic_payload& payload,
                                               tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  const model::Ticks now = simcontext()->time_stamp().value() + delay.value();
  if (!payload.is_read()) {
    const Times times = write_times(now, payload);
    if (monitor_ != nullptr) {
      watch(payload, times.answer);
    }
    return write(now, payload, phase, delay, times);
  }
  const tlm::tlm_sync_enum sync = respond(payload, phase, delay);
  if (monitor_ != nullptr) {
    const bool known = sync == tlm::TLM_COMPLETED;
    watch(payload, known ? simcontext()->time_stamp().value() + delay.value() : 0);
  }
  return sync;
}

tlm::tlm_sync_enum HostMemory::begin_judged(tlm::tlm_generic_payload& payload,
                                            tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  const model::Ticks late = serve_judged(payload);
  if (late == 0) {
    return respond_watched(payload, phase, delay);
  }
  const model::Ticks now = simcontext()->time_stamp().value() + delay.value();
  const bool never = late == FaultInjector::kNeverAnswered;
  if (completer_ && payload.is_read()) {
    ++activity_;
    if (monitor_ != nullptr) {
      watch(payload, never ? late : 0);
    }
    return completer_->request(now, payload, phase, delay, late);
  }
  Times times = payload.is_read() ? Times{now + period_, read_answer(now, payload)}
                                  : write_times(now, payload);
  times.answer = never ? late : times.answer + late;
  if (monitor_ != nullptr) {
    watch(payload, times.answer);
  }
  return take_later(payload, phase, delay, times);
}

inline tlm::tlm_sync_enum HostMemory::respond(tlm::tlm_generic_payload& payload,
                                              tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  const model::Ticks now = simcontext()->time_stamp().value() + delay.value();
  if (!payload.is_read()) {
    return write(now, payload, phase, delay, write_times(now, payload));
  }
  if (completer_) {
    activity_ += core::mutated(core::Fault::kActivityUncounted) ? 0 : 1;
    return completer_->request(now, payload, phase, delay, 0);
  }
  delay += read_interval_.of(read_answer(now, payload) - now);
  return tlm::TLM_COMPLETED;
}

tlm::tlm_sync_enum HostMemory::end_response(const tlm::tlm_generic_payload& payload,
                                            const sc_core::sc_time& delay) {
  ++activity_;
  ResponseSender& responses = payload.is_read() ? read_responses_ : write_responses_;
  responses.ended(model::now_ticks() + delay.value());
  return tlm::TLM_ACCEPTED;
}

inline model::Ticks HostMemory::read_answer(model::Ticks now,
                                            const tlm::tlm_generic_payload& payload) {
  if (frames_reads_) {
    frame_read(payload, now + period_);
  }
  return read_path_.pass(now + period_ + read_latency_, payload.get_data_length());
}

void HostMemory::frame_read(const tlm::tlm_generic_payload& payload, model::Ticks taken) {
  if (BeatFrame(payload).first) {
    read_latency_ = read_latencies_.draw();
    read_path_.hold(taken + read_latency_, read_overhead_);
  }
}

inline tlm::tlm_sync_enum HostMemory::write(model::Ticks now, tlm::tlm_generic_payload& payload,
                                            tlm::tlm_phase& phase, sc_core::sc_time& delay,
                                            const Times& times) {
  if (times.taken == now + period_) {
    delay += write_interval_.of(times.answer - now);
    return tlm::TLM_COMPLETED;
  }
  return take_later(payload, phase, delay, times);
}

tlm::tlm_sync_enum HostMemory::take_later(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                          sc_core::sc_time& delay, const Times& times) {
  ++activity_;
  payload.acquire();
  if (times.answer != FaultInjector::kNeverAnswered) {
    DelayedResponses& delayed = payload.is_read() ? delayed_reads_ : delayed_writes_;
    delayed.put(payload, times.answer);
  }
  phase = tlm::END_REQ;
  delay = model::until(times.taken - period_);
  return tlm::TLM_UPDATED;
}

inline HostMemory::Times HostMemory::write_times(model::Ticks now,
                                                 const tlm::tlm_generic_payload& payload) {
  return frames_writes_ ? framed_write(payload, now + period_)
                        : plain_write(payload, now + period_);
}

inline HostMemory::Times HostMemory::plain_write(const tlm::tlm_generic_payload& payload,
                                                 model::Ticks ready) {
  const model::Ticks taken = write_path_.pass(ready, payload.get_data_length());
  return {taken, taken + write_latency_};
}

HostMemory::Times HostMemory::framed_write(const tlm::tlm_generic_payload& payload,
                                           model::Ticks ready) {
  const BeatFrame frame(payload);
  if (frame.first) {
    write_latency_ = write_latencies_.draw();
  }
  const model::Ticks taken = write_timing_.take(ready, payload.get_data_length(), frame);
  last_answer_ = std::max(last_answer_, taken + write_latency_);
  return {taken, last_answer_};
}

inline void HostMemory::serve(tlm::tlm_generic_payload& payload) {
  access(payload);
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
}

model::Ticks HostMemory::serve_judged(tlm::tlm_generic_payload& payload) {
  const FaultInjector::Verdict verdict = faults_.judge(payload);
  if (verdict.status == BusStatus::kOkay) {
    serve(payload);
    return verdict.late;
  }
  payload.set_response_status(verdict.status == BusStatus::kDecodeError
                                  ? tlm::TLM_ADDRESS_ERROR_RESPONSE
                                  : tlm::TLM_GENERIC_ERROR_RESPONSE);
  return verdict.late;
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

void HostMemory::watch(const tlm::tlm_generic_payload& payload, model::Ticks answer) {
  const model::BurstExtension* frame = nullptr;
  payload.get_extension(frame);
  const bool write = !payload.is_read();
  const bool cut = payload.get_command() == tlm::TLM_IGNORE_COMMAND;
  const Cycle edge = shows_answers_ ? answer_edge(write, answer) : 0;
  if (frame != nullptr) {
    monitor_->on_served({write, payload.get_address(), payload.get_data_length(),
                         payload.get_data_ptr(), model::bus_status_of(payload), cut, true,
                         frame->page_list, frame->owner, frame->slot, frame->tag, frame->beat,
                         frame->burst.beats, edge});
    return;
  }
  ServedBeat beat;
  beat.write = write;
  beat.address = payload.get_address();
  beat.bytes = payload.get_data_length();
  beat.data = payload.get_data_ptr();
  beat.status = model::bus_status_of(payload);
  beat.cut = cut;
  beat.answer_edge = edge;
  monitor_->on_served(beat);
}

Cycle HostMemory::answer_edge(bool write, model::Ticks answer) {
  if (answer == 0) {
    return 0;
  }
  if (answer == FaultInjector::kNeverAnswered) {
    return kNever;
  }
  return (write ? write_edges_ : read_edges_).after(answer);
}

void HostMemory::b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  const model::Ticks late = serve_judged(payload);
  if (monitor_ != nullptr) {
    watch(payload, 0);
  }
  Latency& latency = payload.is_read() ? read_latencies_ : write_latencies_;
  delay += sc_core::sc_time::from_value(period_ + latency.draw() +
                                        (late == FaultInjector::kNeverAnswered ? 0 : late));
}

unsigned int HostMemory::transport_dbg(tlm::tlm_generic_payload& payload) {
  access(payload);
  return payload.get_data_length();
}

bool HostMemory::get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi&) { return false; }

}  // namespace sgdma::platform
