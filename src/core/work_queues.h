/// One queue of work per queue pair, and which heads are eligible.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <boost/container/small_vector.hpp>
#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>

#include "core/index_heap.h"
#include "core/request_pool.h"
#include "core/slot_arbiter.h"
#include "core/sparse_table.h"
#include "core/translation/first_units.h"
#include "core/watch.h"
#include "types/cycle.h"
#include "types/engine_config.h"
#include "types/ids.h"

namespace sgdma::core {

/// A queue pair shows one head, to the arbiter of the head's direction, while the head is eligible:
///  - fewer than `slots_per_qp` slots are held by the queue pair;
///  - a responder's gather or atomic: no scatter of the queue pair is in flight;
///  - an atomic: its granule is not locked, and no earlier part of it is in flight;
///  - a transfer of zero length, or one that is flushed or refused: nothing of the queue pair is in
///    flight;
///  - others: the address of the first unit is at hand;
///  - the queue pair is not held.
///
/// A queue pair that has nothing queued and nothing in flight, and of which nothing is asked, has
/// no state here, but for a few: 2^20 of them cost what those that work cost.
///
/// Timing: what happens at an edge changes eligibility from the next edge on; `settle` makes it so
/// and is called once, at the end of the edge.
class WorkQueues {
 public:
  WorkQueues(const EngineConfig& config, SlotArbiter& arbiter, FirstUnits& first_units,
             const Watch& watch);

  /// A request for intake to fill. It is not in a queue yet.
  QueuedRequest& acquire() { return pool_.acquire(); }
  /// A request that was not filled after all.
  void give_back(QueuedRequest& request) { pool_.release(request); }
  /// Appends a filled request to its queue pair's queue.
  void append(QueuedRequest& request);

  /// The queue pair won: its head leaves the queue and is in flight (unless it is of zero length).
  QueuedRequest& take_head(QpIndex qp);
  /// The transfer of `request` has finished and the request is given back. `failed` when an
  /// atomic's gather found no value to go on with.
  void finish(QueuedRequest& request, bool failed);

  /// Queue pair RESET: what is queued is gone, and no head is shown before `release`.
  void reset(QpIndex qp) { reset(queue_of(qp)); }
  void release(QpIndex qp) { release(queue_of(qp)); }
  /// The same for all queue pairs.
  void reset_all();
  void release_all();
  /// Queue pair ERR: what is queued, and what comes, is flushed: it takes a turn and no slot. Ends
  /// with the next `reset`.
  void flush(QpIndex qp);
  bool flushes(QpIndex qp) const { return state_of(qp).flushing; }
  /// What is queued and touches the region is refused. Costs a step for each request.
  void refuse(RegionHandle region);
  /// The first unit of a queued request is at hand, or will not be.
  void key_came(const QueuedRequest& request) { mark_changed(queue_of(request.request.qp)); }
  std::uint32_t depth(QpIndex qp) const { return state_of(qp).depth; }
  /// Transfers of the queue pair in slots.
  std::uint32_t in_flight(QpIndex qp) const { return state_of(qp).slots; }
  std::uint32_t queue_pairs() const { return queues_.indices(); }
  /// Queue pairs that have state here.
  std::uint32_t busy() const { return queues_.size(); }

  /// Makes the edge's changes visible to the arbiter.
  void settle() {
    if (!changed_.empty()) {
      refresh_changed();
    }
  }

  /// Queue pairs by the edge at which intake took their heads.
  using HeadsByAge = IndexHeap<Cycle>;
  /// Heads of the direction that wait for a limit of slots per queue pair.
  const HeadsByAge& waiting_for_slot_limit(Direction direction) const {
    return slot_limited_[index_of(direction)];
  }
  /// Heads of the direction that wait for the address of their first unit and nothing else.
  const HeadsByAge& waiting_for_key(Direction direction) const {
    return keyless_[index_of(direction)];
  }
  /// Queue pairs that show a head to the arbiter.
  std::uint32_t heads_shown() const { return heads_shown_; }
  /// Of them those whose head needs no slot.
  std::uint32_t empty_heads_shown() const { return empty_heads_shown_; }
  /// Requests in queues, not in flight.
  std::uint64_t queued() const { return queued_; }
  /// Requests in queues and in flight.
  std::size_t live() const { return pool_.live(); }
  /// Granules locked by atomics now.
  std::size_t locked_granules() const { return locks_.size(); }

 private:
  enum class Shown : std::uint8_t { kNothing, kHead, kSlotLimited, kKeyless };

  struct Queue {
    std::uint32_t qp = 0;
    QueuedRequest* head = nullptr;
    QueuedRequest* tail = nullptr;
    std::uint32_t depth = 0;     ///< transfers queued
    std::uint32_t slots = 0;     ///< transfers in flight
    std::uint32_t scatters = 0;  ///< of them scatters
    Shown shown = Shown::kNothing;
    Direction shown_direction = Direction::kGather;
    bool shown_empty = false;       ///< the head shown needs no slot
    bool changed = false;           ///< stands in `changed_`
    bool atomic_in_flight = false;  ///< the gather of an atomic whose scatter comes next
    bool atomic_head = false;       ///< stands in `atomic_heads_`
    bool held = false;              ///< a reset is not answered
    bool flushing = false;

    /// Whether it is as that of a queue pair that has never had work.
    bool is_idle() const {
      return head == nullptr && slots == 0 && !held && !flushing && !atomic_in_flight;
    }
  };

  /// Made where there is none.
  Queue& queue_of(QpIndex qp) {
    Queue* queue = queues_.find(raw(qp));
    return queue != nullptr ? *queue : begin(raw(qp));
  }
  Queue& begin(std::uint32_t qp);
  const Queue& state_of(QpIndex qp) const {
    static const Queue idle;
    const Queue* queue = queues_.find(raw(qp));
    return queue != nullptr ? *queue : idle;
  }
  void mark_changed(Queue& queue) {
    if (!queue.changed) {
      queue.changed = true;
      changed_.push_back(&queue);
    }
  }
  void reset(Queue& queue);
  void release(Queue& queue);
  void mark_atomic_heads(std::uint64_t granule);
  void lock(std::uint64_t granule, Queue& queue);
  void unlock(std::uint64_t granule);
  /// The queue pair's head, an atomic, does not wait for its granule any more.
  void forget_atomic_head(Queue& queue);
  /// Whether the head may be shown. An atomic's queue pair is noted at its granule.
  bool lock_allows(Queue& queue);
  bool locked(std::uint64_t granule) const { return locks_.contains(granule); }
  Shown eligibility(const Queue& queue) const;
  /// Whether the head passes without a slot.
  static bool head_needs_no_slot(const Queue& queue) {
    return queue.head->request.bytes == 0 || queue.flushing || queue.head->is_refused();
  }
  void refresh_changed();
  /// No head of the queue pair is shown any more.
  void withdraw(Queue& queue);
  void refresh(Queue& queue);
  void report(const Queue& queue) const;
  void requeue_as_scatter(Queue& queue, QueuedRequest& request);

  const EngineConfig& config_;
  SlotArbiter& arbiter_;
  FirstUnits& first_units_;
  const Watch& watch_;
  RequestPool pool_;
  SparseTable<Queue> queues_;                       ///< of queue pairs that are not idle
  std::vector<Queue*> changed_;                     ///< since the last `settle`
  bool all_held_ = false;                           ///< an engine reset is not answered
  boost::unordered_flat_set<std::uint64_t> locks_;  ///< granules; at most one per slot
  /// Queue pairs whose head is an atomic that waits for nothing but its granule and its turn.
  boost::unordered_flat_map<std::uint64_t, boost::container::small_vector<Queue*, 4>> atomic_heads_;
  std::array<HeadsByAge, kDirections> slot_limited_;
  std::array<HeadsByAge, kDirections> keyless_;
  std::uint32_t heads_shown_ = 0;
  std::uint32_t empty_heads_shown_ = 0;
  std::uint64_t queued_ = 0;
};

}  // namespace sgdma::core
