/// One RC packet of a RoCEv2 capture, without its payload bytes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "workload/capture/ip_address.h"
#include "workload/capture/roce_opcode.h"

namespace sgdma::workload {

/// Everything in host byte order. Fields of headers that the opcode does not have are 0.
struct RocePacket {
  std::uint64_t frame = 0;        ///< number in the capture, from 1
  std::uint64_t nanoseconds = 0;  ///< since the Unix epoch
  IpAddress source;
  IpAddress destination;
  std::uint16_t udp_source = 0;        ///< port
  const RoceOpcode* opcode = nullptr;  ///< never nullptr in a parsed packet
  std::uint32_t qp = 0;                ///< destination queue pair, 24 bits
  std::uint32_t psn = 0;               ///< packet sequence number, 24 bits
  std::uint32_t bytes = 0;             ///< payload without pad and ICRC, 0 to 4096
  std::uint64_t address = 0;           ///< va of RETH or AtomicETH
  std::uint32_t key = 0;               ///< rkey of RETH or AtomicETH
  std::uint32_t length = 0;            ///< DMA length of RETH, 0 to 2^31
  std::uint64_t swap_or_add = 0;       ///< AtomicETH
  std::uint64_t compare = 0;           ///< AtomicETH
  bool negative = false;               ///< the syndrome of the AETH is a NAK (also RNR)
};

}  // namespace sgdma::workload
