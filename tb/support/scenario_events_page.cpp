#include "support/scenario_events_page.h"

#include <stdexcept>

#include "support/scenario_run.h"

namespace sgdma::test {
namespace {

/// The cells of a row `| a | b | c |`, without those of parentheses, which explain.
std::vector<std::string> cells_of(const std::string& row) {
  std::vector<std::string> cells;
  int depth = 0;
  for (const char c : row) {
    if (c == '|') cells.emplace_back();
    if (c == '(') ++depth;
    if (c != '|' && depth == 0 && !cells.empty()) cells.back() += c;
    if (c == ')') --depth;
  }
  if (!cells.empty()) cells.pop_back();
  return cells;
}

/// The words between backticks.
std::vector<std::string> words_of(const std::string& cell) {
  std::vector<std::string> words;
  for (std::size_t at = cell.find('`'); at != std::string::npos; at = cell.find('`', at + 1)) {
    const std::size_t end = cell.find('`', at + 1);
    words.push_back(cell.substr(at + 1, end - at - 1));
    at = end;
  }
  return words;
}

}  // namespace

EventsPage read_events_page(const std::string& path) {
  EventsPage page;
  int fences = 0;
  for (const std::string& line : lines_of(file_bytes(path))) {
    if (line.rfind("```", 0) == 0) {
      ++fences;
    } else if (fences == 1) {  // the first block
      page.example.push_back(line);
    }
    const std::vector<std::string> cells =
        line.rfind("| `", 0) == 0 ? cells_of(line) : std::vector<std::string>{};
    if (cells.size() == 2) {
      page.header.push_back(words_of(cells[0]).front());
    } else if (cells.size() == 3) {
      page.fields[words_of(cells[0]).front()] = words_of(cells[2]);
    }
  }
  if (page.fields.empty()) throw std::runtime_error(path + ": no table of events");
  return page;
}

}  // namespace sgdma::test
