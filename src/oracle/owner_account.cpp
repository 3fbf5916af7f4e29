#include "oracle/owner_account.h"

#include <fmt/format.h>

namespace sgdma::oracle {

namespace {

/// Places of causes in the account, as docs/results.md lists them.
constexpr std::size_t kMoved = 0;
constexpr std::size_t kBusBackPressure = 1;
constexpr std::size_t kPayloadBackPressure = 2;
constexpr std::size_t kWaitingForMemory = 5;
constexpr std::size_t kNoWork = 10;

}  // namespace

void OwnerAccount::on_grant(const InFlightEntry& entry) {
  Seen& seen = seen_[key(entry.qp, entry.direction)];
  if (seen.holding++ == 0) {
    seen.since = log_.now() + 1;
  }
}

void OwnerAccount::on_free(const InFlightEntry& entry) {
  Seen& seen = seen_[key(entry.qp, entry.direction)];
  // A stray end is the transfer checks' business.
  if (seen.holding > 0 && --seen.holding == 0) {
    seen.held += log_.now() + 1 - seen.since;
  }
}

void OwnerAccount::begin(Direction direction, QpNumber qp) {
  Run& run = runs_[index_of(direction)];
  if (run.beats > 0) {
    seen_[key(run.qp, direction)].beats += run.beats;
  }
  run = {qp, 0};
}

void OwnerAccount::finish(const FinalState& state) {
  if (!state.owned) {
    return;
  }
  std::array<std::vector<Cycle>, kDirections> sums;
  for (const Direction direction : {Direction::kGather, Direction::kScatter}) {
    begin(direction, {});
    sums[index_of(direction)].resize(state.charged[index_of(direction)].size());
  }
  state.owned([&](const OwnedCycles& owned) {
    std::vector<Cycle>& sum = sums[index_of(owned.direction)];
    for (std::size_t cause = 0; cause < sum.size(); ++cause) {
      sum[cause] += owned.cycles.at(cause);
    }
    if (owned.qp) {
      check_queue_pair(owned, state.cycles);
    } else {
      check_nobody(owned);
    }
  });
  for (const Direction direction : {Direction::kGather, Direction::kScatter}) {
    check_sums(state, direction, sums[index_of(direction)]);
  }
}

void OwnerAccount::check_sums(const FinalState& state, Direction direction,
                              const std::vector<Cycle>& sums) {
  const std::vector<Cycle>& charged = state.charged[index_of(direction)];
  for (std::size_t cause = 0; cause < sums.size(); ++cause) {
    if (!log_.holds(sums[cause] == charged[cause])) {
      log_.report("stall_account", {},
                  fmt::format("the owners' cycles of cause {} of the {} channel add up to {} of {}",
                              cause, name_of(direction), sums[cause], charged[cause]));
    }
  }
}

/// Nobody's are cycles without work, and those at which the request for a line of a page list is
/// held up.
void OwnerAccount::check_nobody(const OwnedCycles& owned) {
  for (std::size_t cause = 0; cause < owned.cycles.size(); ++cause) {
    const bool may =
        cause == kNoWork || (cause == kBusBackPressure && owned.direction == Direction::kGather);
    if (!log_.holds(may || owned.cycles[cause] == 0)) {
      log_.report("stall_owner", {},
                  fmt::format("nobody owns {} cycles of cause {} of the {} channel",
                              owned.cycles[cause], cause, name_of(owned.direction)));
    }
  }
}

void OwnerAccount::check_queue_pair(const OwnedCycles& owned, Cycle cycles) {
  const auto found = seen_.find(key(*owned.qp, owned.direction));
  const Seen seen = found == seen_.end() ? Seen{} : found->second;
  const Place place{std::nullopt, owned.qp, std::nullopt};
  const std::string_view channel = name_of(owned.direction);
  if (!log_.holds(owned.cycles.at(kMoved) == seen.beats)) {
    log_.report("stall_owner", place,
                fmt::format("owns {} cycles of the {} channel as moved, {} beats of it moved",
                            owned.cycles.at(kMoved), channel, seen.beats));
  }
  const bool holds = seen.holding > 0 && cycles > seen.since;
  const Cycle held = seen.held + (holds ? cycles - seen.since : 0);
  Cycle in_slot = owned.cycles.at(kMoved);
  for (std::size_t cause = kPayloadBackPressure; cause <= kWaitingForMemory; ++cause) {
    in_slot += owned.cycles.at(cause);
  }
  if (!log_.holds(in_slot <= held)) {
    log_.report("stall_owner", place,
                fmt::format("owns {} cycles of the {} channel for a transfer in a slot, and held "
                            "one for {}",
                            in_slot, channel, held));
  }
  if (!log_.holds(owned.cycles.at(kNoWork) == 0)) {
    log_.report("stall_owner", place,
                fmt::format("owns {} cycles of the {} channel without work",
                            owned.cycles.at(kNoWork), channel));
  }
}

}  // namespace sgdma::oracle
