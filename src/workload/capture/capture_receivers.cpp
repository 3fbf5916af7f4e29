#include "workload/capture/capture_receivers.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <unordered_set>

#include <boost/container_hash/hash.hpp>
#include <fmt/format.h>

#include "workload/capture/capture_number_space.h"
#include "workload/capture/capture_path_mtu.h"
#include "workload/capture/capture_peers.h"
#include "workload/capture/capture_psn_counter.h"

namespace sgdma::workload {
namespace {

using platform::PacketOpcode;
using Packets = std::vector<RocePacket>;
using Receivers = std::vector<CaptureReceiver>;

constexpr std::uint32_t kLargestQpNumber = (1U << 24U) - 1;

using Hosts = std::pair<IpAddress, IpAddress>;
template <class Key, class Value>
using Table = std::unordered_map<Key, Value, boost::hash<Key>>;

Hosts hosts_of(const RocePacket& packet) { return std::minmax(packet.source, packet.destination); }

/// Receivers in order of appearance, with their packets.
Receivers collect(const Packets& packets) {
  Receivers receivers;
  std::vector<CapturePsnCounter> counters;
  Table<std::pair<IpAddress, std::uint32_t>, std::size_t> index;
  for (std::size_t i = 0; i < packets.size(); ++i) {
    const RocePacket& packet = packets[i];
    const auto [found, added] =
        index.try_emplace({packet.destination, packet.qp}, receivers.size());
    if (added) {
      receivers.emplace_back();
      receivers.back().address = packet.destination;
      receivers.back().qp = packet.qp;
      counters.emplace_back();
    }
    CaptureReceiver& receiver = receivers[found->second];
    if (packet.opcode->request()) {
      CaptureArrival arrival;
      arrival.psn = counters[found->second].extend(packet.psn);
      arrival.packet = i;
      arrival.read = packet.opcode->kind == PacketOpcode::kReadRequest;
      receiver.requests.push_back(arrival);
    } else {
      (packet.opcode->response() ? receiver.responses : receiver.acknowledges).push_back(i);
    }
  }
  for (std::size_t i = 0; i < receivers.size(); ++i) receivers[i].restarts = counters[i].restarts();
  return receivers;
}

CaptureNumberSpace number(Receivers& receivers, const std::optional<IpAddress>& side,
                          std::vector<std::string>& renamed) {
  CaptureNumberSpace numbers(kLargestQpNumber);
  // First the numbers as they are, so that a number in use is not given away.
  std::vector<CaptureReceiver*> second;
  std::unordered_set<std::uint32_t> seen;
  for (CaptureReceiver& receiver : receivers) {
    receiver.number = QpNumber{receiver.qp};
    if (side && receiver.address != *side) continue;
    if (seen.insert(receiver.qp).second) {
      numbers.claim(receiver.qp);
    } else {
      second.push_back(&receiver);
    }
  }
  for (CaptureReceiver* receiver : second) {
    receiver->number = QpNumber{numbers.claim(receiver->qp)};
    renamed.push_back(fmt::format("queue pair {} at {} is {} here", receiver->qp,
                                  receiver->address.text(), raw(receiver->number)));
  }
  std::stable_sort(receivers.begin(), receivers.end(),
                   [](const auto& a, const auto& b) { return raw(a.number) < raw(b.number); });
  return numbers;
}

void infer_path_mtus(Receivers& receivers, const Packets& packets) {
  std::vector<CapturePathMtu> own(receivers.size());
  std::vector<Hosts> hosts(receivers.size());
  Table<Hosts, CapturePathMtu> between;
  for (std::size_t i = 0; i < receivers.size(); ++i) {
    const auto look_at = [&](std::size_t packet) {
      own[i].add(packets[packet]);
      hosts[i] = hosts_of(packets[packet]);
      between[hosts[i]].add(packets[packet]);
    };
    for (const CaptureArrival& arrival : receivers[i].requests) look_at(arrival.packet);
    for (const std::size_t packet : receivers[i].responses) look_at(packet);
    for (const std::size_t packet : receivers[i].acknowledges) look_at(packet);
  }
  const std::vector<CapturePathMtu> alone = own;
  for (std::size_t i = 0; i < receivers.size(); ++i) {
    if (!receivers[i].responder) continue;
    if (receivers[i].made_up) hosts[i] = hosts[*receivers[i].responder];
    own[i].add(alone[*receivers[i].responder]);
    own[*receivers[i].responder].add(alone[i]);
  }
  for (std::size_t i = 0; i < receivers.size(); ++i) {
    const CapturePathMtu& best = own[i].known() ? own[i] : between[hosts[i]];
    receivers[i].guessed_path_mtu = !best.known();
    receivers[i].path_mtu = best.known() ? best.value() : own[i].guess();
  }
}

/// A READ takes the PSNs of its responses (InfiniBand specification, 9.7.2). Where the path MTU is
/// a guess, the fewest that are possible.
void set_spans(Receivers& receivers, const Packets& packets) {
  for (CaptureReceiver& receiver : receivers) {
    const std::uint64_t mtu =
        receiver.guessed_path_mtu ? CapturePathMtu::kLegal.back() : receiver.path_mtu;
    for (CaptureArrival& arrival : receiver.requests) {
      if (!arrival.read) continue;
      const std::uint64_t length = packets[arrival.packet].length;
      arrival.span = std::max<std::uint64_t>(1, (length + mtu - 1) / mtu);
    }
  }
}

}  // namespace

std::vector<CaptureReceiver> find_receivers(const Packets& packets,
                                            const std::optional<IpAddress>& side,
                                            std::vector<std::string>& renamed) {
  Receivers receivers = collect(packets);
  CaptureNumberSpace numbers = number(receivers, side, renamed);
  find_responders(receivers, packets, side.has_value());
  if (side) find_senders(receivers, packets, *side, numbers);
  infer_path_mtus(receivers, packets);
  set_spans(receivers, packets);
  return receivers;
}

}  // namespace sgdma::workload
