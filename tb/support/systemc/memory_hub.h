/// One target for several initiators.
#pragma once

#include <cstdint>
#include <deque>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include <systemc>
#include <tlm>

#include "support/systemc/turn.h"

namespace sgdma::test {

/// Passes calls on in both directions, to the initiator whose payload it is. A request that finds
/// the target busy with another one waits, and so do the others behind the beats of a burst that
/// has begun. One that has waited and is then completed early is answered on the backward path.
///
/// Timing: a request that need not wait passes at once, with its delay; of those that wait the
/// first goes when the one before has been accepted.
class MemoryHub : public sc_core::sc_module, private tlm::tlm_bw_transport_if<> {
 public:
  tlm::tlm_initiator_socket<> to{"to"};

  /// What waits passes in the delta cycle of `rank`.
  MemoryHub(const sc_core::sc_module_name& name, std::uint32_t rank);

  /// A socket for one more initiator. Requires that the simulation has not been elaborated.
  tlm::tlm_target_socket<>& add_input();
  /// Addresses that were asked for last, oldest first.
  const std::deque<std::uint64_t>& recent() const { return recent_; }

 private:
  struct Input : tlm::tlm_fw_transport_if<> {
    Input(MemoryHub& owner, std::size_t number);
    tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                       sc_core::sc_time& delay) override;
    void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) override;
    unsigned int transport_dbg(tlm::tlm_generic_payload& payload) override;
    bool get_direct_mem_ptr(tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi) override;

    MemoryHub& hub;
    tlm::tlm_target_socket<> socket;
  };
  struct Waiting {
    Input* input = nullptr;
    tlm::tlm_generic_payload* payload = nullptr;
    sc_core::sc_time from;  ///< when it was sent
  };

  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}

  tlm::tlm_sync_enum request(Input& input, tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                             sc_core::sc_time& delay);
  tlm::tlm_sync_enum forward(Input& input, tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                             sc_core::sc_time& delay);
  /// The open request has been accepted at `time`.
  void accepted(const sc_core::sc_time& time);
  /// The first that waits and may go, or the end.
  std::vector<Waiting>::iterator next();
  void wake();
  void release_first();
  void release(const Waiting& waiting);

  std::deque<Input> inputs_;
  const tlm::tlm_generic_payload* open_ = nullptr;  ///< not accepted, as far as is known
  sc_core::sc_time free_from_;                      ///< when the last request was accepted
  const Input* in_burst_ = nullptr;                 ///< others wait
  std::vector<Waiting> waiting_;
  std::unordered_map<const tlm::tlm_generic_payload*, Input*> owner_;
  std::unordered_set<const tlm::tlm_generic_payload*> ended_;  ///< END_RESP is not passed on
  std::deque<std::uint64_t> recent_;
  Turn turn_;
  sc_core::sc_event release_event_;
};

}  // namespace sgdma::test
