/// An engine in a trace file of SystemC's own, beside the waveform of the same run.
#include "observe/engine_trace.h"

#include <algorithm>
#include <bitset>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <systemc>

#include "platform/memory/host_memory.h"
#include "support/scenario_run.h"
#include "support/scratch.h"
#include "support/vcd_reader.h"
#include "workload/config/load_scenario.h"
#include "workload/simulation.h"

namespace sgdma::test {
namespace {

constexpr std::uint64_t kCycleOfTrace = 1000;   ///< SystemC writes picoseconds
constexpr std::uint64_t kCycleOfWaveform = 10;  ///< the waveform is in units of 100 ps

using Histories = std::map<std::string, std::vector<std::pair<std::uint64_t, std::string>>>;

/// Cycle and value of each change, what is not driven as 0, and without what stays the same.
Histories histories(const VcdDump& dump, const std::string& scope, std::uint64_t cycle,
                    std::uint64_t end) {
  Histories histories;
  for (const VcdChange& change : dump.changes) {
    const std::string& path = dump.signals[change.signal].path;
    if (path.rfind(scope, 0) != 0 || change.time >= end * cycle) continue;
    EXPECT_EQ(change.time % cycle, 0U) << path << " changes between edges";
    std::string value = change.value;
    if (value.front() == 'z') value.assign(value.size(), '0');
    // Addresses have 64 bits in the trace, and as many as they need in the waveform.
    value.erase(0, std::min(value.find('1'), value.size() - 1));
    auto& history = histories[path.substr(scope.size())];
    if (history.empty() || history.back().second != value) {
      history.emplace_back(change.time / cycle, value);
    }
  }
  return histories;
}

/// An engine alone knows queue pairs by their index, and the waveform by their number.
Histories with_indices(const Histories& histories, const workload::Scenario& scenario) {
  std::map<std::uint64_t, std::uint64_t> index_of;
  for (std::size_t at = 0; at < scenario.queue_pairs.size(); ++at) {
    index_of[raw(scenario.queue_pairs[at].number)] = at;
  }
  const std::string scope = "slot_arbiter.qp_";
  Histories renamed;
  for (const auto& [path, history] : histories) {
    std::string name = path;
    if (path.rfind(scope, 0) == 0) {
      const std::size_t dot = path.find('.', scope.size());
      const std::uint64_t number = std::stoull(path.substr(scope.size(), dot - scope.size()));
      name = scope + std::to_string(index_of.at(number)) + path.substr(dot);
    }
    renamed[name] = history;
    if (path == "slot_arbiter.grant_gather.qp" || path == "slot_arbiter.grant_scatter.qp") {
      renamed[name].clear();
      for (const auto& [cycle, bits] : history) {
        const std::uint64_t number = std::stoull(bits, nullptr, 2);
        const std::uint64_t index = number == 0 ? 0 : index_of.at(number);
        std::string text = std::bitset<24>(index).to_string();
        text.erase(0, std::min(text.find('1'), text.size() - 1));
        if (renamed[name].empty() || renamed[name].back().second != text) {
          renamed[name].emplace_back(cycle, text);
        }
      }
    }
  }
  return renamed;
}

/// SystemC writes the values at the beginning without their time.
VcdDump read_trace(const std::string& path) {
  std::string text = file_bytes(path);
  text.insert(text.find("$dumpvars"), "#0\n");
  return parse_vcd(text);
}

class TracedEngine : public testing::TestWithParam<std::string> {};

TEST_P(TracedEngine, ShowsWhatTheWaveformShowsAndChangesNoCycle) {
  workload::LoadOptions load;
  load.path = source_path("traces/stimulus/" + GetParam() + ".toml");
  const workload::Scenario scenario = workload::load_scenario(load);
  const std::string trace = write_scratch_file("trace", "");
  sc_core::sc_trace_file* file = sc_core::sc_create_vcd_trace_file(trace.c_str());
  file->set_time_unit(1, sc_core::SC_PS);

  workload::SimulationOptions options;
  options.wave.emplace();
  options.wave->path = write_scratch_file("wave.vcd", "");
  options.events = write_scratch_file("traced.jsonl", "");
  options.events_beats = true;
  options.bind_bus = [file](model::SgdmaEngine& engine, platform::HostMemory& memory) {
    engine.read_socket.bind(memory.read_socket);
    engine.write_socket.bind(memory.write_socket);
    sc_trace(file, engine, "dma");
  };
  workload::Simulation simulation(scenario, options);
  EXPECT_EQ(simulation.run(), workload::Ending::kDone);
  const std::uint64_t cycles = simulation.result().cycles;
  sc_core::sc_close_vcd_trace_file(file);

  const auto traced = histories(read_trace(trace + ".vcd"), "SystemC.dma.", kCycleOfTrace, cycles);
  const auto shown = with_indices(
      histories(read_vcd(options.wave->path), "platform.engine.", kCycleOfWaveform, cycles),
      scenario);
  EXPECT_GT(traced.size(), 100U);
  EXPECT_EQ(traced.size(), shown.size());
  for (const auto& [path, history] : shown) {
    EXPECT_EQ(traced.count(path), 1U) << path;
    if (traced.count(path) != 0) {
      EXPECT_EQ(traced.at(path), history) << path;
    }
  }

  const ScenarioRun plain = run_scenario_with_beats(*load.path);
  EXPECT_EQ(file_bytes(*options.events), file_bytes(plain.events));
}

INSTANTIATE_TEST_SUITE_P(, TracedEngine,
                         testing::Values("gather_three_segments", "bus_error", "payload_rate",
                                         "single_slot", "two_directions"),
                         [](const auto& instance) { return instance.param; });

}  // namespace
}  // namespace sgdma::test
