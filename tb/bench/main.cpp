// Benchmarks. SystemC elaborates once a process, so each run of this program takes one contestant:
// `bench --benchmark_filter=^NAME/ROUNDS/`. A round is as much work as the default workload,
// 458,752 beats, or as many cycles of the kernel's floor as it takes saturated. tb/bench/bench.sh
// runs the contestants interleaved and prints the ratios, tb/bench/instructions.sh counts
// instructions.

#include <algorithm>
#include <filesystem>
#include <functional>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

#include <benchmark/benchmark.h>
#include <systemc>

#include "bench/copies.h"
#include "bench/kernel_floor.h"
#include "bench/loads.h"
#include "bench/stopwatch.h"
#include "workload/simulation.h"

namespace sgdma::bench {
namespace {

constexpr std::int64_t kLong = 22;  ///< rounds for times: 10 million beats
constexpr std::int64_t kShort = 1;  ///< rounds for instruction counts
constexpr std::uint64_t kFloorCyclesARound = 229'400;
constexpr std::uint32_t kMillion = 1U << 20U;

std::uint64_t rounds(const benchmark::State& state) {
  return static_cast<std::uint64_t>(state.range(0));
}

/// What writes a file does not write a gigabyte.
std::uint64_t few_rounds(const benchmark::State& state) {
  return std::max<std::uint64_t>(1, rounds(state) / 11);
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
    state.counters["cycles_per_second"] = static_cast<double>(cycles) / (spent * 1e-9);
  }
}

void run_load(benchmark::State& state, const workload::Scenario& scenario,
              const workload::SimulationOptions& options) {
  workload::Simulation simulation(scenario, options);
  for (auto _ : state) {
    const double start = process_nanoseconds();
    simulation.run();
    const double spent = process_nanoseconds() - start;
    const workload::RunResult result = simulation.result();
    const auto beats =
        static_cast<double>(result.measured.channels[0].beats + result.measured.channels[1].beats);
    const auto cycles = static_cast<double>(result.cycles);
    state.SetIterationTime(spent * 1e-9);
    state.counters["beats"] = beats;
    state.counters["cycles"] = cycles;
    state.counters["beats_per_cycle"] = beats / cycles;
    state.counters["ns_per_beat"] = spent / beats;
    state.counters["ns_per_cycle"] = spent / cycles;
    state.counters["cycles_per_second"] = cycles / (spent * 1e-9);
    state.counters["key_misses"] = static_cast<double>(result.keys.misses);
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    state.counters["memory"] = static_cast<double>(usage.ru_maxrss) * 1024;
    if (result.ending != workload::Ending::kDone) {
      state.SkipWithError("the run did not end");
    }
  }
}

void run_plain(benchmark::State& state, const workload::Scenario& scenario) {
  workload::SimulationOptions options;
  options.verify = false;
  run_load(state, scenario, options);
}

void default_workload(benchmark::State& state) {
  run_plain(state, default_load(rounds(state), 100));
}
void saturated(benchmark::State& state) { run_plain(state, default_load(rounds(state), 78)); }
void idle_90(benchmark::State& state) { run_plain(state, default_load(rounds(state), 780)); }
void saturated_verified(benchmark::State& state) {
  run_load(state, default_load(rounds(state), 78), {});
}

void slots_1(benchmark::State& state) { run_plain(state, slots_load(rounds(state), 1)); }
void slots_64(benchmark::State& state) { run_plain(state, slots_load(rounds(state), 64)); }
void slots_4096(benchmark::State& state) { run_plain(state, slots_load(rounds(state), 4096)); }

void qps_16(benchmark::State& state) { run_plain(state, spread_load(rounds(state), 16)); }
void qps_1024(benchmark::State& state) { run_plain(state, spread_load(rounds(state), 1024)); }
void qps_1048576(benchmark::State& state) {
  run_plain(state, spread_load(rounds(state), kMillion));
}
void idle_qps_16(benchmark::State& state) { run_plain(state, idle_load(16)); }
void idle_qps_1048576(benchmark::State& state) { run_plain(state, idle_load(kMillion)); }

void small_messages(benchmark::State& state) { run_plain(state, message_load(rounds(state), 64)); }
void large_messages(benchmark::State& state) {
  run_plain(state, message_load(rounds(state), kMillion));
}
void copies(benchmark::State& state) {
  run_plain(state, copy_load(kPassesARound * rounds(state), 1));
}
void copies_idle(benchmark::State& state) {
  run_plain(state, copy_load(kPassesARound * rounds(state) / kIdleSpacing, kIdleSpacing));
}
void key_cache_misses(benchmark::State& state) { run_plain(state, key_miss_load(rounds(state))); }

/// With a file beside it, which is gone afterwards.
void run_with_file(
    benchmark::State& state,
    const std::function<void(workload::SimulationOptions&, const std::string&)>& ask) {
  const std::filesystem::path directory =
      std::filesystem::temp_directory_path() / ("sgdma-bench-" + std::to_string(getpid()));
  std::filesystem::create_directories(directory);
  workload::SimulationOptions options;
  options.verify = false;
  ask(options, (directory / "run").string());
  run_load(state, default_load(few_rounds(state), 78), options);
  std::filesystem::remove_all(directory);
}

void waves_on(benchmark::State& state) {
  run_with_file(state, [](workload::SimulationOptions& options, const std::string& path) {
    options.wave.emplace();
    options.wave->path = path + ".vcd";
  });
}
void events_on(benchmark::State& state) {
  run_with_file(state, [](workload::SimulationOptions& options, const std::string& path) {
    options.events = path + ".jsonl";
  });
}

void contestant(benchmark::internal::Benchmark* bench) {
  bench->Arg(kLong)->Arg(kShort)->Iterations(1)->UseManualTime()->Unit(benchmark::kMillisecond);
}

BENCHMARK(kernel_floor)->Apply(contestant);
BENCHMARK(default_workload)->Apply(contestant);
BENCHMARK(saturated)->Apply(contestant);
BENCHMARK(saturated_verified)->Apply(contestant);
BENCHMARK(idle_90)->Apply(contestant);
BENCHMARK(slots_1)->Apply(contestant);
BENCHMARK(slots_64)->Apply(contestant);
BENCHMARK(slots_4096)->Apply(contestant);
BENCHMARK(qps_16)->Apply(contestant);
BENCHMARK(qps_1024)->Apply(contestant);
BENCHMARK(qps_1048576)->Apply(contestant);
BENCHMARK(idle_qps_16)->Apply(contestant);
BENCHMARK(idle_qps_1048576)->Apply(contestant);
BENCHMARK(small_messages)->Name("messages_64B")->Apply(contestant);
BENCHMARK(large_messages)->Name("messages_1MiB")->Apply(contestant);
BENCHMARK(copies)->Apply(contestant);
BENCHMARK(copies_idle)->Apply(contestant);
BENCHMARK(key_cache_misses)->Apply(contestant);
BENCHMARK(waves_on)->Apply(contestant);
BENCHMARK(events_on)->Apply(contestant);

}  // namespace
}  // namespace sgdma::bench

/// SystemC's library has a main program of its own, which wants this symbol; the one below replaces
/// it.
extern "C" int sc_main(int, char*[]) { return 0; }

BENCHMARK_MAIN();
