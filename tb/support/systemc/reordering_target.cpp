#include "support/systemc/reordering_target.h"

#include <algorithm>

#include "model/burst_extension.h"

namespace sgdma::test {

void ReorderingTarget::answer_at(Port& port, tlm::tlm_generic_payload& payload,
                                 const sc_core::sc_time& due) {
  if (payload.is_write()) {
    FourPhaseTarget::answer_at(port, payload, due);
    return;
  }
  if (bursts_.empty()) {
    at(due + cycles(kWindow), [this, &port] { answer_collected(port); });
  }
  const auto* frame = payload.get_extension<model::BurstExtension>();
  if (bursts_.empty() || frame->first()) {
    bursts_.emplace_back();
  }
  bursts_.back().push_back(&payload);
}

void ReorderingTarget::answer_collected(Port& port) {
  while (!bursts_.empty()) {
    for (auto burst = bursts_.rbegin(); burst != bursts_.rend(); ++burst) {
      port.ready.push_back(burst->front());
      burst->pop_front();
    }
    bursts_.erase(std::remove_if(bursts_.begin(), bursts_.end(),
                                 [](const Beats& beats) { return beats.empty(); }),
                  bursts_.end());
  }
  answer(port);
}

}  // namespace sgdma::test
