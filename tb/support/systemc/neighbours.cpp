#include "support/systemc/neighbours.h"

#include <utility>

#include "model/sgdma_engine.h"
#include "platform/memory/host_memory.h"
#include "support/systemc/clocked_neighbour.h"
#include "support/systemc/engine_neighbour.h"
#include "support/systemc/restless_neighbour.h"
#include "support/systemc/sharing_neighbour.h"
#include "support/systemc/target_style.h"

namespace sgdma::test {

namespace {

/// Calls back when it goes.
class Farewell {
 public:
  explicit Farewell(std::function<void()> call) : call_(std::move(call)) {}
  ~Farewell() { call_(); }
  Farewell(const Farewell&) = delete;
  Farewell& operator=(const Farewell&) = delete;

 private:
  std::function<void()> call_;
};

}  // namespace

/// For sockets of host memory that nobody uses.
class IdleInitiator : public sc_core::sc_module, private tlm::tlm_bw_transport_if<> {
 public:
  tlm::tlm_initiator_socket<> reads{"reads"};
  tlm::tlm_initiator_socket<> writes{"writes"};

  explicit IdleInitiator(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    reads.bind(static_cast<tlm::tlm_bw_transport_if<>&>(*this));
    writes.bind(static_cast<tlm::tlm_bw_transport_if<>&>(*this));
  }

 private:
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload&, tlm::tlm_phase&,
                                     sc_core::sc_time&) override {
    return tlm::TLM_COMPLETED;
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}
};

namespace {

/// From `low` to `high`, by the beat.
std::function<Cycle(const TargetBeat&)> spread(std::uint64_t low, std::uint64_t high,
                                               std::uint64_t salt) {
  return [=](const TargetBeat& beat) -> Cycle {
    const std::uint64_t hash = (beat.number + salt) * 0x9E3779B97F4A7C15U;
    return low + (hash >> 32U) % (high - low + 1);
  };
}

}  // namespace

Neighbours::Neighbours(NeighbourOptions options)
    : options_(std::move(options)), random_(~options_.seed) {}

Neighbours::~Neighbours() = default;

platform::BusBinding Neighbours::binding() {
  return
      [this](model::SgdmaEngine& engine, platform::HostMemory& memory) { build(engine, memory); };
}

void Neighbours::build(model::SgdmaEngine& engine, platform::HostMemory& memory) {
  engine.keep(std::make_shared<Farewell>([this, &engine] { finish(engine); }));
  tlm::tlm_target_socket<>* reads = &memory.read_socket;
  tlm::tlm_target_socket<>* writes = &memory.write_socket;
  if (!options_.target.empty()) {
    target_ =
        make_target(target_style_of(options_.target), "target", random_script(engine.clock()));
    idle_ = std::make_unique<IdleInitiator>("idle");
    idle_->reads.bind(*reads);
    idle_->writes.bind(*writes);
    reads = &target_->read_socket();
    writes = &target_->write_socket();
  }
  if (options_.shares_memory()) {
    read_hub_ = std::make_unique<MemoryHub>("read_hub", next_rank(1));
    write_hub_ = std::make_unique<MemoryHub>("write_hub", next_rank(1));
    read_hub_->to.bind(*reads);
    write_hub_->to.bind(*writes);
    reads = &read_hub_->add_input();
    writes = &write_hub_->add_input();
  }
  engine.read_socket.bind(*reads);
  engine.write_socket.bind(*writes);
  if (options_.wakes || options_.deltas || options_.resets) add_restless(engine);
  if (options_.clock) add_clock(engine);
  if (options_.initiator) add_sharing(engine, false);
  if (options_.decoupled) add_sharing(engine, true);
  if (options_.engine) add_engine(engine);
}

TargetScript Neighbours::random_script(const model::EngineClock& clock) {
  TargetScript script;
  script.period = sc_core::sc_time::from_value(clock.period());
  const std::uint64_t low = random_.between(0, 10);
  const std::uint64_t latencies = random_.between(0, 5);
  script.latency = spread(low, low + latencies, random_.between(0, 999));
  if (random_.chance(50)) {
    const std::uint64_t delays = random_.between(0, 3);
    script.accept_delay = spread(0, delays, random_.between(0, 999));
  }
  script.single_port = random_.chance(30);
  script.end_req_by_call = random_.chance(30);
  script.hold = random_.chance(30) ? random_.between(1, 20) : 0;
  return script;
}

void Neighbours::add_restless(model::SgdmaEngine& engine) {
  for (std::uint64_t left = random_.between(1, 3); left > 0; --left) {
    const RestlessNeighbour::Habits habits{next_rank(RestlessNeighbour::kRanks), options_.deltas,
                                           options_.resets};
    const std::string name = "restless_" + std::to_string(left);
    modules_.push_back(
        std::make_unique<RestlessNeighbour>(name.c_str(), next_seed(), habits, engine, log_));
  }
}

void Neighbours::add_clock(const model::SgdmaEngine& engine) {
  const model::Ticks period = engine.clock().period();
  const model::Ticks choice = random_.one_of(
      {period, period, 2 * period, 3 * period / 2 + 1, random_.between(period, 50 * period)});
  modules_.push_back(std::make_unique<ClockedNeighbour>(
      "clocked", sc_core::sc_time::from_value(choice), random_.between(1, 200), engine, log_));
}

void Neighbours::add_sharing(const model::SgdmaEngine& engine, bool blocking) {
  for (const bool read : {true, false}) {
    MemoryHub& hub = read ? *read_hub_ : *write_hub_;
    SharingNeighbour::Habits habits;
    habits.rank = next_rank(2);
    habits.blocking = blocking;
    habits.read = read;
    habits.bytes = engine.config().bus_width;
    habits.clock = &engine.clock();
    // Both read and write where the engine does.
    habits.address = [this, choice = std::make_shared<ScenarioRandom>(next_seed())] {
      const auto& recent = choice->chance(50) ? read_hub_->recent() : write_hub_->recent();
      return recent.empty() ? choice->between(0, 0xFFFF) : choice->one_in(recent);
    };
    const std::string name =
        std::string(blocking ? "decoupled_" : "sharing_") + (read ? "reader" : "writer");
    auto module = std::make_unique<SharingNeighbour>(name.c_str(), next_seed(), habits, log_);
    module->socket.bind(hub.add_input());
    modules_.push_back(std::move(module));
  }
}

void Neighbours::add_engine(const model::SgdmaEngine& engine) {
  engine_ = std::make_unique<EngineNeighbour>("second", next_seed(), engine, log_);
  engine_->engine.read_socket.bind(read_hub_->add_input());
  engine_->engine.write_socket.bind(write_hub_->add_input());
}

void Neighbours::finish(const model::SgdmaEngine& engine) {
  if (sc_core::sc_get_status() < sc_core::SC_START_OF_SIMULATION) {
    return;
  }
  stepped_ahead_ = engine.stepped_ahead();
  log_.add("end", look_at(engine));
  if (engine_ != nullptr) engine_->report();
  if (!options_.log.empty()) log_.write(options_.log);
}

}  // namespace sgdma::test
