/// Watches what host memory serves, in the order in which it serves it.
#pragma once

#include <cstdint>

#include "types/burst_frame.h"
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

/// Watches beats that nothing is the matter with: of bursts with a frame, served with OKAY. They
/// may come ahead of what else happens at their edges (see `model::KernelActivity`).
class RowMonitor {
 public:
  RowMonitor() = default;
  RowMonitor(const RowMonitor&) = delete;
  RowMonitor& operator=(const RowMonitor&) = delete;
  virtual ~RowMonitor() = default;

  /// `bytes` bytes at `address` were read: `data`.
  virtual void on_read(const BurstFrame& frame, std::uint64_t address, const std::uint8_t* data,
                       std::uint32_t bytes) = 0;
  /// The same of bytes that were written.
  virtual void on_write(const BurstFrame& frame, std::uint64_t address, const std::uint8_t* data,
                        std::uint32_t bytes) = 0;
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
  /// Who is shown the beats that nothing is the matter with in the place of this one, if it does
  /// not matter what comes first within an edge; else nullptr. Always the same.
  virtual RowMonitor* rows() { return nullptr; }
};

}  // namespace sgdma::platform
