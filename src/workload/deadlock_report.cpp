#include "workload/deadlock_report.h"

#include <fmt/format.h>

namespace sgdma::workload {

namespace {

constexpr std::uint32_t kSlotsNamed = 8;

std::string describe_slots(const core::Transfers& transfers, std::uint32_t slots) {
  std::string text;
  std::uint32_t named = 0;
  for (std::uint32_t at = 0; at < slots && named < kSlotsNamed; ++at) {
    const SlotIndex slot{at};
    if (!transfers.occupied(slot)) {
      continue;
    }
    const InFlightEntry& entry = transfers.entry(slot);
    text +=
        fmt::format("  slot {}: {} {} of QP {}, {} bytes left at {:#x}, {} bursts outstanding\n",
                    at, name_of(entry.direction), to_string(entry.tag), raw(entry.qp),
                    entry.remaining, entry.address, transfers.state(slot).outstanding);
    ++named;
  }
  if (transfers.busy() > named) {
    text += fmt::format("  and {} more slots\n", transfers.busy() - named);
  }
  return text;
}

}  // namespace

std::string describe_holders(const platform::Platform& platform) {
  const model::SgdmaEngine& engine = platform.engine;
  std::string text = describe_slots(engine.in_flight_table.running(), engine.config().slots);
  if (const auto queued = engine.slot_arbiter.work_queues().queued(); queued > 0) {
    text += fmt::format("  {} transfers are queued and have no slot\n", queued);
  }
  if (const auto waiting = engine.completion_port.port().waiting(); waiting > 0) {
    const bool full = platform.cqe_generator().next_ready(engine.pipeline().last_edge()) == kNever;
    text += fmt::format(
        "  {} completions are presented, and {}\n", waiting,
        full ? "the completion queue has no room for their CQEs: software takes none out"
             : "nobody has taken them yet");
  }
  if (const auto waiting = platform.cqe_generator().waiting(); waiting > 0) {
    text += fmt::format("  {} CQEs wait for room in the completion queue\n", waiting);
  }
  if (platform.intake().waits()) {
    text += fmt::format("  closed loops of generators wait for what is under way{}\n",
                        platform.cqe_generator().polled() ? "" : ": software takes no CQE");
  }
  return text;
}

}  // namespace sgdma::workload
