/// Beats by hand into the manager bridge, wires under the checker, and a subordinate of one's own.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <systemc>
#include <tlm>

#include "cosim/axi/axi_manager_bridge.h"
#include "cosim/axi/beat_payloads.h"
#include "cosim/axi_checker.h"
#include "cosim/bind_pins.h"

namespace sgdma::test {

/// Sends beats one after the other, and keeps what was answered.
class BeatSender : public tlm::tlm_bw_transport_if<> {
 public:
  BeatSender(const char* name, unsigned bytes) : socket(name), payloads_(bytes) {
    socket.bind(static_cast<tlm::tlm_bw_transport_if<>&>(*this));
  }

  tlm::tlm_initiator_socket<> socket;

  struct Answer {
    std::uint64_t address = 0;
    tlm::tlm_response_status status{};
    std::vector<std::uint8_t> data;
  };
  const std::vector<Answer>& answers() const { return answers_; }
  std::size_t alive() const { return payloads_.alive(); }

  /// A burst of whole beats, from `address` on; the first and last may be parts of a word. Writes
  /// take their bytes from `data`. Its beats wait for each other's END_REQ.
  void burst(bool write, std::uint32_t slot, std::uint64_t address, std::uint32_t bytes,
             std::uint32_t word, const std::vector<std::uint8_t>& data = {}) {
    Burst burst;
    burst.address = address;
    burst.bytes = bytes;
    burst.beats = static_cast<std::uint32_t>((address % word + bytes + word - 1) / word);
    std::uint32_t offset = 0;
    for (std::uint32_t beat = 0; beat < burst.beats; ++beat) {
      tlm::tlm_generic_payload& payload = payloads_.acquire();
      const std::uint64_t at = address + offset;
      const auto length = std::min(bytes - offset, word - static_cast<std::uint32_t>(at % word));
      payload.set_command(write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
      payload.set_address(at);
      payload.set_data_length(length);
      payload.set_streaming_width(length);
      for (std::uint32_t byte = 0; write && byte < length; ++byte) {
        payload.get_data_ptr()[byte] = data[offset + byte];
      }
      model::BurstExtension& frame = cosim::BeatPayloads::frame(payload);
      frame.slot = SlotIndex{slot};
      frame.tag = BusTag{slot};
      frame.burst = burst;
      frame.beat = beat;
      offset += length;
      waiting_.push_back(&payload);
    }
    send();
  }

 private:
  void send() {
    while (out_ == nullptr && !waiting_.empty()) {
      out_ = waiting_.front();
      waiting_.erase(waiting_.begin());
      tlm::tlm_phase phase = tlm::BEGIN_REQ;
      sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
      tlm::tlm_generic_payload* sent = out_;
      const tlm::tlm_sync_enum sync = socket->nb_transport_fw(*sent, phase, delay);
      if (sync == tlm::TLM_COMPLETED) answered(*sent);
      if (sync == tlm::TLM_COMPLETED || (sync == tlm::TLM_UPDATED && phase == tlm::END_REQ)) {
        out_ = nullptr;
      }
    }
  }
  void answered(tlm::tlm_generic_payload& payload) {
    const unsigned char* data = payload.get_data_ptr();
    answers_.push_back({payload.get_address(),
                        payload.get_response_status(),
                        {data, data + payload.get_data_length()}});
    payload.release();
  }
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time&) override {
    const bool ends_request = out_ == &payload;
    if (ends_request) out_ = nullptr;
    tlm::tlm_sync_enum sync = tlm::TLM_ACCEPTED;
    if (phase == tlm::BEGIN_RESP) {
      answered(payload);
      sync = tlm::TLM_COMPLETED;
    }
    if (ends_request) send();
    return sync;
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}

  cosim::BeatPayloads payloads_;
  std::vector<tlm::tlm_generic_payload*> waiting_;
  tlm::tlm_generic_payload* out_ = nullptr;
  std::vector<Answer> answers_;
};

/// What was on W when it was taken.
struct WrittenWord {
  std::uint64_t strobes = 0;
  bool last = false;
};

/// `Other` is the module on the other end, with `clk`, `aresetn` and `axi`.
template <class Other, unsigned data_bits, unsigned id_bits>
class ManagerBench : public sc_core::sc_module {
 public:
  static constexpr std::uint32_t kBytes = data_bits / 8;

  explicit ManagerBench(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    using SC_CURRENT_USER_MODULE = ManagerBench;
    reads.socket.bind(bridge.read_socket);
    writes.socket.bind(bridge.write_socket);
    bind_pins(bridge, clk, aresetn, wires);
    bind_pins(other, clk, aresetn, wires);
    bind_pins(checker, clk, aresetn, wires);
    aresetn.write(true);
    SC_METHOD(watch);
    sensitive << clk.posedge_event();
    dont_initialize();
  }

  void run(std::uint64_t cycles) { sc_core::sc_start(static_cast<double>(cycles), sc_core::SC_NS); }
  const std::vector<WrittenWord>& words() const { return words_; }

  sc_core::sc_clock clk{"clk", 1, sc_core::SC_NS};
  sc_core::sc_signal<bool> aresetn{"aresetn"};
  cosim::AxiWires<data_bits, id_bits> wires{"axi_"};
  cosim::AxiManagerBridge<data_bits, id_bits> bridge{"bridge", cosim::AxiIdFrom::kSlot, 4};
  Other other{"other"};
  AxiChecker<data_bits, id_bits> checker{"checker"};
  BeatSender reads{"reads", data_bits / 8};
  BeatSender writes{"writes", data_bits / 8};

 private:
  void watch() {
    if (wires.wvalid.read() && wires.wready.read()) {
      words_.push_back({wires.wstrb.read().to_uint64(), wires.wlast.read()});
    }
  }

  std::vector<WrittenWord> words_;
};

}  // namespace sgdma::test
