/// Frames the beats of a burst on the bus.
#pragma once

#include <tlm>

#include "core/memory_bus.h"
#include "types/burst_frame.h"

namespace sgdma::model {

/// Ignorable: bridges and burst-aware memories read it, other targets need not know it. As the AXI
/// ID serves the slot where responses are in order per slot, else the bus tag.
class BurstExtension : public tlm::tlm_extension<BurstExtension>, public BurstFrame {
 public:
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
    static_cast<BurstFrame&>(*this) = static_cast<const BurstExtension&>(other);
  }
};

}  // namespace sgdma::model
