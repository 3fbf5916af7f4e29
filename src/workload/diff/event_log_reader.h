/// An event log, read back.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <boost/json.hpp>

#include "workload/config/line_reader.h"

namespace sgdma::workload {

/// Invariant: the first line, which describes the log, has been read and is right.
class EventLogReader {
 public:
  /// Throws ConfigError where the file cannot be opened or is no event log (docs/events.md).
  explicit EventLogReader(const std::string& path);

  /// The text of the next event, until the next call; false at the end.
  bool next(std::string_view& line);
  /// As above, for an event that is no `beat`.
  bool next_but_beats(std::string_view& line);
  std::uint32_t line() const { return lines_.number(); }

  const boost::json::object& header() const { return header_; }
  bool has_beats() const { return has_beats_; }

  /// An event as JSON. Throws ConfigError where the line, read last, is none.
  boost::json::object parse(std::string_view line) const;

 private:
  LineReader lines_;
  boost::json::object header_;
  bool has_beats_ = false;
};

}  // namespace sgdma::workload
