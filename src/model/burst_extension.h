/// Frames the beats of a burst on the bus.
#pragma once

#include <tlm>

#include "core/memory_bus.h"

namespace sgdma::model {

/// Ignorable: bridges and burst-aware memories read it, other targets need not know it. As the AXI
/// ID serves the slot where responses are in order per slot, else the bus tag.
class BurstExtension : public tlm::tlm_extension<BurstExtension> {
 public:
  BusTag tag{};
  SlotIndex slot{};
  CompletionTag owner;
  Burst burst;
  std::uint32_t beat = 0;  ///< position in the burst
  bool cut = false;        ///< the beat moves nothing
  bool page_list = false;  ///< of a line of a page list: `owner` says nothing

  void set(const core::BusBurst& from, std::uint32_t position) {
    tag = from.tag;
    slot = from.slot;
    owner = from.owner;
    burst = from.burst;
    beat = position;
    cut = false;
    page_list = from.page_list;
  }

  bool first() const { return beat == 0; }
  bool last() const { return beat + 1 == burst.beats; }

  /// Belongs to its payload: a target that releases it takes it from one transaction only.
  void free() override {}
  tlm::tlm_extension_base* clone() const override {
    auto* copy = new BurstExtension;
    copy->copy_from(*this);
    return copy;
  }
  void copy_from(const tlm::tlm_extension_base& other) override {
    const auto& from = static_cast<const BurstExtension&>(other);
    tag = from.tag;
    slot = from.slot;
    owner = from.owner;
    burst = from.burst;
    beat = from.beat;
    cut = from.cut;
    page_list = from.page_list;
  }
};

}  // namespace sgdma::model
