#include "observe/engine_trace.h"

namespace sgdma::observe {

namespace {

std::vector<QpNumber> indices(std::uint32_t queue_pairs) {
  std::vector<QpNumber> numbers;
  for (std::uint32_t at = 0; at < queue_pairs; ++at) {
    numbers.push_back(QpNumber{at});
  }
  return numbers;
}

}  // namespace

EngineTrace::EngineTrace(const sc_core::sc_module_name& name, sc_core::sc_trace_file* file,
                         model::SgdmaEngine& engine, const std::string& prefix)
    : sc_core::sc_module(name),
      engine_(engine),
      signals_(board_, board_.add_scope(std::nullopt, engine.basename()), engine,
               indices(engine.config().queue_pairs), {}) {
  using SC_CURRENT_USER_MODULE = EngineTrace;
  SC_METHOD(settle);
  sensitive << settle_;
  dont_initialize();
  register_with(file, prefix);
}

void EngineTrace::end_of_elaboration() {
  engine_.step_by_step();  // the trace file samples at the kernel's time
  core::Watch& watch = engine_.watch();
  for (const auto& [list, before] :
       {std::pair(&observers_, watch.observer), std::pair(&beat_observers_, watch.beats)}) {
    if (before != nullptr) list->add(*before);
    list->add(signals_);
  }
  if (watch.edges != nullptr) edge_observers_.add(*watch.edges);
  edge_observers_.add(signals_);
  edge_observers_.add(*this);
  watch = {observers_.entry(), beat_observers_.entry(), &edge_observers_};
}

void EngineTrace::start_of_simulation() {
  signals_.on_quiet(0, 0, engine_.pipeline().quiet_signals());
  take();
}

void EngineTrace::register_with(sc_core::sc_trace_file* file, const std::string& prefix) {
  const SignalTable& table = board_.table();
  numbers_.resize(table.size());
  bits_ = std::make_unique<bool[]>(table.size());
  const std::size_t own = std::string(engine_.basename()).size();
  for (std::size_t at = 0; at < table.size(); ++at) {
    const SignalId id{static_cast<std::uint32_t>(at)};
    const std::string name = prefix + table.path_of(id).substr(own);
    const auto width = static_cast<int>(table.signal(id).width);
    if (width == 1) {
      sc_core::sc_trace(file, bits_[at], name);
    } else {
      sc_core::sc_trace(file, numbers_[at], name, width);
    }
  }
  take();
}

void EngineTrace::take() {
  for (const SignalChange& change : board_.take_changes()) {
    const auto at = static_cast<std::size_t>(change.signal);
    numbers_[at] = change.value.bits;
    bits_[at] = change.value.bits != 0;
  }
}

void EngineTrace::on_edge(Cycle now, const core::EdgeSignals&) {
  take();
  edge_ = now;
  wake();
}

void EngineTrace::wake() { settle_.notify(sc_core::sc_time::from_value(engine_.clock().period())); }

void EngineTrace::settle() {
  const Cycle now = engine_.clock().edge_at(model::now_ticks());
  if (edge_ == now) {
    wake();  // the engine came first, and its wake was lost to this one
    return;
  }
  // The engine may step this edge yet: then it says what the edge came to.
  signals_.on_quiet(now, now, engine_.pipeline().quiet_signals());
  take();
  if (signals_.draining(now)) {
    wake();
  }
}

}  // namespace sgdma::observe

namespace sgdma::model {

void sc_trace(sc_core::sc_trace_file* file, SgdmaEngine& engine, const std::string& name) {
  engine.keep(std::make_shared<observe::EngineTrace>(sc_core::sc_gen_unique_name("engine_trace"),
                                                     file, engine, name));
}

}  // namespace sgdma::model
