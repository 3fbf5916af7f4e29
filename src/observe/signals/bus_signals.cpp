#include "observe/signals/bus_signals.h"

#include "observe/signals/widths.h"
#include "observe/signals/words.h"

namespace sgdma::observe {

namespace {
// Positions among the signals that only one channel has.
constexpr std::uint32_t kBeats = 0;
constexpr std::uint32_t kSegment = 1;
constexpr std::uint32_t kBeat = 0;
constexpr std::uint32_t kLast = 1;
constexpr std::uint32_t kReadResponse = 2;
constexpr std::uint32_t kCut = 2;
constexpr std::uint32_t kWriteResponse = 0;
}  // namespace

BusSignals::BusSignals(SignalBoard& board, ScopeId bus, const model::SgdmaEngine& engine,
                       std::uint32_t address_bits)
    : board_(board),
      engine_(engine),
      request_(board, bus, "read_request", address_bits,
               {{"beats", kBeatsBits}, {"segment", kSegmentBits}}),
      read_(board, bus, "read_data", address_bits,
            {{"beat", kBeatBits}, {"last", 1}, {"response", 2, &bus_status_words()}}),
      write_(board, bus, "write_data", address_bits,
             {{"beat", kBeatBits}, {"last", 1}, {"cut", 1}}),
      answer_(board, bus, "write_response", address_bits, {{"response", 2, &bus_status_words()}}),
      reads_outstanding_(board.add(bus, "reads_outstanding", kBusTagBits)),
      lines_outstanding_(board.add(bus, "lines_outstanding", kBusTagBits)),
      read_bytes_outstanding_(board.add(bus, "read_bytes_outstanding", kLengthBits)),
      writes_outstanding_(board.add(bus, "writes_outstanding", kBusTagBits)) {
  for (const SignalId signal :
       {reads_outstanding_, lines_outstanding_, read_bytes_outstanding_, writes_outstanding_}) {
    board.set(signal, 0);
  }
}

void BusSignals::on_burst(const BurstEvent& event) {
  if (event.direction != Direction::kGather) {
    return;
  }
  const Burst& burst = event.burst;
  request_.drive({event.slot, event.bus_tag, burst.address, burst.bytes}, event.tag);
  request_.set_own(kBeats, burst.beats);
  request_.set_own(kSegment, event.segment);
}

void BusSignals::on_read_beat(const core::ReadBeatEvent& event) {
  read_.strobe({event.slot, event.bus_tag, event.range.address, event.range.bytes}, event.tag);
  read_.set_own(kBeat, event.beat);
  read_.set_own(kLast, event.last ? 1 : 0);
  read_.set_own(kReadResponse, static_cast<std::uint64_t>(event.status));
}

void BusSignals::on_response(const ResponseEvent& event) {
  if (event.direction != Direction::kScatter) {
    return;
  }
  answer_.strobe({event.slot, event.bus_tag, event.address, event.bytes}, event.tag);
  answer_.set_own(kWriteResponse, static_cast<std::uint64_t>(event.status));
}

void BusSignals::on_write_beat(const core::ScatterChannel::DrivenBeat& beat,
                               const CompletionTag& tag) {
  write_.drive({beat.slot, beat.bus_tag, beat.range.address, beat.range.bytes}, tag);
  write_.set_own(kBeat, beat.beat);
  write_.set_own(kLast, beat.last ? 1 : 0);
  write_.set_own(kCut, beat.cut ? 1 : 0);
}

void BusSignals::sample() {
  const core::GatherChannel& gather = engine_.gather_channel.channel();
  const core::ScatterChannel& scatter = engine_.scatter_channel.channel();
  follow(request_, gather.driving(), requesting_);
  follow(write_, scatter.driving(), writing_);
  board_.set(reads_outstanding_, gather.outstanding());
  board_.set(lines_outstanding_, gather.lines().outstanding() + gather.lines().abandoned());
  board_.set(read_bytes_outstanding_, gather.outstanding_bytes());
  board_.set(writes_outstanding_, scatter.outstanding());
}

void BusSignals::follow(const BusChannelSignals& channel, bool driving, bool& shown) {
  if (shown && !driving) {
    channel.release();
  }
  shown = driving;
}

}  // namespace sgdma::observe
