// The pictures of docs/timing.md: made from the model by the classes behind `sgdma run --diagram`,
// held against the lanes that were worked out by hand, and against what is committed.

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "observe/diagram/all_transfers.h"
#include "observe/diagram/chosen_transfer.h"
#include "observe/diagram/diagram_layout.h"
#include "observe/diagram/wavedrom.h"
#include "support/systemc/engine_bench.h"
#include "support/systemc/target_words.h"
#include "support/trace_diagram.h"
#include "support/wave_picture.h"

namespace sgdma::test {
namespace {

/// A single transfer is shown with its entry.
bool is_one_transfer(const TraceDiagram& diagram) {
  const TransferRequest& first = diagram.work.front().request;
  return diagram.work.size() == 1 && first.bytes > 0 && !first.atomic_granule;
}

/// Without lanes, the events are listed in full, with bytes that the picture can show.
bool shows_details(const TraceDiagram& diagram) {
  return diagram.lanes.empty() && is_one_transfer(diagram);
}

observe::Lane lane_of(const std::string& name) {
  const std::string kind = name.substr(0, name.find('.'));
  for (std::size_t at = 0; at < observe::kLaneNames.size(); ++at) {
    if (kind != observe::kLaneNames[at]) continue;
    observe::Lane lane{static_cast<observe::LaneKind>(at), {}};
    if (kind != name)
      lane.direction = name.back() == 'g' ? Direction::kGather : Direction::kScatter;
    return lane;
  }
  throw std::invalid_argument("no such lane: " + name);
}

void run(const TraceDiagram& diagram, Observer& observer) {
  if (diagram.target.empty()) {
    CoreBench bench(diagram.config, diagram.work);
    bench.watch_with(observer);
    bench.run(RunMode::kEveryEdge);
    return;
  }
  const TargetWords target = read_targets(diagram.target).front();
  EngineBench bench("bench", diagram.config, diagram.work, target.style, target.script);
  bench.engine.watch() = {&observer, &observer};
  sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_US), sc_core::SC_EXIT_ON_STARVATION);
}

std::string picture_of(const TraceDiagram& diagram) {
  observe::LayoutOptions options;
  options.title = diagram.title;
  if (shows_details(diagram)) options.text = observe::CellText::kDetail;
  for (const std::string& name : diagram.lane_order) options.lanes.push_back(lane_of(name));
  if (is_one_transfer(diagram)) {
    observe::ChosenTransfer chosen({SlotIndex{0}, {}});
    run(diagram, chosen);
    return to_wavedrom(lay_out(chosen.transfer().value().window(), options));
  }
  observe::AllTransfers all;
  run(diagram, all);
  return to_wavedrom(lay_out(all.window(), options));
}

/// What was drawn by hand, as the picture should have it.
std::map<std::string, WaveCells> drawn_lanes(const TraceDiagram& diagram) {
  std::map<std::string, WaveCells> lanes;
  for (const auto& [name, cells] : diagram.lanes) {
    for (std::size_t at = 0; at < cells.size(); ++at) {
      if (cells[at] != ".") lanes[name][diagram.edges[at]] = cells[at];
    }
    lanes.try_emplace(name);
  }
  return lanes;
}

using NumbersByEdge = std::map<Cycle, std::multiset<std::string>>;

/// The listed events by kind: `edge kind number ...`, or `edge kind slot addr bytes ...`.
std::map<std::string, NumbersByEdge> listed_events(const TraceDiagram& diagram) {
  std::map<std::string, NumbersByEdge> kinds;
  for (const std::string& event : diagram.events) {
    std::istringstream in(event);
    Cycle edge = 0;
    std::string kind;
    std::string number;
    std::string address;
    std::string bytes;
    in >> edge >> kind >> number >> address >> bytes;
    const bool sized = kind == "ar" || kind == "aw" || kind == "w" || kind == "move";
    const bool detail = sized && shows_details(diagram);
    kinds[kind][edge].insert(detail ? bytes + " B" : number);
  }
  return kinds;
}

/// All lanes of a kind in a picture.
NumbersByEdge shown_events(const WavePicture& picture, const std::string& kind) {
  NumbersByEdge numbers;
  for (const char* direction : {"", ".g", ".s"}) {
    const auto lane = picture.begins.find(kind + direction);
    if (lane == picture.begins.end()) continue;
    for (const auto& [edge, cell] : lane->second) {
      std::istringstream in(cell);
      for (std::string number; std::getline(in, number, '+');) numbers[edge].insert(number);
    }
  }
  return numbers;
}

/// The names of lanes and kinds in which a picture is not what was worked out by hand.
std::vector<std::string> wrong_lanes(const TraceDiagram& diagram, const WavePicture& picture) {
  std::vector<std::string> wrong;
  for (const auto& [name, cells] : drawn_lanes(diagram)) {
    const auto shown = picture.begins.find(name);
    if (shown == picture.begins.end() || shown->second != cells) wrong.push_back(name);
  }
  for (const auto& [kind, numbers] : listed_events(diagram)) {
    const bool with_lanes = !diagram.lanes.empty();
    if (!with_lanes && shown_events(picture, kind) != numbers) wrong.push_back(kind);
  }
  return wrong;
}

/// Where a `move slot addr bytes remaining` is listed, the entry showed its address up to there,
/// and has stepped to what remains.
void expect_entry_steps(const TraceDiagram& diagram, const WavePicture& picture) {
  for (const std::string& event : diagram.events) {
    std::istringstream in(event);
    Cycle edge = 0;
    std::string kind;
    std::string slot;
    std::string address;
    std::string bytes;
    std::string remaining;
    in >> edge >> kind >> slot >> address >> bytes >> remaining;
    if (kind != "move") continue;
    const WaveCells& addresses = picture.holds.at("address");
    EXPECT_EQ(std::prev(addresses.lower_bound(edge))->second, address) << event;
    const WaveCells& left = picture.holds.at("remaining");
    EXPECT_EQ(remaining, left.count(edge) == 0 ? "0" : left.at(edge)) << event;
  }
}

std::string file_name(const std::string& title) {
  std::string name;
  for (const char letter : title) {
    name += std::isalnum(static_cast<unsigned char>(letter)) == 0 ? '_' : letter;
  }
  return name;
}

std::string contents(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class TimingPictures : public testing::TestWithParam<TraceDiagram> {};

TEST_P(TimingPictures, ShowWhatWasWorkedOutByHand) {
  const TraceDiagram& diagram = GetParam();
  const std::string json = picture_of(diagram);
  const WavePicture picture = read_wavedrom(json);
  EXPECT_EQ(picture.title, diagram.title);
  EXPECT_EQ(picture.caption, "");
  EXPECT_EQ(wrong_lanes(diagram, picture), std::vector<std::string>{}) << json;
  if (is_one_transfer(diagram)) expect_entry_steps(diagram, picture);

  for (const auto& [lane, cells] : diagram.lanes) {
    for (std::size_t at = 0; at < cells.size(); ++at) {
      TraceDiagram changed = diagram;
      changed.lanes[lane][at] = cells[at] == "." ? "0" : ".";
      EXPECT_EQ(wrong_lanes(changed, picture), std::vector<std::string>{lane});
    }
  }
  for (std::size_t at = 0; at < diagram.edges.size(); ++at) {
    TraceDiagram changed = diagram;
    changed.edges[at] += 1000;
    EXPECT_NE(wrong_lanes(changed, picture), std::vector<std::string>{}) << diagram.edges[at];
  }
  for (std::size_t at = 0; diagram.lanes.empty() && at < diagram.events.size(); ++at) {
    TraceDiagram changed = diagram;
    changed.events[at].insert(0, "1");
    EXPECT_NE(wrong_lanes(changed, picture), std::vector<std::string>{}) << diagram.events[at];
  }
}

TEST_P(TimingPictures, AreThoseOfTheDocument) {
  const std::string json = picture_of(GetParam());
  const std::string name = file_name(GetParam().title);
  if (const char* folder = std::getenv("SGDMA_WRITE_PICTURES")) {
    std::ofstream(std::string(folder) + "/" + name + ".json", std::ios::binary) << json;
    return;
  }
  EXPECT_EQ(json, contents(SGDMA_SOURCE_DIR "/docs/images/timing/" + name + ".json"))
      << "see the picture, then run tb/waves/diagrams.sh";
  const std::string picture = "![" + GetParam().title + "](images/timing/" + name + ".svg)";
  EXPECT_NE(contents(SGDMA_SOURCE_DIR "/docs/timing.md").find(picture), std::string::npos)
      << "docs/timing.md does not show it";
  EXPECT_NE(contents(SGDMA_SOURCE_DIR "/docs/images/timing/" + name + ".svg"), "");
}

INSTANTIATE_TEST_SUITE_P(, TimingPictures, testing::ValuesIn(timing_document()),
                         [](const testing::TestParamInfo<TraceDiagram>& instance) {
                           return test_name(instance.param.title);
                         });

}  // namespace
}  // namespace sgdma::test
