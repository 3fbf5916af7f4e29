#include "oracle/byte_map.h"

#include <algorithm>

namespace sgdma::oracle {

void ByteMap::advance_over_runs(MapCursor& at, std::uint32_t bytes) const {
  while (bytes > 0 && !at_end(at)) {
    const std::uint32_t step = std::min(bytes, left_in_run(at));
    at.offset += step;
    bytes -= step;
    if (at.offset == runs_[at.run].bytes) {
      ++at.run;
      at.offset = 0;
    }
  }
}

std::optional<std::uint32_t> ByteMap::distance(MapCursor from, std::uint32_t bytes,
                                               std::uint64_t address) const {
  std::uint32_t passed = 0;
  while (passed < bytes && !at_end(from)) {
    const std::uint32_t step = std::min(bytes - passed, left_in_run(from));
    const std::uint64_t begin = this->address(from);
    if (address >= begin && address - begin < step) {
      return passed + static_cast<std::uint32_t>(address - begin);
    }
    advance(from, step);
    passed += step;
  }
  return std::nullopt;
}

}  // namespace sgdma::oracle
