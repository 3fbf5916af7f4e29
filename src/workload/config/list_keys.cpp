#include "workload/config/list_keys.h"

#include <algorithm>
#include <limits>

#include "workload/config/packet_names.h"
#include "workload/config/region_builder.h"
#include "workload/config/section_keys.h"

namespace sgdma::workload {
namespace {

using platform::IncomingPacket;
using platform::QueuePair;
using platform::Region;
using platform::ScatterGatherEntry;
using platform::WorkQueueElement;

constexpr std::uint64_t kMost24 = (1U << 24U) - 1;
constexpr std::uint64_t kMost32 = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t kMost64 = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t kGibi = 1ULL << 30U;
constexpr std::uint64_t kMostRepetitions = 1ULL << 40U;

KeySpec address(std::string_view section, std::string_view name, std::string_view summary) {
  return KeySpec(section, name, KeyKind::kAddress, summary).range(0, kMost64);
}

std::optional<KeyValue> number(std::uint64_t value) { return KeyValue{value, {}, {}}; }

/// Keys that a WQE and a packet share: when, and how often.
template <class Entry>
void add_arrival(std::string_view section, KeyTable<Entry>& keys) {
  keys.push_back({KeySpec(section, "at", KeyKind::kTime,
                          "Time of arrival; it need not rise from entry to entry.")
                      .range(0, kLongestTime),
                  field(&Entry::arrival, &Arrival::at)});
  keys.push_back({KeySpec(section, "count", KeyKind::kCount, "How many times it arrives.")
                      .range(1, kMostRepetitions),
                  field(&Entry::arrival, &Arrival::count)});
  keys.push_back({KeySpec(section, "every", KeyKind::kTime, "Time from one arrival to the next.")
                      .range(0, kLongestTime),
                  field(&Entry::arrival, &Arrival::every)});
  keys.push_back({KeySpec(section, "stride", KeyKind::kBytes,
                          "Added to each address with each further arrival.")
                      .range(0, kMost64),
                  field(&Entry::arrival, &Arrival::stride)});
  keys.push_back({KeySpec(section, "wrap", KeyKind::kCount,
                          "Arrivals after which the addresses begin again; 0: never.")
                      .range(0, kMostRepetitions),
                  field(&Entry::arrival, &Arrival::wrap)});
}

template <class Entry>
Key<Entry> queue_pair_of(std::string_view section) {
  return {KeySpec(section, "qp", KeyKind::kCount, "Number of its queue pair.")
              .range(0, kMost24)
              .needed(),
          field(&Entry::arrival, &Arrival::qp)};
}

Binding<WqeEntry> inline_bytes() {
  return {[](WqeEntry& entry, const KeyValue& value) {
            entry.wqe.inlined = true;
            entry.wqe.inline_bytes = value.number;
          },
          [](const WqeEntry& entry) {
            return entry.wqe.inlined ? number(entry.wqe.inline_bytes) : std::nullopt;
          }};
}

/// The entries are read and written through `sge_keys()`.
Binding<WqeEntry> sge_list() {
  return {[](WqeEntry&, const KeyValue&) {},
          [](const WqeEntry& entry) -> std::optional<KeyValue> {
            if (entry.wqe.sges.empty()) return std::nullopt;
            std::string text;
            for (const ScatterGatherEntry& sge : entry.wqe.sges) {
              text += text.empty() ? "\n  { " : ",\n  { ";
              std::string_view comma;
              for (const Key<ScatterGatherEntry>& key : sge_keys()) {
                text.append(comma).append(key.spec.name).append(" = ");
                text += format_value(key.spec, *key.binding.get(sge));
                comma = ", ";
              }
              text += " }";
            }
            return KeyValue{0, "[" + text + ",\n]", {}};
          }};
}

Binding<PacketEntry> packet_op() {
  return {[](PacketEntry& entry, const KeyValue& value) {
            const PacketName& name = packet_names()[value.number];
            entry.packet.opcode = name.opcode;
            entry.packet.position = name.position;
            entry.packet.immediate = name.immediate;
            entry.packet.invalidates = name.invalidates;
          },
          [](const PacketEntry& entry) { return number(packet_name_index(entry.packet)); }};
}

/// A field that only some packets have.
template <class Member>
Binding<PacketEntry> packet_field(Member IncomingPacket::*member, bool PacketFields::*has) {
  Binding<PacketEntry> binding = field(&PacketEntry::packet, member);
  binding.get = [member, has](const PacketEntry& entry) {
    return fields_of(entry.packet).*has ? std::optional<KeyValue>(load(entry.packet.*member))
                                        : std::nullopt;
  };
  return binding;
}

/// A region of several pages that are contiguous, none too many, is written with its base.
bool has_base(const Region& region) {
  const auto gap = std::adjacent_find(
      region.pages.begin(), region.pages.end(),
      [&](std::uint64_t a, std::uint64_t b) { return b - a != region.page_bytes; });
  return region.pages.size() > 1 && gap == region.pages.end() &&
         region.pages.size() == pages_needed(region);
}

Binding<RegionEntry> region_base() {
  return {[](RegionEntry& entry, const KeyValue& value) { entry.base = value.number; },
          [](const RegionEntry& entry) {
            return has_base(entry.region) ? number(entry.region.pages.front()) : std::nullopt;
          }};
}

Binding<RegionEntry> region_pages() {
  return {[](RegionEntry& entry, const KeyValue& value) { entry.region.pages = value.numbers; },
          [](const RegionEntry& entry) -> std::optional<KeyValue> {
            if (entry.region.pages.empty() || has_base(entry.region)) return std::nullopt;
            return KeyValue{0, {}, entry.region.pages};
          }};
}

std::vector<std::string_view> packet_choices() {
  std::vector<std::string_view> choices;
  for (const PacketName& name : packet_names()) choices.push_back(name.name);
  return choices;
}

KeyTable<RegionEntry> make_region_keys() {
  const auto of = [](auto member) { return field(&RegionEntry::region, member); };
  return {
      {KeySpec("region", "name", KeyKind::kText, "Name, for use instead of the key.").needed(),
       of(&Region::name)},
      {address("region", "key", "lkey and rkey.").range(0, kMost32).needed(), of(&Region::key)},
      {address("region", "iova", "I/O virtual address of its first byte."), of(&Region::iova)},
      {KeySpec("region", "size", KeyKind::kBytes, "Length.").range(1, kMost64).needed(),
       of(&Region::bytes)},
      {KeySpec("region", "page_size", KeyKind::kBytes, "Size of its pages.")
           .range(4096, kGibi)
           .powers_of_two(),
       of(&Region::page_bytes)},
      {KeySpec("region", "first_byte_offset", KeyKind::kBytes,
               "Offset of the first byte in the first page; below the page size.")
           .range(0, kGibi - 1),
       of(&Region::first_byte_offset)},
      {KeySpec("region", "pages", KeyKind::kAddresses,
               "Physical addresses of its pages. Either `pages` or `base`.")
           .range(0, kMost64),
       region_pages()},
      {address("region", "base", "Physical address of the first of contiguous pages."),
       region_base()},
      {KeySpec("region", "layout", KeyKind::kChoice,
               "Order of the pages behind `base`: rising (if not given), or shuffled by the seed.")
           .one_of({"rising", "shuffled"}),
       {[](RegionEntry& entry, const KeyValue& value) { store(entry.layout, value); },
        [](const RegionEntry&) { return std::optional<KeyValue>(); }}},
      {KeySpec("region", "access", KeyKind::kFlags, "Rights. Local reads are always allowed.")
           .one_of({"local_write", "remote_write", "remote_read", "remote_atomic"}),
       of(&Region::access)},
      {KeySpec("region", "registered", KeyKind::kBoolean,
               "It is registered from the start (if not given), else when an [[event]] says so. "
               "Regions that are never registered at one time may share a key."),
       of(&Region::registered)},
  };
}

KeyTable<QueuePairEntry> make_queue_pair_keys() {
  const auto of = [](auto member) { return field(&QueuePairEntry::queue_pair, member); };
  const auto arbitration = [](std::uint32_t QueuePairConfig::*member) {
    return Binding<QueuePairEntry>{[member](QueuePairEntry& entry, const KeyValue& value) {
                                     store(entry.queue_pair.arbitration.*member, value);
                                   },
                                   [member](const QueuePairEntry& entry) {
                                     return number(entry.queue_pair.arbitration.*member);
                                   }};
  };
  return {
      {KeySpec("qp", "number", KeyKind::kCount, "Number of the (first) queue pair.")
           .range(0, kMost24)
           .needed(),
       of(&QueuePair::number)},
      {KeySpec("qp", "count", KeyKind::kCount, "How many queue pairs, numbered consecutively.")
           .range(1, 1U << 20U),
       field(&QueuePairEntry::count)},
      {KeySpec("qp", "weight", KeyKind::kCount, "Share, for the weighted and the deficit policy.")
           .range(1, 1U << 20U),
       arbitration(&QueuePairConfig::weight)},
      {KeySpec("qp", "priority", KeyKind::kCount, "Higher goes first, for strict_priority.")
           .range(0, kMost32),
       arbitration(&QueuePairConfig::priority)},
      {KeySpec("qp", "path_mtu", KeyKind::kBytes, "Payload of a full packet.")
           .range(256, 4096)
           .powers_of_two(),
       of(&QueuePair::path_mtu)},
  };
}

KeyTable<WqeEntry> make_wqe_keys() {
  KeyTable<WqeEntry> keys = {
      queue_pair_of<WqeEntry>("wqe"),
      {KeySpec("wqe", "op", KeyKind::kChoice, "Opcode; recv goes to the receive queue.")
           .one_of({"send", "send_imm", "send_inv", "write", "write_imm", "read", "compare_swap",
                    "fetch_add", "recv"})
           .needed(),
       field(&WqeEntry::wqe, &WorkQueueElement::opcode)},
      {KeySpec("wqe", "signaled", KeyKind::kBoolean,
               "A success writes a CQE. An error always does."),
       field(&WqeEntry::wqe, &WorkQueueElement::signaled)},
      {KeySpec("wqe", "inline", KeyKind::kBytes,
               "Length of data that stand in the WQE itself, instead of `sge`.")
           .range(0, kMost32),
       inline_bytes()},
      {KeySpec("wqe", "sge", KeyKind::kEntries, "Scatter-gather list."), sge_list()},
  };
  add_arrival("wqe", keys);
  return keys;
}

KeyTable<ScatterGatherEntry> make_sge_keys() {
  return {
      {address("wqe.sge", "addr", "I/O virtual address.").needed(),
       field(&ScatterGatherEntry::address)},
      {KeySpec("wqe.sge", "len", KeyKind::kBytes, "Length; 0 moves nothing.")
           .range(0, kMost32)
           .needed(),
       field(&ScatterGatherEntry::bytes)},
      {KeySpec("wqe.sge", "key", KeyKind::kRegion, "lkey.").needed(),
       field(&ScatterGatherEntry::key)},
  };
}

KeyTable<PacketEntry> make_packet_keys() {
  KeyTable<PacketEntry> keys = {
      queue_pair_of<PacketEntry>("packet"),
      {KeySpec("packet", "op", KeyKind::kChoice, "Opcode and place in the message.")
           .one_of(packet_choices())
           .needed(),
       packet_op()},
      {KeySpec("packet", "bytes", KeyKind::kBytes, "Payload, without padding.").range(0, 2 * kGibi),
       packet_field(&IncomingPacket::bytes, &PacketFields::payload)},
      {address("packet", "va", "Remote address (RETH, AtomicETH)."),
       packet_field(&IncomingPacket::address, &PacketFields::address)},
      {KeySpec("packet", "rkey", KeyKind::kRegion, "Remote key (RETH, AtomicETH)."),
       packet_field(&IncomingPacket::key, &PacketFields::address)},
      {KeySpec("packet", "length", KeyKind::kBytes,
               "Length of the whole message (RETH). Default for write_only: `bytes`.")
           .range(0, kMost32),
       packet_field(&IncomingPacket::length, &PacketFields::length)},
      {address("packet", "compare", "What compare_swap compares with."),
       packet_field(&IncomingPacket::compare, &PacketFields::compare)},
      {address("packet", "swap_add", "What compare_swap stores, or fetch_add adds."),
       packet_field(&IncomingPacket::swap_or_add, &PacketFields::swap_add)},
  };
  add_arrival("packet", keys);
  return keys;
}

KeyTable<EventEntry> make_event_keys() {
  return {
      {KeySpec("event", "kind", KeyKind::kChoice,
               "What is asked for. To register a region under a key that is in use is an error: of "
               "the scenario where times tell, else of the run when it comes to it.")
           .one_of({name_of(ControlKind::kEngineReset), name_of(ControlKind::kQueuePairReset),
                    name_of(ControlKind::kQueuePairError), name_of(ControlKind::kDeregister),
                    name_of(ControlKind::kRegister)})
           .needed(),
       field(&EventEntry::kind)},
      {KeySpec("event", "qp", KeyKind::kCount, "Number of the queue pair of a RESET or ERR.")
           .range(0, kMost24),
       {[](EventEntry& entry, const KeyValue& value) {
          entry.qp = QpNumber{static_cast<std::uint32_t>(value.number)};
        },
        [](const EventEntry& entry) { return entry.qp ? number(raw(*entry.qp)) : std::nullopt; }}},
      {KeySpec("event", "region", KeyKind::kRegion,
               "Region that is deregistered or registered. A name says which of several with one "
               "key is registered."),
       {[](EventEntry& entry, const KeyValue& value) {
          entry.region = {RegionKey{static_cast<std::uint32_t>(value.number)}, value.text};
        },
        [](const EventEntry& entry) -> std::optional<KeyValue> {
          if (!entry.region) return std::nullopt;
          return KeyValue{raw(entry.region->key), entry.region->name, {}};
        }}},
      {KeySpec("event", "at", KeyKind::kTime,
               "When it is asked for; it takes effect at the first edge after.")
           .range(0, kLongestTime),
       {[](EventEntry& entry, const KeyValue& value) { store(entry.at, value); },
        [](const EventEntry& entry) {
          return entry.after.empty() ? number(entry.at) : std::nullopt;
        }}},
      {KeySpec("event", "after", KeyKind::kText,
               "Instead of `at`: tag of a transfer, as event logs write it; it is asked for when "
               "beat `beat` of it has moved."),
       {[](EventEntry& entry, const KeyValue& value) { store(entry.after, value); },
        [](const EventEntry& entry) -> std::optional<KeyValue> {
          if (entry.after.empty()) return std::nullopt;
          return KeyValue{0, entry.after, {}};
        }}},
      {KeySpec("event", "beat", KeyKind::kCount, "Beat of that transfer, from 0.")
           .range(0, kMost32),
       {[](EventEntry& entry, const KeyValue& value) { store(entry.beat, value); },
        [](const EventEntry& entry) {
          return entry.after.empty() ? std::nullopt : number(entry.beat);
        }}},
  };
}

}  // namespace

const KeyTable<EventEntry>& event_keys() {
  static const KeyTable<EventEntry> table = make_event_keys();
  return table;
}

const KeyTable<RegionEntry>& region_keys() {
  static const KeyTable<RegionEntry> table = make_region_keys();
  return table;
}

const KeyTable<QueuePairEntry>& queue_pair_keys() {
  static const KeyTable<QueuePairEntry> table = make_queue_pair_keys();
  return table;
}

const KeyTable<WqeEntry>& wqe_keys() {
  static const KeyTable<WqeEntry> table = make_wqe_keys();
  return table;
}

const KeyTable<ScatterGatherEntry>& sge_keys() {
  static const KeyTable<ScatterGatherEntry> table = make_sge_keys();
  return table;
}

const KeyTable<PacketEntry>& packet_keys() {
  static const KeyTable<PacketEntry> table = make_packet_keys();
  return table;
}

}  // namespace sgdma::workload
