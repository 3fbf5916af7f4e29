// Targets that break the base protocol: what fits no request and no transaction is dropped, counted
// and said once, and nothing else changes (cases.md C05 and C06).

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/burst_extension.h"
#include "support/systemc/case_bench.h"
#include "support/systemc/four_phase_target.h"

namespace sgdma::test {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

enum class Misdeed {
  kNone,
  kAnswersTwice,       ///< the same response again, at once
  kAnswersAgainLater,  ///< the same response again, 2 cycles later
  kAnswersUnknown,     ///< a response with a payload and a tag that nobody has issued
  kAnswersElsewhere,   ///< the response also on the other socket
  kEndsRequestTwice,   ///< END_REQ again
  kCompletesAnswered,  ///< TLM_COMPLETED after a BEGIN_RESP from inside the call
  kSaysBeginReq,       ///< BEGIN_REQ on the backward path
  kSaysSomethingElse,  ///< a phase that the base protocol does not know
};

DECLARE_EXTENDED_PHASE(something_else);

/// A payload that is none of the engine's, with a burst extension that says tag 0x3F.
struct UnknownPayload : tlm::tlm_mm_interface {
  UnknownPayload() {
    payload.set_mm(this);
    payload.acquire();
    frame.tag = BusTag{0x3F};
    payload.set_extension(&frame);
    payload.set_command(tlm::TLM_READ_COMMAND);
    payload.set_data_ptr(bytes.data());
    payload.set_data_length(8);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }
  ~UnknownPayload() override { payload.clear_extension(&frame); }
  void free(tlm::tlm_generic_payload*) override {}

  std::array<std::uint8_t, 8> bytes{};
  model::BurstExtension frame;
  tlm::tlm_generic_payload payload;
};

class RogueTarget : public FourPhaseTarget {
 public:
  RogueTarget(const sc_core::sc_module_name& name, const TargetScript& script, Misdeed misdeed)
      : FourPhaseTarget(name, script), misdeed_(misdeed) {}

 private:
  tlm::tlm_sync_enum begin(Port& port, tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                           sc_core::sc_time& delay, const Schedule& schedule) override {
    if (misdeed_ != Misdeed::kCompletesAnswered || payload.is_read()) {
      return FourPhaseTarget::begin(port, payload, phase, delay, schedule);
    }
    port.ready.push_back(&payload);
    answer(port);
    return tlm::TLM_COMPLETED;
  }

  tlm::tlm_sync_enum respond(Port& port, tlm::tlm_generic_payload& payload) override {
    const tlm::tlm_sync_enum sync = FourPhaseTarget::respond(port, payload);
    if (misdeed_ == Misdeed::kAnswersTwice) {
      say(port.socket, payload, tlm::BEGIN_RESP);
    } else if (misdeed_ == Misdeed::kAnswersAgainLater) {
      at(sc_core::sc_time_stamp() + cycles(2),
         [&port, &payload] { say(port.socket, payload, tlm::BEGIN_RESP); });
    } else if (misdeed_ == Misdeed::kAnswersUnknown) {
      say(port.socket, unknown_.payload, tlm::BEGIN_RESP);
    } else if (misdeed_ == Misdeed::kAnswersElsewhere) {
      say(payload.is_read() ? write_socket() : read_socket(), payload, tlm::BEGIN_RESP);
    } else if (misdeed_ == Misdeed::kSaysBeginReq) {
      say(port.socket, payload, tlm::BEGIN_REQ);
    } else if (misdeed_ == Misdeed::kSaysSomethingElse) {
      say(port.socket, payload, something_else);
    }
    return sync;
  }

  void end_request(Port& port, tlm::tlm_generic_payload& payload) override {
    FourPhaseTarget::end_request(port, payload);
    if (misdeed_ == Misdeed::kEndsRequestTwice) {
      FourPhaseTarget::end_request(port, payload);
    }
  }

  static void say(tlm::tlm_target_socket<>& socket, tlm::tlm_generic_payload& payload,
                  tlm::tlm_phase phase) {
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    socket->nb_transport_bw(payload, phase, delay);
  }

  Misdeed misdeed_;
  UnknownPayload unknown_;
};

/// 4 tags, bursts of one beat of 8 bytes, answered writes; END_REQ by calls.
CaseBenchConfig rogue_config(Misdeed misdeed) {
  CaseBenchConfig config;
  config.queue_pairs = 2;
  config.engine.bus_width = 8;
  config.engine.max_read_burst = 8;
  config.engine.max_write_burst = 8;
  config.engine.slots = 4;
  config.engine.read_bursts = 4;
  config.engine.write_bursts = 4;
  config.engine.posted_writes = false;
  config.target.end_req_by_call = true;
  config.make_target = [misdeed](const sc_core::sc_module_name& name, const TargetScript& script) {
    return std::make_unique<RogueTarget>(name, script, misdeed);
  };
  return config;
}

int warnings() {
  return sc_core::sc_report_handler::get_count("/sgdma/bus/protocol_error", sc_core::SC_WARNING);
}

std::size_t take_violations(CaseBench& bench) {
  return bench.read_rules.take_violations().size() + bench.write_rules.take_violations().size();
}

/// A gather of 10 beats and a scatter of 10, on the rogue and beside it on a target that does no
/// wrong. `errors` of them are counted, and nothing else is different.
void expect_only_counted(Misdeed misdeed, std::uint64_t errors, int said) {
  CaseBench good("good", rogue_config(Misdeed::kNone));
  CaseBench bad("bad", rogue_config(misdeed));
  for (CaseBench* bench : {&good, &bad}) {
    bench->gather(1, 0, {{0x1000, 80}});
    bench->scatter(1, 1, {{0x2000, 80}});
  }
  run_benches();
  EXPECT_EQ(bad.engine.memory_bus.protocol_errors(), errors);
  EXPECT_EQ(good.engine.memory_bus.protocol_errors(), 0U);
  EXPECT_EQ(warnings(), said);
  EXPECT_TRUE(bad.done());
  EXPECT_EQ(bad.leaks(), "");
  EXPECT_EQ(bad.engine.gather_channel.channel().free_tags(), 4U);
  EXPECT_THAT(bad.cqes(), SizeIs(2));
  EXPECT_EQ(bad.log(), good.log());
  EXPECT_EQ(bad.payload().gathered(), good.payload().gathered());
  EXPECT_EQ(bad.memory(0x2000, 80), good.memory(0x2000, 80));
  EXPECT_EQ(take_violations(bad) > 0, errors > 0);
}

TEST(BusProtocol, C05_ResponseWithAnUnknownTagIsDropped) {
  expect_only_counted(Misdeed::kAnswersUnknown, 20, 2);
}

TEST(BusProtocol, C05_ResponseOnTheOtherSocketIsDropped) {
  expect_only_counted(Misdeed::kAnswersElsewhere, 20, 2);
}

TEST(BusProtocol, C06_SecondResponseIsDropped) {
  expect_only_counted(Misdeed::kAnswersTwice, 20, 2);
}

// The payload may serve another beat by then: it must not be taken for its answer.
TEST(BusProtocol, C06_ResponseToWhatIsOverIsDropped) {
  CaseBench bench("bench", rogue_config(Misdeed::kAnswersAgainLater));
  bench.gather(1, 0, {{0x1000, 8}});
  bench.scatter(1, 1, {{0x2000, 8}});
  run_benches();
  EXPECT_EQ(bench.engine.memory_bus.protocol_errors(), 2U);
  EXPECT_EQ(warnings(), 2);
  EXPECT_TRUE(bench.done());
  EXPECT_EQ(bench.leaks(), "");
  EXPECT_THAT(bench.cqes(), SizeIs(2));
  EXPECT_EQ(take_violations(bench), 2U);
}

TEST(BusProtocol, EndReqOfARequestThatHasEndedIsIgnored) {
  expect_only_counted(Misdeed::kEndsRequestTwice, 20, 2);
}

TEST(BusProtocol, CompletionOfWhatIsAnsweredIsIgnored) {
  CaseBench bench("bench", rogue_config(Misdeed::kCompletesAnswered));
  bench.scatter(1, 1, {{0x2000, 80}});
  run_benches();
  EXPECT_EQ(bench.engine.memory_bus.protocol_errors(), 10U);
  EXPECT_TRUE(bench.done());
  EXPECT_EQ(bench.leaks(), "");
  EXPECT_THAT(bench.cqes(), SizeIs(1));
  EXPECT_EQ(take_violations(bench), 10U);
}

TEST(BusProtocol, ForeignPhaseIsIgnored) { expect_only_counted(Misdeed::kSaysSomethingElse, 0, 0); }

TEST(BusProtocol, PhaseOfTheOtherDirectionIsAnErrorThatNamesTheSocket) {
  CaseBench bench("bench", rogue_config(Misdeed::kSaysBeginReq));
  bench.gather(1, 0, {{0x1000, 8}});
  try {
    run_benches();
    ADD_FAILURE() << "nothing is said";
  } catch (const sc_core::sc_report& report) {
    EXPECT_STREQ(report.get_msg_type(), "/sgdma/bus/illegal_phase");
    EXPECT_THAT(report.get_msg(), HasSubstr("bench.engine.memory_bus.read_socket"));
    EXPECT_THAT(report.get_msg(), HasSubstr("BEGIN_REQ"));
  }
  EXPECT_EQ(take_violations(bench), 1U);
}

}  // namespace
}  // namespace sgdma::test
