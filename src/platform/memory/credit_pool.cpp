#include "platform/memory/credit_pool.h"

#include <algorithm>

#include "core/ensure.h"

namespace sgdma::platform {

CreditPool::Time CreditPool::take(Time ready, std::uint32_t credits) {
  if (!limited_) {
    return ready;
  }
  Time at = ready;
  while (there_ < credits) {
    core::ensure(!returns_.empty(), "credits are waited for that nobody gives back");
    at = std::max(at, returns_.top().at);
    there_ += returns_.top().credits;
    returns_.pop();
  }
  there_ -= credits;
  return at;
}

void CreditPool::give_back(Time at, std::uint32_t credits) {
  if (limited_) {
    returns_.push({at, credits});
  }
}

}  // namespace sgdma::platform
