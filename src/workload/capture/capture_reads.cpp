#include "workload/capture/capture_reads.h"

#include <algorithm>
#include <optional>

#include "workload/capture/capture_psn_counter.h"
#include "workload/capture/capture_translation.h"

namespace sgdma::workload {
namespace {

using platform::PacketOpcode;
using Packets = std::vector<RocePacket>;

/// A READ or atomic, and the PSNs of its responses.
struct Request {
  std::uint64_t psn = 0;
  std::uint64_t end = 0;  ///< PSN after its last response
  std::size_t packet = 0;
};

/// READs and atomics from `source` in order of their PSNs; those sent again follow the first.
std::vector<Request> requests_from(const CaptureReceiver& responder, const IpAddress& source,
                                   const Packets& packets) {
  std::vector<Request> all;
  for (const CaptureArrival& arrival : responder.requests) {
    const RocePacket& packet = packets[arrival.packet];
    if (packet.source != source || !(arrival.read || atomic(packet.opcode->kind))) continue;
    all.push_back({arrival.psn, arrival.psn + arrival.span, arrival.packet});
  }
  std::sort(all.begin(), all.end(), [](const Request& a, const Request& b) {
    return a.psn != b.psn ? a.psn < b.psn : a.packet < b.packet;
  });
  return all;
}

/// Gives responses the extended PSNs of the requests that went out last before them.
std::vector<CaptureArrival> extend(const CaptureReceiver& requester,
                                   const CaptureReceiver& responder, const Packets& packets) {
  constexpr std::uint64_t kRange = CapturePsnCounter::kRange;
  std::vector<CaptureArrival> arrivals;
  std::size_t next = 0;
  for (const std::size_t response : requester.responses) {
    while (next + 1 < responder.requests.size() && responder.requests[next + 1].packet < response) {
      ++next;
    }
    const std::uint64_t near = responder.requests[next].psn;
    const std::uint64_t ahead = (packets[response].psn - near) & (kRange - 1);
    CaptureArrival arrival;
    arrival.psn = ahead < kRange / 2 ? near + ahead : near + ahead - kRange;
    arrival.packet = response;
    arrivals.push_back(arrival);
  }
  return arrivals;
}

/// What response `index` of a READ of `length` bytes has to carry.
std::uint64_t expected_bytes(std::uint64_t length, std::uint64_t index, std::uint64_t path_mtu) {
  const std::uint64_t before = index * path_mtu;
  return before >= length ? 0 : std::min(path_mtu, length - before);
}

bool fits(const RocePacket& request, const RocePacket& response, std::uint64_t index,
          std::uint64_t path_mtu) {
  if (atomic(request.opcode->kind)) return response.opcode->kind == PacketOpcode::kAtomicResponse;
  return response.opcode->kind == PacketOpcode::kReadResponse &&
         response.bytes == expected_bytes(request.length, index, path_mtu);
}

/// Why the responses of a READ cannot be used, if so. `last`: no response comes after them.
std::optional<CaptureSkip> check(const CaptureRead& read, std::uint64_t first_psn,
                                 const Packets& packets, std::uint64_t path_mtu, bool last) {
  for (std::size_t i = 0; i < read.responses.size(); ++i) {
    if (read.responses[i].psn != first_psn + i) return CaptureSkip::kIncompleteMessage;
    if (!fits(packets[read.request], packets[read.responses[i].packet], i, path_mtu)) {
      return CaptureSkip::kWrongLength;
    }
  }
  if (read.open() && !last) return CaptureSkip::kIncompleteMessage;
  return std::nullopt;
}

void skip_all(const std::vector<std::size_t>& skipped, CaptureSkip reason, CaptureReads& result) {
  for (const std::size_t packet : skipped) result.skipped.emplace_back(packet, reason);
}

/// Hands accepted responses to the requests that they answer.
void distribute(const std::vector<AcceptedPacket>& accepted, const std::vector<Request>& requests,
                const Packets& packets, std::uint64_t path_mtu, CaptureReads& result) {
  auto request = requests.begin();
  for (auto from = accepted.begin(); from != accepted.end();) {
    while (request != requests.end() && request->end <= from->psn) ++request;
    if (request == requests.end() || from->psn < request->psn) {
      result.skipped.emplace_back(from->packet, CaptureSkip::kNoRequest);
      ++from;
      continue;
    }
    const auto to = std::find_if(from, accepted.end(), [&](const AcceptedPacket& response) {
      return response.psn >= request->end;
    });
    CaptureRead read{request->packet, request->psn, {from, to}, request->end - request->psn};
    const auto reason = check(read, request->psn, packets, path_mtu, to == accepted.end());
    if (reason) {
      for (; from != to; ++from) result.skipped.emplace_back(from->packet, *reason);
    } else {
      result.reads.push_back(std::move(read));
    }
    from = to;
  }
}

}  // namespace

CaptureReads group_responses(std::size_t requester, const std::vector<CaptureReceiver>& receivers,
                             const Packets& packets) {
  CaptureReads result;
  const CaptureReceiver& receiver = receivers[requester];
  if (!receiver.responder) {
    skip_all(receiver.responses, CaptureSkip::kNoRequest, result);
    return result;
  }
  const CaptureReceiver& responder = receivers[*receiver.responder];
  CaptureSequence sequence = accept_in_order(extend(receiver, responder, packets));
  skip_all(sequence.duplicates, CaptureSkip::kDuplicate, result);
  skip_all(sequence.out_of_sequence, CaptureSkip::kOutOfSequence, result);
  distribute(sequence.accepted, requests_from(responder, receiver.address, packets), packets,
             receiver.path_mtu, result);
  return result;
}

}  // namespace sgdma::workload
