/// TLM-2.0 to pins: the engine's two sockets on one side, an AXI4 manager on the other.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <systemc>
#include <tlm>

#include "cosim/axi/axi_ports.h"
#include "cosim/axi/response_line.h"
#include "model/burst_extension.h"

namespace sgdma::cosim {

/// What the AXI ID of a burst is.
enum class AxiIdFrom : std::uint8_t {
  kSlot,  ///< where read responses are in order per slot
  kTag,   ///< the bus tag: each burst has its own
};

/// One generic payload a beat, framed as bursts by `model::BurstExtension`; one without it is a
/// burst of its own. Bursts are INCR and of whole words. Several are outstanding; beats of
/// different IDs may come in turns, and a write response answers the last beat of its burst (the
/// others are answered when they are taken). SLVERR is `TLM_GENERIC_ERROR_RESPONSE`, DECERR
/// `TLM_ADDRESS_ERROR_RESPONSE`. AW and W go their own ways: a beat is taken when W is, and only
/// the next AW waits for the one before.
///
/// Timing: pins change behind a rising edge, by what was asked up to then. Between two edges, when
/// `clk` falls, the wires have settled: what will be taken at the next rising edge is known, and is
/// answered then, so that whoever samples strictly before the edge sees it at that very edge. So
/// the bridge adds no cycle: a request that is driven at edge n, and whose READY is there, is taken
/// at n + 1; a read beat that is valid from v is seen at v + 1.
///
/// Reset: while `aresetn` is low, and until the first rising edge behind it, nothing is valid and
/// nothing is taken. When it falls, the other side forgets: bursts of which anything was taken fail
/// at that moment with `TLM_GENERIC_ERROR_RESPONSE`, those beats too that are still to come; what
/// nobody has taken, and what is asked meanwhile, goes out afterwards.
///
/// Errors, each an SC_REPORT_ERROR: an ID that does not fit (`/sgdma/axi/id_width`), a beat that is
/// not inside one bus word (`/sgdma/axi/beat`), a response that nobody waits for
/// (`/sgdma/axi/response`). RLAST before the last beat fails the others, with a warning
/// (`/sgdma/axi/short_burst`).
template <unsigned data_bits, unsigned id_bits>
class AxiManagerBridge : public sc_core::sc_module {
 public:
  static constexpr unsigned kBytes = data_bits / 8;

  tlm::tlm_target_socket<> read_socket{"read_socket"};
  tlm::tlm_target_socket<> write_socket{"write_socket"};
  sc_core::sc_in<bool> clk{"clk"};
  sc_core::sc_in<bool> aresetn{"aresetn"};
  AxiManagerPorts<data_bits, id_bits> axi{"m_axi_"};

  /// `ids`: how many there can be, 0 to `ids` less one.
  AxiManagerBridge(const sc_core::sc_module_name& name, AxiIdFrom id_from, std::uint32_t ids)
      : sc_core::sc_module(name),
        id_from_(id_from),
        reads_(*this, read_socket),
        writes_(*this, write_socket) {
    using SC_CURRENT_USER_MODULE = AxiManagerBridge;
    if (id_bits < 32 && ids > (std::uint64_t{1} << id_bits)) {
      report("/sgdma/axi/id_width",
             std::to_string(ids) + " IDs do not fit into " + std::to_string(id_bits) + " bits");
    }
    read_socket.bind(static_cast<tlm::tlm_fw_transport_if<>&>(reads_));
    write_socket.bind(static_cast<tlm::tlm_fw_transport_if<>&>(writes_));
    SC_METHOD(rise);
    sensitive << clk.pos();
    dont_initialize();
    SC_METHOD(settle);
    sensitive << clk.neg();
    dont_initialize();
    SC_METHOD(present);
    sensitive << update_ << aresetn;
    SC_METHOD(cut);
    sensitive << aresetn.neg();
    dont_initialize();
  }

  /// Bursts that are addressed and not answered.
  std::size_t outstanding() const { return outstanding_; }

 private:
  struct Address {
    std::uint32_t id = 0;
    std::uint64_t address = 0;
    std::uint32_t beats = 0;
  };
  struct WriteBeat {
    tlm::tlm_generic_payload* payload = nullptr;
    std::uint32_t id = 0;
    bool last = true;
  };
  /// Beats of one ID that wait for their data, in the order of their requests.
  struct Reads {
    std::deque<tlm::tlm_generic_payload*> due;
    std::size_t addressed = 0;  ///< so many of them, the first ones, whose AR was taken
  };

  /// One of the engine's sockets.
  class Side : public tlm::tlm_fw_transport_if<> {
   public:
    Side(AxiManagerBridge& bridge, tlm::tlm_target_socket<>& socket)
        : bridge_(bridge), socket_(socket), responses_(socket) {}

    tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                       sc_core::sc_time& delay) override {
      if (phase == tlm::END_RESP) {
        responses_.ended();
        bridge_.changed(delay);
        return tlm::TLM_ACCEPTED;
      }
      payload.acquire();
      return bridge_.begin(payload, phase, delay, *this);
    }
    void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time&) override {
      SC_REPORT_ERROR("/sgdma/axi/b_transport", "the bridge has nb_transport alone");
      payload.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
    }
    unsigned int transport_dbg(tlm::tlm_generic_payload&) override { return 0; }
    bool get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi&) override { return false; }

    void end_request(tlm::tlm_generic_payload& payload) {
      tlm::tlm_phase phase = tlm::END_REQ;
      sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
      socket_->nb_transport_bw(payload, phase, delay);
    }
    ResponseLine& responses() { return responses_; }

   private:
    AxiManagerBridge& bridge_;
    tlm::tlm_target_socket<>& socket_;
    ResponseLine responses_;
  };

  void report(const char* type, const std::string& text) const {
    const std::string message = std::string(name()) + ": " + text;
    SC_REPORT_ERROR(type, message.c_str());
  }

  tlm::tlm_sync_enum begin(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                           sc_core::sc_time& delay, Side& side);
  tlm::tlm_sync_enum begin_read(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                const model::BurstExtension* frame, std::uint32_t id);
  tlm::tlm_sync_enum begin_write(tlm::tlm_generic_payload& payload,
                                 const model::BurstExtension* frame, std::uint32_t id);
  /// Pins change behind rising edges alone: at that time where it is one, else with the next.
  void changed(const sc_core::sc_time& delay) {
    if (delay == sc_core::SC_ZERO_TIME && rose_ == sc_core::sc_time_stamp()) {
      update_.notify(sc_core::SC_ZERO_TIME);
    }
  }
  void rise();
  /// What the rising edge takes leaves its queue.
  void leave_taken();
  /// What the next rising edge will take.
  void settle();
  void present();
  void take_read_beat();
  /// RLAST has come before the burst's last beat: those that are missing are answered with its
  /// error.
  void fail_missing(std::uint32_t beats, tlm::tlm_response_status status, Reads& reads);
  void take_response();
  /// The reset falls.
  void cut();
  /// Beats of bursts that are on the pins leave their queues.
  std::vector<tlm::tlm_generic_payload*> cut_reads();
  std::vector<tlm::tlm_generic_payload*> cut_writes();
  static bool is_last(const tlm::tlm_generic_payload& payload) {
    const model::BurstExtension* frame = nullptr;
    payload.get_extension(frame);
    return frame == nullptr || frame->last();
  }
  void drive_write(const tlm::tlm_generic_payload& payload, bool last);

  AxiIdFrom id_from_;
  Side reads_;
  Side writes_;
  sc_core::sc_event update_;
  sc_core::sc_time rose_;  ///< the last rising edge
  bool on_ = false;        ///< no reset at it: nothing is valid or ready before

  std::deque<Address> read_addresses_;
  std::deque<Address> write_addresses_;
  std::deque<tlm::tlm_generic_payload*> last_beats_;  ///< whose request ends with their AR
  std::deque<WriteBeat> write_beats_;
  std::map<std::uint32_t, Reads> due_reads_;                                   ///< by ID
  std::map<std::uint32_t, std::deque<tlm::tlm_generic_payload*>> due_writes_;  ///< last ones
  std::size_t outstanding_ = 0;
  std::int64_t aw_ahead_ = 0;  ///< write bursts whose AW was taken, less those whose last W was
  bool in_write_ = false;      ///< some beats of a burst were taken, and not the last
  bool cut_write_ = false;     ///< a reset has cut the burst whose beats are still coming
  bool takes_ar_ = false;      ///< the next rising edge does
  bool takes_aw_ = false;
  bool takes_w_ = false;
};

template <unsigned data_bits, unsigned id_bits>
tlm::tlm_sync_enum AxiManagerBridge<data_bits, id_bits>::begin(tlm::tlm_generic_payload& payload,
                                                               tlm::tlm_phase& phase,
                                                               sc_core::sc_time& delay,
                                                               Side& side) {
  const std::uint64_t address = payload.get_address();
  if (address % kBytes + payload.get_data_length() > kBytes || payload.get_data_length() == 0) {
    report("/sgdma/axi/beat", "a beat of " + std::to_string(payload.get_data_length()) +
                                  " bytes is not inside one bus word");
  }
  const model::BurstExtension* frame = nullptr;
  payload.get_extension(frame);
  std::uint32_t id = 0;
  if (frame != nullptr) {
    id = id_from_ == AxiIdFrom::kSlot ? raw(frame->slot) : raw(frame->tag);
  }
  if (id_bits < 32 && id >> (id_bits % 32) != 0) {
    report("/sgdma/axi/id_width",
           "ID " + std::to_string(id) + " does not fit into " + std::to_string(id_bits) + " bits");
  }
  tlm::tlm_sync_enum result = tlm::TLM_ACCEPTED;
  if (&side == &reads_) {
    result = begin_read(payload, phase, frame, id);
  } else {
    result = begin_write(payload, frame, id);
  }
  changed(delay);
  return result;
}

template <unsigned data_bits, unsigned id_bits>
tlm::tlm_sync_enum AxiManagerBridge<data_bits, id_bits>::begin_read(
    tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase, const model::BurstExtension* frame,
    std::uint32_t id) {
  due_reads_[id].due.push_back(&payload);
  if (frame != nullptr && !frame->last()) {
    phase = tlm::END_REQ;
    return tlm::TLM_UPDATED;
  }
  const std::uint64_t address = frame != nullptr ? frame->burst.address : payload.get_address();
  read_addresses_.push_back({id, address, frame != nullptr ? frame->burst.beats : 1});
  last_beats_.push_back(&payload);
  ++outstanding_;
  return tlm::TLM_ACCEPTED;
}

template <unsigned data_bits, unsigned id_bits>
tlm::tlm_sync_enum AxiManagerBridge<data_bits, id_bits>::begin_write(
    tlm::tlm_generic_payload& payload, const model::BurstExtension* frame, std::uint32_t id) {
  const bool last = frame == nullptr || frame->last();
  if (cut_write_) {
    cut_write_ = !last;
    if (last) --outstanding_;
    payload.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
    payload.release();
    return tlm::TLM_COMPLETED;
  }
  if (frame == nullptr || frame->first()) {
    const std::uint64_t address = frame != nullptr ? frame->burst.address : payload.get_address();
    write_addresses_.push_back({id, address, frame != nullptr ? frame->burst.beats : 1});
    ++outstanding_;
  }
  write_beats_.push_back({&payload, id, last});
  return tlm::TLM_ACCEPTED;
}

template <unsigned data_bits, unsigned id_bits>
void AxiManagerBridge<data_bits, id_bits>::settle() {
  if (!aresetn.read()) {
    return;
  }
  takes_ar_ = axi.arvalid.read() && axi.arready.read();
  takes_aw_ = axi.awvalid.read() && axi.awready.read();
  takes_w_ = axi.wvalid.read() && axi.wready.read();
  if (takes_ar_) {
    due_reads_[read_addresses_.front().id].addressed += read_addresses_.front().beats;
    tlm::tlm_generic_payload* payload = last_beats_.front();
    last_beats_.pop_front();
    reads_.end_request(*payload);
  }
  if (takes_aw_) {
    ++aw_ahead_;
  }
  if (takes_w_) {
    const WriteBeat& beat = write_beats_.front();
    in_write_ = !beat.last;
    if (beat.last) {
      --aw_ahead_;
      due_writes_[beat.id].push_back(beat.payload);
      writes_.end_request(*beat.payload);
    } else {
      // The response of the burst is that of its last beat.
      beat.payload->set_response_status(tlm::TLM_OK_RESPONSE);
      writes_.responses().answer(*beat.payload);
    }
  }
  if (axi.rvalid.read() && axi.rready.read()) {
    take_read_beat();
  }
  if (axi.bvalid.read() && axi.bready.read()) {
    take_response();
  }
}

inline tlm::tlm_response_status status_of_axi(unsigned response) {
  return response == kAxiDecerr   ? tlm::TLM_ADDRESS_ERROR_RESPONSE
         : response == kAxiSlverr ? tlm::TLM_GENERIC_ERROR_RESPONSE
                                  : tlm::TLM_OK_RESPONSE;
}

template <unsigned data_bits, unsigned id_bits>
void AxiManagerBridge<data_bits, id_bits>::take_read_beat() {
  Reads& reads = due_reads_[axi.rid.read().to_uint()];
  if (reads.addressed == 0) {
    report("/sgdma/axi/response", "a read beat of ID " + std::to_string(axi.rid.read().to_uint()) +
                                      " that nobody has asked for");
    return;
  }
  tlm::tlm_generic_payload& payload = *reads.due.front();
  reads.due.pop_front();
  --reads.addressed;
  const sc_dt::sc_bv<data_bits> word = axi.rdata.read();
  const unsigned place = static_cast<unsigned>(payload.get_address() % kBytes);
  for (unsigned byte = 0; byte < payload.get_data_length(); ++byte) {
    const unsigned lane = (place + byte) * 8;
    payload.get_data_ptr()[byte] = static_cast<unsigned char>(
        word.range(static_cast<int>(lane + 7), static_cast<int>(lane)).to_uint());
  }
  payload.set_response_status(status_of_axi(axi.rresp.read().to_uint()));
  // The payload is not ours any more once it is answered.
  const tlm::tlm_response_status status = payload.get_response_status();
  const model::BurstExtension* frame = nullptr;
  payload.get_extension(frame);
  const std::uint32_t behind = frame == nullptr ? 0 : frame->burst.beats - frame->beat - 1;
  reads_.responses().answer(payload);
  if (axi.rlast.read()) {
    --outstanding_;
    fail_missing(behind, status, reads);
  }
}

template <unsigned data_bits, unsigned id_bits>
void AxiManagerBridge<data_bits, id_bits>::fail_missing(std::uint32_t beats,
                                                        tlm::tlm_response_status status,
                                                        Reads& reads) {
  if (beats == 0) {
    return;
  }
  const std::string text = std::string(name()) + ": RLAST comes " + std::to_string(beats) +
                           " beats before the burst's last; these fail";
  SC_REPORT_WARNING("/sgdma/axi/short_burst", text.c_str());
  for (; beats > 0; --beats) {
    tlm::tlm_generic_payload& payload = *reads.due.front();
    reads.due.pop_front();
    --reads.addressed;
    payload.set_response_status(status == tlm::TLM_OK_RESPONSE ? tlm::TLM_GENERIC_ERROR_RESPONSE
                                                               : status);
    reads_.responses().answer(payload);
  }
}

template <unsigned data_bits, unsigned id_bits>
void AxiManagerBridge<data_bits, id_bits>::take_response() {
  std::deque<tlm::tlm_generic_payload*>& due = due_writes_[axi.bid.read().to_uint()];
  if (due.empty()) {
    report("/sgdma/axi/response", "a write response of ID " +
                                      std::to_string(axi.bid.read().to_uint()) +
                                      " before its burst was out");
    return;
  }
  tlm::tlm_generic_payload& payload = *due.front();
  due.pop_front();
  --outstanding_;
  payload.set_response_status(status_of_axi(axi.bresp.read().to_uint()));
  writes_.responses().answer(payload);
}

template <unsigned data_bits, unsigned id_bits>
std::vector<tlm::tlm_generic_payload*> AxiManagerBridge<data_bits, id_bits>::cut_reads() {
  std::vector<tlm::tlm_generic_payload*> beats;
  for (auto& [id, reads] : due_reads_) {
    const auto end = reads.due.begin() + static_cast<std::ptrdiff_t>(reads.addressed);
    beats.insert(beats.end(), reads.due.begin(), end);
    reads.due.erase(reads.due.begin(), end);
    reads.addressed = 0;
  }
  return beats;
}

template <unsigned data_bits, unsigned id_bits>
std::vector<tlm::tlm_generic_payload*> AxiManagerBridge<data_bits, id_bits>::cut_writes() {
  std::vector<tlm::tlm_generic_payload*> beats;
  for (auto& [id, due] : due_writes_) {
    beats.insert(beats.end(), due.begin(), due.end());
    due.clear();
  }
  const std::int64_t partly = in_write_ ? 1 : 0;
  // Their W was taken before their AW.
  for (std::int64_t behind = partly - aw_ahead_; behind > 0; --behind) {
    write_addresses_.pop_front();
  }
  for (std::int64_t bursts = std::max(aw_ahead_, partly); bursts > 0;) {
    if (write_beats_.empty()) {
      cut_write_ = true;
      break;
    }
    beats.push_back(write_beats_.front().payload);
    bursts -= write_beats_.front().last ? 1 : 0;
    write_beats_.pop_front();
  }
  aw_ahead_ = 0;
  in_write_ = false;
  return beats;
}

template <unsigned data_bits, unsigned id_bits>
void AxiManagerBridge<data_bits, id_bits>::cut() {
  on_ = false;
  leave_taken();
  // Answers may bring new requests: all queues are in order before the first.
  const std::vector<tlm::tlm_generic_payload*> reads = cut_reads();
  const std::vector<tlm::tlm_generic_payload*> writes = cut_writes();
  for (auto& [side, beats] : {std::pair(&reads_, &reads), std::pair(&writes_, &writes)}) {
    for (tlm::tlm_generic_payload* payload : *beats) {
      if (is_last(*payload)) --outstanding_;
      payload->set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
      side->responses().answer(*payload);
    }
  }
}

template <unsigned data_bits, unsigned id_bits>
void AxiManagerBridge<data_bits, id_bits>::leave_taken() {
  if (takes_ar_) {
    read_addresses_.pop_front();
  }
  if (takes_aw_) {
    write_addresses_.pop_front();
  }
  if (takes_w_) {
    write_beats_.pop_front();
  }
  takes_ar_ = takes_aw_ = takes_w_ = false;
}

template <unsigned data_bits, unsigned id_bits>
void AxiManagerBridge<data_bits, id_bits>::rise() {
  on_ = aresetn.read();
  rose_ = sc_core::sc_time_stamp();
  leave_taken();
  update_.notify(sc_core::SC_ZERO_TIME);
}

template <unsigned data_bits, unsigned id_bits>
void AxiManagerBridge<data_bits, id_bits>::present() {
  constexpr unsigned kSize = [] {
    unsigned size = 0;
    while ((1U << size) < kBytes) ++size;
    return size;
  }();
  const bool on = on_ && aresetn.read();
  axi.arvalid.write(on && !read_addresses_.empty());
  if (on && !read_addresses_.empty()) {
    const Address& ar = read_addresses_.front();
    axi.arid.write(ar.id);
    axi.araddr.write(static_cast<sc_dt::uint64>(ar.address));
    axi.arlen.write(ar.beats - 1);
  }
  axi.arsize.write(kSize);
  axi.arburst.write(kAxiIncr);
  axi.awvalid.write(on && !write_addresses_.empty());
  if (on && !write_addresses_.empty()) {
    const Address& aw = write_addresses_.front();
    axi.awid.write(aw.id);
    axi.awaddr.write(static_cast<sc_dt::uint64>(aw.address));
    axi.awlen.write(aw.beats - 1);
  }
  axi.awsize.write(kSize);
  axi.awburst.write(kAxiIncr);
  axi.wvalid.write(on && !write_beats_.empty());
  if (on && !write_beats_.empty()) {
    drive_write(*write_beats_.front().payload, write_beats_.front().last);
  }
  axi.rready.write(on && reads_.responses().has_room());
  axi.bready.write(on && writes_.responses().has_room());
}

template <unsigned data_bits, unsigned id_bits>
void AxiManagerBridge<data_bits, id_bits>::drive_write(const tlm::tlm_generic_payload& payload,
                                                       bool last) {
  sc_dt::sc_bv<data_bits> data = 0;
  sc_dt::sc_bv<data_bits / 8> strobes = 0;
  const unsigned place = static_cast<unsigned>(payload.get_address() % kBytes);
  const unsigned char* enables = payload.get_byte_enable_ptr();
  for (unsigned byte = 0; payload.is_write() && byte < payload.get_data_length(); ++byte) {
    if (enables != nullptr &&
        enables[byte % payload.get_byte_enable_length()] == TLM_BYTE_DISABLED) {
      continue;
    }
    const auto lane = static_cast<int>(place + byte);
    strobes[lane] = true;
    data.range(lane * 8 + 7, lane * 8) = payload.get_data_ptr()[byte];
  }
  axi.wdata.write(data);
  axi.wstrb.write(strobes);
  axi.wlast.write(last);
}

}  // namespace sgdma::cosim
