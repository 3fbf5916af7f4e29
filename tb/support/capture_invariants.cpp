#include "support/capture_invariants.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

namespace sgdma::test {
namespace {

using platform::IncomingPacket;
using platform::PacketOpcode;
using platform::Region;
using platform::WorkQueueElement;
using platform::WqeOpcode;
using workload::CaptureSkip;
using workload::CaptureWorkload;

std::string broken_page(const std::vector<Region>& regions) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> pages;
  for (const Region& region : regions) {
    const std::uint64_t size = region.page_bytes;
    if (size < 4096 || size > 1U << 30U || (size & (size - 1)) != 0) return "page size";
    if (region.bytes == 0 || region.first_byte_offset >= size) return "empty region or offset";
    if (region.iova != 0 && region.bytes > std::uint64_t{0} - region.iova) return "region wraps";
    if (region.pages.size() != (region.first_byte_offset + region.bytes + size - 1) / size) {
      return "number of pages";
    }
    for (const std::uint64_t page : region.pages) {
      if (page % size != 0) return "page alignment";
      pages.emplace_back(page, page + size);
    }
  }
  std::sort(pages.begin(), pages.end());
  for (std::size_t i = 1; i < pages.size(); ++i) {
    if (pages[i].first < pages[i - 1].second) return "pages overlap";
  }
  return {};
}

/// Follows the work of one queue pair.
class QueuePairChecker {
 public:
  std::string take(const WorkQueueElement& wqe) {
    if (wqe.opcode == WqeOpcode::kReceive) {
      ++receives_;
    } else if (wqe.opcode >= WqeOpcode::kRead) {
      std::uint64_t bytes = 0;
      for (const auto& sge : wqe.sges) bytes += sge.bytes;
      requests_.push_back({wqe.opcode, bytes});
    }
    return {};
  }

  std::string take(const IncomingPacket& packet, std::uint32_t path_mtu) {
    if (packet.bytes > path_mtu) return "packet longer than the path MTU";
    if (!platform::ends_message(packet.position) && packet.bytes != path_mtu) return "short packet";
    switch (packet.opcode) {
      case PacketOpcode::kAcknowledge: return {};
      case PacketOpcode::kReadResponse:
      case PacketOpcode::kAtomicResponse: return take_response(packet);
      default: return take_request(packet);
    }
  }

 private:
  struct Request {
    WqeOpcode opcode;
    std::uint64_t bytes_left;
  };

  std::string take_response(const IncomingPacket& packet) {
    if (requests_.empty()) return "response without a WQE";
    Request& request = requests_.front();
    const bool read = packet.opcode == PacketOpcode::kReadResponse;
    if ((request.opcode == WqeOpcode::kRead) != read) return "response to another operation";
    if (packet.bytes > request.bytes_left) return "response longer than its WQE";
    if (platform::begins_message(packet.position) == response_open_) return "response order";
    request.bytes_left -= packet.bytes;
    response_open_ = !platform::ends_message(packet.position);
    if (response_open_) return {};
    if (request.bytes_left != 0) return "response shorter than its WQE";
    requests_.pop_front();
    return {};
  }

  std::string take_request(const IncomingPacket& packet) {
    if (platform::begins_message(packet.position) == message_.has_value()) return "message order";
    if (message_ && *message_ != packet.opcode) return "message mixes operations";
    const bool begins = platform::begins_message(packet.position);
    if ((packet.opcode == PacketOpcode::kSend && begins) ||
        (packet.opcode == PacketOpcode::kWrite && packet.immediate)) {
      if (receives_ == 0) return "no receive posted";
      --receives_;
    }
    message_.reset();
    if (!platform::ends_message(packet.position)) message_ = packet.opcode;
    return {};
  }

  std::uint64_t receives_ = 0;
  std::deque<Request> requests_;
  bool response_open_ = false;
  std::optional<PacketOpcode> message_;
};

/// Looks ranges up in the regions.
class RegionChecker {
 public:
  explicit RegionChecker(const std::vector<Region>& regions) {
    for (const Region& region : regions)
      distinct_ &= regions_.emplace(raw(region.key), &region).second;
  }
  bool distinct() const { return distinct_; }

  bool holds(RegionKey key, std::uint64_t address, std::uint64_t bytes, std::uint8_t access) const {
    if (bytes == 0) return true;
    const auto found = regions_.find(raw(key));
    if (found == regions_.end()) return false;
    const Region& region = *found->second;
    return (region.access & access) == access && address >= region.iova && bytes <= region.bytes &&
           address - region.iova <= region.bytes - bytes;
  }

  bool holds(const IncomingPacket& packet) const {
    namespace access = platform::access;
    const std::uint64_t length = packet.length;
    switch (packet.opcode) {
      case PacketOpcode::kReadRequest:
        return holds(packet.key, packet.address, length, access::kRemoteRead);
      case PacketOpcode::kWrite:
      case PacketOpcode::kAtomicWrite:
        return !platform::begins_message(packet.position) ||
               holds(packet.key, packet.address, length, access::kRemoteWrite);
      case PacketOpcode::kCompareSwap:
      case PacketOpcode::kFetchAdd:
        return packet.address % 8 == 0 &&
               holds(packet.key, packet.address, 8, access::kRemoteAtomic);
      default: return true;
    }
  }

  bool holds(const WorkQueueElement& wqe) const {
    return std::all_of(wqe.sges.begin(), wqe.sges.end(), [&](const auto& sge) {
      return sge.bytes != 0 &&
             holds(sge.key, sge.address, sge.bytes, platform::access::kLocalWrite);
    });
  }

 private:
  std::map<std::uint32_t, const Region*> regions_;
  bool distinct_ = true;
};

std::string broken_work(const CaptureWorkload& workload) {
  const RegionChecker regions(workload.regions);
  if (!regions.distinct()) return "region keys";
  std::vector<QueuePairChecker> pairs(workload.queue_pairs.size());
  std::uint64_t now = 0;
  for (const auto& repeated : workload.work) {
    const platform::WorkItem& item = repeated.item;
    if (repeated.count != 1 || item.at < now) return "order of time";
    now = item.at;
    if (raw(item.qp) >= pairs.size()) return "queue pair index";
    std::string broken;
    if (const auto* wqe = std::get_if<WorkQueueElement>(&item.work)) {
      broken = regions.holds(*wqe) ? pairs[raw(item.qp)].take(*wqe) : "SGE outside its region";
    } else {
      const auto& packet = std::get<IncomingPacket>(item.work);
      broken = regions.holds(packet)
                   ? pairs[raw(item.qp)].take(packet, workload.queue_pairs[raw(item.qp)].path_mtu)
                   : "address outside its region";
    }
    if (!broken.empty()) return broken;
  }
  return {};
}

std::string broken_count(const workload::CaptureReport& report) {
  std::uint64_t roce = report.packets;
  std::uint64_t frames = 0;
  for (std::size_t i = 0; i < workload::kCaptureSkips; ++i) {
    const std::uint64_t count = report.skipped[i];
    (workload::is_roce(static_cast<CaptureSkip>(i)) ? roce : frames) += count;
  }
  if (roce != report.roce_frames) return "RoCEv2 frames that are neither used nor counted";
  return frames + roce == report.frames ? "" : "frames that are not counted";
}

}  // namespace

std::string broken_invariant(const CaptureWorkload& workload) {
  for (std::size_t i = 0; i < workload.queue_pairs.size(); ++i) {
    const auto& pair = workload.queue_pairs[i];
    const std::uint32_t mtu = pair.path_mtu;
    if (mtu < 256 || mtu > 4096 || (mtu & (mtu - 1)) != 0) return "path MTU";
    if (raw(pair.number) >= 1U << 24U) return "queue pair number";
    if (i > 0 && raw(workload.queue_pairs[i - 1].number) >= raw(pair.number)) return "queue pairs";
  }
  std::string broken = broken_page(workload.regions);
  if (broken.empty()) broken = broken_work(workload);
  if (broken.empty()) broken = broken_count(workload.report);
  return broken;
}

}  // namespace sgdma::test
