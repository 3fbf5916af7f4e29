/// Pins to TLM-2.0: an AXI4 subordinate on one side, any target of the base protocol on the other.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <string>

#include <systemc>
#include <tlm>

#include "cosim/axi/axi_ports.h"
#include "cosim/axi/beat_payloads.h"

namespace sgdma::cosim {

/// Each beat is a generic payload, framed as a burst by `model::BurstExtension` (slot and tag are
/// the AXI ID); the strobes of a write beat are its byte enables, and a beat without any asks
/// nobody. Bursts are INCR, of any size up to the bus width (narrow ones use the lanes of their
/// addresses). `most_beats` may wait in either direction; then the channel is not ready. Answers go
/// back in the order of the requests, read beats each with their own status, write bursts with
/// their worst: `TLM_ADDRESS_ERROR_RESPONSE` is DECERR, any other error SLVERR.
///
/// Timing: what is taken at rising edge n is asked of the target at n; what the target says is
/// valid from v (v not before n) is on the pins from v on. So with a target that counts its latency
/// L from n + 1, as one that is driven at n does, a read beat is valid from n + 1 + L. While
/// `aresetn` is low, and until the first rising edge behind it, nothing is ready or valid, and what
/// the pins ask is not taken; what they asked before is forgotten, but for what the target has.
///
/// Pins change behind rising edges alone: what is valid between two of them is there with the next.
///
/// Errors, each an SC_REPORT_ERROR: another burst than INCR (`/sgdma/axi/burst`), one that is wider
/// than the bus (`/sgdma/axi/size`).
template <unsigned data_bits, unsigned id_bits>
class AxiSubordinateBridge : public sc_core::sc_module {
 public:
  static constexpr unsigned kBytes = data_bits / 8;

  tlm::tlm_initiator_socket<> read_socket{"read_socket"};
  tlm::tlm_initiator_socket<> write_socket{"write_socket"};
  sc_core::sc_in<bool> clk{"clk"};
  sc_core::sc_in<bool> aresetn{"aresetn"};
  AxiSubordinatePorts<data_bits, id_bits> axi{"s_axi_"};

  explicit AxiSubordinateBridge(const sc_core::sc_module_name& name, std::size_t most_beats = 512)
      : sc_core::sc_module(name),
        most_beats_(most_beats),
        reads_(*this, read_socket),
        writes_(*this, write_socket) {
    using SC_CURRENT_USER_MODULE = AxiSubordinateBridge;
    read_socket.bind(static_cast<tlm::tlm_bw_transport_if<>&>(reads_));
    write_socket.bind(static_cast<tlm::tlm_bw_transport_if<>&>(writes_));
    SC_METHOD(rise);
    sensitive << clk.pos();
    dont_initialize();
    SC_METHOD(settle);
    sensitive << clk.neg();
    dont_initialize();
    SC_METHOD(present);
    sensitive << update_ << aresetn;
    SC_METHOD(forget);
    sensitive << aresetn.neg();
    dont_initialize();
    SC_METHOD(ask_again);
    sensitive << reads_.again() << writes_.again();
    dont_initialize();
  }

  const BeatPayloads& payloads() const { return payloads_; }

 private:
  struct Burst {
    std::uint32_t id = 0;
    std::uint64_t address = 0;
    unsigned beats = 0;
    unsigned size = 0;  ///< bytes
    unsigned done = 0;  ///< beats that were asked for

    std::uint64_t beat_address() const {
      return done == 0 ? address : address / size * size + std::uint64_t{done} * size;
    }
  };
  /// A beat that the target was asked for, or nobody.
  struct Beat {
    tlm::tlm_generic_payload* payload = nullptr;  ///< nullptr: nobody
    std::uint32_t id = 0;
    bool last = false;
    bool answered = false;
    sc_core::sc_time valid;  ///< from when its answer is
  };

  /// One of the target's sockets: requests one after the other, as the base protocol has it.
  class Side : public tlm::tlm_bw_transport_if<> {
   public:
    Side(AxiSubordinateBridge& bridge, tlm::tlm_initiator_socket<>& socket)
        : bridge_(bridge), socket_(socket) {}

    /// Asks for it now, or when those before it have been taken.
    void ask(const Beat& beat) {
      beats_.push_back(beat);
      if (beat.payload == nullptr) {
        beats_.back().answered = true;
        beats_.back().valid = sc_core::sc_time_stamp();
      } else {
        waiting_.push_back(beat.payload);
        send();
      }
    }
    std::deque<Beat>& beats() { return beats_; }
    /// What was asked so far is forgotten; payloads that are out stay until they are answered.
    void reset() {
      for (Beat& beat : beats_) {
        if (beat.payload != nullptr && beat.answered) beat.payload->release();
      }
      beats_.clear();
      for (tlm::tlm_generic_payload* payload : waiting_) payload->release();
      waiting_.clear();
    }

   private:
    tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                       sc_core::sc_time& delay) override {
      if (phase == tlm::END_REQ) {
        taken(delay);
        return tlm::TLM_ACCEPTED;
      }
      if (requested_ == &payload) taken(sc_core::SC_ZERO_TIME);
      answer(payload, delay);
      return tlm::TLM_COMPLETED;
    }
    void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}

    /// The request that was out is taken at a time to come.
    void taken(const sc_core::sc_time& delay) {
      requested_ = nullptr;
      free_from_ = sc_core::sc_time_stamp() + delay;
      again_.cancel();  // else an earlier one, of the request before, would stand
      again_.notify(delay);
    }

   public:
    const sc_core::sc_event& again() const { return again_; }
    void send() {
      while (requested_ == nullptr && !waiting_.empty() && free_from_ <= sc_core::sc_time_stamp()) {
        tlm::tlm_generic_payload& payload = *waiting_.front();
        waiting_.pop_front();
        requested_ = &payload;
        tlm::tlm_phase phase = tlm::BEGIN_REQ;
        sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
        const tlm::tlm_sync_enum sync = socket_->nb_transport_fw(payload, phase, delay);
        if (sync == tlm::TLM_COMPLETED) {
          requested_ = nullptr;
          answer(payload, delay);
        } else if (sync == tlm::TLM_UPDATED && phase == tlm::END_REQ) {
          taken(delay);
        } else if (sync == tlm::TLM_UPDATED && phase == tlm::BEGIN_RESP) {
          requested_ = nullptr;
          answer(payload, delay);
          phase = tlm::END_RESP;
          socket_->nb_transport_fw(payload, phase, delay);
        }
      }
    }

   private:
    void answer(tlm::tlm_generic_payload& payload, const sc_core::sc_time& delay) {
      const auto beat = std::find_if(beats_.begin(), beats_.end(), [&](const Beat& other) {
        return other.payload == &payload && !other.answered;
      });
      if (beat == beats_.end()) {  // forgotten by a reset
        payload.release();
        return;
      }
      beat->answered = true;
      beat->valid = sc_core::sc_time_stamp() + delay;
      bridge_.changed();
    }

    AxiSubordinateBridge& bridge_;
    tlm::tlm_initiator_socket<>& socket_;
    std::deque<Beat> beats_;  ///< in the order of the requests
    std::deque<tlm::tlm_generic_payload*> waiting_;
    tlm::tlm_generic_payload* requested_ = nullptr;  ///< and not taken yet
    sc_core::sc_time free_from_;                     ///< when the next may go
    sc_core::sc_event again_;
  };

  void report(const char* type, const std::string& text) const {
    const std::string message = std::string(name()) + ": " + text;
    SC_REPORT_ERROR(type, message.c_str());
  }
  Burst burst_of(const char* channel, std::uint32_t id, std::uint64_t address, unsigned length,
                 unsigned size, unsigned kind) const {
    if (kind != kAxiIncr) {
      report("/sgdma/axi/burst",
             std::string(channel) + ": bursts are INCR, others are not supported");
    }
    if ((1U << size) > kBytes) {
      report("/sgdma/axi/size", std::string(channel) + ": a beat is wider than the bus");
    }
    return {id, address, length + 1, 1U << size, 0};
  }

  void settle() {
    const bool on = aresetn.read();
    takes_ar_ = on && axi.arvalid.read() && axi.arready.read();
    takes_aw_ = on && axi.awvalid.read() && axi.awready.read();
    takes_w_ = on && axi.wvalid.read() && axi.wready.read();
    gives_r_ = on && axi.rvalid.read() && axi.rready.read();
    gives_b_ = on && axi.bvalid.read() && axi.bready.read();
    // What the master holds until the edge.
    if (takes_ar_) {
      read_ = burst_of("AR", axi.arid.read().to_uint(), axi.araddr.read().to_uint64(),
                       axi.arlen.read().to_uint(), axi.arsize.read().to_uint(),
                       axi.arburst.read().to_uint());
    }
    if (takes_aw_) {
      addresses_.push_back(burst_of("AW", axi.awid.read().to_uint(), axi.awaddr.read().to_uint64(),
                                    axi.awlen.read().to_uint(), axi.awsize.read().to_uint(),
                                    axi.awburst.read().to_uint()));
    }
    if (takes_w_) {
      words_.push_back({axi.wdata.read(), axi.wstrb.read()});
    }
  }

  void rise() {
    on_ = aresetn.read();
    rose_ = sc_core::sc_time_stamp();
    if (!on_) return;
    if (gives_r_) give_read();
    if (gives_b_) give_response();
    if (takes_ar_) ask_reads();
    ask_writes();
    takes_ar_ = takes_aw_ = takes_w_ = gives_r_ = gives_b_ = false;
    update_.notify(sc_core::SC_ZERO_TIME);
  }

  /// The reset falls.
  void forget() {
    on_ = false;
    reads_.reset();
    writes_.reset();
    addresses_.clear();
    words_.clear();
    takes_ar_ = takes_aw_ = takes_w_ = gives_r_ = gives_b_ = false;
  }

  /// Pins change behind rising edges alone: now, where it is one, else with the next.
  void changed() {
    if (rose_ == sc_core::sc_time_stamp()) update_.notify(sc_core::SC_ZERO_TIME);
  }

  void ask_again() {
    reads_.send();
    writes_.send();
  }

  void give_read() {
    reads_.beats().front().payload->release();
    reads_.beats().pop_front();
  }

  /// The beats of the burst whose response was taken.
  void give_response() {
    bool last = false;
    while (!last) {
      const Beat& beat = writes_.beats().front();
      last = beat.last;
      if (beat.payload != nullptr) beat.payload->release();
      writes_.beats().pop_front();
    }
  }

  tlm::tlm_generic_payload& payload_of(const Burst& burst, tlm::tlm_command command) {
    tlm::tlm_generic_payload& payload = payloads_.acquire();
    const std::uint64_t address = burst.beat_address();
    payload.set_command(command);
    payload.set_address(address);
    const unsigned bytes = burst.size - static_cast<unsigned>(address % burst.size);
    payload.set_data_length(bytes);
    payload.set_streaming_width(bytes);
    model::BurstExtension& frame = BeatPayloads::frame(payload);
    frame.tag = BusTag{burst.id};
    frame.slot = SlotIndex{burst.id};
    frame.burst.address = burst.address;
    frame.burst.beats = burst.beats;
    frame.burst.bytes =
        burst.beats * burst.size - static_cast<std::uint32_t>(burst.address % burst.size);
    frame.beat = burst.done;
    return payload;
  }

  void ask_reads() {
    for (read_.done = 0; read_.done < read_.beats; ++read_.done) {
      Beat beat;
      beat.payload = &payload_of(read_, tlm::TLM_READ_COMMAND);
      beat.id = read_.id;
      beat.last = read_.done + 1 == read_.beats;
      reads_.ask(beat);
    }
  }

  /// Beats go with addresses in their order, whichever came first.
  void ask_writes() {
    while (!words_.empty() && !addresses_.empty()) {
      Burst& burst = addresses_.front();
      Beat beat;
      beat.id = burst.id;
      beat.last = burst.done + 1 == burst.beats;
      beat.payload = write_payload(burst, words_.front());
      words_.pop_front();
      ++burst.done;
      if (beat.last) addresses_.pop_front();
      writes_.ask(beat);
    }
  }

  struct Word {
    sc_dt::sc_bv<data_bits> data;
    sc_dt::sc_bv<kBytes> strobes;
  };

  /// nullptr where no byte is enabled.
  tlm::tlm_generic_payload* write_payload(const Burst& burst, const Word& word) {
    tlm::tlm_generic_payload& payload = payload_of(burst, tlm::TLM_WRITE_COMMAND);
    const unsigned from = static_cast<unsigned>(payload.get_address() % kBytes);
    unsigned enabled = 0;
    unsigned char* enables = BeatPayloads::enables(payload);
    for (unsigned byte = 0; byte < payload.get_data_length(); ++byte) {
      const auto lane = static_cast<int>(from + byte);
      const bool on = word.strobes[lane].to_bool();
      enabled += on ? 1U : 0U;
      enables[byte] = on ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED;
      payload.get_data_ptr()[byte] =
          static_cast<unsigned char>(word.data.range(lane * 8 + 7, lane * 8).to_uint());
    }
    if (enabled == 0) {
      payload.release();
      return nullptr;
    }
    if (enabled < payload.get_data_length()) {
      payload.set_byte_enable_ptr(enables);
      payload.set_byte_enable_length(payload.get_data_length());
    }
    return &payload;
  }

  static unsigned response_of(const tlm::tlm_generic_payload* payload) {
    if (payload == nullptr || payload->is_response_ok()) return kAxiOkay;
    return payload->get_response_status() == tlm::TLM_ADDRESS_ERROR_RESPONSE ? kAxiDecerr
                                                                             : kAxiSlverr;
  }
  static bool is_there(const Beat& beat) {
    return beat.answered && beat.valid <= sc_core::sc_time_stamp();
  }

  void present() {
    const bool on = on_ && aresetn.read();
    axi.arready.write(on && reads_.beats().size() + 256 <= most_beats_);
    axi.awready.write(on && addresses_.size() < 16);
    axi.wready.write(on && writes_.beats().size() + words_.size() < most_beats_);
    const bool beat = on && !reads_.beats().empty() && is_there(reads_.beats().front());
    axi.rvalid.write(beat);
    if (beat) show_read(reads_.beats().front());
    show_response(on);
  }

  void show_read(const Beat& beat) {
    const tlm::tlm_generic_payload& payload = *beat.payload;
    sc_dt::sc_bv<data_bits> word = 0;
    const unsigned from = static_cast<unsigned>(payload.get_address() % kBytes);
    for (unsigned byte = 0; byte < payload.get_data_length(); ++byte) {
      const auto lane = static_cast<int>(from + byte);
      word.range(lane * 8 + 7, lane * 8) = payload.get_data_ptr()[byte];
    }
    axi.rid.write(beat.id);
    axi.rdata.write(word);
    axi.rresp.write(response_of(&payload));
    axi.rlast.write(beat.last);
  }

  /// The oldest write burst's, once all of its beats are answered.
  void show_response(bool on) {
    unsigned worst = kAxiOkay;
    for (const Beat& beat : writes_.beats()) {
      if (!on || !is_there(beat)) break;
      worst = std::max(worst, response_of(beat.payload));
      if (beat.last) {
        axi.bvalid.write(true);
        axi.bid.write(beat.id);
        axi.bresp.write(worst);
        return;
      }
    }
    axi.bvalid.write(false);
  }

  std::size_t most_beats_;
  BeatPayloads payloads_{kBytes};
  Side reads_;
  Side writes_;
  sc_core::sc_event update_;
  sc_core::sc_time rose_;        ///< the last rising edge
  bool on_ = false;              ///< no reset at it: nothing is valid or ready before
  std::deque<Burst> addresses_;  ///< of write bursts whose beats are not all there
  std::deque<Word> words_;       ///< write beats whose address is not there
  Burst read_;
  bool takes_ar_ = false;
  bool takes_aw_ = false;
  bool takes_w_ = false;
  bool gives_r_ = false;
  bool gives_b_ = false;
};

}  // namespace sgdma::cosim
