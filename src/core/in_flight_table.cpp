#include "core/in_flight_table.h"

#include "core/ensure.h"

namespace sgdma::core {

FlatInFlightTable::FlatInFlightTable(std::uint32_t slots) : entries_(slots), occupied_(slots, 0) {}

void FlatInFlightTable::allocate(SlotIndex slot, const InFlightEntry& entry) {
  ensure(!occupied(slot), "a slot is granted while it is occupied");
  entries_[raw(slot)] = entry;
  occupied_[raw(slot)] = 1;
}

void FlatInFlightTable::advance(SlotIndex slot, std::uint64_t address, std::uint32_t remaining,
                                std::uint32_t cursor) {
  ensure(occupied(slot), "a beat moves in an empty slot");
  InFlightEntry& entry = entries_[raw(slot)];
  entry.address = address;
  entry.remaining = remaining;
  entry.cursor = cursor;
}

void FlatInFlightTable::release(SlotIndex slot) {
  ensure(occupied(slot), "an empty slot is released");
  occupied_[raw(slot)] = 0;
}

}  // namespace sgdma::core
