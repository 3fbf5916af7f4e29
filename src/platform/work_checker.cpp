#include "platform/work_checker.h"

#include "platform/pending_atomics.h"

namespace sgdma::platform {
namespace {

bool is_atomic(WqeOpcode opcode) {
  return opcode == WqeOpcode::kCompareSwap || opcode == WqeOpcode::kFetchAdd;
}

/// Whether the WQE's SGEs are written to.
bool receives_response(WqeOpcode opcode) { return opcode == WqeOpcode::kRead || is_atomic(opcode); }

}  // namespace

std::uint64_t total_bytes(const ScatterGatherList& sges) {
  std::uint64_t total = 0;
  for (const ScatterGatherEntry& sge : sges) {
    total += sge.bytes;
  }
  return total;
}

std::uint64_t asked_bytes(const WorkQueueElement& wqe) {
  return wqe.inlined ? wqe.inline_bytes : total_bytes(wqe.sges);
}

std::uint64_t asked_bytes(const IncomingPacket& packet) {
  switch (packet.opcode) {
    case PacketOpcode::kReadRequest: return packet.length;
    case PacketOpcode::kWrite:
      return begins_message(packet.position) ? packet.length : packet.bytes;
    case PacketOpcode::kCompareSwap:
    case PacketOpcode::kFetchAdd:
    case PacketOpcode::kAtomicWrite:
    case PacketOpcode::kAtomicResponse: return kAtomicBytes;
    default: return packet.bytes;
  }
}

CheckedLength WorkChecker::check_send(const WorkQueueElement& wqe) const {
  if (wqe.inlined) {
    const bool refused = wqe.inline_bytes > target_.max_inline || receives_response(wqe.opcode);
    return {refused ? CompletionStatus::kLocQpOpErr : CompletionStatus::kSuccess, wqe.inline_bytes};
  }
  const std::uint64_t bytes = total_bytes(wqe.sges);
  if (wqe.sges.size() > target_.max_sge) {
    return {CompletionStatus::kLocQpOpErr, bytes};
  }
  if (bytes > kMaxMessageBytes || (is_atomic(wqe.opcode) && bytes != kAtomicBytes)) {
    return {CompletionStatus::kLocLenErr, bytes};
  }
  const std::uint8_t rights = receives_response(wqe.opcode) ? access::kLocalWrite : 0;
  return {check_sges(wqe.sges, rights), bytes};
}

CompletionStatus WorkChecker::check_receive(const WorkQueueElement& wqe) const {
  return wqe.sges.size() > target_.max_sge ? CompletionStatus::kLocQpOpErr
                                           : CompletionStatus::kSuccess;
}

CompletionStatus WorkChecker::check_sges(const ScatterGatherList& sges, std::uint8_t rights) const {
  for (const ScatterGatherEntry& sge : sges) {
    if (sge.bytes > 0 &&
        regions_.look_up(sge.key, sge.address, sge.bytes, rights).region == nullptr) {
      return CompletionStatus::kLocProtErr;
    }
  }
  return CompletionStatus::kSuccess;
}

CheckedRange WorkChecker::check_remote(const IncomingPacket& packet, std::uint64_t bytes,
                                       std::uint8_t rights) const {
  if (bytes == 0) {
    return {};
  }
  if (bytes > kMaxMessageBytes) {
    return {CompletionStatus::kRemInvReqErr, nullptr, 0};
  }
  const RangeLookup found = regions_.look_up(packet.key, packet.address, bytes, rights);
  if (found.region == nullptr) {
    return {CompletionStatus::kRemAccessErr, nullptr, 0};
  }
  return {CompletionStatus::kSuccess, found.region, found.offset};
}

CheckedRange WorkChecker::check_remote_atomic(const IncomingPacket& packet,
                                              std::uint8_t rights) const {
  if (packet.address % kAtomicBytes != 0) {
    return {CompletionStatus::kRemInvReqErr, nullptr, 0};
  }
  const CheckedRange range = check_remote(packet, kAtomicBytes, rights);
  if (range.region != nullptr && range.region->pages.address(range.offset) % kAtomicBytes != 0) {
    return {CompletionStatus::kRemInvReqErr, nullptr, 0};
  }
  return range;
}

}  // namespace sgdma::platform
