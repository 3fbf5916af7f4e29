#include "support/charges.h"

#include <array>
#include <optional>

namespace sgdma::test {

namespace {

using core::StallAccount;

/// Calls `each(owner, account)`, nobody's first.
template <class Each>
void for_each_owner(const core::Pipeline& pipeline, Direction direction, Each each) {
  each(std::optional<QpIndex>(), pipeline.account_of_nobody(direction));
  pipeline.for_each_owner([&](QpIndex qp, Direction of) {
    if (of == direction) {
      each(std::optional(qp), pipeline.account(direction, qp));
    }
  });
}

}  // namespace

Charged charged(const core::Pipeline& pipeline, Direction direction) {
  Charged charged;
  for_each_owner(pipeline, direction, [&](std::optional<QpIndex> qp, const StallAccount& account) {
    for (std::size_t cause = 0; cause < core::kStallCauses; ++cause) {
      const Cycle cycles = account.by_cause()[cause];
      if (cycles > 0) {
        const std::string owner = qp ? ' ' + std::to_string(raw(*qp)) : "";
        charged[std::string(core::kStallCauseNames[cause]) + owner] = cycles;
      }
    }
  });
  return charged;
}

std::string unbalanced(const core::Pipeline& pipeline) {
  std::string text;
  for (const Direction direction : {Direction::kGather, Direction::kScatter}) {
    const StallAccount all = pipeline.account(direction);
    std::array<Cycle, core::kStallCauses> sums{};
    for_each_owner(pipeline, direction, [&](std::optional<QpIndex>, const StallAccount& account) {
      for (std::size_t cause = 0; cause < core::kStallCauses; ++cause) {
        sums[cause] += account.by_cause()[cause];
      }
    });
    const std::string of = std::string(name_of(direction)) + ": ";
    for (std::size_t cause = 0; cause < core::kStallCauses; ++cause) {
      if (sums[cause] != all.by_cause()[cause]) {
        text += of + std::string(core::kStallCauseNames[cause]) + " is " +
                std::to_string(all.by_cause()[cause]) + ", its owners' sum " +
                std::to_string(sums[cause]) + "; ";
      }
    }
    if (all.total() != pipeline.cycles()) {
      text += of + std::to_string(all.total()) + " of " + std::to_string(pipeline.cycles()) +
              " cycles are charged; ";
    }
  }
  return text;
}

}  // namespace sgdma::test
