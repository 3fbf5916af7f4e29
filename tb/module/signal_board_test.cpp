/// What an edge's settings come to as changes.
#include "observe/signals/signal_board.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace sgdma::observe {
namespace {

class SignalBoards : public testing::Test {
 protected:
  /// The changes of an edge as "name=bits", or "name=z".
  std::vector<std::string> edge() {
    std::vector<std::string> texts;
    for (const SignalChange& change : board_.take_changes()) {
      texts.push_back(board_.table().signal(change.signal).name + "=" +
                      (change.value.driven ? std::to_string(change.value.bits) : "z"));
    }
    return texts;
  }

  using Texts = std::vector<std::string>;

  SignalBoard board_;
  ScopeId top_ = board_.add_scope(std::nullopt, "top");
  SignalId level_ = board_.add(top_, "level", 8);
  SignalId valid_ = board_.add_bit(top_, "valid");
  SignalId address_ = board_.add(top_, "address", 64);
  BundleId beat_ = board_.add_bundle(valid_);
};

TEST_F(SignalBoards, I05AnEdgeKeepsTheLastOfSeveralValues) {
  board_.set(level_, 3);
  board_.set(level_, 5);
  EXPECT_EQ(edge(), Texts{"level=5"});
  board_.set(level_, 9);
  board_.set(level_, 5);
  EXPECT_EQ(edge(), Texts{});
}

TEST_F(SignalBoards, I06EverySignalHasAValueBeforeTheFirstEdge) {
  ASSERT_EQ(board_.values().size(), 3U);
  EXPECT_FALSE(board_.values()[0].driven);
  EXPECT_TRUE(board_.values()[1].driven);  // a bit says no from the beginning
  EXPECT_EQ(board_.values()[1].bits, 0U);
}

TEST_F(SignalBoards, AValueThatIsThereIsNoChange) {
  board_.set(level_, 1);
  EXPECT_EQ(edge(), Texts{"level=1"});
  board_.set(level_, 1);
  EXPECT_EQ(edge(), Texts{});
  board_.release(level_);
  EXPECT_EQ(edge(), Texts{"level=z"});
  board_.release(level_);
  EXPECT_EQ(edge(), Texts{});
}

TEST_F(SignalBoards, AStrobeLastsOneEdge) {
  board_.strobe(beat_);
  board_.set(address_, 0x1000);
  EXPECT_EQ(edge(), (Texts{"valid=1", "address=4096"}));
  EXPECT_EQ(edge(), (Texts{"valid=0", "address=z"}));
  EXPECT_EQ(edge(), Texts{});
}

TEST_F(SignalBoards, AStrobeThatIsRepeatedStays) {
  board_.strobe(beat_);
  board_.set(address_, 0x1000);
  edge();
  board_.strobe(beat_);
  board_.set(address_, 0x1008);
  EXPECT_EQ(edge(), Texts{"address=4104"});
  board_.strobe(beat_);
  board_.set(address_, 0x1008);
  board_.strobe(beat_);
  EXPECT_EQ(edge(), Texts{});
  EXPECT_EQ(edge(), (Texts{"valid=0", "address=z"}));
}

TEST_F(SignalBoards, ADrivenBundleStaysUntilItIsReleased) {
  board_.validate(beat_);
  board_.set(address_, 0x40);
  EXPECT_EQ(edge(), (Texts{"valid=1", "address=64"}));
  EXPECT_EQ(edge(), Texts{});
  board_.release(beat_);
  EXPECT_EQ(edge(), (Texts{"valid=0", "address=z"}));
}

}  // namespace
}  // namespace sgdma::observe
