/// Memory that a capture does not describe: buffers of its own making, and regions around the
/// addresses that the packets name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "platform/region.h"
#include "platform/work_item.h"
#include "types/ids.h"
#include "workload/capture/capture_number_space.h"
#include "workload/capture/ip_address.h"

namespace sgdma::workload {

/// Local regions hold one buffer after the other. A remote region covers everything that packets
/// touch through one rkey of one address, from the lowest byte to the highest. Physical pages are
/// scattered: pages that follow each other in a region never do in memory. Pages have 4 KiB, and
/// more where a region would have too many of them.
class CaptureMemory {
 public:
  /// Largest distance from the first to the last byte of a remote region.
  static constexpr std::uint64_t kLargestSpan = std::uint64_t{1} << 40U;

  /// Keys stay as they are where no other address uses them, so all of them have to be known first:
  /// `remote` holds (address, rkey) in order of appearance, each once. `renamed` gains a line
  /// for each that needs another.
  CaptureMemory(const std::vector<std::pair<IpAddress, std::uint32_t>>& remote,
                std::vector<std::string>& renamed);

  /// A new buffer of 1 to 2^31 bytes in the local region of a queue pair.
  platform::ScatterGatherEntry take_buffer(QpNumber qp, std::uint64_t bytes);

  /// The key of a remote region.
  RegionKey remote_key(const IpAddress& address, std::uint32_t rkey) const;
  /// Makes a remote region cover `bytes` bytes from `iova` on with these rights. Nothing is covered
  /// with 0 bytes. False, and nothing changes, where the region would become too large. Requires
  /// that the range does not wrap.
  bool cover(const IpAddress& address, std::uint32_t rkey, std::uint64_t iova, std::uint64_t bytes,
             std::uint8_t access);

  /// All regions with their pages, the local ones first. Throws CaptureError where they need more
  /// than 2^63 bytes of memory.
  std::vector<platform::Region> regions() const;

  std::size_t local_regions() const { return local_.size(); }
  std::size_t remote_regions() const;

 private:
  struct Local {
    RegionKey key{};
    std::uint64_t bytes = 0;
  };
  struct Remote {
    RegionKey key{};
    std::uint64_t first = 0;
    std::uint64_t last = 0;  ///< the last byte, not the one after it
    std::uint8_t access = 0;
    bool covered = false;
  };

  std::map<std::uint32_t, Local> local_;  ///< by queue pair number
  std::vector<Remote> remote_;
  std::map<std::pair<IpAddress, std::uint32_t>, std::size_t> index_;
  CaptureNumberSpace keys_;
};

}  // namespace sgdma::workload
