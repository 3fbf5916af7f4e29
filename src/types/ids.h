/// Identifiers as distinct types, so that the compiler rejects a mix-up.
#pragma once

#include <cstdint>

namespace sgdma {

/// Queue pair number as software knows it, 24 bits.
enum class QpNumber : std::uint32_t {};

/// Dense index of a queue pair inside one engine, 0 to the number of queue pairs less one. Ordered
/// as the queue pair numbers are, so that "lowest QP number" and "lowest index" are the same.
enum class QpIndex : std::uint32_t {};

/// Slot of the in-flight table, 0 to `EngineConfig::slots` less one.
enum class SlotIndex : std::uint32_t {};

/// Identity of one outstanding burst on the bus: a read tag or a write burst id. Each direction has
/// a space of its own.
enum class BusTag : std::uint32_t {};

/// Key of a memory region (lkey or rkey).
enum class RegionKey : std::uint32_t {};

/// One registration of a region, counted from 0 and never used again: a region that is registered
/// anew has another handle, also under the same key.
enum class RegionHandle : std::uint32_t {};

/// The number behind an identifier.
template <class Id>
constexpr std::uint32_t raw(Id id) {
  return static_cast<std::uint32_t>(id);
}

}  // namespace sgdma
