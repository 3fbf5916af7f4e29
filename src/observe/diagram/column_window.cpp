#include "observe/diagram/column_window.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace sgdma::observe {

void ColumnWindow::add(Cycle edge, DiagramEvent event) {
  column(edge).events.push_back(std::move(event));
  trim();
}

void ColumnWindow::step(Cycle edge, const EntryStep& step) {
  column(edge).step = step;
  trim();
}

DiagramColumn& ColumnWindow::column(Cycle edge) {
  first_ = std::min(first_, edge);
  last_ = std::max(last_, edge);
  const auto [at, fresh] = columns_.try_emplace(edge);
  if (fresh && around_) {
    before_ += edge <= *around_ ? 1 : 0;
  } else if (fresh && columns_.size() > kSide + 1 && edge < behind_first_) {
    // The column itself, or the one that it pushes out of the first.
    behind_first_ = std::prev(columns_.find(behind_first_))->first;
  } else if (fresh && columns_.size() == kSide + 1) {
    behind_first_ = columns_.rbegin()->first;
  }
  return at->second;
}

void ColumnWindow::trim() {
  if (!around_) {
    if (columns_.size() <= 2 * kSide) return;
    const auto oldest = columns_.find(behind_first_);
    behind_first_ = std::next(oldest)->first;
    forget(oldest);
  } else if (before_ > kSide) {
    --before_;
    forget(columns_.begin());
  } else if (columns_.size() - before_ > kSide) {
    columns_.erase(std::prev(columns_.end()));
  }
}

void ColumnWindow::forget(std::map<Cycle, DiagramColumn>::iterator column) {
  if (!cut_) cut_.emplace();
  cut_->last = std::max(cut_->last, column->first);
  if (column->second.step) cut_->step = column->second.step;
  columns_.erase(column);
}

}  // namespace sgdma::observe
