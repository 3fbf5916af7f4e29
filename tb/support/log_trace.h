/// Event logs as the lines of the cycle contract's traces.
#pragma once

#include <string>
#include <vector>

namespace sgdma::test {

/// Reads the event log `path` (with beats) and gives the trace lines of the contract: `E intake
/// qp`, `E grant slot qp dir addr len`, `E ar slot addr bytes beats`, `E w slot addr bytes last`,
/// `E move slot addr bytes remaining`, `E done slot`, sorted by edge and then bytewise by the text.
/// Throws where the log cannot be read.
std::vector<std::string> trace_of_log(const std::string& path);

}  // namespace sgdma::test
