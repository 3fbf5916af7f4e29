/// Direction of a transfer, seen from host memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sgdma {

/// A gather reads host memory to build an outgoing payload; a scatter writes an incoming payload to
/// host memory.
enum class Direction : std::uint8_t { kGather, kScatter };

inline constexpr std::size_t kDirections = 2;

/// Position of a direction in arrays that hold one element per direction.
constexpr std::size_t index_of(Direction direction) { return static_cast<std::size_t>(direction); }

constexpr Direction other(Direction direction) {
  return direction == Direction::kGather ? Direction::kScatter : Direction::kGather;
}

/// "gather" or "scatter".
constexpr std::string_view name_of(Direction direction) {
  return direction == Direction::kGather ? "gather" : "scatter";
}

}  // namespace sgdma
