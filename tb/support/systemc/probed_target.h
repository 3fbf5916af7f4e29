/// A target whose reaction to each request is the test's.
#pragma once

#include <deque>
#include <functional>
#include <string>

#include <systemc>
#include <tlm>

#include "support/systemc/journal.h"

namespace sgdma::test {

/// Writes down each request, with its time, and what reacts to it. Without a reaction it completes
/// each at once, annotated with 4 ns; a word that is read is full of the last byte of its address.
class ProbedTarget : public sc_core::sc_module {
 public:
  class Port : public sc_core::sc_module, public tlm::tlm_fw_transport_if<> {
   public:
    Port(const sc_core::sc_module_name& name, ProbedTarget& owner);
    tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                       sc_core::sc_time& delay) override;
    void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) override;
    unsigned int transport_dbg(tlm::tlm_generic_payload&) override { return 0; }
    bool get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi&) override { return false; }

    tlm::tlm_target_socket<> socket{"socket"};

   private:
    void note(const tlm::tlm_generic_payload& payload, const sc_core::sc_time& delay);

    ProbedTarget& owner_;
  };

  using Reaction =
      std::function<tlm::tlm_sync_enum(Port& port, tlm::tlm_generic_payload& payload,
                                       tlm::tlm_phase& phase, sc_core::sc_time& delay)>;

  ProbedTarget(const sc_core::sc_module_name& name, Journal& journal)
      : sc_core::sc_module(name), journal_(journal) {}

  /// The read socket, or the write socket, of an initiator more.
  Port& add_port(const std::string& initiator);
  /// As without a reaction.
  static tlm::tlm_sync_enum complete(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);

  Reaction on_request;

 private:
  Journal& journal_;
  std::deque<Port> ports_;
};

}  // namespace sgdma::test
