/// Presents completions to the CQE generator, in finish order.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include <boost/circular_buffer.hpp>

#include "core/watch.h"
#include "types/completion.h"
#include "types/cycle.h"
#include "types/engine_config.h"

namespace sgdma::core {

/// Takes what the completion port presents.
class CompletionReader {
 public:
  CompletionReader() = default;
  CompletionReader(const CompletionReader&) = delete;
  CompletionReader& operator=(const CompletionReader&) = delete;
  virtual ~CompletionReader() = default;

  /// Whether it takes at edge `now`.
  virtual bool ready(Cycle now) = 0;
  virtual void take(Cycle now, const Completion& completion) = 0;
  /// First edge after `now` at which it may take, or `kNever` as far as is known. Asked at edges
  /// after the one that presented what is to be taken.
  virtual Cycle next_ready(Cycle now) const = 0;
};

/// Invariant: entries reserved or occupied never exceed the depth. Every grant reserves one.
/// Timing: presented at n, taken at n + 1 at the earliest, one per direction and edge. An entry
/// given back at n serves a grant at n + 1.
class CompletionPort {
 public:
  CompletionPort(const EngineConfig& config, CompletionReader& reader, const Watch& watch);

  /// Entries that a grant may reserve, as they stood at the start of the edge.
  std::uint32_t entries() const;
  void reserve() { ++reserved_; }
  /// Whether the direction has presented a completion at this edge.
  bool used(Direction direction) const { return used_[index_of(direction)]; }

  /// Requires a reserved entry, and the direction not to have presented at this edge.
  void present(Cycle now, const Completion& completion);
  /// A reserved entry is given back without a completion.
  void cancel() { ++given_back_; }
  /// Completions of a queue pair, or of all, that wait are dropped.
  void drop(std::optional<QpNumber> qp);
  /// Whether a completion of the queue pair waits.
  bool holds(QpNumber qp) const;

  /// The reader takes what was presented before `now`. Whether there was anything to take.
  bool take(Cycle now) {
    if (waiting_.empty()) {
      return false;
    }
    take_waiting(now);
    return true;
  }
  void settle() {
    reserved_ -= given_back_;
    given_back_ = 0;
    used_ = {};
  }

  /// First edge after `now` at which something may be taken, or `kNever`.
  Cycle next_edge(Cycle now) const;
  std::size_t waiting() const { return waiting_.size(); }
  /// The completion that is taken next. Requires one to wait.
  const Completion& first() const { return waiting_.front().completion; }
  std::uint32_t reserved() const { return reserved_; }

 private:
  void take_waiting(Cycle now);

  struct Waiting {
    Completion completion;
    Cycle presented = 0;
  };

  std::uint32_t depth_;
  CompletionReader& reader_;
  const Watch& watch_;
  boost::circular_buffer<Waiting> waiting_;
  std::uint32_t reserved_ = 0;    ///< by transfers in flight and by completions that wait
  std::uint32_t given_back_ = 0;  ///< at this edge
  std::array<bool, kDirections> used_{};
};

}  // namespace sgdma::core
