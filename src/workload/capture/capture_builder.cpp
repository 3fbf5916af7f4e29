#include "workload/capture/capture_builder.h"

#include <algorithm>
#include <limits>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "workload/capture/capture_error.h"
#include "workload/config/section_keys.h"

namespace sgdma::workload {
namespace {

using platform::IncomingPacket;
using platform::PacketOpcode;
using platform::PacketPosition;
using platform::WorkQueueElement;
using platform::WqeOpcode;

constexpr std::size_t kMostQueuePairs = std::size_t{1} << 20U;
constexpr std::uint32_t kAtomicBytes = 8;
/// Receives are posted so many messages ahead, as software keeps its queue filled.
constexpr std::size_t kReceivesAhead = 128;

bool names_address(const RocePacket& packet) {
  return packet.opcode->reth || packet.opcode->atomic_eth;
}

bool atomic(PacketOpcode kind) {
  return kind == PacketOpcode::kCompareSwap || kind == PacketOpcode::kFetchAdd;
}

/// Where remote keys are used, in order of appearance.
std::vector<std::pair<IpAddress, std::uint32_t>> remote_keys(const std::vector<RocePacket>& packets,
                                                             const std::optional<IpAddress>& side) {
  std::vector<std::pair<IpAddress, std::uint32_t>> keys;
  std::set<std::pair<IpAddress, std::uint32_t>> seen;
  for (const RocePacket& packet : packets) {
    if (!names_address(packet) || (side && packet.destination != *side)) continue;
    const auto key = std::make_pair(packet.destination, packet.key);
    if (seen.insert(key).second) keys.push_back(key);
  }
  return keys;
}

IncomingPacket incoming(const RocePacket& packet) {
  IncomingPacket result;
  result.opcode = packet.opcode->kind;
  result.position = packet.opcode->position;
  result.immediate = packet.opcode->immediate;
  result.invalidates = packet.opcode->invalidates;
  result.bytes = packet.bytes;
  result.address = packet.address;
  result.length = packet.length;
  result.compare = packet.compare;
  result.swap_or_add = packet.swap_or_add;
  return result;
}

std::uint8_t access_for(PacketOpcode kind) {
  namespace access = platform::access;
  switch (kind) {
    case PacketOpcode::kReadRequest: return access::kRemoteRead;
    case PacketOpcode::kWrite: return access::kRemoteWrite | access::kLocalWrite;
    case PacketOpcode::kAtomicWrite:
      return access::kRemoteWrite | access::kRemoteAtomic | access::kLocalWrite;
    default: return access::kRemoteAtomic | access::kLocalWrite;
  }
}

PacketPosition position_of(std::size_t index, std::uint64_t count) {
  if (count == 1) return PacketPosition::kOnly;
  if (index == 0) return PacketPosition::kFirst;
  return index + 1 == count ? PacketPosition::kLast : PacketPosition::kMiddle;
}

}  // namespace

CaptureBuilder::CaptureBuilder(std::string source, std::vector<RocePacket> packets,
                               const CaptureOptions& options, CaptureReport report)
    : source_(std::move(source)),
      packets_(std::move(packets)),
      side_(options.side),
      report_(std::move(report)),
      receivers_(find_receivers(packets_, side_, report_.renamed)),
      memory_(remote_keys(packets_, side_), report_.renamed) {
  set_times(options.time_scale);
}

void CaptureBuilder::set_times(const CaptureTimeScale& scale) {
  times_.reserve(packets_.size());
  for (const RocePacket& packet : packets_) {
    const auto time = scale.to_picoseconds(packet.nanoseconds - packets_.front().nanoseconds);
    if (!time || *time > kLongestTime) {
      throw CaptureError(source_,
                         fmt::format("frame {} comes too late: times go up to 4000000 s, "
                                     "which is 46 days",
                                     packet.frame),
                         "scale the times down");
    }
    times_.push_back(*time);
  }
}

CaptureWorkload CaptureBuilder::build() {
  CaptureWorkload workload;
  for (std::size_t i = 0; i < receivers_.size(); ++i) {
    const CaptureReceiver& receiver = receivers_[i];
    if (side_ && receiver.address != *side_) {
      report_.add(CaptureSkip::kOtherSide, receiver.requests.size() + receiver.responses.size() +
                                               receiver.acknowledges.size());
      continue;
    }
    qp_ = QpIndex{static_cast<std::uint32_t>(workload.queue_pairs.size())};
    platform::QueuePair pair;
    pair.number = receiver.number;
    pair.path_mtu = receiver.path_mtu;
    workload.queue_pairs.push_back(pair);
    add_receiver(i);
  }
  if (workload.queue_pairs.size() > kMostQueuePairs) {
    throw CaptureError(source_, fmt::format("has {} queue pairs; {} are possible",
                                            workload.queue_pairs.size(), kMostQueuePairs));
  }
  sort_into(workload.work);
  workload.regions = memory_.regions();
  report_.local_regions = memory_.local_regions();
  report_.remote_regions = memory_.remote_regions();
  if (!workload.work.empty()) report_.duration_ps = workload.work.back().item.at;
  workload.report = std::move(report_);
  return workload;
}

void CaptureBuilder::add_receiver(std::size_t receiver) {
  const CaptureReceiver& one = receivers_[receiver];
  report_.restarts += one.restarts;
  report_.guessed_path_mtus += one.guessed_path_mtu ? 1 : 0;
  report_.ambiguous_peers += one.ambiguous ? 1 : 0;
  for (const std::size_t packet : one.acknowledges) {
    add_packet({0, packet, packet}, incoming(packets_[packet]));
  }
  add_requests(one);
  add_reads(receiver);
}

void CaptureBuilder::add_requests(const CaptureReceiver& receiver) {
  const CaptureSequence sequence = accept_in_order(receiver.requests);
  report_.add(CaptureSkip::kDuplicate, sequence.duplicates.size());
  report_.add(CaptureSkip::kOutOfSequence, sequence.out_of_sequence.size());
  const CaptureMessages grouped = group_messages(sequence.accepted, packets_, receiver.path_mtu);
  for (const auto& [packet, reason] : grouped.skipped) report_.add(reason);
  receives_.clear();
  for (const CaptureMessage& message : grouped.messages) add_message(receiver, message);
  for (std::size_t i = 0; i < receives_.size(); ++i) {
    const std::uint64_t at = i < kReceivesAhead ? 0 : receives_[i - kReceivesAhead].at;
    post(at, std::move(receives_[i].wqe));
  }
}

void CaptureBuilder::add_message(const CaptureReceiver& receiver, const CaptureMessage& message) {
  const RocePacket& first = packets_[message.packets.front().packet];
  const RocePacket& last = packets_[message.packets.back().packet];
  const std::uint64_t touched = atomic(first.opcode->kind) ? kAtomicBytes : first.length;
  if (names_address(first) && !memory_.cover(first.destination, first.key, first.address, touched,
                                             access_for(first.opcode->kind))) {
    report_.add(CaptureSkip::kRegionTooLarge, message.packets.size());
    return;
  }
  for (const AcceptedPacket& accepted : message.packets) {
    IncomingPacket packet = incoming(packets_[accepted.packet]);
    if (names_address(packets_[accepted.packet])) {
      packet.key = memory_.remote_key(first.destination, first.key);
    }
    add_packet(accepted, packet);
  }
  report_.open_messages += message.open ? 1 : 0;
  if (first.opcode->kind == PacketOpcode::kSend || last.opcode->immediate) {
    add_receive(receiver, message);
  }
}

void CaptureBuilder::add_receive(const CaptureReceiver& receiver, const CaptureMessage& message) {
  const AcceptedPacket& first = message.packets.front();
  Receive receive;
  receive.at = times_[first.at];
  receive.wqe.opcode = WqeOpcode::kReceive;
  if (packets_[first.packet].opcode->kind == PacketOpcode::kSend) {
    const std::uint64_t mtu = receiver.path_mtu;
    const std::uint64_t units = std::max<std::uint64_t>(1, (message.bytes + mtu - 1) / mtu);
    receive.wqe.sges.push_back(memory_.take_buffer(receiver.number, units * mtu));
    report_.receive_bytes += units * mtu;
  }
  ++report_.receives;
  receives_.push_back(std::move(receive));
}

void CaptureBuilder::add_reads(std::size_t receiver) {
  const CaptureReads grouped = group_responses(receiver, receivers_, packets_);
  for (const auto& [packet, reason] : grouped.skipped) report_.add(reason);
  // A WQE is there before the first response, and never overtakes the one before it.
  std::uint64_t latest = std::numeric_limits<std::uint64_t>::max();
  std::vector<std::uint64_t> posted(grouped.reads.size());
  for (std::size_t i = grouped.reads.size(); i-- > 0;) {
    const CaptureRead& read = grouped.reads[i];
    latest = std::min({latest, times_[read.request], times_[read.responses.front().at]});
    posted[i] = latest;
  }
  for (std::size_t i = 0; i < grouped.reads.size(); ++i) {
    add_read(receivers_[receiver].number, grouped.reads[i], posted[i]);
  }
}

void CaptureBuilder::add_read(QpNumber number, const CaptureRead& read, std::uint64_t at) {
  const RocePacket& request = packets_[read.request];
  const PacketOpcode kind = request.opcode->kind;
  WorkQueueElement wqe;
  std::uint64_t bytes = kAtomicBytes;
  if (kind == PacketOpcode::kReadRequest) {
    wqe.opcode = WqeOpcode::kRead;
    bytes = request.length;
    ++report_.reads;
  } else {
    wqe.opcode = kind == PacketOpcode::kFetchAdd ? WqeOpcode::kFetchAdd : WqeOpcode::kCompareSwap;
    ++report_.atomic_wqes;
  }
  if (bytes != 0) wqe.sges.push_back(memory_.take_buffer(number, bytes));
  post(at, std::move(wqe));
  for (std::size_t i = 0; i < read.responses.size(); ++i) {
    IncomingPacket packet = incoming(packets_[read.responses[i].packet]);
    packet.position = position_of(i, read.expected);
    if (packet.opcode == PacketOpcode::kAtomicResponse) packet.bytes = kAtomicBytes;
    add_packet(read.responses[i], packet);
  }
  report_.open_messages += read.open() ? 1 : 0;
}

void CaptureBuilder::add_packet(const AcceptedPacket& accepted, const IncomingPacket& packet) {
  count(packet);
  Placed placed;
  placed.packet = true;
  placed.order = accepted.at;
  placed.item.item = {times_[accepted.at], qp_, packet};
  placed_.push_back(std::move(placed));
}

void CaptureBuilder::post(std::uint64_t at, WorkQueueElement wqe) {
  Placed placed;
  placed.item.item = {at, qp_, std::move(wqe)};
  placed_.push_back(std::move(placed));
}

void CaptureBuilder::count(const IncomingPacket& packet) {
  ++report_.packets;
  const bool gathers = packet.opcode == PacketOpcode::kReadRequest || atomic(packet.opcode);
  if (packet.opcode == PacketOpcode::kAcknowledge) ++report_.acknowledges;
  if (atomic(packet.opcode)) ++report_.atomics;
  if (gathers) {
    const std::uint32_t bytes = atomic(packet.opcode) ? kAtomicBytes : packet.length;
    report_.gathers += bytes != 0 ? 1 : 0;
    report_.gathered_bytes += bytes;
  } else {
    report_.scatters += packet.bytes != 0 ? 1 : 0;
    report_.scattered_bytes += packet.bytes;
  }
}

void CaptureBuilder::sort_into(std::vector<RepeatedItem>& work) {
  std::stable_sort(placed_.begin(), placed_.end(), [](const Placed& a, const Placed& b) {
    return std::tie(a.item.item.at, a.packet, a.order) <
           std::tie(b.item.item.at, b.packet, b.order);
  });
  work.reserve(placed_.size());
  for (Placed& placed : placed_) work.push_back(std::move(placed.item));
}

}  // namespace sgdma::workload
