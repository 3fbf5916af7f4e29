/// A hand-made stream of engine, platform and memory events for tests of the oracle: right as it is
/// built, made wrong by the test, then played to a scoreboard.
///
/// One region: key 1, IOVA 0x10000, 0x3000 bytes with first-byte offset 0x100, on the pages
/// 0x40000, 0x90000, 0x91000, 0x20000. Queue pairs 7 and 9. Bus words of 16 bytes, bursts of at
/// most 64 (read) and 32 bytes (write), 4 slots.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "oracle/scoreboard.h"
#include "types/byte_pattern.h"

namespace sgdma::oracle_test {

struct RejectEvent {
  CompletionTag tag;
  CompletionStatus status{};
};
struct GrantEvent {
  SlotIndex slot{};
  InFlightEntry entry;
  TransferRequest request;
};
struct FaultEvent {
  SlotIndex slot{};
  InFlightEntry entry;
  FaultRecord fault;
};
struct FreeEvent {
  SlotIndex slot{};
  InFlightEntry entry;
};
struct MovedBeat {
  BeatEvent event;
  std::vector<std::uint8_t> data;
};
/// Beats in a row, as `Observer::on_row` has them.
struct MovedRow {
  BeatEvent first;
  std::uint32_t beats = 0;
  std::vector<std::uint8_t> data;  ///< of all of them
};
struct RowAheadOf {
  BusTag tag{};
  std::uint32_t beat = 0;
  std::uint32_t beats = 0;
};
struct WastedBeat {
  BeatEvent event;
};
struct ServedEvent {
  platform::ServedBeat beat;
  std::vector<std::uint8_t> data;
};

struct TeardownOf {
  SlotIndex slot{};
  InFlightEntry entry;
  TeardownEvent event;
};
struct Registered {
  RegionHandle handle{};
  std::uint32_t listed = 0;
};
struct StateEvent {
  QpNumber qp{};
  platform::QpState state{};
};

struct Event {
  Cycle cycle = 0;
  std::variant<platform::WorkItem, RejectEvent, platform::CompletionQueueEntry, TransferRequest,
               GrantEvent, BurstEvent, MovedBeat, WastedBeat, ResponseEvent, FaultEvent, FreeEvent,
               Completion, ServedEvent, ControlEvent, TeardownOf, Registered, StateEvent,
               QuarantineEvent, MovedRow, RowAheadOf>
      what;
};

/// Builds right events, in order of time.
class Stream {
 public:
  Stream();

  // What the test may change before it plays.
  EngineConfig engine;
  platform::TargetConfig target;
  std::vector<platform::Region> regions;
  std::vector<platform::QueuePair> queue_pairs;
  std::vector<Event> events;
  oracle::FinalState final_state;
  Cycle now = 10;

  void add(decltype(Event::what) what) { events.push_back({now, std::move(what)}); }
  void item(std::uint32_t qp,
            std::variant<platform::WorkQueueElement, platform::IncomingPacket> work);
  void reject(const CompletionTag& tag, CompletionStatus status) { add(RejectEvent{tag, status}); }
  void post(const TransferRequest& request) { add(request); }
  void grant(std::uint32_t slot, const TransferRequest& request);
  /// All bytes, the end and the completion. `fault_at` is the offset of a beat that memory refuses.
  void move(std::uint32_t slot, const TransferRequest& request, std::uint32_t fault_at = kNoFault);
  /// Post, grant and move, each at an edge of its own.
  void run(std::uint32_t slot, const TransferRequest& request, std::uint32_t fault_at = kNoFault);
  void pass(const TransferRequest& request);
  void cqe(std::uint32_t qp, Side side, std::uint32_t number, platform::WqeOpcode opcode,
           std::uint32_t bytes, CompletionStatus status = CompletionStatus::kSuccess);

  void control(ControlKind kind, std::uint32_t key, bool answered) {
    add(ControlEvent{kind, answered, {}, RegionKey{key}});
  }
  /// The entry of a transfer of one segment of which so much has moved.
  static InFlightEntry entry(const TransferRequest& request, std::uint32_t moved);
  /// Puts an event at the edge of event `n` of a kind, before it.
  template <class Kind>
  void insert_before(std::size_t n, decltype(Event::what) what) {
    const std::size_t at = position<Kind>(n);
    events.insert(events.begin() + static_cast<std::ptrdiff_t>(at),
                  Event{events[at].cycle, std::move(what)});
  }
  /// Drops event `n` of a kind and all that follow, and goes on from its edge.
  template <class Kind>
  void cut(std::size_t n) {
    const std::size_t at = position<Kind>(n);
    now = events[at].cycle;
    events.resize(at);
  }

  /// Event `n` (from 0) of one kind, and its position.
  template <class Kind>
  std::size_t position(std::size_t n) const {
    for (std::size_t at = 0; at < events.size(); ++at) {
      if (std::holds_alternative<Kind>(events[at].what) && n-- == 0) {
        return at;
      }
    }
    ADD_FAILURE() << "the stream has no such event";
    return 0;
  }
  template <class Kind>
  Kind& nth(std::size_t n) {
    return std::get<Kind>(events[position<Kind>(n)].what);
  }
  template <class Kind>
  void erase(std::size_t n) {
    events.erase(events.begin() + static_cast<std::ptrdiff_t>(position<Kind>(n)));
  }
  template <class Kind>
  void repeat(std::size_t n) {
    const std::size_t at = position<Kind>(n);
    events.insert(events.begin() + static_cast<std::ptrdiff_t>(at), events[at]);
  }

  /// Plays everything to a new scoreboard, and finishes.
  std::unique_ptr<oracle::Scoreboard> play() const;

  static constexpr std::uint32_t kNoFault = ~std::uint32_t{0};

 private:
  struct Moving;
  bool burst(Moving& moving);

  std::map<std::uint64_t, std::uint8_t> memory_;
  std::map<std::uint32_t, std::array<std::uint8_t, 8>> atomic_results_;  ///< by queue pair number
};

/// Work of every kind, in few words.
platform::WorkQueueElement wqe(platform::WqeOpcode opcode,
                               std::vector<platform::ScatterGatherEntry> sges);
platform::IncomingPacket packet(
    platform::PacketOpcode opcode, std::uint32_t bytes,
    platform::PacketPosition position = platform::PacketPosition::kOnly);
/// With RETH: region 1.
platform::IncomingPacket reth(platform::IncomingPacket packet, std::uint64_t iova,
                              std::uint32_t length);
CompletionTag tag(std::uint32_t qp, Side side, std::uint32_t number, std::uint32_t part = 0,
                  bool last = true);
TransferRequest transfer(const CompletionTag& tag, Direction direction,
                         const std::vector<Segment>& segments);

/// All violations as text, for messages.
std::string text_of(const oracle::Scoreboard& board);
/// Whether the violations hold `check` with this tag.
const oracle::Violation* find(const oracle::Scoreboard& board, std::string_view check);

}  // namespace sgdma::oracle_test
