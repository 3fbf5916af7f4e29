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
  trace(file, prefix);
}

void EngineTrace::end_of_elaboration() {
  core::Watch& watch = engine_.watch();
  for (const auto& [list, before] :
       {std::pair(&observers_, watch.observer), std::pair(&beat_observers_, watch.beats)}) {
    if (before != nullptr) list->add(*before);
    list->add(*this);
  }
  if (watch.edges != nullptr) edge_observers_.add(*watch.edges);
  edge_observers_.add(*this);
  watch = {observers_.entry(), beat_observers_.entry(), &edge_observers_};
}

void EngineTrace::start_of_simulation() {
  signals_.quiet(0, engine_.pipeline().quiet_signals());
  take();
}

void EngineTrace::trace(sc_core::sc_trace_file* file, const std::string& prefix) {
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

void EngineTrace::on_edge(Cycle now, const core::EdgeSignals& signals) {
  signals_.edge(now, signals);
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
  signals_.quiet(now, engine_.pipeline().quiet_signals());
  take();
  if (signals_.draining(now)) {
    wake();
  }
}

void EngineTrace::on_grant(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                           const TransferRequest& request) {
  signals_.on_grant(now, slot, entry, request);
}

void EngineTrace::on_burst(Cycle now, const BurstEvent& event) { signals_.on_burst(now, event); }

void EngineTrace::on_beat(Cycle now, const BeatEvent& event) { signals_.on_beat(now, event); }

void EngineTrace::on_response(Cycle now, const ResponseEvent& event) {
  signals_.on_response(now, event);
}

void EngineTrace::on_control(Cycle now, const ControlEvent& event) {
  signals_.on_control(now, event);
}

void EngineTrace::on_fault(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                           const FaultRecord& fault) {
  signals_.on_fault(now, slot, entry, fault);
}

void EngineTrace::on_free(Cycle now, SlotIndex slot, const InFlightEntry& entry) {
  signals_.on_free(now, slot, entry);
}

void EngineTrace::on_completion(Cycle now, const Completion& completion) {
  signals_.on_completion(now, completion);
}

void EngineTrace::on_read_beat(Cycle, const core::ReadBeatEvent& event) {
  signals_.on_read_beat(event);
}

void EngineTrace::on_queue(QpIndex qp, const core::QueueSignals& signals) {
  signals_.on_queue(qp, signals);
}

}  // namespace sgdma::observe

namespace sgdma::model {

void sc_trace(sc_core::sc_trace_file* file, SgdmaEngine& engine, const std::string& name) {
  engine.keep(std::make_shared<observe::EngineTrace>(sc_core::sc_gen_unique_name("engine_trace"),
                                                     file, engine, name));
}

}  // namespace sgdma::model
