#include "observe/signals/bus_signals.h"

#include "observe/signals/widths.h"
#include "observe/signals/words.h"

namespace sgdma::observe {

BusSignals::BusSignals(SignalBoard& board, ScopeId bus, const model::SgdmaEngine& engine)
    : board_(board),
      engine_(engine),
      request_(board, bus, "read_request"),
      request_beats_(board.add(request_.scope(), "beats", kBeatsBits)),
      request_segment_(board.add(request_.scope(), "segment", kSegmentBits)),
      read_(board, bus, "read_data"),
      read_beat_(board.add(read_.scope(), "beat", kBeatBits)),
      read_last_(board.add(read_.scope(), "last", 1)),
      read_response_(board.add(read_.scope(), "response", 2, &bus_status_words())),
      write_(board, bus, "write_data"),
      write_beat_(board.add(write_.scope(), "beat", kBeatBits)),
      write_last_(board.add(write_.scope(), "last", 1)),
      answer_(board, bus, "write_response"),
      answer_response_(board.add(answer_.scope(), "response", 2, &bus_status_words())),
      reads_outstanding_(board.add(bus, "reads_outstanding", kBusTagBits)),
      read_bytes_outstanding_(board.add(bus, "read_bytes_outstanding", kLengthBits)),
      writes_outstanding_(board.add(bus, "writes_outstanding", kBusTagBits)) {
  for (const SignalId signal : {reads_outstanding_, read_bytes_outstanding_, writes_outstanding_}) {
    board.set(signal, 0);
  }
}

void BusSignals::on_burst(const BurstEvent& event) {
  if (event.direction != Direction::kGather) {
    return;
  }
  const Burst& burst = event.burst;
  request_.drive({event.slot, event.bus_tag, burst.address, burst.bytes}, event.tag);
  board_.set(request_beats_, burst.beats);
  board_.set(request_segment_, event.segment);
}

void BusSignals::on_read_beat(const core::ReadBeatEvent& event) {
  read_.strobe({event.slot, event.bus_tag, event.range.address, event.range.bytes}, event.tag);
  board_.strobe(read_beat_, event.beat);
  board_.strobe(read_last_, event.last ? 1 : 0);
  board_.strobe(read_response_, static_cast<std::uint64_t>(event.status));
}

void BusSignals::on_response(const ResponseEvent& event) {
  if (event.direction != Direction::kScatter) {
    return;
  }
  answer_.strobe({event.slot, event.bus_tag, event.address, event.bytes}, event.tag);
  board_.strobe(answer_response_, static_cast<std::uint64_t>(event.status));
}

void BusSignals::sample(Cycle now) {
  const core::GatherChannel& gather = engine_.gather_channel.channel();
  const core::ScatterChannel& scatter = engine_.scatter_channel.channel();
  sample_request(gather.driving());
  sample_write(now, scatter);
  board_.set(reads_outstanding_, gather.outstanding());
  board_.set(read_bytes_outstanding_, gather.outstanding_bytes());
  board_.set(writes_outstanding_, scatter.outstanding());
}

void BusSignals::sample_request(bool driving) {
  if (requesting_ && !driving) {
    request_.release();
    board_.release(request_beats_);
    board_.release(request_segment_);
  }
  requesting_ = driving;
}

void BusSignals::sample_write(Cycle now, const core::ScatterChannel& scatter) {
  if (scatter.driving()) {
    const core::ScatterChannel::DrivenBeat beat = scatter.driven_beat();
    if (beat.driven == now) {
      write_.drive({beat.slot, beat.bus_tag, beat.range.address, beat.range.bytes},
                   engine_.in_flight_table.running().entry(beat.slot).tag);
      board_.set(write_beat_, beat.beat);
      board_.set(write_last_, beat.last ? 1 : 0);
    }
  } else if (writing_) {
    write_.release();
    board_.release(write_beat_);
    board_.release(write_last_);
  }
  writing_ = scatter.driving();
}

}  // namespace sgdma::observe
