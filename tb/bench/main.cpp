// Benchmarks. SystemC elaborates once a process, so each run of this program takes one contestant:
// `bench --benchmark_filter=NAME/ROUNDS/`. A round is the default workload once: 458,752 beats, or
// as many cycles of the kernel's floor as it takes saturated. tb/bench/bench.sh runs the
// contestants interleaved and prints the ratios, tb/bench/instructions.sh counts instructions.

#include <benchmark/benchmark.h>
#include <systemc>

#include "bench/default_load.h"
#include "bench/kernel_floor.h"
#include "bench/stopwatch.h"
#include "workload/simulation.h"

namespace sgdma::bench {
namespace {

constexpr std::int64_t kLong = 22;  ///< rounds for times: 10 million beats
constexpr std::int64_t kShort = 1;  ///< rounds for instruction counts
constexpr std::uint64_t kFloorCyclesARound = 229'400;

std::uint64_t rounds(const benchmark::State& state) {
  return static_cast<std::uint64_t>(state.range(0));
}

void kernel_floor(benchmark::State& state) {
  const std::uint64_t cycles = kFloorCyclesARound * rounds(state);
  KernelFloor floor("floor", cycles);
  for (auto _ : state) {
    const double start = process_nanoseconds();
    if (!floor.run()) {
      state.SkipWithError("the run did not end");
    }
    const double spent = process_nanoseconds() - start;
    state.SetIterationTime(spent * 1e-9);
    state.counters["cycles"] = static_cast<double>(cycles);
    state.counters["ns_per_cycle"] = spent / static_cast<double>(cycles);
  }
}

void run_load(benchmark::State& state, std::uint64_t percent, bool verify) {
  const workload::Scenario scenario = default_load(rounds(state), percent);
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

void contestant(benchmark::internal::Benchmark* bench) {
  bench->Arg(kLong)->Arg(kShort)->Iterations(1)->UseManualTime()->Unit(benchmark::kMillisecond);
}

BENCHMARK(kernel_floor)->Apply(contestant);
BENCHMARK(default_workload)->Apply(contestant);
BENCHMARK(saturated)->Apply(contestant);
BENCHMARK(saturated_verified)->Apply(contestant);

}  // namespace
}  // namespace sgdma::bench

/// SystemC's library has a main program of its own, which wants this symbol; the one below replaces
/// it.
extern "C" int sc_main(int, char*[]) { return 0; }

BENCHMARK_MAIN();
