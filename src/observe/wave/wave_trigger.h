/// What opens a window of the waveform.
#pragma once

#include <optional>

#include "types/completion_tag.h"
#include "types/observer.h"

namespace sgdma::observe {

/// What the user asked for: `fault`, `reset`, `dereg`, or a tag.
struct TriggerCondition {
  enum class Kind : std::uint8_t { kFault, kReset, kDeregistration, kTag };
  Kind kind{};
  std::optional<CompletionTag> tag;  ///< of `kTag`; `last_part` does not count
};

/// Fires once: with the first fault of a transfer, the first request for a reset of the engine or
/// of a queue pair (to RESET or to ERR), the first request for a deregistration, or the grant of
/// the tag (its completion, where it is of zero length). What fired is over with the fault itself,
/// the answer to what was asked, or the tag's completion.
class WaveTrigger {
 public:
  explicit WaveTrigger(const TriggerCondition& condition) : condition_(condition) {}

  void on_grant(const CompletionTag& tag);
  void on_fault();
  void on_control(const ControlEvent& event);
  void on_completion(const CompletionTag& tag);

  bool fired() const { return fired_; }
  bool over() const { return over_; }

 private:
  bool is_asked_tag(const CompletionTag& tag) const;
  bool is_asked_control(const ControlEvent& event) const;

  TriggerCondition condition_;
  std::optional<ControlEvent> awaited_;  ///< the answer to it ends what fired
  bool fired_ = false;
  bool over_ = false;
};

}  // namespace sgdma::observe
