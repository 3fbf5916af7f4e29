#include "observe/control_statistics.h"

namespace sgdma::observe {

void ControlStatistics::on_control(Cycle now, const ControlEvent& event) {
  if (event.kind == ControlKind::kDeregister) {
    regions_.on_deregistration(event.region, event.answered);
  }
  ControlFigures& figures = figures_[static_cast<std::size_t>(event.kind)];
  const std::uint64_t key = key_of(event);
  if (!event.answered) {
    ++figures.asked;
    open_[key].push_back(now);
    return;
  }
  ++figures.answered;
  const auto found = open_.find(key);
  if (found == open_.end()) {
    return;
  }
  std::vector<Cycle>& asked = found->second;
  figures.latency.add(now - asked.front());
  asked.erase(asked.begin());
  if (asked.empty()) {
    open_.erase(found);
  }
}

void ControlStatistics::on_grant(Cycle, SlotIndex slot, const InFlightEntry&,
                                 const TransferRequest& request) {
  regions_.on_grant(slot, request);
}

void ControlStatistics::on_registered(Cycle, RegionHandle handle, std::uint32_t listed) {
  regions_.on_registered(handle, listed);
}

void ControlStatistics::on_teardown(Cycle, SlotIndex, const InFlightEntry&,
                                    const TeardownEvent& event) {
  ++torn_[static_cast<std::size_t>(event.cause)];
}

void ControlStatistics::on_fault(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                                 const FaultRecord&) {
  failing_.insert(raw(slot));
  if (entry.tag.side != Side::kResponder) {
    faults_.try_emplace(key_of(entry.tag.qp, entry.tag.side, entry.tag.number), now);
  }
}

void ControlStatistics::on_free(Cycle, SlotIndex slot, const InFlightEntry&) {
  if (!failing_.empty()) {
    failing_.erase(raw(slot));
  }
}

void ControlStatistics::on_quarantine(Cycle now, const QuarantineEvent& event) {
  QuarantineFigures& figures = quarantine_[index_of(event.direction)];
  if (event.over) {
    figures.time.add(now - event.since);
  } else {
    ++figures.bursts;
  }
}

void ControlStatistics::expose(ControlKind kind, QpNumber qp, const BeatEvent& beat) {
  ControlEvent event;
  event.kind = kind;
  event.qp = qp;
  if (open_.contains(key_of(event))) {
    figures_[static_cast<std::size_t>(kind)].exposed[index_of(beat.direction)] += beat.range.bytes;
  }
}

void ControlStatistics::on_beat(Cycle, const BeatEvent& beat) {
  regions_.on_beat(beat);
  if (!open_.empty()) {
    expose(ControlKind::kEngineReset, QpNumber{}, beat);
    expose(ControlKind::kQueuePairReset, beat.tag.qp, beat);
    expose(ControlKind::kQueuePairError, beat.tag.qp, beat);
  }
  if (!failing_.empty() && failing_.contains(raw(beat.slot))) {
    failed_[index_of(beat.direction)] += beat.range.bytes;
  }
  if (epochs_.empty()) {
    return;
  }
  const auto epoch = epochs_.find(raw(beat.tag.qp));
  if (epoch != epochs_.end() && beat.tag.epoch != epoch->second) {
    after_[index_of(beat.direction)] += beat.range.bytes;
  }
}

void ControlStatistics::on_state(Cycle, QpNumber qp, platform::QpState state) {
  if (state != platform::QpState::kReady) {
    return;
  }
  ++epochs_[raw(qp)];
  boost::unordered::erase_if(faults_,
                             [qp](const auto& fault) { return fault.first >> 40U == raw(qp); });
}

void ControlStatistics::on_cqe(Cycle now, const platform::CompletionQueueEntry& entry) {
  const auto fault = faults_.find(key_of(entry.qp, entry.side, entry.number));
  if (fault != faults_.end()) {
    fault_to_cqe_.add(now - fault->second);
    faults_.erase(fault);
  }
}

}  // namespace sgdma::observe
