/// Who held which slot when, as few enough bars to be drawn.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <boost/json/object.hpp>

#include "types/cycle.h"

namespace sgdma::explore {

/// The cycles that a picture shows, both included.
struct ShownCycles {
  Cycle from = 0;
  Cycle to = kNever;
};

/// Is given the events of a log in their order, and keeps those transfers that hold a slot in a
/// cycle that is shown, and the marks on such a cycle. Never holds more than twice as many bars as
/// it may give, but one for each slot and direction: where there are more, neighbours of one slot
/// and direction that lie closer together than a resolution become one, and the resolution is
/// doubled for as long as that takes.
class SlotTimeline {
 public:
  /// Bars and marks that the picture has at the most; 1 or more each.
  SlotTimeline(std::size_t most_bars, std::size_t most_marks, ShownCycles shown = {});

  void add(const boost::json::object& event);
  /// No event comes any more: transfers that are still in slots end at `end`.
  void finish(Cycle end);

  /// `bars`: [slot, direction (0 gather, 1 scatter), begin, end, transfers, queue pair, tag]; of
  /// several transfers queue pair and tag are those of the first. `marks`: [slot or -1, cycle,
  /// kind, text]. `transfers` and `marks_in_all`: how many there were in the cycles shown.
  /// `resolution`: cycles.
  boost::json::object json() const;

 private:
  struct Bar {
    std::uint32_t slot = 0;
    std::uint32_t direction = 0;
    Cycle begin = 0;
    Cycle end = 0;
    std::uint64_t transfers = 1;
    std::int64_t qp = 0;
    std::string tag;
  };
  struct Mark {
    std::int64_t slot = -1;
    Cycle cycle = 0;
    std::string kind;
    std::string text;
  };

  void close(std::uint32_t slot, Cycle end);
  void mark(const boost::json::object& event, const std::string& kind);
  void thin();

  std::size_t most_bars_;
  std::size_t most_marks_;
  ShownCycles shown_;
  std::vector<Bar> open_;  ///< by slot
  std::vector<bool> is_open_;
  std::vector<Bar> bars_;
  std::vector<Mark> marks_;
  std::uint64_t transfers_ = 0;
  std::uint64_t all_marks_ = 0;
  Cycle resolution_ = 0;
};

}  // namespace sgdma::explore
