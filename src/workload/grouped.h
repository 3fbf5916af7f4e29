/// Numbers as a person reads them.
#pragma once

#include <cstdint>
#include <string>

namespace sgdma::workload {

/// `1234567` as "1,234,567".
inline std::string grouped(std::uint64_t value) {
  std::string text = std::to_string(value);
  for (std::size_t at = text.size(); at > 3;) {
    at -= 3;
    text.insert(at, 1, ',');
  }
  return text;
}

}  // namespace sgdma::workload
