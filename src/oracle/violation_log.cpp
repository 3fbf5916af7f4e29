#include "oracle/violation_log.h"

#include <cstddef>
#include <utility>

namespace sgdma::oracle {

std::string to_string(const Violation& violation) {
  std::string text = "cycle " + std::to_string(violation.cycle);
  if (violation.place.slot) {
    text.append(", slot ").append(std::to_string(raw(*violation.place.slot)));
  }
  if (violation.place.qp) {
    text.append(", QP ").append(std::to_string(raw(*violation.place.qp)));
  }
  if (violation.place.tag) {
    text.append(", tag ").append(sgdma::to_string(*violation.place.tag));
  }
  return text.append(": ").append(violation.check).append(": ").append(violation.text);
}

void ViolationLog::report(std::string_view check, const Place& place, std::string text) {
  ++broken_;
  std::size_t at = violations_.size();
  while (at > 0 && (violations_[at - 1].cycle > now_ ||
                    (violations_[at - 1].cycle == now_ && orders_[at - 1] > order_))) {
    --at;
  }
  violations_.insert(violations_.begin() + static_cast<std::ptrdiff_t>(at),
                     {now_, check, place, std::move(text)});
  orders_.insert(orders_.begin() + static_cast<std::ptrdiff_t>(at), order_);
  if (violations_.size() > kKept) {
    violations_.pop_back();
    orders_.pop_back();
  }
}

}  // namespace sgdma::oracle
