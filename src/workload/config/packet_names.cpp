#include "workload/config/packet_names.h"

#include <algorithm>

namespace sgdma::workload {

const std::vector<PacketName>& packet_names() {
  using Opcode = platform::PacketOpcode;
  using Position = platform::PacketPosition;
  static const std::vector<PacketName> names = {
      {"send_only", Opcode::kSend, Position::kOnly, false, false},
      {"send_first", Opcode::kSend, Position::kFirst, false, false},
      {"send_middle", Opcode::kSend, Position::kMiddle, false, false},
      {"send_last", Opcode::kSend, Position::kLast, false, false},
      {"send_only_imm", Opcode::kSend, Position::kOnly, true, false},
      {"send_last_imm", Opcode::kSend, Position::kLast, true, false},
      {"send_only_inv", Opcode::kSend, Position::kOnly, false, true},
      {"send_last_inv", Opcode::kSend, Position::kLast, false, true},
      {"write_only", Opcode::kWrite, Position::kOnly, false, false},
      {"write_first", Opcode::kWrite, Position::kFirst, false, false},
      {"write_middle", Opcode::kWrite, Position::kMiddle, false, false},
      {"write_last", Opcode::kWrite, Position::kLast, false, false},
      {"write_only_imm", Opcode::kWrite, Position::kOnly, true, false},
      {"write_last_imm", Opcode::kWrite, Position::kLast, true, false},
      {"read_request", Opcode::kReadRequest, Position::kOnly, false, false},
      {"read_response_only", Opcode::kReadResponse, Position::kOnly, false, false},
      {"read_response_first", Opcode::kReadResponse, Position::kFirst, false, false},
      {"read_response_middle", Opcode::kReadResponse, Position::kMiddle, false, false},
      {"read_response_last", Opcode::kReadResponse, Position::kLast, false, false},
      {"compare_swap", Opcode::kCompareSwap, Position::kOnly, false, false},
      {"fetch_add", Opcode::kFetchAdd, Position::kOnly, false, false},
      {"atomic_write", Opcode::kAtomicWrite, Position::kOnly, false, false},
      {"atomic_response", Opcode::kAtomicResponse, Position::kOnly, false, false},
      {"acknowledge", Opcode::kAcknowledge, Position::kOnly, false, false},
  };
  return names;
}

std::size_t packet_name_index(const platform::IncomingPacket& packet) {
  const std::vector<PacketName>& names = packet_names();
  const auto found = std::find_if(names.begin(), names.end(), [&](const PacketName& name) {
    return name.opcode == packet.opcode && name.position == packet.position &&
           name.immediate == packet.immediate && name.invalidates == packet.invalidates;
  });
  return static_cast<std::size_t>(found - names.begin());
}

PacketFields fields_of(const platform::IncomingPacket& packet) {
  using Opcode = platform::PacketOpcode;
  const Opcode opcode = packet.opcode;
  const bool begins_write = opcode == Opcode::kWrite && platform::begins_message(packet.position);
  const bool compares = opcode == Opcode::kCompareSwap;
  const bool modifies = compares || opcode == Opcode::kFetchAdd;
  const bool reads = opcode == Opcode::kReadRequest;
  PacketFields fields{};
  fields.payload = opcode == Opcode::kSend || opcode == Opcode::kWrite ||
                   opcode == Opcode::kReadResponse || is_atomic_payload(packet);
  fields.address = begins_write || reads || modifies || opcode == Opcode::kAtomicWrite;
  fields.length = begins_write || reads;
  fields.swap_add = modifies;
  fields.compare = compares;
  return fields;
}

bool is_atomic_payload(const platform::IncomingPacket& packet) {
  return packet.opcode == platform::PacketOpcode::kAtomicWrite ||
         packet.opcode == platform::PacketOpcode::kAtomicResponse;
}

}  // namespace sgdma::workload
