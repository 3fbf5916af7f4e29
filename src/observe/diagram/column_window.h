/// The edges of a transfer that a picture can still show.
#pragma once

#include <cstddef>
#include <map>
#include <optional>

#include "observe/diagram/diagram_column.h"
#include "types/cycle.h"

namespace sgdma::observe {

/// Edges that were forgotten between two that were not.
struct ForgottenEdges {
  Cycle last = 0;                 ///< the last of them
  std::optional<EntryStep> step;  ///< of the entry, the last one forgotten
};

/// Holds the columns of those edges at which something happened, in order of the edges, and at most
/// `2 * kSide` of them: the first and the last `kSide`, or, around an edge, the `kSide` nearest on
/// each side of it. What lies between or beyond is forgotten. An edge may be asked for again, also
/// behind later ones: a write beat is known when it moves, and was driven before.
class ColumnWindow {
 public:
  static constexpr std::size_t kSide = 96;

  explicit ColumnWindow(std::optional<Cycle> around) : around_(around) {}

  void add(Cycle edge, DiagramEvent event);
  /// Steps come in order of their edges.
  void step(Cycle edge, const EntryStep& step);

  const std::map<Cycle, DiagramColumn>& columns() const { return columns_; }
  std::optional<Cycle> around() const { return around_; }
  /// What was forgotten before the last columns; before all columns where the window is around an
  /// edge.
  const std::optional<ForgottenEdges>& cut() const { return cut_; }
  /// Of everything that was ever added. Requires that something was.
  Cycle first() const { return first_; }
  Cycle last() const { return last_; }

 private:
  DiagramColumn& column(Cycle edge);
  void trim();
  void forget(std::map<Cycle, DiagramColumn>::iterator column);

  std::optional<Cycle> around_;
  std::map<Cycle, DiagramColumn> columns_;
  Cycle behind_first_ = 0;  ///< without `around_`: the edge behind the first `kSide`
  std::optional<ForgottenEdges> cut_;
  std::size_t before_ = 0;  ///< columns up to `around_`
  Cycle first_ = kNever;
  Cycle last_ = 0;
};

}  // namespace sgdma::observe
