/// Deliberate faults: in how transfers are ended in the middle and in whose the cycles are, which
/// the checks of a run have to see, and in run-ahead, which a comparison with the same run step by
/// step has to see. docs/mutations.md says what sees which.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sgdma::core {

enum class Fault : std::uint8_t {
  kNone,
  // Control.
  kAnswersAtOnce,
  kQueueKept,
  kCompletionsKept,
  kScattersOverlooked,
  kQueuesStayHeld,
  // Teardown and retirement.
  kTornNotSilent,
  kTornSaysSuccess,
  kPolicyIgnored,
  kReservationKept,
  kTwoEndsAtAnEdge,
  kFailedGatherGoesOn,
  // Channels.
  kIssuesOn,
  kStoppedReadsMove,
  kBufferedBeatsKept,
  kReadTagLost,
  kReadBytesLost,
  kWriteIdLost,
  kRestIsWritten,
  kCutBurstEndsEarly,
  kPayloadKept,
  // Quarantine.
  kQuarantinedTagServes,
  kLateBeatsMove,
  kQuarantineForgotten,
  // Queues and completions.
  kLockKept,
  kFlushGrants,
  kDroppedKeepRoom,
  kDropTakesAll,
  // Regions.
  kRegionAnswersAtOnce,
  kQueueUsesRegion,
  kUnitsStayGood,
  kFenceForgetsBursts,
  kRegionNotTorn,
  // Around the engine.
  kRegionKeyKept,
  kEpochKept,
  kReceivesNotFlushed,
  kOldWqesKept,
  kSuccessBehindFailure,
  // Stall account.
  kWriterKept,
  kRowHasOneOwner,
  kSlotZeroWaits,
  // Run-ahead.
  kPendingIgnored,
  kHorizonIgnored,
  kTieIgnored,
  kNotAskedAgain,
  kActivityUncounted,
  kEdgeNotLast,
  kNextEngineNotLast,
  kOtherEdgesIgnored,
  kPartsCalledAhead,
  kKnownEdgesNotHeld,
  kReaderAskedAhead,
};

inline constexpr Fault kFirstOfRunAhead = Fault::kPendingIgnored;

/// As docs/mutations.md names them, in the order above.
inline constexpr std::array<std::string_view, 52> kFaultNames = {
    "none",
    "answers_at_once",
    "queue_kept",
    "completions_kept",
    "scatters_overlooked",
    "queues_stay_held",
    "torn_not_silent",
    "torn_says_success",
    "policy_ignored",
    "reservation_kept",
    "two_ends_at_an_edge",
    "failed_gather_goes_on",
    "issues_on",
    "stopped_reads_move",
    "buffered_beats_kept",
    "read_tag_lost",
    "read_bytes_lost",
    "write_id_lost",
    "rest_is_written",
    "cut_burst_ends_early",
    "payload_kept",
    "quarantined_tag_serves",
    "late_beats_move",
    "quarantine_forgotten",
    "lock_kept",
    "flush_grants",
    "dropped_keep_room",
    "drop_takes_all",
    "region_answers_at_once",
    "queue_uses_region",
    "units_stay_good",
    "fence_forgets_bursts",
    "region_not_torn",
    "region_key_kept",
    "epoch_kept",
    "receives_not_flushed",
    "old_wqes_kept",
    "success_behind_failure",
    "writer_kept",
    "row_has_one_owner",
    "slot_zero_waits",
    "pending_ignored",
    "horizon_ignored",
    "tie_ignored",
    "not_asked_again",
    "activity_uncounted",
    "edge_not_last",
    "next_engine_not_last",
    "other_edges_ignored",
    "parts_called_ahead",
    "known_edges_not_held",
    "reader_asked_ahead",
};
static_assert(static_cast<std::size_t>(Fault::kReaderAskedAhead) + 1 == kFaultNames.size());

}  // namespace sgdma::core
