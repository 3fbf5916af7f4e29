/// Why a frame of a capture does not become work.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sgdma::workload {

enum class CaptureSkip : std::uint8_t {
  // Not RoCEv2: these frames carry something else, or carry it in another way.
  kOtherEthertype,
  kOtherProtocol,
  kOtherPort,
  kFragment,
  kCutEarly,
  // RoCEv2 frames that cannot be used.
  kCut,
  kMalformed,
  kOtherTransport,
  kReservedOpcode,
  kOtherSide,
  kOwnAnswer,
  // Packets that a receiver would not act on, or whose message cannot be rebuilt.
  kDuplicate,
  kOutOfSequence,
  kNoMessageStart,
  kIncompleteMessage,
  kWrongLength,
  kMisaligned,
  kNoRequest,
  kNoResponse,
  kRegionTooLarge,
};

inline constexpr std::array<std::string_view, 20> kCaptureSkipTexts = {
    "neither IPv4 nor IPv6",
    "IP without UDP",
    "UDP to another port than 4791",
    "IP fragments",
    "cut by the snap length before the UDP port",
    "cut by the snap length inside the headers",
    "lengths that contradict each other",
    "of another transport than RC",
    "with a reserved or unsupported RC opcode",
    "neither to nor from the side asked for",
    "answers that the side asked for sent",
    "duplicates of an accepted packet",
    "ahead of a lost packet, sent again later",
    "of a message whose first packet is not in the capture",
    "of a message that has packets missing",
    "with a length that fits neither path MTU nor DMA length",
    "atomics that are not aligned to 8 bytes",
    "responses whose request is not in the capture",
    "READs and atomics without a response that can be used",
    "too far from the other addresses of their rkey",
};

inline constexpr std::size_t kCaptureSkips = kCaptureSkipTexts.size();

/// What people read, before the number of frames.
constexpr std::string_view text_of(CaptureSkip skip) {
  return kCaptureSkipTexts[static_cast<std::size_t>(skip)];
}

/// The frame shows a base transport header behind Ethernet, IP and UDP port 4791.
constexpr bool is_roce(CaptureSkip skip) { return skip > CaptureSkip::kCutEarly; }

}  // namespace sgdma::workload
