/// The in-flight table: one entry per running transfer, and nothing else.
#pragma once

#include <cstdint>
#include <vector>

#include "types/ids.h"
#include "types/in_flight_entry.h"

namespace sgdma::core {

/// What the stages ask of the table. There are two implementations: the one below, and a stand-in
/// that is backed by RTL.
///
/// Invariant: a slot is occupied from the edge of its grant up to the edge of its release; what is
/// written at an edge is seen by the later stages of the same edge.
class InFlightTable {
 public:
  InFlightTable() = default;
  InFlightTable(const InFlightTable&) = delete;
  InFlightTable& operator=(const InFlightTable&) = delete;
  virtual ~InFlightTable() = default;

  /// Requires the slot to be empty.
  virtual void allocate(SlotIndex slot, const InFlightEntry& entry) = 0;
  /// A beat moved. Requires the slot to be occupied.
  virtual void advance(SlotIndex slot, std::uint64_t address, std::uint32_t remaining,
                       std::uint32_t cursor) = 0;
  /// The entry is gone. Requires the slot to be occupied.
  virtual void release(SlotIndex slot) = 0;

  virtual bool occupied(SlotIndex slot) const = 0;
  /// The entries by slot; those of empty slots mean nothing. Stays valid as long as the table.
  virtual const InFlightEntry* entries() const = 0;
  /// The same, where an entry may be advanced in its place instead of by `advance`; else nullptr.
  virtual InFlightEntry* in_place() { return nullptr; }
  /// Number of slots, 1 to 4096.
  virtual std::uint32_t slots() const = 0;
};

/// The table as a flat array.
class FlatInFlightTable final : public InFlightTable {
 public:
  explicit FlatInFlightTable(std::uint32_t slots);

  void allocate(SlotIndex slot, const InFlightEntry& entry) override;
  void advance(SlotIndex slot, std::uint64_t address, std::uint32_t remaining,
               std::uint32_t cursor) override;
  void release(SlotIndex slot) override;
  bool occupied(SlotIndex slot) const override { return occupied_[raw(slot)] != 0; }
  const InFlightEntry* entries() const override { return entries_.data(); }
  InFlightEntry* in_place() override { return entries_.data(); }
  std::uint32_t slots() const override { return static_cast<std::uint32_t>(entries_.size()); }

 private:
  std::vector<InFlightEntry> entries_;
  std::vector<std::uint8_t> occupied_;
};

}  // namespace sgdma::core
