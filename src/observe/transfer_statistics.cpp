#include "observe/transfer_statistics.h"

#include <algorithm>

namespace sgdma::observe {

namespace {

std::uint64_t size_class(std::uint32_t bytes) {
  std::uint64_t size = 1;
  while (size < bytes) {
    size *= 2;
  }
  return size;
}

}  // namespace

TransferStatistics::TransferStatistics(std::uint32_t slots, std::uint32_t queue_pairs, Cycle from,
                                       Cycle until)
    : from_(from), until_(until), running_(slots), qps_(queue_pairs) {}

void TransferStatistics::on_grant(Cycle now, SlotIndex slot, const InFlightEntry& entry,
                                  const TransferRequest& request) {
  Cycle& last_taken = last_taken_[index_of(entry.direction)];
  last_taken = std::max(last_taken, request.taken_at);
  running_[raw(slot)] = {request.taken_at, now, request.qp, request.bytes, false};
}

void TransferStatistics::on_teardown(Cycle, SlotIndex slot, const InFlightEntry&,
                                     const TeardownEvent&) {
  running_[raw(slot)].torn = true;
}

void TransferStatistics::on_free(Cycle now, SlotIndex slot, const InFlightEntry& entry) {
  last_end_[index_of(entry.direction)] = now;
  const Running& running = running_[raw(slot)];
  if (!counts(running.taken)) {
    return;
  }
  QueuePairStatistics& qp = qps_[raw(running.qp)];
  qp.number = entry.qp;
  qp.bytes[index_of(entry.direction)] += running.bytes - entry.remaining;
  ++qp.transfers[index_of(entry.direction)];
  if (running.torn) {
    return;
  }
  stages_.queue.add(running.granted - running.taken);
  stages_.slot.add(now - running.granted);
  by_size_[size_class(running.bytes)].add(now - running.taken);
  qp.latency.add(now - running.taken);
}

LatencyHistogram TransferStatistics::total() const {
  LatencyHistogram total;
  for (const auto& [size, latencies] : by_size_) {
    total.add(latencies);
  }
  return total;
}

void TransferStatistics::on_completion(Cycle, const Completion& completion) {
  ++completions_[static_cast<std::size_t>(completion.status)];
  ++transfers_[index_of(completion.direction)];
}

}  // namespace sgdma::observe
