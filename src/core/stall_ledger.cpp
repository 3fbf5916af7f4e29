#include "core/stall_ledger.h"

#include "core/ensure.h"

namespace sgdma::core {

StallLedger::StallLedger(std::uint32_t queue_pairs) : owned_(queue_pairs * kPlaces) {}

void StallLedger::begin(Direction direction, Cycle from, const Charge& charge) {
  Run& run = runs_[index_of(direction)];
  const Cycle cycles = from - run.since;
  all_[index_of(direction)].charge(run.charge.cause, cycles);
  add(direction, run, cycles);
  Cells* cells = nullptr;
  if (charge.owner != kNobody) {
    ensure(charge.cause != StallCause::kNoWork, "a queue pair owns a cycle without work");
    cells = &owned_[place(charge.owner, direction)];
  }
  run = {key_of(charge), charge, from, cells};
}

inline void StallLedger::add(Direction direction, const Run& run, Cycle cycles) {
  if (run.cells == nullptr) {
    nobodys_[index_of(direction)].charge(run.charge.cause, cycles);
    return;
  }
  const auto cause = static_cast<std::size_t>(run.charge.cause);
  const Cycle sum = (*run.cells)[cause] + cycles;
  (*run.cells)[cause] = static_cast<std::uint32_t>(sum);
  if (sum >> 32U != 0) {
    carried_[carry_of(place(run.charge.owner, direction), cause)] += sum >> 32U;
  }
}

StallAccount StallLedger::until(StallAccount account, Direction direction, Cycle cycles) const {
  const Run& run = runs_[index_of(direction)];
  account.charge(run.charge.cause, cycles - run.since);
  return account;
}

StallAccount StallLedger::of(Direction direction, Cycle cycles) const {
  return until(all_[index_of(direction)], direction, cycles);
}

StallAccount StallLedger::of_nobody(Direction direction, Cycle cycles) const {
  const StallAccount& account = nobodys_[index_of(direction)];
  const bool lasts = runs_[index_of(direction)].charge.owner == kNobody;
  return lasts ? until(account, direction, cycles) : account;
}

StallAccount StallLedger::of(QpIndex qp, Direction direction, Cycle cycles) const {
  const std::uint32_t its = place(qp, direction);
  const Cells* cells = owned_.find(its);
  if (cells == nullptr) {
    return {};
  }
  StallAccount account;
  for (std::size_t cause = 0; cause < cells->size(); ++cause) {
    account.charge(static_cast<StallCause>(cause), (*cells)[cause]);
    if (const auto carried = carried_.find(carry_of(its, cause)); carried != carried_.end()) {
      account.charge(static_cast<StallCause>(cause), carried->second << 32U);
    }
  }
  const bool lasts = runs_[index_of(direction)].charge.owner == qp;
  return lasts ? until(account, direction, cycles) : account;
}

}  // namespace sgdma::core
