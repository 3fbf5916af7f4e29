/// Intake of incoming requests: SEND, WRITE, READ request, atomics.
#pragma once

#include "platform/cqe_generator.h"
#include "platform/gather_parts.h"
#include "platform/intake_ledger.h"
#include "platform/intake_place.h"
#include "platform/pending_atomics.h"
#include "platform/region_table.h"
#include "platform/work_checker.h"
#include "types/transfer_request.h"

namespace sgdma::platform {

/// A packet that fails is dropped with the rest of its message, as:
///  - REM_INV_REQ_ERR: its place in the message is not the one due (Middle or Last without a
///  First), a
///    READ request or atomic in several packets, a WRITE that does not bring its RETH length, a
///    misaligned atomic;
///  - REM_ACCESS_ERR: key, bounds or access of the remote range;
///  - REM_OP_ERR: no receive is posted (counted as receiver-not-ready; there is no retry in this
///  model);
///  - LOC_LEN_ERR: a SEND that exceeds its receive (rdma.md rule 5), or 2^31 bytes;
///  - LOC_PROT_ERR: an SGE of the receive that the packet goes to.
/// The last two, and a SEND that is cut off by the next message (REM_INV_REQ_ERR), also end the
/// receive with that status; the others write no CQE. The size of packets against the path MTU is
/// not checked. An atomic moves 8 bytes whatever its payload length says.
class Responder {
 public:
  Responder(const RegionTable& regions, const WorkChecker& checker, CqeGenerator& cqes,
            IntakeLedger& ledger, GatherParts& gather, PendingAtomics& atomics)
      : regions_(regions),
        checker_(checker),
        cqes_(cqes),
        ledger_(ledger),
        gather_(gather),
        atomics_(atomics) {}

  /// True if `request` is filled with the packet's transfer, all fields but `taken_at`. A READ
  /// request begins its gather instead.
  bool receive(const IntakePlace& place, const IncomingPacket& packet, TransferRequest& request);

 private:
  void begin(const IntakePlace& place, const IncomingPacket& packet);
  void cut_off(const IntakePlace& place);
  CompletionStatus select(const IntakePlace& place, const IncomingPacket& packet,
                          TransferRequest& request);
  CompletionStatus select_send(const IntakePlace& place, const IncomingPacket& packet,
                               TransferRequest& request);
  CompletionStatus select_write(const IntakePlace& place, const IncomingPacket& packet,
                                TransferRequest& request);
  CompletionStatus select_read(const IntakePlace& place, const IncomingPacket& packet);
  CompletionStatus select_atomic(const IncomingPacket& packet, TransferRequest& request);
  void hand_over(const IntakePlace& place, const IncomingPacket& packet,
                 const TransferRequest& request);
  void drop(const IntakePlace& place, CompletionStatus status);

  const RegionTable& regions_;
  const WorkChecker& checker_;
  CqeGenerator& cqes_;
  IntakeLedger& ledger_;
  GatherParts& gather_;
  PendingAtomics& atomics_;
};

}  // namespace sgdma::platform
