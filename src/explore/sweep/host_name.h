/// What this machine is called.
#pragma once

#include <array>
#include <string>
#include <unistd.h>

namespace sgdma::explore {

inline std::string host_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

}  // namespace sgdma::explore
