/// Checks of work before it reaches the arbiter.
#pragma once

#include <cstdint>

#include "platform/platform_config.h"
#include "platform/qp_context.h"
#include "platform/region_table.h"
#include "platform/work_item.h"
#include "types/completion_status.h"

namespace sgdma::platform {

/// Longest message, 2^31 bytes (rdma.md rule 3).
inline constexpr std::uint64_t kMaxMessageBytes = 1ULL << 31U;

/// Sum of the SGE lengths, in 64 bits: 256 SGEs of 2^32 - 1 bytes do not wrap.
std::uint64_t total_bytes(const ScatterGatherList& sges);

/// Length that a WQE asks for: of its SGEs or its inline data, true beyond every limit.
std::uint64_t asked_bytes(const WorkQueueElement& wqe);
/// Length that a packet asks for: the DMA length where it brings one, 8 for an atomic, else its
/// payload.
std::uint64_t asked_bytes(const IncomingPacket& packet);

/// A status and, for work on the send queue, its true length.
struct CheckedLength {
  CompletionStatus status = CompletionStatus::kSuccess;
  std::uint64_t bytes = 0;
};

/// A remote range that passed its checks; no region where it is of zero length.
struct CheckedRange {
  CompletionStatus status = CompletionStatus::kSuccess;
  const RegisteredRegion* region = nullptr;
  std::uint64_t offset = 0;  ///< in the region
};

/// Statuses on the requester's side and for receives:
///  - LOC_QP_OP_ERR: what a verbs provider refuses at post (more SGEs than `max_sge`, more inline
///  data
///    than `max_inline`, inline data for a READ or atomic; rdma.md rule 4);
///  - LOC_LEN_ERR: more than 2^31 bytes, or an atomic that does not receive exactly 8;
///  - LOC_PROT_ERR: an lkey that is unknown, a range out of bounds, or no LOCAL_WRITE where the NIC
///  will
///    write (rule 20; LOC_ACCESS_ERR is not used).
/// On the responder's side:
///  - REM_INV_REQ_ERR: longer than 2^31 bytes, or a misaligned atomic (rule 13);
///  - REM_ACCESS_ERR: an rkey that is unknown, a range out of bounds, or missing access.
/// SGEs and remote ranges of zero length are not looked at (rules 1 and 2).
class WorkChecker {
 public:
  WorkChecker(const TargetConfig& target, const RegionTable& regions)
      : target_(target), regions_(regions) {}

  /// Whether a SEND or WRITE waits for its acknowledge.
  bool acknowledged() const { return target_.acknowledged; }

  /// A WQE of the send queue.
  CheckedLength check_send(const WorkQueueElement& wqe) const;
  /// A receive, as it is posted: the number of its SGEs. Their keys are checked by the packets that
  /// go to them, and their sum may exceed 2^31.
  CompletionStatus check_receive(const WorkQueueElement& wqe) const;
  /// The range of a WRITE, READ request or atomic. `rights`: bits of `access`.
  CheckedRange check_remote(const IncomingPacket& packet, std::uint64_t bytes,
                            std::uint8_t rights) const;
  /// As above, for the 8 bytes of an atomic or ATOMIC_WRITE, which are aligned in the IOVA and in
  /// memory.
  CheckedRange check_remote_atomic(const IncomingPacket& packet, std::uint8_t rights) const;

 private:
  CompletionStatus check_sges(const ScatterGatherList& sges, std::uint8_t rights) const;

  const TargetConfig& target_;
  const RegionTable& regions_;
};

}  // namespace sgdma::platform
