/// docs/waveforms.md against the signals that the binary writes, both ways, and against the
/// options.
#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "observe/signals/words.h"
#include "support/command_run.h"
#include "support/save_file.h"
#include "support/scenario_run.h"
#include "support/scratch.h"

namespace sgdma::test {
namespace {

using ::testing::HasSubstr;

/// Signal and width.
using Signals = std::map<std::string, std::string>;

std::string page() { return file_bytes(source_path("docs/waveforms.md")); }

std::vector<std::string> cells_of(const std::string& row) {
  std::vector<std::string> cells;
  std::istringstream stream(row);
  for (std::string cell; std::getline(stream, cell, '|');) {
    const std::size_t first = cell.find_first_not_of(' ');
    cells.push_back(first == std::string::npos
                        ? ""
                        : cell.substr(first, cell.find_last_not_of(' ') - first + 1));
  }
  return cells;
}

/// The rows of tables that begin with `| first |` below a heading, by that heading.
std::map<std::string, std::vector<std::vector<std::string>>> tables(const std::string& first) {
  std::map<std::string, std::vector<std::vector<std::string>>> tables;
  std::string heading;
  bool inside = false;
  for (const std::string& line : lines_of(page())) {
    if (line.rfind("### ", 0) == 0) heading = line.substr(4);
    if (line.rfind('|', 0) != 0) {
      inside = false;
    } else if (line.rfind("| " + first + " |", 0) == 0) {
      inside = true;
    } else if (inside && line.rfind("|-", 0) != 0) {
      tables[heading].push_back(cells_of(line));
    }
  }
  return tables;
}

/// What stands in backquotes.
std::vector<std::string> quoted_in(const std::string& text) {
  const std::regex quoted("`([^`]*)`");
  std::vector<std::string> all;
  for (std::sregex_iterator at(text.begin(), text.end(), quoted); at != std::sregex_iterator();
       ++at) {
    all.push_back((*at)[1]);
  }
  return all;
}

Signals signals_of_page() {
  Signals tag;
  const auto parts = tables("part");
  for (const auto& row : parts.at("A tag")) tag[quoted_in(row[1]).at(0)] = row[2];
  Signals signals;
  for (const auto& [heading, rows] : tables("signal")) {
    const std::string scope = quoted_in(heading).at(0) + ".";
    for (const auto& row : rows) {
      for (const std::string& name : quoted_in(row[1])) {
        const std::string path = scope + name;
        if (row[2] != "tag") {
          signals[path] = row[2];
          continue;
        }
        for (const auto& [part, width] : tag) {
          signals[std::string(path).append(".").append(part)] = width;
        }
      }
    }
  }
  return signals;
}

bool is_address(const std::string& name) {
  return name.size() > 7 && name.compare(name.size() - 7, 7, "address") == 0;
}

/// With `N` for the numbers of slots and queue pairs.
Signals signals_of_run() {
  const std::string wave = write_scratch_file("x.vcd", "");
  const CommandResult run =
      run_command({"run", source_path("traces/stimulus/bus_error.toml"), "--wave", wave});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const std::regex number("[.](slot|qp)_[0-9]+");
  Signals signals;
  for (const std::string& full : names_in_vcd(file_bytes(wave))) {
    const std::size_t range = full.find('[');
    const std::string name = std::regex_replace(full.substr(0, range), number, ".$1_N");
    const int width = range == std::string::npos ? 1 : std::stoi(full.substr(range + 1)) + 1;
    signals[name] = is_address(name) ? "address" : std::to_string(width);
    // The regions of the scenario end below 0x10000.
    if (is_address(name)) {
      EXPECT_EQ(width, 16) << name;
    }
  }
  return signals;
}

TEST(WaveformsPage, NamesEverySignalWithItsWidthAndNoOther) {
  const Signals page = signals_of_page();
  EXPECT_GT(page.size(), 100U);
  EXPECT_EQ(page, signals_of_run());
}

TEST(WaveformsPage, NamesEveryStateOfASlot) {
  std::vector<std::string> states;
  for (const auto& [heading, rows] : tables("state")) {
    for (const auto& row : rows) states.push_back(quoted_in(row[1]).at(0));
  }
  EXPECT_EQ(states, observe::slot_state_words().words);
}

TEST(WaveformsPage, NamesEveryOptionOfWaveforms) {
  const std::string help = run_command({"run", "--help"}).out;
  std::set<std::string> options;
  const std::regex option("--wave[a-z-]*");
  for (std::sregex_iterator at(help.begin(), help.end(), option); at != std::sregex_iterator();
       ++at) {
    options.insert(at->str());
  }
  EXPECT_GE(options.size(), 8U);
  for (const std::string& name : options) EXPECT_THAT(page(), HasSubstr("| `" + name));
}

/// The figures of "VCD or FST" and of the overview.
TEST(WaveformsPage, FiguresAreThoseOfTheRun) {
  const std::string wave = write_scratch_file("m.vcd", "");
  const CommandResult run = run_command(
      {"run", source_path("traces/stimulus/mixed_64_queue_pairs.toml"), "--wave", wave});
  EXPECT_THAT(run.err, HasSubstr("cycles 0 to 12,464,"));
  EXPECT_NEAR(static_cast<double>(file_bytes(wave).size()), 3.5e6, 0.05e6);
}

}  // namespace
}  // namespace sgdma::test
