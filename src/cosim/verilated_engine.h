/// A Verilated `sgdma_engine` (tb/rtl/engine) as an RtlEngine.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <type_traits>
#include <verilated.h>

#include "cosim/rtl_engine.h"

namespace sgdma::cosim {

/// Ports of up to 64 bits are integers, wider ones are arrays of words: this is one way to both.
template <class Port>
std::uint32_t* words_in(Port& port) {
  if constexpr (std::is_integral_v<Port>) {
    return reinterpret_cast<std::uint32_t*>(&port);
  } else {
    return port.data();
  }
}

/// `count` bits (32 at most) of a port, from `from` on.
template <class Port>
std::uint32_t bits_of(Port& port, std::uint32_t from, std::uint32_t count) {
  if constexpr (std::is_integral_v<Port>) {
    return static_cast<std::uint32_t>((static_cast<std::uint64_t>(port) >> from) &
                                      ((1ULL << count) - 1));
  } else {
    const std::uint32_t* words = port.data();
    std::uint64_t two = words[from / 32];
    if (from % 32 + count > 32) {
      two |= std::uint64_t{words[from / 32 + 1]} << 32U;
    }
    return static_cast<std::uint32_t>((two >> (from % 32)) & ((1ULL << count) - 1));
  }
}

/// Sets fields of a packed structure, the lowest one first.
template <class Port>
class PackedFields {
 public:
  explicit PackedFields(Port& port) : port_(port) {}
  void put(std::uint32_t value, std::uint32_t bits) {
    for (std::uint32_t bit = 0; bit < bits; ++bit, ++at_) {
      std::uint32_t& word = words_in(port_)[at_ / 32];
      const std::uint32_t mask = 1U << (at_ % 32);
      word = (value >> bit & 1U) != 0 ? word | mask : word & ~mask;
    }
  }

 private:
  Port& port_;
  std::uint32_t at_ = 0;
};

constexpr std::uint32_t bits_for(std::uint32_t count) {
  std::uint32_t bits = 0;
  while ((1U << bits) < count) ++bits;
  return bits;
}

/// `Top` is Verilator's class of the engine with these parameters.
template <class Top, std::uint32_t slots, std::uint32_t queue_pairs, std::uint32_t bus_width>
class VerilatedEngine final : public RtlEngine {
 public:
  VerilatedEngine() : top_(&context_) {}
  ~VerilatedEngine() override { top_.final(); }

  RtlShape shape() const override { return {slots, queue_pairs, bus_width}; }
  void configure(const RtlConfig& config) override;
  void show(std::uint32_t qp, const TransferRequest* head) override;
  void set_bug(std::uint32_t bug) override { top_.bug = static_cast<CData>(bug); }
  void step(const RtlInputs& inputs) override;
  const RtlWires& wires() const override { return wires_; }
  const RtlState& state() const override { return state_; }

 private:
  static constexpr std::uint32_t kSlotBits = bits_for(slots);
  static constexpr std::uint32_t kQpBits = bits_for(queue_pairs);
  static constexpr std::uint32_t kItemWords = kRtlSegments * 3 + 5;
  static constexpr std::uint32_t kFaultBits = 64 + 8 + 8 + 2;
  static constexpr std::uint32_t kCompletionBits = 128 + 32 + 1 + kFaultBits;

  template <class Port>
  static void set_bit(Port& port, std::uint32_t bit, bool value) {
    const auto mask = static_cast<Port>(Port{1} << bit);
    port = static_cast<Port>(value ? port | mask : port & ~mask);
  }
  void clock();
  void read_state();
  static RtlState::Address address(bool valid, std::uint32_t id, std::uint64_t at,
                                   std::uint32_t bytes, std::uint32_t length, std::uint32_t size,
                                   std::uint32_t burst) {
    return {valid, id, at, bytes, length + 1, size, burst};
  }

  VerilatedContext context_;
  Top top_;
  RtlWires wires_;
  RtlState state_;
};

template <class Top, std::uint32_t slots, std::uint32_t queue_pairs, std::uint32_t bus_width>
void VerilatedEngine<Top, slots, queue_pairs, bus_width>::configure(const RtlConfig& config) {
  PackedFields<decltype(top_.cfg)> cfg(top_.cfg);
  cfg.put(config.posted, 1);
  cfg.put(config.fault_cuts, 1);
  cfg.put(config.reset_cuts, 1);
  cfg.put(config.run_to_completion, 1);
  cfg.put(config.weighted, 1);
  cfg.put(config.completion_depth, 16);
  cfg.put(config.reserve[0], 16);
  cfg.put(config.reserve[1], 16);
  cfg.put(config.slots_per_qp, 16);
  cfg.put(config.slots, 16);
  cfg.put(config.read_bytes, 32);
  for (const RtlConfig::Channel& channel : {config.read, config.write}) {
    cfg.put(channel.bursts_per_slot, 16);
    cfg.put(channel.bursts, 16);
    cfg.put(channel.max_burst, 16);
  }
  PackedFields<decltype(top_.weights)> weights(top_.weights);
  for (std::uint32_t qp = 0; qp < queue_pairs; ++qp) {
    weights.put(qp < config.weights.size() ? config.weights[qp] : 1, 21);
  }
  for (std::uint32_t qp = 0; qp < queue_pairs; ++qp) {
    show(qp, nullptr);
  }
  top_.rst_n = 0;
  clock();
  clock();
  top_.rst_n = 1;
  read_state();
}

template <class Top, std::uint32_t slots, std::uint32_t queue_pairs, std::uint32_t bus_width>
void VerilatedEngine<Top, slots, queue_pairs, bus_width>::show(std::uint32_t qp,
                                                               const TransferRequest* head) {
  set_bit(top_.work_valid, qp, head != nullptr);
  if (head == nullptr) {
    return;
  }
  set_bit(top_.work_scatter, qp, head->direction == Direction::kScatter);
  set_bit(top_.work_after, qp, head->after_scatters && head->direction == Direction::kGather);
  set_bit(top_.work_empty, qp, head->bytes == 0);
  std::uint32_t* item = words_in(top_.work_item) + std::size_t{qp} * kItemWords;
  *item++ = head->bytes;
  for (const std::uint32_t word : words_of(head->tag)) {
    *item++ = word;
  }
  for (const Segment& segment : head->segments) {
    *item++ = segment.bytes;
    *item++ = static_cast<std::uint32_t>(segment.address);
    *item++ = static_cast<std::uint32_t>(segment.address >> 32U);
  }
}

template <class Top, std::uint32_t slots, std::uint32_t queue_pairs, std::uint32_t bus_width>
void VerilatedEngine<Top, slots, queue_pairs, bus_width>::clock() {
  top_.clk = 0;
  top_.eval();
  wires_.r_ready = top_.m_axi_rready != 0;
  wires_.w_strobes = top_.m_axi_wstrb;
  std::memcpy(wires_.w_data.data(), words_in(top_.m_axi_wdata), bus_width);
  top_.clk = 1;
  top_.eval();
}

template <class Top, std::uint32_t slots, std::uint32_t queue_pairs, std::uint32_t bus_width>
void VerilatedEngine<Top, slots, queue_pairs, bus_width>::step(const RtlInputs& inputs) {
  top_.m_axi_arready = inputs.ar_ready;
  top_.m_axi_awready = inputs.aw_ready;
  top_.m_axi_wready = inputs.w_ready;
  top_.m_axi_rvalid = inputs.r_valid;
  if (inputs.r_valid) {
    top_.m_axi_rid = static_cast<CData>(inputs.r_id);
    top_.m_axi_rresp = static_cast<CData>(inputs.r_response);
    top_.m_axi_rlast = inputs.r_last;
    if (inputs.r_data != nullptr) {
      std::memcpy(words_in(top_.m_axi_rdata), inputs.r_data, bus_width);
    }
  }
  top_.m_axi_bvalid = inputs.b_valid;
  if (inputs.b_valid) {
    top_.m_axi_bid = static_cast<CData>(inputs.b_id);
    top_.m_axi_bresp = static_cast<CData>(inputs.b_response);
  }
  top_.payload_out_ready = inputs.payload_out_ready;
  if (inputs.payload_in != nullptr) {
    std::memcpy(words_in(top_.payload_in_data), inputs.payload_in, bus_width);
  }
  top_.reset_request = 0;
  for (const std::uint32_t qp : inputs.resets) {
    set_bit(top_.reset_request, qp, true);
  }
  clock();
  read_state();
}

template <class Top, std::uint32_t slots, std::uint32_t queue_pairs, std::uint32_t bus_width>
void VerilatedEngine<Top, slots, queue_pairs, bus_width>::read_state() {
  state_.ar = address(top_.m_axi_arvalid, top_.m_axi_arid, top_.m_axi_araddr, top_.m_axi_aruser,
                      top_.m_axi_arlen, top_.m_axi_arsize, top_.m_axi_arburst);
  state_.aw = address(top_.m_axi_awvalid, top_.m_axi_awid, top_.m_axi_awaddr, top_.m_axi_awuser,
                      top_.m_axi_awlen, top_.m_axi_awsize, top_.m_axi_awburst);
  state_.w = {top_.m_axi_wvalid != 0, top_.m_axi_wlast != 0, top_.payload_in_slot,
              top_.payload_in_offset, top_.payload_in_bytes};
  state_.payload_out = {top_.payload_out_valid != 0, top_.payload_out_slot, top_.payload_out_offset,
                        top_.payload_out_bytes, words_in(top_.payload_out_data)};
  for (std::uint32_t d = 0; d < kDirections; ++d) {
    state_.grants[d] = {bits_of(top_.granted, d, 1) != 0, bits_of(top_.granted_empty, d, 1) != 0,
                        bits_of(top_.granted_qp, d * kQpBits, kQpBits),
                        bits_of(top_.granted_slot, d * kSlotBits, kSlotBits)};
    RtlState::Fault& fault = state_.faults[d];
    fault.faulted = bits_of(top_.faulted, d, 1) != 0;
    if (fault.faulted) {
      const std::uint32_t at = d * kFaultBits;
      fault.slot = bits_of(top_.faulted_slot, d * kSlotBits, kSlotBits);
      fault.response = bits_of(top_.faults, at, 2);
      fault.beat = bits_of(top_.faults, at + 2, 8);
      fault.segment = bits_of(top_.faults, at + 10, 8);
      fault.address = bits_of(top_.faults, at + 18, 32) |
                      std::uint64_t{bits_of(top_.faults, at + 50, 32)} << 32U;
    }
    RtlState::Completion& completion = state_.completions[d];
    completion.completed = bits_of(top_.completed, d, 1) != 0;
    if (completion.completed) {
      const std::uint32_t at = d * kCompletionBits + kFaultBits;
      completion.failed = bits_of(top_.completions, at, 1) != 0;
      completion.bytes = bits_of(top_.completions, at + 1, 32);
      for (std::uint32_t word = 0; word < 4; ++word) {
        completion.tag[word] = bits_of(top_.completions, at + 33 + word * 32, 32);
      }
    }
  }
  state_.resets_answered = top_.reset_answered;
  state_.busy = top_.busy;
  state_.entries = words_in(top_.entries);
}

}  // namespace sgdma::cosim
