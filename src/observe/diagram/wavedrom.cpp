#include "observe/diagram/wavedrom.h"

#include <algorithm>

#include <boost/json.hpp>

namespace sgdma::observe {

namespace {

namespace json = boost::json;

// WaveDrom's default skin: a column is 40 pixels wide, and a value's slanted ends take 16.
constexpr std::size_t kColumnPixels = 40;
constexpr std::size_t kSlantPixels = 16;

/// About, in the skin's 11-point Helvetica.
std::size_t width_of(const std::string& text) {
  std::size_t pixels = 0;
  for (const char letter : text) {
    const bool capital = letter >= 'A' && letter <= 'Z';
    const bool small = letter >= 'a' && letter <= 'z';
    pixels += capital ? 9 : small ? 7 : 8;
  }
  return pixels;
}

/// WaveDrom's letters for values by colour.
char letter_of(CellPaint paint) {
  switch (paint) {
    case CellPaint::kPlain: return '=';
    case CellPaint::kGather: return '5';
    case CellPaint::kScatter: return '4';
    case CellPaint::kError: return '9';
    case CellPaint::kState: return '7';
  }
  return '=';
}

/// `none` is what stands where there is no value.
std::string wave_of(const std::vector<GridColumn>& columns, const GridLane& lane, char none) {
  std::string wave;
  char going_on = '\0';
  for (std::size_t at = 0; at < columns.size(); ++at) {
    const GridCell& cell = lane.cells[at];
    char letter = '.';
    switch (columns[at].kind) {
      case GridColumn::Kind::kLeftOut: letter = 'x'; break;
      case GridColumn::Kind::kGap: letter = '|'; break;
      case GridColumn::Kind::kEdge:
        if (cell.kind == GridCell::Kind::kBegins) letter = letter_of(cell.paint);
        if (cell.kind == GridCell::Kind::kNone && going_on != none) letter = none;
        break;
    }
    wave += letter;
    if (letter != '.' && letter != '|') going_on = letter;
  }
  return wave;
}

json::object lane_object(const std::vector<GridColumn>& columns, const GridLane& lane, char none) {
  json::array data;
  for (const GridCell& cell : lane.cells) {
    if (cell.kind == GridCell::Kind::kBegins) data.emplace_back(cell.text);
  }
  json::object object{{"name", lane.name}, {"wave", wave_of(columns, lane, none)}};
  if (!data.empty()) object["data"] = std::move(data);
  return object;
}

/// Widest text of a lane in pixels a column: a value has all columns that it holds.
std::size_t pixels_of(const GridLane& lane) {
  std::size_t most = 0;
  for (std::size_t at = 0; at < lane.cells.size(); ++at) {
    if (lane.cells[at].kind != GridCell::Kind::kBegins) continue;
    std::size_t columns = 1;
    while (at + columns < lane.cells.size() &&
           lane.cells[at + columns].kind == GridCell::Kind::kHolds) {
      ++columns;
    }
    const std::size_t pixels = width_of(lane.cells[at].text) + kSlantPixels;
    most = std::max(most, (pixels + columns - 1) / columns);
  }
  return most;
}

std::size_t column_scale(const DiagramGrid& grid) {
  std::size_t pixels = std::max(width_of(grid.title), width_of(grid.caption)) / grid.columns.size();
  for (const GridLane& lane : grid.events) pixels = std::max(pixels, pixels_of(lane));
  for (const GridLane& lane : grid.entry) pixels = std::max(pixels, pixels_of(lane));
  for (const GridColumn& column : grid.columns) {
    pixels = std::max(pixels, width_of(std::to_string(column.edge)));
  }
  return std::max<std::size_t>(1, (pixels + kColumnPixels - 1) / kColumnPixels);
}

/// WaveDrom writes a 0 behind the text; the blank at its end makes that a label of its own, behind
/// the last column.
std::string edge_numbers(const std::vector<GridColumn>& columns) {
  std::string text;
  for (const GridColumn& column : columns) {
    const bool edge = column.kind == GridColumn::Kind::kEdge;
    text += (edge ? std::to_string(column.edge) : "\u2026") + " ";
  }
  return text;
}

std::string lane_lines(const std::vector<GridColumn>& columns, const std::vector<GridLane>& lanes,
                       char none, const std::string& indent) {
  std::string text;
  for (const GridLane& lane : lanes) {
    text += text.empty() ? "" : ",\n";
    text += indent + json::serialize(lane_object(columns, lane, none));
  }
  return text;
}

}  // namespace

std::string to_wavedrom(const DiagramGrid& grid) {
  const json::object head{{"text", grid.title}, {"tock", edge_numbers(grid.columns)}};
  std::string text = "{\n  \"head\": " + json::serialize(head) + ",\n  \"signal\": [\n";
  text += lane_lines(grid.columns, grid.events, '0', "    ");
  if (!grid.entry.empty()) {
    text +=
        ",\n    [\"entry\",\n" + lane_lines(grid.columns, grid.entry, 'z', "      ") + "\n    ]";
  }
  text += "\n  ],\n";
  if (!grid.caption.empty()) {
    text += "  \"foot\": " + json::serialize(json::object{{"text", grid.caption}}) + ",\n";
  }
  const json::object config{{"hscale", column_scale(grid)}};
  return text + "  \"config\": " + json::serialize(config) + "\n}\n";
}

}  // namespace sgdma::observe
