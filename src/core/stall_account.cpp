#include "core/stall_account.h"

#include <numeric>

#include "core/ensure.h"

namespace sgdma::core {

Charge found(const std::optional<Charge>& charge) {
  if (!charge) {
    model_error("a cycle has no cause in the stall account");
  }
  return *charge;
}

Cycle StallAccount::total() const {
  return std::accumulate(cycles_.begin(), cycles_.end(), Cycle{0});
}

}  // namespace sgdma::core
