/// Host memory as a TLM-2.0 target.
#pragma once

#include <optional>

#include <systemc>
#include <tlm>

#include "model/engine_clock.h"
#include "model/kernel_activity.h"
#include "platform/memory/data_path.h"
#include "platform/memory/delayed_responses.h"
#include "platform/memory/fault_injector.h"
#include "platform/memory/latency.h"
#include "platform/memory/memory_monitor.h"
#include "platform/memory/read_completer.h"
#include "platform/memory/response_sender.h"
#include "platform/memory/sparse_memory.h"
#include "platform/memory/write_timing.h"
#include "platform/platform_config.h"

namespace sgdma::platform {

/// Serves a beat when its request arrives: that order decides between transfers that touch the same
/// bytes.
///
/// A payload whose byte enables name one run of bytes counts as that run: in its timing, where
/// memory ends, and to the monitor.
///
/// Timing, with a request that arrives at time t and is handshaken one period later, at a: the
/// first beat of a read burst is valid from a + read latency, and no earlier than the data path is
/// free; the next ones follow as the path passes them, over all bursts in the order of their
/// requests, so that a burst that is ready early waits for those before it. A write beat is taken
/// when the path passes it, and its answer is valid from the write latency after that: in order,
/// and at most one a period. Unless a bandwidth holds writes back, every request is taken at once.
///
/// Where reads share a path with writes, carry headers, need credits or may be answered out of
/// order, the ReadCompleter answers them; WriteTiming says what holds writes back.
///
/// Faults (FaultInjector) change what is answered, not when: a beat that gets an error takes its
/// place on the paths. A silent one is served and accepted as ever; its answer is later than it
/// would be, or never comes, and its payload is then held for good. A blocking call cannot be kept
/// waiting for ever: there such a beat is answered in time.
class HostMemory : public sc_core::sc_module,
                   public model::KernelActivity,
                   public tlm::tlm_fw_transport_if<> {
 public:
  tlm::tlm_target_socket<> read_socket{"read_socket"};
  tlm::tlm_target_socket<> write_socket{"write_socket"};

  /// `period` of the clock that the bus runs on, in picoseconds.
  HostMemory(const sc_core::sc_module_name& name, const HostMemoryConfig& config,
             Picoseconds period);

  void set_monitor(MemoryMonitor* monitor) {
    monitor_ = monitor;
    shows_answers_ = monitor != nullptr && monitor->asks_for_answers();
    rows_ = monitor != nullptr ? monitor->rows() : nullptr;
  }
  SparseMemory& contents() { return contents_; }
  const std::uint64_t& activity() const override { return activity_; }
  bool completes_reads() const override { return !completer_ && usual(); }
  bool completes_writes() const override { return plain_writes_ && usual(); }
  FaultInjector& faults() { return faults_; }
  const FaultInjector& faults() const { return faults_; }

 private:
  struct Times {
    model::Ticks taken = 0;
    model::Ticks answer = 0;  ///< or FaultInjector::kNeverAnswered
  };

  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) override;
  unsigned int transport_dbg(tlm::tlm_generic_payload& payload) override;
  bool get_direct_mem_ptr(tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi) override;

  /// Whether nobody changes the answers to beats, and whoever looks at them takes rows.
  bool usual() const { return faults_.idle() && (monitor_ == nullptr || rows_ != nullptr); }
  /// Shows a beat that has been served with OKAY to whoever takes rows.
  void show(const tlm::tlm_generic_payload& payload, bool write);
  /// All calls but the usual ones.
  [[gnu::noinline]] tlm::tlm_sync_enum other_call(tlm::tlm_generic_payload& payload,
                                                  tlm::tlm_phase& phase, sc_core::sc_time& delay);
  [[gnu::cold, gnu::noinline]] tlm::tlm_sync_enum begin_narrowed(tlm::tlm_generic_payload& payload,
                                                                 tlm::tlm_phase& phase,
                                                                 sc_core::sc_time& delay);
  tlm::tlm_sync_enum begin_request(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                   sc_core::sc_time& delay);
  [[gnu::cold, gnu::noinline]] tlm::tlm_sync_enum begin_judged(tlm::tlm_generic_payload& payload,
                                                               tlm::tlm_phase& phase,
                                                               sc_core::sc_time& delay);
  tlm::tlm_sync_enum respond(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                             sc_core::sc_time& delay);
  /// As `respond`, and shows the beat to the monitor, with the edge of its answer.
  [[gnu::noinline]] tlm::tlm_sync_enum respond_watched(tlm::tlm_generic_payload& payload,
                                                       tlm::tlm_phase& phase,
                                                       sc_core::sc_time& delay);
  void serve(tlm::tlm_generic_payload& payload);
  /// Serves it unless it is to get an error. Returns how late the answer is.
  model::Ticks serve_judged(tlm::tlm_generic_payload& payload);
  void access(tlm::tlm_generic_payload& payload);
  void write_enabled_bytes(const tlm::tlm_generic_payload& payload);
  /// Shows a beat whose answer is valid at `answer`: 0 where that is not known,
  /// `FaultInjector::kNeverAnswered` where none comes.
  void watch(const tlm::tlm_generic_payload& payload, model::Ticks answer);
  [[gnu::noinline]] Cycle answer_edge(bool write, model::Ticks answer);
  model::Ticks read_answer(model::Ticks now, const tlm::tlm_generic_payload& payload);
  [[gnu::cold, gnu::noinline]] void frame_read(const tlm::tlm_generic_payload& payload,
                                               model::Ticks taken);
  [[gnu::noinline]] tlm::tlm_sync_enum end_response(const tlm::tlm_generic_payload& payload,
                                                    const sc_core::sc_time& delay);
  tlm::tlm_sync_enum write(model::Ticks now, tlm::tlm_generic_payload& payload,
                           tlm::tlm_phase& phase, sc_core::sc_time& delay, const Times& times);
  Times write_times(model::Ticks now, const tlm::tlm_generic_payload& payload);
  Times plain_write(const tlm::tlm_generic_payload& payload, model::Ticks ready);
  [[gnu::cold, gnu::noinline]] Times framed_write(const tlm::tlm_generic_payload& payload,
                                                  model::Ticks ready);
  [[gnu::cold, gnu::noinline]] tlm::tlm_sync_enum take_later(tlm::tlm_generic_payload& payload,
                                                             tlm::tlm_phase& phase,
                                                             sc_core::sc_time& delay,
                                                             const Times& times);

  FaultInjector faults_;
  model::Ticks period_;
  Latency read_latencies_;
  Latency write_latencies_;
  model::Ticks read_latency_;   ///< of the burst whose beats come
  model::Ticks write_latency_;  ///< as above
  model::Ticks read_overhead_;
  bool frames_reads_;   ///< it matters where a read burst begins
  bool frames_writes_;  ///< as above
  bool plain_reads_;    ///< only latency and the path, a beat a period, make the times of reads
  bool plain_writes_;   ///< as above
  DataPath read_path_;
  DataPath write_path_;
  ResponseSender read_responses_;
  ResponseSender write_responses_;
  DelayedResponses delayed_reads_;
  DelayedResponses delayed_writes_;
  std::optional<ReadCompleter> completer_;  ///< where reads are not answered with their requests
  WriteTiming write_timing_;
  model::Ticks last_answer_ = 0;  ///< to a write
  model::Interval read_interval_;
  model::Interval write_interval_;
  SparseMemory contents_;
  std::uint64_t activity_ = 0;
  model::EngineClock clock_;
  model::RisingEdges read_edges_;   ///< that see the answers shown to the monitor
  model::RisingEdges write_edges_;  ///< as above
  MemoryMonitor* monitor_ = nullptr;
  RowMonitor* rows_ = nullptr;  ///< of the monitor
  bool shows_answers_ = false;  ///< to the monitor
};

}  // namespace sgdma::platform
