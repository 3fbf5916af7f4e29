#include "workload/config/event_builder.h"

#include <algorithm>
#include <string>

#include "workload/config/key_spec.h"

namespace sgdma::workload {

void EventBuilder::add(const EventEntry& entry, const KeysSeen& seen, Place place) {
  platform::ControlEventConfig event;
  event.request.kind = entry.kind;
  event.at = entry.at;
  const bool found = find_queue_pair(entry, seen, place, event.request);
  if (read_trigger(entry, seen, place, event) && found) {
    events_.push_back(event);
  }
}

bool EventBuilder::find_queue_pair(const EventEntry& entry, const KeysSeen& seen, Place place,
                                   ControlRequest& request) {
  const std::string kind(name_of(entry.kind));
  if (entry.kind == ControlKind::kEngineReset) {
    if (!entry.qp) return true;
    errors_.report(seen.place("event.qp", place), kind + " resets all queue pairs",
                   "leave `qp` out, or write kind = \"qp_reset\"");
    return false;
  }
  if (!entry.qp) {
    errors_.report(place, kind + " needs a queue pair", "add `qp`");
    return false;
  }
  const auto found = std::lower_bound(
      queue_pairs_.begin(), queue_pairs_.end(), *entry.qp,
      [](const platform::QueuePair& qp, QpNumber number) { return qp.number < number; });
  if (found == queue_pairs_.end() || found->number != *entry.qp) {
    errors_.report(seen.place("event.qp", place),
                   "there is no queue pair " + std::to_string(raw(*entry.qp)), "list it as [[qp]]");
    return false;
  }
  request.qp = QpIndex{static_cast<std::uint32_t>(found - queue_pairs_.begin())};
  request.number = *entry.qp;
  return true;
}

bool EventBuilder::read_trigger(const EventEntry& entry, const KeysSeen& seen, Place place,
                                platform::ControlEventConfig& event) {
  const bool timed = seen.place("event.at", {}).known();
  const bool triggered = !entry.after.empty();
  if (timed == triggered) {
    errors_.report(place,
                   timed ? "an event has `at` or `after`, not both"
                         : "an event needs to know when it is asked for",
                   "`at` is a time, `after` the tag of a transfer, with `beat`");
    return false;
  }
  if (!triggered) {
    if (!seen.place("event.beat", {}).known()) return true;
    errors_.report(seen.place("event.beat", place), "`beat` counts beats of the transfer `after`",
                   "add `after`, or leave it out");
    return false;
  }
  const std::optional<CompletionTag> tag = parse_tag(entry.after);
  if (!tag) {
    errors_.report(seen.place("event.after", place), quoted(entry.after) + " is no tag",
                   "a tag is qp.side.number.part@epoch, for example \"7.sq.3.0@0\"");
    return false;
  }
  event.trigger = {*tag, entry.beat};
  return true;
}

}  // namespace sgdma::workload
