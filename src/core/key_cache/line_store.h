/// The lines that are in the key cache, in sets, each in the order of use.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/key_cache/page_list_line.h"

namespace sgdma::core {

/// A line belongs to set (region handle + line number) mod sets: neighbours of a list fall to
/// neighbouring sets, and lists that begin alike do not fall onto each other. A set that is full
/// gives up the line that was used least recently; putting a line in uses it.
///
/// Invariant: a set never holds more than `associativity` lines. Cost: one step each, whatever the
/// associativity; storage grows to what has been in use at once.
class LineStore {
 public:
  /// `capacity`: lines, a multiple of `associativity`, the lines of a set.
  LineStore(std::uint32_t capacity, std::uint32_t associativity);

  /// Where a line was put, and the line that had to go.
  struct Put {
    std::uint32_t position;  ///< below the capacity; the line's as long as it is in the store
    std::optional<PageListLine> evicted;
  };
  /// Requires that the line is not in the store.
  Put put(PageListLine line);
  /// The line at `position` is now the one used most recently of its set.
  void use(std::uint32_t position);
  void erase(std::uint32_t position);

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFU;

  struct Entry {
    PageListLine line;
    std::uint32_t newer = kNone;
    std::uint32_t older = kNone;
  };
  struct Set {
    std::uint32_t newest = kNone;
    std::uint32_t oldest = kNone;
    std::uint32_t lines = 0;
  };

  Set& set_of(PageListLine line);
  std::uint32_t free_position();
  void link(Set& set, std::uint32_t position);
  void unlink(Set& set, std::uint32_t position);

  std::uint32_t associativity_;
  std::vector<Set> sets_;
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> free_;
};

}  // namespace sgdma::core
