#include "support/mutation_table.h"

#include "support/scenario_run.h"

namespace sgdma::test {
namespace {

std::vector<std::string> cells_of(const std::string& row) {
  std::vector<std::string> cells;
  for (std::size_t at = row.find('|'); at + 1 < row.size();) {
    const std::size_t end = row.find('|', at + 1);
    cells.push_back(row.substr(at + 1, end - at - 1));
    at = end;
  }
  return cells;
}

}  // namespace

std::vector<std::vector<std::string>> mutation_rows(const std::string& heading) {
  std::vector<std::vector<std::string>> rows;
  bool below = false;
  for (const std::string& line : lines_of(file_bytes(source_path("docs/mutations.md")))) {
    if (line.rfind('#', 0) == 0) below = line == heading;
    if (below && line.rfind("| `", 0) == 0) rows.push_back(cells_of(line));
  }
  return rows;
}

std::vector<std::string> quoted(const std::string& cell) {
  std::vector<std::string> words;
  for (std::size_t at = cell.find('`'); at != std::string::npos;) {
    const std::size_t end = cell.find('`', at + 1);
    words.push_back(cell.substr(at + 1, end - at - 1));
    at = cell.find('`', end + 1);
  }
  return words;
}

}  // namespace sgdma::test
