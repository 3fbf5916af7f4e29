#include "observe/signals/engine_signals.h"

namespace sgdma::observe {

EngineSignals::EngineSignals(SignalBoard& board, ScopeId scope, const model::SgdmaEngine& engine,
                             const std::vector<QpNumber>& queue_pairs,
                             const SignalSelection& selection)
    : engine_(engine),
      slots_(board, board.add_scope(scope, engine.in_flight_table.basename()),
             engine.in_flight_table.running(), engine.config().slots, selection),
      arbiter_(board, board.add_scope(scope, engine.slot_arbiter.basename()), engine.config().slots,
               queue_pairs, selection),
      channels_{
          ChannelSignals(
              board, Direction::kGather, board.add_scope(scope, engine.gather_channel.basename()),
              board.add_scope(scope, engine.payload_out.basename()), selection.address_bits),
          ChannelSignals(
              board, Direction::kScatter, board.add_scope(scope, engine.scatter_channel.basename()),
              board.add_scope(scope, engine.payload_in.basename()), selection.address_bits)},
      bus_(board, board.add_scope(scope, engine.memory_bus.basename()), engine,
           selection.address_bits),
      completions_(board, board.add_scope(scope, engine.completion_port.basename()),
                   engine.completion_port),
      control_(board, scope) {}

void EngineSignals::on_grant(Cycle, SlotIndex slot, const InFlightEntry& entry,
                             const TransferRequest&) {
  slots_.touch(slot);
  arbiter_.on_grant(slot, entry);
}

void EngineSignals::on_burst(Cycle, const BurstEvent& event) {
  slots_.touch(event.slot);
  bus_.on_burst(event);
}

void EngineSignals::on_beat(Cycle, const BeatEvent& event) {
  slots_.touch(event.slot);
  if (event.direction == Direction::kGather) {
    channel(Direction::kGather).on_payload(event.tag, event.offset, event.range.bytes);
  }
}

void EngineSignals::on_response(Cycle, const ResponseEvent& event) { bus_.on_response(event); }

void EngineSignals::on_control(Cycle, const ControlEvent& event) { control_.on_control(event); }

void EngineSignals::on_fault(Cycle, SlotIndex slot, const InFlightEntry& entry,
                             const FaultRecord& fault) {
  slots_.touch(slot);
  channel(entry.direction).on_fault(slot, entry, fault);
}

void EngineSignals::on_free(Cycle, SlotIndex slot, const InFlightEntry&) { slots_.touch(slot); }

void EngineSignals::on_completion(Cycle, const Completion& completion) {
  completions_.on_completion(completion);
}

void EngineSignals::on_read_beat(Cycle, const core::ReadBeatEvent& event) {
  bus_.on_read_beat(event);
}

void EngineSignals::on_queue(QpIndex qp, const core::QueueSignals& signals) {
  arbiter_.on_queue(qp, signals);
}

void EngineSignals::on_edge(Cycle now, const core::EdgeSignals& signals) {
  const core::ScatterChannel& scatter = engine_.scatter_channel.channel();
  if (scatter.driving()) {
    const core::ScatterChannel::DrivenBeat beat = scatter.driven_beat();
    if (beat.driven == now) {
      if (!beat.cut) {
        channel(Direction::kScatter).on_payload(beat.owner, beat.offset, beat.range.bytes);
      }
      bus_.on_write_beat(beat, beat.owner);
    }
  }
  slots_.sample();
  bus_.sample();
  completions_.sample();
  arbiter_.on_edge(signals, engine_.in_flight_table.running().free_slots().size(),
                   engine_.slot_arbiter.work_queues().heads_shown());
  channel(Direction::kGather).set_reordered(engine_.gather_channel.channel().buffered_bytes());
  channel(Direction::kScatter).set_payload_level(engine_.scatter_channel.ingress().level());
  on_quiet(now, now, signals);
}

void EngineSignals::on_quiet(Cycle from, Cycle, const core::EdgeSignals& signals) {
  for (const Direction direction : {Direction::kGather, Direction::kScatter}) {
    channel(direction).set_cause(signals.charges[index_of(direction)].cause);
  }
  drain(from);
}

void EngineSignals::drain(Cycle now) {
  channel(Direction::kGather).set_payload_level(engine_.gather_channel.egress().level_bytes(now));
}

}  // namespace sgdma::observe
