// Benchmarks. SystemC elaborates once a process, so each run of this program takes one contestant:
// `bench --benchmark_filter=NAME`. tb/bench/bench.sh runs them interleaved and prints the ratios.

#include <benchmark/benchmark.h>
#include <systemc>

#include "bench/default_load.h"
#include "bench/kernel_floor.h"
#include "bench/stopwatch.h"
#include "workload/simulation.h"

namespace sgdma::bench {
namespace {

constexpr std::uint64_t kFloorCycles = 10'000'000;
/// The default workload is 458,752 beats.
constexpr std::uint64_t kTimes = 22;

void kernel_floor(benchmark::State& state) {
  KernelFloor floor("floor", kFloorCycles);
  for (auto _ : state) {
    const double start = process_nanoseconds();
    sc_core::sc_start();
    const double spent = process_nanoseconds() - start;
    state.SetIterationTime(spent * 1e-9);
    state.counters["ns_per_cycle"] = spent / static_cast<double>(kFloorCycles);
  }
}

void run_load(benchmark::State& state, std::uint64_t percent, bool verify) {
  const workload::Scenario scenario = default_load(kTimes, percent);
  workload::SimulationOptions options;
  options.verify = verify;
  workload::Simulation simulation(scenario, options);
  for (auto _ : state) {
    const double start = process_nanoseconds();
    simulation.run();
    const double spent = process_nanoseconds() - start;
    const workload::RunResult result = simulation.result();
    const auto beats =
        static_cast<double>(result.measured.channels[0].beats + result.measured.channels[1].beats);
    state.SetIterationTime(spent * 1e-9);
    state.counters["beats"] = beats;
    state.counters["cycles"] = static_cast<double>(result.cycles);
    state.counters["ns_per_beat"] = spent / beats;
    state.counters["ns_per_cycle"] = spent / static_cast<double>(result.cycles);
    if (result.ending != workload::Ending::kDone) {
      state.SkipWithError("the run did not end");
    }
  }
}

void default_workload(benchmark::State& state) { run_load(state, 100, false); }
void saturated(benchmark::State& state) { run_load(state, 78, false); }
void saturated_verified(benchmark::State& state) { run_load(state, 78, true); }

BENCHMARK(kernel_floor)->Iterations(1)->UseManualTime()->Unit(benchmark::kMillisecond);
BENCHMARK(default_workload)->Iterations(1)->UseManualTime()->Unit(benchmark::kMillisecond);
BENCHMARK(saturated)->Iterations(1)->UseManualTime()->Unit(benchmark::kMillisecond);
BENCHMARK(saturated_verified)->Iterations(1)->UseManualTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace sgdma::bench

/// SystemC's library has a main program of its own, which wants this symbol; the one below replaces
/// it.
extern "C" int sc_main(int, char*[]) { return 0; }

BENCHMARK_MAIN();
