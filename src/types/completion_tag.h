/// Opaque identity that a transfer carries through to the CQE generator.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "types/ids.h"

namespace sgdma {

/// Where the work came from: the send queue, the receive queue, or an incoming request that
/// consumes no receive.
enum class Side : std::uint8_t { kSendQueue, kReceiveQueue, kResponder };

/// "sq", "rq" or "responder".
constexpr std::string_view name_of(Side side) {
  switch (side) {
    case Side::kSendQueue: return "sq";
    case Side::kReceiveQueue: return "rq";
    case Side::kResponder: return "responder";
  }
  return "?";
}

/// Unique while the transfer lives.
struct CompletionTag {
  QpNumber qp{};
  std::uint32_t number =
      0;  ///< of the WQE in its queue, or of the incoming message (SENDs count too)
  std::uint32_t part = 0;   ///< part of a gather, or packet of a message
  std::uint16_t epoch = 0;  ///< incarnation of the queue pair
  Side side = Side::kSendQueue;
  bool last_part = true;

  friend bool operator==(const CompletionTag& a, const CompletionTag& b) {
    return std::memcmp(&a, &b, sizeof a) == 0;
  }
  friend bool operator!=(const CompletionTag& a, const CompletionTag& b) { return !(a == b); }
};

static_assert(std::has_unique_object_representations_v<CompletionTag>, "compared as bytes");

/// `qp.side.number.part@epoch`, for example "7.sq.3.0@0".
std::string to_string(const CompletionTag& tag);
/// Reads such a text back, without what it does not hold: `last_part` is true. Nothing where the
/// text is no tag or a number is out of range.
std::optional<CompletionTag> parse_tag(std::string_view text);
/// Whether both are written the same: `last_part` does not count.
bool same_text(const CompletionTag& a, const CompletionTag& b);

}  // namespace sgdma
