/// What the channels see of the host memory bus.
#pragma once

#include <cstdint>

#include "core/burst.h"
#include "types/bus_status.h"
#include "types/completion_tag.h"
#include "types/cycle.h"
#include "types/ids.h"

namespace sgdma::core {

/// A burst as it goes out, with what frames it for burst-aware targets.
struct BusBurst {
  BusTag tag{};
  SlotIndex slot{};
  CompletionTag owner;
  Burst burst;
  bool page_list = false;  ///< a line of a page list: of no transfer
};

/// A read beat that is valid on the bus.
struct ReadBeat {
  BusTag tag{};
  std::uint32_t beat = 0;
  BusStatus status = BusStatus::kOkay;
  const std::uint8_t* data = nullptr;  ///< the beat's bytes; valid until `release`
  std::uint32_t handle = 0;            ///< of the bus, for `release`
};

/// The answer to a write burst: the worst status of its beats.
struct WriteResponse {
  BusTag tag{};
  BusStatus status = BusStatus::kOkay;
  std::uint32_t beat = 0;  ///< the first beat with that status
};

/// Requests, write beats and responses of one engine.
///
/// Timing: what is driven at edge n is valid from n and accepted at n + 1 at the earliest. What the
/// other side drives at time t is seen at the first edge strictly after t. At most one read
/// request, one write beat, one read beat and one write response pass an edge.
class ReadBus {
 public:
  ReadBus() = default;
  ReadBus(const ReadBus&) = delete;
  ReadBus& operator=(const ReadBus&) = delete;
  virtual ~ReadBus() = default;

  /// Drives a read request at edge `now`. Requires the one before to be accepted.
  virtual void drive_read(Cycle now, const BusBurst& burst) = 0;
  /// Whether the request driven last is accepted by edge `now`.
  virtual bool read_accepted(Cycle now) = 0;
  /// The read beat that is valid at edge `now` and stands first, or nullptr. What is pointed to
  /// stays as it is until the beat is taken.
  const ReadBeat* peek_read(Cycle now) const { return first_edge_ <= now ? first_ : nullptr; }
  /// Takes that beat. Its data stay readable until `release`.
  virtual void take_read(Cycle now) = 0;
  virtual void release(std::uint32_t handle) = 0;
  /// Takes that beat and releases it at once.
  virtual void finish_read(Cycle now) = 0;
  /// How many beats stand one after the other like the first, which counts: of its burst, each a
  /// bus word further and valid an edge later. Requires that there is a first.
  std::uint32_t read_row() const { return row_; }
  /// `finish_read` for that many of them, at consecutive edges of which `last` is the last.
  virtual void finish_row(Cycle last, std::uint32_t beats) = 0;
  /// First edge after `now` at which an acceptance or a beat can be seen, or `kNever` as far as is
  /// known.
  virtual Cycle next_read_edge(Cycle now) const = 0;

 protected:
  /// The beat that stands first, and the first edge that sees it; `kNever`: there is none. `row` as
  /// `read_row` has it, or less.
  void show_read(const ReadBeat* beat, Cycle edge, std::uint32_t row) {
    first_ = beat;
    first_edge_ = edge;
    row_ = row;
  }
  const ReadBeat* shown_read() const { return first_; }
  Cycle shown_from() const { return first_edge_; }

 private:
  const ReadBeat* first_ = nullptr;
  Cycle first_edge_ = kNever;
  std::uint32_t row_ = 0;
};

/// The write half.
class WriteBus {
 public:
  WriteBus() = default;
  WriteBus(const WriteBus&) = delete;
  WriteBus& operator=(const WriteBus&) = delete;
  virtual ~WriteBus() = default;

  /// The beats that are driven from now on are those of `burst`. Requires all beats of the burst
  /// before to be driven.
  virtual void begin_write(const BusBurst& burst) = 0;
  /// Room for the bytes of the beat that is driven next, `beat_range(...).bytes` of them, and
  /// behind it for those of the burst's other beats.
  std::uint8_t* write_buffer() {
    if (room_ == nullptr) {
      make_room();
    }
    return room_;
  }
  /// Drives beat `beat` of the burst at edge `now`, with the bytes that stand in the buffer.
  /// Requires the beat before to be accepted. True where it is certain already that the next edge
  /// sees it accepted: then `write_accepted` is not asked.
  virtual bool drive_write(Cycle now, std::uint32_t beat, const BeatRange& range) = 0;
  /// As `drive_write`, of a beat that moves nothing: no byte of it is enabled.
  virtual bool drive_cut(Cycle now, std::uint32_t beat, const BeatRange& range) = 0;
  /// Whether a beat that follows one of which `drive_write` was certain is accepted at once too,
  /// and nobody else learns of it: then beats may be driven in a row.
  virtual bool takes_rows() const = 0;
  /// `drive_write` for `beats` beats of the burst from `beat` on, which cover `range` and what
  /// follows it, at edges from `now` on. Their bytes stand in the buffer one after the other.
  /// Requires `takes_rows()`.
  virtual void drive_row(Cycle now, std::uint32_t beat, const BeatRange& range,
                         std::uint32_t beats) = 0;
  /// Whether the beat driven last is accepted by edge `now`.
  virtual bool write_accepted(Cycle now) = 0;
  /// The write response that is valid at edge `now` and stands first, or nullptr.
  const WriteResponse* peek_response(Cycle now) const {
    return first_edge_ <= now ? first_ : nullptr;
  }
  /// The first edge that sees it; `kNever` as far as is known.
  Cycle response_edge() const { return first_edge_; }
  virtual void take_response(Cycle now) = 0;
  /// First edge after `now` at which an acceptance or a response can be seen, or `kNever` as far as
  /// is known.
  virtual Cycle next_write_edge(Cycle now) const = 0;

 protected:
  /// Gives `room_` a value, where it has none.
  virtual void make_room() = 0;
  /// As `ReadBus::show_read`.
  void show_response(const WriteResponse* response, Cycle edge) {
    first_ = response;
    first_edge_ = edge;
  }

  std::uint8_t* room_ = nullptr;  ///< for the beat that is driven next

 private:
  const WriteResponse* first_ = nullptr;
  Cycle first_edge_ = kNever;
};

}  // namespace sgdma::core
