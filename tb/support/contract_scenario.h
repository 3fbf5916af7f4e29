/// The cycle contract's small configuration and its stimuli as scenarios.
#pragma once

#include <string>
#include <string_view>

namespace sgdma::test {

/// What stands around the engine in a trace, from its file name `LR-LW-B`.
struct ContractMemory {
  unsigned read_latency = 3;   ///< cycles
  unsigned write_latency = 2;  ///< cycles
  bool responses = true;       ///< writes are answered; else posted
};

/// A scenario of the stimulus `text` (`t qp dir addr len [addr len ...]` a line). A gather is a
/// WRITE's; a scatter is a READ's response, so that all work is the requester's. Segments are given
/// directly: the one region maps addresses to themselves.
std::string contract_scenario(std::string_view text, const ContractMemory& memory);

}  // namespace sgdma::test
