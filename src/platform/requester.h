/// Intake of WQEs, and of the responses to READs and atomics.
#pragma once

#include "platform/cqe_generator.h"
#include "platform/gather_parts.h"
#include "platform/intake_ledger.h"
#include "platform/intake_place.h"
#include "platform/region_table.h"
#include "platform/work_checker.h"
#include "types/transfer_request.h"

namespace sgdma::platform {

/// Responses come in the order of their WQEs. A READ's response brings exactly the bytes that were
/// asked for: one that is too long or too short fails its WQE with LOC_LEN_ERR, and one that is cut
/// off by the next response with LOC_QP_OP_ERR (the model has no BAD_RESP_ERR). A response that no
/// WQE waits for is dropped as LOC_QP_OP_ERR, without a CQE.
class Requester {
 public:
  Requester(const RegionTable& regions, const WorkChecker& checker, CqeGenerator& cqes,
            IntakeLedger& ledger, GatherParts& gather)
      : regions_(regions), checker_(checker), cqes_(cqes), ledger_(ledger), gather_(gather) {}

  /// Posts a WQE; a SEND or WRITE begins its gather.
  void post(const IntakePlace& place, const WorkQueueElement& wqe);
  /// Posts a WQE to a queue pair in error, where it is flushed.
  void flush(const IntakePlace& place, const WorkQueueElement& wqe);
  /// An acknowledge: completes the oldest SEND or WRITE that waits for one, where there is a peer.
  void acknowledge(const IntakePlace& place);
  /// A READ or atomic response. True if `request` is filled with its scatter, all fields but
  /// `taken_at`.
  bool respond(const IntakePlace& place, const IncomingPacket& packet, TransferRequest& request);

 private:
  void post_receive(const IntakePlace& place, const WorkQueueElement& wqe);
  CompletionStatus select(const QpContext& context, std::uint32_t bytes, bool ends,
                          ScatterGatherCursor& cursor, TransferRequest& request) const;
  void cut_off(const IntakePlace& place);
  void fail(const IntakePlace& place, CompletionStatus status);

  const RegionTable& regions_;
  const WorkChecker& checker_;
  CqeGenerator& cqes_;
  IntakeLedger& ledger_;
  GatherParts& gather_;
};

}  // namespace sgdma::platform
