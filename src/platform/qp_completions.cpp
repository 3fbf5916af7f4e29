#include "platform/qp_completions.h"

#include "core/ensure.h"
#include "core/mutation.h"

namespace sgdma::platform {
namespace {

/// The element of a queue that carries a number; numbers follow one another without a gap.
template <class Element>
Element& numbered(core::RingQueue<Element>& queue, std::uint32_t first, std::uint32_t number) {
  const std::uint32_t position = number - first;
  core::ensure(position < queue.size(), "a completion tag is not under way");
  return queue[position];
}

}  // namespace

bool QpCompletions::rests() const {
  return sends_.empty() && receives_.empty() && messages_.empty() && messages_done_ == 0 &&
         under_way_ == 0 && requests_.frontier() == requests_.opened() &&
         responses_.frontier() == responses_.opened();
}

QpCompletions::Memory QpCompletions::memory() const {
  return {first_send_, first_receive_, first_message_, flushing_, send_failed_, receive_failed_};
}

void QpCompletions::recall(const Memory& memory) {
  first_send_ = memory.sends;
  first_receive_ = memory.receives;
  first_message_ = memory.messages;
  next_sent_ = memory.sends;
  next_acked_ = memory.sends;
  flushing_ = memory.flushing;
  send_failed_ = memory.send_failed;
  receive_failed_ = memory.receive_failed;
  // The windows go on where they are: only the order of numbers counts.
}

void QpCompletions::Outcome::fail(std::uint32_t at, CompletionStatus with) {
  const bool flushed = status == CompletionStatus::kWrFlushErr;
  const bool flushes = with == CompletionStatus::kWrFlushErr;
  const bool weaker = flushes && !flushed;
  if (status == CompletionStatus::kSuccess || (flushed && !flushes) || (at < part && !weaker)) {
    status = with;
    part = at;
  }
}

QpCompletions::Send& QpCompletions::send(std::uint32_t number) {
  return numbered(sends_, first_send_, number);
}

QpCompletions::Receive& QpCompletions::receive(std::uint32_t number) {
  return numbered(receives_, first_receive_, number);
}

QpCompletions::Message& QpCompletions::message(std::uint32_t number) {
  return numbered(messages_, first_message_, number);
}

void QpCompletions::post_send(WqeOpcode opcode, bool signaled, std::uint32_t inline_bytes,
                              std::uint32_t bytes, bool to_be_acknowledged) {
  Send& send = sends_.push_back();
  send = {};
  send.opcode = opcode;
  send.signaled = signaled;
  send.bytes = inline_bytes;
  send.asked = bytes;
  send.acknowledged = !to_be_acknowledged;
}

void QpCompletions::post_receive() { receives_.push_back() = {}; }

void QpCompletions::begin_message(bool send) {
  Message& message = messages_.push_back();
  message = {};
  message.send = send;
}

void QpCompletions::hand_over(const CompletionTag& tag, Direction direction, bool atomic) {
  ++under_way_;
  const bool scatters = direction == Direction::kScatter || atomic;
  ScatterWindow& window = tag.side == Side::kSendQueue ? responses_ : requests_;
  const std::uint64_t scatter = scatters ? window.open() : 0;
  const std::uint64_t first_scatter = scatters ? scatter - tag.part : 0;
  switch (tag.side) {
    case Side::kSendQueue: {
      Send& owner = send(tag.number);
      owner.first_scatter = first_scatter;
      owner.handed_over = tag.last_part;
      ++owner.outstanding;
      break;
    }
    case Side::kReceiveQueue: receive(tag.number).first_scatter = first_scatter; break;
    case Side::kResponder: {
      Message& owner = message(tag.number);
      owner.first_scatter = first_scatter;
      owner.ended = !scatters && tag.last_part;
      owner.atomic = atomic;
      ++owner.outstanding;
      break;
    }
  }
}

void QpCompletions::fail_send(std::uint32_t number, std::uint32_t part, CompletionStatus status) {
  Send& failed = send(number);
  failed.outcome.fail(part, status);
  failed.handed_over = true;
}

void QpCompletions::fail_receive(std::uint32_t number, std::uint32_t part,
                                 CompletionStatus status) {
  Receive& failed = receive(number);
  failed.outcome.fail(part, status);
  end(failed);
}

void QpCompletions::refuse_receive(std::uint32_t number, CompletionStatus status) {
  Receive& refused = receive(number);
  refused.outcome.fail(0, status);
  refused.ended = true;
}

void QpCompletions::end_receive(std::uint32_t number, std::uint32_t bytes, bool immediate) {
  Receive& ended = receive(number);
  ended.bytes = bytes;
  ended.immediate = immediate;
  end(ended);
}

void QpCompletions::end(Receive& receive) {
  receive.ended = true;
  receive.requests = requests_.opened();
  receive.responses = responses_.opened();
}

void QpCompletions::end_message(std::uint32_t number) {
  message(number).ended = true;
  drop_finished_messages();
}

void QpCompletions::end_message_with_receive(std::uint32_t number, std::uint32_t receive,
                                             std::uint32_t bytes) {
  Message& ended = message(number);
  ended.has_receive = true;
  ended.receive = receive;
  end_receive(receive, bytes, true);
  if (ended.outcome.status != CompletionStatus::kSuccess) {
    this->receive(receive).outcome = ended.outcome;
  }
  end_message(number);
}

void QpCompletions::drop_finished_messages() {
  while (!messages_.empty() && messages_.front().ended && messages_.front().outstanding == 0) {
    messages_done_ += messages_.front().send ? 0U : 1U;
    messages_.pop_front();
    ++first_message_;
  }
}

void QpCompletions::flush() {
  constexpr std::uint32_t kLast = std::numeric_limits<std::uint32_t>::max();
  flushing_ = true;
  for (std::size_t at = 0; at < sends_.size(); ++at) {
    Send& send = sends_[at];
    if (!send.handed_over || !send.acknowledged) {
      send.outcome.fail(kLast, CompletionStatus::kWrFlushErr);
      send.handed_over = true;
    }
  }
  for (std::size_t at = 0; at < receives_.size(); ++at) {
    Receive& receive = receives_[at];
    if (!receive.ended && !core::mutated(core::Fault::kReceivesNotFlushed)) {
      receive.outcome.fail(kLast, CompletionStatus::kWrFlushErr);
      end(receive);
    }
  }
  for (std::size_t at = 0; at < messages_.size(); ++at) {
    messages_[at].ended = true;
  }
  drop_finished_messages();
}

bool QpCompletions::complete(const Completion& completion) {
  const bool ended = complete_part(completion);
  under_way_ -= ended ? 1U : 0U;
  return ended;
}

bool QpCompletions::complete_part(const Completion& completion) {
  switch (completion.tag.side) {
    case Side::kSendQueue: complete_send(completion); break;
    case Side::kReceiveQueue: complete_receive(completion); break;
    case Side::kResponder: return complete_message(completion);
  }
  return true;
}

void QpCompletions::complete_send(const Completion& completion) {
  Send& owner = send(completion.tag.number);
  core::ensure(owner.outstanding > 0, "a part completes twice");
  --owner.outstanding;
  owner.bytes += completion.bytes;
  if (completion.status != CompletionStatus::kSuccess) {
    owner.outcome.fail(completion.tag.part, completion.status);
  }
  if (completion.direction == Direction::kScatter) {
    responses_.close(owner.first_scatter + completion.tag.part);
  }
}

void QpCompletions::complete_receive(const Completion& completion) {
  Receive& owner = receive(completion.tag.number);
  if (completion.status != CompletionStatus::kSuccess) {
    owner.outcome.fail(completion.tag.part, completion.status);
  }
  requests_.close(owner.first_scatter + completion.tag.part);
}

bool QpCompletions::complete_message(const Completion& completion) {
  Message& owner = message(completion.tag.number);
  const bool failed = completion.status != CompletionStatus::kSuccess;
  if (owner.atomic && completion.direction == Direction::kGather && !failed) {
    return false;
  }
  core::ensure(owner.outstanding > 0, "a part completes twice");
  --owner.outstanding;
  if (failed) {
    owner.outcome.fail(completion.tag.part, completion.status);
    if (owner.has_receive) {
      receive(owner.receive).outcome.fail(completion.tag.part, completion.status);
    }
  }
  if (owner.atomic) {
    requests_.close(owner.first_scatter);
  } else if (completion.direction == Direction::kScatter) {
    requests_.close(owner.first_scatter + completion.tag.part);
  }
  drop_finished_messages();
  return true;
}

std::optional<SentWqe> QpCompletions::next_sent() {
  // Failed WQEs leave the queue unsent.
  const std::uint32_t end = first_send_ + static_cast<std::uint32_t>(sends_.size());
  if (next_sent_ - first_send_ > end - first_send_) {
    next_sent_ = first_send_;
  }
  while (next_sent_ != end) {
    const Send& next = send(next_sent_);
    if (!next.failed() && !next.left()) {
      return std::nullopt;
    }
    const std::uint32_t number = next_sent_++;
    if (!next.failed()) {
      return SentWqe{next.opcode, number, next.asked};
    }
  }
  return std::nullopt;
}

bool QpCompletions::acknowledge() {
  const std::uint32_t end = first_send_ + static_cast<std::uint32_t>(sends_.size());
  if (next_acked_ - first_send_ > end - first_send_) {
    next_acked_ = first_send_;
  }
  for (; next_acked_ != end; ++next_acked_) {
    Send& next = send(next_acked_);
    if (!next.acknowledged && !next.failed()) {
      next.acknowledged = true;
      ++next_acked_;
      return true;
    }
  }
  return false;
}

std::optional<FinishedWqe> QpCompletions::next_finished() {
  if (!sends_.empty() && sends_.front().complete()) {
    return finish_send();
  }
  if (!receives_.empty()) {
    const Receive& next = receives_.front();
    if (next.ended && requests_.frontier() >= next.requests &&
        responses_.frontier() >= next.responses) {
      return finish_receive();
    }
  }
  return std::nullopt;
}

CompletionStatus QpCompletions::final_status(CompletionStatus status, bool& failed) const {
  if (flushing_ && failed && status == CompletionStatus::kSuccess &&
      !core::mutated(core::Fault::kSuccessBehindFailure)) {
    return CompletionStatus::kWrFlushErr;
  }
  failed = failed || status != CompletionStatus::kSuccess;
  return status;
}

FinishedWqe QpCompletions::finish_send() {
  const Send& done = sends_.front();
  const CompletionStatus status = final_status(done.outcome.status, send_failed_);
  const bool good = status == CompletionStatus::kSuccess;
  const FinishedWqe finished{Side::kSendQueue,      first_send_++, done.opcode,  status,
                             good ? done.bytes : 0, false,         done.signaled};
  sends_.pop_front();
  return finished;
}

FinishedWqe QpCompletions::finish_receive() {
  const Receive& done = receives_.front();
  const CompletionStatus status = final_status(done.outcome.status, receive_failed_);
  const bool good = status == CompletionStatus::kSuccess;
  const FinishedWqe finished{Side::kReceiveQueue,
                             first_receive_++,
                             WqeOpcode::kReceive,
                             status,
                             good ? done.bytes : 0,
                             done.immediate,
                             true};
  receives_.pop_front();
  return finished;
}

}  // namespace sgdma::platform
