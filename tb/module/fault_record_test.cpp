// The fault record of a completion, where host memory strikes several beats of one transfer: words
// of 8 bytes, bursts of four from 0x1000 on.

#include <vector>

#include <gtest/gtest.h>
#include <systemc>

#include "module/platform_bench.h"
#include "platform/platform.h"

namespace sgdma::platform::test {
namespace {

struct Completions : Observer {
  void on_completion(Cycle, const Completion& completion) override { seen.push_back(completion); }
  std::vector<Completion> seen;
};

class FaultRecordTest : public testing::Test {
 protected:
  void strike(std::uint32_t beat, FaultAnswer answer) {
    FaultRule rule;
    rule.beat = beat;
    rule.answer = answer;
    config_.memory.faults.push_back(rule);
  }

  /// The completion of a receive of 64 bytes, in two bursts.
  Completion scatter() {
    config_.engine.bus_width = 8;
    config_.engine.max_write_burst = 32;
    config_.engine.posted_writes = false;
    config_.queue_pairs.push_back({});
    Region region{"r", kKey, 0, 0x2000, 4096, 0, {0, 0x1000}, access::kLocalWrite};
    config_.regions.push_back(region);
    WorkQueueElement receive;
    receive.opcode = WqeOpcode::kReceive;
    receive.sges.push_back({0x1000, 64, kKey});
    IncomingPacket send;
    send.bytes = 64;
    ListStream stream;
    stream.add({0, QpIndex{0}, receive});
    stream.add({0, QpIndex{0}, send});
    Platform platform("platform", config_, stream, nullptr);
    Completions completions;
    platform.engine.watch() = {&completions, nullptr, nullptr};
    sc_core::sc_start();
    EXPECT_TRUE(platform.done());
    EXPECT_EQ(completions.seen.size(), 1U);
    return completions.seen.empty() ? Completion{} : completions.seen.front();
  }

  static void expect_fault(const Completion& completion, std::uint64_t address, std::uint32_t beat,
                           BusStatus status) {
    EXPECT_EQ(completion.status, CompletionStatus::kGeneralErr);
    EXPECT_EQ(completion.bytes, 64U);
    EXPECT_EQ(completion.fault.address, address);
    EXPECT_EQ(completion.fault.beat, beat);
    EXPECT_EQ(completion.fault.status, status);
  }

 private:
  PlatformConfig config_;
};

TEST_F(FaultRecordTest, D02_TheFirstOfTwoBurstsCounts) {
  strike(2, FaultAnswer::kSlaveError);
  strike(5, FaultAnswer::kDecodeError);
  expect_fault(scatter(), 0x1010, 2, BusStatus::kSlaveError);
}

/// A burst has one answer: the worst of its beats', and the first beat that has it.
TEST_F(FaultRecordTest, OfOneBurstTheWorstCounts) {
  strike(1, FaultAnswer::kSlaveError);
  strike(2, FaultAnswer::kDecodeError);
  strike(3, FaultAnswer::kDecodeError);
  expect_fault(scatter(), 0x1010, 2, BusStatus::kDecodeError);
}

}  // namespace
}  // namespace sgdma::platform::test
