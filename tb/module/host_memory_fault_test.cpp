// Host memory where fault rules strike: what it answers, what it moves, and when.
//
// The bus has a clock of 1 ns. A read that is valid at t is answered at t + 21 ns, a write at
// t + 8 ns.

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tlm_utils/simple_initiator_socket.h>

#include "model/burst_extension.h"
#include "platform/memory/host_memory.h"
#include "support/systemc/base_protocol_checker.h"

namespace sgdma::platform {
namespace {

using ::testing::ElementsAre;

constexpr std::uint8_t kUntouched = 0xEE;

sc_core::sc_time ns(double time) { return {time, sc_core::SC_NS}; }

/// A beat of the initiator's, with a burst of its own for each transfer.
struct TestBeat : tlm::tlm_generic_payload {
  std::array<std::uint8_t, 8> bytes{};
  model::BurstExtension frame;
};

/// Sends beats of transfers, numbered from 0, and notes what comes back.
class Initiator : public sc_core::sc_module, private tlm::tlm_mm_interface {
 public:
  tlm_utils::simple_initiator_socket<Initiator> read{"read"};
  tlm_utils::simple_initiator_socket<Initiator> write{"write"};

  explicit Initiator(const sc_core::sc_module_name& name) : sc_module(name) {
    using SC_CURRENT_USER_MODULE = Initiator;
    read.register_nb_transport_bw(this, &Initiator::answered);
    write.register_nb_transport_bw(this, &Initiator::answered);
    SC_METHOD(end_response);
    sensitive << end_;
    dont_initialize();
  }
  ~Initiator() override {
    for (TestBeat& beat : beats) beat.clear_extension(&beat.frame);
  }

  /// Beat `position` of `burst_beats` of the transfer, valid at `at`. Its bytes are those of
  /// `fill`.
  TestBeat& send(tlm::tlm_command command, std::uint32_t transfer, std::uint32_t position,
                 std::uint32_t burst_beats, const sc_core::sc_time& at, std::uint8_t fill) {
    TestBeat& beat = beats.emplace_back();
    beat.bytes.fill(fill);
    beat.frame.owner.number = transfer;
    beat.frame.slot = SlotIndex{transfer};
    beat.frame.burst = {std::uint64_t{0x1000} * (transfer + 1), 8 * burst_beats, burst_beats};
    beat.frame.beat = position;
    beat.set_mm(this);
    beat.set_extension(&beat.frame);
    beat.set_command(command);
    beat.set_address(beat.frame.burst.address + std::uint64_t{8} * position);
    beat.set_data_ptr(beat.bytes.data());
    beat.set_data_length(8);
    beat.set_streaming_width(8);
    beat.acquire();
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay = at - sc_core::sc_time_stamp();
    auto& socket = command == tlm::TLM_READ_COMMAND ? read : write;
    const tlm::tlm_sync_enum sync = socket->nb_transport_fw(beat, phase, delay);
    if (sync == tlm::TLM_COMPLETED) {
      note(beat, delay);
      beat.release();
    } else {
      accepted.push_back(phase == tlm::END_REQ ? name_of(beat, delay) : "?");
    }
    return beat;
  }

  std::vector<std::string> answers;   ///< "transfer.position@ns STATUS", in order of their calls
  std::vector<std::string> accepted;  ///< "transfer.position@ns": END_REQ of what is not answered
  std::uint32_t freed = 0;            ///< payloads that nobody holds any more
  sc_core::sc_time end_response_delay;
  std::deque<TestBeat> beats;

 private:
  static std::string name_of(const TestBeat& beat, const sc_core::sc_time& delay) {
    return std::to_string(beat.frame.owner.number) + "." + std::to_string(beat.frame.beat) + "@" +
           std::to_string((sc_core::sc_time_stamp() + delay).value() / ns(1).value());
  }
  void note(const TestBeat& beat, const sc_core::sc_time& delay) {
    answers.push_back(name_of(beat, delay) + (beat.is_response_ok() ? "" : " ") +
                      (beat.is_response_ok() ? "" : beat.get_response_string()));
  }
  tlm::tlm_sync_enum answered(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                              sc_core::sc_time& delay) {
    EXPECT_EQ(phase, tlm::BEGIN_RESP);
    note(static_cast<TestBeat&>(payload), delay);
    if (end_response_delay == sc_core::SC_ZERO_TIME) {
      payload.release();
      return tlm::TLM_COMPLETED;
    }
    ending_ = &payload;
    end_.notify(delay + end_response_delay);
    return tlm::TLM_ACCEPTED;
  }
  void end_response() {
    tlm::tlm_generic_payload& payload = *ending_;
    tlm::tlm_phase phase = tlm::END_RESP;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    (payload.is_read() ? read : write)->nb_transport_fw(payload, phase, delay);
    payload.release();
  }
  void free(tlm::tlm_generic_payload*) override { ++freed; }

  tlm::tlm_generic_payload* ending_ = nullptr;
  sc_core::sc_event end_;
};

class Monitor : public MemoryMonitor {
 public:
  void on_served(const ServedBeat& beat) override {
    seen.push_back(std::string(beat.write ? "write " : "read ") +
                   std::string(name_of(beat.status)));
    edges.push_back(beat.answer_edge);
  }
  std::vector<std::string> seen;
  std::vector<Cycle> edges;  ///< that can see their answers
};

class HostMemoryFaults : public ::testing::Test {
 protected:
  void start(std::vector<FaultRule> rules, HostMemoryConfig config = {}) {
    config.read_latency = Distribution(20'000);
    config.write_latency = Distribution(7'000);
    config.faults = std::move(rules);
    memory_.emplace("memory", config, 1000);
    memory_->set_monitor(&monitor_);
    initiator_.read.bind(read_rules_.from);
    read_rules_.to.bind(memory_->read_socket);
    initiator_.write.bind(write_rules_.from);
    write_rules_.to.bind(memory_->write_socket);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }
  static FaultRule rule(FaultAnswer answer, std::optional<std::uint32_t> beat = std::nullopt) {
    FaultRule rule;
    rule.answer = answer;
    rule.beat = beat;
    return rule;
  }
  static FaultRule silent(std::uint32_t transfer, std::uint32_t beat, Picoseconds late = 0) {
    FaultRule rule = HostMemoryFaults::rule(FaultAnswer::kSilent, beat);
    rule.number = transfer;
    rule.late = late;
    return rule;
  }
  /// A burst of `beats` beats, one a nanosecond from `at` on.
  void read(std::uint32_t transfer, std::uint32_t beats, double at) {
    for (std::uint32_t beat = 0; beat < beats; ++beat) {
      initiator_.send(tlm::TLM_READ_COMMAND, transfer, beat, beats, ns(at + beat), kUntouched);
    }
  }
  void write(std::uint32_t transfer, std::uint32_t beats, double at) {
    for (std::uint32_t beat = 0; beat < beats; ++beat) {
      initiator_.send(tlm::TLM_WRITE_COMMAND, transfer, beat, beats, ns(at + beat), 0x55);
    }
  }
  std::array<std::uint8_t, 8> contents(std::uint64_t address) {
    std::array<std::uint8_t, 8> bytes{};
    memory_->contents().read(address, bytes.data(), 8);
    return bytes;
  }

  Monitor monitor_;
  Initiator initiator_{"initiator"};
  test::BaseProtocolChecker read_rules_{"read_rules"};
  test::BaseProtocolChecker write_rules_{"write_rules"};
  std::optional<HostMemory> memory_;
};

TEST_F(HostMemoryFaults, AnErrorOnAReadBringsNoBytesAndTakesItsTime) {
  start({rule(FaultAnswer::kSlaveError, 1), rule(FaultAnswer::kDecodeError, 2)});
  read(0, 4, 0);
  EXPECT_THAT(initiator_.answers, ElementsAre("0.0@21", "0.1@22 TLM_GENERIC_ERROR_RESPONSE",
                                              "0.2@23 TLM_ADDRESS_ERROR_RESPONSE", "0.3@24"));
  EXPECT_EQ(initiator_.beats[0].bytes, contents(0x1000));
  EXPECT_THAT(initiator_.beats[1].bytes, testing::Each(kUntouched));
  EXPECT_THAT(initiator_.beats[2].bytes, testing::Each(kUntouched));
  EXPECT_EQ(initiator_.beats[3].bytes, contents(0x1018));
  EXPECT_THAT(monitor_.seen, ElementsAre("read OKAY", "read SLVERR", "read DECERR", "read OKAY"));
}

TEST_F(HostMemoryFaults, AnErrorOnAWriteWritesNothing) {
  start({rule(FaultAnswer::kSlaveError, 1)});
  const auto before = contents(0x1008);
  write(0, 3, 0);
  EXPECT_THAT(initiator_.answers,
              ElementsAre("0.0@8", "0.1@9 TLM_GENERIC_ERROR_RESPONSE", "0.2@10"));
  EXPECT_THAT(contents(0x1000), testing::Each(0x55));
  EXPECT_EQ(contents(0x1008), before);
  EXPECT_THAT(contents(0x1010), testing::Each(0x55));
  EXPECT_THAT(monitor_.seen, ElementsAre("write OKAY", "write SLVERR", "write OKAY"));
}

// The second beat of transfer 0 and what is behind it stay unanswered; transfer 1 is as if alone.
TEST_F(HostMemoryFaults, ASilentReadIsTakenServedAndNeverAnswered) {
  start({silent(0, 1)});
  read(0, 3, 0);
  read(1, 2, 3);
  sc_core::sc_start();
  EXPECT_THAT(initiator_.accepted, ElementsAre("0.1@1", "0.2@2"));
  EXPECT_THAT(initiator_.answers, ElementsAre("0.0@21", "1.0@24", "1.1@25"));
  EXPECT_EQ(monitor_.seen, std::vector<std::string>(5, "read OKAY"));
  EXPECT_EQ(initiator_.beats[1].get_ref_count(), 2);
  EXPECT_EQ(initiator_.freed, 3U);
  EXPECT_FALSE(sc_core::sc_pending_activity());
}

TEST_F(HostMemoryFaults, ASilentWriteIsTakenServedAndNeverAnswered) {
  start({silent(0, 1)});
  write(0, 2, 0);
  write(1, 1, 2);
  sc_core::sc_start();
  EXPECT_THAT(initiator_.accepted, ElementsAre("0.1@1"));
  EXPECT_THAT(initiator_.answers, ElementsAre("0.0@8", "1.0@10"));
  EXPECT_THAT(contents(0x1008), testing::Each(0x55));
  EXPECT_THAT(monitor_.seen, ElementsAre("write OKAY", "write OKAY", "write OKAY"));
  EXPECT_EQ(initiator_.freed, 2U);
}

// 0.1 would be answered at 22, and 0.2 at 23.
TEST_F(HostMemoryFaults, ALateReadIsAnsweredBehindOthers) {
  start({silent(0, 1, 100'000)});
  read(0, 3, 0);
  read(1, 2, 3);
  sc_core::sc_start();
  EXPECT_THAT(initiator_.answers, ElementsAre("0.0@21", "1.0@24", "1.1@25", "0.1@122", "0.2@123"));
  EXPECT_EQ(initiator_.beats[1].bytes, contents(0x1008));
  EXPECT_EQ(initiator_.freed, 5U);
}

// 0.0 would be answered at 8; transfer 1, which is less late, goes before it.
TEST_F(HostMemoryFaults, LateWritesAreAnsweredEachAtItsTime) {
  start({silent(0, 0, 50'000), silent(1, 0, 20'000)});
  write(0, 1, 0);
  write(1, 1, 1);
  write(2, 1, 2);
  EXPECT_THAT(contents(0x1000), testing::Each(0x55));
  sc_core::sc_start();
  EXPECT_THAT(initiator_.accepted, ElementsAre("0.0@0", "1.0@1"));
  EXPECT_THAT(initiator_.answers, ElementsAre("2.0@10", "1.0@29", "0.0@58"));
}

// A write a beat of which passes in 4 ns: 0.0 is taken at 1, 1.0 at 5 and 2.0 at 9, and answered 7
// ns later. END_REQ is one period before.
TEST_F(HostMemoryFaults, ASilentWriteTakesItsPlaceOnThePath) {
  HostMemoryConfig config;
  config.write_bandwidth = 16'000'000'000;
  start({silent(1, 0, 30'000)}, config);
  write(0, 1, 0);
  write(1, 1, 1);
  sc_core::sc_start(ns(4));
  write(2, 1, 5);
  sc_core::sc_start();
  EXPECT_THAT(initiator_.accepted, ElementsAre("1.0@4", "2.0@8"));
  EXPECT_THAT(initiator_.answers, ElementsAre("0.0@8", "2.0@16", "1.0@42"));
}

// Both are due at 71; END_RESP takes 5 ns.
// A word takes 2 ns: beats are ready at 1, 2 and 5, and taken at 1, 3 and 5; answers are valid 7 ns
// later, and edges see them behind that. The second is not taken by the next edge, the last is
// late.
TEST_F(HostMemoryFaults, TheMonitorKnowsWhenWritesAreAnswered) {
  HostMemoryConfig slow;
  slow.write_bandwidth = 32'000'000'000;
  start({silent(2, 0, 30'000)}, slow);
  write(0, 1, 0);
  write(1, 1, 1);
  write(2, 1, 4);
  sc_core::sc_start();
  EXPECT_THAT(initiator_.answers, ElementsAre("0.0@8", "1.0@10", "2.0@42"));
  EXPECT_THAT(monitor_.edges, ElementsAre(9, 11, 43));
}

TEST_F(HostMemoryFaults, LateAnswersWaitForEachOther) {
  start({silent(0, 0, 50'000), silent(1, 0, 49'000)});
  initiator_.end_response_delay = ns(5);
  read(0, 1, 0);
  read(1, 1, 1);
  sc_core::sc_start();
  EXPECT_THAT(initiator_.answers, ElementsAre("0.0@71", "1.0@76"));
  EXPECT_EQ(initiator_.freed, 2U);
}

/// Non-posted credits, of which there are enough: reads are answered by the completer. A burst is
/// there 20 ns after its last beat's request has been taken, and passes a beat a nanosecond.
class HostMemoryFaultsOfACompleter : public HostMemoryFaults {
 protected:
  static HostMemoryConfig config() {
    HostMemoryConfig config;
    config.non_posted_credits = 8;
    return config;
  }
};

TEST_F(HostMemoryFaultsOfACompleter, ErrorsComeInTheirTurn) {
  start({rule(FaultAnswer::kSlaveError, 1)}, config());
  read(0, 3, 0);
  sc_core::sc_start();
  EXPECT_THAT(initiator_.answers,
              ElementsAre("0.0@23", "0.1@24 TLM_GENERIC_ERROR_RESPONSE", "0.2@25"));
  EXPECT_THAT(initiator_.beats[1].bytes, testing::Each(kUntouched));
}

TEST_F(HostMemoryFaultsOfACompleter, ASilentBeatHoldsNothingElseBack) {
  start({silent(0, 1), silent(2, 0, 40'000)}, config());
  read(0, 3, 0);
  read(1, 2, 3);
  read(2, 2, 5);
  read(3, 1, 7);
  sc_core::sc_start();
  EXPECT_THAT(initiator_.answers,
              ElementsAre("0.0@23", "1.0@26", "1.1@27", "3.0@30", "2.0@68", "2.1@69"));
  EXPECT_EQ(initiator_.beats[1].get_ref_count(), 2);
  EXPECT_EQ(initiator_.freed, 6U);
}

TEST_F(HostMemoryFaults, BlockingCallsGetErrorsAndLateness) {
  FaultRule read_error = rule(FaultAnswer::kDecodeError);
  read_error.direction = Direction::kGather;
  FaultRule late_write = rule(FaultAnswer::kSilent);
  late_write.late = 30'000;
  late_write.limit = 1;
  start({read_error, late_write, rule(FaultAnswer::kSilent)});
  std::array<std::uint8_t, 8> bytes{};
  bytes.fill(kUntouched);
  tlm::tlm_generic_payload payload;
  payload.set_command(tlm::TLM_READ_COMMAND);
  payload.set_address(0x1000);
  payload.set_data_ptr(bytes.data());
  payload.set_data_length(8);
  payload.set_streaming_width(8);
  sc_core::sc_time delay;
  initiator_.read->b_transport(payload, delay);
  EXPECT_EQ(payload.get_response_status(), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_THAT(bytes, testing::Each(kUntouched));
  EXPECT_EQ(delay, ns(21));
  payload.set_command(tlm::TLM_WRITE_COMMAND);
  payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  delay = sc_core::SC_ZERO_TIME;
  initiator_.write->b_transport(payload, delay);
  EXPECT_EQ(payload.get_response_status(), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(delay, ns(8 + 30));
  payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  delay = sc_core::SC_ZERO_TIME;
  initiator_.write->b_transport(payload, delay);
  EXPECT_EQ(delay, ns(8));
}

TEST_F(HostMemoryFaults, DebugTransportIsNeverStruck) {
  start({rule(FaultAnswer::kSlaveError)});
  std::array<std::uint8_t, 8> bytes{};
  tlm::tlm_generic_payload payload;
  payload.set_command(tlm::TLM_READ_COMMAND);
  payload.set_address(0x1000);
  payload.set_data_ptr(bytes.data());
  payload.set_data_length(8);
  EXPECT_EQ(initiator_.read->transport_dbg(payload), 8U);
  EXPECT_EQ(bytes, contents(0x1000));
  EXPECT_EQ(memory_->faults().strikes(0), 0U);
}

TEST_F(HostMemoryFaults, ARuleIsArmedWhileMemoryWorks) {
  start({});
  read(0, 2, 0);
  FaultRule next;
  next.qp = QpNumber{0};
  next.limit = 1;
  memory_->faults().arm(next);
  read(1, 2, 2);
  EXPECT_THAT(initiator_.answers,
              ElementsAre("0.0@21", "0.1@22", "1.0@23 TLM_GENERIC_ERROR_RESPONSE", "1.1@24"));
}

}  // namespace
}  // namespace sgdma::platform
