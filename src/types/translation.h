/// When the addresses of a region are derived, and how a region is taken away from running
/// transfers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sgdma {

/// How much of a transfer is derived from the page list at once. A unit that is in hand stays as it
/// is; the next one is asked for again.
enum class Translation : std::uint8_t {
  kCaptured,  ///< all of it, before it begins: a private copy
  kSegment,
  kPage,   ///< of the region; also ended by a segment's end
  kBurst,  ///< one burst
  kBeat    ///< one beat; every burst has one beat
};

inline constexpr std::array<std::string_view, 5> kTranslationNames = {"captured", "segment", "page",
                                                                      "burst", "beat"};

/// "captured", "segment", "page", "burst" or "beat".
constexpr std::string_view name_of(Translation translation) {
  return kTranslationNames[static_cast<std::size_t>(translation)];
}

/// What becomes of transfers in slots that use a region when it is deregistered. Those that wait
/// for a slot fail in their turn under each policy.
enum class Deregistration : std::uint8_t {
  kImmediate,  ///< unsafe, the baseline: answered at once, and units in hand go on
  kWait,       ///< they go on; answered when none of them is left
  /// Units in hand go on, the next unit fails; answered when every unit that was in hand at the
  /// request, of whatever region, is done.
  kFence,
  kForceError  ///< they are torn down; answered when none of them is left
};

inline constexpr std::array<std::string_view, 4> kDeregistrationNames = {"immediate", "wait",
                                                                         "fence", "force_error"};

/// "immediate", "wait", "fence" or "force_error".
constexpr std::string_view name_of(Deregistration policy) {
  return kDeregistrationNames[static_cast<std::size_t>(policy)];
}

}  // namespace sgdma
