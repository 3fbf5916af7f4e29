// What the oracle says of targets that do not answer: a right stream, and wrong ones.
#include <functional>
#include <string>

#include <gtest/gtest.h>

#include "oracle_stream.h"

namespace sgdma::oracle_test {
namespace {

const CompletionTag kGather = tag(7, Side::kSendQueue, 0);
constexpr SlotIndex kSlot{2};
constexpr BusTag kTag{2};
constexpr Burst kBurst{0x40100, 32, 2};
constexpr Cycle kDriven = 12;
constexpr Cycle kTimeout = 20;

/// A gather of two beats, asked for at 12. The first moves at 13; of the second memory says
/// nothing.
Stream begun() {
  Stream stream;
  stream.engine.bus_timeout = kTimeout;
  stream.item(7, wqe(platform::WqeOpcode::kSend, {{0x10000, 32, RegionKey{1}}}));
  stream.run(raw(kSlot), transfer(kGather, Direction::kGather, {{0x40100, 32}}));
  return stream;
}

BeatEvent second_beat() {
  return {kSlot,  Direction::kGather, kGather, kTag, 1, true, {0x40110, 16, 16}, 16, 16, kDriven,
          nullptr};
}

QuarantineEvent held(std::uint32_t heard, bool over) {
  return {kSlot, Direction::kGather, kGather, kTag, kBurst, heard, kDriven + kTimeout, over};
}

/// It fails at `fault`.
Stream silent(Cycle fault = kDriven + kTimeout) {
  Stream stream = begun();
  const FreeEvent gone = stream.nth<FreeEvent>(0);
  stream.events.resize(stream.position<MovedBeat>(1));
  platform::ServedBeat& served = stream.nth<ServedEvent>(1).beat;
  served.answer_edge = kNever;
  InFlightEntry entry = gone.entry;
  entry.address = 0x40110;
  entry.remaining = 16;
  entry.cursor = 0;
  const FaultRecord record{0x40110, 0, 1, BusStatus::kTimeout};
  stream.now = fault;
  stream.add(FaultEvent{kSlot, entry, record});
  stream.add(held(1, false));
  stream.add(FreeEvent{kSlot, entry});
  stream.add(Completion{kGather, Direction::kGather, CompletionStatus::kGeneralErr, 16, record});
  stream.cqe(7, Side::kSendQueue, 0, platform::WqeOpcode::kSend, 0, CompletionStatus::kGeneralErr);
  return stream;
}

/// And the second beat comes at 50.
Stream late() {
  Stream stream = silent();
  stream.nth<ServedEvent>(1).beat.answer_edge = 50;
  stream.now = 50;
  stream.add(WastedBeat{second_beat()});
  stream.add(ResponseEvent{kSlot, Direction::kGather, kGather, kTag, 0x40100, BusStatus::kOkay});
  stream.add(held(2, true));
  return stream;
}

/// Moves the first beat of `stream`, and all that follows, later by so much.
void hold_back(Stream& stream, Cycle by) {
  for (std::size_t at = stream.position<MovedBeat>(0); at < stream.events.size(); ++at) {
    stream.events[at].cycle += by;
  }
}

/// Responses in any order. The first beat stays in the reorder buffer and moves at 40, behind the
/// deadline; the second can be seen from `answer` on, and moves at 41.
Stream buffered(Cycle answer) {
  Stream stream = begun();
  stream.engine.response_order = ResponseOrder::kAny;
  stream.nth<ServedEvent>(1).beat.answer_edge = answer;
  hold_back(stream, 27);
  stream.now = 41;
  stream.cqe(7, Side::kSendQueue, 0, platform::WqeOpcode::kSend, 32);
  return stream;
}

/// The same, and the second never comes: it fails at `fault`.
Stream silent_behind_buffer(Cycle fault) {
  Stream stream = silent(fault);
  stream.engine.response_order = ResponseOrder::kAny;
  stream.events[stream.position<MovedBeat>(0)].cycle = 40;
  return stream;
}

TEST(OracleSilence, KnowsARightEnd) {
  EXPECT_EQ(silent().play()->broken(), 0U) << text_of(*silent().play());
  EXPECT_EQ(late().play()->broken(), 0U) << text_of(*late().play());
}

// Two segments are the same 32 bytes. When the first one's burst has timed out, the other's is out
// too, two edges younger.
TEST(OracleSilence, TellsBurstsOfTheSameBytesApart) {
  const TransferRequest twice =
      transfer(kGather, Direction::kGather, {{0x40100, 32}, {0x40100, 32}});
  const BusTag other{1};
  Stream stream;
  stream.engine.bus_timeout = kTimeout;
  stream.item(7, wqe(platform::WqeOpcode::kSend,
                     {{0x10000, 32, RegionKey{1}}, {0x10000, 32, RegionKey{1}}}));
  stream.run(raw(kSlot), twice);
  stream.cut<MovedBeat>(0);
  stream.now = kDriven + 2;
  stream.add(BurstEvent{kSlot, Direction::kGather, kGather, other, 1, kBurst});
  stream.now = kDriven + kTimeout;
  const InFlightEntry entry = Stream::entry(twice, 0);
  const FaultRecord record{0x40100, 0, 0, BusStatus::kTimeout};
  stream.add(FaultEvent{kSlot, entry, record});
  stream.add(held(0, false));
  QuarantineEvent second = held(0, false);
  second.bus_tag = other;
  stream.add(second);
  stream.add(FreeEvent{kSlot, entry});
  stream.add(Completion{kGather, Direction::kGather, CompletionStatus::kGeneralErr, 0, record});
  stream.cqe(7, Side::kSendQueue, 0, platform::WqeOpcode::kSend, 0, CompletionStatus::kGeneralErr);
  EXPECT_EQ(stream.play()->broken(), 0U) << text_of(*stream.play());
}

TEST(OracleSilence, KnowsThatBufferedBeatsHideIt) {
  EXPECT_EQ(buffered(40).play()->broken(), 0U) << text_of(*buffered(40).play());
  EXPECT_EQ(silent_behind_buffer(40).play()->broken(), 0U)
      << text_of(*silent_behind_buffer(40).play());
}

TEST(OracleAnswers, PassOneAnEdge) {
  oracle::AnswerQueue queue;
  for (const Cycle edge : {12, 10, 10}) {
    queue.put(edge);
  }
  EXPECT_FALSE(queue.backlog(9));
  EXPECT_TRUE(queue.backlog(10));
  EXPECT_FALSE(queue.backlog(11));
  EXPECT_FALSE(queue.backlog(12));
  for (const Cycle edge : {14, 13, 13, 14}) {
    queue.put(edge);
  }
  EXPECT_TRUE(queue.backlog(13));
  EXPECT_TRUE(queue.backlog(15));
  EXPECT_FALSE(queue.backlog(16));
}

/// Write bursts of one beat, driven at 10, 11 and so on, whose answers can all be seen from
/// `answer` on. The last one times out at its deadline; returns how many checks that breaks.
std::uint64_t unfounded(std::uint32_t bursts, Cycle answer) {
  oracle::Limits limits;
  limits.slots = 4;
  limits.tags = {4, 4};
  limits.posted_writes = false;
  limits.bus_timeout = 10;
  oracle::SlotTable slots(limits.slots);
  oracle::ViolationLog log;
  oracle::SilenceChecker checker(limits, slots, log);
  oracle::BusOwner owner;
  for (std::uint32_t burst = 0; burst < bursts; ++burst) {
    owner = {SlotIndex{burst}, Direction::kScatter, tag(7, Side::kSendQueue, burst), BusTag{burst}};
    const std::uint64_t address = 0x40100 + 16 * burst;
    log.set_now(10 + burst);
    platform::ServedBeat served;
    served.write = true;
    served.framed = true;
    served.owner = owner.tag;
    served.slot = owner.slot;
    served.bus_tag = owner.bus_tag;
    served.beats = 1;
    served.answer_edge = answer;
    checker.on_served(served);
    checker.on_burst({owner, 0, address, 16, 1});
    log.set_now(11 + burst);
    checker.on_beat({owner, 0, true, address, 16, 0, 0, 0, 10 + burst, nullptr});
  }
  log.set_now(20 + bursts - 1);
  checker.on_timeout(owner, {0x40100 + 16 * (bursts - 1), 0, 0, BusStatus::kTimeout}, 0, 0);
  return log.broken();
}

// The last burst's deadline is at 20, 21 or 22.
TEST(OracleSilence, AnAnswerThatIsThereMayWaitForOthers) {
  EXPECT_EQ(unfounded(1, 21), 0U);  // not there yet
  EXPECT_EQ(unfounded(1, 20), 1U);  // there, and nothing else is
  EXPECT_EQ(unfounded(2, 21), 0U);  // one of the two passes at 21
  EXPECT_EQ(unfounded(2, 20), 1U);  // both have passed at 21
  EXPECT_EQ(unfounded(3, 21), 0U);  // two have passed at 22
  EXPECT_EQ(unfounded(3, 20), 1U);
  EXPECT_EQ(unfounded(3, 0), 0U);  // nothing is known
}

/// The run is cut at `end`, with the second beat behind a first that moves at 40.
std::size_t broken_at(Cycle end, bool moves) {
  Stream stream = buffered(kNever);
  stream.cut<MovedBeat>(moves ? 1 : 0);
  stream.final_state.drained = false;
  stream.final_state.cycles = end;
  const auto board = stream.play();
  EXPECT_EQ(find(*board, "silence_overlooked") != nullptr, !board->verified()) << text_of(*board);
  return board->broken();
}

TEST(OracleSilence, LooksAtTheEndOfARunForWhatIsMissing) {
  EXPECT_EQ(broken_at(39, false), 0U);
  EXPECT_EQ(broken_at(40, true), 0U);
  EXPECT_EQ(broken_at(41, true), 1U);
}

/// The region is deregistered at 40, and that is answered at `answer`; the late beat comes at 50.
Stream deregistered(Cycle answer) {
  Stream stream = silent();
  stream.nth<ServedEvent>(1).beat.answer_edge = 50;
  stream.now = 40;
  stream.control(ControlKind::kDeregister, 1, false);
  const auto answered = [&](bool now) {
    if (now) {
      stream.now = answer;
      stream.control(ControlKind::kDeregister, 1, true);
    }
  };
  answered(answer < 50);
  stream.now = 50;
  stream.add(WastedBeat{second_beat()});
  stream.add(ResponseEvent{kSlot, Direction::kGather, kGather, kTag, 0x40100, BusStatus::kOkay});
  stream.add(held(2, true));
  answered(answer >= 50);
  return stream;
}

TEST(OracleSilence, KnowsThatADeregistrationWaitsForQuarantine) {
  EXPECT_EQ(deregistered(50).play()->broken(), 0U) << text_of(*deregistered(50).play());
}

struct WrongSilence {
  const char* name;
  const char* check;
  std::function<Stream()> make;
};

void PrintTo(const WrongSilence& wrong, std::ostream* out) { *out << wrong.name; }

class WrongSilences : public testing::TestWithParam<WrongSilence> {};

TEST_P(WrongSilences, AreCaught) {
  const auto board = GetParam().make().play();
  EXPECT_FALSE(board->verified());
  EXPECT_NE(find(*board, GetParam().check), nullptr) << text_of(*board);
}

Stream changed(Stream stream, const std::function<void(Stream&)>& change) {
  change(stream);
  return stream;
}

INSTANTIATE_TEST_SUITE_P(
    , WrongSilences,
    testing::Values(
        WrongSilence{"Early", "silence_unfounded", [] { return silent(kDriven + kTimeout - 1); }},
        WrongSilence{"Late", "silence_unfounded", [] { return silent(kDriven + kTimeout + 1); }},
        WrongSilence{"TheAnswerWasThere", "silence_unfounded",
                     [] {
                       return changed(silent(), [](Stream& s) {
                         s.nth<ServedEvent>(1).beat.answer_edge = 14;
                       });
                     }},
        WrongSilence{"BehindTheBufferedOnesLate", "silence_unfounded",
                     [] { return silent_behind_buffer(41); }},
        WrongSilence{"BehindTheBufferedOnesOverlooked", "silence_overlooked",
                     [] { return buffered(41); }},
        WrongSilence{"AnotherBeat", "fault_record",
                     [] {
                       return changed(silent(), [](Stream& s) {
                         s.nth<FaultEvent>(0).fault.address = 0x40100;
                       });
                     }},
        WrongSilence{"Success", "status",
                     [] {
                       return changed(silent(), [](Stream& s) {
                         s.nth<Completion>(0).status = CompletionStatus::kSuccess;
                       });
                     }},
        WrongSilence{"ABusError", "status",
                     [] {
                       return changed(silent(), [](Stream& s) {
                         s.nth<Completion>(0).fault.status = BusStatus::kSlaveError;
                       });
                     }},
        WrongSilence{
            "NoQuarantine", "free_early",
            [] { return changed(silent(), [](Stream& s) { s.erase<QuarantineEvent>(0); }); }},
        WrongSilence{"NoFault", "quarantine",
                     [] { return changed(silent(), [](Stream& s) { s.erase<FaultEvent>(0); }); }},
        WrongSilence{"ItWasOverlooked", "silence_overlooked",
                     [] {
                       return changed(begun(), [](Stream& s) {
                         for (std::size_t at = s.position<MovedBeat>(1); at < s.events.size();
                              ++at) {
                           s.events[at].cycle += kTimeout;
                         }
                       });
                     }},
        WrongSilence{"TheLateBeatMoves", "beat_stray",
                     [] {
                       return changed(late(), [](Stream& s) {
                         s.events[s.position<WastedBeat>(0)].what =
                             MovedBeat{second_beat(), std::vector<std::uint8_t>(16)};
                       });
                     }},
        WrongSilence{"TheTagReturnsEarly", "quarantine",
                     [] {
                       return changed(late(), [](Stream& s) {
                         s.erase<ResponseEvent>(0);
                         s.erase<WastedBeat>(0);
                       });
                     }},
        WrongSilence{"ARegionGoesMeanwhile", "answer_early", [] { return deregistered(49); }},
        WrongSilence{"TheTagServesMeanwhile", "tag_reuse",
                     [] {
                       return changed(silent(), [](Stream& s) {
                         s.now = 40;
                         s.item(7, wqe(platform::WqeOpcode::kSend, {{0x10000, 32, RegionKey{1}}}));
                         s.run(2, transfer(tag(7, Side::kSendQueue, 1), Direction::kGather,
                                           {{0x40100, 32}}));
                         s.cqe(7, Side::kSendQueue, 1, platform::WqeOpcode::kSend, 32);
                       });
                     }}),
    [](const auto& instance) { return std::string(instance.param.name); });

}  // namespace
}  // namespace sgdma::oracle_test
