/// The write half of the memory bus over TLM-2.0.
#pragma once

#include <vector>

#include <tlm>

#include "core/memory_bus.h"
#include "model/beat_pool.h"
#include "model/burst_buffers.h"
#include "model/request_channel.h"
#include "model/response_queue.h"
#include "model/waker.h"
#include "types/engine_config.h"

namespace sgdma::model {

/// One generic payload per beat. A burst is answered when all of its beats are, with the worst of
/// their statuses; the answers to single beats are ended as they come. Posted writes are answered
/// too, by TLM-2.0's rules, but nobody waits: their errors are counted.
class WritePath final : public core::WriteBus, public tlm::tlm_bw_transport_if<> {
 public:
  WritePath(const EngineClock& clock, RunAhead& run_ahead, const EngineConfig& config,
            sc_core::sc_port_b<tlm::tlm_fw_transport_if<>>& port, Waker& waker);

  void begin_write(const core::BusBurst& burst) override;
  bool drive_write(Cycle now, std::uint32_t beat, const BeatRange& range) override;
  [[gnu::cold]] bool drive_cut(Cycle now, std::uint32_t beat, const BeatRange& range) override;
  bool takes_rows() const override { return requests_.completes_writes(); }
  void drive_row(Cycle now, std::uint32_t beat, const BeatRange& range,
                 std::uint32_t beats) override;
  bool write_accepted(Cycle now) override { return now > last_sent_ && requests_.open(now); }
  void take_response(Cycle) override {
    responses_.pop();
    show_first();
  }
  Cycle next_write_edge(Cycle now) const override;

  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}

  /// The socket is bound. To be called before the simulation starts.
  void find_target() { requests_.find_target(); }
  const BeatPool& pool() const { return pool_; }
  /// What the target said that fits no request and no beat; it is dropped.
  std::uint64_t protocol_errors() const { return requests_.protocol_errors(); }
  /// Error answers that fail nothing: to posted writes and to cut beats, in beats.
  std::uint64_t late_errors() const { return late_errors_; }

 private:
  /// Answers to a burst so far.
  struct Answers {
    std::uint32_t beats = 0;
    std::uint32_t bad_beat = 0;
    BusStatus worst = BusStatus::kOkay;
    Ticks last_valid = 0;
  };

  [[gnu::always_inline]] bool send(Cycle now, BeatPayload& payload, std::uint32_t beat,
                                   const BeatRange& range, bool cut);
  [[gnu::always_inline]] void answered(BeatPayload& beat, Ticks valid_at);
  /// `beats` answers to the burst `tag`, which has `of` beats, the last of them valid at
  /// `last_valid`.
  [[gnu::always_inline]] void count_answers(BusTag tag, std::uint32_t of, std::uint32_t beats,
                                            Ticks last_valid);

  void make_room() override;
  void aim(BeatPayload& payload, std::uint32_t beat, const BeatRange& range) {
    if (form_ == BeatForm::kExact) {
      payload.place(bytes_);
      payload.aim(range);
    } else {
      payload.place(bytes_ - (range.address & (bus_width_ - 1U)));
      payload.aim_word(range);
    }
    payload.frame.beat = beat;
    bytes_ += range.bytes;
  }
  void show_first() {
    if (responses_.empty()) {
      show_response(nullptr, kNever);
    } else {
      show_response(&responses_.front(), edges_.after(responses_.next_valid()));
    }
  }

  const EngineClock& clock_;
  RunAhead& run_ahead_;
  RisingEdges edges_;
  std::uint32_t bus_width_;
  bool posted_;
  BeatForm form_;
  BurstBuffers buffers_;
  BeatPool pool_;
  RequestChannel requests_;
  Waker& waker_;
  core::BusBurst burst_;           ///< whose beats are being driven
  std::uint32_t buffer_ = 0;       ///< for its bytes; held until its last beat is sent
  std::uint8_t* bytes_ = nullptr;  ///< of it, for the beat that is driven next
  BeatPayload* next_ = nullptr;    ///< whose buffer is the room for the next beat
  ResponseQueue<core::WriteResponse> responses_;
  std::vector<Answers> answers_;  ///< by burst id
  Cycle last_sent_ = 0;
  std::uint64_t late_errors_ = 0;
};

}  // namespace sgdma::model
