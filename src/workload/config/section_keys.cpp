#include "workload/config/section_keys.h"

#include <limits>

#include "workload/config/quantity.h"
#include "workload/config/section_key_parts.h"

namespace sgdma::workload {
namespace {

using platform::CompletionQueueConfig;
using platform::TargetConfig;
using Table = KeyTable<Scenario>;

constexpr std::uint64_t kMostInteger = std::numeric_limits<std::int64_t>::max();
constexpr std::uint64_t kLongestPeriod = 1'000'000;      // 1 us
constexpr std::uint64_t kMostCompletions = 1ULL << 20U;  // the port's memory is there in full

/// A payload rate is held as bytes a cycle and written as bits a second.
Binding<Scenario> payload(PayloadRate EngineConfig::*rate) {
  return {[rate](Scenario& scenario, const KeyValue& value) {
            scenario.engine.*rate = payload_rate(value.number, scenario.clock_period);
          },
          [rate](const Scenario& scenario) {
            const PayloadRate& held = scenario.engine.*rate;
            return std::optional<KeyValue>(
                KeyValue{bits_per_second(held, scenario.clock_period), {}, {}});
          }};
}

/// Absent where there is none.
Binding<Scenario> stimulus_file() {
  Binding<Scenario> binding = field(&Scenario::stimulus);
  binding.get = [](const Scenario& scenario) -> std::optional<KeyValue> {
    if (scenario.stimulus.empty()) return std::nullopt;
    return KeyValue{0, scenario.stimulus, {}};
  };
  return binding;
}

void add_clock(Table& keys) {
  keys.push_back({time("clock", "period", "Clock period, a whole number of picoseconds.")
                      .range(1, kLongestPeriod),
                  field(&Scenario::clock_period)});
  keys.push_back({KeySpec("clock", "frequency", KeyKind::kFrequency,
                          "Clock frequency, instead of clock.period.")
                      .range(1, kLongestPeriod)
                      .alias(),
                  field(&Scenario::clock_period)});
}

/// The timeout is held in cycles.
Binding<Scenario> bus_timeout() {
  return {
      [](Scenario& scenario, const KeyValue& value) {
        scenario.engine.bus_timeout = cycles_of(value.number, scenario.clock_period);
      },
      [](const Scenario& scenario) {
        return std::optional<KeyValue>(load(scenario.engine.bus_timeout * scenario.clock_period));
      }};
}

void add_bus(Table& keys) {
  keys.push_back({bytes("bus", "width", "Width of a bus word: what one beat moves at most.")
                      .range(4, 256)
                      .powers_of_two(),
                  engine(&EngineConfig::bus_width)});
  keys.push_back({bytes("bus", "max_read_burst",
                        "Longest read burst (PCIe's MRRS): whole bus words, at most 256 of them.")
                      .range(4, 4096),
                  engine(&EngineConfig::max_read_burst)});
  keys.push_back({bytes("bus", "max_write_burst",
                        "Longest write burst (PCIe's MPS): whole bus words, at most 256 of them.")
                      .range(4, 4096),
                  engine(&EngineConfig::max_write_burst)});
  keys.push_back({flag("bus", "posted_writes",
                       "A write is done with its last beat (PCIe), not with its response (AXI)."),
                  engine(&EngineConfig::posted_writes)});
  keys.push_back({choice("bus", "response_order",
                         "Order of read responses: in order per slot, or any order between bursts.")
                      .one_of({"slot", "any"}),
                  engine(&EngineConfig::response_order)});
  keys.push_back({choice("bus", "beats",
                         "What the payload of a beat covers: its bytes, or the whole aligned bus "
                         "word with byte enables.")
                      .one_of({"exact", "full_word"}),
                  engine(&EngineConfig::beats)});
  keys.push_back({count("bus", "read_bursts", "Read bursts outstanding in the engine: read tags.")
                      .range(1, 65535),
                  engine(&EngineConfig::read_bursts)});
  keys.push_back({count("bus", "read_bursts_per_slot", "Read bursts outstanding for one slot.")
                      .range(1, 65535)
                      .or_word(kNoLimit),
                  engine(&EngineConfig::read_bursts_per_slot)});
  keys.push_back({bytes("bus", "read_bytes",
                        "Read bytes asked for and not yet moved. A request goes only while a whole "
                        "bus.max_read_burst fits.")
                      .range(4, kMost32)
                      .or_word(kNoLimit),
                  engine(&EngineConfig::read_bytes)});
  keys.push_back(
      {count("bus", "write_bursts", "Write bursts begun and not yet answered.").range(1, 65535),
       engine(&EngineConfig::write_bursts)});
  keys.push_back({count("bus", "write_bursts_per_slot",
                        "Write bursts begun and not yet answered, for one slot.")
                      .range(1, 65535)
                      .or_word(kNoLimit),
                  engine(&EngineConfig::write_bursts_per_slot)});
  keys.push_back(
      {time("bus", "timeout",
            "How long a target may stay silent: from a read request to its last beat, from a write "
            "beat to its acceptance, from the last of a burst to its response. Then the transfer "
            "fails. In whole cycles, rounded up.")
           .range(1, kLongestDelay)
           .or_word("never"),
       bus_timeout()});
}

void add_engine(Table& keys) {
  keys.push_back({count("engine", "slots", "Slots of the in-flight table.").range(1, 4096),
                  engine(&EngineConfig::slots)});
  keys.push_back({bytes("engine", "max_transfer",
                        "A WQE's gather is cut into transfers of at most this length.")
                      .range(1, 2 * kGibi)
                      .or_word(kNoLimit),
                  field(&Scenario::target, &TargetConfig::max_transfer)});
  keys.push_back({count("engine", "max_sge", "SGEs of a WQE; one with more fails.").range(1, 256),
                  field(&Scenario::target, &TargetConfig::max_sge)});
  keys.push_back(
      {bytes("engine", "max_inline", "Inline data of a WQE; one with more fails.").range(0, 4096),
       field(&Scenario::target, &TargetConfig::max_inline)});
  keys.push_back(
      {flag("engine", "merge_runs", "Pages that are contiguous in memory become one segment."),
       field(&Scenario::target, &TargetConfig::merge_runs)});
}

void add_arbiter(Table& keys) {
  keys.push_back({choice("arbiter", "policy", "Which queue pair gets the next free slot.")
                      .one_of({"round_robin", "weighted_round_robin", "deficit_round_robin",
                               "strict_priority", "oldest_first"}),
                  engine(&EngineConfig::arbitration)});
  keys.push_back({bytes("arbiter", "quantum",
                        "What a queue pair of weight 1 may move in a round of deficit_round_robin; "
                        "a transfer of zero length counts as one byte.")
                      .range(1, kGibi),
                  engine(&EngineConfig::quantum)});
  keys.push_back({count("arbiter", "slots_per_qp", "Slots that one queue pair may hold.")
                      .range(1, 4096)
                      .or_word(kNoLimit),
                  engine(&EngineConfig::slots_per_qp)});
  keys.push_back(
      {count("arbiter", "reserve_gather", "Slots that scatters may not take.").range(0, 4095),
       engine(&EngineConfig::reserve_gather)});
  keys.push_back(
      {count("arbiter", "reserve_scatter", "Slots that gathers may not take.").range(0, 4095),
       engine(&EngineConfig::reserve_scatter)});
  keys.push_back({choice("arbiter", "burst_scheduling",
                         "Which in-flight transfer issues the next burst of a channel.")
                      .one_of({"round_robin", "oldest_first", "run_to_completion"}),
                  engine(&EngineConfig::burst_scheduling)});
}

void add_payload(Table& keys) {
  keys.push_back({rate("payload", "gather_rate", "Rate at which gathered payload leaves."),
                  payload(&EngineConfig::gather_rate)});
  keys.push_back(
      {bytes("payload", "gather_depth", "Gathered payload that is buffered on its way out.")
           .range(4, kGibi),
       engine(&EngineConfig::gather_depth)});
  keys.push_back(
      {rate("payload", "scatter_rate", "Rate at which payload to be scattered comes in."),
       payload(&EngineConfig::scatter_rate)});
  keys.push_back({bytes("payload", "scatter_depth", "Payload to be scattered that is buffered.")
                      .range(4, kGibi),
                  engine(&EngineConfig::scatter_depth)});
  keys.push_back({flag("payload", "cut_through",
                       "A write burst may start before its payload is there in full."),
                  engine(&EngineConfig::cut_through)});
}

void add_completion(Table& keys) {
  const auto queue = [](auto member) { return field(&Scenario::completion_queue, member); };
  keys.push_back({count("completion", "depth",
                        "Entries of the completion port. One is reserved at each grant.")
                      .range(1, kMostCompletions)
                      .or_word(kNoLimit),
                  engine(&EngineConfig::completion_depth)});
  keys.push_back({count("completion", "queue_depth", "CQEs that fit into the completion queue.")
                      .range(1, kMost32)
                      .or_word(kNoLimit),
                  queue(&CompletionQueueConfig::depth)});
  keys.push_back({flag("completion", "polled", "Software takes CQEs out of the completion queue."),
                  queue(&CompletionQueueConfig::polled)});
  keys.push_back({time("completion", "poll_start", "Software takes no CQE before."),
                  queue(&CompletionQueueConfig::poll_start)});
  keys.push_back({time("completion", "poll_interval",
                       "Time between two CQEs that software takes; 0: it takes all at once."),
                  queue(&CompletionQueueConfig::poll_interval)});
}

void add_rest(Table& keys) {
  keys.push_back({KeySpec("workload", "name", KeyKind::kText, "Name of the scenario in results."),
                  field(&Scenario::name)});
  keys.push_back(
      {count("workload", "seed", "Seed of everything that is random.").range(0, kMostInteger),
       field(&Scenario::seed)});
  keys.push_back(
      {count("workload", "max_backlog",
             "Transfers taken in and not finished; while there are as many, further work "
             "waits outside and is taken in late.")
           .range(1, kMost32)
           .or_word(kNoLimit),
       field(&Scenario::max_backlog)});
  keys.push_back(
      {time("workload", "peer_delay",
            "Time until a peer answers: the acknowledge of a SEND or WRITE that has left, "
            "the response to a READ or atomic. Without a peer, a SEND or WRITE is done "
            "when it is gathered, and responses come as [[packet]]s alone.")
           .range(1, kLongestDelay)
           .or_word("no_peer"),
       field(&Scenario::peer_delay)});
  keys.push_back(
      {rate("workload", "wire_rate",
            "Rate at which the payload of generated messages and of responses comes in."),
       field(&Scenario::wire_rate)});
  keys.push_back({KeySpec("workload", "stimulus", KeyKind::kText,
                          "File of more work, JSON Lines, beside the scenario."),
                  stimulus_file()});
  keys.push_back({time("measure", "warm_up", "Transfers taken in before do not count in figures."),
                  field(&Scenario::measure, &MeasureConfig::warm_up)});
  keys.push_back(
      {time("measure", "window", "Length of time, after the warm-up, in which transfers count.")
           .range(1, kLongestTime)
           .or_word("to_the_end"),
       field(&Scenario::measure, &MeasureConfig::window)});
}

Table make_table() {
  Table keys;
  add_clock(keys);
  add_bus(keys);
  add_engine(keys);
  add_arbiter(keys);
  add_key_cache_keys(keys);
  add_payload(keys);
  add_completion(keys);
  add_teardown_keys(keys);
  add_memory_keys(keys);
  add_rest(keys);
  return keys;
}

}  // namespace

const KeyTable<Scenario>& section_keys() {
  static const Table table = make_table();
  return table;
}

}  // namespace sgdma::workload
