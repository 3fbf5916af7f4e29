/// Beats that are told in rows are checked as they are when each edge is told by itself: the same
/// is found, at the same cycles and in the same order.
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "oracle_stream.h"

namespace sgdma::oracle_test {
namespace {

using platform::PacketOpcode;
using platform::WqeOpcode;

constexpr RegionKey kKey{1};
constexpr std::uint32_t kBeats = 8;
constexpr std::uint32_t kRow = kBeats - 1;

/// The parts of a gather of 512 bytes from 0x40100 and a scatter of 512 bytes to 0x90100, each a
/// burst of 8 lines, which move at the same edges.
struct Traffic {
  explicit Traffic(std::uint32_t word = 64) : width(word) {
    stream.engine.bus_width = word;
    stream.engine.max_read_burst = kBeats * word;
    stream.engine.max_write_burst = kBeats * word;
    const std::uint32_t bytes = kBeats * word;
    stream.item(9, wqe(WqeOpcode::kReceive, {{0x11000, bytes, kKey}}));
    stream.item(7, wqe(WqeOpcode::kSend, {{0x10000, bytes, kKey}}));
    stream.item(9, packet(PacketOpcode::kSend, bytes));
    stream.run(2, transfer(tag(7, Side::kSendQueue, 0), Direction::kGather, {{0x40100, bytes}}));
    stream.run(1,
               transfer(tag(9, Side::kReceiveQueue, 0), Direction::kScatter, {{0x90100, bytes}}));
    stream.cqe(7, Side::kSendQueue, 0, WqeOpcode::kSend, bytes);
    stream.cqe(9, Side::kReceiveQueue, 0, WqeOpcode::kReceive, bytes);
    for (std::uint32_t beat = 0; beat < kBeats; ++beat) {
      reads.push_back(stream.nth<ServedEvent>(beat));
      writes.push_back({stream.nth<ServedEvent>(kBeats + beat)});
    }
    for (const std::uint32_t direction : {0U, 1U}) {
      MovedRow& row = rows[direction];
      row.beats = kRow - direction;
      row.first = stream.nth<MovedBeat>(direction * kBeats).event;
      for (std::uint32_t beat = 0; beat < row.beats; ++beat) {
        const std::vector<std::uint8_t>& data =
            stream.nth<MovedBeat>(direction * kBeats + beat).data;
        row.data.insert(row.data.end(), data.begin(), data.end());
      }
    }
  }

  /// The whole run: the first seven beats of the gather, which move at the edges that drive the
  /// first seven of the scatter, in rows, or each by itself.
  Stream told(bool in_rows) const {
    Stream all = stream;
    all.events.clear();
    const auto copy = [&](std::size_t from, std::size_t to) {
      for (std::size_t at = from; at < to; ++at) all.add(stream.events[at].what);
    };
    // The items, and then post and grant of each.
    const std::size_t gather = stream.position<BurstEvent>(0);
    const std::size_t scatter = stream.position<BurstEvent>(1);
    all.now = 10;
    copy(0, gather);
    all.now = 20;
    copy(stream.position<TransferRequest>(1), scatter);
    all.now = 90;
    copy(gather, gather + 1);
    for (const ServedEvent& read : reads) all.add(read);
    all.now = 100;
    const Event burst = stream.events[scatter];
    if (in_rows) {
      tell_rows(all, burst);
    } else {
      tell_beats(all, burst);
    }
    all.now = 100 + kRow;
    copy(stream.position<MovedBeat>(kBeats - 1), stream.position<MovedBeat>(kBeats - 1) + 2);
    copy(stream.position<MovedBeat>(2 * kBeats - 2),
         stream.position<MovedBeat>(2 * kBeats - 2) + 1);
    for (const ServedEvent& write : writes[kRow]) all.add(write);
    ++all.now;
    copy(stream.position<MovedBeat>(2 * kBeats - 1),
         stream.position<MovedBeat>(2 * kBeats - 1) + 1);
    ++all.now;
    copy(stream.position<FreeEvent>(0), stream.position<FreeEvent>(0) + 2);
    copy(stream.position<FreeEvent>(1), stream.events.size());
    return all;
  }
  void tell_rows(Stream& all, const Event& burst) const {
    all.add(burst.what);
    all.add(RowAheadOf{rows[1].first.bus_tag, 0, kRow});
    for (std::uint32_t beat = 0; beat < kRow; ++beat) {
      for (const ServedEvent& write : writes[beat]) all.add(write);
    }
    ++all.now;
    all.add(rows[1]);
    --all.now;
    all.add(rows[0]);
  }
  void tell_beats(Stream& all, const Event& burst) const {
    std::vector<BeatEvent> next = {rows[0].first, rows[1].first};
    for (std::uint32_t beat = 0; beat < kRow; ++beat) {
      const auto from = rows[0].data.begin() + static_cast<std::ptrdiff_t>(beat * width);
      all.add(MovedBeat{next[0], {from, from + width}});
      next[0] = next_in_row(next[0], next[0].range.bytes);
      if (beat == 0) {
        all.add(burst.what);
      } else {
        all.add(MovedBeat{next[1], {}});
        next[1] = next_in_row(next[1], next[1].range.bytes);
      }
      for (const ServedEvent& write : writes[beat]) all.add(write);
      ++all.now;
    }
  }

  std::uint32_t width;
  Stream stream;
  std::vector<ServedEvent> reads;
  std::vector<std::vector<ServedEvent>> writes;  ///< at the edges that drive beats
  std::vector<MovedRow> rows{2};                 ///< gather, scatter
};

/// Rows and beats find the same, as many of the same checks are made, and something is found.
void expect_same(const Traffic& traffic, const std::string& what) {
  const auto rows = traffic.told(true).play();
  const auto beats = traffic.told(false).play();
  EXPECT_FALSE(beats->verified()) << what;
  EXPECT_EQ(text_of(*rows), text_of(*beats)) << what;
  EXPECT_EQ(rows->broken(), beats->broken()) << what;
  EXPECT_EQ(rows->checked(), beats->checked()) << what;
}

class OracleRow : public testing::TestWithParam<std::uint32_t> {};

TEST_P(OracleRow, RightRowsAreRight) {
  const Traffic traffic(GetParam());
  for (const bool in_rows : {false, true}) {
    const auto board = traffic.told(in_rows).play();
    EXPECT_EQ(board->broken(), 0U) << text_of(*board);
  }
  EXPECT_EQ(traffic.told(true).play()->checked(), traffic.told(false).play()->checked());
}

TEST_P(OracleRow, EveryByteIsLookedAt) {
  const Traffic good(GetParam());
  for (std::uint32_t beat = 0; beat < kBeats; ++beat) {
    for (std::uint32_t byte = 0; byte < GetParam(); ++byte) {
      const std::string what = "beat " + std::to_string(beat) + ", byte " + std::to_string(byte);
      Traffic bad = good;
      bad.writes[beat][0].data[byte] ^= 0x10;
      expect_same(bad, what + " written");
      bad = good;
      bad.reads[beat].data[byte] ^= 0x10;
      expect_same(bad, what + " read");
      if (beat < kRow) {
        bad = good;
        bad.rows[0].data[beat * GetParam() + byte] ^= 0x10;
        expect_same(bad, what + " moved");
        // With something wrong in the other direction, before, at or behind that edge.
        bad.writes[4][0].data[3] ^= 1;
        expect_same(bad, what + " moved, and one written");
      }
    }
  }
}

TEST_P(OracleRow, EveryFieldOfARowIsLookedAt) {
  const std::uint32_t word = GetParam();
  const std::vector<std::function<void(BeatEvent&)>> wrongs = {
      [](BeatEvent& beat) { beat.slot = SlotIndex{3}; },
      [](BeatEvent& beat) { beat.tag.number ^= 4; },
      [](BeatEvent& beat) { beat.tag.part ^= 4; },
      [](BeatEvent& beat) { beat.bus_tag = BusTag{5}; },
      [](BeatEvent& beat) { ++beat.beat; },
      [](BeatEvent& beat) { beat.last = true; },
      [](BeatEvent& beat) { beat.range.address ^= 64; },
      [](BeatEvent& beat) { beat.range.offset += 64; },
      [word](BeatEvent& beat) { beat.offset += word; },
      [](BeatEvent& beat) { beat.remaining -= 1; },
  };
  for (std::size_t wrong = 0; wrong < wrongs.size(); ++wrong) {
    for (const std::uint32_t direction : {0U, 1U}) {
      Traffic bad(word);
      wrongs[wrong](bad.rows[direction].first);
      expect_same(bad, "wrong " + std::to_string(wrong) + ", " + std::to_string(direction));
    }
  }
}

TEST_P(OracleRow, WhatMemoryServesAheadIsLookedAt) {
  using platform::ServedBeat;
  const std::uint32_t word = GetParam();
  const std::vector<std::function<void(ServedBeat&)>> wrongs = {
      [](ServedBeat& beat) { beat.address ^= 4096; },
      [word](ServedBeat& beat) { beat.address += word; },
      [word](ServedBeat& beat) { beat.address -= word; },
      [](ServedBeat& beat) { beat.bytes -= 1; },
      [](ServedBeat& beat) { beat.bytes += 1; },
      [](ServedBeat& beat) { beat.cut = true; },
      [](ServedBeat& beat) { beat.page_list = true; },
      [](ServedBeat& beat) { beat.owner.number ^= 4; },
      [](ServedBeat& beat) { beat.slot = SlotIndex{3}; },
      [](ServedBeat& beat) { beat.slot = SlotIndex{2}; },
      [](ServedBeat& beat) { beat.write = false; },
  };
  for (std::size_t wrong = 0; wrong < wrongs.size(); ++wrong) {
    for (std::uint32_t beat = 0; beat < kBeats; ++beat) {
      const std::string what = "wrong " + std::to_string(wrong) + ", beat " + std::to_string(beat);
      Traffic bad(word);
      bad.writes[beat][0].data.push_back(0);
      wrongs[wrong](bad.writes[beat][0].beat);
      expect_same(bad, what);
      if (beat > 0) {
        bad.writes[beat - 1].push_back(bad.writes[beat - 1][0]);
        expect_same(bad, what + ", and the one before twice");
      }
    }
  }
  for (std::uint32_t beat = 0; beat < kBeats; ++beat) {
    Traffic bad(word);
    bad.writes[beat].clear();
    expect_same(bad, "beat " + std::to_string(beat) + " not served");
    bad = Traffic(word);
    bad.writes[beat].push_back(bad.writes[beat][0]);
    expect_same(bad, "beat " + std::to_string(beat) + " served twice");
  }
}

TEST_P(OracleRow, BeatsThatMemoryHasNotServedAreFound) {
  for (std::uint32_t beat = 0; beat < kRow - 1; ++beat) {
    Traffic bad(GetParam());
    bad.reads.resize(beat);
    expect_same(bad, "read up to beat " + std::to_string(beat));
    EXPECT_NE(find(*bad.told(true).play(), "beat_unserved"), nullptr);
    bad = Traffic(GetParam());
    for (std::uint32_t late = beat; late < kBeats; ++late) bad.writes[late].clear();
    expect_same(bad, "written up to beat " + std::to_string(beat));
    EXPECT_NE(find(*bad.told(true).play(), "beat_unserved"), nullptr);
  }
}

INSTANTIATE_TEST_SUITE_P(Words, OracleRow, testing::Values(64U, 16U));

TEST(OracleRowTime, ARowThatComesTooLateIsFound) {
  for (const std::uint32_t direction : {0U, 1U}) {
    const Traffic traffic;
    Stream late = traffic.told(true);
    late.events[late.position<MovedRow>(direction)].cycle = 60;
    const auto board = late.play();
    EXPECT_NE(find(*board, "time"), nullptr) << text_of(*board);
  }
}

TEST(OracleRowTime, ARowAtAnEdgeOfTheRowBeforeIsFound) {
  for (const std::uint32_t direction : {0U, 1U}) {
    Stream twice = Traffic().told(true);
    twice.repeat<MovedRow>(direction);
    const auto board = twice.play();
    EXPECT_NE(find(*board, "time"), nullptr) << text_of(*board);
  }
}

}  // namespace
}  // namespace sgdma::oracle_test
