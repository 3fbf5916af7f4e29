#include "unit/random_run.h"

#include <algorithm>

namespace sgdma::test {

namespace {

constexpr std::uint64_t kGatherBase = 0x10000000;
constexpr std::uint64_t kGatherBytes = 0x40000;
constexpr std::uint64_t kGranuleBase = 0x1000;
constexpr std::uint64_t kScatterBase = 0x40000000;
constexpr std::uint64_t kPageBytes = 4096;
constexpr std::uint32_t kAtomicBytes = 8;

// A fixed but irregular delay for each request or beat.
std::function<Cycle(std::uint64_t)> irregular(std::uint64_t salt, Cycle longest) {
  return [salt, longest](std::uint64_t number) {
    return ((number + salt) * 0x9E3779B97F4A7C15ULL >> 40U) % (longest + 1);
  };
}

}  // namespace

RandomRun::RandomRun(std::uint64_t seed, bool with_faults, bool with_silence)
    : random_(seed), next_free_(kScatterBase) {
  draw_bus();
  draw_arbitration();
  draw_payload_ends();
  draw_memory(with_faults || with_silence);
  if (with_silence) {
    draw_silence();
  }
  draw_work();
}

std::uint32_t RandomRun::limit(std::uint32_t first, std::uint32_t last) {
  return one_in(2) ? kUnlimited : static_cast<std::uint32_t>(between(first, last));
}

void RandomRun::draw_bus() {
  EngineConfig& engine = config_.engine;
  engine.bus_width = 4U << below(7);
  const std::uint32_t most_beats = std::min<std::uint32_t>(256, 8192 / engine.bus_width);
  engine.max_read_burst = static_cast<std::uint32_t>(between(1, most_beats)) * engine.bus_width;
  engine.max_write_burst = static_cast<std::uint32_t>(between(1, most_beats)) * engine.bus_width;
  if (one_in(2)) {
    engine.max_read_burst = engine.bus_width * static_cast<std::uint32_t>(between(1, 4));
    engine.max_write_burst = engine.bus_width * static_cast<std::uint32_t>(between(1, 4));
  }
  engine.read_bursts = static_cast<std::uint32_t>(one_in(2) ? between(1, 4) : between(5, 64));
  engine.read_bursts_per_slot = limit(1, 4);
  engine.read_bytes = limit(1, 4) * engine.max_read_burst;
  engine.write_bursts = static_cast<std::uint32_t>(one_in(2) ? between(1, 4) : between(5, 64));
  engine.write_bursts_per_slot = limit(1, 4);
  engine.posted_writes = one_in(2);
  engine.response_order = one_in(2) ? ResponseOrder::kSlot : ResponseOrder::kAny;
}

void RandomRun::draw_arbitration() {
  EngineConfig& engine = config_.engine;
  engine.slots = static_cast<std::uint32_t>(one_in(4) ? between(1, 2) : between(3, 80));
  engine.queue_pairs = static_cast<std::uint32_t>(one_in(4) ? between(60, 70) : between(1, 8));
  engine.slots_per_qp = limit(1, 3);
  if (one_in(3)) {
    engine.reserve_gather = static_cast<std::uint32_t>(below(engine.slots));
    engine.reserve_scatter = static_cast<std::uint32_t>(below(engine.slots));
  }
  engine.arbitration = static_cast<ArbitrationKind>(below(5));
  engine.quantum = static_cast<std::uint32_t>(between(1, one_in(2) ? 100 : 5000));
  engine.burst_scheduling = static_cast<BurstScheduling>(below(3));
  engine.completion_depth = limit(1, 6);
  for (std::uint32_t qp = 0; qp < engine.queue_pairs; ++qp) {
    config_.queue_pairs.push_back(
        {static_cast<std::uint32_t>(between(1, 5)), static_cast<std::uint32_t>(below(3))});
  }
  if (one_in(2)) {
    const Cycle period = between(2, 40);
    config_.completion_taken_at = [period](Cycle edge) { return edge % period == 0; };
  }
}

void RandomRun::draw_payload_ends() {
  EngineConfig& engine = config_.engine;
  if (one_in(2)) {
    engine.gather_rate = {between(1, 3ULL * engine.bus_width), between(1, 7)};
    engine.gather_depth =
        static_cast<std::uint32_t>(between(engine.bus_width, 6ULL * engine.bus_width));
  }
  if (one_in(2)) {
    engine.scatter_rate = {between(1, 3ULL * engine.bus_width), between(1, 7)};
    engine.scatter_depth = std::min<std::uint32_t>(engine.max_write_burst, kPageBytes) +
                           static_cast<std::uint32_t>(below(one_in(2) ? 2 : 5000));
    engine.cut_through = one_in(2);
  }
}

void RandomRun::draw_memory(bool with_faults) {
  FakeMemoryConfig& memory = config_.memory;
  memory.read_latency = below(one_in(3) ? 100 : 6);
  memory.write_latency = below(one_in(3) ? 60 : 5);
  memory.jitter = one_in(2) ? 0 : between(1, 20);
  memory.seed = random_();
  if (one_in(2)) {
    memory.read_accept_delay = irregular(random_(), between(0, 4));
    memory.write_accept_delay = irregular(random_(), between(0, 4));
  }
  for (std::uint64_t left = with_faults ? between(1, 8) : 0; left > 0; --left) {
    const std::uint64_t base = one_in(2) ? kGatherBase : kScatterBase;
    memory.faults.push_back({base + below(kGatherBytes), between(1, 3 * kPageBytes),
                             one_in(2) ? BusStatus::kSlaveError : BusStatus::kDecodeError});
  }
}

void RandomRun::draw_silence() {
  config_.engine.bus_timeout = one_in(2) ? between(1, 40) : between(41, 2000);
  for (std::uint64_t left = between(1, 8); left > 0; --left) {
    const std::uint64_t base = one_in(2) ? kGatherBase : kScatterBase;
    config_.memory.silences.push_back(
        {base + below(kGatherBytes), between(1, 3 * kPageBytes), between(1, 3000)});
  }
}

void RandomRun::draw_work() {
  Cycle at = below(4);
  std::vector<std::uint32_t> numbers(config_.engine.queue_pairs);
  const Cycle longest_gap = one_in(2) ? 2 : 60;
  for (std::uint64_t left = between(3, 50); left > 0; --left) {
    TransferRequest request = draw_transfer();
    request.tag.qp = QpNumber{raw(request.qp)};
    request.tag.number = numbers[raw(request.qp)]++;
    work_.push_back({at, request});
    at += below(longest_gap + 1);
  }
}

TransferRequest RandomRun::draw_transfer() {
  TransferRequest request;
  request.qp = QpIndex{static_cast<std::uint32_t>(below(config_.engine.queue_pairs))};
  request.direction = one_in(2) ? Direction::kGather : Direction::kScatter;
  request.after_scatters = request.direction == Direction::kGather && one_in(4);
  if (one_in(8)) {
    const std::uint64_t granule = kGranuleBase + kAtomicBytes * below(2);
    request.direction = Direction::kGather;
    request.after_scatters = true;
    request.atomic_granule = granule;
    request.bytes = kAtomicBytes;
    request.segments.push_back({granule, kAtomicBytes});
    request.tag.last_part = false;
    return request;
  }
  for (std::uint64_t left = one_in(8) ? 0 : between(1, 4); left > 0; --left) {
    request.segments.push_back(draw_segment(request.direction));
    request.bytes += request.segments.back().bytes;
  }
  return request;
}

Segment RandomRun::draw_segment(Direction direction) {
  const auto bytes = static_cast<std::uint32_t>(between(1, one_in(3) ? 3000 : 40));
  if (direction == Direction::kGather) {
    return {kGatherBase + below(kGatherBytes), bytes};
  }
  next_free_ += below(one_in(4) ? 2 * kPageBytes : 80);
  const Segment segment{next_free_, bytes};
  next_free_ += bytes;
  return segment;
}

}  // namespace sgdma::test
