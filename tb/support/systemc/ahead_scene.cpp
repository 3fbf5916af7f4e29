#include "support/systemc/ahead_scene.h"

#include <sstream>

#include <fmt/format.h>
#include <sysc/kernel/sc_spawn.h>

#include "support/core_bench.h"
#include "support/forked_run.h"
#include "support/trace_event.h"
#include "support/trace_stimulus.h"

namespace sgdma::test {

namespace {

sc_core::sc_time nanoseconds(double count) { return {count, sc_core::SC_NS}; }

}  // namespace

AheadScene::Engine::Engine(AheadScene& scene, const std::string& name, const EngineOptions& options)
    : engine(name.c_str(), contract_config(0, 0, true).engine, std::vector<QueuePairConfig>(4),
             nanoseconds(options.period)),
      parts((name + "_parts").c_str(), parse_stimulus(options.work), options.timings,
            [&scene, name, timings = options.timings](LoggedPart part, const std::string& what) {
              if (timings.at(static_cast<std::size_t>(part)) == model::PartTiming::kKernel) {
                scene.journal.add(name + ": " + what);
              }
            }) {
  parts.bind_to(engine);
  engine.watch() = {&recorder, &recorder};
  engine.read_socket.bind(scene.target.add_port(name + "_reads").socket);
  engine.write_socket.bind(scene.target.add_port(name + "_writes").socket);
}

model::SgdmaEngine& AheadScene::add_engine(const std::string& name, const EngineOptions& options) {
  return engines_.emplace_back(*this, name, options).engine;
}

void AheadScene::add_neighbour(const std::function<void()>& body) { sc_core::sc_spawn(body); }

void AheadScene::look(const std::string& who, const model::SgdmaEngine& engine) {
  journal.add(fmt::format("{} sees {} edges", who, engine.pipeline().cycles()));
}

void AheadScene::run(Stepping stepping, double end) {
  if (stepping == Stepping::kAhead) {
    engines_.front().engine.promise(nanoseconds(end));
  }
  try {
    sc_core::sc_start(nanoseconds(end) - sc_core::sc_time_stamp(), sc_core::SC_EXIT_ON_STARVATION);
  } catch (const sc_core::sc_report& report) {
    error_ = fmt::format("{}: {}", report.get_msg_type(), report.get_msg());
  }
}

std::string AheadScene::text() {
  std::string text = fmt::format("{}\n", engines_.front().engine.stepped_ahead());
  for (const std::string& line : journal.lines()) {
    text += line + '\n';
  }
  for (const Engine& engine : engines_) {
    for (const TraceEvent& event : engine.recorder.events()) {
      text += fmt::format("{}: edge {} {}\n", engine.engine.basename(), event.edge, text_of(event));
    }
  }
  return text + fmt::format("ends at {}\n{}\n", sc_core::sc_time_stamp().value(), error_);
}

SceneOutcome outcome_of(const std::function<std::string(Stepping)>& scene, Stepping stepping) {
  std::istringstream text(run_forked([&] { return scene(stepping); }));
  SceneOutcome outcome;
  std::string line;
  std::getline(text, line);
  outcome.ahead = std::stoull(line);
  while (std::getline(text, line)) {
    if (!line.empty()) outcome.lines.push_back(line);
  }
  return outcome;
}

}  // namespace sgdma::test
