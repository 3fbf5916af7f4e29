/// From the bytes of an Ethernet frame to a RoCEv2 packet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>

#include "workload/capture/capture_skip.h"
#include "workload/capture/roce_packet.h"

namespace sgdma::workload {

/// A frame as the capture holds it.
struct CapturedFrame {
  std::uint64_t number = 0;       ///< from 1
  std::uint64_t nanoseconds = 0;  ///< since the Unix epoch
  const std::uint8_t* bytes = nullptr;
  std::size_t captured = 0;  ///< bytes that are there
  std::size_t length = 0;    ///< bytes that the frame had on the wire
};

/// A frame that is not used: why, and the BTH opcode where it shows one.
struct SkippedFrame {
  CaptureSkip reason = CaptureSkip::kOtherEthertype;
  std::optional<std::uint8_t> opcode;
};

/// UDP port of RoCEv2, assigned by IANA.
inline constexpr std::uint16_t kRocePort = 4791;

/// The length of the payload comes from the UDP length: padding of the Ethernet frame does not
/// count, nor do BTH pad bytes and the 4-byte ICRC, and bytes cut off by the snap length do.
std::variant<RocePacket, SkippedFrame> parse_roce_frame(const CapturedFrame& frame);

}  // namespace sgdma::workload
