// The RTL opponents: Verilated AXI copy engines, 512 bits, one of bytes and one of whole words,
// with the lightest memory that answers them. A round is as many beats as one of `bench`, 458,752,
// or as many cycles where the bus is idle for nine cycles of ten. tb/bench/bench.sh runs it between
// the contestants of `bench`.

#include <array>
#include <cstring>
#include <memory>
#include <vector>

#include <benchmark/benchmark.h>

#include "bench/copies.h"
#include "bench/engine_load.h"
#include "bench/stopwatch.h"
#include "rtl/copy_engine.h"
#include "rtl/fixed_latency_memory.h"

namespace sgdma::cosim {

std::unique_ptr<RtlEngine> make_engine_64_64_64();

}  // namespace sgdma::cosim

namespace sgdma::bench {
namespace {

constexpr std::int64_t kLong = 22;  ///< rounds for times: 10 million beats
constexpr std::int64_t kShort = 1;  ///< rounds for instruction counts

/// Copies the lower half of a memory to its upper half, message by message, over and over. With
/// `bytes` at odd places, otherwise whole words.
template <class Engine, bool bytes>
class CopyLoad {
 public:
  /// A descriptor is offered `spacing` cycles a word after the one before, or later.
  CopyLoad(std::uint64_t passes, std::uint64_t spacing)
      : memory_(std::size_t{2} * kPassBytes, kCopyLatency), passes_(passes), spacing_(spacing) {
    std::uint32_t state = 1;
    for (std::uint8_t& byte : memory_.bytes()) {
      state = state * 1664525 + 1013904223;
      byte = static_cast<std::uint8_t>(state >> 24);
    }
    expected_ = memory_.bytes();
    std::uint32_t address = 0;
    for (std::size_t at = 0; at < kCopies.size(); ++at) {
      const CopyMessage& message = kCopies[at];
      rtl::CopyDescriptor& copy = copies_[at];
      copy = {address, kPassBytes + address, message.words * kCopyWord};
      if (bytes) {
        copy.source += message.source_place;
        copy.destination += message.destination_place;
        copy.length -= kCopyWord;
      }
      std::memcpy(&expected_[copy.destination], &expected_[copy.source], copy.length);
      address += message.words * kCopyWord;
    }
  }

  /// Until every copy is done. Out of line: instruction counts begin and end with it.
  [[gnu::noinline]] void run() {
    std::uint64_t due = 0;
    for (std::uint64_t pass = 0; pass < passes_; ++pass) {
      for (std::size_t at = 0; at < copies_.size(); ++at) {
        while (engine_.offering() || engine_.now() < due) {
          engine_.cycle(memory_);
        }
        engine_.offer(copies_[at]);
        due += kCopies[at].words * spacing_;
      }
    }
    const std::uint64_t copies = passes_ * copies_.size();
    while (engine_.now() < due || engine_.done() != copies) {
      engine_.cycle(memory_);
    }
  }

  [[nodiscard]] std::uint64_t cycles() const { return engine_.now(); }
  [[nodiscard]] std::uint64_t beats() const { return memory_.read_beats() + memory_.write_beats(); }

  /// All beats came, none answered with an error, and every byte is as the copies leave it.
  [[nodiscard]] bool verified() {
    return !engine_.error() && beats() == 2 * passes_ * kPassWords && memory_.bytes() == expected_;
  }

 private:
  Engine engine_;
  rtl::FixedLatencyMemory memory_;
  std::array<rtl::CopyDescriptor, kCopies.size()> copies_;
  std::vector<std::uint8_t> expected_;
  std::uint64_t passes_;
  std::uint64_t spacing_;
};

using ByteLoad = CopyLoad<rtl::ByteCopyEngine, true>;
using WordLoad = CopyLoad<rtl::WordCopyEngine, false>;

template <class Load>
void run_copies(benchmark::State& state, std::uint64_t passes, std::uint64_t spacing) {
  Load load(passes, spacing);
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
  run_copies<ByteLoad>(state, kPassesARound * static_cast<std::uint64_t>(state.range(0)), 0);
}

void rtl_idle(benchmark::State& state) {
  run_copies<ByteLoad>(state,
                       kPassesARound * static_cast<std::uint64_t>(state.range(0)) / kIdleSpacing,
                       kIdleSpacing);
}

void rtl_words_saturated(benchmark::State& state) {
  run_copies<WordLoad>(state, kPassesARound * static_cast<std::uint64_t>(state.range(0)), 0);
}

/// The RTL pair of the model, 64 slots and 64 queue pairs.
void run_engine(benchmark::State& state, std::uint64_t passes, std::uint64_t spacing) {
  const std::unique_ptr<cosim::RtlEngine> rtl = cosim::make_engine_64_64_64();
  EngineLoad load(*rtl, passes, spacing);
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
  }
}

/// An eleventh of the others' work: a cycle takes forty times as long.
std::uint64_t few_passes(const benchmark::State& state) {
  return kPassesARound * static_cast<std::uint64_t>(state.range(0)) / 11;
}

void pair_saturated(benchmark::State& state) { run_engine(state, few_passes(state), 0); }

void pair_idle(benchmark::State& state) {
  run_engine(state, few_passes(state) / kIdleSpacing, kIdleSpacing);
}

void contestant(benchmark::internal::Benchmark* bench) {
  bench->Arg(kLong)->Arg(kShort)->Iterations(1)->UseManualTime()->Unit(benchmark::kMillisecond);
}

BENCHMARK(rtl_saturated)->Apply(contestant);
BENCHMARK(rtl_idle)->Apply(contestant);
BENCHMARK(rtl_words_saturated)->Apply(contestant);
BENCHMARK(pair_saturated)->Apply(contestant);
BENCHMARK(pair_idle)->Apply(contestant);

}  // namespace
}  // namespace sgdma::bench

BENCHMARK_MAIN();
