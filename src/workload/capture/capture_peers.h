/// Who talks to whom. A packet names the queue pair that receives it, and not the one that sent it.
#pragma once

#include <vector>

#include "workload/capture/capture_number_space.h"
#include "workload/capture/capture_receivers.h"
#include "workload/capture/ip_address.h"
#include "workload/capture/roce_packet.h"

namespace sgdma::workload {

/// Sets `responder` and `ambiguous` of receivers that get answers: READ and atomic responses and,
/// with `acknowledges`, those. An answer goes to the address that asked and carries the PSN of the
/// request. So a receiver's responder is the one at the other address to which requests with the
/// PSNs of most of its answers went. Answers from the UDP source port of the request count twice:
/// many NICs derive it from both queue pair numbers, and queue pairs that all begin with PSN 0
/// differ in nothing else. A responder serves one requester.
void find_responders(std::vector<CaptureReceiver>& receivers,
                     const std::vector<RocePacket>& packets, bool acknowledges);

/// Sees to it that for each receiver elsewhere to which `side` sent requests, there is exactly one
/// at `side` with it as its responder. Where no answer told, it is the one that is the other's
/// responder; else the only one without a responder that hears from that address, if only one such
/// receiver there lacks a sender; else one that is made up and appended, with a number of its own.
void find_senders(std::vector<CaptureReceiver>& receivers, const std::vector<RocePacket>& packets,
                  const IpAddress& side, CaptureNumberSpace& numbers);

}  // namespace sgdma::workload
