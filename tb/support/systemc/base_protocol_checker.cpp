#include "support/systemc/base_protocol_checker.h"

#include <sstream>
#include <utility>

#include <gtest/gtest.h>

namespace sgdma::test {

namespace {

/// A phase that is not the base protocol's (IEEE 1666-2011, 15.2.5).
bool ignorable(const tlm::tlm_phase& phase) {
  return static_cast<unsigned int>(phase) > tlm::END_RESP;
}

}  // namespace

BaseProtocolChecker::BaseProtocolChecker(const sc_core::sc_module_name& name)
    : sc_core::sc_module(name) {
  from.bind(static_cast<tlm::tlm_fw_transport_if<>&>(*this));
  to.bind(static_cast<tlm::tlm_bw_transport_if<>&>(*this));
}

BaseProtocolChecker::~BaseProtocolChecker() {
  for (const std::string& violation : violations_) {
    ADD_FAILURE() << violation;
  }
}

std::vector<std::string> BaseProtocolChecker::take_violations() {
  return std::exchange(violations_, {});
}

tlm::tlm_sync_enum BaseProtocolChecker::nb_transport_fw(tlm::tlm_generic_payload& payload,
                                                        tlm::tlm_phase& phase,
                                                        sc_core::sc_time& delay) {
  const sc_core::sc_time& now = sc_core::sc_time_stamp();
  const tlm::tlm_phase sent = phase;
  const sc_core::sc_time sent_at = now + delay;
  if (sent == tlm::BEGIN_REQ) {
    begin_request(payload, sent_at);
  } else if (sent == tlm::END_RESP) {
    end_response(payload, sent_at);
  } else if (!ignorable(sent)) {
    report(payload, "an illegal phase on the forward path");
  }
  const tlm::tlm_sync_enum sync = to->nb_transport_fw(payload, phase, delay);
  forward_returned(payload, sent, phase, sync, now + delay);
  return sync;
}

void BaseProtocolChecker::forward_returned(const tlm::tlm_generic_payload& payload,
                                           const tlm::tlm_phase& sent, const tlm::tlm_phase& phase,
                                           tlm::tlm_sync_enum sync, const sc_core::sc_time& time) {
  if (sent == tlm::END_RESP) {
    if (sync == tlm::TLM_UPDATED) {
      report(payload, "TLM_UPDATED in answer to END_RESP");
    }
  } else if (sent != tlm::BEGIN_REQ) {
    return;
  } else if (sync == tlm::TLM_COMPLETED) {
    complete(payload, time);
  } else if (sync == tlm::TLM_UPDATED && phase == tlm::END_REQ) {
    end_request(payload, time);
  } else if (sync == tlm::TLM_UPDATED && phase == tlm::BEGIN_RESP) {
    begin_response(payload, time);
  } else if (sync == tlm::TLM_UPDATED) {
    report(payload, "TLM_UPDATED with an illegal phase in answer to BEGIN_REQ");
  }
}

tlm::tlm_sync_enum BaseProtocolChecker::nb_transport_bw(tlm::tlm_generic_payload& payload,
                                                        tlm::tlm_phase& phase,
                                                        sc_core::sc_time& delay) {
  const sc_core::sc_time& now = sc_core::sc_time_stamp();
  const tlm::tlm_phase sent = phase;
  const sc_core::sc_time sent_at = now + delay;
  if (sent == tlm::END_REQ) {
    end_request(payload, sent_at);
  } else if (sent == tlm::BEGIN_RESP) {
    begin_response(payload, sent_at);
  } else if (!ignorable(sent)) {
    report(payload, "an illegal phase on the backward path");
  }
  const tlm::tlm_sync_enum sync = from->nb_transport_bw(payload, phase, delay);
  backward_returned(payload, sent, phase, sync, now + delay);
  return sync;
}

void BaseProtocolChecker::backward_returned(const tlm::tlm_generic_payload& payload,
                                            const tlm::tlm_phase& sent, const tlm::tlm_phase& phase,
                                            tlm::tlm_sync_enum sync, const sc_core::sc_time& time) {
  // The payload may be gone already where the initiator has ended the transaction.
  if (sync == tlm::TLM_ACCEPTED) {
    return;
  }
  const bool ends =
      sent == tlm::BEGIN_RESP && (sync == tlm::TLM_COMPLETED || phase == tlm::END_RESP);
  if (!ends) {
    report(payload, "an illegal return from a backward call");
  } else if (responding_ == &payload) {
    responding_ = nullptr;
    response_end_ = time;
    alive_.erase(&payload);
    ++ended_;
  }
}

std::vector<const tlm::tlm_generic_payload*> BaseProtocolChecker::alive_payloads() const {
  std::vector<const tlm::tlm_generic_payload*> payloads;
  payloads.reserve(alive_.size());
  for (const auto& [payload, transaction] : alive_) {
    payloads.push_back(payload);
  }
  return payloads;
}

void BaseProtocolChecker::begin_request(const tlm::tlm_generic_payload& payload,
                                        const sc_core::sc_time& time) {
  if (alive_.count(&payload) > 0) {
    report(payload, "BEGIN_REQ with a payload whose transaction is alive");
  }
  if (requesting_ != nullptr) {
    report(payload, "BEGIN_REQ while an END_REQ is still to come");
  }
  if (time < request_end_ || time < last_request_) {
    report(payload, "BEGIN_REQ at a time before the last request's");
  }
  if (const std::string faults = PayloadSnapshot::faults(payload); !faults.empty()) {
    report(payload, "a payload is sent with " + faults);
  }
  last_request_ = time;
  requesting_ = &payload;
  alive_[&payload] = {Stage::kRequest, PayloadSnapshot(payload), time};
}

void BaseProtocolChecker::end_request(const tlm::tlm_generic_payload& payload,
                                      const sc_core::sc_time& time) {
  Transaction* transaction = advance(payload, time, "END_REQ");
  if (transaction == nullptr) {
    return;
  }
  if (transaction->stage != Stage::kRequest) {
    report(payload, "END_REQ for a request that has ended");
    return;
  }
  transaction->stage = Stage::kAccepted;
  requesting_ = nullptr;
  request_end_ = time;
}

void BaseProtocolChecker::begin_response(const tlm::tlm_generic_payload& payload,
                                         const sc_core::sc_time& time) {
  Transaction* transaction = advance(payload, time, "BEGIN_RESP");
  if (transaction == nullptr) {
    return;
  }
  if (transaction->stage == Stage::kResponse) {
    report(payload, "BEGIN_RESP for the second time");
    return;
  }
  if (responding_ != nullptr) {
    report(payload, "BEGIN_RESP while an END_RESP is still to come");
  }
  if (time < response_end_) {
    report(payload, "BEGIN_RESP at a time before the last END_RESP");
  }
  check_response(payload);
  if (transaction->stage == Stage::kRequest) {
    requesting_ = nullptr;
  }
  transaction->stage = Stage::kResponse;
  responding_ = &payload;
}

void BaseProtocolChecker::end_response(const tlm::tlm_generic_payload& payload,
                                       const sc_core::sc_time& time) {
  Transaction* transaction = advance(payload, time, "END_RESP");
  if (transaction == nullptr) {
    return;
  }
  if (transaction->stage != Stage::kResponse) {
    report(payload, "END_RESP without a response");
    return;
  }
  responding_ = nullptr;
  response_end_ = time;
  alive_.erase(&payload);
  ++ended_;
}

void BaseProtocolChecker::complete(const tlm::tlm_generic_payload& payload,
                                   const sc_core::sc_time& time) {
  Transaction* transaction = advance(payload, time, "TLM_COMPLETED");
  if (transaction == nullptr) {
    return;
  }
  if (transaction->stage == Stage::kResponse) {
    report(payload, "TLM_COMPLETED after its response");
    return;
  }
  check_response(payload);
  if (requesting_ == &payload) {
    requesting_ = nullptr;
  }
  alive_.erase(&payload);
  ++ended_;
}

BaseProtocolChecker::Transaction* BaseProtocolChecker::advance(
    const tlm::tlm_generic_payload& payload, const sc_core::sc_time& time, const char* phase) {
  const auto found = alive_.find(&payload);
  if (found == alive_.end()) {
    report(payload, std::string(phase) + " for a payload without a transaction");
    return nullptr;
  }
  Transaction& transaction = found->second;
  if (time < transaction.last) {
    report(payload, std::string(phase) + " at a time before the phase before it");
  }
  transaction.last = time;
  if (payload.get_ref_count() < 1) {
    report(payload, std::string(phase) + " for a payload without a reference");
  }
  if (const std::string changes = transaction.sent.changes(payload); !changes.empty()) {
    report(payload, std::string(phase) + " with another " + changes);
  }
  return &transaction;
}

void BaseProtocolChecker::check_response(const tlm::tlm_generic_payload& payload) {
  if (payload.get_response_status() == tlm::TLM_INCOMPLETE_RESPONSE) {
    report(payload, "a response without a status");
  }
}

void BaseProtocolChecker::report(const tlm::tlm_generic_payload& payload, const std::string& what) {
  std::ostringstream text;
  text << name() << " at " << sc_core::sc_time_stamp() << ", address 0x" << std::hex
       << payload.get_address() << ": " << what;
  violations_.push_back(text.str());
}

void BaseProtocolChecker::b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  to->b_transport(payload, delay);
}

unsigned int BaseProtocolChecker::transport_dbg(tlm::tlm_generic_payload& payload) {
  return to->transport_dbg(payload);
}

bool BaseProtocolChecker::get_direct_mem_ptr(tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi) {
  return to->get_direct_mem_ptr(payload, dmi);
}

void BaseProtocolChecker::invalidate_direct_mem_ptr(sc_dt::uint64 start, sc_dt::uint64 end) {
  from->invalidate_direct_mem_ptr(start, end);
}

}  // namespace sgdma::test
