#include "observe/diagram/slice_list.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace sgdma::observe {

namespace {

using Slices = std::vector<Slice>;

bool is_edge(const Slice& slice) { return slice.column.kind == GridColumn::Kind::kEdge; }

/// Without columns that are no edges at either end.
Slices trimmed(Slices::const_iterator from, Slices::const_iterator to) {
  while (from != to && !is_edge(*from)) ++from;
  while (from != to && !is_edge(*std::prev(to))) --to;
  return {from, to};
}

}  // namespace

void SliceList::add(Cycle edge, const DiagramColumn& source,
                    const std::optional<EntryView>& entry) {
  add_between(edge);
  entry_ = entry;
  slices_.push_back({{GridColumn::Kind::kEdge, edge}, &source, entry_});
}

void SliceList::leave_out(const std::optional<EntryView>& entry) {
  all_ = false;
  left_out_ = !slices_.empty();
  if (slices_.empty()) entry_ = entry;
}

void SliceList::close() { add_idle(slices_.back().column.edge + 1); }

void SliceList::add_between(Cycle next) {
  if (slices_.empty()) {
    if (next > 0) add_idle(next - 1);
    return;
  }
  const Cycle last = slices_.back().column.edge;
  const Cycle missing = next - last - 1;
  if (missing > 0) add_idle(last + 1);
  if (left_out_) {
    add_empty(GridColumn::Kind::kLeftOut);
    add_empty(GridColumn::Kind::kGap);
  } else if (missing == 2) {
    add_idle(last + 2);
  } else if (missing > 2) {
    add_empty(GridColumn::Kind::kGap);
  }
  left_out_ = false;
}

void SliceList::keep_ends(std::size_t most) {
  if (slices_.size() <= most) return;
  const auto first = static_cast<std::ptrdiff_t>(most * 2 / 3);
  const auto last = static_cast<std::ptrdiff_t>(most) - first - 2;
  Slices kept = trimmed(slices_.begin(), slices_.begin() + first);
  const Slices tail = trimmed(slices_.end() - last, slices_.end());
  entry_ = kept.back().entry;
  kept.push_back({{GridColumn::Kind::kLeftOut, 0}, nullptr, entry_});
  kept.push_back({{GridColumn::Kind::kGap, 0}, nullptr, entry_});
  kept.insert(kept.end(), tail.begin(), tail.end());
  slices_ = kept;
  all_ = false;
}

void SliceList::keep_around(Cycle edge, std::size_t most) {
  if (slices_.size() <= most) return;
  std::size_t middle = 0;
  for (std::size_t at = 0; at < slices_.size(); ++at) {
    if (is_edge(slices_[at]) && slices_[at].column.edge <= edge) middle = at;
  }
  const std::size_t wanted = middle - std::min(middle, most / 2);
  const auto first = static_cast<std::ptrdiff_t>(std::min(wanted, slices_.size() - most));
  slices_ =
      trimmed(slices_.begin() + first, slices_.begin() + first + static_cast<std::ptrdiff_t>(most));
  all_ = false;
}

}  // namespace sgdma::observe
