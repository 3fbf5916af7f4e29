#include "observe/diagram/chosen_transfer.h"

namespace sgdma::observe {

bool ChosenTransfer::has_tag(const CompletionTag& tag) const {
  const auto* asked = std::get_if<CompletionTag>(&choice_.of);
  return asked != nullptr && same_text(*asked, tag);
}

bool ChosenTransfer::better(Cycle now) const {
  if (!transfer_) return true;
  if (!choice_.around || transfer_->ends() >= *choice_.around) return false;
  if (now <= *choice_.around) return true;
  if (transfer_->begins() > *choice_.around) return false;
  return now - *choice_.around < *choice_.around - transfer_->ends();
}

void ChosenTransfer::on_post(Cycle now, const TransferRequest& request) {
  if (request.bytes == 0 && has_tag(request.tag) && better(now)) {
    transfer_.emplace(now, request, choice_.around);
  }
}

void ChosenTransfer::on_grant(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                              const TransferRequest& request) {
  const auto* asked = std::get_if<SlotIndex>(&choice_.of);
  const bool candidate = asked != nullptr ? *asked == slot : has_tag(entry.tag);
  if (candidate && better(now)) transfer_.emplace(now, slot, entry, request, choice_.around);
}

void ChosenTransfer::on_burst(Cycle now, const BurstEvent& event) {
  if (follows(event.slot, now)) transfer_->burst(now, event);
}

void ChosenTransfer::on_beat(Cycle now, const BeatEvent& event) {
  if (follows(event.slot, now)) transfer_->beat(now, event);
}

void ChosenTransfer::on_response(Cycle now, const ResponseEvent& event) {
  if (follows(event.slot, now)) transfer_->response(now, event);
}

void ChosenTransfer::on_waste(Cycle now, const BeatEvent& event) {
  if (follows(event.slot, now)) transfer_->waste(now, event);
}

void ChosenTransfer::on_control(Cycle now, const ControlEvent& event) {
  if (transfer_) transfer_->control(now, event);
}

void ChosenTransfer::on_teardown(Cycle now, SlotIndex slot, const InFlightEntry&,
                                 const TeardownEvent& event) {
  if (follows(slot, now)) transfer_->teardown(now, event);
}

void ChosenTransfer::on_fault(Cycle now, SlotIndex slot, const InFlightEntry&,
                              const FaultRecord& fault) {
  if (follows(slot, now)) transfer_->fault(now, fault);
}

void ChosenTransfer::on_free(Cycle now, SlotIndex slot, const InFlightEntry&) {
  if (follows(slot, now)) transfer_->free(now);
}

void ChosenTransfer::on_completion(Cycle now, const Completion& completion) {
  if (transfer_ && same_text(transfer_->tag(), completion.tag)) {
    transfer_->completion(now, completion);
  }
}

void ChosenTransfer::on_reject(Cycle now, const CompletionTag& tag, CompletionStatus status,
                               std::uint64_t) {
  if (has_tag(tag)) rejection_ = Rejection{now, status};
}

void ChosenTransfer::on_cqe(Cycle now, const platform::CompletionQueueEntry& entry) {
  if (!transfer_) return;
  const CompletionTag& tag = transfer_->tag();
  if (tag.last_part && tag.qp == entry.qp && tag.side == entry.side && tag.number == entry.number) {
    transfer_->cqe(now, entry);
  }
}

}  // namespace sgdma::observe
