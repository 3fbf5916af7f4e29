#include "observe/wave/wave_trigger.h"

namespace sgdma::observe {

namespace {

using Kind = TriggerCondition::Kind;

bool is_reset(ControlKind kind) {
  return kind == ControlKind::kEngineReset || kind == ControlKind::kQueuePairReset ||
         kind == ControlKind::kQueuePairError;
}

}  // namespace

bool WaveTrigger::is_asked_tag(const CompletionTag& tag) const {
  return condition_.kind == Kind::kTag && same_text(*condition_.tag, tag);
}

bool WaveTrigger::is_asked_control(const ControlEvent& event) const {
  return (condition_.kind == Kind::kReset && is_reset(event.kind)) ||
         (condition_.kind == Kind::kDeregistration && event.kind == ControlKind::kDeregister);
}

void WaveTrigger::on_grant(const CompletionTag& tag) { fired_ = fired_ || is_asked_tag(tag); }

void WaveTrigger::on_fault() {
  if (condition_.kind == Kind::kFault) {
    fired_ = over_ = true;
  }
}

void WaveTrigger::on_control(const ControlEvent& event) {
  if (!is_asked_control(event)) {
    return;
  }
  if (!event.answered && !fired_) {
    fired_ = true;
    awaited_ = event;
  } else if (event.answered && awaited_ && awaited_->kind == event.kind &&
             awaited_->qp == event.qp && awaited_->region == event.region) {
    over_ = true;
  }
}

void WaveTrigger::on_completion(const CompletionTag& tag) {
  if (is_asked_tag(tag)) {
    fired_ = over_ = true;
  }
}

}  // namespace sgdma::observe
