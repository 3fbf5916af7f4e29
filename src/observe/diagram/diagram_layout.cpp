#include "observe/diagram/diagram_layout.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "observe/diagram/slice_list.h"

namespace sgdma::observe {

namespace {

bool shows(const Lane& lane, const DiagramEvent& event) {
  return event.kind == lane.kind && (!lane.direction || *lane.direction == event.direction);
}

bool shows(const std::vector<Lane>& lanes, const DiagramColumn& column) {
  if (column.step) return true;
  for (const DiagramEvent& event : column.events) {
    for (const Lane& lane : lanes) {
      if (shows(lane, event)) return true;
    }
  }
  return false;
}

std::vector<Lane> lanes_with_events(const ColumnWindow& window) {
  std::array<std::array<bool, kDirections>, kLaneNames.size()> seen{};
  for (const auto& [edge, column] : window.columns()) {
    for (const DiagramEvent& event : column.events) {
      seen[static_cast<std::size_t>(event.kind)][index_of(event.direction)] = true;
    }
  }
  std::vector<Lane> lanes;
  for (std::size_t kind = 0; kind < seen.size(); ++kind) {
    if (seen[kind][0] && seen[kind][1]) {
      lanes.push_back({static_cast<LaneKind>(kind), Direction::kGather});
      lanes.push_back({static_cast<LaneKind>(kind), Direction::kScatter});
    } else if (seen[kind][0] || seen[kind][1]) {
      lanes.push_back({static_cast<LaneKind>(kind), {}});
    }
  }
  return lanes;
}

SliceList slices_of(const ColumnWindow& window, const std::vector<Lane>& lanes) {
  SliceList slices;
  std::optional<EntryView> entry;
  bool before_cut = window.cut().has_value();
  for (const auto& [edge, column] : window.columns()) {
    if (before_cut && edge > window.cut()->last) {
      before_cut = false;
      if (window.cut()->step) entry = window.cut()->step->view;
      slices.leave_out(entry);
    }
    if (column.step) entry = column.step->view;
    if (shows(lanes, column)) slices.add(edge, column, entry);
  }
  slices.close();
  return slices;
}

CellPaint paint_of(const DiagramEvent& event) {
  if (event.error) return CellPaint::kError;
  const bool plain = event.kind == LaneKind::kCqe || event.kind == LaneKind::kAsked ||
                     event.kind == LaneKind::kAnswered;
  if (plain) return CellPaint::kPlain;
  return event.direction == Direction::kGather ? CellPaint::kGather : CellPaint::kScatter;
}

GridCell event_cell(const Slice& slice, const Lane& lane, CellText text) {
  GridCell cell;
  if (slice.source == nullptr) return cell;
  for (const DiagramEvent& event : slice.source->events) {
    if (!shows(lane, event)) continue;
    const bool number = event.number && (text == CellText::kNumber || event.detail.empty());
    const bool first = cell.kind == GridCell::Kind::kNone;
    if (!first) cell.text += '+';
    cell.text += number ? std::to_string(*event.number) : event.detail;
    const CellPaint paint = paint_of(event);
    const bool same = first || cell.paint == paint;
    cell.paint = paint == CellPaint::kError || same ? paint : CellPaint::kPlain;
    cell.kind = GridCell::Kind::kBegins;
  }
  return cell;
}

GridLane event_lane(const std::vector<Slice>& slices, const Lane& lane, CellText text) {
  GridLane row{name_of(lane), {}};
  for (const Slice& slice : slices) row.cells.push_back(event_cell(slice, lane, text));
  return row;
}

/// A value goes on where it stays the same, save behind edges that are left out.
template <class Text>
GridLane entry_lane(const std::vector<Slice>& slices, const char* name, CellPaint paint,
                    Text text) {
  GridLane row{name, {}};
  std::optional<std::string> before;
  bool left_out = false;
  for (const Slice& slice : slices) {
    std::optional<std::string> now;
    if (slice.entry) now = text(*slice.entry);
    const bool edge = slice.column.kind == GridColumn::Kind::kEdge;
    GridCell cell;
    if (now && edge && (now != before || left_out)) {
      cell = {GridCell::Kind::kBegins, *now, paint};
    } else if (now) {
      cell.kind = GridCell::Kind::kHolds;
    }
    row.cells.push_back(cell);
    left_out = edge ? false : left_out || slice.column.kind == GridColumn::Kind::kLeftOut;
    before = now;
  }
  return row;
}

std::vector<GridLane> entry_lanes(const std::vector<Slice>& slices) {
  if (std::none_of(slices.begin(), slices.end(),
                   [](const Slice& slice) { return slice.entry.has_value(); })) {
    return {};
  }
  return {
      entry_lane(slices, "state", CellPaint::kState,
                 [](const EntryView& view) {
                   return slot_state_words().words[static_cast<std::size_t>(view.state)];
                 }),
      entry_lane(slices, "address", CellPaint::kPlain,
                 [](const EntryView& view) { return fmt::format("{:#x}", view.entry.address); }),
      entry_lane(slices, "remaining", CellPaint::kPlain,
                 [](const EntryView& view) { return std::to_string(view.entry.remaining); }),
      entry_lane(slices, "cursor", CellPaint::kPlain,
                 [](const EntryView& view) { return std::to_string(view.entry.cursor); })};
}

/// "edges 2 to 20 and 16402 to 16411 of 2 to 16411".
std::string caption_of(const SliceList& slices, const ColumnWindow& window,
                       const std::string& hint) {
  if (slices.all()) return "";
  std::string text = "edges ";
  Cycle from = kNever;
  Cycle until = 0;
  for (const Slice& slice : slices.slices()) {
    if (slice.column.kind == GridColumn::Kind::kLeftOut) {
      text += fmt::format("{} to {} and ", std::max(from, window.first()), until);
      from = kNever;
    } else if (slice.column.kind == GridColumn::Kind::kEdge) {
      from = std::min(from, slice.column.edge);
      until = slice.column.edge;
    }
  }
  text += fmt::format("{} to {} of {} to {}", std::max(from, window.first()),
                      std::min(until, window.last()), window.first(), window.last());
  return hint.empty() ? text : text + "; " + hint;
}

}  // namespace

DiagramGrid lay_out(const ColumnWindow& window, const LayoutOptions& options) {
  const std::vector<Lane> lanes = options.lanes.empty() ? lanes_with_events(window) : options.lanes;
  SliceList list = slices_of(window, lanes);
  if (window.around()) {
    list.keep_around(*window.around(), options.max_columns);
  } else {
    list.keep_ends(options.max_columns);
  }
  const std::vector<Slice>& slices = list.slices();
  DiagramGrid grid;
  grid.title = options.title;
  grid.caption = caption_of(list, window, options.left_out_hint);
  for (const Slice& slice : slices) grid.columns.push_back(slice.column);
  for (const Lane& lane : lanes) grid.events.push_back(event_lane(slices, lane, options.text));
  grid.entry = entry_lanes(slices);
  return grid;
}

}  // namespace sgdma::observe
