#include "workload/fairness.h"

namespace sgdma::workload {

double jain_index(const std::vector<double>& shares) {
  double sum = 0;
  double squares = 0;
  for (const double share : shares) {
    sum += share;
    squares += share * share;
  }
  return squares == 0 ? 1.0 : sum * sum / (static_cast<double>(shares.size()) * squares);
}

}  // namespace sgdma::workload
