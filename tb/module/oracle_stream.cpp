#include "oracle_stream.h"

#include <algorithm>

namespace sgdma::oracle_test {
namespace {

constexpr std::array<std::uint32_t, 2> kNumbers = {7, 9};

InFlightEntry entry_of(const TransferRequest& request) {
  InFlightEntry entry;
  entry.qp = request.tag.qp;
  entry.direction = request.direction;
  entry.address = request.segments.empty() ? 0 : request.segments.front().address;
  entry.remaining = request.bytes;
  entry.tag = request.tag;
  return entry;
}

struct Player {
  oracle::Scoreboard& board;
  Cycle now;

  void operator()(const platform::WorkItem& item) { board.on_item(now, item); }
  void operator()(const RejectEvent& event) { board.on_reject(now, event.tag, event.status, 0); }
  void operator()(const platform::CompletionQueueEntry& cqe) { board.on_cqe(now, cqe); }
  void operator()(const TransferRequest& request) { board.on_post(now, request); }
  void operator()(const GrantEvent& e) { board.on_grant(now, e.slot, e.entry, e.request); }
  void operator()(const BurstEvent& event) { board.on_burst(now, event); }
  void operator()(const WastedBeat& event) { board.on_waste(now, event.event); }
  void operator()(const ResponseEvent& event) { board.on_response(now, event); }
  void operator()(const FaultEvent& e) { board.on_fault(now, e.slot, e.entry, e.fault); }
  void operator()(const QuarantineEvent& event) { board.on_quarantine(now, event); }
  void operator()(const FreeEvent& event) { board.on_free(now, event.slot, event.entry); }
  void operator()(const Completion& completion) { board.on_completion(now, completion); }
  void operator()(const ControlEvent& event) { board.on_control(now, event); }
  void operator()(const TeardownOf& e) { board.on_teardown(now, e.slot, e.entry, e.event); }
  void operator()(const Registered& e) { board.on_registered(now, e.handle, e.listed); }
  void operator()(const StateEvent& event) { board.on_state(now, event.qp, event.state); }
  void operator()(const MovedBeat& beat) {
    BeatEvent event = beat.event;
    event.data = beat.data.empty() ? nullptr : beat.data.data();
    board.on_beat(now, event);
  }
  void operator()(const MovedRow& row) {
    BeatEvent event = row.first;
    event.data = row.data.empty() ? nullptr : row.data.data();
    board.on_row(now, event, row.beats);
  }
  void operator()(const RowAheadOf& row) { board.on_row_ahead(now, row.tag, row.beat, row.beats); }
  void operator()(const ServedEvent& served) {
    platform::ServedBeat beat = served.beat;
    beat.data = served.data.data();
    // As host memory does.
    platform::RowMonitor* rows = board.rows();
    if (rows == nullptr || !beat.framed || beat.cut || beat.status != BusStatus::kOkay) {
      board.on_served(beat);
      return;
    }
    const BurstFrame frame{beat.bus_tag, beat.slot, beat.owner,    {0, 0, beat.beats},
                           beat.beat,    beat.cut,  beat.page_list};
    if (beat.write) {
      rows->on_write(frame, beat.address, beat.data, beat.bytes);
    } else {
      rows->on_read(frame, beat.address, beat.data, beat.bytes);
    }
  }
};

std::array<std::uint8_t, 8> plus_one(const std::vector<std::uint8_t>& old) {
  std::array<std::uint8_t, 8> bytes{};
  std::copy_n(old.begin(), 8, bytes.begin());
  for (std::size_t at = 0; at < 8 && ++bytes[at] == 0; ++at) {
  }
  return bytes;
}

}  // namespace

Stream::Stream() {
  engine.bus_width = 16;
  engine.max_read_burst = 64;
  engine.max_write_burst = 32;
  engine.read_bursts = 8;
  engine.write_bursts = 8;
  engine.slots = 4;
  platform::Region region;
  region.key = RegionKey{1};
  region.iova = 0x10000;
  region.bytes = 0x3000;
  region.first_byte_offset = 0x100;
  region.pages = {0x40000, 0x90000, 0x91000, 0x20000};
  region.access = 15;
  regions.push_back(region);
  for (const std::uint32_t number : kNumbers) {
    platform::QueuePair queue_pair;
    queue_pair.number = QpNumber{number};
    queue_pairs.push_back(queue_pair);
  }
}

void Stream::item(std::uint32_t qp,
                  std::variant<platform::WorkQueueElement, platform::IncomingPacket> work) {
  const bool first = qp == kNumbers[0];
  add(platform::WorkItem{0, QpIndex{first ? 0U : 1U}, std::move(work)});
}

void Stream::grant(std::uint32_t slot, const TransferRequest& request) {
  ++now;
  add(GrantEvent{SlotIndex{slot}, entry_of(request), request});
}

InFlightEntry Stream::entry(const TransferRequest& request, std::uint32_t moved) {
  InFlightEntry entry = entry_of(request);
  entry.address += moved;
  entry.remaining -= moved;
  return entry;
}

/// A transfer on its way. The bus tag is the slot, since bursts follow each other here.
struct Stream::Moving {
  SlotIndex slot{};
  const TransferRequest& request;
  std::uint32_t fault_at = kNoFault;
  InFlightEntry entry;
  std::uint32_t moved = 0;
  std::uint32_t in_segment = 0;
  FaultRecord fault;
  std::vector<std::uint8_t> data;  ///< of the whole transfer
};

/// One burst: its drive, memory, and its beats. False where it met the fault.
bool Stream::burst(Moving& m) {
  const bool gather = m.request.direction == Direction::kGather;
  const std::uint64_t width = engine.bus_width;
  const std::uint64_t most = gather ? engine.max_read_burst : engine.max_write_burst;
  const std::uint64_t address = m.entry.address;
  const std::uint64_t left = m.request.segments[m.entry.cursor].bytes - m.in_segment;
  const std::uint64_t bytes = std::min({left, 4096 - address % 4096, most - address % width});
  const auto beats =
      static_cast<std::uint32_t>((address + bytes - 1) / width - address / width + 1);
  const BusTag bus_tag{raw(m.slot)};
  ++now;
  add(BurstEvent{m.slot,
                 m.request.direction,
                 m.request.tag,
                 bus_tag,
                 m.entry.cursor,
                 {address, static_cast<std::uint32_t>(bytes), beats}});
  const std::uint32_t segment = m.entry.cursor;
  std::uint32_t offset = 0;
  for (std::uint32_t beat = 0; beat < beats; ++beat) {
    const std::uint64_t at = address + offset;
    const auto size = static_cast<std::uint32_t>(std::min(width - at % width, bytes - offset));
    std::vector<std::uint8_t> data(size);
    for (std::uint32_t byte = 0; byte < size; ++byte) {
      const auto found = memory_.find(at + byte);
      data[byte] = found != memory_.end() ? found->second : pattern_byte(kMemoryPattern, at + byte);
      if (!gather) {
        data[byte] = m.request.atomic_granule
                         ? atomic_results_[raw(m.request.tag.qp)][m.moved + byte]
                         : pattern_byte(payload_pattern(m.request.tag), m.moved + byte);
      }
    }
    const bool refused = m.moved == m.fault_at;
    platform::ServedBeat served{
        !gather, at,   size,  nullptr,       refused ? BusStatus::kSlaveError : BusStatus::kOkay,
        false,   true, false, m.request.tag, m.slot,
        bus_tag, beat, beats};
    add(ServedEvent{served, data});
    if (refused && m.fault.status == BusStatus::kOkay) {
      m.fault = {at, segment, beat, BusStatus::kSlaveError};
      if (gather) {
        add(FaultEvent{m.slot, m.entry, m.fault});
      }
    }
    ++now;
    if (gather && m.fault.status != BusStatus::kOkay) {
      add(WastedBeat{{m.slot,
                      m.request.direction,
                      m.request.tag,
                      bus_tag,
                      beat,
                      beat + 1 == beats,
                      {at, size, offset},
                      m.moved,
                      m.entry.remaining,
                      now - 1,
                      nullptr}});
      offset += size;
      continue;
    }
    if (!gather && !refused) {
      for (std::uint32_t byte = 0; byte < size; ++byte) {
        memory_[at + byte] = data[byte];
      }
    }
    m.data.insert(m.data.end(), data.begin(), data.end());
    const std::uint32_t before = m.moved;
    m.moved += size;
    m.in_segment += size;
    m.entry.remaining -= size;
    m.entry.address += size;
    if (m.in_segment == m.request.segments[segment].bytes && m.entry.remaining > 0) {
      ++m.entry.cursor;
      m.entry.address = m.request.segments[m.entry.cursor].address;
      m.in_segment = 0;
    }
    add(MovedBeat{{m.slot,
                   m.request.direction,
                   m.request.tag,
                   bus_tag,
                   beat,
                   beat + 1 == beats,
                   {at, size, offset},
                   before,
                   m.entry.remaining,
                   now - 1,
                   nullptr},
                  gather ? data : std::vector<std::uint8_t>{}});
    offset += size;
  }
  if (m.fault.status != BusStatus::kOkay && !gather && !engine.posted_writes) {
    add(FaultEvent{m.slot, m.entry, m.fault});
  }
  if (gather || !engine.posted_writes) {
    add(ResponseEvent{m.slot, m.request.direction, m.request.tag, bus_tag, address,
                      m.fault.status});
  }
  return m.fault.status == BusStatus::kOkay;
}

void Stream::move(std::uint32_t slot, const TransferRequest& request, std::uint32_t fault_at) {
  Moving moving{SlotIndex{slot}, request, fault_at, entry_of(request), 0, 0, {}, {}};
  bool sound = true;
  while (sound && moving.entry.remaining > 0) {
    sound = burst(moving);
  }
  if (request.atomic_granule && request.direction == Direction::kGather && sound) {
    atomic_results_[raw(request.tag.qp)] = plus_one(moving.data);
  }
  add(FreeEvent{SlotIndex{slot}, moving.entry});
  add(Completion{request.tag, request.direction,
                 sound ? CompletionStatus::kSuccess : CompletionStatus::kGeneralErr, moving.moved,
                 moving.fault});
  ++now;
}

void Stream::run(std::uint32_t slot, const TransferRequest& request, std::uint32_t fault_at) {
  post(request);
  grant(slot, request);
  move(slot, request, fault_at);
}

void Stream::pass(const TransferRequest& request) {
  post(request);
  ++now;
  add(Completion{request.tag, request.direction, CompletionStatus::kSuccess, 0, {}});
}

void Stream::cqe(std::uint32_t qp, Side side, std::uint32_t number, platform::WqeOpcode opcode,
                 std::uint32_t bytes, CompletionStatus status) {
  ++now;
  platform::CompletionQueueEntry entry;
  entry.qp = QpNumber{qp};
  entry.side = side;
  entry.number = number;
  entry.opcode = opcode;
  entry.status = status;
  entry.bytes = bytes;
  add(entry);
}

std::unique_ptr<oracle::Scoreboard> Stream::play() const {
  auto board = std::make_unique<oracle::Scoreboard>(regions, queue_pairs, target, engine);
  for (const Event& event : events) {
    std::visit(Player{*board, event.cycle}, event.what);
  }
  board->finish(final_state);
  return board;
}

platform::WorkQueueElement wqe(platform::WqeOpcode opcode,
                               std::vector<platform::ScatterGatherEntry> sges) {
  platform::WorkQueueElement element;
  element.opcode = opcode;
  element.sges.assign(sges.begin(), sges.end());
  return element;
}

platform::IncomingPacket packet(platform::PacketOpcode opcode, std::uint32_t bytes,
                                platform::PacketPosition position) {
  platform::IncomingPacket incoming;
  incoming.opcode = opcode;
  incoming.bytes = bytes;
  incoming.position = position;
  return incoming;
}

platform::IncomingPacket reth(platform::IncomingPacket packet, std::uint64_t iova,
                              std::uint32_t length) {
  packet.address = iova;
  packet.key = RegionKey{1};
  packet.length = length;
  return packet;
}

CompletionTag tag(std::uint32_t qp, Side side, std::uint32_t number, std::uint32_t part,
                  bool last) {
  return {QpNumber{qp}, number, part, 0, side, last};
}

TransferRequest transfer(const CompletionTag& tag, Direction direction,
                         const std::vector<Segment>& segments) {
  TransferRequest request;
  request.tag = tag;
  request.qp = QpIndex{raw(tag.qp) == kNumbers[0] ? 0U : 1U};
  request.direction = direction;
  for (const Segment& segment : segments) {
    request.bytes += segment.bytes;
    request.segments.push_back(segment);
    if (segment.region == kNoRegion) {
      request.segments.back().region = RegionHandle{0};
    }
  }
  return request;
}

std::string text_of(const oracle::Scoreboard& board) {
  std::string text;
  for (const oracle::Violation& violation : board.violations()) {
    text.append(oracle::to_string(violation)).append("\n");
  }
  return text;
}

const oracle::Violation* find(const oracle::Scoreboard& board, std::string_view check) {
  for (const oracle::Violation& violation : board.violations()) {
    if (violation.check == check) {
      return &violation;
    }
  }
  return nullptr;
}

}  // namespace sgdma::oracle_test
