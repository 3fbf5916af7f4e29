#include "oracle/byte_checker.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

#include "types/byte_pattern.h"

namespace sgdma::oracle {
namespace {

// Checks that a beat goes through: owner, word, place, length, data, and the frame of its burst.
constexpr std::uint64_t kServedChecks = 6;
// Owner, order, length, place, served before, data.
constexpr std::uint64_t kMovedChecks = 6;

/// The 8 bytes that an atomic writes back.
std::array<std::uint8_t, 8> result_of(const AtomicOperation& operation) {
  std::uint64_t old = 0;
  for (std::size_t at = 8; at > 0; --at) {
    old = old << 8U | operation.old[at - 1];
  }
  std::uint64_t result = old + operation.operand;
  if (operation.swaps) {
    result = old == operation.compare ? operation.operand : old;
  }
  std::array<std::uint8_t, 8> bytes{};
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    bytes[at] = static_cast<std::uint8_t>(result >> (8 * at));
  }
  return bytes;
}

}  // namespace

void ByteChecker::on_served(const platform::ServedBeat& beat) {
  log_.count(kServedChecks);
  RunningTransfer* transfer = beat.framed ? slots_.running(beat.slot, beat.owner) : nullptr;
  if (transfer == nullptr || transfer->work == nullptr ||
      beat.write != (transfer->direction == Direction::kScatter)) {
    log_.report("beat_stray", beat.framed ? place_of(beat.slot, beat.owner) : Place{},
                fmt::format("memory {} {} bytes at 0x{:x} for no transfer that may run",
                            beat.write ? "took" : "gave", beat.bytes, beat.address));
    return;
  }
  if (!locate(beat, *transfer)) {
    return;
  }
  if (beat.status != BusStatus::kOkay) {
    note_fault(beat, *transfer);
  } else if (beat.write) {
    serve_write(beat, *transfer);
  } else {
    serve_read(beat, *transfer);
  }
  transfer->work->map.advance(transfer->served.at, beat.bytes);
  transfer->served.bytes += beat.bytes;
}

bool ByteChecker::locate(const platform::ServedBeat& beat, RunningTransfer& transfer) {
  const ByteMap& map = transfer.work->map;
  const std::uint64_t in_word = beat.address & (limits_.bus_width - 1);
  if (beat.bytes == 0 || in_word + beat.bytes > limits_.bus_width) {
    log_.report("beat_word", place_of(beat.slot, beat.owner),
                fmt::format("{} bytes at 0x{:x} are not inside one bus word", beat.bytes,
                            beat.address));
    return false;
  }
  const std::uint32_t left = transfer.bytes - std::min(transfer.bytes, transfer.served.bytes);
  if (left == 0 || map.address(transfer.served.at) != beat.address) {
    misplaced(beat, transfer);
    return false;
  }
  if (beat.bytes > std::min(left, map.left_in_run(transfer.served.at))) {
    log_.report("beat_over", place_of(beat.slot, beat.owner),
                fmt::format("{} bytes at 0x{:x}, offset {}, go past the bytes asked for", beat.bytes,
                            beat.address, transfer.served.bytes));
    return false;
  }
  return true;
}

void ByteChecker::misplaced(const platform::ServedBeat& beat, RunningTransfer& transfer) {
  const Place place = place_of(beat.slot, beat.owner);
  const ByteMap& map = transfer.work->map;
  const auto offset = map.distance(transfer.begin, transfer.bytes, beat.address);
  const char* verb = beat.write ? "written" : "read";
  if (!offset) {
    const std::uint64_t right =
        map.at_end(transfer.served.at) ? 0 : map.address(transfer.served.at);
    log_.report("beat_address", place,
                fmt::format("0x{:x} is not on the map of the transfer, right is 0x{:x} at offset {}",
                            beat.address, right, transfer.served.bytes));
    return;
  }
  if (*offset < transfer.served.bytes) {
    log_.report("beat_twice", place,
                fmt::format("offset {}, 0x{:x}, is {} again", *offset, beat.address, verb));
    return;
  }
  log_.report("beat_skipped", place,
              fmt::format("offset {}, 0x{:x}, is {} while offset {} is not", *offset, beat.address,
                          verb, transfer.served.bytes));
  map.advance(transfer.served.at, *offset - transfer.served.bytes + beat.bytes);
  transfer.served.bytes = *offset + beat.bytes;
}

void ByteChecker::note_fault(const platform::ServedBeat& beat, RunningTransfer& transfer) {
  if (!transfer.fault) {
    transfer.fault = SeenFault{transfer.served.bytes, beat.address,
                               transfer.served.at.run - transfer.first_run, beat.status};
  }
}

void ByteChecker::serve_read(const platform::ServedBeat& beat, RunningTransfer& transfer) {
  std::uint8_t* right = room_for(beat, transfer);
  if (right == nullptr) {
    return;
  }
  memory_.read(transfer.page, beat.address, right, beat.bytes);
  if (std::memcmp(right, beat.data, beat.bytes) != 0) {
    report_data("read_data", place_of(beat.slot, beat.owner), transfer.served.bytes, beat.data, right,
                beat.bytes);
  }
  if (transfer.work->atomic) {
    std::memcpy(transfer.work->atomic->old.data() + transfer.served.bytes, right, beat.bytes);
  }
}

std::uint8_t* ByteChecker::room_for(const platform::ServedBeat& beat,
                                    const RunningTransfer& transfer) {
  if (raw(beat.bus_tag) >= served_reads_.size()) {
    log_.report("tag_range", place_of(beat.slot, beat.owner),
                fmt::format("bus tag {}", raw(beat.bus_tag)));
    return nullptr;
  }
  ServedRead& read = served_reads_[raw(beat.bus_tag)];
  if (beat.beat == 0) {
    read.begin = transfer.served.bytes;
    read.beats = 0;
    read.bytes.resize(limits_.max_burst[0]);
  }
  const std::uint32_t at = transfer.served.bytes - read.begin;
  if (beat.beat != read.beats || std::uint64_t{at} + beat.bytes > read.bytes.size()) {
    log_.report("beat_frame", place_of(beat.slot, beat.owner),
                fmt::format("memory served beat {} of a burst, right is {}", beat.beat, read.beats));
    return nullptr;
  }
  ++read.beats;
  return read.bytes.data() + at;
}

void ByteChecker::expected_write(const RunningTransfer& transfer, std::uint8_t* out,
                                 std::uint32_t bytes) const {
  const std::uint32_t offset = transfer.served.bytes;
  if (transfer.work->atomic) {
    const std::array<std::uint8_t, 8> result = result_of(*transfer.work->atomic);
    std::copy_n(result.begin() + offset, bytes, out);
  } else {
    fill_pattern(transfer.payload_seed, offset, out, bytes);
  }
}

void ByteChecker::serve_write(const platform::ServedBeat& beat, RunningTransfer& transfer) {
  std::array<std::uint8_t, kWidest> right;
  expected_write(transfer, right.data(), beat.bytes);
  if (std::memcmp(right.data(), beat.data, beat.bytes) != 0) {
    report_data("write_data", place_of(beat.slot, beat.owner), transfer.served.bytes, beat.data,
                right.data(), beat.bytes);
  }
  memory_.write(transfer.page, beat.address, right.data(), beat.bytes);
}

void ByteChecker::report_data(std::string_view check, const Place& place, std::uint32_t offset,
                              const std::uint8_t* seen, const std::uint8_t* right,
                              std::uint32_t bytes) {
  const auto wrong = static_cast<std::uint32_t>(std::mismatch(seen, seen + bytes, right).first - seen);
  log_.report(check, place,
              fmt::format("the byte at offset {} is 0x{:02x}, right is 0x{:02x}", offset + wrong,
                          seen[wrong], right[wrong]));
}

void ByteChecker::on_beat(const SeenBeat& beat) {
  log_.count(kMovedChecks);
  RunningTransfer* transfer = slots_.running(beat.owner.slot, beat.owner.tag);
  if (transfer == nullptr || transfer->direction != beat.owner.direction) {
    log_.report("beat_stray", place_of(beat.owner.slot, beat.owner.tag),
                "a beat of a transfer that does not run in this slot");
    return;
  }
  Progress& moved = transfer->moved;
  if (beat.offset != moved.bytes) {
    log_.report(beat.offset < moved.bytes ? "beat_twice" : "beat_skipped",
                place_of(beat.owner.slot, beat.owner.tag),
                fmt::format("a beat at offset {} after {} bytes have moved", beat.offset, moved.bytes));
    return;
  }
  const std::uint64_t after = std::uint64_t{moved.bytes} + beat.bytes;
  if (after + beat.remaining != transfer->bytes) {
    log_.report("remaining", place_of(beat.owner.slot, beat.owner.tag),
                fmt::format("{} bytes remain after {} of {}", beat.remaining, after, transfer->bytes));
  }
  if (transfer->work != nullptr) {
    const ByteMap& map = transfer->work->map;
    if (map.at_end(moved.at) || map.address(moved.at) != beat.address ||
        beat.bytes > map.left_in_run(moved.at)) {
      log_.report("beat_address", place_of(beat.owner.slot, beat.owner.tag),
                  fmt::format("offset {} moves at 0x{:x}, which is not on the map", moved.bytes,
                              beat.address));
    }
    check_payload(beat, *transfer);
    map.advance(moved.at, beat.bytes);
  }
  moved.bytes += beat.bytes;
}

void ByteChecker::check_payload(const SeenBeat& beat, const RunningTransfer& transfer) {
  const std::uint64_t end = std::uint64_t{beat.offset} + beat.bytes;
  if (end > transfer.served.bytes) {
    log_.report("beat_unserved", place_of(beat.owner.slot, beat.owner.tag),
                fmt::format("offset {} moves, memory has served {} bytes", beat.offset,
                            transfer.served.bytes));
    return;
  }
  if (beat.owner.direction == Direction::kScatter) {
    return;
  }
  if (transfer.fault && end > transfer.fault->offset) {
    log_.report("beat_after_fault", place_of(beat.owner.slot, beat.owner.tag),
                fmt::format("offset {} moves, the fault is at offset {}", beat.offset,
                            transfer.fault->offset));
    return;
  }
  const bool tag_known = raw(beat.owner.bus_tag) < served_reads_.size();
  const ServedRead& read = served_reads_[tag_known ? raw(beat.owner.bus_tag) : 0];
  if (!tag_known || beat.offset < read.begin || end - read.begin > read.bytes.size()) {
    log_.report("beat_frame", place_of(beat.owner.slot, beat.owner.tag),
                "memory served no such beat under this bus tag");
    return;
  }
  const std::uint8_t* right = read.bytes.data() + (beat.offset - read.begin);
  if (std::memcmp(right, beat.data, beat.bytes) != 0) {
    report_data("payload_data", place_of(beat.owner.slot, beat.owner.tag), beat.offset, beat.data,
                right, beat.bytes);
  }
}

}  // namespace sgdma::oracle
