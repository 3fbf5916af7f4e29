#include "workload/config/generator_builder.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "workload/config/quantity.h"
#include "workload/config/section_keys.h"

namespace sgdma::workload {
namespace {

namespace access = platform::access;
using platform::Distribution;

constexpr std::uint64_t kAtomicBytes = 8;
/// Intervals for each time that it is on, at most: those that bring no message are drawn as well.
constexpr std::uint64_t kMostTimesOff = 1'000'000;

/// Whether the generator can draw an operation that `matches`.
template <class Matches>
bool makes(const GeneratorConfig& config, Matches matches) {
  const std::vector<Distribution::Point>& points = config.op.points();
  return std::any_of(points.begin(), points.end(), [&](const Distribution::Point& point) {
    return matches(static_cast<GeneratedOp>(point.value));
  });
}

/// Whether its memory is that of a WQE or receive.
bool uses_sges(GeneratedOp op) { return !is_incoming(op) || op == GeneratedOp::kIncomingSend; }
bool is_answered(GeneratedOp op) {
  return op == GeneratedOp::kRead || op == GeneratedOp::kCompareSwap ||
         op == GeneratedOp::kFetchAdd;
}
/// Right that the region behind the SGEs has to give.
std::uint8_t local_access(GeneratedOp op) {
  const bool written = uses_sges(op) && op != GeneratedOp::kSend && op != GeneratedOp::kWrite;
  return written ? access::kLocalWrite : 0;
}
std::uint8_t remote_access(GeneratedOp op) {
  if (uses_sges(op)) return 0;
  if (is_atomic(op)) return access::kRemoteAtomic;
  return op == GeneratedOp::kIncomingRead ? access::kRemoteRead : access::kRemoteWrite;
}

bool uses_remote(GeneratedOp op) { return !uses_sges(op); }

/// Bytes of the longest message whose operation `matches`.
template <class Matches>
std::uint64_t longest(const GeneratorConfig& config, Matches matches) {
  const auto sized = [&](GeneratedOp op) { return matches(op) && !is_atomic(op); };
  const auto atomic = [&](GeneratedOp op) { return matches(op) && is_atomic(op); };
  return std::max(makes(config, sized) ? config.size.largest() : 0,
                  makes(config, atomic) ? kAtomicBytes : 0);
}

/// Payload of a message, on average.
double mean_bytes(const GeneratorConfig& config) {
  double bytes = 0;
  double weights = 0;
  for (const Distribution::Point& point : config.op.points()) {
    const double weight = config.op.is_constant() ? 1 : static_cast<double>(point.share);
    const bool atomic = is_atomic(static_cast<GeneratedOp>(point.value));
    bytes += weight * (atomic ? static_cast<double>(kAtomicBytes) : config.size.mean());
    weights += weight;
  }
  return bytes / weights;
}

/// Share of the time in which messages come.
double share_on(const GeneratorConfig& config) {
  if (config.arrivals != ArrivalKind::kOnOff || config.on == 0) return 1;
  const auto on = static_cast<double>(config.on);
  return on / (on + static_cast<double>(config.off));
}

std::string named(const GeneratorConfig& config) { return "generator \"" + config.name + "\""; }

}  // namespace

void GeneratorBuilder::add(GeneratorEntry entry, const KeysSeen& seen, Place place) {
  const GeneratorConfig& config = entry.config;
  check_name(config, seen.place("generator.name", place));
  check_queue_pairs(config, seen.place("generator.qp", place));
  check_loop(entry, seen, place);
  check_times(entry.config, seen, place);
  check_memory(config, seen, place);
  check_peer(config, seen.place("generator.op", place));
  generators_.push_back(std::move(entry.config));
}

void GeneratorBuilder::check_name(const GeneratorConfig& config, Place place) {
  if (config.name.empty()) errors_.report(place, "a generator's name cannot be empty");
  for (const GeneratorConfig& other : generators_) {
    if (other.name != config.name) continue;
    errors_.report(place, "there are two generators named \"" + config.name + "\"",
                   "they would draw the same random numbers");
    return;
  }
}

void GeneratorBuilder::check_queue_pairs(const GeneratorConfig& config, Place place) {
  const std::uint64_t first = raw(config.first_qp);
  const std::uint64_t end = first + config.queue_pairs;
  if (scenario_.queue_pairs.count(first, end - 1) != config.queue_pairs) {
    errors_.report(place,
                   named(config) + ": not all of the queue pairs " + std::to_string(first) +
                       " to " + std::to_string(end - 1) + " are there",
                   "declare them: [[qp]] with number and count");
    return;
  }
  for (const GeneratorConfig& other : generators_) {
    if (raw(other.first_qp) < end && first < raw(other.first_qp) + other.queue_pairs) {
      errors_.report(place, named(config) + " shares queue pairs with " + named(other),
                     "what is done is counted by queue pair: give each its own");
      return;
    }
  }
  for (const RepeatedItem& item : scenario_.work) {
    const QpNumber number = scenario_.queue_pairs.number_of(item.item.qp);
    if (!config.owns(number)) continue;
    errors_.report(place,
                   named(config) + ": queue pair " + std::to_string(raw(number)) +
                       " has work that the scenario lists",
                   "what is done is counted by queue pair: give the generator its own");
    return;
  }
}

void GeneratorBuilder::check_loop(GeneratorEntry& entry, const KeysSeen& seen, Place place) {
  GeneratorConfig& config = entry.config;
  const bool open = config.depth == 0;
  const bool interval = seen.has("generator.interval");
  const bool load = seen.has("generator.load");
  for (const char* key : {"interval", "load", "arrivals", "qp_order", "incast"}) {
    const std::string name = std::string("generator.") + key;
    if (open || !seen.has(name)) continue;
    errors_.report(seen.place(name, place), name + " has no meaning in a closed loop",
                   "leave out generator.depth for an open loop");
  }
  if (open && interval == load) {
    errors_.report(place,
                   named(config) + (load ? " has both interval and load"
                                         : " has neither depth nor interval nor load"),
                   "a closed loop has a depth, an open loop one of the others");
  }
  const bool on_off = config.arrivals == ArrivalKind::kOnOff;
  if (on_off != (config.on > 0 && config.off > 0) ||
      (!on_off && (config.on > 0 || config.off > 0))) {
    errors_.report(place,
                   named(config) + (on_off ? " has no times on and off"
                                           : " has times on and off that mean nothing"),
                   "arrivals = \"on_off\" has both, nothing else has one");
  }
  if (open && load && !interval) make_interval(entry, seen.place("generator.load", place));
}

void GeneratorBuilder::make_interval(GeneratorEntry& entry, Place place) {
  GeneratorConfig& config = entry.config;
  const double bytes = mean_bytes(config) * (config.incast ? config.queue_pairs : 1);
  const double exact = bytes * 8e12 / static_cast<double>(entry.load) * share_on(config);
  if (exact < 1 || exact > static_cast<double>(kLongestTime)) {
    errors_.report(place, named(config) + ": the load makes no interval of 1 ps to 4000000 s");
    return;
  }
  config.interval = static_cast<platform::Picoseconds>(std::llround(exact));
}

void GeneratorBuilder::check_times(const GeneratorConfig& config, const KeysSeen& seen,
                                   Place place) {
  if (config.messages == 0 && config.stop == 0) {
    errors_.report(place, named(config) + " never ends", "give it messages or stop");
  }
  if (config.on != 0 && config.interval / config.on > kMostTimesOff) {
    errors_.report(seen.place("generator.on", place),
                   named(config) + ": its interval is more than " + std::to_string(kMostTimesOff) +
                       " times as long as it is on");
  }
  if (config.stop != 0 && config.stop < config.start) {
    errors_.report(seen.place("generator.stop", place), named(config) + " stops before its start");
  }
  const std::uint64_t at_once = config.incast ? config.queue_pairs : 1;
  const std::uint64_t later = config.messages == 0 ? 0 : (config.messages - 1) / at_once;
  const double last = static_cast<double>(config.start) + static_cast<double>(later) *
                                                              static_cast<double>(config.interval) /
                                                              share_on(config);
  if (config.stop == 0 && last > static_cast<double>(kLongestTime)) {
    errors_.report(seen.place("generator.messages", place),
                   named(config) + ": its last message would come after more than 4000000 s");
  }
}

void GeneratorBuilder::check_region(const GeneratorConfig& config,
                                    const std::optional<RegionKey>& key, const std::string& name,
                                    std::uint8_t rights, std::uint64_t most, Place place) {
  if (!key) {
    errors_.report(place, named(config) + " needs a " + name,
                   "name a [[region]] in generator." + name);
    return;
  }
  const auto region =
      std::find_if(scenario_.regions.begin(), scenario_.regions.end(),
                   [&](const platform::Region& known) { return known.key == *key; });
  if (region == scenario_.regions.end()) {
    errors_.report(
        place, named(config) + ": there is no region with the key " + format_address(raw(*key)));
    return;
  }
  if ((region->access & rights) != rights) {
    errors_.report(
        place,
        named(config) + ": region \"" + region->name + "\" does not allow what the generator does",
        "its access lacks a right: local_write for receives, READs and atomics, "
        "remote_write, remote_read or remote_atomic for what peers do");
  }
  if (most > region->bytes) {
    errors_.report(place, named(config) + ": messages of " + format_bytes(most) +
                              " do not fit in region \"" + region->name + "\" (" +
                              format_bytes(region->bytes) + ")");
  }
  const bool aligned =
      config.alignment % 8 == 0 && region->iova % 8 == 0 && region->first_byte_offset % 8 == 0;
  if ((rights & access::kRemoteAtomic) != 0 && !aligned) {
    errors_.report(place,
                   named(config) + ": atomics would not be aligned to 8 bytes in region \"" +
                       region->name + "\"",
                   "alignment, iova and first_byte_offset have to be multiples of 8 B");
  }
}

void GeneratorBuilder::check_memory(const GeneratorConfig& config, const KeysSeen& seen,
                                    Place place) {
  std::uint8_t local = 0;
  std::uint8_t remote = 0;
  for (const Distribution::Point& point : config.op.points()) {
    local = static_cast<std::uint8_t>(local | local_access(static_cast<GeneratedOp>(point.value)));
    remote =
        static_cast<std::uint8_t>(remote | remote_access(static_cast<GeneratedOp>(point.value)));
  }
  if (makes(config, uses_sges)) {
    check_region(config, config.region, "region", local, longest(config, uses_sges),
                 seen.place("generator.region", place));
  }
  if (remote != 0) {
    check_region(config, config.remote, "remote", remote, longest(config, uses_remote),
                 seen.place("generator.remote", place));
  }
  if (config.sges.largest() > scenario_.target.max_sge) {
    errors_.report(seen.place("generator.sges", place),
                   named(config) + ": more than engine.max_sge (" +
                       std::to_string(scenario_.target.max_sge) + ") SGEs");
  }
}

void GeneratorBuilder::check_peer(const GeneratorConfig& config, Place place) {
  if (scenario_.peer_delay != 0 || !makes(config, is_answered)) return;
  errors_.report(place, named(config) + ": nobody answers READs and atomics",
                 "give workload.peer_delay: the time until the peer answers");
}

}  // namespace sgdma::workload
