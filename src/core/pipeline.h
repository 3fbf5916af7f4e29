/// The order of the stages within an edge, written once.
#pragma once

#include <array>

#include "core/completion_port.h"
#include "core/control.h"
#include "core/gather_channel.h"
#include "core/level_account.h"
#include "core/occupancy.h"
#include "core/outside_parts.h"
#include "core/retirement.h"
#include "core/scatter_channel.h"
#include "core/slot_arbiter.h"
#include "core/stall_account.h"
#include "core/stall_ledger.h"
#include "core/teardown.h"
#include "core/transfers.h"
#include "core/watch.h"
#include "core/work_queues.h"
#include "core/work_source.h"

namespace sgdma::core {

/// The parts that the stages run over. Modules own them; a stand-in for one plugs in here.
struct Parts {
  Transfers& transfers;
  SlotArbiter& arbiter;
  WorkQueues& queues;
  GatherChannel& gather;
  ScatterChannel& scatter;
  CompletionPort& completions;
  Retirement& retirement;
  Teardown& teardown;
  KeyPort& keys;
  FirstUnits& first_units;
  SlotUnits& slot_units;
  Deregistrations& deregistrations;
  Control& control;
  WorkSource& work;
};

/// Steps edges in this order: presented completions are taken; responses and acceptances; control;
/// faults, and transfers that wait for their end; answers to control; addresses that are at hand;
/// issue; grants; intake; and at the end what flows backward (free slots, tags, credits, room)
/// becomes visible to the next edge. Edges at which nothing can happen may be left out: the
/// accounts are charged for them all the same.
class Pipeline {
 public:
  Pipeline(const Parts& parts, const Watch& watch);

  /// Steps edge `now`. Requires `now` to be later than the edge before, and no edge in between at
  /// which something could happen.
  void step(Cycle now);
  /// Steps edges from `now` on, if that comes right after the last, `most` at most, as long as
  /// beats in the middle of bursts move in one direction or both, nothing else can happen, and
  /// whoever watches takes rows: what `step` would do, the short way. Returns how many: none if not
  /// so, or if in doubt.
  std::uint32_t glide(Cycle now, std::uint32_t most) {
    if (now != cycles_ || !watch_.takes_rows() || (now >= glides_before_ && !may_glide(now))) {
      return 0;
    }
    const Cycle clear = std::min(work_edge_, parts_.transfers.attention_from());
    const std::uint32_t gather = parts_.gather.streaming(now);
    const bool scatter = parts_.scatter.streams(now);
    if (clear <= now || (gather == 0 && !scatter)) {
      return 0;
    }
    const auto edges = static_cast<std::uint32_t>(std::min<Cycle>(most, clear - now));
    if (gather == 0) {
      return glide_scatter(now, edges);
    }
    return scatter ? glide_both(now, std::min(edges, gather))
                   : glide_gather(now, std::min(edges, gather));
  }
  /// First edge after the last one at which something can happen as far as is known, or `kNever`.
  Cycle next_edge() const;
  /// Whether one of `parts` may be called, or asked, when edge `next`, which is `next_edge()`, is
  /// stepped. True if in doubt.
  bool may_call(const OutsideParts& parts, Cycle next) const;
  /// Charges the accounts for edges without events up to and including `last`, at the end of a run.
  void run_out(Cycle last);

  /// Whether nothing is queued, in flight or waiting to be taken. Work to come does not count.
  bool idle() const;
  /// Edges accounted for.
  Cycle cycles() const { return cycles_; }
  Cycle last_edge() const { return cycles_ == 0 ? 0 : cycles_ - 1; }
  /// Where the direction's cycles went: all of them,
  StallAccount account(Direction direction) const { return ledger_.of(direction, cycles_); }
  /// those that nobody owns,
  StallAccount account_of_nobody(Direction direction) const {
    return ledger_.of_nobody(direction, cycles_);
  }
  /// and those that a queue pair owns.
  StallAccount account(Direction direction, QpIndex qp) const {
    return ledger_.of(qp, direction, cycles_);
  }
  /// Calls `each(qp, direction)` for each queue pair and direction that has owned a cycle, in the
  /// order of the indices, gathers first.
  template <class Each>
  void for_each_owner(Each each) const {
    ledger_.for_each(each);
  }
  Occupancy slots_in_use() const { return slots_in_use_.until(cycles_); }
  Occupancy reads_outstanding() const { return reads_outstanding_.until(cycles_); }
  Occupancy writes_outstanding() const { return writes_outstanding_.until(cycles_); }
  std::uint64_t grants(Direction direction) const { return grants_[index_of(direction)]; }
  /// What the edge after the last one comes to, if nothing happens at it.
  EdgeSignals quiet_signals() const { return {quiet_charges(), {}}; }

 private:
  using Charges = std::array<Charge, kDirections>;
  /// Nothing while no cause is found.
  using Search = std::array<std::optional<Charge>, kDirections>;

  /// Whether nothing but beats can happen at edge `now`, nor before work may come, as things stand.
  bool may_glide(Cycle now);
  std::uint32_t glide_both(Cycle now, std::uint32_t edges);
  /// Of one direction, while the other has nothing to do.
  std::uint32_t glide_gather(Cycle now, std::uint32_t edges);
  std::uint32_t glide_scatter(Cycle now, std::uint32_t edges);
  /// At how many edges from `now` on, `edges` at most, only beats happen of which `next` is the
  /// first edge at which anything else might.
  static std::uint32_t alone(Cycle now, std::uint32_t edges, Cycle next) {
    return next <= now ? 0 : static_cast<std::uint32_t>(std::min<Cycle>(edges, next - now));
  }
  /// What the direction that has nothing to do is charged from edge `now` on, beside the other one,
  /// which moves. The channel has found `own`.
  Charge charge_beside(Direction still, const std::optional<Charge>& own) const;
  /// What a row that began at `now` has changed for the books, after its beats.
  void end_row(Cycle now, std::uint32_t edges);
  /// Whether a head could be granted. If not, the arbiter need not be asked, unless for the cause
  /// of a stall.
  bool grantable() const {
    return !parts_.transfers.free_slots().empty() || parts_.queues.empty_heads_shown() > 0;
  }
  GrantConditions conditions() const;
  /// Requires a head to be shown. Goes on with the search for causes.
  void grant(Cycle now, Search& search);
  void intake(Cycle now);
  /// Stage "addresses that are at hand".
  [[gnu::noinline]] void take_keys(Cycle now);
  void settle();
  /// Stages "control" and "faults", and what they leave to be ended and answered.
  [[gnu::cold, gnu::noinline]] void settle_exceptions(Cycle now);
  /// The causes that the channels see, of this edge before stage "issue".
  Search search_channels(Cycle now) const;
  static bool unsettled(const Search& search) { return !search[0] || !search[1]; }
  /// The causes behind those: of the heads, of which the arbiter has decided so.
  void search_heads(const GrantDecision& decision, Search& search) const;
  std::optional<Charge> stall_of_heads(Direction direction, const GrantDecision& decision) const;
  /// Of the edge after the last one, if nothing happens at it.
  Charges quiet_charges() const;
  void charge(const Charges& charges, Cycle cycles);
  /// They last from the edge that comes next.
  void charge_levels();
  void report_edge(Cycle now, const Charges& charges);

  Parts parts_;
  const Watch& watch_;
  Cycle work_edge_ = kNever;  ///< the work source's next edge; `kNever` is asked anew
  Cycle glides_before_ = 0;   ///< what `may_glide` found holds up to there; 0: nothing is known
  Cycle cycles_ = 0;          ///< edges accounted for: those before this one
  std::array<std::optional<QpIndex>, kDirections> winners_;  ///< of this edge
  StallLedger ledger_;
  std::array<std::uint64_t, kDirections> grants_{};
  LevelAccount slots_in_use_;
  LevelAccount reads_outstanding_;
  LevelAccount writes_outstanding_;
};

}  // namespace sgdma::core
