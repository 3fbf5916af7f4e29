/// GTKWave save files as a test reads them.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace sgdma::test {

struct SavedTrace {
  std::string group;    ///< groups from the outermost, joined by slashes
  bool hidden = false;  ///< one of its groups is closed
  std::string flags;    ///< "22"
  std::string words;    ///< path of the translation file; empty: none
  std::string label;    ///< empty: its name
  std::string name;     ///< with its range; of a slice, that of the signal whose bits it shows
};

struct SaveFile {
  std::string wave_file;
  std::vector<SavedTrace> traces;
  std::vector<std::string> groups;         ///< each, joined likewise
  std::vector<std::string> closed_groups;  ///< those of them that are closed
  std::vector<std::string> markers;        ///< "A 9000 fault 2.rq.0.0@0"
  std::string start;
  std::string zoom;

  /// Throws `std::out_of_range` where there is none.
  const SavedTrace& trace(std::string_view group, std::string_view label) const;
};

/// Throws `std::runtime_error` for groups that do not fit each other.
SaveFile parse_save_file(const std::string& text);

/// The names of a value change dump as GTKWave knows them: "a.state[2:0]", "a.clk".
std::set<std::string> names_in_vcd(const std::string& text);

}  // namespace sgdma::test
