#include "workload/owner_window.h"

namespace sgdma::workload {

OwnerWindow::Accounts OwnerWindow::accounts_of(const core::Pipeline& pipeline) {
  Accounts accounts;
  pipeline.for_each_owner([&](QpIndex qp, Direction direction) {
    accounts[key(qp, direction)] = pipeline.account(direction, qp).by_cause();
  });
  return accounts;
}

OwnerWindow::ByCause OwnerWindow::cycles(const core::Pipeline& pipeline, QpIndex qp,
                                         Direction direction) const {
  const auto in = [&](const Accounts& accounts) {
    const auto found = accounts.find(key(qp, direction));
    return found == accounts.end() ? ByCause{} : found->second;
  };
  ByCause cycles = end_ ? in(*end_) : pipeline.account(direction, qp).by_cause();
  const ByCause before = in(start_);
  for (std::size_t cause = 0; cause < cycles.size(); ++cause) {
    cycles[cause] -= before[cause];
  }
  return cycles;
}

}  // namespace sgdma::workload
