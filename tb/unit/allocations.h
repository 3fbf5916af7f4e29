/// How often memory was asked for.
#pragma once

#include <cstdint>

namespace sgdma::test {

/// Calls of `operator new` so far, of the whole program.
std::uint64_t allocations();

}  // namespace sgdma::test
