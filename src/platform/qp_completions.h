/// What one queue pair has under way, and in which order its work completes.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

#include "core/ring_queue.h"
#include "platform/scatter_window.h"
#include "platform/work_item.h"
#include "platform/work_listener.h"
#include "types/completion.h"
#include "types/completion_tag.h"
#include "types/direction.h"

namespace sgdma::platform {

/// A WQE that is complete and next in its queue.
struct FinishedWqe {
  Side side = Side::kSendQueue;
  std::uint32_t number = 0;
  WqeOpcode opcode = WqeOpcode::kSend;
  CompletionStatus status = CompletionStatus::kSuccess;
  std::uint32_t bytes = 0;
  bool immediate = false;
  bool signaled = true;
};

/// Intake says what it posts and hands over; completions come back in finish order; `next_finished`
/// gives WQEs back in posted order, each exactly once.
///
///  - A send-queue WQE is complete when all its parts are done, and a SEND or WRITE that is to be
///    acknowledged when that has happened as well.
///  - A receive is complete when the last packet of its message is placed and every earlier scatter
///  of
///    the queue pair is done, with or without a CQE of its own.
///  - The status is that of the first part that failed, in part order; a part that was flushed
///  counts only where none has failed by itself.
///  - From `flush` on, what is not complete is flushed, and so is all that stands behind a WQE that
///    has failed.
///
/// Incoming requests and READ or atomic responses are two streams: inside each, the parts of a
/// message follow one another without a gap, so that a tag leads to its scatter's number in one
/// step.
class QpCompletions {
 public:
  /// What is kept where nothing is under way.
  struct Memory {
    std::uint32_t sends = 0;  ///< finished so far
    std::uint32_t receives = 0;
    std::uint32_t messages = 0;
    bool flushing = false;
    bool send_failed = false;
    bool receive_failed = false;
  };
  /// Whether nothing is under way, and all that is done has been told.
  bool rests() const;
  Memory memory() const;
  /// Of a state that rests: takes the place of the one that had the memory.
  void recall(const Memory& memory);

  /// The next WQE of the send queue. `inline_bytes` counts towards its byte length; `bytes` is what
  /// its SGEs hold.
  void post_send(WqeOpcode opcode, bool signaled, std::uint32_t inline_bytes, std::uint32_t bytes,
                 bool to_be_acknowledged);
  /// The next receive.
  void post_receive();
  /// The next message at the responder, whether it consumes a receive or not. `send`: a SEND, whose
  /// end the CQE of its receive tells.
  void begin_message(bool send);

  /// A transfer goes to the engine. `atomic`: the gather of an atomic, whose scatter follows by
  /// itself. The last part of a READ request's gather ends its message.
  void hand_over(const CompletionTag& tag, Direction direction, bool atomic);

  /// The WQE gets no more parts and fails, from `part` on.
  void fail_send(std::uint32_t number, std::uint32_t part, CompletionStatus status);
  /// The receive fails from the packet `part` of its message on. It waits for what was handed over.
  void fail_receive(std::uint32_t number, std::uint32_t part, CompletionStatus status);
  /// The receive failed as it was posted and waits only for its turn.
  void refuse_receive(std::uint32_t number, CompletionStatus status);
  /// The last packet of the receive's message has been handed over.
  void end_receive(std::uint32_t number, std::uint32_t bytes, bool immediate);
  /// The message gets no more transfers.
  void end_message(std::uint32_t number);
  /// As above; its last packet carries an immediate and consumes the receive `receive`.
  void end_message_with_receive(std::uint32_t number, std::uint32_t receive, std::uint32_t bytes);

  /// The queue pair is in error: no message gets more parts or an answer.
  void flush();
  /// Transfers handed over and not ended; an atomic is one.
  std::uint64_t under_way() const { return under_way_; }

  /// A completion of this queue pair was taken. True where what was handed over has ended: all but
  /// the gather of an atomic, whose scatter follows. Throws `std::logic_error` for a tag that is
  /// not under way.
  bool complete(const Completion& completion);

  /// The next WQE in posted order whose message has left, each once; failed ones are left out.
  std::optional<SentWqe> next_sent();
  /// The peer acknowledges the oldest SEND or WRITE that waits for it. False where none does.
  bool acknowledge();
  /// Messages at the responder, but SENDs, that have ended since this was asked last, in order.
  std::uint32_t take_messages_done() { return std::exchange(messages_done_, 0); }

  /// The next WQE that is complete, the send queue first; nothing where the next one of each queue
  /// is still under way.
  std::optional<FinishedWqe> next_finished();

  /// WQEs posted and not finished.
  std::size_t unfinished(Side side) const {
    return side == Side::kSendQueue ? sends_.size() : receives_.size();
  }

 private:
  /// Status of what has several parts.
  struct Outcome {
    CompletionStatus status = CompletionStatus::kSuccess;
    std::uint32_t part = std::numeric_limits<std::uint32_t>::max();
    void fail(std::uint32_t at, CompletionStatus with);
  };
  struct Send {
    WqeOpcode opcode = WqeOpcode::kSend;
    bool signaled = true;
    bool handed_over = false;       ///< all parts
    bool acknowledged = true;       ///< or needs no acknowledge
    std::uint32_t asked = 0;        ///< bytes that its SGEs hold
    std::uint32_t outstanding = 0;  ///< parts
    std::uint32_t bytes = 0;
    Outcome outcome;
    std::uint64_t first_scatter = 0;  ///< of the response stream

    bool failed() const { return outcome.status != CompletionStatus::kSuccess; }
    /// Whether the message has left, where all before it have.
    bool left() const { return waits_for_response(opcode) || (handed_over && outstanding == 0); }
    bool complete() const { return handed_over && outstanding == 0 && (acknowledged || failed()); }
  };
  struct Receive {
    bool ended = false;
    bool immediate = false;
    std::uint32_t bytes = 0;
    Outcome outcome;
    std::uint64_t first_scatter = 0;  ///< of the request stream
    std::uint64_t requests = 0;       ///< scatters of each stream that have to be done before
    std::uint64_t responses = 0;
  };
  struct Message {
    bool send = false;
    bool ended = false;
    bool atomic = false;
    bool has_receive = false;
    std::uint32_t receive = 0;
    std::uint32_t outstanding = 0;  ///< transfers
    Outcome outcome;
    std::uint64_t first_scatter = 0;  ///< of the request stream
  };

  Send& send(std::uint32_t number);
  Receive& receive(std::uint32_t number);
  Message& message(std::uint32_t number);
  void complete_send(const Completion& completion);
  void complete_receive(const Completion& completion);
  bool complete_message(const Completion& completion);
  void end(Receive& receive);
  void drop_finished_messages();
  bool complete_part(const Completion& completion);
  FinishedWqe finish_send();
  FinishedWqe finish_receive();
  /// The status with which a WQE finishes, behind those of its queue that have.
  CompletionStatus final_status(CompletionStatus status, bool& failed) const;

  core::RingQueue<Send> sends_;
  core::RingQueue<Receive> receives_;
  core::RingQueue<Message> messages_;
  std::uint32_t first_send_ = 0;  ///< number at the front of its queue
  std::uint32_t first_receive_ = 0;
  std::uint32_t first_message_ = 0;
  std::uint32_t next_sent_ = 0;   ///< number of the next WQE to leave
  std::uint32_t next_acked_ = 0;  ///< number of the next WQE that an acknowledge may be for
  std::uint32_t messages_done_ = 0;
  std::uint64_t under_way_ = 0;
  bool flushing_ = false;
  bool send_failed_ = false;     ///< a WQE of the send queue has finished with an error
  bool receive_failed_ = false;  ///< as above
  ScatterWindow requests_;       ///< scatters of incoming requests
  ScatterWindow responses_;      ///< scatters of READ and atomic responses
};

}  // namespace sgdma::platform
