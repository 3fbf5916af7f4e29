#include "workload/generate/address_picker.h"

namespace sgdma::workload {

AddressPicker::AddressPicker(const platform::Region& region, const GeneratorConfig& config,
                             std::uint64_t seed, std::string_view stream)
    : key_(region.key),
      iova_(region.iova),
      size_(region.bytes),
      alignment_(config.alignment),
      order_(config.addresses),
      stream_(seed, stream) {}

std::uint64_t AddressPicker::next(std::uint64_t bytes) {
  switch (order_) {
    case AddressOrder::kSame: return iova_;
    case AddressOrder::kRandom:
      return iova_ + alignment_ * stream_.below((size_ - bytes) / alignment_ + 1);
    case AddressOrder::kSequential: break;
  }
  if (next_ > size_ - bytes) {
    next_ = 0;
  }
  const std::uint64_t offset = next_;
  next_ = (offset + bytes + alignment_ - 1) / alignment_ * alignment_;
  return iova_ + offset;
}

}  // namespace sgdma::workload
