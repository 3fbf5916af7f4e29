/// What opens a window of a waveform, and what ends it.
#include "observe/wave/wave_trigger.h"

#include <gtest/gtest.h>

namespace sgdma::observe {
namespace {

using Kind = TriggerCondition::Kind;

ControlEvent asked(ControlKind kind, std::uint32_t qp, std::uint32_t region = 0) {
  return {kind, false, QpNumber{qp}, RegionKey{region}};
}

ControlEvent answered(ControlEvent event) {
  event.answered = true;
  return event;
}

TEST(WaveTriggers, AFaultFiresAndIsOverAtOnce) {
  WaveTrigger trigger({Kind::kFault, std::nullopt});
  trigger.on_control(asked(ControlKind::kQueuePairReset, 1));
  trigger.on_grant(*parse_tag("1.sq.0.0@0"));
  trigger.on_completion(*parse_tag("1.sq.0.0@0"));
  EXPECT_FALSE(trigger.fired());
  trigger.on_fault();
  EXPECT_TRUE(trigger.fired());
  EXPECT_TRUE(trigger.over());
}

TEST(WaveTriggers, AResetLastsFromTheQuestionToItsAnswer) {
  for (const ControlKind kind :
       {ControlKind::kEngineReset, ControlKind::kQueuePairReset, ControlKind::kQueuePairError}) {
    WaveTrigger trigger({Kind::kReset, std::nullopt});
    trigger.on_fault();
    trigger.on_control(asked(ControlKind::kDeregister, 0, 5));
    EXPECT_FALSE(trigger.fired());
    trigger.on_control(asked(kind, 3));
    EXPECT_TRUE(trigger.fired());
    EXPECT_FALSE(trigger.over());
    // Another queue pair's reset is asked for and answered meanwhile.
    trigger.on_control(asked(kind, 4));
    trigger.on_control(answered(asked(kind, 4)));
    EXPECT_FALSE(trigger.over());
    trigger.on_control(answered(asked(kind, 3)));
    EXPECT_TRUE(trigger.over());
  }
}

TEST(WaveTriggers, ADeregistrationIsNoReset) {
  WaveTrigger trigger({Kind::kDeregistration, std::nullopt});
  trigger.on_control(asked(ControlKind::kQueuePairReset, 1));
  trigger.on_control(asked(ControlKind::kEngineReset, 0));
  EXPECT_FALSE(trigger.fired());
  trigger.on_control(asked(ControlKind::kDeregister, 0, 7));
  EXPECT_TRUE(trigger.fired());
  trigger.on_control(answered(asked(ControlKind::kDeregister, 0, 8)));
  EXPECT_FALSE(trigger.over());
  trigger.on_control(answered(asked(ControlKind::kDeregister, 0, 7)));
  EXPECT_TRUE(trigger.over());
}

TEST(WaveTriggers, ATagLastsFromItsGrantToItsCompletion) {
  WaveTrigger trigger({Kind::kTag, parse_tag("7.sq.3.0@0")});
  trigger.on_grant(*parse_tag("7.sq.3.1@0"));
  trigger.on_grant(*parse_tag("7.rq.3.0@0"));
  trigger.on_grant(*parse_tag("7.sq.3.0@1"));
  trigger.on_completion(*parse_tag("7.sq.2.0@0"));
  EXPECT_FALSE(trigger.fired());
  CompletionTag tag = *parse_tag("7.sq.3.0@0");
  tag.last_part = false;
  trigger.on_grant(tag);
  EXPECT_TRUE(trigger.fired());
  EXPECT_FALSE(trigger.over());
  trigger.on_completion(tag);
  EXPECT_TRUE(trigger.over());
}

TEST(WaveTriggers, ATagOfZeroLengthFiresWithItsCompletion) {
  WaveTrigger trigger({Kind::kTag, parse_tag("7.sq.3.0@0")});
  trigger.on_completion(*parse_tag("7.sq.3.0@0"));
  EXPECT_TRUE(trigger.fired());
  EXPECT_TRUE(trigger.over());
}

TEST(CompletionTags, AreReadBack) {
  for (const char* text : {"7.sq.3.0@0", "0.rq.0.0@0", "16777215.responder.4294967295.12@65535"}) {
    const std::optional<CompletionTag> tag = parse_tag(text);
    ASSERT_TRUE(tag) << text;
    EXPECT_EQ(to_string(*tag), text);
  }
  for (const char* text :
       {"", "7", "7.sq", "7.sq.3", "7.sq.3.0", "7.sq.3.0@", "7.xq.3.0@0", "-7.sq.3.0@0",
        "7.sq.3.0@0 ", " 7.sq.3.0@0", "7.sq.3.0@65536", "16777216.sq.0.0@0", "7.sq.4294967296.0@0",
        "7.sq.3.0@0.1", "7..3.0@0", "7.sq.+3.0@0", "7.sq.3.0@0@0"}) {
    EXPECT_FALSE(parse_tag(text)) << text;
  }
}

}  // namespace
}  // namespace sgdma::observe
