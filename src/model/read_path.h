/// The read half of the memory bus over TLM-2.0.
#pragma once

#include <tlm>

#include "core/memory_bus.h"
#include "model/beat_pool.h"
#include "model/burst_buffers.h"
#include "model/read_runs.h"
#include "model/request_channel.h"
#include "model/waker.h"

namespace sgdma::model {

/// One generic payload per beat. A burst's request is accepted when its last beat's is.
class ReadPath final : public core::ReadBus, public tlm::tlm_bw_transport_if<> {
 public:
  ReadPath(const EngineClock& clock, RunAhead& run_ahead, const EngineConfig& config,
           sc_core::sc_port_b<tlm::tlm_fw_transport_if<>>& port, Waker& waker);

  void drive_read(Cycle now, const core::BusBurst& burst) override;
  bool read_accepted(Cycle now) override;
  void take_read(Cycle now) override;
  void release(std::uint32_t handle) override {
    if ((handle & kBufferOnly) != 0) {
      buffers_.release(handle & ~kBufferOnly);
    } else {
      pool_.at(handle).release();
    }
  }
  void finish_read(Cycle now) override;
  void finish_row(Cycle last, std::uint32_t beats) override;
  Cycle next_read_edge(Cycle now) const override;

  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}

  /// The socket is bound. To be called before the simulation starts.
  void find_target() { requests_.find_target(); }
  const BeatPool& pool() const { return pool_; }
  const BurstBuffers& buffers() const { return buffers_; }
  /// What the target said that fits no request and no beat; it is dropped.
  std::uint64_t protocol_errors() const { return requests_.protocol_errors(); }

 private:
  /// Handles of beats of which only the buffer is kept; the others are those of payloads.
  static constexpr std::uint32_t kBufferOnly = 1U << 31U;

  /// Sends the next beat of the burst, and those after it as long as they are accepted at once.
  /// Requires that a beat is left, and that nothing blocks it.
  void send_beats(Cycle now);
  /// Sends all beats of the burst, to a target that says that it completes them.
  void send_row(Cycle now);
  void aim(BeatPayload& payload, std::uint32_t beat, const BeatRange& range,
           std::uint8_t* word) const {
    payload.place(word);
    if (form_ == BeatForm::kExact) {
      payload.aim(range);
    } else {
      payload.aim_word(range);
    }
    payload.frame.beat = beat;
  }
  static core::ReadBeat read_beat(const BeatPayload& beat, std::uint32_t handle);
  void file(const ReadRun& run);
  /// What was completed at once comes before what the backward path brings after it.
  void file_at_once();
  void pop(std::uint32_t beats);
  void show_first() {
    if (runs_.empty()) {
      show_read(nullptr, kNever, 0);
    } else {
      show_read(&runs_.front(), edges_.after(runs_.next_valid()), runs_.left());
    }
  }

  const EngineClock& clock_;
  RisingEdges edges_;
  std::uint32_t bus_width_;
  BeatForm form_;
  BurstBuffers buffers_;
  BeatPool pool_;
  RequestChannel requests_;
  Waker& waker_;
  ReadRuns runs_;
  ReadRun at_once_;           ///< beats of the burst that were completed at once, not filed yet
  core::BusBurst burst_;      ///< that is being asked for
  std::uint32_t buffer_ = 0;  ///< for its bytes; held until its last beat is sent
  std::uint32_t beats_sent_ = 0;
  BeatRange range_;      ///< of the beat sent last
  Cycle last_sent_ = 0;  ///< edge that sent its last beat so far
};

}  // namespace sgdma::model
