#include "support/trace_diagram.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>

#include <fmt/format.h>

#include "support/trace_control.h"
#include "support/trace_setting.h"
#include "support/trace_stimulus.h"

namespace sgdma::test {

namespace {

enum class Part { kHead, kWork, kControl, kLanes, kEvents };

struct Reader {
  TraceDiagram diagram;
  Part part = Part::kHead;
  std::string work;
  std::string control;
};

[[noreturn]] void refuse(std::size_t line, const std::string& why) {
  throw std::invalid_argument("line " + std::to_string(line) + ": " + why);
}

void read_lane(Reader& reader, std::istringstream& in, const std::string& name, std::size_t line) {
  std::vector<std::string> cells;
  for (std::string cell; in >> cell;) {
    cells.push_back(cell);
  }
  if (name == "edge") {
    for (const std::string& cell : cells) {
      reader.diagram.edges.push_back(std::stoull(cell));
    }
  } else if (cells.size() != reader.diagram.edges.size()) {
    refuse(line, "a lane has not as many cells as there are edges");
  } else {
    reader.diagram.lanes[name] = cells;
    reader.diagram.lane_order.push_back(name);
  }
}

void read_event(Reader& reader, std::istringstream& in, const std::string& edge, std::size_t line) {
  if (edge.back() != ':') {
    refuse(line, "an event begins with its edge and a colon");
  }
  std::string text;
  std::getline(in >> std::ws, text);
  reader.diagram.events.push_back(edge.substr(0, edge.size() - 1) + ' ' + text);
}

void read_line(Reader& reader, const std::string& text, std::size_t line) {
  std::istringstream in(text);
  std::string word;
  if (!(in >> word)) {
    return;
  }
  if (word == "title:") {
    std::getline(in >> std::ws, reader.diagram.title);
  } else if (word == "config:") {
    for (std::string setting; in >> setting;) {
      set_from_text(reader.diagram.config, setting);
    }
  } else if (word == "target:") {
    std::getline(in >> std::ws, reader.diagram.target);
  } else if (word == "work:") {
    reader.part = Part::kWork;
  } else if (word == "control:") {
    reader.part = Part::kControl;
  } else if (word == "lanes:") {
    reader.part = Part::kLanes;
  } else if (word == "events:") {
    reader.part = Part::kEvents;
  } else if (reader.part == Part::kWork) {
    reader.work += text + '\n';
  } else if (reader.part == Part::kControl) {
    reader.control += text + '\n';
  } else if (reader.part == Part::kLanes) {
    read_lane(reader, in, word, line);
  } else if (reader.part == Part::kEvents) {
    read_event(reader, in, word, line);
  } else {
    refuse(line, "unknown word " + word);
  }
}

std::string lane_of(const TraceEvent& event, bool with_direction) {
  if (!with_direction) {
    return word_of(event.kind);
  }
  return word_of(event.kind) + (event.direction == Direction::kGather ? ".g" : ".s");
}

std::string cell_of(const TraceEvent& event) {
  const bool control = event.kind == TraceKind::kAsked || event.kind == TraceKind::kAnswered;
  if (control && event.control == ControlKind::kEngineReset) {
    return std::string(name_of(event.control));
  }
  const bool by_queue_pair =
      control || event.kind == TraceKind::kIntake || event.kind == TraceKind::kCompletion;
  return std::to_string(by_queue_pair ? event.qp : event.slot);
}

// What the run puts into a lane, by edge.
std::map<Cycle, std::string> cells_of(const std::string& lane,
                                      const std::vector<TraceEvent>& events) {
  const bool with_direction = lane.find('.') != std::string::npos;
  std::map<Cycle, std::string> cells;
  for (const TraceEvent& event : events) {
    if (lane_of(event, with_direction) == lane) {
      std::string& cell = cells[event.edge];
      cell += (cell.empty() ? "" : "+") + cell_of(event);
    }
  }
  return cells;
}

void compare_lane(const TraceDiagram& diagram, const std::string& lane,
                  const std::vector<TraceEvent>& events, std::vector<std::string>& found) {
  std::map<Cycle, std::string> is = cells_of(lane, events);
  const std::vector<std::string>& drawn = diagram.lanes.at(lane);
  for (std::size_t at = 0; at < drawn.size(); ++at) {
    const auto cell = is.find(diagram.edges[at]);
    const std::string in_run = cell == is.end() ? "." : cell->second;
    if (in_run != drawn[at]) {
      found.push_back(
          fmt::format("{} at {}: drawn {}, is {}", lane, diagram.edges[at], drawn[at], in_run));
    }
    is.erase(diagram.edges[at]);
  }
  for (const auto& [edge, cell] : is) {
    found.push_back(fmt::format("{} at {}: not drawn, is {}", lane, edge, cell));
  }
}

void compare_events(const TraceDiagram& diagram, const std::vector<TraceEvent>& events,
                    std::vector<std::string>& found) {
  std::multiset<std::string> listed(diagram.events.begin(), diagram.events.end());
  std::set<std::string> words;
  for (const std::string& event : diagram.events) {
    const std::size_t word = event.find(' ') + 1;
    words.insert(event.substr(word, event.find(' ', word) - word));
  }
  for (const TraceEvent& event : events) {
    if (words.count(word_of(event.kind)) == 0) {
      continue;
    }
    const std::string text = std::to_string(event.edge) + ' ' + text_of(event);
    const auto at = listed.find(text);
    if (at == listed.end()) {
      found.push_back("not listed: " + text);
    } else {
      listed.erase(at);
    }
  }
  for (const std::string& event : listed) {
    found.push_back("does not happen: " + event);
  }
}

}  // namespace

void PrintTo(const TraceDiagram& diagram, std::ostream* out) { *out << diagram.title; }

std::string test_name(const std::string& text) {
  std::string name;
  bool upper = true;
  for (const char letter : text) {
    if (std::isalnum(static_cast<unsigned char>(letter)) == 0) {
      upper = true;
      continue;
    }
    name += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(letter))) : letter;
    upper = false;
  }
  return name;
}

std::vector<TraceDiagram> timing_document() {
  std::ifstream in(SGDMA_SOURCE_DIR "/docs/timing.md");
  std::ostringstream text;
  text << in.rdbuf();
  return read_diagrams(text.str());
}

std::vector<TraceDiagram> read_diagrams(std::string_view markdown) {
  std::vector<TraceDiagram> diagrams;
  std::istringstream lines{std::string(markdown)};
  Reader reader;
  bool inside = false;
  std::size_t line = 0;
  for (std::string text; std::getline(lines, text);) {
    ++line;
    if (!inside && text == "```timing") {
      inside = true;
      reader = {};
      reader.diagram.line = line;
      reader.diagram.config = contract_config(3, 2, true);
    } else if (inside && text == "```") {
      inside = false;
      reader.diagram.work = parse_stimulus(reader.work);
      reader.diagram.config.control = parse_control(reader.control);
      if (reader.diagram.title.empty() || reader.diagram.work.empty() ||
          (reader.diagram.lanes.empty() && reader.diagram.events.empty())) {
        refuse(line, "a diagram without title, work or events");
      }
      diagrams.push_back(reader.diagram);
    } else if (inside) {
      read_line(reader, text, line);
    }
  }
  return diagrams;
}

std::vector<std::string> differences(const TraceDiagram& diagram,
                                     const std::vector<TraceEvent>& events) {
  std::vector<std::string> found;
  for (const auto& [lane, cells] : diagram.lanes) {
    compare_lane(diagram, lane, events, found);
  }
  compare_events(diagram, events, found);
  return found;
}

}  // namespace sgdma::test
