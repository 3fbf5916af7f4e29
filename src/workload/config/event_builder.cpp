#include "workload/config/event_builder.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>

#include "workload/config/key_spec.h"
#include "workload/config/quantity.h"

namespace sgdma::workload {

void EventBuilder::add(const EventEntry& entry, const KeysSeen& seen, Place place) {
  platform::ControlEventConfig event;
  event.request.kind = entry.kind;
  event.at = entry.at;
  const bool found = find_target(entry, seen, place, event.request);
  if (read_trigger(entry, seen, place, event) && found) {
    events_.push_back(event);
    regions_named_.push_back(seen.place("event.region", place));
  }
}

bool EventBuilder::find_target(const EventEntry& entry, const KeysSeen& seen, Place place,
                               ControlRequest& request) {
  const std::string kind(name_of(entry.kind));
  if (concerns_region(entry.kind)) {
    if (entry.qp) {
      errors_.report(seen.place("event.qp", place), kind + " is about a region, of whatever QP",
                     "leave `qp` out");
      return false;
    }
    return find_region(entry, seen, place, request);
  }
  if (entry.region) {
    errors_.report(seen.place("event.region", place), kind + " is about no region",
                   "leave `region` out, or write kind = \"deregister\"");
    return false;
  }
  return find_queue_pair(entry, seen, place, request);
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
  const std::optional<QpIndex> found = scenario_.queue_pairs.find(*entry.qp);
  if (!found) {
    errors_.report(seen.place("event.qp", place),
                   "there is no queue pair " + std::to_string(raw(*entry.qp)), "list it as [[qp]]");
    return false;
  }
  request.qp = *found;
  request.number = *entry.qp;
  return true;
}

bool EventBuilder::find_region(const EventEntry& entry, const KeysSeen& seen, Place place,
                               ControlRequest& request) {
  const std::string kind(name_of(entry.kind));
  if (!entry.region) {
    errors_.report(place, kind + " needs a region", "add `region`");
    return false;
  }
  const auto& all = scenario_.regions;
  const NamedRegion& wanted = *entry.region;
  const auto is_meant = [&](const platform::Region& region) {
    return region.key == wanted.key && (wanted.name.empty() || region.name == wanted.name);
  };
  const auto found = std::find_if(all.begin(), all.end(), is_meant);
  const Place where = seen.place("event.region", place);
  if (found == all.end()) {
    errors_.report(where, "there is no region with the key " + format_address(raw(wanted.key)),
                   "list it as [[region]]");
    return false;
  }
  if (entry.kind == ControlKind::kRegister && std::count_if(found, all.end(), is_meant) > 1) {
    errors_.report(where,
                   "several regions have the key " + format_address(raw(wanted.key)) + ", \"" +
                       found->name + "\" is one of them",
                   "name the one that is registered");
    return false;
  }
  request.region = wanted.key;
  request.registration = static_cast<std::uint32_t>(found - all.begin());
  return true;
}

bool EventBuilder::order_is_known(RegionKey key) const {
  return std::none_of(
      events_.begin(), events_.end(), [key](const platform::ControlEventConfig& event) {
        const ControlRequest& request = event.request;
        return request.kind == ControlKind::kEngineReset ||
               (event.trigger && concerns_region(request.kind) && request.region == key);
      });
}

void EventBuilder::check_registrations() {
  std::vector<std::size_t> order;
  for (std::size_t at = 0; at < events_.size(); ++at) {
    const ControlRequest& request = events_[at].request;
    if (concerns_region(request.kind) && order_is_known(request.region)) order.push_back(at);
  }
  const auto when = [&](std::size_t at) {
    return std::make_tuple(events_[at].at / scenario_.clock_period, events_[at].request.kind);
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return when(a) < when(b); });
  std::map<RegionKey, std::string> registered;
  for (const platform::Region& region : scenario_.regions) {
    if (region.registered) registered.emplace(region.key, region.name);
  }
  for (const std::size_t at : order) {
    const ControlRequest& request = events_[at].request;
    if (request.kind == ControlKind::kDeregister) {
      registered.erase(request.region);
      continue;
    }
    const std::string& name = scenario_.regions[request.registration].name;
    const auto [other, free] = registered.emplace(request.region, name);
    if (free) continue;
    errors_.report(regions_named_[at],
                   "region \"" + name + "\" is registered under the key " +
                       format_address(raw(request.region)) + ", which is that of region \"" +
                       other->second + "\"",
                   "deregister that one before");
  }
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
