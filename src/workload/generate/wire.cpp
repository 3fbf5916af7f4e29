#include "workload/generate/wire.h"

#include <algorithm>

namespace sgdma::workload {
namespace {

using platform::IncomingPacket;
using platform::PacketOpcode;
using platform::PacketPosition;
using platform::Picoseconds;

constexpr std::uint64_t kPicosecondsPerSecond = 1'000'000'000'000;

/// Whether the payload goes over the wire to us, rather than being asked for.
bool brings_payload(PacketOpcode opcode) {
  return opcode == PacketOpcode::kSend || opcode == PacketOpcode::kWrite ||
         opcode == PacketOpcode::kReadResponse;
}

PacketPosition position_of(bool first, bool last) {
  if (first) return last ? PacketPosition::kOnly : PacketPosition::kFirst;
  return last ? PacketPosition::kLast : PacketPosition::kMiddle;
}

}  // namespace

Wire::Wire(std::uint64_t rate, const platform::QueuePairList& queue_pairs)
    : path_(rate, 0, kPicosecondsPerSecond),
      queue_pairs_(queue_pairs),
      begun_(static_cast<std::uint32_t>(queue_pairs.size())) {}

void Wire::send(const IncomingMessage& message) {
  const auto place = std::upper_bound(
      waiting_.begin(), waiting_.end(), message.at,
      [](Picoseconds at, const IncomingMessage& waiting) { return at < waiting.at; });
  waiting_.insert(place, message);
  prepared_ = false;
}

void Wire::drop(QpIndex qp) {
  const auto dropped = [qp](const IncomingMessage& message) { return message.qp == qp; };
  waiting_.erase(std::remove_if(waiting_.begin(), waiting_.end(), dropped), waiting_.end());
  for (std::size_t turn = turns_.size(); turn > 0; --turn) {
    const QpIndex next = turns_.front();
    turns_.pop_front();
    if (next != qp) turns_.push_back() = next;
  }
  if (core::RingQueue<Message>* messages = begun_.find(raw(qp)); messages != nullptr) {
    while (!messages->empty()) messages->pop_front();
    begun_.give_back(raw(qp));
  }
  prepared_ = false;
}

const platform::WorkItem* Wire::peek() {
  if (prepared_) return &item_;
  if (!turns_.empty()) {
    prepare(begun_[raw(turns_.front())].front(), path_.free_at());
  } else if (!waiting_.empty()) {
    prepare({waiting_.front(), 0}, std::max(path_.free_at(), waiting_.front().at));
  } else {
    return nullptr;
  }
  prepared_ = true;
  return &item_;
}

/// Once the packet that comes at `at` has been taken, no message that comes earlier is sent any
/// more: only then is the order of those until `at` known.
void Wire::begin_until(Picoseconds at) {
  for (; !waiting_.empty() && waiting_.front().at <= at; waiting_.pop_front()) {
    const QpIndex qp = waiting_.front().qp;
    core::RingQueue<Message>& messages = begun_[raw(qp)];
    if (messages.empty()) turns_.push_back() = qp;
    messages.push_back() = {waiting_.front(), 0};
  }
}

void Wire::prepare(const Message& message, Picoseconds at) {
  item_.at = at;
  item_.qp = message.message.qp;
  IncomingPacket packet = message.message.packet;
  if (brings_payload(packet.opcode)) {
    const std::uint64_t left = message.message.bytes - message.sent;
    const std::uint64_t bytes = std::min<std::uint64_t>(left, queue_pairs_[raw(item_.qp)].path_mtu);
    packet.bytes = static_cast<std::uint32_t>(bytes);
    packet.position = position_of(message.sent == 0, bytes == left);
  }
  item_.work = packet;
}

void Wire::pop() {
  begin_until(item_.at);
  const QpIndex qp = turns_.front();
  core::RingQueue<Message>& messages = begun_[raw(qp)];
  const auto& packet = std::get<IncomingPacket>(item_.work);
  messages.front().sent += packet.bytes;
  path_.pass(item_.at, packet.bytes);
  if (ends_message(packet.position)) messages.pop_front();
  turns_.pop_front();
  if (messages.empty()) {
    begun_.give_back(raw(qp));
  } else {
    turns_.push_back() = qp;
  }
  prepared_ = false;
}

}  // namespace sgdma::workload
