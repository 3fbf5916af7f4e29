/// Builds the list of control events from the entries of `[[event]]`.
#pragma once

#include <vector>

#include "platform/control_event.h"
#include "platform/platform_config.h"
#include "workload/config/error_list.h"
#include "workload/config/list_entries.h"
#include "workload/config/table_reader.h"

namespace sgdma::workload {

/// Makes sure that an event names what its kind needs and nothing else.
class EventBuilder {
 public:
  /// `queue_pairs` outlive the builder, sorted by number.
  EventBuilder(const std::vector<platform::QueuePair>& queue_pairs, ErrorList& errors)
      : queue_pairs_(queue_pairs), errors_(errors) {}

  /// `place` is that of the entry.
  void add(const EventEntry& entry, const KeysSeen& seen, Place place);

  /// In the order of the file.
  std::vector<platform::ControlEventConfig> take() { return std::move(events_); }

 private:
  bool find_queue_pair(const EventEntry& entry, const KeysSeen& seen, Place place,
                       ControlRequest& request);
  bool read_trigger(const EventEntry& entry, const KeysSeen& seen, Place place,
                    platform::ControlEventConfig& event);

  const std::vector<platform::QueuePair>& queue_pairs_;
  ErrorList& errors_;
  std::vector<platform::ControlEventConfig> events_;
};

}  // namespace sgdma::workload
