/// Watches what host memory serves, in the order in which it serves it.
#pragma once

#include <cstdint>

#include "types/burst.h"
#include "types/bus_status.h"
#include "types/completion_tag.h"
#include "types/cycle.h"
#include "types/ids.h"

namespace sgdma::platform {

/// One beat as memory served it.
struct ServedBeat {
  bool write = false;
  std::uint64_t address = 0;
  std::uint32_t bytes = 0;
  const std::uint8_t* data = nullptr;  ///< what was read or written
  BusStatus status = BusStatus::kOkay;
  bool cut = false;        ///< no byte of it is enabled
  bool framed = false;     ///< the fields below come from the burst extension
  bool page_list = false;  ///< of a line of a page list: it has no owner
  CompletionTag owner;
  SlotIndex slot{};
  BusTag bus_tag{};
  std::uint32_t beat = 0;
  std::uint32_t beats = 0;
  /// First that can see its answer; `kNever`: none comes; 0: not known yet, or not asked for.
  Cycle answer_edge = 0;
};

class MemoryMonitor {
 public:
  MemoryMonitor() = default;
  MemoryMonitor(const MemoryMonitor&) = delete;
  MemoryMonitor& operator=(const MemoryMonitor&) = delete;
  virtual ~MemoryMonitor() = default;

  /// Whether it asks for the edges of answers. Always the same.
  virtual bool asks_for_answers() const { return true; }
  virtual void on_served(const ServedBeat& beat) = 0;
};

}  // namespace sgdma::platform
