/// A TLM-2.0 target that does what a test says, beat by beat.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>

#include <systemc>
#include <tlm>

#include "platform/sparse_memory.h"
#include "types/cycle.h"

namespace sgdma::test {

/// A beat as the target is asked for it.
struct TargetBeat {
  std::uint64_t number = 0;  ///< on its socket, from 0
  bool write = false;
  std::uint64_t address = 0;
  std::uint32_t bytes = 0;
};

/// In cycles of the bus's clock. A beat that is driven at n is taken at n + 1 and its answer valid
/// at n + 1 + latency.
struct TargetScript {
  sc_core::sc_time period{1, sc_core::SC_NS};
  std::function<Cycle(const TargetBeat&)>
      accept_delay;                                 ///< that the beat is taken later; default 0
  std::function<Cycle(const TargetBeat&)> latency;  ///< default 3
  bool in_order = true;      ///< an answer waits for those before it on its socket
  bool single_port = false;  ///< one beat a cycle, reads and writes together
};

/// Memory behind a read and a write socket of the base protocol, with all four phases and without
/// knowledge of bursts. It works late: a read looks at memory, and a write changes it, when the
/// answer goes out. An answer waits for the END_RESP of the one before.
class ScriptedTarget : public sc_core::sc_module {
 public:
  tlm::tlm_target_socket<> read_socket{"read_socket"};
  tlm::tlm_target_socket<> write_socket{"write_socket"};

  ScriptedTarget(const sc_core::sc_module_name& name, TargetScript script);

  platform::SparseMemory& contents() { return contents_; }
  /// Beats taken in all, and answered.
  std::uint64_t taken() const { return taken_; }
  std::uint64_t answered() const { return answered_; }

 private:
  struct Port : tlm::tlm_fw_transport_if<> {
    Port(ScriptedTarget& owner, tlm::tlm_target_socket<>& its_socket)
        : target(owner), socket(its_socket) {}
    tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                       sc_core::sc_time& delay) override;
    void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) override;
    unsigned int transport_dbg(tlm::tlm_generic_payload& payload) override;
    bool get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi&) override { return false; }

    ScriptedTarget& target;
    tlm::tlm_target_socket<>& socket;
    std::uint64_t beats = 0;                      ///< begun
    sc_core::sc_time last_due;                    ///< of an answer
    std::deque<tlm::tlm_generic_payload*> ready;  ///< to be answered now, in this order
    bool answering = false;                       ///< END_RESP is still to come
  };

  tlm::tlm_sync_enum begin(Port& port, tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                           const sc_core::sc_time& delay);
  void answer(Port& port);
  void serve(tlm::tlm_generic_payload& payload);
  void at(const sc_core::sc_time& time, std::function<void()> action);
  void run_agenda();

  TargetScript script_;
  Port reads_{*this, read_socket};
  Port writes_{*this, write_socket};
  platform::SparseMemory contents_;
  sc_core::sc_time port_free_;
  std::uint64_t taken_ = 0;
  std::uint64_t answered_ = 0;
  std::multimap<sc_core::sc_time, std::function<void()>> agenda_;
  sc_core::sc_event agenda_event_;
};

}  // namespace sgdma::test
