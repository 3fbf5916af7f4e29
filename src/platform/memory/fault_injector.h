/// Decides which beats host memory does not answer as it should.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include <tlm>

#include "model/burst_extension.h"
#include "model/engine_clock.h"
#include "platform/memory/fault_rule.h"
#include "platform/random_stream.h"
#include "types/bus_status.h"

namespace sgdma::platform {

/// Is asked once for every beat, in the order in which memory serves them. The first rule that
/// strikes counts; what no rule strikes is a decode error where it is not mapped. Cut beats are
/// never struck, and count as beats.
///
/// The answers of a transfer stay in order: what comes behind a silent beat in its transfer is as
/// late as that one, or never answered either.
///
/// Invariant: the transfer that a slot serves is followed from its first beat on, in so far as
/// there was a rule by then. Nothing is allocated per beat once every slot has been seen.
class FaultInjector {
 public:
  static constexpr model::Ticks kNeverAnswered = std::numeric_limits<model::Ticks>::max();

  struct Verdict {
    BusStatus status = BusStatus::kOkay;
    model::Ticks late = 0;  ///< how much later the answer comes than it would; or kNeverAnswered
  };

  /// Addresses from `end` on are not mapped; 0: all are. `seed` is that of what rules draw.
  FaultInjector(std::uint64_t end, std::uint64_t seed) : end_(end), seed_(seed), idle_(end == 0) {}

  /// From now on the rule is asked after those that are there. Returns its number, from 0. A rule
  /// with `beat` or `burst` counts right in transfers that begin later, and in all where there was
  /// a rule before.
  std::size_t arm(const FaultRule& rule);
  /// Whether there is nothing to ask for: every beat is answered as it should be.
  bool idle() const { return idle_; }
  Verdict judge(const tlm::tlm_generic_payload& payload);
  /// How many beats a rule has struck.
  std::uint64_t strikes(std::size_t rule) const { return rules_[rule].strikes; }

 private:
  /// That share the memory, and may each have a transfer in a slot of one number.
  static constexpr std::size_t kInitiators = 8;

  struct ArmedRule {
    FaultRule rule;
    RandomStream stream;
    std::uint64_t strikes = 0;
  };
  /// What a slot's transfer has asked for so far.
  struct Transfer {
    CompletionTag owner;
    Direction direction = Direction::kGather;
    std::uint32_t bursts = 0;
    std::uint32_t beats = 0;
    model::Ticks late = 0;  ///< of its answers from here on
  };
  struct Beat;

  bool mapped(const tlm::tlm_generic_payload& payload) const {
    return end_ == 0 || (payload.get_address() < end_ &&
                         payload.get_data_length() <= end_ - payload.get_address());
  }
  Verdict ask_rules(const tlm::tlm_generic_payload& payload);
  Transfer& count(const model::BurstExtension& frame, Direction direction);
  static bool fits(const FaultRule& rule, const Beat& beat);
  static bool strikes(ArmedRule& armed, const Beat& beat);

  std::uint64_t end_;
  std::uint64_t seed_;
  bool idle_;
  std::vector<ArmedRule> rules_;
  /// By slot, what was asked for last first: that of each initiator, and some that have ended.
  std::vector<std::vector<Transfer>> transfers_;
};

}  // namespace sgdma::platform
