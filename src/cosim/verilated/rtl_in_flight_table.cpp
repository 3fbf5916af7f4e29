// The RTL's in-flight table behind the model's interface. Every call is a clock: what is written is
// seen by the later stages of the same edge, as the interface has it.

#include <cstring>
#include <vector>

#include "Vsgdma_in_flight_table.h"
#include "cosim/rtl_engine.h"
#include "cosim/verilated_parts.h"

namespace sgdma::cosim {
namespace {

/// The owner as the RTL stores it: the queue pair's number, and the direction above it.
constexpr std::uint32_t kScatterBit = 31;

class RtlInFlightTable final : public core::InFlightTable {
 public:
  explicit RtlInFlightTable(std::uint32_t slots) : top_(&context_), entries_(slots) {
    top_.rst_n = 0;
    clock();
    top_.rst_n = 1;
  }
  ~RtlInFlightTable() override { top_.final(); }

  void allocate(SlotIndex slot, const InFlightEntry& entry) override {
    top_.allocate = 1;
    top_.allocate_slot = static_cast<SData>(raw(slot));
    std::uint32_t* words = top_.allocate_entry.data();
    words[0] = raw(entry.qp) | static_cast<std::uint32_t>(index_of(entry.direction)) << kScatterBit;
    words[1] = static_cast<std::uint32_t>(entry.address);
    words[2] = static_cast<std::uint32_t>(entry.address >> 32U);
    words[3] = entry.remaining;
    words[4] = entry.cursor;
    const TagWords tag = words_of(entry.tag);
    std::memcpy(words + 5, tag.data(), sizeof tag);
    clock();
    top_.allocate = 0;
    read(slot);
  }

  void advance(SlotIndex slot, std::uint64_t address, std::uint32_t remaining,
               std::uint32_t cursor) override {
    top_.advance = 1;
    top_.advance_slot = static_cast<SData>(raw(slot));
    top_.advance_address[0] = static_cast<std::uint32_t>(address);
    top_.advance_address[1] = static_cast<std::uint32_t>(address >> 32U);
    top_.advance_remaining = remaining;
    top_.advance_cursor = cursor;
    clock();
    top_.advance = 0;
    read(slot);
  }

  void release(SlotIndex slot) override {
    top_.release_ = 1;
    top_.release_slot = static_cast<SData>(raw(slot));
    clock();
    top_.release_ = 0;
  }

  bool occupied(SlotIndex slot) const override { return (top_.busy >> raw(slot) & 1U) != 0; }
  const InFlightEntry* entries() const override { return entries_.data(); }
  std::uint32_t slots() const override { return static_cast<std::uint32_t>(entries_.size()); }

 private:
  void clock() {
    top_.clk = 0;
    top_.eval();
    top_.clk = 1;
    top_.eval();
  }

  /// What the RTL holds of the slot.
  void read(SlotIndex slot) {
    const std::uint32_t* words = top_.entries.data() + std::size_t{raw(slot)} * kEntryWords;
    InFlightEntry& entry = entries_[raw(slot)];
    entry.qp = QpNumber{words[0] & ~(1U << kScatterBit)};
    entry.direction = words[0] >> kScatterBit != 0 ? Direction::kScatter : Direction::kGather;
    entry.address = words[1] | std::uint64_t{words[2]} << 32U;
    entry.remaining = words[3];
    entry.cursor = words[4];
    TagWords tag;
    std::memcpy(tag.data(), words + 5, sizeof tag);
    entry.tag = tag_of(tag);
  }

  VerilatedContext context_;
  Vsgdma_in_flight_table top_;
  std::vector<InFlightEntry> entries_;
};

}  // namespace

bool has_verilated_parts() { return true; }

std::unique_ptr<core::InFlightTable> make_rtl_in_flight_table(std::uint32_t slots) {
  return std::make_unique<RtlInFlightTable>(slots);
}

}  // namespace sgdma::cosim
