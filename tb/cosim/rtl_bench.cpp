#include "cosim/rtl_bench.h"

#include <algorithm>

#include <fmt/format.h>

namespace sgdma::test {

using cosim::RtlState;

RtlBench::RtlBench(cosim::RtlEngine& rtl, const cosim::RtlConfig& config, RtlMemory memory,
                   std::vector<TimedRequest> work)
    : rtl_(rtl),
      memory_(memory),
      posted_(config.posted),
      work_(std::move(work)),
      queues_(rtl.shape().queue_pairs) {
  rtl_.configure(config);
}

std::uint64_t RtlBench::address_of(std::uint32_t slot) const {
  const std::uint32_t* entry = rtl_.state().entries + std::size_t{slot} * cosim::kEntryWords;
  return entry[1] | std::uint64_t{entry[2]} << 32U;
}

std::uint32_t RtlBench::remaining_of(std::uint32_t slot) const {
  return rtl_.state().entries[std::size_t{slot} * cosim::kEntryWords + 3];
}

bool RtlBench::run(Cycle most) {
  for (; now_ < most; ++now_) {
    step();
    if (next_ == work_.size() && queued_ == 0 && rtl_.state().busy == 0) {
      return true;
    }
  }
  return false;
}

void RtlBench::step() {
  cosim::RtlInputs inputs = answers();
  take_requests();
  inputs.ar_ready = true;
  inputs.aw_ready = true;
  inputs.w_ready = true;
  std::vector<std::uint64_t> addresses;
  for (std::uint32_t slot = 0; slot < rtl_.shape().slots; ++slot) {
    addresses.push_back(address_of(slot));
  }
  const std::uint64_t busy = rtl_.state().busy;
  rtl_.step(inputs);
  follow(addresses, busy);
  follow_queues();
}

/// What is valid from an edge before this one.
cosim::RtlInputs RtlBench::answers() {
  cosim::RtlInputs inputs;
  if (!reads_.empty() && reads_.front().valid < now_) {
    inputs.r_valid = true;
    inputs.r_id = reads_.front().slot;
    inputs.r_last = reads_.front().last;
    reads_.pop_front();
  }
  if (!responses_.empty() && responses_.front().valid < now_) {
    inputs.b_valid = true;
    inputs.b_id = responses_.front().slot;
    responses_.pop_front();
  }
  return inputs;
}

void RtlBench::take_requests() {
  const RtlState::Address& ar = rtl_.state().ar;
  if (ar.valid) {
    for (std::uint32_t beat = 0; beat < ar.beats; ++beat) {
      const Cycle first = beat == 0 ? now_ + memory_.read_latency : 0;
      last_read_ = std::max(first, last_read_ + 1);
      reads_.push_back({ar.id, beat + 1 == ar.beats, last_read_});
    }
  }
  if (write_.valid && write_.last && !posted_) {
    last_response_ = std::max(now_ + memory_.write_latency, last_response_ + 1);
    responses_.push_back({write_.slot, last_response_});
  }
}

void RtlBench::follow(const std::vector<std::uint64_t>& addresses, std::uint64_t busy) {
  const RtlState& state = rtl_.state();
  for (std::size_t direction = 0; direction < kDirections; ++direction) {
    const RtlState::Grant& grant = state.grants[direction];
    if (grant.granted) {
      line(fmt::format("grant {} {} {} 0x{:x} {}", grant.slot, grant.qp, direction == 0 ? 'g' : 's',
                       address_of(grant.slot), remaining_of(grant.slot)));
      queues_[grant.qp].pop_front();
      --queued_;
      rtl_.show(grant.qp, queues_[grant.qp].empty() ? nullptr : &queues_[grant.qp].front());
    }
  }
  if (state.ar.valid) {
    line(fmt::format("ar {} 0x{:x} {} {}", state.ar.id, state.ar.address, state.ar.bytes,
                     state.ar.beats));
  }
  if (state.payload_out.valid) {
    const std::uint32_t slot = state.payload_out.slot;
    line(fmt::format("move {} 0x{:x} {} {}", slot, addresses[slot], state.payload_out.bytes,
                     remaining_of(slot)));
  }
  if (write_.valid) {
    line(fmt::format("move {} 0x{:x} {} {}", write_.slot, write_.address, write_.bytes,
                     remaining_of(write_.slot)));
  }
  write_ = {state.w.valid, state.w.last, state.w.slot, address_of(state.w.slot), state.w.bytes};
  if (write_.valid) {
    line(fmt::format("w {} 0x{:x} {} {}", write_.slot, write_.address, write_.bytes,
                     write_.last ? 1 : 0));
  }
  for (std::uint64_t ended = busy & ~state.busy; ended != 0; ended &= ended - 1) {
    line(fmt::format("done {}", __builtin_ctzll(ended)));
  }
}

/// Intake: work of this edge can win at the next.
void RtlBench::follow_queues() {
  for (; next_ < work_.size() && work_[next_].at <= now_; ++next_) {
    const TransferRequest& request = work_[next_].request;
    const auto qp = raw(request.qp);
    line(fmt::format("intake {}", qp));
    queues_[qp].push_back(request);
    ++queued_;
    rtl_.show(qp, &queues_[qp].front());
  }
}

std::vector<std::string> RtlBench::lines() const {
  std::vector<std::pair<Cycle, std::string>> sorted = lines_;
  std::sort(sorted.begin(), sorted.end());
  std::vector<std::string> texts;
  for (const auto& [edge, text] : sorted) {
    texts.push_back(fmt::format("{} {}", edge, text));
  }
  return texts;
}

}  // namespace sgdma::test
