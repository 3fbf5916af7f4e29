#include "workload/config/work_checks.h"

#include <algorithm>
#include <limits>
#include <string>

#include "core/wide.h"
#include "workload/config/packet_names.h"
#include "workload/config/section_keys.h"

namespace sgdma::workload {
namespace {

using core::WideUnsigned;
using platform::PacketOpcode;
using platform::WqeOpcode;

constexpr std::uint64_t kMostAtOnce = 1ULL << 20U;
constexpr WideUnsigned kLastAddress = std::numeric_limits<std::uint64_t>::max();

bool can_be_inline(WqeOpcode opcode) {
  return opcode == WqeOpcode::kSend || opcode == WqeOpcode::kSendWithImm ||
         opcode == WqeOpcode::kSendWithInv || opcode == WqeOpcode::kWrite ||
         opcode == WqeOpcode::kWriteWithImm;
}

void check_arrival(const Arrival& arrival, std::uint64_t highest_address,
                   const std::string& section, const KeysSeen& seen, Place place,
                   ErrorList& errors) {
  const WideUnsigned more = arrival.count - 1;
  if (arrival.at + more * arrival.every > kLongestTime) {
    errors.report(seen.place(section + ".every", place),
                  section + ": the last arrival would be after more than 4000000 s");
  }
  const WideUnsigned steps =
      arrival.wrap == 0 ? more : std::min<WideUnsigned>(more, arrival.wrap - 1);
  if (highest_address + steps * arrival.stride > kLastAddress) {
    errors.report(seen.place(section + ".stride", place),
                  section + ": count and stride lead beyond the end of the address space");
  }
}

/// One key of a packet, against whether the packet has such a field.
void check_field(std::string_view key, bool has_field, bool optional, const PacketEntry& entry,
                 const KeysSeen& seen, Place place, ErrorList& errors) {
  const std::string name = "packet." + std::string(key);
  const std::string op(packet_names()[packet_name_index(entry.packet)].name);
  if (seen.has(name) && !has_field) {
    errors.report(seen.place(name, place), name + " has no meaning in a " + op);
  } else if (!seen.has(name) && has_field && !optional) {
    errors.report(place, name + " is missing in a " + op);
  }
}

}  // namespace

void check_wqe(const WqeEntry& entry, const KeysSeen& seen, Place place, ErrorList& errors) {
  if (entry.wqe.inlined && !entry.wqe.sges.empty()) {
    errors.report(seen.place("wqe.inline", place), "wqe has both inline data and sge");
  }
  if (entry.wqe.inlined && !can_be_inline(entry.wqe.opcode)) {
    errors.report(seen.place("wqe.inline", place), "only a send or a write can have inline data");
  }
  std::uint64_t highest = 0;
  for (const platform::ScatterGatherEntry& sge : entry.wqe.sges) {
    highest = std::max(highest, sge.address);
  }
  check_arrival(entry.arrival, highest, "wqe", seen, place, errors);
}

void check_packet(PacketEntry& entry, const KeysSeen& seen, Place place, ErrorList& errors) {
  platform::IncomingPacket& packet = entry.packet;
  const PacketFields fields = fields_of(packet);
  const bool atomic = is_atomic_payload(packet);
  const bool whole_write =
      packet.opcode == PacketOpcode::kWrite && platform::ends_message(packet.position);
  const auto check = [&](std::string_view key, bool has_field, bool optional = false) {
    check_field(key, has_field, optional, entry, seen, place, errors);
  };
  check("bytes", fields.payload, atomic);
  check("va", fields.address);
  check("rkey", fields.address);
  check("length", fields.length, whole_write);
  check("swap_add", fields.swap_add);
  check("compare", fields.compare);
  if (atomic && seen.has("packet.bytes") && packet.bytes != 8) {
    errors.report(seen.place("packet.bytes", place), "packet.bytes of an atomic is 8 B");
  }
  if (atomic) packet.bytes = 8;
  if (whole_write && fields.length && !seen.has("packet.length")) packet.length = packet.bytes;
  check_arrival(entry.arrival, packet.address, "packet", seen, place, errors);
}

void check_pace(const Arrival& arrival, platform::Picoseconds clock_period,
                const std::string& section, const KeysSeen& seen, Place place, ErrorList& errors) {
  if (arrival.count <= kMostAtOnce || arrival.every >= clock_period) return;
  errors.report(seen.place(section + ".count", place),
                section + ".count (" + std::to_string(arrival.count) + ") is more than " +
                    std::to_string(kMostAtOnce) + ", and they come faster than once a cycle",
                "give " + section + ".every: \"1 cycle\" or more");
}

void check_acknowledge(const PacketEntry& entry, bool peer, const KeysSeen& seen, Place place,
                       ErrorList& errors) {
  if (!peer || entry.packet.opcode != PacketOpcode::kAcknowledge) return;
  errors.report(seen.place("packet.op", place),
                "with workload.peer_delay, the peer acknowledges by itself",
                "leave out the packet, or workload.peer_delay");
}

}  // namespace sgdma::workload
