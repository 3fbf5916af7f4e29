#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "module/platform_bench.h"

namespace sgdma::platform::test {
namespace {

/// Random work of one queue pair, finished in random order, against a plain list of all of it.
class RandomOrder : public testing::TestWithParam<std::uint32_t> {
 protected:
  struct Transfer {
    TransferRequest request;
    bool scatters = false;  ///< holds back receives: a scatter, or an atomic as a whole
    bool done = false;
  };

  std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(random_()) % bound; }

  void hand_over(const TransferRequest& request) {
    transfers_.push_back(
        {request, request.direction == Direction::kScatter || request.atomic_granule.has_value(),
         false});
  }

  /// A message of one to three packets of 8 bytes; `opcode` is SEND or WRITE.
  void message(PacketOpcode opcode) {
    const std::uint32_t packets = 1 + below(3);
    const bool immediate = opcode == PacketOpcode::kSend || below(2) == 0;
    for (std::uint32_t i = 0; i < packets; ++i) {
      const bool first = i == 0;
      const bool last = i + 1 == packets;
      const PacketPosition position =
          first ? (last ? PacketPosition::kOnly : PacketPosition::kFirst)
                : (last ? PacketPosition::kLast : PacketPosition::kMiddle);
      IncomingPacket item = remote(packet(opcode, position, 8), 0x100000, kKey, 8 * packets);
      item.immediate = last && immediate;
      hand_over(bench_.give_one(item));
      if (item.immediate) {
        receive_ends_.push_back(transfers_.size());
      }
      maybe_respond();
    }
    if (receive_ends_.size() == posted_receives_) {
      post_receive();
    }
  }

  /// READ responses come between the packets of requests.
  void maybe_respond() {
    if (reads_left_ == 0 || below(2) == 0) {
      return;
    }
    if (read_packets_ == 0) {
      read_packets_ = 4;
    }
    const PacketPosition position = read_packets_ == 4   ? PacketPosition::kFirst
                                    : read_packets_ == 1 ? PacketPosition::kLast
                                                         : PacketPosition::kMiddle;
    hand_over(bench_.give_one(packet(PacketOpcode::kReadResponse, position, 8)));
    if (--read_packets_ == 0) {
      --reads_left_;
    }
  }

  void post_receive() {
    bench_.give(wqe(WqeOpcode::kReceive, {{0x100000, 24, kKey}}));
    ++posted_receives_;
  }

  void one_piece_of_work() {
    switch (below(5)) {
      case 0: message(PacketOpcode::kSend); break;
      case 1: message(PacketOpcode::kWrite); break;
      case 2:
        hand_over(bench_.give_one(
            remote(packet(PacketOpcode::kFetchAdd, PacketPosition::kOnly, 0), 0x100008, kKey, 0)));
        break;
      case 3:
        bench_.give(wqe(WqeOpcode::kRead, {{0x100000, 32, kKey}}));
        ++reads_left_;
        break;
      default: hand_over(bench_.give_one(wqe(WqeOpcode::kSend, {{0x100000, 8, kKey}}))); break;
    }
  }

  void finish_one() {
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < transfers_.size(); ++i) {
      if (!transfers_[i].done) {
        open.push_back(i);
      }
    }
    if (open.empty()) {
      return;
    }
    Transfer& chosen = transfers_[open[below(static_cast<std::uint32_t>(open.size()))]];
    bench_.finish(chosen.request);
    if (chosen.request.atomic_granule && chosen.request.direction == Direction::kGather) {
      chosen.request = PlatformBench::scatter_of(chosen.request);
    } else {
      chosen.done = true;
    }
  }

  std::size_t receives_due() const {
    std::size_t done_in_front = 0;
    while (done_in_front < transfers_.size() &&
           (!transfers_[done_in_front].scatters || transfers_[done_in_front].done)) {
      ++done_in_front;
    }
    return static_cast<std::size_t>(
        std::count_if(receive_ends_.begin(), receive_ends_.end(),
                      [done_in_front](std::size_t end) { return end <= done_in_front; }));
  }

  PlatformBench bench_;
  std::mt19937 random_{GetParam()};
  std::vector<Transfer> transfers_;  ///< in the order in which they were handed over
  std::vector<std::size_t>
      receive_ends_;  ///< transfers that each receive waits for, from the first on
  std::size_t posted_receives_ = 0;
  std::uint32_t reads_left_ = 0;
  std::uint32_t read_packets_ = 0;  ///< of the read in progress, still to come
};

TEST_P(RandomOrder, ReceivesWaitForEarlierScattersAndNothingElse) {
  post_receive();
  for (int step = 0; step < 600; ++step) {
    if (below(3) == 0) {
      one_piece_of_work();
    } else {
      finish_one();
    }
    ASSERT_EQ(bench_.cqes.counters().receives_completed, receives_due())
        << "seed " << GetParam() << " step " << step;
  }
  std::uint32_t next_send = 0;
  std::uint32_t next_receive = 0;
  for (const Recorder::Cqe& cqe : bench_.recorder.cqes) {
    std::uint32_t& next = cqe.entry.side == Side::kSendQueue ? next_send : next_receive;
    ASSERT_EQ(cqe.entry.number, next++) << "seed " << GetParam();
    ASSERT_EQ(cqe.entry.status, CompletionStatus::kSuccess) << "seed " << GetParam();
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomOrder, testing::Range(1U, 21U));

}  // namespace
}  // namespace sgdma::platform::test
