/// The lookups of translation units that are under way.
#pragma once

#include <cstdint>
#include <queue>
#include <tuple>
#include <vector>

#include <boost/container/small_vector.hpp>

#include "core/translation/key_port.h"
#include "core/translation/line_walk.h"
#include "types/cycle.h"

namespace sgdma::core {

/// A unit is known by a small number, and is at hand when all of its lines are. Units are looked up
/// in the order in which they begin, line by line: one that finds no port or no miss slot waits,
/// and those behind it with it; one that misses does not hold up the others.
///
/// Timing: a unit that begins at n is at hand at the last of its lookups' edges. A lookup that is
/// answered is a copy: it is not told of an invalidation, and whoever drops a unit has to know.
class UnitLookups {
 public:
  /// `keys` outlives this.
  explicit UnitLookups(KeyPort& keys) : keys_(keys) {}

  /// Begins unit `id`. Whether it is at hand by edge `by`: then it is over, else `step` will say.
  /// Requires that the unit is not under way, and its regions not to be gone.
  bool begin(Cycle now, std::uint32_t id, const LineWalk& lines, Cycle by);
  /// Whether every unit is at hand at its own edge. Then `pass` serves instead of `begin`.
  bool always_at_hand() const { return keys_.always_at_hand(); }
  void pass(LineWalk lines) {
    for (; !lines.done(); lines.next()) {
      keys_.pass();
    }
  }
  /// The unit is not wanted any more. Changes nothing where it is not under way.
  void drop(std::uint32_t id);
  /// Calls `came(id, good)` for each unit that is at hand at edge `now`, or whose page list could
  /// not be read. `came` begins no unit.
  template <class Came>
  void step(Cycle now, Came came) {
    if (idle()) {
      return;
    }
    find_answered(now);
    for (const Over& over : over_) {
      came(over.id, over.good);
    }
    over_.clear();
  }

  /// First edge after `now` at which a unit may be at hand or go on, `kNever` if none is known.
  Cycle next_edge(Cycle now) const;
  bool idle() const { return open_ == 0; }

 private:
  struct Unit {
    bool open = false;
    bool failed = false;
    std::uint32_t generation = 0;
    LineWalk lines;
    Cycle ready = 0;  ///< edge of the last answer that is known
    boost::container::small_vector<KeyLookup, 1> awaited;  ///< answers that are not
  };
  struct Due {
    Cycle ready = 0;
    std::uint64_t order = 0;
    std::uint32_t id = 0;
    std::uint32_t generation = 0;
    bool operator>(const Due& other) const {
      return std::tie(ready, order) > std::tie(other.ready, other.order);
    }
  };
  struct Over {
    std::uint32_t id = 0;
    bool good = true;
  };

  /// Asks for lines until none is left; false where the cache has to be asked again.
  bool ask(KeyCache& cache, Unit& unit);
  /// Forgets a lookup whose answer is known; false where it is not.
  static bool take(KeyCache& cache, Unit& unit, KeyLookup lookup);
  /// All lines are asked for: the unit waits for its edge, or for the bus, or is over.
  void arrange(Cycle now, std::uint32_t id);
  void end(std::uint32_t id, bool good);
  void find_answered(Cycle now);

  KeyPort& keys_;
  std::vector<Unit> units_;
  std::vector<std::uint32_t> asking_;    ///< in order; the first was refused
  std::vector<std::uint32_t> awaiting_;  ///< for the bus
  std::priority_queue<Due, std::vector<Due>, std::greater<>> due_;
  std::vector<Over> over_;  ///< at this edge, in order
  std::uint64_t begun_ = 0;
  std::uint32_t open_ = 0;
  bool want_port_ = false;  ///< and that for want of a port
};

}  // namespace sgdma::core
