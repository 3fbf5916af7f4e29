/// Watches a bus for breaches of TLM-2.0's base protocol.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include <systemc>
#include <tlm>

#include "support/systemc/payload_snapshot.h"

namespace sgdma::test {

/// Stands between an initiator and a target and passes every call on as it is. Holds both sides to
/// IEEE 1666-2011, 15.2 and 14.5 to 14.7: the order of phases of a transaction, what each call may
/// return, the request and the response exclusion rule, effective times that never go back,
/// attributes that stay, and a payload that lives as long as its transaction.
///
/// An END_REQ that is implied by a response counts from the call that brings it. A breach that
/// nobody has asked for by `take_violations` fails the test when the checker goes.
class BaseProtocolChecker : public sc_core::sc_module,
                            private tlm::tlm_fw_transport_if<>,
                            private tlm::tlm_bw_transport_if<> {
 public:
  tlm::tlm_target_socket<> from{"from"};
  tlm::tlm_initiator_socket<> to{"to"};

  explicit BaseProtocolChecker(const sc_core::sc_module_name& name);
  ~BaseProtocolChecker() override;

  const std::vector<std::string>& violations() const { return violations_; }
  /// The breaches so far, which then count as expected.
  std::vector<std::string> take_violations();
  /// Transactions that have ended, and those that have not.
  std::uint64_t ended() const { return ended_; }
  std::size_t alive() const { return alive_.size(); }
  /// Payloads of those that have not ended, in no order.
  std::vector<const tlm::tlm_generic_payload*> alive_payloads() const;

 private:
  enum class Stage { kRequest, kAccepted, kResponse };
  struct Transaction {
    Stage stage = Stage::kRequest;
    PayloadSnapshot sent;
    sc_core::sc_time last;  ///< effective time of its last phase
  };

  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) override;
  unsigned int transport_dbg(tlm::tlm_generic_payload& payload) override;
  bool get_direct_mem_ptr(tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi) override;
  void invalidate_direct_mem_ptr(sc_dt::uint64 start, sc_dt::uint64 end) override;

  void begin_request(const tlm::tlm_generic_payload& payload, const sc_core::sc_time& time);
  void end_request(const tlm::tlm_generic_payload& payload, const sc_core::sc_time& time);
  void begin_response(const tlm::tlm_generic_payload& payload, const sc_core::sc_time& time);
  void end_response(const tlm::tlm_generic_payload& payload, const sc_core::sc_time& time);
  void complete(const tlm::tlm_generic_payload& payload, const sc_core::sc_time& time);
  void forward_returned(const tlm::tlm_generic_payload& payload, const tlm::tlm_phase& sent,
                        const tlm::tlm_phase& phase, tlm::tlm_sync_enum sync,
                        const sc_core::sc_time& time);
  void backward_returned(const tlm::tlm_generic_payload& payload, const tlm::tlm_phase& sent,
                         const tlm::tlm_phase& phase, tlm::tlm_sync_enum sync,
                         const sc_core::sc_time& time);

  /// The transaction of a payload with a phase at `time`; nullptr and a breach where there is none.
  Transaction* advance(const tlm::tlm_generic_payload& payload, const sc_core::sc_time& time,
                       const char* phase);
  void check_response(const tlm::tlm_generic_payload& payload);
  void report(const tlm::tlm_generic_payload& payload, const std::string& what);

  std::unordered_map<const tlm::tlm_generic_payload*, Transaction> alive_;
  const tlm::tlm_generic_payload* requesting_ = nullptr;  ///< END_REQ is still to come
  const tlm::tlm_generic_payload* responding_ = nullptr;  ///< END_RESP is still to come
  sc_core::sc_time last_request_;                         ///< effective time of a BEGIN_REQ
  sc_core::sc_time request_end_;                          ///< of an END_REQ
  sc_core::sc_time response_end_;                         ///< of an END_RESP
  std::uint64_t ended_ = 0;
  std::vector<std::string> violations_;
};

}  // namespace sgdma::test
