#include "workload/capture/capture_peers.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>

#include "workload/capture/capture_translation.h"

namespace sgdma::workload {
namespace {

using platform::PacketOpcode;
using Packets = std::vector<RocePacket>;
using Receivers = std::vector<CaptureReceiver>;

/// With so many responders that fit one answer as well, more would not make the guess better.
constexpr std::ptrdiff_t kMostCandidates = 64;

bool asks_for_data(const RocePacket& packet) {
  return packet.opcode->kind == PacketOpcode::kReadRequest || atomic(packet.opcode->kind);
}

/// A request that an answer can name, and the receiver that it went to.
struct Asked {
  IpAddress source;
  IpAddress destination;
  std::uint32_t psn = 0;
  std::uint16_t udp_source = 0;
  std::size_t receiver = 0;

  auto answered_by() const { return std::tie(source, destination, psn); }
  auto all() const { return std::tie(source, destination, psn, udp_source, receiver); }
};

/// Sorted, with those sent again once.
std::vector<Asked> index_requests(const Receivers& receivers, const Packets& packets,
                                  bool acknowledges) {
  std::vector<Asked> asked;
  for (std::size_t i = 0; i < receivers.size(); ++i) {
    for (const CaptureArrival& arrival : receivers[i].requests) {
      const RocePacket& packet = packets[arrival.packet];
      if (!acknowledges && !asks_for_data(packet)) continue;
      asked.push_back({packet.source, packet.destination, packet.psn, packet.udp_source, i});
    }
  }
  std::sort(asked.begin(), asked.end(),
            [](const Asked& a, const Asked& b) { return a.all() < b.all(); });
  const auto same = [](const Asked& a, const Asked& b) { return a.all() == b.all(); };
  asked.erase(std::unique(asked.begin(), asked.end(), same), asked.end());
  return asked;
}

/// How many answers to a requester a responder explains.
struct Match {
  std::uint64_t weight = 0;  ///< answers; those from the UDP source port of the request count twice
  std::size_t requester = 0;
  std::size_t responder = 0;
};

/// Counts the answers to each requester that the requests to each responder explain.
class Matches {
 public:
  Matches(const Packets& packets, std::vector<Asked> asked)
      : packets_(packets), asked_(std::move(asked)) {}

  void count(std::size_t requester, const std::vector<std::size_t>& answers) {
    for (const std::size_t answer : answers) {
      const RocePacket& packet = packets_[answer];
      const Asked wanted{packet.destination, packet.source, packet.psn, packet.udp_source, 0};
      const auto [from, to] = std::equal_range(
          asked_.begin(), asked_.end(), wanted,
          [](const Asked& a, const Asked& b) { return a.answered_by() < b.answered_by(); });
      const auto [port, other] = std::equal_range(
          from, to, wanted,
          [](const Asked& a, const Asked& b) { return a.udp_source < b.udp_source; });
      add(requester, port, other, 2);
      add(requester, from, port, 1);
      add(requester, other, to, 1);
    }
  }

  /// The best match first.
  std::vector<Match> sorted() const {
    std::vector<Match> matches;
    matches.reserve(weights_.size());
    for (const auto& [pair, weight] : weights_)
      matches.push_back({weight, pair.first, pair.second});
    std::stable_sort(matches.begin(), matches.end(),
                     [](const Match& a, const Match& b) { return a.weight > b.weight; });
    return matches;
  }

 private:
  using Iterator = std::vector<Asked>::const_iterator;

  void add(std::size_t requester, Iterator from, Iterator to, std::uint64_t weight) {
    const auto end = from + std::min(kMostCandidates, to - from);
    for (; from != end; ++from) weights_[{requester, from->receiver}] += weight;
  }

  const Packets& packets_;
  const std::vector<Asked> asked_;
  std::map<std::pair<std::size_t, std::size_t>, std::uint64_t> weights_;
};

std::vector<Match> find_matches(const Receivers& receivers, const Packets& packets,
                                bool acknowledges) {
  Matches matches(packets, index_requests(receivers, packets, acknowledges));
  for (std::size_t i = 0; i < receivers.size(); ++i) {
    matches.count(i, receivers[i].responses);
    if (acknowledges) matches.count(i, receivers[i].acknowledges);
  }
  return matches.sorted();
}

/// Where the first packet to a receiver came from. Requires one.
const IpAddress& heard_from(const CaptureReceiver& receiver, const Packets& packets) {
  std::size_t first = packets.size();
  if (!receiver.requests.empty()) first = receiver.requests.front().packet;
  if (!receiver.responses.empty()) first = std::min(first, receiver.responses.front());
  if (!receiver.acknowledges.empty()) first = std::min(first, receiver.acknowledges.front());
  return packets[first].source;
}

/// Receivers elsewhere that have requests from `side` and are nobody's responder there.
std::vector<std::size_t> without_sender(const Receivers& receivers, const Packets& packets,
                                        const IpAddress& side) {
  std::vector<bool> served(receivers.size(), false);
  for (const CaptureReceiver& receiver : receivers) {
    if (receiver.address == side && receiver.responder) served[*receiver.responder] = true;
  }
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < receivers.size(); ++i) {
    if (served[i] || receivers[i].address == side) continue;
    const auto& requests = receivers[i].requests;
    const bool sent_to = std::any_of(
        requests.begin(), requests.end(),
        [&](const CaptureArrival& arrival) { return packets[arrival.packet].source == side; });
    if (sent_to) found.push_back(i);
  }
  return found;
}

/// Receivers at `side` without a responder, by the address that they hear from.
std::multimap<IpAddress, std::size_t> without_responder(const Receivers& receivers,
                                                        const Packets& packets,
                                                        const IpAddress& side) {
  std::multimap<IpAddress, std::size_t> found;
  for (std::size_t i = 0; i < receivers.size(); ++i) {
    if (receivers[i].address != side || receivers[i].responder) continue;
    found.emplace(heard_from(receivers[i], packets), i);
  }
  return found;
}

}  // namespace

void find_responders(Receivers& receivers, const Packets& packets, bool acknowledges) {
  std::vector<bool> taken(receivers.size(), false);
  std::vector<std::uint64_t> chosen(receivers.size(), 0);
  for (const Match& match : find_matches(receivers, packets, acknowledges)) {
    CaptureReceiver& requester = receivers[match.requester];
    if (taken[match.responder]) continue;
    if (requester.responder) {
      if (match.weight == chosen[match.requester]) requester.ambiguous = true;
      continue;
    }
    requester.responder = match.responder;
    chosen[match.requester] = match.weight;
    taken[match.responder] = true;
  }
}

void find_senders(Receivers& receivers, const Packets& packets, const IpAddress& side,
                  CaptureNumberSpace& numbers) {
  for (const std::size_t i : without_sender(receivers, packets, side)) {
    if (!receivers[i].responder) continue;
    CaptureReceiver& other = receivers[*receivers[i].responder];
    if (other.address == side && !other.responder) other.responder = i;
  }
  const auto idle = without_responder(receivers, packets, side);
  std::map<IpAddress, std::vector<std::size_t>> wanting;
  for (const std::size_t i : without_sender(receivers, packets, side)) {
    wanting[receivers[i].address].push_back(i);
  }
  for (const auto& [address, responders] : wanting) {
    if (responders.size() == 1 && idle.count(address) == 1) {
      receivers[idle.find(address)->second].responder = responders.front();
      continue;
    }
    for (const std::size_t responder : responders) {
      CaptureReceiver made_up;
      made_up.address = side;
      made_up.qp = receivers[responder].qp;
      made_up.number = QpNumber{numbers.claim(made_up.qp)};
      made_up.responder = responder;
      made_up.made_up = true;
      receivers.push_back(std::move(made_up));
    }
  }
}

}  // namespace sgdma::workload
