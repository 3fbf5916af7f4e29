#include "workload/simulation.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <new>
#include <string_view>

#include <systemc>

#include "observe/control_statistics.h"
#include "observe/diagram/chosen_transfer.h"
#include "observe/edge_observer_list.h"
#include "observe/engine_watcher.h"
#include "observe/event_log.h"
#include "observe/observer_list.h"
#include "observe/timeline/timeline.h"
#include "observe/transfer_statistics.h"
#include "observe/wave/waveform.h"
#include "observe/work_observer_list.h"
#include "oracle/scoreboard.h"
#include "platform/platform.h"
#include "workload/config/config_error.h"
#include "workload/deadlock_report.h"
#include "workload/out_of_memory.h"
#include "workload/owner_window.h"
#include "workload/scenario_work.h"

namespace sgdma::workload {

namespace {

/// Lines of all page lists.
std::uint64_t registered_lines(const Scenario& scenario) {
  const std::uint64_t pages = scenario.engine.key_cache.pages_per_line;
  std::uint64_t lines = 0;
  for (const platform::Region& region : scenario.regions) {
    lines += (region.pages.size() + pages - 1) / pages;
  }
  return lines;
}

/// Edges between two looks at the clock on the wall and at the user.
constexpr Cycle kChunk = 200'000;

constexpr std::size_t kSpareBytes = std::size_t{64} * 1024;

/// Where a run ends in any case: SystemC counts units of its resolution in 64 bits, and nothing
/// that the model waits for is further away than half of them.
constexpr model::Ticks kEndOfTime = model::Ticks{1} << 63U;

platform::TargetConfig target_config(const Scenario& scenario) {
  platform::TargetConfig config = scenario.target;
  config.acknowledged = scenario.peer_delay != 0;
  return config;
}

platform::PlatformConfig platform_config(const Scenario& scenario,
                                         const SimulationOptions& options) {
  platform::PlatformConfig config;
  config.engine = scenario.engine;
  config.target = target_config(scenario);
  config.max_backlog = scenario.max_backlog;
  config.memory = scenario.memory;
  config.memory.seed = scenario.seed;
  config.completion_queue = scenario.completion_queue;
  config.clock_period = scenario.clock_period;
  config.regions = scenario.regions;
  config.queue_pairs = scenario.queue_pairs;
  config.error_on_failure = scenario.on_failure == FailureAction::kQueuePairError;
  config.events = scenario.events;
  config.bind_bus = options.bind_bus;
  config.stand_ins = options.stand_ins;
  return config;
}

/// Width of the highest address that a region has, in whole hexadecimal digits.
std::uint32_t address_bits(const std::vector<platform::Region>& regions) {
  std::uint64_t highest = 0;
  for (const platform::Region& region : regions) {
    for (const std::uint64_t page : region.pages) {
      highest = std::max(highest, page + (region.page_bytes - 1));
    }
  }
  std::uint32_t bits = 16;
  while (bits < 64 && highest >> bits != 0) {
    bits += 4;
  }
  return bits;
}

/// First edge that is not before `time`.
Cycle edge_from(platform::Picoseconds time, platform::Picoseconds period) {
  return (time + period - 1) / period;
}

}  // namespace

class Simulation::Implementation {
 public:
  Implementation(const Scenario& scenario, const SimulationOptions& options);

  Ending run() {
    return guarded([this] { return run_to_the_end(); });
  }
  bool advance(Cycle edge) {
    return guarded([&] {
      const bool pending = advance_to(edge);
      work_.throw_if_bad();
      return pending;
    });
  }
  Cycle next_edge() const { return sc_core::sc_pending_activity() ? next_pending_edge() : kNever; }
  Progress so_far() const;
  void request(const ControlRequest& request);
  std::size_t arm(const platform::FaultRule& rule);
  std::uint64_t strikes(std::size_t rule) const {
    return platform_.host_memory.faults().strikes(rule);
  }
  void branch(const std::optional<std::string>& events);
  RunResult result() const;
  std::optional<observe::WaveReport> wave_report() const;
  std::optional<observe::TimelineReport> timeline_report() const;

 private:
  template <class Steps>
  auto guarded(Steps steps) -> decltype(steps());
  void open_event_log(const std::string& path);
  void attach();
  void attach_waveform();
  void attach_timeline();
  void watch_exposure();
  void leave_closed();
  void watch_engine();
  Ending run_to_the_end();
  bool advance_to(Cycle edge);
  bool interrupted() const { return options_.stop != nullptr && options_.stop->load() != 0; }
  Cycle next_pending_edge() const;
  Totals totals() const;
  void take_window_start();
  Totals window() const;
  void finish(Ending ending);
  oracle::FinalState final_state(Ending ending) const;
  void tell_owners(const std::function<void(const oracle::OwnedCycles&)>& tell) const;
  void fill_verdict(RunResult& result) const;

  const Scenario& scenario_;
  SimulationOptions options_;
  /// Room to say that there is none left.
  std::unique_ptr<std::byte[]> spare_ = std::make_unique<std::byte[]>(kSpareBytes);
  Cycle window_from_;
  Cycle window_until_;
  ScenarioWork work_;
  observe::TransferStatistics statistics_;
  observe::ControlStatistics control_statistics_;
  std::optional<observe::EventLog> events_;
  std::optional<oracle::Scoreboard> scoreboard_;
  observe::ObserverList transfer_observers_;
  observe::ObserverList beat_observers_;
  observe::WorkObserverList work_observers_;
  platform::Platform platform_;
  Ending ending_ = Ending::kDone;
  std::optional<observe::Waveform> waveform_;
  std::optional<observe::Timeline> timeline_;
  observe::EdgeObserverList edge_observers_;
  bool waveform_left_ = false;  ///< it is closed, and nobody tells it anything
  bool timeline_left_ = false;
  Totals at_window_start_;
  std::optional<Totals> at_window_end_;
  OwnerWindow owners_;
};

Simulation::Implementation::Implementation(const Scenario& scenario,
                                           const SimulationOptions& options)
    : scenario_(scenario),
      options_(options),
      window_from_(edge_from(scenario.measure.warm_up, scenario.clock_period)),
      window_until_(scenario.measure.window == 0
                        ? kNever
                        : edge_from(scenario.measure.warm_up + scenario.measure.window,
                                    scenario.clock_period)),
      work_(scenario),
      statistics_(scenario.engine.slots, static_cast<std::uint32_t>(scenario.queue_pairs.size()),
                  window_from_, window_until_),
      control_statistics_(scenario.regions),
      platform_("platform", platform_config(scenario, options), work_.stream(), &work_observers_,
                work_.listener()) {
  attach();
  sc_core::sc_start(sc_core::SC_ZERO_TIME);  // elaborates
  if (options_.beside != nullptr) {
    options_.beside->begin(platform_.engine);
  }
}

void Simulation::Implementation::attach() {
  transfer_observers_.add(statistics_);
  transfer_observers_.add(control_statistics_);
  work_observers_.add(control_statistics_);
  if (!scenario_.events.empty()) {
    beat_observers_.add(control_statistics_);
  }
  if (!platform_.triggers().empty()) {
    beat_observers_.add(platform_.triggers());
  }
  if (options_.events) {
    open_event_log(*options_.events);
  }
  if (options_.diagram != nullptr) {
    transfer_observers_.add(*options_.diagram);
    beat_observers_.add(*options_.diagram);
    work_observers_.add(*options_.diagram);
  }
  if (options_.beside != nullptr) {
    transfer_observers_.add(*options_.beside);
    beat_observers_.add(*options_.beside);
  }
  if (options_.verify) {
    scoreboard_.emplace(scenario_.regions, scenario_.queue_pairs, target_config(scenario_),
                        platform_.engine.config());
    transfer_observers_.add(*scoreboard_);
    beat_observers_.add(*scoreboard_);
    work_observers_.add(*scoreboard_);
    platform_.host_memory.set_monitor(&*scoreboard_);
  }
  if (options_.wave) {
    attach_waveform();
  }
  if (options_.timeline) {
    attach_timeline();
  }
  watch_engine();
}

void Simulation::Implementation::open_event_log(const std::string& path) {
  events_.emplace(path, scenario_.engine.bus_width, scenario_.clock_period, options_.events_beats);
  transfer_observers_.add(*events_);
  beat_observers_.add(*events_);
  work_observers_.add(*events_);
}

void Simulation::Implementation::attach_waveform() {
  std::vector<QpNumber> numbers;
  for (const platform::QueuePair qp : scenario_.queue_pairs) {
    numbers.push_back(qp.number);
  }
  observe::WaveOptions wave = *options_.wave;
  wave.selection.address_bits = address_bits(scenario_.regions);
  waveform_.emplace(wave, platform_, numbers, scenario_.clock_period);
  waveform_->attach(transfer_observers_, beat_observers_, work_observers_);
}

void Simulation::Implementation::attach_timeline() {
  timeline_.emplace(*options_.timeline, scenario_.name, scenario_.engine.slots,
                    scenario_.queue_pairs, scenario_.clock_period);
  transfer_observers_.add(*timeline_);
  beat_observers_.add(*timeline_);
  work_observers_.add(*timeline_);
}

/// What is not written any more need not be watched.
void Simulation::Implementation::leave_closed() {
  const bool waveform = waveform_ && waveform_->closed() && !waveform_left_;
  const bool timeline = timeline_ && timeline_->closed() && !timeline_left_;
  if (waveform) {
    waveform_->detach(transfer_observers_, beat_observers_, work_observers_);
    waveform_left_ = true;
  }
  if (timeline) {
    transfer_observers_.remove(*timeline_);
    beat_observers_.remove(*timeline_);
    work_observers_.remove(*timeline_);
    timeline_left_ = true;
  }
  if (waveform || timeline) {
    watch_engine();
  }
}

void Simulation::Implementation::watch_engine() {
  edge_observers_.clear();
  if (waveform_ && !waveform_left_) edge_observers_.add(waveform_->edges());
  if (timeline_ && !timeline_left_) edge_observers_.add(*timeline_);
  if (options_.beside != nullptr) edge_observers_.add(*options_.beside);
  platform_.engine.watch() = {transfer_observers_.entry(), beat_observers_.entry(),
                              edge_observers_.entry()};
}

/// Runs up to and including `edge`. False where nothing is left to happen.
bool Simulation::Implementation::advance_to(Cycle edge) {
  // Half a period later, so that it does not matter how the kernel treats its very end.
  const model::EngineClock& clock = platform_.engine.clock();
  const model::Ticks until = clock.time_of(edge) + clock.period() / 2;
  const sc_core::sc_time end = sc_core::sc_time::from_value(until);  // exact, unlike a double
  if (end > sc_core::sc_time_stamp()) {
    if (options_.run_ahead) {
      platform_.engine.promise(end);
    }
    sc_core::sc_start(end - sc_core::sc_time_stamp(), sc_core::SC_RUN_TO_TIME);
  }
  return sc_core::sc_pending_activity();
}

Cycle Simulation::Implementation::next_pending_edge() const {
  const sc_core::sc_time next = sc_core::sc_time_stamp() + sc_core::sc_time_to_pending_activity();
  return platform_.engine.clock().edge_at(next.value());
}

/// Runs steps of the simulation, and tells running out of memory and mistakes of the scenario from
/// other errors.
template <class Steps>
auto Simulation::Implementation::guarded(Steps steps) -> decltype(steps()) {
  try {
    return steps();
  } catch (const std::bad_alloc&) {
  } catch (const sc_core::sc_report& report) {
    // SystemC takes a process's exception for an error report that holds its text.
    if (report.get_msg_type() == std::string_view(platform::kKeyInUse)) {
      throw ConfigError("[[event]]", report.get_msg(), "deregister the other one before");
    }
    if (report.get_msg() != std::string_view(std::bad_alloc().what())) throw;
  }
  spare_.reset();
  throw OutOfMemory(platform_.engine.pipeline().cycles());
}

Progress Simulation::Implementation::so_far() const {
  const core::ChannelCounters& gather = platform_.engine.gather_channel.channel().counters();
  const core::ChannelCounters& scatter = platform_.engine.scatter_channel.channel().counters();
  return {gather.beats + scatter.beats, gather.bursts + scatter.bursts};
}

void Simulation::Implementation::request(const ControlRequest& request) {
  watch_exposure();
  platform_.engine.request(request);
}

std::size_t Simulation::Implementation::arm(const platform::FaultRule& rule) {
  watch_exposure();
  return platform_.host_memory.faults().arm(rule);
}

/// From now on it matters which beats move while something is not answered.
void Simulation::Implementation::watch_exposure() {
  beat_observers_.remove(control_statistics_);
  beat_observers_.add(control_statistics_);
  watch_engine();
}

void Simulation::Implementation::branch(const std::optional<std::string>& events) {
  work_.reopen();
  if (events) {
    open_event_log(*events);
    watch_engine();
  }
}

Ending Simulation::Implementation::run_to_the_end() {
  const Cycle end_of_time = kEndOfTime / platform_.engine.clock().period();
  const Cycle limit =
      options_.max_cycles ? std::min(*options_.max_cycles - 1, end_of_time) : end_of_time;
  Cycle reached = platform_.engine.clock().edge_at(model::now_ticks());
  bool pending = sc_core::sc_pending_activity();
  bool begun = false;  // whether edge `reached` has been
  while (pending && reached < limit) {
    if (interrupted()) {
      finish(Ending::kInterrupted);
      return ending_;
    }
    Cycle next = std::min(limit, std::max(reached, next_pending_edge()) + kChunk);
    for (const Cycle boundary : {window_from_, window_until_}) {
      // The window starts with its first edge: the edge before it is the last of what came before.
      if (boundary == kNever || boundary == 0) continue;
      if (boundary - 1 > reached || (!begun && boundary - 1 == reached)) {
        next = std::min(next, boundary - 1);
      }
    }
    begun = true;
    pending = advance_to(next);
    work_.throw_if_bad();
    reached = next;
    leave_closed();
    if (reached + 1 == window_from_) {
      take_window_start();
    }
    if (reached + 1 == window_until_) {
      platform_.engine.run_out();
      at_window_end_ = totals();
      owners_.end(platform_.engine.pipeline());
    }
    if (options_.progress) {
      options_.progress(reached, statistics_.transfers(Direction::kGather) +
                                     statistics_.transfers(Direction::kScatter));
    }
  }
  work_.throw_if_bad();  // the first item may have been the bad one
  finish(platform_.done() ? Ending::kDone : pending ? Ending::kCycleLimit : Ending::kDeadlock);
  return ending_;
}

void Simulation::Implementation::take_window_start() {
  platform_.engine.run_out();
  at_window_start_ = totals();
  owners_.begin(platform_.engine.pipeline());
}

void Simulation::Implementation::finish(Ending ending) {
  ending_ = ending;
  if (ending == Ending::kCycleLimit) {
    platform_.engine.run_out();
  }
  if (scoreboard_) {
    scoreboard_->finish(final_state(ending));
  }
  if (events_) {
    events_->flush();
  }
  if (waveform_) {
    waveform_->finish(platform_.engine.pipeline().last_edge());
  }
  if (timeline_) {
    timeline_->finish(platform_.engine.pipeline().cycles());
  }
}

Totals Simulation::Implementation::totals() const {
  const model::SgdmaEngine& engine = platform_.engine;
  Totals totals;
  totals.cycles = engine.pipeline().cycles();
  totals.channels = {engine.gather_channel.channel().counters(),
                     engine.scatter_channel.channel().counters()};
  for (const Direction direction : {Direction::kGather, Direction::kScatter}) {
    totals.causes[index_of(direction)] = engine.pipeline().account(direction).by_cause();
    totals.nobodys[index_of(direction)] = engine.pipeline().account_of_nobody(direction).by_cause();
  }
  totals.slots = engine.pipeline().slots_in_use();
  totals.reads_outstanding = engine.pipeline().reads_outstanding();
  totals.writes_outstanding = engine.pipeline().writes_outstanding();
  totals.reordered_bytes = engine.gather_channel.channel().reordered(engine.pipeline().cycles());
  return totals;
}

Totals Simulation::Implementation::window() const {
  Totals window = at_window_end_ ? *at_window_end_ : totals();
  const Totals& start = at_window_start_;
  window.cycles -= start.cycles;
  window.slots.sum -= start.slots.sum;
  window.reads_outstanding.sum -= start.reads_outstanding.sum;
  window.writes_outstanding.sum -= start.writes_outstanding.sum;
  window.reordered_bytes.sum -= start.reordered_bytes.sum;
  for (std::size_t direction = 0; direction < kDirections; ++direction) {
    core::ChannelCounters& channel = window.channels[direction];
    channel.beats -= start.channels[direction].beats;
    channel.bytes -= start.channels[direction].bytes;
    channel.bursts -= start.channels[direction].bursts;
    for (std::size_t cause = 0; cause < core::kStallCauses; ++cause) {
      window.causes[direction][cause] -= start.causes[direction][cause];
      window.nobodys[direction][cause] -= start.nobodys[direction][cause];
    }
  }
  return window;
}

oracle::FinalState Simulation::Implementation::final_state(Ending ending) const {
  const model::SgdmaEngine& engine = platform_.engine;
  oracle::FinalState state;
  state.cycles = engine.pipeline().cycles();
  state.drained = ending == Ending::kDone;
  state.cqes_written = ending == Ending::kDone;
  if (state.drained) {
    state.free_slots = engine.in_flight_table.running().free_slots().size();
    const core::GatherChannel& gathers = engine.gather_channel.channel();
    const core::LineReader& lines = gathers.lines();
    state.free_read_tags = gathers.free_tags() + lines.abandoned();
    state.read_bytes_outstanding =
        gathers.outstanding_bytes() - std::uint64_t{lines.abandoned()} * lines.bytes();
    state.free_write_tags = engine.scatter_channel.channel().free_ids();
    state.completion_entries_reserved = engine.completion_port.port().reserved();
    state.granules_locked = engine.slot_arbiter.work_queues().locked_granules();
  }
  for (const Direction direction : {Direction::kGather, Direction::kScatter}) {
    const core::StallAccount account = engine.pipeline().account(direction);
    state.charged[index_of(direction)].assign(account.by_cause().begin(), account.by_cause().end());
  }
  state.owned = [this](const auto& tell) { tell_owners(tell); };
  return state;
}

void Simulation::Implementation::tell_owners(
    const std::function<void(const oracle::OwnedCycles&)>& tell) const {
  const core::Pipeline& pipeline = platform_.engine.pipeline();
  oracle::OwnedCycles owned;
  const auto tell_of = [&](const core::StallAccount& account) {
    owned.cycles.assign(account.by_cause().begin(), account.by_cause().end());
    tell(owned);
  };
  for (const Direction direction : {Direction::kGather, Direction::kScatter}) {
    owned.direction = direction;
    tell_of(pipeline.account_of_nobody(direction));
  }
  pipeline.for_each_owner([&](QpIndex qp, Direction direction) {
    owned.qp = scenario_.queue_pairs.number_of(qp);
    owned.direction = direction;
    tell_of(pipeline.account(direction, qp));
  });
}

RunResult Simulation::Implementation::result() const {
  const model::SgdmaEngine& engine = platform_.engine;
  RunResult result;
  result.name = scenario_.name;
  result.ending = ending_;
  result.seed = scenario_.seed;
  result.cycles = engine.pipeline().cycles();
  result.period_ps = scenario_.clock_period;
  result.bus_width = scenario_.engine.bus_width;
  result.measured = window();
  for (const Direction direction : {Direction::kGather, Direction::kScatter}) {
    // Transfers that never ended count too: they may be what limits the run.
    result.active[index_of(direction)] =
        engine.pipeline().account(direction).cycles(core::StallCause::kNoWork) < result.cycles;
    result.last_taken[index_of(direction)] = statistics_.last_taken(direction);
    result.last_end[index_of(direction)] = statistics_.last_end(direction);
    result.transfers += statistics_.transfers(direction);
  }
  for (std::size_t status = 0; status < kCompletionStatusNames.size(); ++status) {
    result.completions[status] = statistics_.completions(static_cast<CompletionStatus>(status));
    result.rejected += platform_.intake().counters().rejected[status];
  }
  result.refused = platform_.intake().counters().refused;
  result.wqes_discarded = platform_.cqe_generator().counters().wqes_discarded;
  result.held_back = platform_.intake().counters().held_back;
  result.longest_wait = platform_.intake().counters().longest_wait;
  result.cqes = platform_.cqe_generator().counters().cqes;
  result.late_errors = engine.memory_bus.write_path().late_errors();
  result.protocol_errors = engine.memory_bus.protocol_errors();
  result.arbitration = scenario_.queue_pairs.arbitration();
  result.statistics = &statistics_;
  result.control = &control_statistics_;
  result.pipeline = &engine.pipeline();
  result.owners = &owners_;
  result.queue_pairs = scenario_.queue_pairs;
  result.storage = core::storage_cost(engine.config(), registered_lines(scenario_));
  result.keys = engine.key_cache.counters();
  result.gather_buffer_max = engine.gather_channel.egress().max_level();
  result.scatter_buffer_max = engine.scatter_channel.ingress().max_level();
  result.blocked_sockets = blocked_sockets(platform_);
  if (ending_ == Ending::kDeadlock || ending_ == Ending::kCycleLimit) {
    result.holder = describe_holders(platform_);
  }
  fill_verdict(result);
  return result;
}

std::optional<observe::TimelineReport> Simulation::Implementation::timeline_report() const {
  return timeline_ ? std::optional(timeline_->report()) : std::nullopt;
}

std::optional<observe::WaveReport> Simulation::Implementation::wave_report() const {
  return waveform_ ? std::optional(waveform_->report()) : std::nullopt;
}

void Simulation::Implementation::fill_verdict(RunResult& result) const {
  if (!scoreboard_) {
    return;
  }
  result.checks = scoreboard_->checked();
  result.broken = scoreboard_->broken();
  result.verified = result.broken == 0;
  for (const oracle::Violation& violation : scoreboard_->violations()) {
    result.broken_checks.push_back({to_string(violation)});
  }
}

Simulation::Simulation(const Scenario& scenario, const SimulationOptions& options)
    : implementation_(std::make_unique<Implementation>(scenario, options)) {}

Simulation::~Simulation() = default;

Ending Simulation::run() { return implementation_->run(); }

bool Simulation::advance(Cycle edge) { return implementation_->advance(edge); }

Cycle Simulation::next_edge() const { return implementation_->next_edge(); }

Progress Simulation::so_far() const { return implementation_->so_far(); }

void Simulation::request(const ControlRequest& request) { implementation_->request(request); }

std::size_t Simulation::arm(const platform::FaultRule& rule) { return implementation_->arm(rule); }

std::uint64_t Simulation::strikes(std::size_t rule) const { return implementation_->strikes(rule); }

void Simulation::branch(const std::optional<std::string>& events) {
  implementation_->branch(events);
}

RunResult Simulation::result() const { return implementation_->result(); }

std::optional<observe::TimelineReport> Simulation::timeline_report() const {
  return implementation_->timeline_report();
}

std::optional<observe::WaveReport> Simulation::wave_report() const {
  return implementation_->wave_report();
}

}  // namespace sgdma::workload
