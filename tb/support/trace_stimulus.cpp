#include "support/trace_stimulus.h"

#include <map>
#include <sstream>
#include <stdexcept>

namespace sgdma::test {

namespace {

constexpr std::uint64_t kGranuleBytes = 8;

void parse_tail(std::istringstream& in, const std::string& line, TransferRequest& request) {
  for (std::string word; in >> word;) {
    if (word == "after") {
      request.after_scatters = true;
    } else if (word == "atomic" && !request.segments.empty()) {
      request.atomic_granule = request.segments.front().address / kGranuleBytes * kGranuleBytes;
      request.tag.last_part = false;
    } else {
      std::uint32_t bytes = 0;
      if (!(in >> bytes) || bytes == 0) {
        throw std::invalid_argument("not a segment in: " + line);
      }
      request.segments.push_back({std::stoull(word, nullptr, 0), bytes});
      request.bytes += bytes;
    }
  }
}

}  // namespace

std::vector<TimedRequest> parse_stimulus(std::string_view text) {
  std::vector<TimedRequest> work;
  std::map<std::uint32_t, std::uint32_t> numbers;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    std::istringstream in(line);
    TimedRequest timed;
    std::uint32_t qp = 0;
    std::string direction;
    if (!(in >> timed.at)) {
      continue;
    }
    if (!(in >> qp >> direction) || (direction != "g" && direction != "s")) {
      throw std::invalid_argument("not a work item: " + line);
    }
    timed.request.qp = QpIndex{qp};
    timed.request.tag.qp = QpNumber{qp};
    timed.request.tag.number = numbers[qp]++;
    timed.request.direction = direction == "g" ? Direction::kGather : Direction::kScatter;
    parse_tail(in, line, timed.request);
    work.push_back(timed);
  }
  return work;
}

std::string stimulus_line(const TimedRequest& timed) {
  std::ostringstream out;
  const TransferRequest& request = timed.request;
  out << timed.at << ' ' << raw(request.qp)
      << (request.direction == Direction::kGather ? " g" : " s");
  for (const Segment& segment : request.segments) {
    out << " 0x" << std::hex << segment.address << std::dec << ' ' << segment.bytes;
  }
  out << (request.after_scatters ? " after" : "") << (request.atomic_granule ? " atomic" : "");
  return out.str();
}

}  // namespace sgdma::test
