// The RTL's slot arbiter behind the model's interface: heads are its inputs, a decision is a clock.

#include <algorithm>

#include "Vsgdma_slot_arbiter.h"
#include "cosim/verilated_parts.h"

namespace sgdma::cosim {
namespace {

constexpr std::uint32_t kWeightBits = 21;
constexpr std::uint32_t kWinnerBits = 6;
constexpr std::uint32_t kPlenty = 0xFFFFU;  ///< of slots, more than any reserve asks for

class RtlSlotArbiter final : public core::SlotArbiter {
 public:
  RtlSlotArbiter(const EngineConfig& config, const QueuePairConfigs& queue_pairs)
      : top_(&context_) {
    top_.weighted = config.arbitration == ArbitrationKind::kWeightedRoundRobin;
    top_.reserve = config.reserve_gather | config.reserve_scatter << 16U;
    for (std::uint32_t qp = 0; qp < kMostRtlQueuePairs; ++qp) {
      set_weight(qp, qp < queue_pairs.size() ? queue_pairs[qp].weight : 1);
    }
    top_.rst_n = 0;
    clock();
    top_.rst_n = 1;
  }
  ~RtlSlotArbiter() override { top_.final(); }

  void show(Direction direction, QpIndex qp, const core::Head& head) override {
    set(direction, qp, true);
    const QData bit = QData{1} << raw(qp);
    top_.empty = head.bytes == 0 ? top_.empty | bit : top_.empty & ~bit;
  }
  void withdraw(Direction direction, QpIndex qp) override { set(direction, qp, false); }

  core::GrantDecision decide(const core::GrantConditions& conditions) override {
    const core::GrantDecision decision = preview(conditions);
    clock();
    for (const Direction direction : {Direction::kGather, Direction::kScatter}) {
      if (decision.winner[index_of(direction)]) {
        set(direction, *decision.winner[index_of(direction)], false);
      }
    }
    return decision;
  }

  core::GrantDecision preview(const core::GrantConditions& conditions) const override {
    core::GrantDecision decision = decision_under(conditions);
    const auto wait = [&](std::size_t d) { return decision.no_slot[d] || decision.held_back[d]; };
    if (!decision.contended && (wait(0) || wait(1))) {
      for (const Direction direction : {Direction::kGather, Direction::kScatter}) {
        if (wait(index_of(direction))) {
          decision.waits[index_of(direction)] = first_of(direction, conditions);
        }
      }
      decision_under(conditions);  // what a clock takes over
    }
    return decision;
  }

 private:
  core::GrantDecision decision_under(const core::GrantConditions& conditions) const {
    top_.free_slots = static_cast<SData>(conditions.free_slots);
    top_.busy_slots = conditions.busy_slots[0] | conditions.busy_slots[1] << 16U;
    top_.any_entry = conditions.completion_entries > 0;
    top_.single_entry = conditions.completion_entries == 1;
    top_.port_used = pair(conditions.completion_port_used);
    top_.ends_waiting = pair(conditions.ends_waiting);
    top_.decide = 1;
    top_.clk = 0;
    top_.eval();
    core::GrantDecision decision;
    decision.contended = top_.contended != 0;
    for (std::uint32_t d = 0; d < kDirections; ++d) {
      const QpIndex picked{top_.winner >> (d * kWinnerBits) & ((1U << kWinnerBits) - 1)};
      if ((top_.granted >> d & 1U) != 0) {
        decision.winner[d] = picked;
      } else if (decision.contended) {
        decision.waits[d] = picked;
      }
      decision.no_slot[d] = (top_.no_slot >> d & 1U) != 0;
      decision.held_back[d] = (top_.held_back >> d & 1U) != 0;
    }
    return decision;
  }
  /// The head that the direction's picker would take if nothing kept it: the RTL tells that it
  /// waits, and not which it is. Where only a slot is missing, one with bytes goes first.
  QpIndex first_of(Direction direction, const core::GrantConditions& conditions) const {
    const bool all_wait =
        conditions.completion_entries == 0 || conditions.ends_waiting[index_of(direction)];
    core::GrantConditions open;
    open.free_slots = kPlenty;
    open.completion_entries = kPlenty;
    const core::GrantDecision any = decision_under(open);
    open.completion_port_used = {true, true};
    const core::GrantDecision with_bytes = decision_under(open);
    const std::size_t at = index_of(direction);
    return all_wait || !with_bytes.winner[at] ? *any.winner[at] : *with_bytes.winner[at];
  }
  static CData pair(const std::array<bool, kDirections>& bits) {
    return static_cast<CData>((bits[0] ? 1U : 0U) | (bits[1] ? 2U : 0U));
  }
  void set(Direction direction, QpIndex qp, bool shown) {
    std::uint32_t& word = top_.heads[index_of(direction) * 2 + raw(qp) / 32];
    const std::uint32_t bit = 1U << (raw(qp) % 32);
    word = shown ? word | bit : word & ~bit;
  }
  void set_weight(std::uint32_t qp, std::uint32_t weight) {
    for (std::uint32_t bit = 0; bit < kWeightBits; ++bit) {
      const std::uint32_t at = qp * kWeightBits + bit;
      std::uint32_t& word = top_.weights[at / 32];
      const std::uint32_t mask = 1U << (at % 32);
      word = (weight >> bit & 1U) != 0 ? word | mask : word & ~mask;
    }
  }
  void clock() const {
    top_.clk = 0;
    top_.eval();
    top_.clk = 1;
    top_.eval();
  }

  VerilatedContext context_;
  mutable Vsgdma_slot_arbiter top_;  ///< a preview sets its inputs, and changes no register
};

}  // namespace

std::unique_ptr<core::SlotArbiter> make_rtl_slot_arbiter(const EngineConfig& config,
                                                         const QueuePairConfigs& queue_pairs) {
  return std::make_unique<RtlSlotArbiter>(config, queue_pairs);
}

}  // namespace sgdma::cosim
