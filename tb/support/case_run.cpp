#include "support/case_run.h"

#include <fstream>
#include <iterator>
#include <sstream>

#include <boost/json.hpp>

#include "support/scratch.h"

namespace sgdma::test {
namespace {

namespace json = boost::json;

std::string text_of(const json::value& value) {
  return value.is_string() ? std::string(value.as_string()) : json::serialize(value);
}

std::string file_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

bool selects(const json::object& event, std::string_view where) {
  const std::size_t equals = where.find('=');
  return where.empty() || text_of(event.at(where.substr(0, equals))) == where.substr(equals + 1);
}

}  // namespace

const char* const kWholeMemory = R"(
[[region]]
name = "all"
key = 1
size = "4 GiB"
page_size = "1 GiB"
base = 0
access = ["local_write", "remote_write", "remote_read", "remote_atomic"]
)";

std::string case_bus(unsigned width, unsigned beats) {
  std::ostringstream text;
  text << "[bus]\nwidth = \"" << width << " B\"\nmax_read_burst = \"" << width * beats
       << " B\"\nmax_write_burst = \"" << width * beats
       << " B\"\nposted_writes = false\n[memory]\nread_latency = \"20 cycles\"\n"
       << "write_latency = \"20 cycles\"\n";
  return text.str();
}

std::string case_queue_pairs(unsigned count) {
  return "[[qp]]\nnumber = 0\ncount = " + std::to_string(count) + "\n";
}

std::string endless_scenario() {
  return case_bus(64, 4) + kWholeMemory + case_queue_pairs(1) +
         "[[wqe]]\nqp = 0\nop = \"write\"\ncount = 1099511627776\nevery = \"1000 cycles\"\n"
         "sge = [{ addr = \"0x1000\", len = \"256 B\", key = \"all\" }]\n";
}

CaseRun::CaseRun(const std::string& scenario, const std::vector<std::string>& arguments) {
  const std::string events = write_scratch_file("case.jsonl", "");
  std::vector<std::string> command = {"run",    write_scratch_file("case.toml", scenario),
                                      "--json", "--events",
                                      events,   "--events-beats"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  command_ = run_command(command);
  log_ = file_text(events);
}

bool CaseRun::sound() const {
  return exit_code() == 0 && result("/ending") == "done" && result("/verified") == "true";
}

std::vector<std::string> CaseRun::list(std::string_view name, std::string_view fields,
                                       std::string_view where) const {
  std::vector<std::string> texts;
  std::istringstream lines(log_);
  for (std::string line; std::getline(lines, line);) {
    const json::object event = json::parse(line).as_object();
    const json::value* kind = event.if_contains("event");
    if (kind == nullptr || kind->as_string() != name || !selects(event, where)) {
      continue;
    }
    std::string text;
    std::istringstream words{std::string(fields)};
    for (std::string field; words >> field;) {
      text += (text.empty() ? "" : " ") + text_of(event.at(field));
    }
    texts.push_back(text);
  }
  return texts;
}

std::vector<std::uint64_t> CaseRun::numbers(std::string_view name, std::string_view field,
                                            std::string_view where) const {
  std::vector<std::uint64_t> numbers;
  for (const std::string& text : list(name, field, where)) {
    numbers.push_back(std::stoull(text, nullptr, 0));
  }
  return numbers;
}

std::string CaseRun::result(std::string_view pointer) const {
  boost::system::error_code error;
  const json::value whole = json::parse(out(), error);
  const json::value* found = error ? nullptr : whole.find_pointer(pointer, error);
  return found == nullptr ? "" : text_of(*found);
}

}  // namespace sgdma::test
