#include "workload/capture/capture_messages.h"

#include <optional>

namespace sgdma::workload {
namespace {

using platform::PacketOpcode;

constexpr std::uint64_t kLargestMessage = std::uint64_t{1} << 31U;

/// Collects the packets of one queue pair.
class Grouping {
 public:
  Grouping(const std::vector<RocePacket>& packets, std::uint32_t path_mtu)
      : packets_(packets), path_mtu_(path_mtu) {}

  void take(const AcceptedPacket& accepted) {
    const RocePacket& packet = packets_[accepted.packet];
    if (platform::begins_message(packet.opcode->position)) {
      drop_open(CaptureSkip::kIncompleteMessage);
      open_.emplace();
    } else if (!continues(accepted)) {
      drop_open(CaptureSkip::kIncompleteMessage);
      result_.skipped.emplace_back(accepted.packet, CaptureSkip::kNoMessageStart);
      return;
    }
    open_->packets.push_back(accepted);
    open_->bytes += packet.bytes;
    if (platform::ends_message(packet.opcode->position)) close();
  }

  CaptureMessages finish() {
    if (open_) {
      open_->open = true;
      close();
    }
    return std::move(result_);
  }

 private:
  const RocePacket& packet(const AcceptedPacket& accepted) const {
    return packets_[accepted.packet];
  }

  bool continues(const AcceptedPacket& accepted) const {
    return open_ && open_->packets.back().psn + 1 == accepted.psn &&
           packet(open_->packets.back()).opcode->kind == packet(accepted).opcode->kind;
  }

  void drop_open(CaptureSkip reason) {
    if (!open_) return;
    for (const AcceptedPacket& accepted : open_->packets) {
      result_.skipped.emplace_back(accepted.packet, reason);
    }
    open_.reset();
  }

  void close() {
    const RocePacket& first = packet(open_->packets.front());
    if (!lengths_fit(first)) {
      drop_open(CaptureSkip::kWrongLength);
    } else if (!aligned(first)) {
      drop_open(CaptureSkip::kMisaligned);
    } else {
      result_.messages.push_back(std::move(*open_));
      open_.reset();
    }
  }

  bool lengths_fit(const RocePacket& first) const {
    for (const AcceptedPacket& accepted : open_->packets) {
      const RocePacket& one = packet(accepted);
      const bool last = platform::ends_message(one.opcode->position);
      const bool alone = one.opcode->position == platform::PacketPosition::kOnly;
      if (last ? one.bytes > path_mtu_ : one.bytes != path_mtu_) return false;
      if (last && !alone && one.bytes == 0) return false;
    }
    if (open_->bytes > kLargestMessage) return false;
    if (first.opcode->kind != PacketOpcode::kWrite) return true;
    return open_->open ? open_->bytes < first.length : open_->bytes == first.length;
  }

  /// Atomics work on aligned 8-byte words; others take any address.
  static bool aligned(const RocePacket& first) {
    switch (first.opcode->kind) {
      case PacketOpcode::kCompareSwap:
      case PacketOpcode::kFetchAdd:
      case PacketOpcode::kAtomicWrite: return first.address % 8 == 0;
      default: return true;
    }
  }

  const std::vector<RocePacket>& packets_;
  std::uint32_t path_mtu_;
  std::optional<CaptureMessage> open_;
  CaptureMessages result_;
};

}  // namespace

CaptureMessages group_messages(const std::vector<AcceptedPacket>& accepted,
                               const std::vector<RocePacket>& packets, std::uint32_t path_mtu) {
  Grouping grouping(packets, path_mtu);
  for (const AcceptedPacket& one : accepted) grouping.take(one);
  return grouping.finish();
}

}  // namespace sgdma::workload
