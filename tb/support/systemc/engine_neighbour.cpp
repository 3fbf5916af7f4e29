#include "support/systemc/engine_neighbour.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "support/systemc/restless_neighbour.h"

namespace sgdma::test {

namespace {

constexpr std::uint32_t kQueuePairs = 2;

}  // namespace

EngineConfig EngineNeighbour::random_config(ScenarioRandom& random, const EngineConfig& beside) {
  EngineConfig config;
  config.queue_pairs = kQueuePairs;
  config.bus_width = beside.bus_width;
  config.max_read_burst = config.bus_width * static_cast<std::uint32_t>(random.between(1, 4));
  config.max_write_burst = config.bus_width * static_cast<std::uint32_t>(random.between(1, 4));
  config.slots = static_cast<std::uint32_t>(random.between(1, 6));
  config.read_bursts = static_cast<std::uint32_t>(random.between(1, 8));
  config.write_bursts = static_cast<std::uint32_t>(random.between(1, 8));
  config.posted_writes = random.chance(50);
  config.response_order = beside.response_order;
  return config;
}

sc_core::sc_time EngineNeighbour::random_period(ScenarioRandom& random,
                                                const sc_core::sc_time& beside) {
  const std::uint64_t halves = random.one_of<std::uint64_t>({1, 2, 2, 2, 3, 4});
  return sc_core::sc_time::from_value(std::max<std::uint64_t>(1, beside.value() * halves / 2));
}

std::vector<TimedRequest> EngineNeighbour::random_work(ScenarioRandom& random) {
  std::vector<TimedRequest> work;
  Cycle at = 1;
  const std::uint64_t transfers = random.between(2, 30);
  for (std::uint32_t number = 0; number < transfers; ++number) {
    if (random.chance(50)) {
      const auto most = random.one_of<std::uint64_t>({3, 30, 200});
      at += random.between(0, most);
    }
    TimedRequest timed;
    timed.at = at;
    TransferRequest& request = timed.request;
    request.qp = QpIndex{static_cast<std::uint32_t>(random.between(0, kQueuePairs - 1))};
    request.tag.qp = QpNumber{raw(request.qp)};
    request.tag.number = number;
    request.direction = random.chance(50) ? Direction::kGather : Direction::kScatter;
    Segment segment;
    segment.address = random.between(0, 0xFFFF);
    segment.bytes = static_cast<std::uint32_t>(random.between(1, 300));
    request.bytes = segment.bytes;
    request.segments.push_back(segment);
    work.push_back(std::move(timed));
  }
  return work;
}

EngineParts::Timings EngineNeighbour::random_timings(ScenarioRandom& random) {
  EngineParts::Timings timings{};
  for (model::PartTiming& timing : timings) {
    timing = random.chance(25) ? model::PartTiming::kKernel : model::PartTiming::kEdges;
  }
  return timings;
}

EngineNeighbour::EngineNeighbour(const sc_core::sc_module_name& name, std::uint64_t seed,
                                 const model::SgdmaEngine& beside, NeighbourLog& log)
    : sc_core::sc_module(name),
      random_(seed),
      log_(log),
      engine("engine", random_config(random_, beside.config()),
             std::vector<QueuePairConfig>(kQueuePairs),
             random_period(random_, sc_core::sc_time::from_value(beside.clock().period()))),
      resets_left_(random_.chance(40) ? random_.between(1, 6) : 0),
      timings_(random_timings(random_)),
      parts_("parts", random_work(random_), timings_,
             [this](LoggedPart part, const std::string& what) {
               if (timings_.at(static_cast<std::size_t>(part)) == model::PartTiming::kKernel) {
                 log_.add(basename(), what);
               }
             }) {
  engine.watch() = {&recorder_, &recorder_};
  parts_.bind_to(engine);
  using SC_CURRENT_USER_MODULE = EngineNeighbour;
  SC_METHOD(reset);
  sensitive << reset_event_;
  dont_initialize();
}

void EngineNeighbour::start_of_simulation() {
  if (resets_left_ > 0) {
    reset_event_.notify(random_gap(random_, engine.clock(), 100));
  }
}

void EngineNeighbour::reset() {
  ControlRequest request;
  request.kind = random_.chance(50) ? ControlKind::kEngineReset : ControlKind::kQueuePairReset;
  request.qp = QpIndex{static_cast<std::uint32_t>(random_.between(0, kQueuePairs - 1))};
  request.number = QpNumber{raw(request.qp)};
  engine.request(request);
  if (--resets_left_ > 0) {
    reset_event_.notify(random_gap(random_, engine.clock(), 100));
  }
}

void EngineNeighbour::report() {
  for (const TraceEvent& event : recorder_.events()) {
    log_.add(basename(), fmt::format("edge {} {}", event.edge, text_of(event)));
  }
}

}  // namespace sgdma::test
