// What a change in a waveform costs: ours as VCD and FST, and sc_trace. A round is a million
// changes of 64-bit values, eight at a time; tb/bench/waves.sh runs the contestants interleaved.
// Opening and closing counts.

#include <filesystem>
#include <unistd.h>

#include <benchmark/benchmark.h>

#include "bench/stopwatch.h"
#include "bench/traced_values.h"
#include "observe/wave/make_wave_file.h"

namespace sgdma::bench {
namespace {

constexpr std::int64_t kRounds = 4;

std::uint64_t steps(const benchmark::State& state) {
  return static_cast<std::uint64_t>(state.range(0)) * 1'000'000 / kTracedSignals;
}

/// In the temporary directory; without an extension.
std::string wave_path() {
  return std::filesystem::temp_directory_path() / ("sgdma-bench-" + std::to_string(getpid()));
}

void report(benchmark::State& state, double nanoseconds, std::uint64_t bytes) {
  const auto changes = static_cast<double>(steps(state) * kTracedSignals);
  state.SetIterationTime(nanoseconds * 1e-9);
  state.counters["ns_per_change"] = nanoseconds / changes;
  state.counters["bytes_per_change"] = static_cast<double>(bytes) / changes;
}

void write_waves(observe::WaveFile& file, std::uint64_t steps) {
  TracedValues values{};
  std::array<observe::SignalChange, kTracedSignals> changes;
  file.begin(0, std::vector<observe::SignalValue>(kTracedSignals));
  for (std::uint64_t now = 1; now <= steps; ++now) {
    step(values, now);
    for (std::size_t at = 0; at < changes.size(); ++at) {
      changes[at] = {observe::SignalId{static_cast<std::uint32_t>(at)}, {values[at], true}};
    }
    file.write(now, changes.data(), changes.size());
  }
  file.close(steps);
}

void our_waves(benchmark::State& state, const std::string& path) {
  if (const auto refusal = observe::refuse_wave_file(path)) {
    state.SkipWithError(refusal->problem.c_str());
    return;
  }
  observe::SignalTable table;
  const observe::ScopeId top = table.add_scope(std::nullopt, "top");
  for (std::size_t at = 0; at < kTracedSignals; ++at) {
    table.add(top, "s" + std::to_string(at), kTracedWidth);
  }
  for (auto _ : state) {
    const double start = process_nanoseconds();
    const auto file = observe::make_wave_file(path, table, observe::wave_scale(2000), "");
    write_waves(*file, steps(state));
    report(state, process_nanoseconds() - start, file->bytes());
  }
  std::filesystem::remove(path);
}

void wave_vcd(benchmark::State& state) { our_waves(state, wave_path() + ".vcd"); }
void wave_fst(benchmark::State& state) { our_waves(state, wave_path() + ".fst"); }

/// What of it is ours, and what the system takes to file it away.
void wave_vcd_no_disk(benchmark::State& state) {
  const std::string path = wave_path() + ".vcd";
  std::filesystem::create_symlink("/dev/null", path);
  our_waves(state, path);
}

void wave_sc_trace(benchmark::State& state) {
  TracedModule module("traced", steps(state));
  for (auto _ : state) {
    const double start = process_nanoseconds();
    sc_core::sc_trace_file* file = sc_core::sc_create_vcd_trace_file(wave_path().c_str());
    file->set_time_unit(1, sc_core::SC_NS);
    module.trace_to(file);
    sc_core::sc_start();
    sc_core::sc_close_vcd_trace_file(file);
    const std::string path = wave_path() + ".vcd";
    report(state, process_nanoseconds() - start, std::filesystem::file_size(path));
    std::filesystem::remove(path);
  }
}

void contestant(benchmark::internal::Benchmark* bench) {
  bench->Arg(kRounds)->Iterations(1)->UseManualTime()->Unit(benchmark::kMillisecond);
}

BENCHMARK(wave_vcd)->Apply(contestant);
BENCHMARK(wave_vcd_no_disk)->Apply(contestant);
BENCHMARK(wave_fst)->Apply(contestant);
BENCHMARK(wave_sc_trace)->Apply(contestant);

}  // namespace
}  // namespace sgdma::bench
