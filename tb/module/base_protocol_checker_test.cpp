// The watcher of the base protocol sees each breach, and nothing where there is none.

#include "support/systemc/base_protocol_checker.h"

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

namespace sgdma::test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

using Answer = std::function<tlm::tlm_sync_enum(tlm::tlm_phase&, sc_core::sc_time&)>;

Answer answer(tlm::tlm_sync_enum sync) {
  return [sync](tlm::tlm_phase&, sc_core::sc_time&) { return sync; };
}

Answer answer_with(const tlm::tlm_phase& phase, const sc_core::sc_time& delay = {}) {
  return [phase, delay](tlm::tlm_phase& to, sc_core::sc_time& time) {
    to = phase;
    time += delay;
    return tlm::TLM_UPDATED;
  };
}

/// Counts nothing and frees nothing: payloads of these tests live as long as the test.
struct Keeper : tlm::tlm_mm_interface {
  void free(tlm::tlm_generic_payload*) override {}
};

/// Both ends of the bus, which do what a test says.
class CheckedBus : public sc_core::sc_module,
                   private tlm::tlm_bw_transport_if<>,
                   private tlm::tlm_fw_transport_if<> {
 public:
  explicit CheckedBus(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    initiator_.bind(static_cast<tlm::tlm_bw_transport_if<>&>(*this));
    target_.bind(static_cast<tlm::tlm_fw_transport_if<>&>(*this));
    initiator_.bind(checker.from);
    checker.to.bind(target_);
    for (tlm::tlm_generic_payload* payload : {&first, &second}) {
      payload->set_mm(&keeper_);
      payload->acquire();
      payload->set_command(tlm::TLM_WRITE_COMMAND);
      payload->set_data_ptr(bytes.data());
      payload->set_data_length(8);
      payload->set_streaming_width(8);
    }
  }

  /// The initiator calls; the target does and returns what `does` says.
  tlm::tlm_sync_enum forward(tlm::tlm_generic_payload& payload, tlm::tlm_phase phase, Answer does,
                             sc_core::sc_time delay = sc_core::SC_ZERO_TIME) {
    target_does_ = std::move(does);
    return initiator_->nb_transport_fw(payload, phase, delay);
  }
  tlm::tlm_sync_enum request(tlm::tlm_generic_payload& payload, Answer does) {
    return forward(payload, tlm::BEGIN_REQ, std::move(does));
  }
  /// The target calls; the initiator does and returns what `does` says.
  tlm::tlm_sync_enum backward(tlm::tlm_generic_payload& payload, tlm::tlm_phase phase,
                              Answer does = answer(tlm::TLM_ACCEPTED),
                              sc_core::sc_time delay = sc_core::SC_ZERO_TIME) {
    initiator_does_ = std::move(does);
    return target_->nb_transport_bw(payload, phase, delay);
  }

  BaseProtocolChecker checker{"checker"};
  std::array<std::uint8_t, 8> bytes{};
  tlm::tlm_generic_payload first;
  tlm::tlm_generic_payload second;

 private:
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload&, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override {
    return target_does_(phase, delay);
  }
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload&, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override {
    return initiator_does_(phase, delay);
  }
  void b_transport(tlm::tlm_generic_payload&, sc_core::sc_time&) override {}
  unsigned int transport_dbg(tlm::tlm_generic_payload&) override { return 0; }
  bool get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi&) override { return false; }
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}

  tlm::tlm_initiator_socket<> initiator_{"initiator"};
  tlm::tlm_target_socket<> target_{"target"};
  Keeper keeper_;
  Answer target_does_;
  Answer initiator_does_;
};

sc_core::sc_time later() { return {5, sc_core::SC_NS}; }

/// What the target does to a payload before it returns.
Answer after(const std::function<void()>& act, const Answer& then) {
  return [act, then](tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    act();
    return then(phase, delay);
  };
}

struct Breach {
  const char* name;
  const char* sentence;  ///< of the report
  std::function<void(CheckedBus&)> commit;
};

void ok(tlm::tlm_generic_payload& payload) { payload.set_response_status(tlm::TLM_OK_RESPONSE); }

std::vector<Breach> breaches_of_order() {
  return {
      {"RequestBeforeEndReq", "BEGIN_REQ while an END_REQ is still to come",
       [](CheckedBus& bus) {
         bus.request(bus.first, answer(tlm::TLM_ACCEPTED));
         bus.request(bus.second, answer(tlm::TLM_ACCEPTED));
       }},
      {"RequestTwice", "whose transaction is alive",
       [](CheckedBus& bus) {
         bus.request(bus.first, answer_with(tlm::END_REQ));
         bus.request(bus.first, answer_with(tlm::END_REQ));
       }},
      {"EndReqTwice", "END_REQ for a request that has ended",
       [](CheckedBus& bus) {
         bus.request(bus.first, answer_with(tlm::END_REQ));
         bus.backward(bus.first, tlm::END_REQ);
       }},
      {"EndReqForNothing", "END_REQ for a payload without a transaction",
       [](CheckedBus& bus) { bus.backward(bus.first, tlm::END_REQ); }},
      {"ResponseForNothing", "BEGIN_RESP for a payload without a transaction",
       [](CheckedBus& bus) { bus.backward(bus.first, tlm::BEGIN_RESP); }},
      {"ResponseTwice", "BEGIN_RESP for the second time",
       [](CheckedBus& bus) {
         bus.request(bus.first, answer(tlm::TLM_ACCEPTED));
         ok(bus.first);
         bus.backward(bus.first, tlm::BEGIN_RESP);
         bus.backward(bus.first, tlm::BEGIN_RESP);
       }},
      {"ResponseBeforeEndResp", "BEGIN_RESP while an END_RESP is still to come",
       [](CheckedBus& bus) {
         bus.request(bus.first, answer_with(tlm::END_REQ));
         bus.request(bus.second, answer_with(tlm::END_REQ));
         ok(bus.first);
         ok(bus.second);
         bus.backward(bus.first, tlm::BEGIN_RESP);
         bus.backward(bus.second, tlm::BEGIN_RESP);
       }},
      {"CompletedAfterResponse", "TLM_COMPLETED after its response",
       [](CheckedBus& bus) {
         bus.request(bus.first, after(
                                    [&bus] {
                                      ok(bus.first);
                                      bus.backward(bus.first, tlm::BEGIN_RESP);
                                    },
                                    answer(tlm::TLM_COMPLETED)));
       }},
      {"EndRespWithoutResponse", "END_RESP without a response",
       [](CheckedBus& bus) {
         bus.request(bus.first, answer_with(tlm::END_REQ));
         bus.forward(bus.first, tlm::END_RESP, answer(tlm::TLM_COMPLETED));
       }},
      {"IllegalForwardPhase", "an illegal phase on the forward path",
       [](CheckedBus& bus) { bus.forward(bus.first, tlm::END_REQ, answer(tlm::TLM_ACCEPTED)); }},
      {"IllegalBackwardPhase", "an illegal phase on the backward path",
       [](CheckedBus& bus) { bus.backward(bus.first, tlm::BEGIN_REQ); }},
      {"IllegalAnswerToBeginReq", "TLM_UPDATED with an illegal phase",
       [](CheckedBus& bus) { bus.request(bus.first, answer_with(tlm::END_RESP)); }},
      {"IllegalAnswerToEndResp", "TLM_UPDATED in answer to END_RESP",
       [](CheckedBus& bus) {
         bus.request(bus.first, after([&bus] { ok(bus.first); }, answer_with(tlm::BEGIN_RESP)));
         bus.forward(bus.first, tlm::END_RESP, answer(tlm::TLM_UPDATED));
       }},
      {"IllegalAnswerToEndReq", "an illegal return from a backward call",
       [](CheckedBus& bus) {
         bus.request(bus.first, answer(tlm::TLM_ACCEPTED));
         bus.backward(bus.first, tlm::END_REQ, answer(tlm::TLM_COMPLETED));
       }},
  };
}

std::vector<Breach> breaches_of_time() {
  return {
      {"RequestBeforeAnnotatedEndReq", "BEGIN_REQ at a time before the last request's",
       [](CheckedBus& bus) {
         bus.request(bus.first, answer_with(tlm::END_REQ, later()));
         bus.request(bus.second, answer_with(tlm::END_REQ));
       }},
      {"ReturnInThePast", "END_REQ at a time before the phase before it",
       [](CheckedBus& bus) {
         bus.forward(
             bus.first, tlm::BEGIN_REQ,
             [](tlm::tlm_phase& phase, sc_core::sc_time& delay) {
               phase = tlm::END_REQ;
               delay = sc_core::SC_ZERO_TIME;
               return tlm::TLM_UPDATED;
             },
             later());
       }},
      {"ResponseBeforeItsRequest", "BEGIN_RESP at a time before the phase before it",
       [](CheckedBus& bus) {
         bus.request(bus.first, answer_with(tlm::END_REQ, later()));
         ok(bus.first);
         bus.backward(bus.first, tlm::BEGIN_RESP);
       }},
      {"ResponseBeforeAnnotatedEndResp", "BEGIN_RESP at a time before the last END_RESP",
       [](CheckedBus& bus) {
         bus.request(bus.first, after([&bus] { ok(bus.first); }, answer_with(tlm::BEGIN_RESP)));
         bus.forward(bus.first, tlm::END_RESP, answer(tlm::TLM_COMPLETED), later());
         bus.request(bus.second, after([&bus] { ok(bus.second); }, answer_with(tlm::BEGIN_RESP)));
       }},
  };
}

/// Sends a payload that `spoil` has changed.
std::function<void(CheckedBus&)> sends(void (*spoil)(tlm::tlm_generic_payload&)) {
  return [spoil](CheckedBus& bus) {
    spoil(bus.first);
    bus.request(bus.first, answer(tlm::TLM_ACCEPTED));
  };
}

/// The target changes a payload before it answers.
std::function<void(CheckedBus&)> changes(void (*change)(tlm::tlm_generic_payload&)) {
  return [change](CheckedBus& bus) {
    bus.request(bus.first, after(
                               [&bus, change] {
                                 ok(bus.first);
                                 change(bus.first);
                               },
                               answer(tlm::TLM_COMPLETED)));
  };
}

std::vector<Breach> breaches_by_payloads() {
  using Payload = tlm::tlm_generic_payload;
  static std::uint8_t other = TLM_BYTE_ENABLED;
  return {
      {"SentWithStatus", "a response status", sends(ok)},
      {"SentWithDmiHint", "the DMI hint", sends([](Payload& p) { p.set_dmi_allowed(true); })},
      {"SentWithoutBytes", "no bytes", sends([](Payload& p) { p.set_data_length(0); })},
      {"SentWithoutData", "no data pointer", sends([](Payload& p) {
         p.set_command(tlm::TLM_READ_COMMAND);
         p.set_data_ptr(nullptr);
       })},
      {"SentAsStream", "a streaming width", sends([](Payload& p) { p.set_streaming_width(4); })},
      {"SentWithoutEnables", "byte enables without a length",
       sends([](Payload& p) { p.set_byte_enable_ptr(&other); })},
      {"SentWithoutKeeper", "no memory manager", sends([](Payload& p) {
         p.release();
         p.set_mm(nullptr);
       })},
      {"SentWithoutReference", "no reference", sends([](Payload& p) { p.release(); })},
      {"AnswerWithoutStatus", "a response without a status",
       changes([](Payload& p) { p.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE); })},
      {"OtherCommand", "another command",
       changes([](Payload& p) { p.set_command(tlm::TLM_READ_COMMAND); })},
      {"OtherDataPointer", "another data pointer",
       changes([](Payload& p) { p.set_data_ptr(&other); })},
      {"OtherLength", "another data length", changes([](Payload& p) { p.set_data_length(4); })},
      {"OtherStreamingWidth", "another streaming width",
       changes([](Payload& p) { p.set_streaming_width(16); })},
      {"OtherEnables", "another byte enable pointer",
       changes([](Payload& p) { p.set_byte_enable_ptr(&other); })},
      {"OtherEnableLength", "another byte enable length",
       changes([](Payload& p) { p.set_byte_enable_length(1); })},
      {"OtherBytes", "another bytes of a write", changes([](Payload& p) { ++*p.get_data_ptr(); })},
      {"LastReferenceGone", "without a reference", changes([](Payload& p) { p.release(); })},
  };
}

std::vector<Breach> all_breaches() {
  std::vector<Breach> all = breaches_of_order();
  for (const std::vector<Breach>& more : {breaches_of_time(), breaches_by_payloads()}) {
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

class BaseProtocolBreach : public testing::TestWithParam<Breach> {};

TEST_P(BaseProtocolBreach, IsSeen) {
  CheckedBus bus("bus");
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  GetParam().commit(bus);
  const std::vector<std::string> found = bus.checker.take_violations();
  EXPECT_THAT(found, SizeIs(1)) << testing::PrintToString(found);
  EXPECT_THAT(found, testing::Contains(HasSubstr(GetParam().sentence)));
}

INSTANTIATE_TEST_SUITE_P(, BaseProtocolBreach, testing::ValuesIn(all_breaches()),
                         [](const testing::TestParamInfo<Breach>& instance) {
                           return std::string(instance.param.name);
                         });

// Every legal course of a transaction, twice over.
TEST(BaseProtocolChecker, AcceptsWhatIsLegal) {
  CheckedBus bus("bus");
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  const auto fresh = [&bus] { bus.first.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE); };
  const Answer responds = after([&bus] { ok(bus.first); }, answer_with(tlm::BEGIN_RESP, later()));
  for (int round = 0; round < 2; ++round) {
    fresh();
    bus.request(bus.first, after([&bus] { ok(bus.first); }, answer(tlm::TLM_COMPLETED)));
    fresh();
    bus.request(bus.first, responds);
    bus.forward(bus.first, tlm::END_RESP, answer(tlm::TLM_ACCEPTED), later());
    fresh();
    bus.request(bus.first, answer(tlm::TLM_ACCEPTED));
    bus.backward(bus.first, tlm::END_REQ);
    bus.first.set_address(0);
    ok(bus.first);
    bus.backward(bus.first, tlm::BEGIN_RESP, answer_with(tlm::END_RESP), later());
    fresh();
    bus.request(bus.first, after(
                               [&bus] {
                                 bus.backward(bus.first, tlm::END_REQ);
                                 ok(bus.first);
                                 bus.backward(bus.first, tlm::BEGIN_RESP,
                                              answer(tlm::TLM_COMPLETED), later());
                               },
                               answer(tlm::TLM_ACCEPTED)));
  }
  EXPECT_THAT(bus.checker.violations(), IsEmpty());
  EXPECT_EQ(bus.checker.ended(), 8U);
  EXPECT_EQ(bus.checker.alive(), 0U);
}

// Nobody needs to ask: what is left over fails the test.
TEST(BaseProtocolChecker, FailsTheTestThatDoesNotAsk) {
  EXPECT_NONFATAL_FAILURE(
      {
        CheckedBus bus("bus");
        sc_core::sc_start(sc_core::SC_ZERO_TIME);
        bus.backward(bus.first, tlm::END_REQ);
      },
      "END_REQ for a payload without a transaction");
}

}  // namespace
}  // namespace sgdma::test
