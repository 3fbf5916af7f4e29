#include "platform/memory/fault_injector.h"

#include <algorithm>
#include <string>

#include "platform/memory/latency.h"

namespace sgdma::platform {

/// A beat as rules see it.
struct FaultInjector::Beat {
  Direction direction;
  std::uint64_t first;                 ///< address
  std::uint64_t last;                  ///< address
  const model::BurstExtension* frame;  ///< nullptr: none, and no place either
  std::uint32_t burst_in_transfer = 0;
  std::uint32_t beat_in_transfer = 0;
};

std::size_t FaultInjector::arm(const FaultRule& rule) {
  const std::size_t number = rules_.size();
  rules_.push_back({rule, RandomStream(seed_, "fault." + std::to_string(number))});
  idle_ = false;
  return number;
}

FaultInjector::Verdict FaultInjector::judge(const tlm::tlm_generic_payload& payload) {
  Verdict verdict = rules_.empty() ? Verdict{} : ask_rules(payload);
  if (verdict.status == BusStatus::kOkay && !mapped(payload)) {
    verdict.status = BusStatus::kDecodeError;
  }
  return verdict;
}

FaultInjector::Verdict FaultInjector::ask_rules(const tlm::tlm_generic_payload& payload) {
  Beat beat{payload.is_read() ? Direction::kGather : Direction::kScatter, payload.get_address(),
            payload.get_address() + payload.get_data_length() - 1,
            payload.get_extension<model::BurstExtension>()};
  Transfer unknown;
  Transfer& transfer = beat.frame == nullptr ? unknown : count(*beat.frame, beat.direction);
  beat.burst_in_transfer = transfer.bursts - 1;
  beat.beat_in_transfer = transfer.beats - 1;

  const bool cut = payload.get_command() == tlm::TLM_IGNORE_COMMAND;
  const auto striking = cut ? rules_.end()
                            : std::find_if(rules_.begin(), rules_.end(),
                                           [&](ArmedRule& armed) { return strikes(armed, beat); });
  Verdict verdict;
  if (striking != rules_.end()) {
    ++striking->strikes;
    const FaultRule& rule = striking->rule;
    switch (rule.answer) {
      case FaultAnswer::kSlaveError: verdict.status = BusStatus::kSlaveError; break;
      case FaultAnswer::kDecodeError: verdict.status = BusStatus::kDecodeError; break;
      case FaultAnswer::kSilent:
        transfer.late = std::max(transfer.late, rule.late == 0 ? kNeverAnswered : ticks(rule.late));
    }
  }
  verdict.late = transfer.late;
  return verdict;
}

FaultInjector::Transfer& FaultInjector::count(const model::BurstExtension& frame,
                                              Direction direction) {
  if (raw(frame.slot) >= transfers_.size()) {
    transfers_.resize(raw(frame.slot) + 1);
  }
  auto& known = transfers_[raw(frame.slot)];
  auto found = std::find_if(known.begin(), known.end(), [&](const Transfer& transfer) {
    return transfer.owner == frame.owner && transfer.direction == direction;
  });
  if (found == known.end()) {
    if (known.size() < kInitiators) {
      known.emplace_back();
    }
    found = known.end() - 1;
    *found = {frame.owner, direction};
  }
  std::rotate(known.begin(), found, found + 1);
  Transfer& transfer = known.front();
  ++transfer.beats;
  transfer.bursts += frame.first() || transfer.bursts == 0 ? 1U : 0U;
  return transfer;
}

bool FaultInjector::fits(const FaultRule& rule, const Beat& beat) {
  if (rule.direction && beat.direction != *rule.direction) {
    return false;
  }
  if (rule.bytes != 0 &&
      (beat.last < rule.address || beat.first > rule.address + (rule.bytes - 1))) {
    return false;
  }
  if (beat.frame == nullptr) {
    return !rule.qp && !rule.side && !rule.number && !rule.part && !rule.burst && !rule.beat;
  }
  const CompletionTag& owner = beat.frame->owner;
  const std::uint32_t place = rule.burst ? beat.frame->beat : beat.beat_in_transfer;
  return (!rule.qp || owner.qp == *rule.qp) && (!rule.side || owner.side == *rule.side) &&
         (!rule.number || owner.number == *rule.number) &&
         (!rule.part || owner.part == *rule.part) &&
         (!rule.burst || beat.burst_in_transfer == *rule.burst) &&
         (!rule.beat || place == *rule.beat);
}

bool FaultInjector::strikes(ArmedRule& armed, const Beat& beat) {
  const FaultRule& rule = armed.rule;
  if ((rule.limit != 0 && armed.strikes == rule.limit) || !fits(rule, beat)) {
    return false;
  }
  return rule.per_million >= FaultRule::kAll ||
         armed.stream.below(FaultRule::kAll) < rule.per_million;
}

}  // namespace sgdma::platform
