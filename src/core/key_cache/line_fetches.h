/// The lines that the key cache has asked memory for.
#pragma once

#include <cstdint>
#include <vector>

#include "core/ensure.h"
#include "core/key_cache/page_list_line.h"
#include "core/ring_queue.h"
#include "types/cycle.h"

namespace sgdma::core {

/// Identity of a fetch, from its opening until it is closed and no lookup holds it any more.
enum class LineFetchId : std::uint32_t {};

/// A fetch stands in the queue until it comes, or until the bus takes it. Closed, it stays for the
/// lookups that hold it, which ask it when their line came.
///
/// Invariant: the queue holds open fetches, in the order in which they were opened. Nothing is
/// allocated once the run has reached its depth.
class LineFetches {
 public:
  struct Fetch {
    PageListLine line;
    Cycle known_at = 0;       ///< edge at which the miss is known
    Cycle comes_at = kNever;  ///< edge of the fill, as far as it is known
    std::uint32_t lookups = 0;
    bool open = false;
    bool queued = false;
    bool failed = false;  ///< memory answered with an error
  };

  /// Opens a fetch and puts it at the end of the queue.
  LineFetchId open(PageListLine line, Cycle known_at, Cycle comes_at);
  /// The fetch is over. Requires that it is open and out of the queue.
  void close(LineFetchId id, Cycle comes_at, bool failed);

  /// A lookup waits for the fetch, or does no longer.
  void hold(LineFetchId id) { ++fetches_[raw(id)].lookups; }
  void release(LineFetchId id);

  const Fetch& operator[](LineFetchId id) const { return fetches_[raw(id)]; }
  std::uint32_t open_fetches() const { return open_; }

  const RingQueue<LineFetchId>& queue() const { return queue_; }
  /// Takes the first fetch out of the queue. Requires the queue not to be empty.
  LineFetchId take_first();
  /// Takes the fetches of a region out of the queue and calls `visit(id)` for each.
  template <class Visit>
  void withdraw(RegionHandle region, Visit visit) {
    for (std::size_t left = queue_.size(); left > 0; --left) {
      const LineFetchId id = take_first();
      if (fetches_[raw(id)].line.region == region) {
        visit(id);
      } else {
        enqueue(id);
      }
    }
  }

 private:
  void enqueue(LineFetchId id);
  void free_if_over(std::uint32_t index);

  std::vector<Fetch> fetches_;
  std::vector<std::uint32_t> free_;
  RingQueue<LineFetchId> queue_;
  std::uint32_t open_ = 0;
};

}  // namespace sgdma::core
