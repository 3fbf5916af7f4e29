/// Pieces of a region, one after the other.
#pragma once

#include <cstdint>
#include <string_view>

#include "platform/random_stream.h"
#include "platform/region.h"
#include "workload/generate/generator_config.h"

namespace sgdma::workload {

/// Every piece begins at a multiple of the alignment, counted from the start of the region, and
/// lies inside it. Pieces may overlap with earlier ones.
class AddressPicker {
 public:
  AddressPicker(const platform::Region& region, const GeneratorConfig& config, std::uint64_t seed,
                std::string_view stream);

  /// IOVA of the next piece. Requires that the region holds as many bytes.
  std::uint64_t next(std::uint64_t bytes);
  RegionKey key() const { return key_; }

 private:
  RegionKey key_;
  std::uint64_t iova_;
  std::uint64_t size_;
  std::uint64_t alignment_;
  AddressOrder order_;
  std::uint64_t next_ = 0;  ///< offset in the region
  platform::RandomStream stream_;
};

}  // namespace sgdma::workload
