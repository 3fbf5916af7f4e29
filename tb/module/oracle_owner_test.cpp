// Whose cycles are, as a run says at its end, held against the events.

#include <vector>

#include <gtest/gtest.h>

#include "module/oracle_stream.h"

namespace sgdma::oracle_test {
namespace {

using oracle::OwnedCycles;
using platform::WqeOpcode;

constexpr RegionKey kKey{1};
constexpr QpNumber kSeven{7};
constexpr QpNumber kNine{9};
constexpr Direction kG = Direction::kGather;
constexpr Direction kS = Direction::kScatter;

// Places of causes in docs/results.md.
constexpr std::size_t kMoved = 0;
constexpr std::size_t kBusBackPressure = 1;
constexpr std::size_t kWaitingForMemory = 5;
constexpr std::size_t kKeyMiss = 7;
constexpr std::size_t kNoWork = 10;

/// Two beats of queue pair 7, then one of queue pair 9, both gathers, in 100 cycles.
class OracleOwner : public testing::Test {
 protected:
  OracleOwner() {
    send(kSeven, 0x10000, 0x40100, 32);
    send(kNine, 0x10100, 0x40200, 16);
    held_ = stream_.events[stream_.position<FreeEvent>(0)].cycle -
            stream_.events[stream_.position<GrantEvent>(0)].cycle;
    stream_.final_state.cycles = 100;
    at(kG, kSeven, kMoved) = 2;
    at(kG, kSeven, kWaitingForMemory) = held_ - 2;
    at(kG, kNine, kMoved) = 1;
    at(kG, kNine, kKeyMiss) = 7;
    at(kG, std::nullopt, kBusBackPressure) = 3;
    at(kG, std::nullopt, kNoWork) = 100 - held_ - 1 - 7 - 3;
    at(kS, std::nullopt, kNoWork) = 100;
  }

  Cycle& at(Direction direction, std::optional<QpNumber> qp, std::size_t cause) {
    for (OwnedCycles& owned : owned_) {
      if (owned.direction == direction && owned.qp == qp) {
        return owned.cycles[cause];
      }
    }
    owned_.push_back({qp, direction, std::vector<Cycle>(11)});
    return owned_.back().cycles[cause];
  }
  /// `check` is the only one that fails, or none where it is empty.
  void expect(std::string_view check, std::optional<QpNumber> qp = std::nullopt) {
    for (const Direction direction : {kG, kS}) {
      std::vector<Cycle> charged(11);
      for (const OwnedCycles& owned : owned_) {
        for (std::size_t cause = 0; owned.direction == direction && cause < 11; ++cause) {
          charged[cause] += owned.cycles[cause];
        }
      }
      stream_.final_state.charged[index_of(direction)] = charged;
    }
    play(check, qp);
  }
  void play(std::string_view check, std::optional<QpNumber> qp = std::nullopt) {
    stream_.final_state.owned = [this](const auto& tell) {
      for (const OwnedCycles& owned : owned_) tell(owned);
    };
    const auto board = stream_.play();
    if (check.empty()) {
      EXPECT_TRUE(board->verified()) << text_of(*board);
      return;
    }
    ASSERT_FALSE(board->violations().empty());
    for (const oracle::Violation& violation : board->violations()) {
      EXPECT_EQ(violation.check, check) << oracle::to_string(violation);
    }
    EXPECT_EQ(board->violations().front().place.qp, qp);
  }

  Stream stream_;
  std::vector<OwnedCycles> owned_;
  Cycle held_ = 0;  ///< edges at which queue pair 7 held a slot

 private:
  void send(QpNumber qp, std::uint64_t iova, std::uint64_t address, std::uint32_t bytes) {
    const CompletionTag its = tag(raw(qp), Side::kSendQueue, 0);
    stream_.item(raw(qp), wqe(WqeOpcode::kSend, {{iova, bytes, kKey}}));
    stream_.run(0, transfer(its, kG, {{address, bytes}}));
    stream_.cqe(raw(qp), Side::kSendQueue, 0, WqeOpcode::kSend, bytes);
  }
};

TEST_F(OracleOwner, MayBeRight) { expect(""); }

TEST_F(OracleOwner, OfABeatIsItsQueuePair) {
  --at(kG, kSeven, kMoved);
  ++at(kG, kNine, kMoved);
  --at(kG, kSeven, kWaitingForMemory);  // so that it holds its slot for long enough
  ++at(kG, std::nullopt, kNoWork);
  expect("stall_owner", kSeven);
}

TEST_F(OracleOwner, OfABeatIsNotNobody) {
  --at(kG, kSeven, kMoved);
  ++at(kG, std::nullopt, kMoved);
  expect("stall_owner", kSeven);
}

TEST_F(OracleOwner, InASlotHoldsOneThatLong) {
  ++at(kG, kSeven, kWaitingForMemory);
  --at(kG, std::nullopt, kNoWork);
  expect("stall_owner", kSeven);
}

TEST_F(OracleOwner, InASlotHoldsOneOfTheDirection) {
  ++at(kS, kSeven, kWaitingForMemory);
  --at(kS, std::nullopt, kNoWork);
  expect("stall_owner", kSeven);
}

TEST_F(OracleOwner, OfATransferThatGoesOnHoldsItsSlotToTheEnd) {
  stream_.cut<MovedBeat>(2);  // the only one of queue pair 9
  stream_.final_state.drained = false;
  stream_.final_state.cqes_written = false;
  const Cycle granted = stream_.events[stream_.position<GrantEvent>(1)].cycle;
  at(kG, kNine, kMoved) = 0;
  at(kG, kNine, kWaitingForMemory) = 100 - (granted + 1);
  at(kG, std::nullopt, kNoWork) = granted + 1 - held_ - 7 - 3;
  expect("");
  ++at(kG, kNine, kWaitingForMemory);
  --at(kG, std::nullopt, kNoWork);
  expect("stall_owner", kNine);
}

TEST_F(OracleOwner, OfNoWorkIsNobody) {
  ++at(kG, kNine, kNoWork);
  --at(kG, std::nullopt, kNoWork);
  expect("stall_owner", kNine);
}

TEST_F(OracleOwner, OfOtherCausesIsSomebody) {
  ++at(kG, std::nullopt, kKeyMiss);
  --at(kG, std::nullopt, kNoWork);
  expect("stall_owner");
}

TEST_F(OracleOwner, OfAScattersBackPressureIsSomebody) {
  ++at(kS, std::nullopt, kBusBackPressure);
  --at(kS, std::nullopt, kNoWork);
  expect("stall_owner");
}

TEST_F(OracleOwner, AllOfThemAddUp) {
  expect("");
  ++at(kG, kNine, kKeyMiss);
  play("stall_account");
}

}  // namespace
}  // namespace sgdma::oracle_test
