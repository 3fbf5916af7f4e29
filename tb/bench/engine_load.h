/// The RTL pair of the engine at the work of `kCopies`, with a memory in C++ that takes everything
/// at once and moves every byte.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <deque>
#include <vector>

#include "bench/copies.h"
#include "cosim/rtl_engine.h"

namespace sgdma::bench {

/// Each message is gathered by a queue pair and scattered by another, as in `copy_load`.
class EngineLoad {
 public:
  /// A message is offered `spacing` cycles a word after the one before in its direction; 0: at
  /// once.
  EngineLoad(cosim::RtlEngine& rtl, std::uint64_t passes, std::uint64_t spacing)
      : rtl_(rtl), passes_(passes), spacing_(spacing), memory_(2 * kPassBytes) {
    cosim::RtlConfig config;
    config.read = {4096, 768, 0};
    config.write = {512, 256, 0};
    config.slots = rtl.shape().slots;
    config.posted = true;
    rtl_.configure(config);
    std::uint32_t word = 0;
    for (std::uint32_t at = 0; at < kCopies.size(); ++at) {
      const CopyMessage& copy = kCopies[at];
      const std::uint32_t bytes = (copy.words - 1) * kCopyWord;
      add(at, Direction::kGather, word * kCopyWord + copy.source_place, bytes, word);
      add(at, Direction::kScatter, kPassBytes + word * kCopyWord + copy.destination_place, bytes,
          word);
      word += copy.words;
    }
  }

  [[gnu::noinline]] void run() {
    const std::uint64_t messages = passes_ * queues_.size();
    while (done_ < messages) cycle();
  }
  std::uint64_t cycles() const { return now_; }
  std::uint64_t beats() const { return beats_; }

 private:
  struct Queue {
    TransferRequest request;
    std::uint64_t due = 0;  ///< cycle of the next message
    std::uint64_t left = 0;
    bool shown = false;
  };
  struct ReadBeat {
    std::uint32_t slot = 0;
    std::uint64_t address = 0;
    bool last = false;
    std::uint64_t valid = 0;
  };

  void add(std::uint32_t at, Direction direction, std::uint64_t address, std::uint32_t bytes,
           std::uint32_t word) {
    Queue queue;
    queue.request.direction = direction;
    queue.request.qp = QpIndex{2 * at + (direction == Direction::kScatter ? 1U : 0U)};
    queue.request.bytes = bytes;
    Segment segment;
    segment.address = address;
    segment.bytes = bytes;
    queue.request.segments.push_back(segment);
    queue.left = passes_;
    queue.due = word * spacing_;
    queues_.push_back(queue);
  }

  void show_heads() {
    for (std::uint32_t qp = 0; qp < queues_.size(); ++qp) {
      Queue& queue = queues_[qp];
      const bool shows = queue.left > 0 && queue.due <= now_;
      if (shows != queue.shown) {
        queue.shown = shows;
        rtl_.show(qp, shows ? &queue.request : nullptr);
      }
    }
  }

  void cycle() {
    show_heads();
    cosim::RtlInputs inputs;
    inputs.ar_ready = inputs.aw_ready = inputs.w_ready = true;
    const cosim::RtlState& state = rtl_.state();
    if (!reads_.empty() && reads_.front().valid < now_) {
      const ReadBeat& beat = reads_.front();
      inputs.r_valid = true;
      inputs.r_id = beat.slot;
      inputs.r_last = beat.last;
      inputs.r_data = &memory_[beat.address];
      ++beats_;
    }
    if (state.ar.valid) {
      const std::uint64_t word = state.ar.address / kCopyWord * kCopyWord;
      for (std::uint32_t beat = 0; beat < state.ar.beats; ++beat) {
        last_ = std::max(last_ + 1, beat == 0 ? now_ + kCopyLatency : 0);
        reads_.push_back({state.ar.id, word + std::uint64_t{beat} * kCopyWord,
                          beat + 1 == state.ar.beats, last_});
      }
    }
    const bool writes = state.w.valid;
    if (state.aw.valid) write_to_ = state.aw.address / kCopyWord * kCopyWord;
    inputs.payload_in = source_.data();
    const std::uint64_t busy = state.busy;
    rtl_.step(inputs);
    if (inputs.r_valid) reads_.pop_front();
    if (writes) {
      std::memcpy(&memory_[write_to_], rtl_.wires().w_data.data(), kCopyWord);
      write_to_ += kCopyWord;
      ++beats_;
    }
    done_ += static_cast<std::uint64_t>(__builtin_popcountll(busy & ~rtl_.state().busy));
    for (const cosim::RtlState::Grant& grant : rtl_.state().grants) {
      if (!grant.granted) continue;
      Queue& queue = queues_[grant.qp];
      --queue.left;
      queue.due += kPassWords * spacing_;
      queue.shown = false;
      rtl_.show(grant.qp, nullptr);
    }
    ++now_;
  }

  cosim::RtlEngine& rtl_;
  std::uint64_t passes_;
  std::uint64_t spacing_;
  std::vector<std::uint8_t> memory_;
  std::vector<Queue> queues_;
  std::array<std::uint8_t, kCopyWord> source_{};
  std::deque<ReadBeat> reads_;
  std::uint64_t last_ = 0;
  std::uint64_t write_to_ = 0;
  std::uint64_t done_ = 0;
  std::uint64_t beats_ = 0;
  std::uint64_t now_ = 0;
};

}  // namespace sgdma::bench
