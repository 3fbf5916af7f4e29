#include "oracle/byte_checker.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "types/byte_pattern.h"

namespace sgdma::oracle {
namespace {

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

void ByteChecker::served_page_list(const platform::ServedBeat& beat) {
  if (beat.write || !limits_.page_lists || beat.address < *limits_.page_lists) {
    log_.report("page_list_stray", {},
                fmt::format("memory {} {} bytes at 0x{:x}, where no page list is read",
                            beat.write ? "took" : "gave", beat.bytes, beat.address));
  }
}

void ByteChecker::stray(const platform::ServedBeat& beat) {
  log_.report("beat_stray", beat.framed ? place_of(beat.slot, beat.owner) : Place{},
              fmt::format("memory {} {} bytes at 0x{:x} for no transfer that may run",
                          beat.write ? "took" : "gave", beat.bytes, beat.address));
}

void ByteChecker::check_one_by_one(const BeatEvent& beat, std::uint32_t beats,
                                   const RunningTransfer& transfer, const RowAhead* ahead) {
  const Cycle first = log_.now();
  const std::uint32_t word = beat.range.bytes;
  BeatEvent next = beat;
  for (std::uint32_t at = 0; at < beats; ++at) {
    log_.set_now(first + at);
    check_beat(next, transfer,
               ahead != nullptr ? ahead->served_with(next.beat, word) : transfer.served.bytes());
    next = next_in_row(next, word);
  }
}

void ByteChecker::on_served(const platform::ServedBeat& beat) {
  look_anew();
  log_.count(kServedChecks);
  RunningTransfer* transfer =
      beat.framed && !beat.page_list ? slots_.running(beat.slot, beat.owner) : nullptr;
  const std::uint64_t in_word = beat.address & (bus_width_ - 1);
  if (transfer == nullptr || transfer->work == nullptr ||
      beat.write != (transfer->direction == Direction::kScatter) || beat.cut ||
      beat.address != transfer->served.address() || beat.bytes > transfer->served.left() ||
      beat.bytes == 0 || in_word + beat.bytes > bus_width_) {
    serve_otherwise(beat);
    return;
  }
  if (beat.status != BusStatus::kOkay) {
    note_fault(beat, *transfer);
  } else if (beat.write) {
    serve_write(beat, *transfer);
  } else {
    serve_read(beat, *transfer);
  }
  transfer->served.step(transfer->work->map, beat.bytes);
}

RunningTransfer* ByteChecker::of_line(Direction direction, const BurstFrame& frame,
                                      std::uint64_t address, std::uint32_t bytes) {
  RunningTransfer* transfer = slots_.running(frame.slot, frame.owner);
  const bool usual = transfer != nullptr && transfer->work != nullptr &&
                     address == transfer->served.address() && bytes == kPatternLine &&
                     transfer->served.left() >= kPatternLine && bus_width_ == kPatternLine &&
                     address % kPatternLine == 0 && !frame.page_list && !frame.cut &&
                     transfer->direction == direction;
  return usual ? transfer : nullptr;
}

bool ByteChecker::begin_course(const BurstFrame& frame, std::uint64_t address, std::uint32_t bytes,
                               Direction direction) {
  RunningTransfer* transfer = of_line(direction, frame, address, bytes);
  if (transfer == nullptr) {
    return false;
  }
  const bool write = direction == Direction::kScatter;
  const std::uint32_t offset = transfer->served.bytes();
  std::uint32_t lines = room_of(address, *transfer);
  LineCourse course;
  if (write) {
    if (offset % 8 != 0) {
      return false;  // the payload's words lie across those of memory
    }
    course.from = pattern_from(transfer->payload_seed, offset / 8);
    course.page = &memory_.page(transfer->page, address);
    courses_[0].end = 0;  // there may have been no page
  } else {
    ServedRead* read = read_of(frame, offset);
    if (read == nullptr) {
      return false;
    }
    course.from = pattern_from(kMemoryPattern, address / 8);
    course.kept = read->bytes.get() + (offset - read->begin);
    course.kept_beats = &read->beats;
    lines = std::min(lines, (read->room - (offset - read->begin)) / kPatternLine);
    memory_.locate(transfer->page, address);
    course.page = transfer->page.page;
  }
  course.beat = frame.beat;
  course.end = frame.beat + lines;
  course.slot = frame.slot;
  course.tag = frame.tag;
  course.owner = frame.owner;
  course.transfer = transfer;
  courses_[index_of(direction)] = course;
  return true;
}

ByteChecker::ServedRead* ByteChecker::read_of(const BurstFrame& frame, std::uint32_t offset) {
  if (raw(frame.tag) >= read_tags_) {
    return nullptr;
  }
  ServedRead& read = served_reads_[raw(frame.tag)];
  if (frame.beat == 0 && read.bytes != nullptr) {
    read.begin = offset;
    read.beats = 0;
  }
  return room_for(frame.tag, frame.beat, kPatternLine, offset) != nullptr ? &read : nullptr;
}

void ByteChecker::serve_otherwise(const platform::ServedBeat& beat) {
  if (beat.page_list) {
    served_page_list(beat);
    return;
  }
  RunningTransfer* transfer = beat.framed ? slots_.running(beat.slot, beat.owner) : nullptr;
  if (transfer == nullptr || transfer->work == nullptr ||
      beat.write != (transfer->direction == Direction::kScatter)) {
    stray(beat);
  } else if (beat.cut) {
    served_cut(beat, *transfer);
  } else {
    misplaced(beat, *transfer);
  }
}

void ByteChecker::served_cut(const platform::ServedBeat& beat, const RunningTransfer& transfer) {
  const bool stopped = transfer.stop && transfer.stop->policy == TeardownPolicy::kFinishBeat;
  if (!log_.holds(stopped)) {
    log_.report("beat_wasted", place_of(beat.slot, beat.owner),
                "memory got a cut beat, and nothing has stopped the transfer");
  }
}

void ByteChecker::misplaced(const platform::ServedBeat& beat, RunningTransfer& transfer) {
  const Place place = place_of(beat.slot, beat.owner);
  const ByteMap& map = transfer.work->map;
  MapWalk& served = transfer.served;
  const std::uint64_t in_word = beat.address & (limits_.bus_width - 1);
  if (beat.bytes == 0 || in_word + beat.bytes > limits_.bus_width) {
    log_.report(
        "beat_word", place,
        fmt::format("{} bytes at 0x{:x} are not inside one bus word", beat.bytes, beat.address));
    return;
  }
  if (served.left() > 0 && beat.address == served.address()) {
    log_.report("beat_over", place,
                fmt::format("{} bytes at 0x{:x}, offset {}, go past the bytes asked for",
                            beat.bytes, beat.address, served.bytes()));
    return;
  }
  const char* verb = beat.write ? "written" : "read";
  const auto offset = map.distance(transfer.begin, transfer.bytes, beat.address);
  if (!offset) {
    log_.report(
        "beat_address", place,
        fmt::format("0x{:x} is not on the map of the transfer, right is 0x{:x} at offset {}",
                    beat.address, served.address(), served.bytes()));
  } else if (*offset < served.bytes()) {
    log_.report("beat_twice", place,
                fmt::format("offset {}, 0x{:x}, is {} again", *offset, beat.address, verb));
  } else {
    log_.report("beat_skipped", place,
                fmt::format("offset {}, 0x{:x}, is {} while offset {} is not", *offset,
                            beat.address, verb, served.bytes()));
    served.skip(map, *offset - served.bytes() + beat.bytes);
  }
}

void ByteChecker::note_fault(const platform::ServedBeat& beat, RunningTransfer& transfer) {
  if (!transfer.fault) {
    transfer.fault = SeenFault{transfer.served.bytes(), beat.address,
                               transfer.served.run() - transfer.begin.run, beat.status};
  }
  const std::uint32_t offset = transfer.served.bytes();
  if (!beat.write && make_room_for(beat, offset) == nullptr) {  // a beat of its burst for all that
    report_room(beat);
  }
}

std::uint8_t* ByteChecker::make_room_for(const platform::ServedBeat& beat, std::uint32_t offset) {
  if (raw(beat.bus_tag) >= read_tags_) {
    return nullptr;
  }
  ServedRead& read = served_reads_[raw(beat.bus_tag)];
  if (beat.beat == 0) {
    if (read.bytes == nullptr) {
      read.room = limits_.max_burst[0];
      read.bytes = std::make_unique<std::uint8_t[]>(read.room);
    }
    read.begin = offset;
    read.beats = 0;
  }
  std::uint8_t* room = room_for(beat.bus_tag, beat.beat, beat.bytes, offset);
  read.beats += room != nullptr ? 1U : 0U;
  return room;
}

void ByteChecker::serve_read(const platform::ServedBeat& beat, RunningTransfer& transfer) {
  const std::uint32_t offset = transfer.served.bytes();
  std::uint8_t* kept = make_room_for(beat, offset);
  if (kept == nullptr) {
    report_room(beat);
    return;
  }
  memory_.read(transfer.page, beat.address, kept, beat.bytes);
  if (!same_bytes(kept, beat.data, beat.bytes)) {
    report_data("read_data", beat, offset, kept);
  }
  if (transfer.work->atomic) {
    std::memcpy(transfer.work->atomic->old.data() + offset, kept, beat.bytes);
  }
}

void ByteChecker::serve_write(const platform::ServedBeat& beat, RunningTransfer& transfer) {
  const std::uint32_t offset = transfer.served.bytes();
  const bool line = beat.bytes == kPatternLine && beat.address % kPatternLine == 0;
  if (line && offset % 8 == 0 && !transfer.work->atomic) {
    serve_line(beat, transfer, pattern_from(transfer.payload_seed, offset / 8));
    return;
  }
  std::uint8_t* kept = memory_.writable(transfer.page, beat.address, beat.bytes);
  if (transfer.work->atomic) {
    const std::array<std::uint8_t, 8> result = result_of(*transfer.work->atomic);
    std::copy_n(result.begin() + offset, beat.bytes, kept);
  } else {
    fill_pattern(transfer.payload_seed, offset, kept, beat.bytes);
  }
  if (!same_bytes(kept, beat.data, beat.bytes)) {
    report_data("write_data", beat, offset, kept);
  }
}

void ByteChecker::serve_line(const platform::ServedBeat& beat, RunningTransfer& transfer,
                             std::uint64_t from) {
  memory_.page(transfer.page, beat.address).set_pattern(beat.address, from);
  if (!is_line(beat.data, from)) {
    std::array<std::uint8_t, kPatternLine> right;
    put_line(from, right.data());
    report_data("write_data", beat, transfer.served.bytes(), right.data());
  }
}

void ByteChecker::report_data(std::string_view check, const platform::ServedBeat& beat,
                              std::uint32_t offset, const std::uint8_t* right) {
  report_data(check, place_of(beat.slot, beat.owner), offset, beat.data, right, beat.bytes);
}

void ByteChecker::report_room(const platform::ServedBeat& beat) {
  const Place place = place_of(beat.slot, beat.owner);
  const std::uint32_t tag = raw(beat.bus_tag);
  if (tag >= read_tags_) {
    log_.report("tag_range", place, fmt::format("bus tag {}", tag));
  } else {
    log_.report("beat_frame", place,
                fmt::format("memory served beat {} of a burst, right is {}", beat.beat,
                            served_reads_[tag].beats));
  }
}

void ByteChecker::report_data(std::string_view check, const Place& place, std::uint32_t offset,
                              const std::uint8_t* seen, const std::uint8_t* right,
                              std::uint32_t bytes) {
  const auto wrong =
      static_cast<std::uint32_t>(std::mismatch(seen, seen + bytes, right).first - seen);
  log_.report(check, place,
              fmt::format("the byte at offset {} is 0x{:02x}, right is 0x{:02x}", offset + wrong,
                          seen[wrong], right[wrong]));
}

void ByteChecker::report_moved(const BeatEvent& beat, const RunningTransfer& transfer,
                               std::uint32_t served) {
  const Place place = place_of(beat.slot, beat.tag);
  const std::uint64_t end = std::uint64_t{beat.offset} + beat.range.bytes;
  if (end > served) {
    log_.report("beat_unserved", place,
                fmt::format("offset {} moves, memory has served {} bytes", beat.offset, served));
    return;
  }
  if (transfer.fault && end > transfer.fault->offset) {
    log_.report("beat_after_fault", place,
                fmt::format("offset {} moves, the fault is at offset {}", beat.offset,
                            transfer.fault->offset));
    return;
  }
  const bool tag_known = raw(beat.bus_tag) < read_tags_;
  const ServedRead& read = served_reads_[tag_known ? raw(beat.bus_tag) : 0];
  if (!tag_known || beat.offset < read.begin || end - read.begin > read.room) {
    log_.report("beat_frame", place, "memory served no such beat under this bus tag");
    return;
  }
  report_data("payload_data", place, beat.offset, beat.data,
              read.bytes.get() + (beat.offset - read.begin), beat.range.bytes);
}

}  // namespace sgdma::oracle
