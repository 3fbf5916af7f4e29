/// State of those queue pairs that have had work.
#pragma once

#include <cstdint>

#include "core/element_pool.h"
#include "core/sparse_table.h"
#include "types/ids.h"

namespace sgdma::platform {

/// While a queue pair has something under way, it has a `State`. Between, where the state `rests()`
/// and more than a few are in use, all that is kept of it is its `memory()`, some bytes, and the
/// state serves the next queue pair that wakes. So the states that are in use follow what is under
/// way, not how many queue pairs have ever worked; one that has never worked costs next to nothing
/// (see SparseTable).
///
/// `State` has a type `Memory`, `bool rests() const`, `Memory memory() const`, and `void
/// recall(const Memory&)`, which makes the state that had the memory of any that rests.
template <class State>
class QpTable {
 public:
  using Memory = typename State::Memory;
  static constexpr std::size_t kFew = 64;

  explicit QpTable(std::size_t queue_pairs) : places_(static_cast<std::uint32_t>(queue_pairs)) {}

  /// The state of `qp`, which is woken where it rests. Stays valid until the next `settle`.
  /// Requires `qp` to be in range.
  State& operator[](QpIndex qp) {
    const Place& place = places_[raw(qp)];
    return place.state != nullptr ? *place.state : wake(qp);
  }
  /// To be called when the state of `qp` has been used: it may rest.
  void settle(QpIndex qp) {
    if (states_.in_use() <= kFew) {
      return;
    }
    Place* place = places_.find(raw(qp));
    if (place != nullptr && place->state != nullptr && place->state->rests()) {
      place->memory = place->state->memory();
      states_.give_back(place->handle);
      place->state = nullptr;
    }
  }

  /// The state of `qp` if it does not rest, or nullptr.
  const State* awake(QpIndex qp) const {
    const Place* place = places_.find(raw(qp));
    return place == nullptr ? nullptr : place->state;
  }
  /// What is kept of `qp` in any case; that of a new one where it has had no work.
  Memory memory(QpIndex qp) const {
    const State* state = awake(qp);
    if (state != nullptr) {
      return state->memory();
    }
    const Place* place = places_.find(raw(qp));
    return place == nullptr ? Memory{} : place->memory;
  }

  /// Calls `each(qp)` for all that have had work, in the order of their indices.
  template <class Each>
  void for_each(Each each) const {
    places_.for_each([&](std::uint32_t qp, const Place&) { each(QpIndex{qp}); });
  }

 private:
  struct Place {
    Memory memory;
    std::uint32_t handle = 0;  ///< of the state
    State* state = nullptr;    ///< nullptr: it rests
  };

  [[gnu::noinline]] State& wake(QpIndex qp) {
    Place& place = places_[raw(qp)];
    place.handle = states_.take();
    place.state = &states_[place.handle];
    place.state->recall(place.memory);
    return *place.state;
  }

  core::SparseTable<Place> places_;
  core::ElementPool<State> states_;
};

}  // namespace sgdma::platform
