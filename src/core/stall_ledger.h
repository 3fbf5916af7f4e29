/// Where the cycles of both data channels went: by cause, and by the queue pair that owns them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <boost/unordered/unordered_flat_map.hpp>

#include "core/sparse_table.h"
#include "core/stall_account.h"
#include "types/cycle.h"
#include "types/direction.h"
#include "types/ids.h"

namespace sgdma::core {

/// A charge lasts from its edge up to the next one that differs: an edge that is charged like the
/// one before it costs a comparison. A queue pair has an account for each direction in which it has
/// owned a cycle, made with the first; the others have none.
///
/// Invariant: over all causes a direction's cycles add up to the edges charged, and for each cause
/// those of all queue pairs and of nobody to the direction's.
class StallLedger {
 public:
  explicit StallLedger(std::uint32_t queue_pairs);
  StallLedger(const StallLedger&) = delete;
  StallLedger& operator=(const StallLedger&) = delete;

  /// Edge `from` and those after it, up to the next call. Requires `from` not to go back.
  void charge(Direction direction, Cycle from, const Charge& charge) {
    if (key_of(charge) != runs_[index_of(direction)].key) {
      begin(direction, from, charge);
    }
  }

  /// The accounts over the edges before `cycles`, of which none has changed the charge since: of a
  /// direction,
  StallAccount of(Direction direction, Cycle cycles) const;
  /// what nobody owns of it,
  StallAccount of_nobody(Direction direction, Cycle cycles) const;
  /// and what a queue pair owns of it.
  StallAccount of(QpIndex qp, Direction direction, Cycle cycles) const;
  /// Calls `each(qp, direction)` for each account of a queue pair, in the order of their indices,
  /// gathers first.
  template <class Each>
  void for_each(Each each) const {
    owned_.for_each([&](std::uint32_t index, const Cells&) {
      each(QpIndex{index / kPlaces}, static_cast<Direction>(index % kPlaces));
    });
  }

 private:
  static constexpr std::uint32_t kPlaces = kDirections;  ///< of a queue pair

  /// For one comparison instead of two.
  static constexpr std::uint64_t key_of(const Charge& charge) {
    return std::uint64_t{static_cast<std::uint8_t>(charge.cause)} << 32U | raw(charge.owner);
  }
  /// By cause, what a queue pair owns in a direction, modulo 2^32: it never owns a cycle without
  /// work, and what goes beyond is carried. Of many queue pairs most own few cycles each.
  using Cells = std::array<std::uint32_t, kStallCauses - 1>;
  /// The last charge of a direction.
  struct Run {
    std::uint64_t key = key_of({});
    Charge charge;
    Cycle since = 0;
    Cells* cells = nullptr;  ///< the owner's; nobody has none
  };

  static std::uint64_t carry_of(std::uint32_t place, std::size_t cause) {
    return place * std::uint64_t{kStallCauses} + cause;
  }
  static std::uint32_t place(QpIndex qp, Direction direction) {
    return raw(qp) * kPlaces + static_cast<std::uint32_t>(direction);
  }
  [[gnu::noinline]] void begin(Direction direction, Cycle from, const Charge& charge);
  /// To what the owner of the run has.
  void add(Direction direction, const Run& run, Cycle cycles);
  /// `account`, of the last charge's owner or of all, and what has not been added to it.
  StallAccount until(StallAccount account, Direction direction, Cycle cycles) const;

  std::array<Run, kDirections> runs_;
  std::array<StallAccount, kDirections> all_;
  std::array<StallAccount, kDirections> nobodys_;
  SparseTable<Cells> owned_;  ///< by queue pair and direction
  /// Multiples of 2^32, by queue pair, direction and cause.
  boost::unordered_flat_map<std::uint64_t, Cycle> carried_;
};

}  // namespace sgdma::core
