/// Beats of whole lines in the middle of bursts, which the oracle follows by comparisons with the
/// beat before, are checked as all others are.
#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "oracle/shadow_memory.h"
#include "oracle_stream.h"
#include "types/byte_pattern.h"

namespace sgdma::oracle_test {
namespace {

using platform::PacketOpcode;
using platform::WqeOpcode;

constexpr RegionKey kKey{1};
constexpr std::uint32_t kBeats = 8;
const CompletionTag kGather = tag(7, Side::kSendQueue, 0);
const CompletionTag kScatter = tag(9, Side::kReceiveQueue, 0);

/// A gather of 512 bytes from 0x40100 and a scatter of 512 bytes to 0x90100, each a burst of 8
/// lines.
Stream lines() {
  Stream stream;
  stream.engine.bus_width = 64;
  stream.engine.max_read_burst = 512;
  stream.engine.max_write_burst = 512;
  stream.item(9, wqe(WqeOpcode::kReceive, {{0x11000, 512, kKey}}));
  stream.item(7, wqe(WqeOpcode::kSend, {{0x10000, 512, kKey}}));
  stream.run(2, transfer(kGather, Direction::kGather, {{0x40100, 512}}));
  stream.cqe(7, Side::kSendQueue, 0, WqeOpcode::kSend, 512);
  stream.item(9, packet(PacketOpcode::kSend, 512));
  stream.run(1, transfer(kScatter, Direction::kScatter, {{0x90100, 512}}));
  stream.cqe(9, Side::kReceiveQueue, 0, WqeOpcode::kReceive, 512);
  return stream;
}

/// With work of no account before every beat that moves, so that each is looked at anew.
Stream looked_at_anew(const Stream& stream) {
  Stream watched = stream;
  watched.events.clear();
  for (const Event& event : stream.events) {
    if (std::holds_alternative<MovedBeat>(event.what)) {
      watched.now = event.cycle;
      watched.item(9, wqe(WqeOpcode::kReceive, {{0x11000, 512, kKey}}));
    }
    watched.events.push_back(event);
  }
  return watched;
}

/// Both ways find something, and the same.
void expect_found(const Stream& stream, const std::string& what) {
  const auto board = stream.play();
  const auto anew = looked_at_anew(stream).play();
  EXPECT_FALSE(board->verified()) << what;
  EXPECT_EQ(text_of(*board), text_of(*anew)) << what;
}

TEST(OracleLine, RightLinesAreRight) {
  EXPECT_EQ(lines().play()->broken(), 0U) << text_of(*lines().play());
  EXPECT_EQ(looked_at_anew(lines()).play()->broken(), 0U);
}

TEST(OracleLine, EveryFieldOfABeatThatMovedIsLookedAt) {
  const std::vector<std::function<void(BeatEvent&)>> wrongs = {
      [](BeatEvent& beat) { beat.slot = SlotIndex{3}; },
      [](BeatEvent& beat) { beat.direction = other(beat.direction); },
      [](BeatEvent& beat) { beat.tag.number ^= 4; },
      [](BeatEvent& beat) { beat.tag.part ^= 4; },
      [](BeatEvent& beat) { beat.bus_tag = BusTag{5}; },
      [](BeatEvent& beat) { ++beat.beat; },
      [](BeatEvent& beat) { --beat.beat; },
      [](BeatEvent& beat) { beat.last = !beat.last; },
      [](BeatEvent& beat) { beat.range.address ^= 64; },
      [](BeatEvent& beat) { beat.range.bytes -= 1; },
      [](BeatEvent& beat) { beat.range.offset += 64; },
      [](BeatEvent& beat) { beat.offset += 64; },
      [](BeatEvent& beat) { beat.offset -= 64; },
      [](BeatEvent& beat) { beat.remaining -= 64; },
      [](BeatEvent& beat) {
        beat.offset += 64;
        beat.remaining -= 64;
      },
      [](BeatEvent& beat) {
        beat.range.address += 64;
        beat.range.offset += 64;
      },
  };
  for (std::size_t wrong = 0; wrong < wrongs.size(); ++wrong) {
    for (std::uint32_t beat = 0; beat < 2 * kBeats; ++beat) {
      Stream stream = lines();
      wrongs[wrong](stream.nth<MovedBeat>(beat).event);
      expect_found(stream, "wrong " + std::to_string(wrong) + ", beat " + std::to_string(beat));
    }
  }
}

TEST(OracleLine, BeatsThatAreLeftOutOrRepeatedAreFound) {
  for (std::uint32_t beat = 0; beat < 2 * kBeats; ++beat) {
    Stream stream = lines();
    stream.repeat<MovedBeat>(beat);
    expect_found(stream, "repeated " + std::to_string(beat));
    stream = lines();
    stream.erase<MovedBeat>(beat);
    expect_found(stream, "left out " + std::to_string(beat));
  }
}

TEST(OracleLine, EveryByteIsLookedAt) {
  for (std::uint32_t beat = 0; beat < kBeats; ++beat) {
    for (std::uint32_t byte = 0; byte < 64; ++byte) {
      const std::string text = "the byte at offset " + std::to_string(64 * beat + byte) + " is";
      const auto expect_byte = [&](const Stream& stream, const char* check) {
        const auto board = stream.play();
        const oracle::Violation* violation = find(*board, check);
        ASSERT_NE(violation, nullptr) << check << ", byte " << byte << ": " << text_of(*board);
        EXPECT_EQ(violation->text.rfind(text, 0), 0U) << violation->text;
        EXPECT_EQ(board->broken(), 1U) << text_of(*board);
      };
      Stream stream = lines();
      stream.nth<MovedBeat>(beat).data[byte] ^= 0x10;
      expect_byte(stream, "payload_data");
      stream = lines();
      stream.nth<ServedEvent>(beat).data[byte] ^= 0x10;
      expect_byte(stream, "read_data");
      stream = lines();
      stream.nth<ServedEvent>(kBeats + beat).data[byte] ^= 0x10;
      expect_byte(stream, "write_data");
    }
  }
}

TEST(OracleLine, EveryFieldOfABeatThatMemoryServedIsLookedAt) {
  using platform::ServedBeat;
  const std::vector<std::function<void(ServedBeat&)>> wrongs = {
      [](ServedBeat& beat) { beat.write = !beat.write; },
      [](ServedBeat& beat) { beat.address ^= 64; },
      [](ServedBeat& beat) { beat.bytes -= 1; },
      [](ServedBeat& beat) { beat.cut = true; },
      [](ServedBeat& beat) { beat.framed = false; },
      [](ServedBeat& beat) { beat.page_list = true; },
      [](ServedBeat& beat) { beat.owner.number ^= 4; },
      [](ServedBeat& beat) { beat.slot = SlotIndex{3}; },
  };
  for (std::size_t wrong = 0; wrong < wrongs.size(); ++wrong) {
    for (std::uint32_t beat = 0; beat < 2 * kBeats; ++beat) {
      Stream stream = lines();
      wrongs[wrong](stream.nth<ServedEvent>(beat).beat);
      EXPECT_FALSE(stream.play()->verified()) << "wrong " << wrong << ", beat " << beat;
    }
  }
  for (std::uint32_t beat = 0; beat < kBeats; ++beat) {
    Stream stream = lines();
    ++stream.nth<ServedEvent>(beat).beat.beat;
    EXPECT_NE(find(*stream.play(), "beat_frame"), nullptr);
    stream = lines();
    stream.nth<ServedEvent>(beat).beat.status = BusStatus::kSlaveError;
    EXPECT_NE(find(*stream.play(), "beat_after_fault"), nullptr);
    stream = lines();
    stream.nth<ServedEvent>(beat).beat.bus_tag = BusTag{8};
    EXPECT_NE(find(*stream.play(), "tag_range"), nullptr);
  }
}

TEST(OracleLine, WhatHappensToTheTransferBetweenItsBeatsCounts) {
  for (const bool scatter : {false, true}) {
    const Stream good = lines();
    Stream at = good;
    const std::uint32_t beat = (scatter ? kBeats : 0) + 4;
    const std::size_t n = scatter ? 1 : 0;
    const BeatEvent moved = at.nth<MovedBeat>(beat).event;
    const Cycle edge = at.events[at.position<MovedBeat>(beat)].cycle;
    const auto expect_at = [](Cycle due, const Stream& stream, const char* check) {
      const auto board = stream.play();
      const oracle::Violation* violation = find(*board, check);
      ASSERT_NE(violation, nullptr) << check << ": " << text_of(*board);
      EXPECT_EQ(violation->cycle, due) << check << ": " << text_of(*board);
    };
    const GrantEvent granted = at.nth<GrantEvent>(n);
    const InFlightEntry entry = Stream::entry(granted.request, 256);
    BeatEvent wasted = moved;
    wasted.offset = 256;
    wasted.remaining = 256;
    const std::vector<std::pair<const char*, decltype(Event::what)>> between = {
        {"beat_stray", FreeEvent{moved.slot, entry}},
        {"beat_skipped", granted},
        {"beat_address", at.nth<BurstEvent>(n)},
        {"tag_unknown", ResponseEvent{moved.slot, moved.direction, moved.tag, moved.bus_tag,
                                      moved.range.address - moved.range.offset, BusStatus::kOkay}},
        {"beat_after_cut", WastedBeat{wasted}},
        {"beat_after_timeout",
         QuarantineEvent{moved.slot, moved.direction, moved.tag, moved.bus_tag,
                         at.nth<BurstEvent>(n).burst, 4, 0, false}},
    };
    for (const auto& [check, what] : between) {
      Stream stream = good;
      stream.insert_before<MovedBeat>(beat, what);
      expect_at(edge, stream, check);  // the very next beat
      expect_found(stream, check);
    }
    Stream stream = good;
    const TeardownEvent teardown{TeardownCause::kQueuePairReset, stream.engine.teardown.qp_reset};
    ASSERT_EQ(teardown.policy, TeardownPolicy::kFinishBeat);
    stream.insert_before<MovedBeat>(beat, TeardownOf{moved.slot, entry, teardown});
    stream.insert_before<TeardownOf>(
        0, ControlEvent{ControlKind::kQueuePairReset, false, moved.tag.qp, RegionKey{}});
    // A write beat that was out before the stop is taken.
    expect_at(edge + (scatter ? 1 : 0), stream, "beat_after_stop");
    expect_found(stream, "stop");
  }
}

TEST(OracleLine, AShadowPageHoldsWhatWasWrittenAndThePatternElsewhere) {
  oracle::ShadowMemory memory;
  oracle::PageHandle reader;
  oracle::PageHandle writer;
  std::map<std::uint64_t, std::uint8_t> right;
  std::mt19937 random(7);
  for (std::uint32_t round = 0; round < 4000; ++round) {
    const std::uint64_t page = 0x7000 + 0x1000 * (random() % 3);
    const std::uint32_t bytes = 1 + random() % 256;
    const std::uint64_t address = page + random() % (4096 - bytes + 1);
    if (round % 3 == 0) {
      std::uint8_t* to = memory.writable(writer, address, bytes);
      for (std::uint32_t byte = 0; byte < bytes; ++byte) {
        to[byte] = static_cast<std::uint8_t>(random());
        right[address + byte] = to[byte];
      }
    }
    std::vector<std::uint8_t> seen(bytes);
    memory.read(reader, address, seen.data(), bytes);
    for (std::uint32_t byte = 0; byte < bytes; ++byte) {
      const auto found = right.find(address + byte);
      const std::uint8_t expected =
          found != right.end() ? found->second : pattern_byte(kMemoryPattern, address + byte);
      ASSERT_EQ(seen[byte], expected) << "round " << round << ", byte " << byte;
    }
  }
  EXPECT_EQ(memory.pages(), 3U);
}

}  // namespace
}  // namespace sgdma::oracle_test
