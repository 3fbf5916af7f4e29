#include "platform/intake_ledger.h"

namespace sgdma::platform {

void IntakeLedger::look_at(Cycle now, const WorkItem& item) {
  if (const auto* wqe = std::get_if<WorkQueueElement>(&item.work)) {
    ++(wqe->opcode == WqeOpcode::kReceive ? counters_.receive_wqes : counters_.send_wqes);
  } else {
    ++counters_.packets;
    const auto& packet = std::get<IncomingPacket>(item.work);
    counters_.acknowledges += packet.opcode == PacketOpcode::kAcknowledge ? 1U : 0U;
  }
  if (observer_ != nullptr) {
    observer_->on_item(now, item);
  }
}

void IntakeLedger::reject(Cycle now, const CompletionTag& tag, CompletionStatus status,
                          std::uint64_t bytes) {
  ++counters_.rejected[static_cast<std::size_t>(status)];
  if (observer_ != nullptr) {
    observer_->on_reject(now, tag, status, bytes);
  }
}

}  // namespace sgdma::platform
