/// How evenly queue pairs were served.
#pragma once

#include <vector>

namespace sgdma::workload {

/// Jain's index of the shares: 1 where all are equal, 1/n where one has everything. 1 for no
/// shares.
double jain_index(const std::vector<double>& shares);

}  // namespace sgdma::workload
