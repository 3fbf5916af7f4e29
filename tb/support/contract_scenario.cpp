#include "support/contract_scenario.h"

#include <sstream>

namespace sgdma::test {

namespace {

constexpr const char* kHeader = R"([clock]
period = "1 ns"
[bus]
width = "8 B"
max_read_burst = "32 B"
max_write_burst = "32 B"
read_bursts = 4
[engine]
slots = 4
[arbiter]
policy = "round_robin"
burst_scheduling = "round_robin"
[[region]]
name = "all"
key = 1
iova = 0
size = "4 GiB"
page_size = "1 GiB"
base = 0
access = ["local_write"]
)";

void add_item(std::istringstream& words, std::ostringstream& out) {
  unsigned edge = 0;
  unsigned qp = 0;
  char direction = 'g';
  words >> edge >> qp >> direction;
  std::ostringstream sges;
  unsigned long total = 0;
  std::string address;
  unsigned long length = 0;
  while (words >> address >> length) {
    sges << "{ addr = \"" << address << "\", len = \"" << length << " B\", key = 1 }, ";
    total += length;
  }
  const std::string place =
      "qp = " + std::to_string(qp) + "\nat = \"" + std::to_string(edge - 1) + " cycles\"\n";
  out << "[[wqe]]\n"
      << place << "op = \"" << (direction == 'g' ? "write" : "read") << "\"\nsge = [" << sges.str()
      << "]\n";
  if (direction == 's') {
    out << "[[packet]]\n"
        << place << "op = \"read_response_only\"\nbytes = \"" << total << " B\"\n";
  }
}

}  // namespace

std::string contract_scenario(std::string_view text, const ContractMemory& memory) {
  std::ostringstream out;
  out << kHeader;
  for (unsigned qp = 0; qp < 4; ++qp) {
    out << "[[qp]]\nnumber = " << qp << "\n";
  }
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty() && line.front() != '#') {
      std::istringstream words(line);
      add_item(words, out);
    }
  }
  std::string scenario = out.str();
  std::ostringstream sections;
  sections << "[memory]\nread_latency = \"" << memory.read_latency << " ns\"\nwrite_latency = \""
           << memory.write_latency << " ns\"\n";
  const std::string bus = "[bus]\n";
  scenario.insert(scenario.find(bus) + bus.size(),
                  std::string("posted_writes = ") + (memory.responses ? "false" : "true") + "\n");
  return sections.str() + scenario;
}

}  // namespace sgdma::test
