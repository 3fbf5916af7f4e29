// Grids of timing diagrams, and their WaveDrom text.

#include "observe/diagram/diagram_layout.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "observe/diagram/transfer_trace.h"
#include "observe/diagram/wavedrom.h"
#include "support/wave_picture.h"

namespace sgdma::test {
namespace {

using observe::ColumnWindow;
using observe::LaneKind;
using observe::LayoutOptions;
using testing::ElementsAre;

observe::DiagramEvent event(LaneKind kind, Direction direction, std::uint32_t number = 0) {
  return {kind, direction, number, {}, false};
}

WavePicture picture_of(const ColumnWindow& window, const LayoutOptions& options = {}) {
  return read_wavedrom(to_wavedrom(lay_out(window, options)));
}

ColumnWindow moves_at(const std::vector<Cycle>& edges) {
  ColumnWindow window{std::nullopt};
  for (const Cycle edge : edges) window.add(edge, event(LaneKind::kMove, Direction::kGather));
  return window;
}

TEST(DiagramLayout, ShortensWhatIsLongerThanTwoEdges) {
  EXPECT_THAT(picture_of(moves_at({5, 6})).columns, ElementsAre("4", "5", "6", "7"));
  EXPECT_THAT(picture_of(moves_at({5, 7})).columns, ElementsAre("4", "5", "6", "7", "8"));
  EXPECT_THAT(picture_of(moves_at({5, 8})).columns, ElementsAre("4", "5", "6", "7", "8", "9"));
  EXPECT_THAT(picture_of(moves_at({5, 9})).columns,
              ElementsAre("4", "5", "6", "\u2026", "9", "10"));
  EXPECT_THAT(picture_of(moves_at({5, 900000})).columns,
              ElementsAre("4", "5", "6", "\u2026", "900000", "900001"));
}

TEST(DiagramLayout, BeginsWithEdgeZeroWhereThereIsNothingBefore) {
  EXPECT_THAT(picture_of(moves_at({0})).columns, ElementsAre("0", "1"));
}

TEST(DiagramLayout, OneLaneForEachDirectionWhereThereAreBoth) {
  ColumnWindow window{std::nullopt};
  window.add(4, event(LaneKind::kMove, Direction::kGather, 0));
  window.add(4, event(LaneKind::kMove, Direction::kScatter, 1));
  window.add(5, event(LaneKind::kDone, Direction::kScatter, 1));
  window.add(5, event(LaneKind::kDone, Direction::kScatter, 2));
  const WavePicture picture = picture_of(window);
  EXPECT_THAT(picture.lane_order, ElementsAre("move.g", "move.s", "done"));
  EXPECT_EQ(picture.begins.at("move.g"), (WaveCells{{4, "0"}}));
  EXPECT_EQ(picture.begins.at("move.s"), (WaveCells{{4, "1"}}));
  EXPECT_EQ(picture.begins.at("done"), (WaveCells{{5, "1+2"}}));
}

TEST(DiagramLayout, TextIsStrictJsonALaneALine) {
  const ColumnWindow window = moves_at({5, 6});
  EXPECT_EQ(to_wavedrom(lay_out(window, {"two \"moves\"", {}, {}, 32, ""})),
            "{\n"
            "  \"head\": {\"text\":\"two \\\"moves\\\"\",\"tock\":\"4 5 6 7 \"},\n"
            "  \"signal\": [\n"
            "    {\"name\":\"move\",\"wave\":\"0550\",\"data\":[\"0\",\"0\"]}\n"
            "  ],\n"
            "  \"config\": {\"hscale\":1}\n"
            "}\n");
}

/// A posted scatter of two segments, the first of one beat, that moves a beat an edge from 4 on.
observe::TransferTrace scatter_of(std::uint32_t beats, std::optional<Cycle> around) {
  TransferRequest request;
  request.direction = Direction::kScatter;
  request.bytes = beats * 8;
  request.segments = {{0x1000, 8}, {0x20000, request.bytes - 8}};
  request.taken_at = 1;
  const InFlightEntry entry{QpNumber{0}, request.direction, 0x1000, request.bytes, 0, {}};
  observe::TransferTrace trace(2, SlotIndex{0}, entry, request, around);
  BurstEvent burst;
  burst.direction = request.direction;
  burst.burst = {0x1000, 8, 1};
  trace.burst(3, burst);
  for (std::uint32_t beat = 0; beat < beats; ++beat) {
    BeatEvent moved;
    moved.direction = request.direction;
    moved.driven = 3 + beat;
    moved.remaining = request.bytes - 8 * (beat + 1);
    moved.range = {beat == 0 ? 0x1000 : 0x20000 + std::uint64_t{8} * (beat - 1), 8, 0};
    if (beat + 1 == beats) trace.free(4 + beat);
    trace.beat(4 + beat, moved);
  }
  return trace;
}

TEST(DiagramLayout, EntryStepsWithEachBeatAndIsGoneWithTheLast) {
  const WavePicture picture = picture_of(scatter_of(3, {}).window());
  EXPECT_THAT(picture.lane_order, ElementsAre("intake", "grant", "aw", "w", "move", "done", "state",
                                              "address", "remaining", "cursor"));
  EXPECT_EQ(picture.begins.at("w"), (WaveCells{{3, "0"}, {4, "0"}, {5, "0"}}));
  EXPECT_EQ(picture.begins.at("state"),
            (WaveCells{{2, "granted"}, {3, "requested"}, {4, "moving"}}));
  EXPECT_EQ(picture.begins.at("address"),
            (WaveCells{{2, "0x1000"}, {4, "0x20000"}, {5, "0x20008"}}));
  EXPECT_EQ(picture.holds.at("remaining"), (WaveCells{{2, "24"}, {3, "24"}, {4, "16"}, {5, "8"}}));
  EXPECT_EQ(picture.begins.at("cursor"), (WaveCells{{2, "0"}, {4, "1"}}));
}

// 131,072 beats move at 4 to 131,075. Of 32 columns the first 21 are 0 to 20, two say that edges
// are left out, and the last 9 end with 131,076, which is behind the last edge.
TEST(DiagramLayout, LongTransferShowsItsEnds) {
  LayoutOptions options;
  options.left_out_hint = "ask for more";
  const WavePicture picture = picture_of(scatter_of(131072, {}).window(), options);
  EXPECT_EQ(picture.columns.size(), 32U);
  EXPECT_EQ(picture.columns[20], "20");
  EXPECT_EQ(picture.columns[21], "\u2026");
  EXPECT_EQ(picture.columns[22], "\u2026");
  EXPECT_EQ(picture.columns[23], "131068");
  EXPECT_EQ(picture.columns[31], "131076");
  EXPECT_EQ(picture.caption, "edges 1 to 20 and 131068 to 131075 of 1 to 131075; ask for more");
  EXPECT_EQ(picture.holds.at("remaining").at(131074), "8");
  EXPECT_EQ(picture.holds.at("remaining").at(20), std::to_string((131072 - 17) * 8));
  EXPECT_EQ(picture.begins.at("cursor"), (WaveCells{{2, "0"}, {4, "1"}, {131068, "1"}}));
}

// Column 16 of 32 is the edge that was asked for.
TEST(DiagramLayout, AroundAnEdgeShowsItsNeighbours) {
  const WavePicture picture = picture_of(scatter_of(131072, 5000).window());
  EXPECT_EQ(picture.columns.size(), 32U);
  EXPECT_EQ(picture.columns.front(), "4984");
  EXPECT_EQ(picture.columns[16], "5000");
  EXPECT_EQ(picture.columns.back(), "5015");
  EXPECT_EQ(picture.caption, "edges 4984 to 5015 of 1 to 131075");
  EXPECT_EQ(picture.holds.at("remaining").at(5000), std::to_string((131072 - 4997) * 8));
  EXPECT_EQ(picture.holds.at("state").at(5000), "moving");
}

TEST(DiagramLayout, AroundAnEdgeOutsideShowsTheEndThatIsNearer) {
  const WavePicture last = picture_of(scatter_of(131072, 900000).window());
  EXPECT_EQ(last.columns.size(), 32U);
  EXPECT_EQ(last.columns.back(), "131076");
  const WavePicture first = picture_of(scatter_of(131072, 0).window());
  EXPECT_EQ(first.columns.front(), "0");
  EXPECT_EQ(first.columns.back(), "31");
}

}  // namespace
}  // namespace sgdma::test
