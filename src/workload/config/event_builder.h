/// Builds the list of control events from the entries of `[[event]]`.
#pragma once

#include <vector>

#include "platform/control_event.h"
#include "workload/config/error_list.h"
#include "workload/config/list_entries.h"
#include "workload/config/table_reader.h"
#include "workload/scenario.h"

namespace sgdma::workload {

/// Makes sure that an event names what its kind needs and nothing else, and refuses registrations
/// whose keys are in use where that is sure before the run.
class EventBuilder {
 public:
  /// `scenario` outlives the builder and has its clock, its regions and its queue pairs.
  EventBuilder(const Scenario& scenario, ErrorList& errors)
      : scenario_(scenario), errors_(errors) {}

  /// `place` is that of the entry.
  void add(const EventEntry& entry, const KeysSeen& seen, Place place);

  /// Follows each key from registration to registration, as far as times say in which order they
  /// come: a key that a beat has to do with, or an engine reset that may hold requests up, is left
  /// to the run. To be called behind the last entry.
  void check_registrations();

  /// In the order of the file.
  std::vector<platform::ControlEventConfig> take() { return std::move(events_); }

 private:
  bool find_target(const EventEntry& entry, const KeysSeen& seen, Place place,
                   ControlRequest& request);
  bool find_queue_pair(const EventEntry& entry, const KeysSeen& seen, Place place,
                       ControlRequest& request);
  bool find_region(const EventEntry& entry, const KeysSeen& seen, Place place,
                   ControlRequest& request);
  bool order_is_known(RegionKey key) const;
  bool read_trigger(const EventEntry& entry, const KeysSeen& seen, Place place,
                    platform::ControlEventConfig& event);

  const Scenario& scenario_;
  ErrorList& errors_;
  std::vector<platform::ControlEventConfig> events_;
  std::vector<Place> regions_named_;  ///< by event: where its region stands
};

}  // namespace sgdma::workload
