#include "support/trace_control.h"

#include <sstream>
#include <stdexcept>
#include <string>

namespace sgdma::test {

namespace {

ControlRequest read_request(std::istringstream& in, const std::string& line) {
  std::string kind;
  in >> kind;
  ControlRequest request;
  if (kind == name_of(ControlKind::kEngineReset)) {
    request.kind = ControlKind::kEngineReset;
    return request;
  }
  std::uint32_t qp = 0;
  const bool reset = kind == name_of(ControlKind::kQueuePairReset);
  if ((!reset && kind != name_of(ControlKind::kQueuePairError)) || !(in >> qp)) {
    throw std::invalid_argument("not a control request: " + line);
  }
  request.kind = reset ? ControlKind::kQueuePairReset : ControlKind::kQueuePairError;
  request.qp = QpIndex{qp};
  request.number = QpNumber{qp};
  return request;
}

}  // namespace

std::vector<TimedControl> parse_control(std::string_view text) {
  std::vector<TimedControl> control;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    std::istringstream in(line);
    std::string rest;
    TimedControl timed;
    if (line.find_first_not_of(' ') == std::string::npos) {
      continue;
    }
    if (!(in >> timed.edge)) {
      throw std::invalid_argument("not a control request: " + line);
    }
    timed.request = read_request(in, line);
    if (in >> rest) {
      throw std::invalid_argument("not a control request: " + line);
    }
    control.push_back(timed);
  }
  return control;
}

}  // namespace sgdma::test
