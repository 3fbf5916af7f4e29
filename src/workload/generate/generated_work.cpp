#include "workload/generate/generated_work.h"

#include <algorithm>
#include <iterator>

namespace sgdma::workload {

using platform::IncomingPacket;
using platform::PacketOpcode;
using platform::Picoseconds;
using platform::WorkItem;
using platform::WqeOpcode;

GeneratedWork::GeneratedWork(const Scenario& scenario)
    : scenario_(scenario), wire_(scenario.wire_rate, scenario.queue_pairs) {
  made_.add(posted_);
  made_.add(acknowledges_);
  made_.add(wire_);
  generators_.reserve(scenario.generators.size());
  for (const GeneratorConfig& config : scenario.generators) {
    by_queue_pair_.push_back(generators_.size());
    generators_.emplace_back(scenario, config);
  }
  std::sort(by_queue_pair_.begin(), by_queue_pair_.end(), [&](std::size_t a, std::size_t b) {
    return generators_[a].first_qp() < generators_[b].first_qp();
  });
}

Generator* GeneratedWork::owner(QpIndex qp) {
  const auto behind = std::upper_bound(
      by_queue_pair_.begin(), by_queue_pair_.end(), qp,
      [&](QpIndex at, std::size_t generator) { return at < generators_[generator].first_qp(); });
  if (behind == by_queue_pair_.begin()) return nullptr;
  Generator& generator = generators_[*std::prev(behind)];
  return generator.owns(qp) ? &generator : nullptr;
}

Generator* GeneratedWork::first_due() {
  Generator* first = nullptr;
  for (Generator& generator : generators_) {
    if (generator.next() && (first == nullptr || *generator.next() < *first->next())) {
      first = &generator;
    }
  }
  return first;
}

const WorkItem* GeneratedWork::peek() {
  for (;;) {
    const WorkItem* first = made_.peek();
    // What is made now may come before what is there, on the wire or at the same time.
    Generator* due = first_due();
    if (due == nullptr || (first != nullptr && *due->next() > first->at)) {
      return first;
    }
    due->emit(posted_, wire_);
  }
}

bool GeneratedWork::waits() const {
  return std::any_of(generators_.begin(), generators_.end(),
                     [](const Generator& generator) { return generator.waits(); });
}

void GeneratedWork::on_sent(Picoseconds at, QpIndex qp, const platform::SentWqe& sent) {
  if (scenario_.peer_delay == 0) return;
  IncomingPacket packet;
  packet.opcode = PacketOpcode::kAcknowledge;
  if (!waits_for_response(sent.opcode)) {
    acknowledges_.post({at + scenario_.peer_delay, qp, packet});
    return;
  }
  const bool read = sent.opcode == WqeOpcode::kRead;
  packet.opcode = read ? PacketOpcode::kReadResponse : PacketOpcode::kAtomicResponse;
  packet.bytes = sent.bytes;
  wire_.send({at + scenario_.peer_delay, qp, packet, sent.bytes});
}

void GeneratedWork::on_cqe_taken(Picoseconds at, QpIndex qp,
                                 const platform::CompletionQueueEntry& entry) {
  Generator* generator = owner(qp);
  if (generator == nullptr) return;
  // The CQE of a receive tells that a peer's SEND is done.
  const bool incoming = entry.side == Side::kReceiveQueue;
  generator->done(at + (incoming ? scenario_.peer_delay : 0), qp, 1);
}

void GeneratedWork::on_messages_done(Picoseconds at, QpIndex qp, std::uint32_t messages) {
  if (Generator* generator = owner(qp); generator != nullptr) {
    generator->done(at + scenario_.peer_delay, qp, messages);
  }
}

void GeneratedWork::on_reset(Picoseconds at, QpIndex qp) {
  posted_.drop(qp);
  acknowledges_.drop(qp);
  wire_.drop(qp);
  if (Generator* generator = owner(qp); generator != nullptr) {
    generator->lose(at, qp);
  }
}

}  // namespace sgdma::workload
