#include "support/trace_event.h"

#include <algorithm>
#include <sstream>
#include <utility>

namespace sgdma::test {

namespace {

char letter_of(Direction direction) { return direction == Direction::kGather ? 'g' : 's'; }

bool of_queue_pair(ControlKind kind) {
  return kind == ControlKind::kQueuePairReset || kind == ControlKind::kQueuePairError;
}

void range_text(std::ostringstream& out, const TraceEvent& event, std::uint32_t last_number) {
  out << ' ' << event.slot << " 0x" << std::hex << event.address << std::dec << ' ' << event.bytes
      << ' ' << last_number;
}

}  // namespace

std::string word_of(TraceKind kind) {
  switch (kind) {
    case TraceKind::kIntake: return "intake";
    case TraceKind::kGrant: return "grant";
    case TraceKind::kRequest: return "ar";
    case TraceKind::kBurst: return "aw";
    case TraceKind::kBeat: return "w";
    case TraceKind::kMove: return "move";
    case TraceKind::kResponse: return "response";
    case TraceKind::kFault: return "fault";
    case TraceKind::kDone: return "done";
    case TraceKind::kCompletion: return "completion";
    case TraceKind::kWaste: return "waste";
    case TraceKind::kTeardown: return "teardown";
    case TraceKind::kAsked: return "asked";
    case TraceKind::kAnswered: return "answered";
    case TraceKind::kQuarantine: return "quarantine";
    case TraceKind::kReturn: return "return";
  }
  return "?";
}

bool in_contract(TraceKind kind) {
  switch (kind) {
    case TraceKind::kIntake:
    case TraceKind::kGrant:
    case TraceKind::kRequest:
    case TraceKind::kBeat:
    case TraceKind::kMove:
    case TraceKind::kDone: return true;
    case TraceKind::kBurst:
    case TraceKind::kResponse:
    case TraceKind::kFault:
    case TraceKind::kCompletion:
    case TraceKind::kWaste:
    case TraceKind::kTeardown:
    case TraceKind::kAsked:
    case TraceKind::kAnswered:
    case TraceKind::kQuarantine:
    case TraceKind::kReturn: return false;
  }
  return false;
}

std::string text_of(const TraceEvent& event) {
  std::ostringstream out;
  out << word_of(event.kind);
  switch (event.kind) {
    case TraceKind::kIntake: out << ' ' << event.qp; break;
    case TraceKind::kGrant:
      out << ' ' << event.slot << ' ' << event.qp << ' ' << letter_of(event.direction) << " 0x"
          << std::hex << event.address << std::dec << ' ' << event.bytes;
      break;
    case TraceKind::kRequest:
    case TraceKind::kBurst: range_text(out, event, event.beats); break;
    case TraceKind::kBeat: range_text(out, event, event.last ? 1 : 0); break;
    case TraceKind::kMove: range_text(out, event, event.remaining); break;
    case TraceKind::kResponse:
    case TraceKind::kFault:
      out << ' ' << event.slot << ' ' << letter_of(event.direction) << " 0x" << std::hex
          << event.address << ' ' << name_of(event.bus_status);
      break;
    case TraceKind::kDone: out << ' ' << event.slot; break;
    case TraceKind::kCompletion:
      out << ' ' << event.qp << ' ' << letter_of(event.direction) << ' ' << name_of(event.status)
          << ' ' << event.bytes;
      break;
    case TraceKind::kWaste:
      out << ' ' << event.slot << ' ' << letter_of(event.direction) << " 0x" << std::hex
          << event.address << std::dec << ' ' << (event.last ? 1 : 0);
      break;
    case TraceKind::kTeardown:
      out << ' ' << event.slot << ' ' << name_of(event.teardown.cause) << ' '
          << name_of(event.teardown.policy);
      break;
    case TraceKind::kAsked:
    case TraceKind::kAnswered:
      out << ' ' << name_of(event.control);
      if (of_queue_pair(event.control)) {
        out << ' ' << event.qp;
      }
      break;
    case TraceKind::kQuarantine:
    case TraceKind::kReturn:
      out << ' ' << event.slot << ' ' << letter_of(event.direction) << " 0x" << std::hex
          << event.address << std::dec;
      break;
  }
  return out.str();
}

std::vector<std::string> contract_lines(const std::vector<TraceEvent>& events) {
  std::vector<std::pair<Cycle, std::string>> keyed;
  for (const TraceEvent& event : events) {
    if (in_contract(event.kind)) {
      keyed.emplace_back(event.edge, text_of(event));
    }
  }
  std::sort(keyed.begin(), keyed.end());
  std::vector<std::string> lines;
  lines.reserve(keyed.size());
  for (const auto& [edge, text] : keyed) {
    lines.push_back(std::to_string(edge) + ' ' + text);
  }
  return lines;
}

}  // namespace sgdma::test
