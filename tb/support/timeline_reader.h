/// Reads a timeline as a viewer does, and refuses what a viewer would show wrongly.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <boost/json.hpp>

namespace sgdma::test {

using TimelineTrack = std::pair<std::uint32_t, std::uint32_t>;  ///< process and thread

/// Times are picoseconds.
struct TimelineSlice {
  TimelineTrack track;
  std::string name;
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  std::size_t depth = 0;     ///< slices around it on its track
  boost::json::object args;  ///< of its begin and its end
};

struct TimelineInstant {
  TimelineTrack track;
  std::string name;
  std::uint64_t at = 0;
  boost::json::object args;
};

struct TimelineValue {
  std::string name;
  std::uint64_t at = 0;
  std::uint64_t value = 0;
};

struct TimelineFile {
  std::string title;
  std::uint64_t period_ps = 0;
  std::map<TimelineTrack, std::string> names;
  std::map<std::uint32_t, std::string> processes;
  std::vector<TimelineSlice> slices;  ///< in the order of their ends
  std::vector<TimelineInstant> instants;
  std::vector<TimelineValue> values;
  /// The first thing that is wrong: no strict JSON, an end without a begin, a slice that is left
  /// open, a track that goes back in time, one that has no name. Empty where all is right.
  std::string problem;

  std::vector<TimelineSlice> named(const std::string& name) const;
};

TimelineFile read_timeline(const std::string& path);

}  // namespace sgdma::test
