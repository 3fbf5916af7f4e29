/// Test targets of the non-blocking interface.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>

#include "support/systemc/test_target.h"

namespace sgdma::test {

/// Times each beat by the script, and keeps to the response exclusion rule: an answer waits for the
/// END_RESP of the one before. How a request is answered is the derived class's style.
class PhasedTarget : public TestTarget {
 public:
  tlm::tlm_target_socket<>& read_socket() override { return read_socket_; }
  tlm::tlm_target_socket<>& write_socket() override { return write_socket_; }

 protected:
  PhasedTarget(const sc_core::sc_module_name& name, TargetScript script);

  /// One socket.
  struct Port : tlm::tlm_fw_transport_if<> {
    Port(PhasedTarget& owner, tlm::tlm_target_socket<>& its_socket)
        : target(owner), socket(its_socket) {}
    tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                       sc_core::sc_time& delay) override;
    void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) override;
    unsigned int transport_dbg(tlm::tlm_generic_payload& payload) override;
    bool get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi&) override { return false; }

    PhasedTarget& target;
    tlm::tlm_target_socket<>& socket;
    std::uint64_t beats = 0;                      ///< begun
    std::uint64_t open = 0;                       ///< begun and not answered
    sc_core::sc_time last_due;                    ///< of an answer
    std::deque<tlm::tlm_generic_payload*> ready;  ///< to be answered now, in this order
    bool answering = false;                       ///< END_RESP is still to come
    sc_core::sc_time free_from;                   ///< effective time of the last END_RESP
  };

  /// When a beat is driven and taken, and its answer due.
  struct Schedule {
    sc_core::sc_time driven;
    sc_core::sc_time accepted;  ///< as the call that ends the request says it
    sc_core::sc_time due;
  };

  /// A request has come. Returns as `nb_transport_fw` does.
  virtual tlm::tlm_sync_enum begin(Port& port, tlm::tlm_generic_payload& payload,
                                   tlm::tlm_phase& phase, sc_core::sc_time& delay,
                                   const Schedule& schedule) = 0;
  /// Answers what is ready, as far as it may.
  void answer(Port& port);
  /// BEGIN_RESP on the backward path.
  virtual tlm::tlm_sync_enum respond(Port& port, tlm::tlm_generic_payload& payload);
  /// Does something at a time, in the order of the calls.
  void at(const sc_core::sc_time& time, std::function<void()> action);

 private:
  tlm::tlm_sync_enum take(Port& port, tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                          sc_core::sc_time& delay);
  void end_response(Port& port, const sc_core::sc_time& time);
  Schedule schedule(Port& port, const TargetBeat& beat, const sc_core::sc_time& driven);
  void hold(tlm::tlm_generic_payload& payload, const sc_core::sc_time& until);
  void run_agenda();

  tlm::tlm_target_socket<> read_socket_{"read_socket"};
  tlm::tlm_target_socket<> write_socket_{"write_socket"};
  Port reads_{*this, read_socket_};
  Port writes_{*this, write_socket_};
  sc_core::sc_time port_free_;
  std::multimap<sc_core::sc_time, std::function<void()>> agenda_;
  sc_core::sc_event agenda_event_;
};

}  // namespace sgdma::test
