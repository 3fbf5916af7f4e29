/// The tables of docs/events.md.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

namespace sgdma::test {

/// What the page says about the event log.
struct EventsPage {
  std::vector<std::string> header;                         ///< fields of the first line
  std::map<std::string, std::vector<std::string>> fields;  ///< of each event, in their order
  std::vector<std::string> example;                        ///< lines of the log that it shows
};

/// Reads the page; throws where it cannot.
EventsPage read_events_page(const std::string& path);

}  // namespace sgdma::test
