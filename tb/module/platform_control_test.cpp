#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <systemc>

#include "module/platform_bench.h"
#include "platform/qp_control.h"

namespace sgdma::platform::test {
namespace {

class Door : public ControlDoor {
 public:
  void ask_after(Cycle now, const ControlRequest& request) override {
    asked.push_back(std::to_string(now) + " " + std::string(name_of(request.kind)) + " " +
                    std::to_string(raw(request.number)));
  }
  std::vector<std::string> asked;
};

constexpr RegionKey kLaterKey{0x44};

BenchConfig with_later_region() {
  BenchConfig config;
  config.more_regions = {{"later", kLaterKey, 0, 4096, 4096, 0, {0x80000}, 15, false}};
  return config;
}

class PlatformControl : public ::testing::Test {
 protected:
  QpControl control(FailurePolicy policy) {
    return {{bench.queue_pairs, bench.regions, bench.intake, bench.cqes, door},
            policy,
            &bench.recorder};
  }
  static ControlRequest of(ControlKind kind, RegionKey key, std::uint32_t registration = 0) {
    ControlRequest request{kind};
    request.region = key;
    request.registration = registration;
    return request;
  }

  PlatformBench bench{with_later_region()};
  Door door;
};

TEST_F(PlatformControl, ADeregisteredKeyIsUnknownFromTheRequestOn) {
  QpControl control = this->control({});
  EXPECT_EQ(control.registration_of(kKey), RegionHandle{0});
  EXPECT_EQ(bench.give_one(wqe(WqeOpcode::kSend, {{0x100000, 100, kKey}})).segments[0].region,
            RegionHandle{0});
  control.on_begin(bench.now, of(ControlKind::kDeregister, kKey));
  EXPECT_EQ(control.registration_of(kKey), std::nullopt);
  EXPECT_TRUE(bench.give(wqe(WqeOpcode::kSend, {{0x100000, 100, kKey}})).empty());
  EXPECT_EQ(bench.recorder.rejects, std::vector<std::string>{"2 7.sq.1.0@0 LOC_PROT_ERR"});
  const IncomingPacket write =
      remote(packet(PacketOpcode::kWrite, PacketPosition::kOnly, 64), 0x100000, kKey, 64);
  EXPECT_TRUE(bench.give(write).empty());
  EXPECT_EQ(bench.recorder.rejects.back(), "3 7.responder.0.0@0 REM_ACCESS_ERR");
  control.on_answer(bench.now, of(ControlKind::kDeregister, kKey));
  EXPECT_EQ(control.registration_of(kKey), std::nullopt);
}

// The middle of a WRITE: its first packet was checked while the region was there.
TEST_F(PlatformControl, AMessageInProgressFailsWithItsNextPacket) {
  QpControl control = this->control({});
  bench.give_one(
      remote(packet(PacketOpcode::kWrite, PacketPosition::kFirst, 4096), 0x100000, kKey, 8192));
  control.on_begin(bench.now, of(ControlKind::kDeregister, kKey));
  EXPECT_TRUE(bench.give(packet(PacketOpcode::kWrite, PacketPosition::kLast, 4096)).empty());
  EXPECT_EQ(bench.recorder.rejects, std::vector<std::string>{"2 7.responder.0.1@0 REM_ACCESS_ERR"});
}

TEST_F(PlatformControl, ARegistrationIsThereFromTheRequestOn) {
  QpControl control = this->control({});
  EXPECT_TRUE(bench.give(wqe(WqeOpcode::kSend, {{0, 100, kLaterKey}})).empty());
  control.on_begin(bench.now, of(ControlKind::kRegister, kLaterKey, 0));
  EXPECT_EQ(control.registration_of(kLaterKey), RegionHandle{3});
  const TransferRequest request = bench.give_one(wqe(WqeOpcode::kSend, {{0, 100, kLaterKey}}));
  EXPECT_EQ(request.segments[0].address, 0x80000U);
  EXPECT_EQ(request.segments[0].region, RegionHandle{3});
}

TEST_F(PlatformControl, ARegistrationUnderAKeyInUseIsReported) {
  QpControl control = this->control({});
  control.on_begin(bench.now, of(ControlKind::kRegister, kLaterKey, 0));
  try {
    control.on_begin(bench.now, of(ControlKind::kRegister, kLaterKey, 0));
    FAIL() << "nothing was reported";
  } catch (const sc_core::sc_report& report) {
    EXPECT_STREQ(report.get_msg_type(), kKeyInUse);
    EXPECT_NE(std::string(report.get_msg()).find("0x44"), std::string::npos);
  }
}

// A READ request cuts a SEND off, whose receive fails: its own gather is handed over all the same,
// in both parts, before the queue pair is in ERR.
TEST_F(PlatformControl, AFailureWaitsForWhatItsItemHasBegun) {
  bench.config.target.max_transfer = 64;
  PlatformBench small(bench.config);
  QpControl control({small.queue_pairs, small.regions, small.intake, small.cqes, door},
                    {true, Deregistration::kWait}, &small.recorder);
  small.cqes.set_failure_listener(&control);
  small.give(wqe(WqeOpcode::kReceive, {{0x100000, 8192, kKey}}));
  const TransferRequest send =
      small.give_one(packet(PacketOpcode::kSend, PacketPosition::kFirst, 4096));
  const IncomingPacket read =
      remote(packet(PacketOpcode::kReadRequest, PacketPosition::kOnly, 0), 0x100000, kKey, 100);
  const std::vector<TransferRequest> parts = small.give(read);
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(small.intake.state(QpIndex{0}), QpState::kError);
  EXPECT_EQ(door.asked, std::vector<std::string>{"3 qp_error 7"});
  small.finish(send, CompletionStatus::kWrFlushErr);
  for (const TransferRequest& part : parts) small.finish(part, CompletionStatus::kWrFlushErr);
  EXPECT_EQ(small.new_cqes(), std::vector<std::string>{"7.rq.0 REM_INV_REQ_ERR 0"});
}

struct FailureCase {
  FailurePolicy policy;
  CompletionStatus status;
  bool error;
};

class RegionFailure : public PlatformControl, public ::testing::WithParamInterface<FailureCase> {};

TEST_P(RegionFailure, BringsItsQueuePairIntoErrorUnderForceErrorOrOnFailure) {
  QpControl control = this->control(GetParam().policy);
  bench.cqes.set_failure_listener(&control);
  const TransferRequest request = bench.give_one(wqe(WqeOpcode::kSend, {{0x100000, 100, kKey}}));
  bench.finish(request, GetParam().status);
  const bool error = bench.intake.state(QpIndex{0}) == QpState::kError;
  EXPECT_EQ(error, GetParam().error);
  EXPECT_EQ(door.asked,
            error ? std::vector<std::string>{"2 qp_error 7"} : std::vector<std::string>{});
}

INSTANTIATE_TEST_SUITE_P(
    PlatformControl, RegionFailure,
    ::testing::Values(
        FailureCase{{false, Deregistration::kForceError}, CompletionStatus::kLocProtErr, true},
        FailureCase{{false, Deregistration::kForceError}, CompletionStatus::kRemAccessErr, true},
        FailureCase{{false, Deregistration::kForceError}, CompletionStatus::kGeneralErr, false},
        FailureCase{{false, Deregistration::kForceError}, CompletionStatus::kWrFlushErr, false},
        FailureCase{{false, Deregistration::kFence}, CompletionStatus::kLocProtErr, false},
        FailureCase{{true, Deregistration::kFence}, CompletionStatus::kLocProtErr, true},
        FailureCase{{true, Deregistration::kWait}, CompletionStatus::kGeneralErr, true}));

}  // namespace
}  // namespace sgdma::platform::test
