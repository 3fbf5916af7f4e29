/// Events of a diagram from those that observers are told.
#pragma once

#include "observe/diagram/diagram_column.h"
#include "platform/work_observer.h"
#include "types/observer.h"

namespace sgdma::observe {

/// The detail of bursts and beats is their number of bytes, of answers their status.
DiagramEvent intake_event(const TransferRequest& request);
DiagramEvent grant_event(SlotIndex slot, Direction direction);
/// `ar` or `aw`.
DiagramEvent burst_event(const BurstEvent& event);
/// A write beat at the edge that drove it.
DiagramEvent driven_event(const BeatEvent& event);
DiagramEvent move_event(const BeatEvent& event);
/// A write beat at the edge that drove it, of which no byte is enabled.
DiagramEvent cut_event(const BeatEvent& event);
DiagramEvent waste_event(const BeatEvent& event);
/// `asked` or `answered`; of an engine reset without a number.
DiagramEvent control_event(const ControlEvent& event);
DiagramEvent response_event(const ResponseEvent& event);
DiagramEvent fault_event(SlotIndex slot, Direction direction, const FaultRecord& fault);
DiagramEvent done_event(SlotIndex slot, Direction direction);
DiagramEvent completion_event(const Completion& completion);
DiagramEvent cqe_event(const platform::CompletionQueueEntry& entry);

}  // namespace sgdma::observe
