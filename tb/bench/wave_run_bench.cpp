// What a waveform costs a run: the default workload without one, with ours as VCD and FST, and with
// all of the engine's signals in a trace file of SystemC's. tb/bench/waves.sh runs the contestants
// interleaved.

#include <filesystem>
#include <functional>
#include <string>
#include <unistd.h>

#include <benchmark/benchmark.h>
#include <systemc>

#include "bench/loads.h"
#include "bench/stopwatch.h"
#include "observe/engine_trace.h"
#include "platform/memory/host_memory.h"
#include "workload/simulation.h"

namespace sgdma::bench {
namespace {

constexpr std::int64_t kRounds = 1;
constexpr std::uint64_t kPercent = 100;

std::string run_path() {
  return std::filesystem::temp_directory_path() / ("sgdma-bench-run-" + std::to_string(getpid()));
}

/// Runs with `options`, closes what `close` closes, and reports time and the size of `file`.
void run(benchmark::State& state, const workload::SimulationOptions& options,
         const std::function<void()>& close, const std::string& file) {
  const workload::Scenario scenario =
      default_load(static_cast<std::uint64_t>(state.range(0)), kPercent);
  workload::Simulation simulation(scenario, options);
  for (auto _ : state) {
    const double start = process_nanoseconds();
    const workload::Ending ending = simulation.run();
    close();
    const double spent = process_nanoseconds() - start;
    state.SetIterationTime(spent * 1e-9);
    state.counters["ns_per_cycle"] = spent / static_cast<double>(simulation.result().cycles);
    const auto report = simulation.wave_report();
    state.counters["changes"] = report ? static_cast<double>(report->changes) : 0;
    state.counters["bytes"] =
        file.empty() ? 0 : static_cast<double>(std::filesystem::file_size(file));
    if (ending != workload::Ending::kDone) state.SkipWithError("the run did not end");
  }
  if (!file.empty()) std::filesystem::remove(file);
}

void run_plain(benchmark::State& state) {
  workload::SimulationOptions options;
  options.verify = false;
  run(
      state, options, [] {}, "");
}

void run_wave(benchmark::State& state, const std::string& extension) {
  const std::string path = run_path() + extension;
  workload::SimulationOptions options;
  options.verify = false;
  options.wave.emplace();
  options.wave->path = path;
  run(
      state, options, [] {}, path);
  std::filesystem::remove(run_path() + ".gtkw");
  std::filesystem::remove_all(run_path() + ".words");
}

void run_vcd(benchmark::State& state) { run_wave(state, ".vcd"); }
void run_fst(benchmark::State& state) { run_wave(state, ".fst"); }

void run_sc_trace(benchmark::State& state) {
  sc_core::sc_trace_file* file = sc_core::sc_create_vcd_trace_file(run_path().c_str());
  file->set_time_unit(1, sc_core::SC_PS);
  workload::SimulationOptions options;
  options.verify = false;
  options.bind_bus = [file](model::SgdmaEngine& engine, platform::HostMemory& memory) {
    engine.read_socket.bind(memory.read_socket);
    engine.write_socket.bind(memory.write_socket);
    sc_trace(file, engine, "engine");
  };
  run(
      state, options, [file] { sc_core::sc_close_vcd_trace_file(file); }, run_path() + ".vcd");
}

void contestant(benchmark::internal::Benchmark* bench) {
  bench->Arg(kRounds)->Iterations(1)->UseManualTime()->Unit(benchmark::kMillisecond);
}

BENCHMARK(run_plain)->Apply(contestant);
BENCHMARK(run_vcd)->Apply(contestant);
BENCHMARK(run_fst)->Apply(contestant);
BENCHMARK(run_sc_trace)->Apply(contestant);

}  // namespace
}  // namespace sgdma::bench
