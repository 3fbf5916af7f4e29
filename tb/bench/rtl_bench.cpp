// The RTL opponent: a Verilated AXI copy engine, 512 bits, with the lightest memory that answers
// it. A round is as many beats as one of `bench`, 458,752, or as many cycles where the bus is idle
// for nine cycles of ten. tb/bench/bench.sh runs it between the contestants of `bench`.

#include <algorithm>
#include <array>

#include <benchmark/benchmark.h>

#include "bench/stopwatch.h"
#include "rtl/copy_engine.h"
#include "rtl/fixed_latency_memory.h"

namespace sgdma::bench {
namespace {

constexpr std::int64_t kLong = 22;  ///< rounds for times: 10 million beats
constexpr std::int64_t kShort = 1;  ///< rounds for instruction counts
constexpr std::uint64_t kLatency = 64;
constexpr std::uint32_t kWord = 64;
constexpr std::uint32_t kKiB = 1024;

/// One pass of the work: 128 KiB, 4096 beats.
constexpr std::array<std::uint32_t, 5> kMessages{4 * kKiB, 8 * kKiB, 16 * kKiB, 36 * kKiB,
                                                 64 * kKiB};
constexpr std::uint32_t kPassBytes = 128 * kKiB;
constexpr std::uint64_t kPassesARound = 112;

/// Copies the lower half of a memory to its upper half, message by message, over and over.
class CopyLoad {
 public:
  /// A descriptor is offered `spacing` cycles a word after the one before, or later.
  CopyLoad(std::uint64_t passes, std::uint64_t spacing)
      : memory_(std::size_t{2} * kPassBytes, kLatency), passes_(passes), spacing_(spacing) {
    std::uint32_t state = 1;
    for (std::uint32_t at = 0; at < kPassBytes; ++at) {
      state = state * 1664525 + 1013904223;
      memory_.bytes()[at] = static_cast<std::uint8_t>(state >> 24);
    }
  }

  /// Until every copy is done. Out of line: instruction counts begin and end with it.
  [[gnu::noinline]] void run() {
    std::uint64_t due = 0;
    for (std::uint64_t pass = 0; pass < passes_; ++pass) {
      std::uint64_t address = 0;
      for (const std::uint32_t length : kMessages) {
        while (engine_.offering() || engine_.now() < due) {
          engine_.cycle(memory_);
        }
        engine_.offer({address, kPassBytes + address, length});
        due += length / kWord * spacing_;
        address += length;
      }
    }
    const std::uint64_t copies = passes_ * kMessages.size();
    while (engine_.now() < due || engine_.done() != copies) {
      engine_.cycle(memory_);
    }
  }

  [[nodiscard]] std::uint64_t cycles() const { return engine_.now(); }
  [[nodiscard]] std::uint64_t beats() const { return memory_.read_beats() + memory_.write_beats(); }

  /// All beats came, none answered with an error, and the destination equals the source.
  [[nodiscard]] bool verified() {
    const auto begin = memory_.bytes().begin();
    return !engine_.error() && beats() == 2 * passes_ * kPassBytes / kWord &&
           std::equal(begin, begin + kPassBytes, begin + kPassBytes);
  }

 private:
  rtl::CopyEngine engine_;
  rtl::FixedLatencyMemory memory_;
  std::uint64_t passes_;
  std::uint64_t spacing_;
};

void run_copies(benchmark::State& state, std::uint64_t passes, std::uint64_t spacing) {
  CopyLoad load(passes, spacing);
  for (auto _ : state) {
    const double start = process_nanoseconds();
    load.run();
    const double spent = process_nanoseconds() - start;
    const auto beats = static_cast<double>(load.beats());
    const auto cycles = static_cast<double>(load.cycles());
    state.SetIterationTime(spent * 1e-9);
    state.counters["beats"] = beats;
    state.counters["cycles"] = cycles;
    state.counters["ns_per_beat"] = spent / beats;
    state.counters["ns_per_cycle"] = spent / cycles;
    state.counters["beats_per_cycle"] = beats / cycles;
    if (!load.verified()) {
      state.SkipWithError("the copies are wrong");
    }
  }
}

void rtl_saturated(benchmark::State& state) {
  run_copies(state, kPassesARound * static_cast<std::uint64_t>(state.range(0)), 0);
}

void rtl_idle(benchmark::State& state) {
  run_copies(state, kPassesARound * static_cast<std::uint64_t>(state.range(0)) / 10, 10);
}

void contestant(benchmark::internal::Benchmark* bench) {
  bench->Arg(kLong)->Arg(kShort)->Iterations(1)->UseManualTime()->Unit(benchmark::kMillisecond);
}

BENCHMARK(rtl_saturated)->Apply(contestant);
BENCHMARK(rtl_idle)->Apply(contestant);

}  // namespace
}  // namespace sgdma::bench

BENCHMARK_MAIN();
