#include "workload/capture/capture.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "workload/capture/capture_builder.h"
#include "workload/capture/capture_error.h"
#include "workload/capture/capture_file.h"
#include "workload/capture/roce_parser.h"

namespace sgdma::workload {
namespace {

/// Where the snap length cut the payload: the frame is longer than what was captured.
void count_packet(const RocePacket& packet, const CapturedFrame& frame, CaptureReport& report) {
  ++report.by_opcode[packet.opcode->code];
  report.payload_bytes += packet.bytes;
  if (frame.captured < frame.length) ++report.cut_frames;
  if (packet.opcode->kind == platform::PacketOpcode::kAcknowledge && packet.negative) {
    ++report.negative_acknowledges;
  }
}

/// RC packets in the order of the file.
std::vector<RocePacket> read_packets(const std::string& path, CaptureReport& report) {
  CaptureFile file(path);
  CapturedFrame frame;
  std::vector<RocePacket> packets;
  std::uint64_t latest = 0;
  while (file.next(frame)) {
    ++report.frames;
    const auto parsed = parse_roce_frame(frame);
    if (const auto* skipped = std::get_if<SkippedFrame>(&parsed)) {
      report.add(skipped->reason);
      if (is_roce(skipped->reason)) ++report.roce_frames;
      if (skipped->opcode) ++report.by_opcode[*skipped->opcode];
      continue;
    }
    const RocePacket& packet = std::get<RocePacket>(parsed);
    ++report.roce_frames;
    count_packet(packet, frame, report);
    if (packet.nanoseconds < latest) ++report.out_of_order_frames;
    latest = std::max(latest, packet.nanoseconds);
    packets.push_back(packet);
  }
  return packets;
}

void require_packets(const std::string& path, const std::vector<RocePacket>& packets,
                     const CaptureReport& report) {
  if (!packets.empty()) return;
  if (report.frames == 0) throw CaptureError(path, "has no frame in it");
  if (report.roce_frames == 0) {
    throw CaptureError(path,
                       fmt::format("has no RoCEv2 frame among {} frames: {}", report.frames,
                                   report.describe_skipped(false)),
                       "RoCEv2 is UDP to port 4791 over IPv4 or IPv6");
  }
  throw CaptureError(path, fmt::format("has no usable RC packet among {} RoCEv2 frames: {}",
                                       report.roce_frames, report.describe_skipped(true)));
}

/// Addresses that receive something or ask for something, in order.
std::set<IpAddress> sides_of(const std::vector<RocePacket>& packets) {
  std::set<IpAddress> sides;
  for (const RocePacket& packet : packets) {
    sides.insert(packet.destination);
    if (packet.opcode->request()) sides.insert(packet.source);
  }
  return sides;
}

void require_side(const std::string& path, const std::vector<RocePacket>& packets,
                  const IpAddress& side) {
  constexpr std::size_t kMostShown = 8;
  const std::set<IpAddress> sides = sides_of(packets);
  if (sides.count(side) != 0) return;
  std::vector<std::string> known;
  for (const IpAddress& address : sides) {
    if (known.size() < kMostShown) known.push_back(address.text());
  }
  throw CaptureError(path,
                     fmt::format("has no RC packet to {}, and no request from it", side.text()),
                     fmt::format("its addresses are {}{}", fmt::join(known, ", "),
                                 sides.size() > kMostShown ? " and others" : ""));
}

}  // namespace

CaptureWorkload read_capture(const std::string& path, const CaptureOptions& options) {
  CaptureReport report;
  std::vector<RocePacket> packets = read_packets(path, report);
  require_packets(path, packets, report);
  if (options.side) require_side(path, packets, *options.side);
  std::stable_sort(packets.begin(), packets.end(), [](const RocePacket& a, const RocePacket& b) {
    return a.nanoseconds < b.nanoseconds;
  });
  return CaptureBuilder(path, std::move(packets), options, std::move(report)).build();
}

void apply(const CaptureWorkload& workload, Scenario& scenario) {
  if (scenario.memory.bytes != 0) {
    for (const platform::Region& region : workload.regions) {
      const std::uint64_t highest = *std::max_element(region.pages.begin(), region.pages.end());
      if (highest + region.page_bytes > scenario.memory.bytes) {
        throw CaptureError("capture", fmt::format("region {} does not fit in memory of {} bytes",
                                                  region.name, scenario.memory.bytes));
      }
    }
  }
  scenario.regions = workload.regions;
  scenario.queue_pairs = workload.queue_pairs;
  scenario.work = workload.work;
  scenario.stimulus.clear();
  scenario.generators.clear();
  scenario.peer_delay = 0;
}

}  // namespace sgdma::workload
