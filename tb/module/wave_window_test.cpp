/// Which part of a run goes into a waveform, and with which clock.
#include "observe/wave/wave_window.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "observe/wave/clocked_wave.h"

namespace sgdma::observe {
namespace {

constexpr WaveScale kScale{-10, 10};  ///< ten units a cycle
constexpr SignalId kClock{0};
constexpr SignalId kLevel{1};

using Lines = std::vector<std::string>;

/// Writes down what it is told. A write takes ten bytes.
class FakeFile final : public WaveFile {
 public:
  void begin(WaveTime time, const std::vector<SignalValue>& values) override {
    lines.push_back("begin " + std::to_string(time) + " level=" + std::to_string(values[1].bits));
  }
  void write(WaveTime time, const SignalChange* first, std::size_t count) override {
    bytes_ += 10;
    std::string level;
    for (const SignalChange* change = first; change != first + count; ++change) {
      if (change->signal == kClock) {
        clock.push_back(std::to_string(time) + (change->value.bits == 1 ? " up" : " down"));
      } else {
        level = std::to_string(time) + " level=" + std::to_string(change->value.bits);
      }
    }
    if (!level.empty()) lines.push_back(level);
  }
  void close(WaveTime time) override { lines.push_back("close " + std::to_string(time)); }
  std::uint64_t bytes() const override { return bytes_; }

  Lines lines;
  Lines clock;

 private:
  std::uint64_t bytes_ = 0;
};

class WaveWindows : public testing::Test {
 protected:
  static void edge(WaveWindow& window, Cycle now, std::uint64_t level) {
    window.edge(now, {{kLevel, {level, true}}});
  }
  static std::vector<SignalValue> zeros() { return {{0, true}, {0, true}}; }

  FakeFile file_;
  ClockedWave wave_{file_, kScale, kClock, 0};
};

TEST_F(WaveWindows, TheWholeRunBeginsWithEdgeZero) {
  WaveWindow window(wave_, 0, kNever);
  window.start(zeros());
  edge(window, 2, 7);
  window.end(3);
  EXPECT_EQ(file_.lines, (Lines{"begin 0 level=0", "20 level=7", "close 40"}));
  // The clock rises with each edge, those without a change too, and falls half a period later.
  EXPECT_EQ(file_.clock,
            (Lines{"5 down", "10 up", "15 down", "20 up", "25 down", "30 up", "35 down"}));
}

TEST_F(WaveWindows, WhatEdgeZeroLeavesIsTheFirstValue) {
  WaveWindow window(wave_, 0, kNever);
  window.start(zeros());
  edge(window, 0, 4);
  edge(window, 1, 5);
  window.end(1);
  EXPECT_EQ(file_.lines, (Lines{"begin 0 level=4", "10 level=5", "close 20"}));
}

TEST_F(WaveWindows, FromAndToAreIncluded) {
  WaveWindow window(wave_, 3, 5);
  window.start(zeros());
  for (Cycle now = 1; now <= 8; ++now) edge(window, now, now);
  window.end(8);
  EXPECT_EQ(file_.lines, (Lines{"begin 30 level=3", "40 level=4", "50 level=5", "close 60"}));
}

TEST_F(WaveWindows, AWindowOpensBetweenEdgesWithTheValuesThatHold) {
  WaveWindow window(wave_, 3, 5);
  window.start(zeros());
  edge(window, 1, 9);
  edge(window, 4, 8);
  edge(window, 100, 1);
  EXPECT_TRUE(window.closed());
  EXPECT_EQ(file_.lines, (Lines{"begin 30 level=9", "40 level=8", "close 60"}));
}

TEST_F(WaveWindows, AWindowThatNothingHappensInIsWrittenAtTheEnd) {
  WaveWindow window(wave_, 3, 5);
  window.start(zeros());
  edge(window, 1, 9);
  window.end(4);
  EXPECT_EQ(file_.lines, (Lines{"begin 30 level=9", "close 50"}));
}

TEST_F(WaveWindows, ARunThatEndsBeforeTheWindowWritesNothing) {
  WaveWindow window(wave_, 30, 50);
  window.start(zeros());
  edge(window, 1, 9);
  window.end(29);
  EXPECT_EQ(file_.lines, Lines{});
  EXPECT_FALSE(wave_.begun());
}

TEST_F(WaveWindows, ATriggerKeepsTheMarginBeforeIt) {
  WaveWindow window(wave_, 2);
  window.start(zeros());
  for (Cycle now = 1; now <= 10; ++now) edge(window, now, now);
  EXPECT_EQ(file_.lines, Lines{});
  window.fire(10);
  window.release(10);
  for (Cycle now = 11; now <= 20; ++now) edge(window, now, now);
  EXPECT_TRUE(window.closed());
  EXPECT_EQ(file_.lines, (Lines{"begin 80 level=8", "90 level=9", "100 level=10", "110 level=11",
                                "120 level=12", "close 130"}));
}

TEST_F(WaveWindows, TheMarginCountsCyclesNotChanges) {
  WaveWindow window(wave_, 5);
  window.start(zeros());
  edge(window, 1, 1);
  edge(window, 50, 2);
  edge(window, 97, 3);
  window.edge(100, {});
  window.fire(100);
  window.end(101);
  EXPECT_EQ(file_.lines, (Lines{"begin 950 level=2", "970 level=3", "close 1020"}));
}

TEST_F(WaveWindows, WhatFiredLastsUntilItIsOver) {
  WaveWindow window(wave_, 1);
  window.start(zeros());
  edge(window, 3, 3);
  window.fire(3);
  edge(window, 50, 4);
  edge(window, 60, 5);
  window.release(60);
  edge(window, 61, 6);
  edge(window, 62, 7);
  EXPECT_EQ(file_.lines, (Lines{"begin 20 level=0", "30 level=3", "500 level=4", "600 level=5",
                                "610 level=6", "close 620"}));
}

TEST_F(WaveWindows, ATriggerBeforeItsMarginBeginsWithEdgeZero) {
  WaveWindow window(wave_, 100);
  window.start(zeros());
  edge(window, 1, 1);
  window.fire(1);
  window.end(2);
  EXPECT_EQ(file_.lines, (Lines{"begin 0 level=0", "10 level=1", "close 30"}));
}

TEST_F(WaveWindows, WithoutAMarginTheWindowIsOneCycle) {
  WaveWindow window(wave_, 0);
  window.start(zeros());
  edge(window, 4, 1);
  edge(window, 5, 2);
  window.fire(5);
  window.release(5);
  edge(window, 6, 3);
  EXPECT_EQ(file_.lines, (Lines{"begin 50 level=2", "close 60"}));
}

TEST_F(WaveWindows, ATriggerThatNeverFiresWritesNothing) {
  WaveWindow window(wave_, 3);
  window.start(zeros());
  for (Cycle now = 1; now <= 10; ++now) edge(window, now, now);
  window.end(10);
  EXPECT_EQ(file_.lines, Lines{});
}

TEST_F(WaveWindows, I11AFullFileIsClosedWithTheEdgeThatFilledIt) {
  ClockedWave wave(file_, kScale, kClock, 45);
  WaveWindow window(wave, 0, kNever);
  window.start(zeros());
  for (Cycle now = 1; now <= 10; ++now) edge(window, now, now);
  EXPECT_TRUE(window.closed());
  EXPECT_TRUE(wave.full());
  // Begin, and of edge 1 its rise and the fall before it: 20 bytes. Edge 2: 40. Edge 3: 60. The
  // last fall is part of the cycle that ends the file.
  EXPECT_EQ(file_.lines,
            (Lines{"begin 0 level=0", "10 level=1", "20 level=2", "30 level=3", "close 40"}));
  EXPECT_EQ(wave.last(), 3U);
}

TEST_F(WaveWindows, I11TheClockAloneFillsAFileToo) {
  ClockedWave wave(file_, kScale, kClock, 45);
  WaveWindow window(wave, 0, kNever);
  window.start(zeros());
  window.end(1'000'000'000);
  EXPECT_TRUE(wave.full());
  EXPECT_EQ(wave.last(), 3U);
}

}  // namespace
}  // namespace sgdma::observe
