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

/// The request or beat that a socket's target has not accepted, and whose it is.
std::string describe_socket(std::string_view name, std::string_view what, BusTag tag,
                            const CompletionTag& owner, std::uint64_t address) {
  return fmt::format("  the {} socket has not accepted {} at {:#x} of {}, id {}\n", name, what,
                     address, to_string(owner), raw(tag));
}

std::string describe_sockets(const model::SgdmaEngine& engine) {
  const core::GatherChannel& gather = engine.gather_channel.channel();
  const core::ScatterChannel& scatter = engine.scatter_channel.channel();
  const bool still = engine.pipeline().next_edge() == kNever;
  std::string text;
  if (gather.driving()) {
    const core::BusBurst burst = gather.driven_burst();
    if (still && gather.drives_line()) {
      text +=
          fmt::format("  the read socket has not accepted the request at {:#x} of a page list\n",
                      burst.burst.address);
    } else if (still || gather.quarantine().contains(burst.tag)) {
      text += describe_socket("read", "the request", burst.tag, burst.owner, burst.burst.address);
    }
  }
  if (scatter.driving()) {
    const core::ScatterChannel::DrivenBeat beat = scatter.driven_beat();
    if (still || scatter.quarantine().contains(beat.bus_tag)) {
      text += describe_socket("write", "the beat", beat.bus_tag, beat.owner, beat.range.address);
    }
  }
  const auto held = gather.quarantine().size() + scatter.quarantine().size();
  if (held > 0) {
    text += fmt::format("  {} bursts that were not answered in time hold their tags\n", held);
  }
  return text;
}

}  // namespace

std::vector<BlockedSocket> blocked_sockets(const platform::Platform& platform) {
  const core::GatherChannel& gather = platform.engine.gather_channel.channel();
  const core::ScatterChannel& scatter = platform.engine.scatter_channel.channel();
  std::vector<BlockedSocket> blocked;
  const auto add = [&](const char* name, const core::Quarantine& quarantine, BusTag tag) {
    if (const core::QuarantinedBurst* burst = quarantine.find(tag); burst != nullptr) {
      blocked.push_back({name, to_string(burst->owner), burst->burst.address, raw(tag)});
    }
  };
  if (gather.driving()) {
    add("read", gather.quarantine(), gather.driven_burst().tag);
  }
  if (scatter.driving()) {
    add("write", scatter.quarantine(), scatter.driven_beat().bus_tag);
  }
  return blocked;
}

std::string describe_holders(const platform::Platform& platform) {
  const model::SgdmaEngine& engine = platform.engine;
  std::string text = describe_slots(engine.in_flight_table.running(), engine.config().slots);
  text += describe_sockets(engine);
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
