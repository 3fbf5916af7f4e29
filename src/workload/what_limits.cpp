#include "workload/what_limits.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "workload/grouped.h"

namespace sgdma::workload {
namespace {

using core::StallCause;

constexpr double kPercent = 100.0;

struct Limiter {
  std::string_view what;
  std::string_view knob;
};

/// What a cause means, and the knob. `queued`: transfers wait for slots.
Limiter limiter(Direction direction, StallCause cause, bool queued) {
  const bool gather = direction == Direction::kGather;
  switch (cause) {
    case StallCause::kBusBackPressure:
      return {"the memory does not take what is driven",
              gather ? "memory.request_header, memory.write_bandwidth, memory.non_posted_credits"
                     : "memory.write_bandwidth"};
    case StallCause::kPayloadBackPressure:
      return {"the outgoing payload end has no room", "payload.gather_rate, payload.gather_depth"};
    case StallCause::kPayloadStarved:
      return {"the incoming payload is not there",
              "payload.scatter_rate, payload.scatter_depth, payload.cut_through"};
    case StallCause::kOutstandingLimit:
      return {"bursts outstanding are at their limit",
              gather ? "bus.read_bursts, bus.read_bytes, bus.read_bursts_per_slot; or "
                       "memory.read_latency, memory.read_bandwidth"
                     : "bus.write_bursts, bus.write_bursts_per_slot; or memory.write_latency"};
    case StallCause::kWaitingForMemory:
      if (queued) {
        return {"transfers wait for the memory's answers",
                gather ? "memory.read_latency, memory.read_bandwidth, or engine.slots to hide it"
                       : "memory.write_latency, or engine.slots to hide it"};
      }
      return {"transfers wait for the memory's answers",
              gather ? "memory.read_latency, memory.read_bandwidth" : "memory.write_latency"};
    case StallCause::kTearingDown: return {"failing transfers drain", "the faults in the workload"};
    case StallCause::kKeyMiss:
      return {"transfers wait for the addresses of their regions",
              "key_cache.capacity, key_cache.hit_latency, key_cache.miss_latency, "
              "key_cache.translation"};
    case StallCause::kSlotLimit:
      return {"heads of queues are held back",
              "arbiter.slots_per_qp, arbiter.reserve_*, completion.depth"};
    case StallCause::kNoSlot: return {"all slots are taken", "engine.slots"};
    case StallCause::kNoWork: return {"there is no work", "the workload"};
    case StallCause::kMoved: break;
  }
  return {"nothing", "no knob"};
}

/// Whether transfers wait for slots. The edge from intake to grant is no waiting.
bool is_queued(const RunResult& result) {
  constexpr double kShare = 0.25;
  const observe::StageLatencies& stages = result.statistics->stages();
  return stages.queue.mean() - 1 > kShare * (stages.queue.mean() + stages.slot.mean());
}

struct Loss {
  Direction direction = Direction::kGather;
  StallCause cause = StallCause::kMoved;
  Cycle cycles = 0;
};

/// Whether the run is finished, and the direction soon after its last arrival.
bool keeps_up(const RunResult& result, std::size_t direction) {
  constexpr Cycle kTailsInARun = 50;
  const Cycle tail = result.last_end[direction] - result.last_taken[direction];
  return result.ending == Ending::kDone && tail <= result.cycles / kTailsInARun;
}

/// The directions that had work; of a finished run those that end with it, give or take 1 %.
std::vector<Direction> last_directions(const RunResult& result) {
  constexpr Cycle kNear = 100;
  const Cycle end = std::max(result.last_end[0], result.last_end[1]);
  std::vector<Direction> last;
  for (const Direction direction : {Direction::kGather, Direction::kScatter}) {
    const bool early = result.ending == Ending::kDone &&
                       end - result.last_end[index_of(direction)] > result.cycles / kNear;
    if (result.active[index_of(direction)] && !early) last.push_back(direction);
  }
  return last;
}

/// What most cycles were lost to in these directions.
Loss worst_loss(const RunResult& result, const std::vector<Direction>& directions) {
  Loss worst;
  for (const Direction direction : directions) {
    const auto& causes = result.measured.causes[index_of(direction)];
    for (std::size_t cause = 1; cause < core::kStallCauses; ++cause) {
      if (causes[cause] > worst.cycles) {
        worst = {direction, static_cast<StallCause>(cause), causes[cause]};
      }
    }
  }
  return worst;
}

}  // namespace

std::string what_limits(const RunResult& result) {
  if (!result.active[0] && !result.active[1]) return "nothing: no transfer finished";
  if (keeps_up(result, 0) && keeps_up(result, 1) && !is_queued(result)) {
    return fmt::format(
        "the work itself: the engine keeps up with it, and is done {} cycles after the "
        "last arrival (the workload)",
        grouped(result.cycles - std::max(result.last_taken[0], result.last_taken[1])));
  }
  const Loss worst = worst_loss(result, last_directions(result));
  const double share =
      static_cast<double>(worst.cycles) / static_cast<double>(result.measured.cycles);
  constexpr double kBusy = 0.01;
  if (share < kBusy) {
    return "the bus itself: a beat moves in nearly every cycle (bus.width, clock.frequency)";
  }
  const Limiter found = limiter(worst.direction, worst.cause, is_queued(result));
  return fmt::format("{} in {:.1f} % of the {} cycles ({})", found.what, kPercent * share,
                     name_of(worst.direction), found.knob);
}

}  // namespace sgdma::workload
