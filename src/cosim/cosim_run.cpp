#include "cosim/cosim_run.h"

#include <memory>

#include <fmt/format.h>
#include <systemc>

#include "cosim/pair_wave.h"
#include "cosim/scenario_fit.h"
#include "cosim/verilated_engines.h"
#include "workload/config/config_error.h"
#include "workload/simulation.h"

namespace sgdma::cosim {
namespace {

constexpr std::size_t kEventsShown = 12;

std::unique_ptr<RtlEngine> engine_for(const workload::Scenario& scenario) {
  const RtlShape least{scenario.engine.slots,
                       static_cast<std::uint32_t>(scenario.queue_pairs.size()),
                       scenario.engine.bus_width};
  std::unique_ptr<RtlEngine> engine = make_verilated_engine(least);
  if (engine == nullptr) {
    throw workload::ConfigError(
        "cosim",
        fmt::format("no RTL engine was built for {} slots, {} queue pairs and a bus of {} bytes",
                    least.slots, least.queue_pairs, least.bus_width));
  }
  return engine;
}

}  // namespace

CosimResult run_cosim(const workload::Scenario& scenario, const CosimOptions& options) {
  const RtlConfig config = rtl_config(scenario);
  const std::unique_ptr<RtlEngine> rtl = engine_for(scenario);
  rtl->set_bug(options.bug);
  std::vector<QpNumber> numbers;
  for (const platform::QueuePair qp : scenario.queue_pairs) {
    numbers.push_back(qp.number);
  }
  std::atomic<int> ended{0};
  LockStep lock_step(*rtl, config, std::move(numbers), [&ended] {
    ended = 1;
    sc_core::sc_pause();
  });
  workload::SimulationOptions run;
  run.beside = &lock_step;
  run.max_cycles = options.cycles;
  run.stop = &ended;
  run.progress = [&](Cycle reached, std::uint64_t transfers) {
    if (options.stop != nullptr && options.stop->load() != 0) ended = 1;
    if (options.progress) options.progress(reached, transfers);
  };
  workload::Simulation simulation(scenario, run);
  simulation.run();
  if (!lock_step.obstacle().empty()) {
    throw workload::ConfigError("cosim", "the RTL engine cannot do " + lock_step.obstacle());
  }
  CosimResult result;
  result.shape = rtl->shape();
  result.count = lock_step.count();
  result.difference = lock_step.difference();
  if (result.difference && result.difference->slot) {
    const std::uint32_t slot = *result.difference->slot;
    result.model_events = lock_step.model_events().of_slot(slot, kEventsShown);
    result.rtl_events = lock_step.rtl_events().of_slot(slot, kEventsShown);
  }
  if (result.difference) {
    write_pair_wave(options.wave, lock_step.history(), *result.difference, scenario.clock_period);
  }
  result.interrupted = options.stop != nullptr && options.stop->load() != 0;
  const workload::RunResult model = simulation.result();
  result.verified = model.verified.value_or(false);
  return result;
}

}  // namespace sgdma::cosim
