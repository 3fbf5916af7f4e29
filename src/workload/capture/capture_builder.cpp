#include "workload/capture/capture_builder.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "workload/capture/capture_error.h"
#include "workload/capture/capture_translation.h"
#include "workload/config/section_keys.h"

namespace sgdma::workload {
namespace {

using platform::IncomingPacket;
using platform::PacketOpcode;
using platform::WorkQueueElement;
using platform::WqeOpcode;

constexpr std::size_t kMostQueuePairs = std::size_t{1} << 20U;
constexpr std::uint32_t kAtomicBytes = 8;
/// Receives are posted so many messages ahead, as software keeps its queue filled.
constexpr std::size_t kReceivesAhead = 128;

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
  std::vector<std::size_t> order(receivers_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return raw(receivers_[a].number) < raw(receivers_[b].number);
  });
  for (const std::size_t i : order) {
    const CaptureReceiver& receiver = receivers_[i];
    if (side_ && receiver.address != *side_) {
      skip_foreign(receiver);
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

/// Counts what reaches another address than the side, but for the side's requests: its send queues
/// account for those.
void CaptureBuilder::skip_foreign(const CaptureReceiver& receiver) {
  const auto from_side = [&](std::size_t packet) { return packets_[packet].source == *side_; };
  for (const CaptureArrival& arrival : receiver.requests) {
    if (!from_side(arrival.packet)) report_.add(CaptureSkip::kOtherSide);
  }
  for (const auto* answers : {&receiver.responses, &receiver.acknowledges}) {
    for (const std::size_t packet : *answers) {
      report_.add(from_side(packet) ? CaptureSkip::kOwnAnswer : CaptureSkip::kOtherSide);
    }
  }
}

void CaptureBuilder::add_receiver(std::size_t receiver) {
  const CaptureReceiver& one = receivers_[receiver];
  report_.restarts += one.restarts;
  report_.guessed_path_mtus += one.guessed_path_mtu ? 1 : 0;
  report_.ambiguous_peers += one.ambiguous ? 1 : 0;
  report_.made_up_queue_pairs += one.made_up ? 1 : 0;
  for (const std::size_t packet : one.acknowledges) {
    add_packet({0, packet, packet}, incoming(packets_[packet]));
  }
  add_requests(one);
  answered_.clear();
  add_reads(receiver);
  if (side_ && one.responder) add_sends(one);
  for (CaptureSendQueue::Posted& posted : send_queue_.take()) {
    post(posted.at, std::move(posted.wqe));
  }
}

/// The messages of a stream of requests. What is in none is counted.
CaptureMessages CaptureBuilder::accept(std::vector<CaptureArrival> arrivals,
                                       std::uint32_t path_mtu) {
  const CaptureSequence sequence = accept_in_order(std::move(arrivals));
  report_.add(CaptureSkip::kDuplicate, sequence.duplicates.size());
  report_.add(CaptureSkip::kOutOfSequence, sequence.out_of_sequence.size());
  CaptureMessages grouped = group_messages(sequence.accepted, packets_, path_mtu);
  for (const auto& [packet, reason] : grouped.skipped) report_.add(reason);
  return grouped;
}

void CaptureBuilder::add_requests(const CaptureReceiver& receiver) {
  const CaptureMessages grouped = accept(receiver.requests, receiver.path_mtu);
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
  for (const CaptureRead& read : grouped.reads) add_read(receivers_[receiver].number, read);
}

void CaptureBuilder::add_read(QpNumber number, const CaptureRead& read) {
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
  // The WQE is there before the first response.
  const std::uint64_t at = std::min(times_[read.request], times_[read.responses.front().at]);
  send_queue_.add(read.psn, at, std::move(wqe));
  answered_.insert(read.psn);
  for (std::size_t i = 0; i < read.responses.size(); ++i) {
    IncomingPacket packet = incoming(packets_[read.responses[i].packet]);
    packet.position = position_of(i, read.expected);
    if (packet.opcode == PacketOpcode::kAtomicResponse) packet.bytes = kAtomicBytes;
    add_packet(read.responses[i], packet);
  }
  report_.open_messages += read.open() ? 1 : 0;
}

/// What a queue pair of the side sent. What it sent to itself counts where it was received.
void CaptureBuilder::add_sends(const CaptureReceiver& sender) {
  const CaptureReceiver& responder = receivers_[*sender.responder];
  if (responder.address == *side_) return;
  std::vector<CaptureArrival> sent;
  std::copy_if(
      responder.requests.begin(), responder.requests.end(), std::back_inserter(sent),
      [&](const CaptureArrival& arrival) { return packets_[arrival.packet].source == *side_; });
  for (const CaptureMessage& message : accept(std::move(sent), responder.path_mtu).messages) {
    if (packets_[message.packets.front().packet].opcode->payload) {
      add_send(sender.number, message);
    } else if (answered_.count(message.packets.front().psn) != 0) {
      ++report_.packets;
    } else {
      report_.add(CaptureSkip::kNoResponse);
    }
  }
}

/// One WQE, posted as the first packet of its message left.
void CaptureBuilder::add_send(QpNumber number, const CaptureMessage& message) {
  const AcceptedPacket& first = message.packets.front();
  WorkQueueElement wqe;
  wqe.opcode =
      send_opcode(*packets_[first.packet].opcode, *packets_[message.packets.back().packet].opcode);
  if (message.bytes != 0) wqe.sges.push_back(memory_.take_buffer(number, message.bytes));
  send_queue_.add(first.psn, times_[first.at], std::move(wqe));
  ++report_.sends;
  report_.packets += message.packets.size();
  report_.gathers += message.bytes != 0 ? 1 : 0;
  report_.gathered_bytes += message.bytes;
  report_.open_messages += message.open ? 1 : 0;
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
